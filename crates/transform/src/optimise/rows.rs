//! What loops read and write row by row: tensors of which step `k` sees or makes row `start + step·k`.
//!
//! A tensor whose rows a loop makes, each of them the same row of a tensor from outside, is that tensor: `copied_rows`. Derivatives keep what
//! they need of each step, which may be what the step has read.

use super::facts;
use super::loops::{blocks, trip_count};
use super::read::{is_op, numbers};
use zymase_ir::{Block, Definer, Ir, Op, Value};

/// A number that is `start + step·k` in step `k` of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    pub start: i64,
    pub step: i64,
}

impl Line {
    /// Whether the first numbers are those below a limit, each of them once.
    pub fn covers(self, limit: u64) -> bool {
        let last = i64::try_from(limit).map_or(-1, |limit| limit - 1);
        self == Line { start: 0, step: 1 } || self == Line { start: last, step: -1 }
    }
}

/// How deep numbers are followed.
const DEPTH: usize = 8;
/// Numbers beyond this may not fit their type.
const LARGEST: i64 = 1 << 30;

/// A loop that makes a known number of steps.
pub struct Steps {
    pub op: Op,
    pub body: Block,
    pub condition: Block,
    pub count: u64,
}

impl Steps {
    pub fn of(ir: &Ir, op: Op) -> Option<Steps> {
        let (condition, body) = blocks(ir, op)?;
        let count = trip_count(ir, op).filter(|count| (1..LARGEST as u64).contains(count))?;
        Some(Steps { op, body, condition, count })
    }

    pub fn argument(&self, ir: &Ir, place: usize) -> Value {
        ir.arguments(self.body)[place]
    }

    /// Which of the values that the loop carries an argument of its body is.
    fn place(&self, ir: &Ir, value: Value) -> Option<usize> {
        match ir.definer(value) {
            Definer::Argument { block, index } if block == self.body => Some(index),
            _ => None,
        }
    }

    pub fn is_outside(&self, ir: &Ir, value: Value) -> bool {
        let mut around = ir.defining_block(value);
        while let Some(block) = around {
            if block == self.body {
                return false;
            }
            around = ir.block_parent(block).and_then(|region| ir.region_parent(region)).and_then(|op| ir[op].parent());
        }
        true
    }

    /// An integer as a function of the number of the step.
    pub fn line(&self, ir: &Ir, value: Value) -> Option<Line> {
        let line = self.line_at(ir, value, DEPTH)?;
        let last = line.step.checked_mul(self.count as i64)?.checked_add(line.start)?;
        (line.start.abs() < LARGEST && last.abs() < LARGEST).then_some(line)
    }

    fn line_at(&self, ir: &Ir, value: Value, depth: usize) -> Option<Line> {
        if depth == 0 || !ir.ty(value).element().is_integer() || ir.ty(value).element().element_bytes()? < 4 {
            return None;
        }
        if let Some(number) = facts::uniform(ir, value).filter(|number| number.abs() < LARGEST as f64) {
            return Some(Line { start: number as i64, step: 0 });
        }
        if let Some(place) = self.place(ir, value) {
            return self.counted(ir, place);
        }
        let op = ir.defining_op(value)?;
        let of = |at: usize| self.line_at(ir, ir[op].operand(at)?, depth - 1);
        if is_op(ir, op, "convert") || is_op(ir, op, "reshape") {
            return of(0);
        }
        let (a, b) = (of(0)?, of(1)?);
        let joined = match ir[op].name().as_str() {
            "stablehlo.add" => (a.start.checked_add(b.start), a.step.checked_add(b.step)),
            "stablehlo.subtract" => (a.start.checked_sub(b.start), a.step.checked_sub(b.step)),
            _ => return None,
        };
        Some(Line { start: joined.0?, step: joined.1? })
    }

