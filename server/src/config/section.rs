//! What a section of the settings is, and the macro that makes one from its documented keys.

/// A value that its type allows and its meaning does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The key within its section.
    pub key: &'static str,
    /// What is wrong with it.
    pub message: String,
}

impl Fault {
    /// A fault at `key`.
    pub fn new(key: &'static str, message: impl Into<String>) -> Self {
        Self { key, message: message.into() }
    }
}

/// A key and its documentation, for the sample.
#[derive(Debug)]
pub struct FieldDoc {
    /// The key within its section.
    pub key: &'static str,
    /// Its doc comment, line by line.
    pub docs: &'static [&'static str],
}

/// One section of the settings.
pub trait Section {
    /// Its name in the file.
    const NAME: &'static str;
    /// What it is about, line by line.
    const ABOUT: &'static [&'static str];
    /// Its keys.
    const FIELDS: &'static [FieldDoc];

    /// Checks what the types cannot.
    ///
    /// # Errors
    /// A [`Fault`] that points at the key.
    fn validate(&self) -> Result<(), Fault>;
}

/// Refuses a number that is too small.
pub(super) fn at_least(key: &'static str, value: u32, least: u32) -> Result<(), Fault> {
    if value >= least { Ok(()) } else { Err(Fault::new(key, format!("must be at least {least}"))) }
}

/// Refuses a number that is too large.
pub(super) fn at_most(key: &'static str, value: u32, most: u32) -> Result<(), Fault> {
    if value <= most { Ok(()) } else { Err(Fault::new(key, format!("must be at most {most}"))) }
}

/// Makes a section: the struct, its defaults, and its documentation as data. `check` is the section's validation.
macro_rules! section {
    (
        $(#[doc = $about:literal])+
        $name:ident = $section:literal, check = $check:expr, {
            $($(#[doc = $doc:literal])+ $field:ident: $type:ty = $default:expr,)+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct $name {
            $($(#[doc = $doc])+ pub $field: $type,)+
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)+ }
            }
        }

        impl $crate::config::Section for $name {
            const NAME: &'static str = $section;
            const ABOUT: &'static [&'static str] = &[$($about),+];
            const FIELDS: &'static [$crate::config::FieldDoc] =
                &[$($crate::config::FieldDoc { key: stringify!($field), docs: &[$($doc),+] },)+];

            fn validate(&self) -> Result<(), $crate::config::Fault> {
                let check: fn(&Self) -> Result<(), $crate::config::Fault> = $check;
                check(self)
            }
        }
    };
}
