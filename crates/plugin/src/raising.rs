//! Requests to raise a function to loops: `zymase raise` writes them into the environment, and the answer goes to standard output.

use crate::kernels::DEVICE_CODE;
use zymase_gradient::Failure;
use zymase_lift::{Refusal, Request, find, raise};
use zymase_llvm::Module;

/// The request, in lines.
const REQUEST: &str = "ZYMASE_RAISE";

/// Answers a request, if there is one, in records.
pub fn answer(module: Module) -> bool {
    let Ok(text) = std::env::var(REQUEST) else { return false };
    match Request::parse(&text).and_then(|request| raised(module, request)) {
        Ok(raised) => print!("{}", raised.records()),
        Err(Refusal { line, text }) => println!("refused\t{line}\t{text}"),
    }
    true
}

fn raised(module: Module, mut request: Request) -> Result<zymase_lift::Raised, Refusal> {
    if let Ok(file) = std::env::var(DEVICE_CODE) {
        let device = std::fs::read_to_string(&file).map_err(|error| Refusal::new(format!("{file}: {error}")))?;
        let said = |failure| refusal(module, failure);
        if let Some(launch) = request.launch {
            let launch = zymase_kernels::Launch { grid: launch.grid, block: launch.block, shared: launch.shared };
            let name = zymase_kernels::kernel_as_loops(module, &device, &request.function, launch).map_err(said)?;
            request.symbol = Some(name);
        } else {
            let function = find(module, &request.function)?;
            zymase_kernels::host_with_loops(module, &device, function).map_err(said)?;
        }
    }
    raise(module, &request)
}

fn refusal(module: Module, failure: Failure) -> Refusal {
    let _ = module;
    match failure {
        Failure::User { at, diagnostic } => {
            let line = at.filter(|place| place.is_instruction()).map_or(0, |place| place.line());
            Refusal { line, text: diagnostic.to_string().lines().collect::<Vec<_>>().join(" ") }
        }
        Failure::Internal(text) => Refusal::new(format!("{text}: this is a bug in zymase")),
    }
}
