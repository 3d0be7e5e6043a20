//! An error with the place it concerns.

use crate::location::Location;
pub use zymase_support::Diagnostic;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedDiagnostic {
    pub location: Location,
    pub diagnostic: Diagnostic,
}

pub type Result<T> = std::result::Result<T, LocatedDiagnostic>;

impl LocatedDiagnostic {
    pub fn new(location: Location, message: impl Into<String>) -> LocatedDiagnostic {
        LocatedDiagnostic { location, diagnostic: Diagnostic::new(message) }
    }
}

impl std::fmt::Display for LocatedDiagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}: {}", self.location, self.diagnostic)
    }
}

impl std::error::Error for LocatedDiagnostic {}
