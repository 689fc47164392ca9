//! The settings: one typed struct, one struct a section, each key documented with its default.
//!
//! Read from `gieok.toml` and from `GIEOK_<SECTION>_<KEY>` environment variables, which win over the file. A key that
//! does not exist is an error, wherever it stands: a misspelt setting must never silently be a default.

mod endpoint;
mod load;
mod public_url;
mod sample;
#[macro_use]
mod section;
mod sections;

pub use endpoint::{Endpoint, EndpointKind, EndpointUrl};
pub use load::{ConfigError, load};
pub use public_url::PublicUrl;
pub use sample::{effective, sample};
pub use section::{Fault, FieldDoc, Section};
pub use sections::{Data, Extraction, Log, LogFormat, Login, Model, Passwords, Recall, Review, Server, Session};

use serde::{Deserialize, Serialize};

/// All settings.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// See [`Server`].
    pub server: Server,
    /// See [`Data`].
    pub data: Data,
    /// See [`Model`].
    pub model: Model,
    /// See [`Passwords`].
    pub passwords: Passwords,
    /// See [`Login`].
    pub login: Login,
    /// See [`Session`].
    pub session: Session,
    /// See [`Recall`].
    pub recall: Recall,
    /// See [`Review`].
    pub review: Review,
    /// See [`Extraction`].
    pub extraction: Extraction,
    /// See [`Log`].
    pub log: Log,
}

/// A section's name, what it is about, and its keys.
pub(crate) type SectionDoc = (&'static str, &'static [&'static str], &'static [FieldDoc]);

impl Config {
    /// Every section with its documentation, in the order of the sample.
    pub(crate) const SECTIONS: [SectionDoc; 10] = [
        (Server::NAME, Server::ABOUT, Server::FIELDS),
        (Data::NAME, Data::ABOUT, Data::FIELDS),
        (Model::NAME, Model::ABOUT, Model::FIELDS),
        (Passwords::NAME, Passwords::ABOUT, Passwords::FIELDS),
        (Login::NAME, Login::ABOUT, Login::FIELDS),
        (Session::NAME, Session::ABOUT, Session::FIELDS),
        (Recall::NAME, Recall::ABOUT, Recall::FIELDS),
        (Review::NAME, Review::ABOUT, Review::FIELDS),
        (Extraction::NAME, Extraction::ABOUT, Extraction::FIELDS),
        (Log::NAME, Log::ABOUT, Log::FIELDS),
    ];

    /// Checks what the types cannot.
    ///
    /// # Errors
    /// The first [`Fault`], as `(section, fault)`.
    pub fn validate(&self) -> Result<(), (&'static str, Fault)> {
        fn check<S: Section>(section: &S) -> Result<(), (&'static str, Fault)> {
            section.validate().map_err(|fault| (S::NAME, fault))
        }
        check(&self.server)?;
        check(&self.data)?;
        check(&self.model)?;
        check(&self.passwords)?;
        check(&self.login)?;
        check(&self.session)?;
        check(&self.recall)?;
        check(&self.review)?;
        check(&self.extraction)?;
        check(&self.log)
    }
}
