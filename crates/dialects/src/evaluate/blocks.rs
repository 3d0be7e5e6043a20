//! Branches between blocks.

use super::rules::attach_all;
use super::{Evaluate, Machine, Result, RuntimeValue};
use zymase_ir::{Block, Dialect, Op};

/// The block that is run next, and its arguments.
type Next = (Block, Vec<RuntimeValue>);

/// The interface of operations that end a block and go to another: from the values of its operands to the block and its arguments.
#[derive(Clone, Copy)]
pub struct Branch(pub fn(&mut Machine, Op, Vec<RuntimeValue>) -> Result<Next>);

/// Attaches evaluation to the operations of the dialect.
pub fn attach(dialect: &mut Dialect) {
    attach_all(dialect, [("assert", Evaluate(assert))].into_iter(), &[]);
    dialect.attach("cf.br", Branch(|machine, op, values| Ok((machine.ir()[op].successors()[0], values))));
    dialect.attach("cf.cond_br", Branch(choose));
    dialect.attach("cf.switch", Branch(switch));
}

fn assert(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    if values[0].tensor()?.to_bool()? {
        return Ok(Vec::new());
    }
    let message = machine.attribute(op, "msg").and_then(|message| message.as_str()).unwrap_or_default();
    Err(format!("does not hold: {message}").into())
}

/// The values that go to a successor, where all operands behind the first go to successors.
fn passed(machine: &Machine, op: Op, chosen: usize, values: &[RuntimeValue]) -> Result<(Block, Vec<RuntimeValue>)> {
    let jumps = crate::cf::jumps(machine.ir(), op).ok_or("passes on other values than blocks take")?;
    let before: usize = jumps[..chosen].iter().map(|(_, values)| values.len()).sum();
    let (block, arguments) = &jumps[chosen];
    Ok((*block, values[1 + before..][..arguments.len()].to_vec()))
}

fn choose(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<(Block, Vec<RuntimeValue>)> {
    let chosen = usize::from(!values[0].tensor()?.to_bool()?);
    passed(machine, op, chosen, &values)
}

fn switch(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<(Block, Vec<RuntimeValue>)> {
    let number = values[0].number()?;
    let chosen = crate::cf::cases(machine.ir(), op).iter().position(|case| *case == number);
    passed(machine, op, chosen.map_or(0, |place| place + 1), &values)
}
