//! Loops and branches over tensors: numbers are carried as numbers, tensors as memory of which there are two.

use super::builtin::*;
use super::lowering::{Held, Lowering};
use super::regions::{hand_over, lower_block};
use std::cell::RefCell;
use zymase_ir::{Block, Builder, Op, Region, Result, Type, Value};

fn is_number(b: &Builder, value: Value) -> bool {
    shape_of(&b.ty(value)).is_empty()
}

/// What a loop carries for a tensor: memory that holds it, and memory for the next one.
fn carried(lowering: &mut Lowering, b: &mut Builder, value: Value) -> Result<Vec<Value>> {
    if is_number(b, value) {
        return Ok(vec![lowering.element(b, value, &[])?]);
    }
    let ty = memory_of(&b.ty(value));
    let (now, next) = (lowering.take(b, &ty), lowering.take(b, &ty));
    lowering.write_to(b, value, now)?;
    Ok(vec![now, next])
}

/// Lets the arguments of a block be what is carried.
fn hold(lowering: &mut Lowering, b: &Builder, block: Block, values: &[Value]) {
    let mut rest = values.iter();
    for argument in b.ir().arguments(block).to_vec() {
        let Some(first) = rest.next() else { return };
        if is_number(b, argument) {
            lowering.held.insert(argument, Held::Number(*first));
        } else {
            rest.next();
            lowering.held.insert(argument, Held::Memory(*first));
        }
    }
}

fn block_of(lowering: &Lowering, b: &Builder, op: Op, region: Region) -> Result<(Block, Op)> {
    b.ir().single_block(region).ok_or_else(|| lowering.refuse(b, op, "has a region of several blocks"))
}

/// Writes `stablehlo.while` as `scf.while`.
pub fn repeat(lowering: &mut Lowering, b: &mut Builder, op: Op) -> Result<()> {
    let operands: Vec<Value> = b.ir()[op].operands().collect();
    let mut inits = Vec::new();
    for value in &operands {
        inits.extend(carried(lowering, b, *value)?);
    }
    let types: Vec<Type> = inits.iter().map(|value| b.ty(*value)).collect();
    let [condition, body] = b.ir()[op].regions() else { return Err(lowering.refuse(b, op, "needs two regions")) };
    let (condition, body) = (*condition, *body);
    let (condition_block, condition_end) = block_of(lowering, b, op, condition)?;
    let (body_block, body_end) = block_of(lowering, b, op, body)?;
    let this = RefCell::new(lowering);
    let before = b.region(&types, |inner, values| {
        let mut this = this.borrow_mut();
        hold(&mut this, inner, condition_block, values);
        this.within(|this| {
            this.owned.push(Vec::new());
            lower_block(this, inner, condition_block)?;
            let decided = inner.ir()[condition_end].operand(0);
            let decided = decided.ok_or_else(|| this.refuse(inner, op, "has no condition"))?;
            let decided = this.element(inner, decided, &[])?;
            close(this);
            inner.build("scf.condition", &[&[decided], values].concat(), &[], &[]);
            Ok(())
        })
    })?;
    let after = b.region(&types, |inner, values| {
        let mut this = this.borrow_mut();
        hold(&mut this, inner, body_block, values);
        this.within(|this| iteration(this, inner, body_block, body_end, values))
    })?;
    let mut state = b.state("scf.while", &inits, &[]);
    state.result_types = types;
    state.regions = vec![before, after];
    let made = b.insert(state);
    let results = b.ir()[made].results().to_vec();
    let lowering = this.into_inner();
    let mut rest = results.iter();
    for value in b.ir()[op].results().to_vec() {
        let Some(first) = rest.next() else { break };
        if is_number(b, value) {
            lowering.held.insert(value, Held::Number(*first));
        } else {
            rest.next();
            // Which of the two it is turns out at run time: neither is used for anything else.
            lowering.held.insert(value, Held::Memory(*first));
        }
    }
    Ok(())
}

/// Ends a block: its memory is free.
fn close(lowering: &mut Lowering) {
    let owned = lowering.owned.pop().unwrap_or_default();
    lowering.free.extend(owned.into_iter().map(|(_, memory)| memory));
}

