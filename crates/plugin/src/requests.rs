//! Requests of programs that load the plugin without being compilers: to compile in their process, and to load what was compiled.
//!
//! A request is a number and some parts, each a range of bytes; its answer is a range of bytes, or a text that says what is wrong.

use crate::callbacks;
use std::ffi::CString;
use zymase_llvm::compile;

const RUN_PASSES: u32 = 0;
const MAKE_OBJECT: u32 = 1;
const LOAD: u32 = 2;

/// Bytes that somebody else keeps.
#[repr(C)]
pub struct Part {
    data: *const u8,
    size: usize,
}

/// Answers a request; 0 when it could be done. The answer is given back by [`zymase_forget`].
///
/// - 0: a module's text after passes. Parts: the text, the names of the passes.
/// - 1: the object of modules. Parts: the function that can be seen, then modules, the last one a library for the others.
/// - 2: the address of a symbol as text. Parts: the symbol, lines of names and addresses that are given, then objects.
///
/// # Safety
/// `parts` must point to `count` parts, each with as many bytes as it says; `answer` to a place for one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zymase_request(kind: u32, parts: *const Part, count: usize, answer: *mut Part) -> i32 {
    let bytes = |part: &Part| {
        if part.size == 0 { &[][..] } else { unsafe { std::slice::from_raw_parts(part.data, part.size) } }
    };
    let parts: Vec<&[u8]> = if count == 0 {
        Vec::new()
    } else {
        unsafe { std::slice::from_raw_parts(parts, count) }.iter().map(bytes).collect()
    };
    let (status, made) = match carry_out(kind, &parts) {
        Ok(made) => (0, made),
        Err(said) => (1, said.into_bytes()),
    };
    let made = Box::leak(made.into_boxed_slice());
    unsafe { answer.write(Part { data: made.as_ptr(), size: made.len() }) };
    status
}

/// Gives an answer back.
///
/// # Safety
/// `answer` must come from [`zymase_request`], once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zymase_forget(answer: Part) {
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(answer.data.cast_mut(), answer.size)) });
}

fn carry_out(kind: u32, parts: &[&[u8]]) -> Result<Vec<u8>, String> {
    match (kind, parts) {
        (RUN_PASSES, [text, passes]) => compile::run_passes(text, &name(passes)?),
        (MAKE_OBJECT, [kept, modules @ ..]) => compile::make_object(modules, &name(kept)?, callbacks()),
        (LOAD, [symbol, given, objects @ ..]) => {
            let address = compile::load(objects, &addresses(given)?, &name(symbol)?)?;
            Ok(address.to_string().into_bytes())
        }
        _ => Err(format!("error: there is no request {kind} with {} parts", parts.len())),
    }
}

fn name(bytes: &[u8]) -> Result<CString, String> {
    CString::new(bytes).map_err(|_| "error: a name has a zero byte".to_owned())
}

/// Lines of a name and an address.
fn addresses(lines: &[u8]) -> Result<Vec<(CString, u64)>, String> {
    let text = String::from_utf8_lossy(lines);
    let read = |line: &str| {
        let (symbol, address) = line.split_once(' ')?;
        Some((CString::new(symbol).ok()?, address.parse().ok()?))
    };
    text.lines().map(|line| read(line).ok_or_else(|| format!("error: {line} is no name with an address"))).collect()
}

#[cfg(test)]
mod tests {
    use super::{addresses, carry_out};

    #[test]
    fn addresses_are_lines() {
        let read = addresses(b"exp 12\nlog 7\n").unwrap();
        assert_eq!(read, [(c"exp".to_owned(), 12), (c"log".to_owned(), 7)]);
        assert!(addresses(b"exp").is_err());
    }

    #[test]
    fn what_is_no_request_is_said() {
        assert!(carry_out(9, &[]).unwrap_err().contains("no request 9"));
    }
}
