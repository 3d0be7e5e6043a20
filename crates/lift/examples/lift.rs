//! Raises a function of a file of LLVM IR; the request comes from the environment, as the plugin gets it.
use zymase_lift::{Request, raise};
use zymase_llvm::Module;

fn main() {
    let path = std::env::args().nth(1).expect("a file");
    let module = Module::parse(&std::fs::read_to_string(path).expect("text")).expect("IR");
    let request = Request::parse(&std::env::var("ZYMASE_RAISE").unwrap_or_default());
    match request.and_then(|request| raise(module, &request)) {
        Ok(raised) => print!("{}", raised.records()),
        Err(refusal) => println!("refused\t{}\t{}", refusal.line, refusal.text),
    }
}
