//! Requests to raise a function to loops: `zymase raise` writes them into the environment, and the answer goes to standard output.

use zymase_lift::{Refusal, Request, raise};
use zymase_llvm::Module;

/// The request, in lines.
const REQUEST: &str = "ZYMASE_RAISE";

/// Answers a request, if there is one, in records.
pub fn answer(module: Module) -> bool {
    let Ok(text) = std::env::var(REQUEST) else { return false };
    match Request::parse(&text).and_then(|request| raise(module, &request)) {
        Ok(raised) => print!("{}", raised.records()),
        Err(Refusal { line, text }) => println!("refused\t{line}\t{text}"),
    }
    true
}
