//! The accounts of the organisation.

use crate::api::openapi::examples::{USER, welcome_link};
use crate::api::openapi::operation::Operation;
use crate::api::openapi::tag::Tag;
use contract::ErrorCode::{LastSuperadmin, StaleVersion};
use contract::{ChangeRole, InviteUser, ListUsers, UserId, UserList, WelcomeLink};
use serde_json::json;

const NOT_POSSIBLE: &str =
    "`stale_version` says that the account has changed meanwhile, so that this is not possible any more.";

/// `GET /api/v1/admin/users`.
pub fn list() -> Operation {
    Operation::new(Tag::Users, "listUsers", "List the accounts").query::<ListUsers>().answer::<UserList>(
        200,
        "One page, latest first.",
        json!({
            "items": [{
                "user_id": USER,
                "email": "mina@example.com",
                "external_ids": ["mina"],
                "role": "user",
                "state": "active",
                "has_consented": true,
                "created_at": "2026-07-01T00:00:00Z",
                "seen_at": "2026-07-16T04:30:00Z",
                "sessions": 1,
                "is_you": false,
                "allowed": ["change_role", "end_sessions", "reset_password", "disable"],
            }],
            "roles": ["user", "reviewer", "admin"],
        }),
    )
}

/// `POST /api/v1/admin/users`.
pub fn invite() -> Operation {
    Operation::new(Tag::Users, "inviteUser", "Invite a person")
        .text("Nothing is sent: hand the link on. Nobody can give a role above one's own.")
        .body::<InviteUser>(r#"{ "email": "jiho@example.com", "role": "reviewer", "external_id": "jiho" }"#)
        .answer::<WelcomeLink>(201, "The only answer that ever holds the link.", welcome_link())
}

/// `PUT /api/v1/admin/users/{id}/role`.
pub fn change_role() -> Operation {
    Operation::new(Tag::Users, "changeRole", "Give an account another role")
        .text("Acts at once, also on sessions. `stale_version` says that the account has another role by now than `seen_role`.")
        .id::<UserId>("The account.")
        .body::<ChangeRole>(r#"{ "role": "reviewer", "seen_role": "user" }"#)
        .done("It has the role.")
        .problems(&[LastSuperadmin, StaleVersion])
}

/// `POST /api/v1/admin/users/{id}/disable`.
pub fn disable() -> Operation {
    Operation::new(Tag::Users, "disableUser", "Disable an account")
        .text("Its sessions and its link end, its keys do nothing, and services do not know the person.")
        .id::<UserId>("The account.")
        .done("It is disabled.")
        .problems(&[LastSuperadmin, StaleVersion])
}

/// `POST /api/v1/admin/users/{id}/enable`.
pub fn enable() -> Operation {
    Operation::new(Tag::Users, "enableUser", "Take an account into use again")
        .text(NOT_POSSIBLE)
        .id::<UserId>("The account.")
        .done("It is in use, with the password that it had.")
        .problems(&[StaleVersion])
}

/// `POST /api/v1/admin/users/{id}/end-sessions`.
pub fn end_sessions() -> Operation {
    Operation::new(Tag::Users, "endUserSessions", "Sign a person out everywhere")
        .text(NOT_POSSIBLE)
        .id::<UserId>("The account.")
        .done("No browser is signed in.")
        .problems(&[StaleVersion])
}

/// `POST /api/v1/admin/users/{id}/reset-password`.
pub fn reset_password() -> Operation {
    Operation::new(Tag::Users, "resetPassword", "End an account's password")
        .text("It ends at once, with all sessions; the person chooses another by the link.")
        .id::<UserId>("The account.")
        .answer::<WelcomeLink>(200, "The only answer that ever holds the link.", welcome_link())
        .problems(&[StaleVersion])
}

/// `POST /api/v1/admin/users/{id}/renew-link`.
pub fn renew_link() -> Operation {
    Operation::new(Tag::Users, "renewLink", "Make a new link for choosing a password")
        .text("The one before ends.")
        .id::<UserId>("The account.")
        .answer::<WelcomeLink>(200, "The only answer that ever holds the link.", welcome_link())
        .problems(&[StaleVersion])
}
