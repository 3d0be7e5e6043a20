//! `ir:` — the LLVM IR of a function contains a text, or lacks it.

use super::{Verdict, complain};
use crate::compile::Job;
use std::fs;

/// Compiles a file to LLVM IR and verifies its claims for the job's level.
pub fn run(job: &Job) -> Verdict {
    let (built, path) = job.build_llvm_ir()?;
    if !built.succeeded() {
        return Ok(complain("does not compile to LLVM IR", &built));
    }
    let module = fs::read_to_string(&path)?;
    for claim in job.case.ir_claims.iter().filter(|claim| claim.level == job.level) {
        let Some(body) = function_text(&module, &claim.function) else {
            let path = path.display();
            return Ok(Some(format!("the LLVM IR defines no function {} ({path})", claim.function)));
        };
        if body.contains(&claim.text) != claim.must_contain {
            let verb = if claim.must_contain { "lacks" } else { "contains" };
            return Ok(Some(format!("the LLVM IR of {} {verb} `{}`:\n{body}", claim.function, claim.text)));
        }
    }
    Ok(None)
}

/// The text of one function's definition in a module.
fn function_text<'a>(module: &'a str, function: &str) -> Option<&'a str> {
    let plain = format!("@{function}(");
    let quoted = format!("@\"{function}\"(");
    let mut start = 0;
    for line in module.split_inclusive('\n') {
        if line.starts_with("define ") && (line.contains(&plain) || line.contains(&quoted)) {
            let rest = &module[start..];
            let end = rest.find("\n}").map_or(rest.len(), |position| position + 2);
            return Some(&rest[..end]);
        }
        start += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_found_by_its_whole_name() {
        let module = "declare void @f()\ndefine void @ff() {\n  ret void\n}\n\ndefine i32 @f() {\n  ret i32 1\n}\n";
        assert_eq!(function_text(module, "f"), Some("define i32 @f() {\n  ret i32 1\n}"));
        assert_eq!(function_text(module, "g"), None);
    }
}
