//! What a rule reads, found by running it over an emitter that watches.

use crate::{Constant, Emit, Function, Predicate, operand_count, pullback};

/// The primal values a pullback reads.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Needs {
    /// Bit `j` is set when operand `j` is read.
    pub args: u32,
    /// Whether the result is read.
    pub result: bool,
}

/// Which primal values the pullback of operand `i` of `f` reads.
pub fn needs(f: Function, i: usize) -> Needs {
    watch(f, i).unwrap_or_default()
}

/// Whether the derivative of `f` by operand `i` is anything but zero everywhere.
pub fn is_differentiable_operand(f: Function, i: usize) -> bool {
    watch(f, i).is_some()
}

/// The function whose value at the operand of `f` is all that the pullback of `f` reads: `cos` for `sin`. A program that
/// computes both has it at hand.
pub fn relative(f: Function) -> Option<Function> {
    if operand_count(f) != 1 {
        return None;
    }
    let watcher = run(f, 0)?;
    match watcher.relatives[..] {
        [relative] if watcher.needs == Needs::default() => Some(relative),
        _ => None,
    }
}

fn watch(f: Function, i: usize) -> Option<Needs> {
    let watcher = run(f, i)?;
    let mut needs = watcher.needs;
    needs.args |= u32::from(!watcher.relatives.is_empty());
    Some(needs)
}

fn run(f: Function, i: usize) -> Option<Watcher> {
    let mut watcher = Watcher::default();
    let args: Vec<Source> = (0..operand_count(f)).map(Source::Operand).collect();
    let out = pullback(&mut watcher, f, i, &args, Source::Result, Source::Other)?;
    watcher.read([out]);
    Some(watcher)
}

/// Where a value comes from.
#[derive(Copy, Clone)]
enum Source {
    Operand(usize),
    Result,
    Other,
}

/// An emitter that emits nothing and notes every primal value it is handed.
#[derive(Default)]
struct Watcher {
    needs: Needs,
    /// The functions that were called with the first operand alone.
    relatives: Vec<Function>,
}

impl Watcher {
    fn read(&mut self, values: impl IntoIterator<Item = Source>) -> Source {
        for value in values {
            match value {
                Source::Operand(j) => self.needs.args |= 1 << j,
                Source::Result => self.needs.result = true,
                Source::Other => {}
            }
        }
        Source::Other
    }
}

impl Emit for Watcher {
    type Value = Source;
    type Condition = ();

    fn constant(&mut self, like: Source, _: f64) -> Source {
        self.read([like])
    }
    fn named(&mut self, like: Source, _: Constant) -> Source {
        self.read([like])
    }
    fn neg(&mut self, a: Source) -> Source {
        self.read([a])
    }
    fn add(&mut self, a: Source, b: Source) -> Source {
        self.read([a, b])
    }
    fn sub(&mut self, a: Source, b: Source) -> Source {
        self.read([a, b])
    }
    fn mul(&mut self, a: Source, b: Source) -> Source {
        self.read([a, b])
    }
    fn div(&mut self, a: Source, b: Source) -> Source {
        self.read([a, b])
    }
    fn compare(&mut self, _: Predicate, a: Source, b: Source) {
        self.read([a, b]);
    }
    fn and(&mut self, (): (), (): ()) {}
    fn or(&mut self, (): (), (): ()) {}
    fn select(&mut self, (): (), a: Source, b: Source) -> Source {
        self.read([a, b])
    }
    fn call(&mut self, f: Function, args: &[Source]) -> Source {
        if let [Source::Operand(0)] = args {
            self.relatives.push(f);
            return Source::Other;
        }
        self.read(args.iter().copied())
    }
    fn integer(&mut self, like: Source, _: i32) -> Source {
        self.read([like])
    }
    fn int_offset(&mut self, n: Source, _: i32) -> Source {
        self.read([n])
    }
    fn int_to_float(&mut self, n: Source, like: Source) -> Source {
        self.read([n, like])
    }
}
