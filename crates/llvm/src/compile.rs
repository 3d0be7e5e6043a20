//! Compiling modules in this process, for hosts that are no compilers. What is wrong is said as compilers say it.
use crate::Callbacks;
use crate::ffi::{self, Sink, Symbol, Text};
use std::ffi::{CStr, CString, c_char, c_void};

type Answer = Result<Vec<u8>, String>;

/// The text of a module after some passes, which are named as for `opt`.
pub fn run_passes(text: &[u8], passes: &CStr) -> Answer {
    answered(|give, place| unsafe { ffi::zymase_run_passes(part(text), passes.as_ptr(), give, place) })
}

/// The object of some modules, each text or bitcode, of which only the function `kept` can be seen; of the last module only what
/// the others need.
pub fn make_object(modules: &[&[u8]], kept: &CStr, callbacks: Callbacks) -> Answer {
    let parts: Vec<Text> = modules.iter().map(|module| part(module)).collect();
    answered(|give, place| unsafe {
        ffi::zymase_make_object(parts.as_ptr(), parts.len(), kept.as_ptr(), callbacks, give, place)
    })
}

/// The address of a symbol in some objects, which stay loaded; `given` are addresses of what they refer to.
pub fn load(objects: &[&[u8]], given: &[(CString, u64)], symbol: &CStr) -> Result<u64, String> {
    let objects: Vec<Text> = objects.iter().map(|object| part(object)).collect();
    let given: Vec<Symbol> =
        given.iter().map(|(name, address)| Symbol { name: name.as_ptr(), address: *address }).collect();
    let mut said = Vec::new();
    let address = unsafe {
        let place = (&raw mut said).cast();
        ffi::zymase_load(objects.as_ptr(), objects.len(), given.as_ptr(), given.len(), symbol.as_ptr(), TAKE, place)
    };
    if address == 0 { Err(String::from_utf8_lossy(&said).into_owned()) } else { Ok(address) }
}

fn part(bytes: &[u8]) -> Text {
    Text { data: bytes.as_ptr().cast(), size: bytes.len() }
}

fn answered(ask: impl FnOnce(Sink, *mut c_void) -> bool) -> Answer {
    let mut bytes = Vec::new();
    if ask(TAKE, (&raw mut bytes).cast()) { Ok(bytes) } else { Err(String::from_utf8_lossy(&bytes).into_owned()) }
}

const TAKE: Sink = take;

extern "C" fn take(place: *mut c_void, data: *const c_char, size: usize) {
    // SAFETY: the shim passes on what it was given, a vector of its caller, and text of that size.
    let (bytes, text) = unsafe { (&mut *place.cast::<Vec<u8>>(), std::slice::from_raw_parts(data.cast(), size)) };
    bytes.extend_from_slice(text);
}
