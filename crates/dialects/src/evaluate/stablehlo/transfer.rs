//! Transfers: what is fed in and out, what devices send to each other, and what is started now and waited for later.
//!
//! What is started is run at once. That shows in nothing but programs whose devices start the same collectives in different
//! orders: these end with the error that all devices wait for each other.

use crate::evaluate::bodies::region;
use crate::evaluate::rules::Entry;
use crate::evaluate::{Evaluate, Machine, Result, RuntimeValue};
use crate::stablehlo::attributes::ChannelHandle;
use zymase_ir::{Attribute, Op};

pub(super) const TABLE: &[Entry] = &[
    ("async_done", Evaluate(async_done)),
    ("async_start", Evaluate(async_start)),
    ("infeed", Evaluate(infeed)),
    ("outfeed", Evaluate(outfeed)),
    ("recv", Evaluate(recv)),
    ("send", Evaluate(send)),
];

fn infeed(machine: &mut Machine, _: Op, _: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let Some(function) = machine.place.and_then(|place| place.fleet.next_infeed()) else {
        return Err("nothing is fed in".into());
    };
    let mut results = machine.call(function, Vec::new())?;
    results.push(RuntimeValue::Token);
    Ok(results)
}

/// Nobody looks at what is fed out.
fn outfeed(_: &mut Machine, _: Op, _: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    Ok(vec![RuntimeValue::Token])
}

fn channel(machine: &Machine, op: Op) -> Result<i64> {
    let handle: &ChannelHandle = machine.structure(op, "channel_handle")?;
    Ok(handle.handle)
}

/// Where this device sends to and receives from, if the operation names pairs of devices.
fn partners(machine: &Machine, op: Op, here: usize) -> Result<Option<Vec<i64>>> {
    if machine.attribute(op, "source_target_pairs").is_none() {
        return Ok(None);
    }
    let numbers = machine.integers(op, "source_target_pairs")?;
    let pairs = numbers.as_chunks::<2>().0.iter();
    let mine = pairs.filter(|pair| pair[here] == machine.device() as i64);
    Ok(Some(mine.map(|pair| pair[1 - here]).collect()))
}

fn is_host_transfer(machine: &Machine, op: Op) -> bool {
    machine.attribute(op, "is_host_transfer").and_then(Attribute::as_bool).unwrap_or_default()
}

fn send(machine: &mut Machine, op: Op, mut values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    values.pop();
    if !is_host_transfer(machine, op) {
        let (channel, targets) = (channel(machine, op)?, partners(machine, op, 0)?);
        let Some(place) = machine.place else { return Err("there is no other device to send to".into()) };
        match targets {
            None => place.fleet.send((channel, None), values),
            Some(targets) => {
                for target in targets {
                    let target = crate::evaluate::attributes::to_size(target, "source_target_pairs")?;
                    place.fleet.send((channel, Some(target)), values.clone());
                }
            }
        }
    }
    Ok(vec![RuntimeValue::Token])
}

fn recv(machine: &mut Machine, op: Op, _: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    if is_host_transfer(machine, op) {
        return Err("the host sends nothing".into());
    }
    let (channel, sources) = (channel(machine, op)?, partners(machine, op, 1)?);
    let Some(place) = machine.place else { return Err("there is no other device to receive from".into()) };
    let mut values = match sources {
        None => place.fleet.receive((channel, None))?,
        Some(sources) if sources.is_empty() => return Err("no device sends to this one".into()),
        Some(_) => place.fleet.receive((channel, Some(place.number)))?,
    };
    values.push(RuntimeValue::Token);
    Ok(values)
}

fn async_start(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let body = region(machine, op, 0)?;
    Ok(vec![RuntimeValue::Future(machine.run_region(body, values)?)])
}

fn async_done(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    match values.into_iter().next() {
        Some(RuntimeValue::Future(results)) => Ok(results),
        _ => Err("its operand was not started".into()),
    }
}
