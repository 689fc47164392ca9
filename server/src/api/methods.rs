//! The methods of a route. Each stands together with what it says of itself, so that none is without.

use super::openapi::Operation;
use crate::http::AppState;
use axum::handler::Handler;
use axum::routing::MethodRouter;

/// Says what a method does.
pub type Says = fn() -> Operation;

/// See the module.
#[derive(Default)]
pub struct Methods {
    /// Their names.
    pub names: Vec<&'static str>,
    /// What each of them says of itself.
    pub says: Vec<Says>,
    /// Their handlers.
    pub router: MethodRouter<AppState>,
}

impl Methods {
    /// These and `POST`.
    pub fn post<H: Handler<T, AppState>, T: 'static>(self, handler: H, says: Says) -> Self {
        self.with("POST", says, |router| router.post(handler))
    }

    /// These and `PUT`.
    pub fn put<H: Handler<T, AppState>, T: 'static>(self, handler: H, says: Says) -> Self {
        self.with("PUT", says, |router| router.put(handler))
    }

    /// These and `DELETE`.
    pub fn delete<H: Handler<T, AppState>, T: 'static>(self, handler: H, says: Says) -> Self {
        self.with("DELETE", says, |router| router.delete(handler))
    }

    fn with(
        mut self,
        method: &'static str,
        says: Says,
        add: impl FnOnce(MethodRouter<AppState>) -> MethodRouter<AppState>,
    ) -> Self {
        self.names.push(method);
        self.says.push(says);
        self.router = add(self.router);
        self
    }
}

/// `GET` alone.
pub fn get<H: Handler<T, AppState>, T: 'static>(handler: H, says: Says) -> Methods {
    Methods::default().with("GET", says, |router| router.get(handler))
}

/// `POST` alone.
pub fn post<H: Handler<T, AppState>, T: 'static>(handler: H, says: Says) -> Methods {
    Methods::default().post(handler, says)
}

/// `PUT` alone.
pub fn put<H: Handler<T, AppState>, T: 'static>(handler: H, says: Says) -> Methods {
    Methods::default().put(handler, says)
}

/// `DELETE` alone.
pub fn delete<H: Handler<T, AppState>, T: 'static>(handler: H, says: Says) -> Methods {
    Methods::default().delete(handler, says)
}
