//! What a kernel answers when shapes, types or parameters do not fit: a sentence, without a place.

use std::fmt;

/// Why a kernel could not be run. Whoever called it knows the operation and adds its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(pub String);

impl Error {
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

pub type Result<T> = std::result::Result<T, Error>;

/// Returns an error made of a format string.
macro_rules! fail {
    ($($argument:tt)*) => { return Err($crate::error::Error::new(format!($($argument)*))) };
}

/// Returns an error made of a format string unless the condition holds.
macro_rules! check {
    ($condition:expr, $($argument:tt)*) => {
        if !$condition {
            return Err($crate::error::Error::new(format!($($argument)*)));
        }
    };
}

pub(crate) use {check, fail};
