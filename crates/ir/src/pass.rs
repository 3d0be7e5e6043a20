//! Passes one after the other, with the time each takes, checks in between and dumps of what they leave.

use crate::diagnostic::LocatedDiagnostic;
use crate::ir::Ir;
use crate::print::{Form, print};
use crate::verify::verify;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// A change of a whole module.
pub trait Pass {
    fn name(&self) -> &str;
    fn run(&mut self, ir: &mut Ir) -> std::result::Result<(), Vec<LocatedDiagnostic>>;
}

#[derive(Clone, Copy, Debug, Default)]
pub struct PassOptions {
    /// Check the module after each pass.
    pub verify: bool,
    /// Keep the text of the module after each pass that changes it.
    pub dump: bool,
}

/// What came of running passes.
#[derive(Debug, Default)]
pub struct PassReport {
    pub times: Vec<(String, Duration)>,
    /// Pass and text, the first entry the module as it was.
    pub dumps: Vec<(String, String)>,
}

impl PassReport {
    /// Times as a table.
    pub fn timing(&self) -> String {
        let mut text = String::new();
        for (name, time) in &self.times {
            let _ = writeln!(text, "{:10.3} ms  {name}", time.as_secs_f64() * 1e3);
        }
        text
    }
}

/// Runs passes in order; the first error ends it.
pub fn run_passes(
    ir: &mut Ir,
    passes: &mut [Box<dyn Pass>],
    options: PassOptions,
) -> std::result::Result<PassReport, Vec<LocatedDiagnostic>> {
    let mut report = PassReport::default();
    if options.dump {
        report.dumps.push(("input".into(), print(ir, Form::Pretty)));
    }
    for pass in passes {
        let start = Instant::now();
        pass.run(ir)?;
        report.times.push((pass.name().to_owned(), start.elapsed()));
        if options.verify {
            verify(ir)?;
        }
        if options.dump {
            let text = print(ir, Form::Pretty);
            if report.dumps.last().is_none_or(|(_, last)| *last != text) {
                report.dumps.push((pass.name().to_owned(), text));
            }
        }
    }
    Ok(report)
}
