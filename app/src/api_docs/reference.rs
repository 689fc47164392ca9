//! What the page shows, ready to be written down: names, texts and examples.

use std::sync::Arc;

/// All of the interface, chapter by chapter. Texts may hold code between backticks, and lists of lines that begin with `- `.
#[derive(Debug, Clone, Default)]
pub struct ApiReference {
    /// What is true of all of it.
    pub text: String,
    /// The ways of proving who one is: name and text.
    pub proofs: Vec<(String, String)>,
    /// The chapters.
    pub chapters: Vec<ApiChapter>,
}

/// The reference in a page's context.
pub type SharedReference = Arc<ApiReference>;

/// A chapter.
#[derive(Debug, Clone)]
pub struct ApiChapter {
    /// Its heading.
    pub name: &'static str,
    /// What it is about.
    pub text: &'static str,
    /// The operations.
    pub operations: Vec<ApiOperation>,
}

/// A method of an address.
#[derive(Debug, Clone)]
pub struct ApiOperation {
    /// Its name, and its anchor on the page.
    pub id: &'static str,
    /// The method.
    pub method: &'static str,
    /// The address.
    pub path: &'static str,
    /// What it does, in a few words.
    pub summary: &'static str,
    /// What else is to be known.
    pub text: &'static str,
    /// Who may call it.
    pub who: &'static str,
    /// What goes into the address and the headers.
    pub parameters: Vec<ApiField>,
    /// What is sent.
    pub body: Option<ApiBody>,
    /// What comes back.
    pub answers: Vec<ApiAnswer>,
    /// Every problem that it can answer with: status, code and title.
    pub problems: Vec<(u16, &'static str, &'static str)>,
    /// How to call it from a command line.
    pub curl: String,
}

/// A field or a parameter.
#[derive(Debug, Clone)]
pub struct ApiField {
    /// Its name.
    pub name: String,
    /// `path`, `query` or `header`, for a parameter.
    pub place: Option<&'static str>,
    /// Whether it has to be there.
    pub required: bool,
    /// What it means.
    pub text: String,
    /// What it is made of.
    pub shape: ApiShape,
}

/// What a value is made of.
#[derive(Debug, Clone, Default)]
pub struct ApiShape {
    /// Its type in words.
    pub name: String,
    /// What the type means, if it has a name of its own.
    pub text: String,
    /// The objects that it can be, or be a list of, each by its fields.
    pub objects: Vec<Vec<ApiField>>,
}

/// An answer that is no problem.
#[derive(Debug, Clone)]
pub struct ApiAnswer {
    /// The status.
    pub status: u16,
    /// When it comes.
    pub text: &'static str,
    /// Its body, in each form that can be asked for.
    pub bodies: Vec<ApiBody>,
}

/// A body.
#[derive(Debug, Clone)]
pub struct ApiBody {
    /// The media type.
    pub media_type: &'static str,
    /// What it is made of.
    pub shape: ApiShape,
    /// What it may look like.
    pub examples: Vec<ApiExample>,
}

/// A named example.
#[derive(Debug, Clone)]
pub struct ApiExample {
    /// Its name, in words.
    pub name: String,
    /// The text.
    pub text: String,
}