/// One iteration: what it computes goes to the memory for the next one, and both change places.
fn iteration(lowering: &mut Lowering, b: &mut Builder, block: Block, end: Op, values: &[Value]) -> Result<()> {
    let arguments = b.ir().arguments(block).to_vec();
    let returned: Vec<Value> = b.ir()[end].operands().collect();
    let mut places = Vec::new();
    let mut rest = values.iter();
    for argument in &arguments {
        let Some(first) = rest.next() else { break };
        let second = if is_number(b, *argument) { None } else { rest.next().copied() };
        places.push((*first, second));
    }
    lowering.owned.push(Vec::new());
    // An argument may be written in place where it is read for the last time.
    for (argument, (now, next)) in arguments.iter().zip(&places) {
        if next.is_some()
            && let Some(open) = lowering.owned.last_mut()
        {
            open.push((*argument, *now));
        }
    }
    let mut wished = Vec::new();
    for (value, (_, next)) in returned.iter().zip(&places) {
        let is_here = b.ir().defining_op(*value).is_some_and(|op| b.ir()[op].parent() == Some(block));
        let is_once = returned.iter().filter(|other| *other == value).count() == 1;
        if let Some(next) = next
            && is_here
            && is_once
        {
            lowering.wishes.insert(*value, *next);
            wished.push(*value);
        }
    }
    lower_block(lowering, b, block)?;
    let mut yielded = Vec::new();
    for (value, (now, next)) in returned.iter().zip(&places) {
        let Some(next) = next else {
            yielded.push(lowering.element(b, *value, &[])?);
            continue;
        };
        let is_in_place = matches!(lowering.held.get(value), Some(Held::Memory(memory)) if memory == now);
        if is_in_place {
            yielded.extend([*now, *next]);
            continue;
        }
        hand_over(lowering, b, *value, *next)?;
        yielded.extend([*next, *now]);
    }
    for value in wished {
        lowering.wishes.remove(&value);
    }
    let owned = lowering.owned.pop().unwrap_or_default();
    let belongs = |memory: &Value| places.iter().any(|(now, next)| now == memory || *next == Some(*memory));
    lowering.free.extend(owned.into_iter().map(|(_, memory)| memory).filter(|memory| !belongs(memory)));
    lowering.free.retain(|memory| !belongs(memory));
    b.build("scf.yield", &yielded, &[], &[]);
    Ok(())
}

/// Writes `stablehlo.if` and `stablehlo.case` as `scf.if` and `scf.index_switch`.
pub fn choose(lowering: &mut Lowering, b: &mut Builder, op: Op) -> Result<()> {
    let results = b.ir()[op].results().to_vec();
    let regions = b.ir()[op].regions().to_vec();
    let decision = b.ir()[op].operand(0).ok_or_else(|| lowering.refuse(b, op, "has no condition"))?;
    let decided = lowering.element(b, decision, &[])?;
    let mut homes = Vec::new();
    for value in &results {
        homes.push(if is_number(b, *value) { None } else { Some(lowering.place_for(b, *value)) });
    }
    let types: Vec<Type> =
        results.iter().filter(|value| is_number(b, **value)).map(|value| signless(b.ty(*value).element())).collect();
    let mut written = Vec::new();
    for region in &regions {
        let (block, end) = block_of(lowering, b, op, *region)?;
        let homes = homes.clone();
        let this = &mut *lowering;
        written.push(b.region(&[], |inner, _| {
            this.within(|this| {
                this.owned.push(Vec::new());
                lower_block(this, inner, block)?;
                let mut numbers = Vec::new();
                for (value, home) in inner.ir()[end].operands().collect::<Vec<_>>().into_iter().zip(homes) {
                    match home {
                        Some(home) => hand_over(this, inner, value, home)?,
                        None => numbers.push(this.element(inner, value, &[])?),
                    }
                }
                close(this);
                inner.build("scf.yield", &numbers, &[], &[]);
                Ok(())
            })
        })?);
    }
    let is_case = b.ir()[op].name() == "stablehlo.case";
    let mut state = if is_case {
        // The last branch is for all other numbers.
        let number = to_index(b, decided, false);
        let last = written.pop();
        let cases: Vec<i64> = (0..written.len() as i64).collect();
        written.splice(0..0, last);
        let cases = zymase_ir::Attribute::i64_array(cases);
        b.state("scf.index_switch", &[number], &[("cases", cases)])
    } else {
        b.state("scf.if", &[decided], &[])
    };
    state.result_types = types;
    state.regions = written;
    let made = b.insert(state);
    let mut numbers = b.ir()[made].results().to_vec().into_iter();
    for (value, home) in results.into_iter().zip(homes) {
        let held = match home {
            Some(home) => Some(Held::Memory(home)),
            None => numbers.next().map(Held::Number),
        };
        if let Some(held) = held {
            lowering.held.insert(value, held);
        }
    }
    Ok(())
}