    /// A value to which every step adds the same.
    fn counted(&self, ir: &Ir, place: usize) -> Option<Line> {
        let next = *ir.returned(ir[self.op].regions()[1]).get(place)?;
        let sum = ir.defining_op(next).filter(|sum| is_op(ir, *sum, "add"))?;
        let (a, b) = (ir[sum].operand(0)?, ir[sum].operand(1)?);
        let argument = self.argument(ir, place);
        let step = match (a == argument, b == argument) {
            (true, _) => b,
            (_, true) => a,
            _ => return None,
        };
        let step = facts::uniform(ir, step).filter(|step| step.abs() < LARGEST as f64)? as i64;
        let start = facts::uniform(ir, ir[self.op].operand(place)?)?;
        (start.abs() < LARGEST as f64).then_some(Line { start: start as i64, step })
    }

    /// Of operands of an operation, the row that they begin at: the first as it depends on the step, the others zero.
    fn row(&self, ir: &Ir, starts: &[Value]) -> Option<(Value, Line)> {
        let (first, others) = starts.split_first()?;
        let line = self.line(ir, *first).filter(|line| line.covers(self.count))?;
        others.iter().all(|start| facts::uniform(ir, *start) == Some(0.0)).then_some((*first, line))
    }

    /// The tensor from outside, of which a value is the row of a step, with as many rows as there are steps; and the number of the row.
    pub fn read(&self, ir: &Ir, value: Value) -> Option<(Value, Value, Line)> {
        let mut op = ir.defining_op(value)?;
        while is_op(ir, op, "reshape") {
            op = ir.defining_op(ir[op].operand(0)?)?;
        }
        if !is_op(ir, op, "dynamic_slice") || ir[op].parent() != Some(self.body) {
            return None;
        }
        let operands: Vec<Value> = ir[op].operands().collect();
        let sizes = numbers(ir, op, "slice_sizes")?;
        let shape = ir.ty(operands[0]).shape()?;
        let is_row = sizes[..1] == [1] && sizes[1..] == shape[1..] && u64::try_from(shape[0]) == Ok(self.count);
        if !is_row || !self.is_outside(ir, operands[0]) {
            return None;
        }
        let (number, line) = self.row(ir, &operands[1..])?;
        Some((operands[0], number, line))
    }

    /// What each step makes a row of a carried tensor of, of which nothing else is seen, and the number of the row: in the end all rows
    /// have been made.
    pub fn written(&self, ir: &Ir, place: usize) -> Option<(Value, Line)> {
        let argument = self.argument(ir, place);
        let next = *ir.returned(ir[self.op].regions()[1]).get(place)?;
        let update = ir.defining_op(next).filter(|op| is_op(ir, *op, "dynamic_update_slice"))?;
        let operands: Vec<Value> = ir[update].operands().collect();
        let (shape, part) = (ir.ty(argument).shape()?, ir.ty(operands[1]).shape()?);
        let is_row = part.first() == Some(&1) && part[1..] == shape[1..] && u64::try_from(shape[0]) == Ok(self.count);
        let is_alone = operands[0] == argument
            && ir.uses(argument).len() == 1
            && ir.uses(next).len() == 1
            && ir.uses(ir.arguments(self.condition)[place]).is_empty();
        if !is_row || !is_alone {
            return None;
        }
        let (_, line) = self.row(ir, &operands[2..])?;
        Some((operands[1], line))
    }
}

/// Puts the tensors themselves in the place of those of which a loop copies each row; how many.
pub fn copied_rows(ir: &mut Ir, op: Op) -> usize {
    let Some(steps) = Steps::of(ir, op) else { return 0 };
    let mut seen = 0;
    for place in 0..ir[op].results().len() {
        let result = ir[op].results()[place];
        if ir.uses(result).is_empty() {
            continue;
        }
        let copied = steps.written(ir, place).and_then(|(row, line)| {
            let (rows, _, from) = steps.read(ir, row)?;
            (from == line && ir.ty(rows) == ir.ty(result)).then_some(rows)
        });
        if let Some(rows) = copied {
            ir.replace_uses(result, rows);
            seen += 1;
        }
    }
    seen
}
