//! Why a derivative could not be made.

use zymase_llvm::{Module, Value};
use zymase_support::Diagnostic;

/// What to do about a function whose body is in another file.
pub const BODY_ELSEWHERE: &str = "build all files with `zymase cc`, which differentiates when they are linked (by hand: \
     -flto=full, and lld with --load-pass-plugin), or define it in this file; without LTO, and under ThinLTO, the bodies \
     of other files are not seen";

#[derive(Clone, Debug)]
pub enum Failure {
    /// Something the user wrote, with the instruction or function it is about.
    User { at: Option<Value>, diagnostic: Diagnostic },
    /// A bug of ours.
    Internal(String),
}

impl Failure {
    pub fn at(place: Value, diagnostic: Diagnostic) -> Failure {
        Failure::User { at: Some(place), diagnostic }
    }

    /// Something the user wrote, at no place that is known.
    pub fn user(diagnostic: Diagnostic) -> Failure {
        Failure::User { at: None, diagnostic }
    }

    pub fn internal(text: impl Into<String>) -> Failure {
        Failure::Internal(text.into())
    }

    /// Names a place for a failure that has none.
    pub fn or_at(self, place: Value) -> Failure {
        match self {
            Failure::User { at: None, diagnostic } => Failure::User { at: Some(place), diagnostic },
            other => other,
        }
    }

    /// What went wrong, and where, in one line.
    pub fn in_words(&self) -> String {
        match self {
            Failure::User { at, diagnostic } => match at.filter(|place| place.has_location()) {
                Some(place) => format!("{}:{}: {diagnostic}", place.file(), place.line()),
                None => diagnostic.to_string(),
            },
            Failure::Internal(text) => format!("internal error: {text}"),
        }
    }

    /// Tells the user through the host compiler; `call` is the derivative call that asked for it.
    pub fn report(&self, module: Module, call: Option<Value>) {
        match self {
            Failure::User { at, diagnostic } => {
                let place = at.filter(|v| v.has_location() || !v.is_instruction()).or(call);
                let located = place.is_some_and(|v| v.has_location());
                let advice = if located { "" } else { " (compile with -g to see the line)" };
                module.report(place.or(*at), &format!("zymase: {diagnostic}{advice}"), false);
            }
            Failure::Internal(text) => module.report(
                call,
                &format!(
                    "zymase: internal error: {text}; this is a bug in zymase: please report it with the source file \
                     and the command line"
                ),
                false,
            ),
        }
    }
}
