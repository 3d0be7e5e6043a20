//! Control flow: loops, branches and blocks become blocks of LLVM whose values come together in `phi`.

use super::counting::{begin_count_of, end_count_of};
use super::types::{self, Component};
use super::writer::{Join, Parts, Scope, Writer};
use std::collections::HashMap;
use zymase_dialects::{cf, scf};
use zymase_ir::{Attribute, Block, Op, Region, Result, Value};

/// Writes an operation with regions of `scf` or `memref`; false when it is none of those that are known.
pub fn write(writer: &mut Writer, op: Op) -> Result<bool> {
    match writer.ir[op].name().as_str() {
        scf::For::NAME => count(writer, op)?,
        scf::While::NAME => repeat(writer, op)?,
        scf::If::NAME => choose(writer, op)?,
        scf::IndexSwitch::NAME => switch(writer, op)?,
        scf::ExecuteRegion::NAME | "memref.alloca_scope" => {
            let is_scope = writer.ir[op].name() == "memref.alloca_scope";
            let region = writer.ir[op].regions()[0];
            if is_scope {
                writer.open_scope();
            }
            let results = writer.ir[op].results().to_vec();
            let parts = write_region(writer, op, region, &results)?;
            if is_scope {
                writer.close_scope();
            }
            writer.bind(op, &results, &parts)?;
        }
        cf::Assert::NAME => assert(writer, op)?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn count(writer: &mut Writer, op: Op) -> Result<()> {
    let operands = writer.operands(op);
    let (lower, upper, step) = (writer.part(operands[0]), writer.part(operands[1]), writer.part(operands[2]));
    let region = writer.ir[op].regions()[0];
    let arguments = region_arguments(writer, region);
    let carried = writer.all_components(op, &arguments[1..])?;
    let inits = writer.all_parts(&operands[3..]);
    let ty = super::numbers::register(writer, operands[0]);
    let is_unsigned = writer.ir.attribute(op, "unsignedCmp").is_some();
    let (relation, flags) = if is_unsigned { ("ult", "nuw ") } else { ("slt", "nsw ") };
    let flags = if ty == "i64" { flags } else { "" };
    let (mut head, _, exit) = begin_count_of(writer, &ty, relation, &lower, &upper, &carried, &inits);
    writer.bind(op, &arguments, &head.names.clone())?;
    writer.open_scope();
    let groups = std::mem::take(&mut writer.groups);
    let yielded = write_region(writer, op, region, &arguments[1..])?;
    writer.groups = groups;
    writer.close_scope();
    end_count_of(writer, &ty, flags, &mut head, &exit, &step, yielded, None);
    let results = writer.ir[op].results().to_vec();
    writer.bind(op, &results, &head.names[1..])
}

pub fn region_arguments(writer: &Writer, region: Region) -> Vec<Value> {
    writer.ir.entry(region).map(|block| writer.ir.arguments(block).to_vec()).unwrap_or_default()
}

/// The condition, and the values beside it, that end a region of `scf.while`.
fn repeat(writer: &mut Writer, op: Op) -> Result<()> {
    let [before, after] = writer.ir[op].regions() else { return Err(writer.refuse(op, "needs two regions")) };
    let (before, after) = (*before, *after);
    let (given, passed) = (region_arguments(writer, before), region_arguments(writer, after));
    let Some((_, end)) = writer.ir.single_block(before) else {
        return Err(writer.refuse(op, "decides in several blocks"));
    };
    let condition = writer.ir[end].operand(0).ok_or_else(|| writer.refuse(op, "has no condition"))?;
    let mut head = {
        let components = writer.all_components(op, &given)?;
        writer.join("while", &components)
    };
    let operands = writer.operands(op);
    let inits = writer.all_parts(&operands);
    writer.jump(&mut head, inits);
    writer.begin(&mut head);
    writer.bind(op, &given, &head.names.clone())?;
    let groups = std::mem::take(&mut writer.groups);
    let mut decided = write_region(writer, op, before, &[&[condition], passed.as_slice()].concat())?;
    let goes_on = decided.remove(0);
    let (body, exit) = (writer.fresh("body"), writer.fresh("end"));
    writer.branch(&goes_on, &body, &exit);
    writer.label(&body);
    writer.bind(op, &passed, &decided)?;
    let yielded = write_region(writer, op, after, &given)?;
    writer.groups = groups;
    writer.jump(&mut head, yielded);
    writer.finish(&head);
    writer.label(&exit);
    let results = writer.ir[op].results().to_vec();
    writer.bind(op, &results, &decided)
}

fn choose(writer: &mut Writer, op: Op) -> Result<()> {
    let operands = writer.operands(op);
    let condition = writer.part(operands[0]);
    let results = writer.ir[op].results().to_vec();
    let components = writer.all_components(op, &results)?;
    let mut join = writer.join("joined", &components);
    let [yes, no] = writer.ir[op].regions() else { return Err(writer.refuse(op, "needs two regions")) };
    let labels = [writer.fresh("then"), writer.fresh("else")];
    writer.branch(&condition, &labels[0], &labels[1]);
    for (region, label) in [*yes, *no].into_iter().zip(&labels) {
        writer.label(label);
        let parts = write_branch(writer, op, region, &results)?;
        writer.jump(&mut join, parts);
    }
    writer.begin(&mut join);
    writer.finish(&join);
    writer.bind(op, &results, &join.names)
}

fn write_branch(writer: &mut Writer, op: Op, region: Region, results: &[Value]) -> Result<Parts> {
    if writer.ir.blocks(region).is_empty() {
        return Ok(Parts::new());
    }
    write_region(writer, op, region, results)
}

fn switch(writer: &mut Writer, op: Op) -> Result<()> {
    let operands = writer.operands(op);
    let number = writer.part(operands[0]);
    let cases = writer.ir.attribute(op, "cases").and_then(Attribute::as_i64_array).unwrap_or_default().to_vec();
    let results = writer.ir[op].results().to_vec();
    let components = writer.all_components(op, &results)?;
    let mut join = writer.join("joined", &components);
    let regions = writer.ir[op].regions().to_vec();
    let labels: Vec<String> = regions.iter().map(|_| writer.fresh("case")).collect();
    let targets: String =
        cases.iter().zip(&labels[1..]).map(|(case, label)| format!(" i64 {case}, label %{label}")).collect();
    writer.line(format!("switch i64 {number}, label %{} [{targets} ]", labels[0]));
    for (region, label) in regions.into_iter().zip(&labels) {
        writer.label(label);
        let parts = write_branch(writer, op, region, &results)?;
        writer.jump(&mut join, parts);
    }
    writer.begin(&mut join);
    writer.finish(&join);
    writer.bind(op, &results, &join.names)
}

fn assert(writer: &mut Writer, op: Op) -> Result<()> {
    let condition = writer.part(writer.operands(op)[0]);
    let message = writer.ir.attribute(op, "msg").and_then(Attribute::as_str).unwrap_or_default().to_owned();
    let name = writer.fresh("@zymase.message");
    let text = super::bytes_text(format!("{message}\0").as_bytes());
    let length = message.len() + 1;
    writer.module.define(&name, || format!("{name} = internal constant [{length} x i8] c\"{text}\""));
    writer.module.declare("puts", "declare i32 @puts(ptr)");
    writer.module.declare("abort", "declare void @abort() noreturn nounwind");
    let (good, bad) = (writer.fresh("holds"), writer.fresh("fails"));
    writer.branch(&condition, &good, &bad);
    writer.label(&bad);
    writer.line(format!("call i32 @puts(ptr {name})"));
    writer.line("call void @abort()");
    writer.line("unreachable");
    writer.label(&good);
    Ok(())
}

/// Writes a region whose arguments have names already. What its end gives, as components of values of these types.
pub fn write_region(writer: &mut Writer, op: Op, region: Region, results: &[Value]) -> Result<Parts> {
    let blocks = writer.ir.blocks(region).to_vec();
    if let [only] = blocks.as_slice() {
        return match write_block(writer, *only)? {
            Some(end) => {
                let values = writer.operands(end);
                Ok(writer.all_parts(&values))
            }
            None => Ok(Parts::new()),
        };
    }
    let components = writer.all_components(op, results)?;
    write_blocks(writer, op, &blocks, &components)
}

/// Writes the operations of a block but its end.
fn write_block(writer: &mut Writer, block: Block) -> Result<Option<Op>> {
    let end = writer.ir.terminator(block).filter(|end| {
        let operation = &writer.ir[*end];
        operation.has_trait(zymase_ir::Trait::Terminator)
    });
    for op in writer.ir.block_ops(block).filter(|op| Some(*op) != end).collect::<Vec<_>>() {
        (writer.operation)(writer, op)?;
    }
    Ok(end)
}

/// Blocks so that those come first that others need: the order in which a walk from the first leaves them, backwards.
fn ordered(writer: &Writer, blocks: &[Block]) -> Vec<Block> {
    let mut left = Vec::new();
    let mut seen: Vec<Block> = vec![blocks[0]];
    let successors = |block: Block| {
        let end = writer.ir.last_op(block);
        end.map(|end| writer.ir[end].successors().to_vec()).unwrap_or_default()
    };
    let mut open = vec![(blocks[0], successors(blocks[0]))];
    while let Some((block, rest)) = open.last_mut() {
        match rest.pop() {
            Some(next) if !seen.contains(&next) => {
                seen.push(next);
                open.push((next, successors(next)));
            }
            Some(_) => {}
            None => {
                left.push(*block);
                open.pop();
            }
        }
    }
    left.reverse();
    left
}

fn write_blocks(writer: &mut Writer, op: Op, blocks: &[Block], results: &[Component]) -> Result<Parts> {
    let order = ordered(writer, blocks);
    let mut joins: HashMap<Block, Join> = HashMap::new();
    for block in &order[1..] {
        let components = writer.all_components(op, writer.ir.arguments(*block))?;
        let join = writer.join("block", &components);
        joins.insert(*block, join);
    }
    let mut exit = writer.join("left", results);
    for block in order {
        if let Some(mut join) = joins.remove(&block) {
            writer.begin(&mut join);
            let arguments = writer.ir.arguments(block).to_vec();
            writer.bind(op, &arguments, &join.names.clone())?;
            joins.insert(block, join);
        }
        let Some(end) = write_block(writer, block)? else {
            return Err(writer.refuse(op, "has a block without an end that is known"));
        };
        end_block(writer, end, &mut joins, &mut exit)?;
    }
    for join in joins.values() {
        writer.finish(join);
    }
    writer.begin(&mut exit);
    if exit.is_reached() {
        writer.finish(&exit);
        return Ok(exit.names);
    }
    // Control never leaves.
    writer.lines.truncate(writer.lines.len() - results.len());
    Ok(results.iter().map(|_| "poison".to_owned()).collect())
}

fn end_block(writer: &mut Writer, end: Op, joins: &mut HashMap<Block, Join>, exit: &mut Join) -> Result<()> {
    let Some(jumps) = cf::jumps(writer.ir, end) else {
        let values = writer.operands(end);
        let parts = writer.all_parts(&values);
        writer.jump(exit, parts);
        return Ok(());
    };
    let mut labels = Vec::new();
    for (target, _) in &jumps {
        match joins.get(target) {
            Some(join) => labels.push(join.label.clone()),
            None => return Err(writer.refuse(end, "jumps to the first block")),
        }
    }
    let operands = writer.operands(end);
    match writer.ir[end].name().as_str() {
        cf::Br::NAME => writer.line(format!("br label %{}", labels[0])),
        cf::CondBr::NAME => {
            let condition = writer.part(operands[0]);
            let is_same = jumps[0].0 == jumps[1].0;
            if is_same && !jumps[0].1.is_empty() {
                return choose_values(writer, end, &condition, &jumps, joins);
            }
            writer.branch(&condition, &labels[0], &labels[1]);
        }
        _ => {
            let ty = super::numbers::register(writer, operands[0]);
            let flag = writer.part(operands[0]);
            let cases = cf::cases(writer.ir, end);
            // Each way has a block of its own: several may lead to one block with different values.
            let ways: Vec<String> = labels.iter().map(|_| writer.fresh("way")).collect();
            let targets: String =
                cases.iter().zip(&ways[1..]).map(|(case, label)| format!(" {ty} {case}, label %{label}")).collect();
            writer.line(format!("switch {ty} {flag}, label %{} [{targets} ]", ways[0]));
            for ((target, values), way) in jumps.iter().zip(&ways) {
                writer.label(way);
                let parts = writer.all_parts(values);
                if let Some(mut join) = joins.remove(target) {
                    writer.jump(&mut join, parts);
                    joins.insert(*target, join);
                }
            }
            return Ok(());
        }
    }
    for (target, values) in &jumps {
        let parts = writer.all_parts(values);
        if let Some(join) = joins.get_mut(target) {
            writer.arrive(join, parts);
        }
    }
    Ok(())
}

/// Both ways lead to one block: the values are chosen before.
fn choose_values(
    writer: &mut Writer,
    end: Op,
    condition: &str,
    jumps: &[(Block, Vec<Value>)],
    joins: &mut HashMap<Block, Join>,
) -> Result<()> {
    let components = writer.all_components(end, &jumps[0].1)?;
    let (yes, no) = (writer.all_parts(&jumps[0].1), writer.all_parts(&jumps[1].1));
    let mut parts = Parts::new();
    for ((component, yes), no) in components.iter().zip(&yes).zip(&no) {
        let ty = &component.ty;
        parts.push(writer.emit(format!("select i1 {condition}, {ty} {yes}, {ty} {no}")));
    }
    if let Some(mut join) = joins.remove(&jumps[0].0) {
        writer.jump(&mut join, parts);
        joins.insert(jumps[0].0, join);
    }
    Ok(())
}

impl Writer<'_, '_> {
    /// Begins a region whose end gives the stack back.
    pub fn open_scope(&mut self) {
        self.scopes.push(Scope { saved: None, begin: self.lines.len() });
        // A place for what is known only later; empty lines are left out in the end.
        self.lines.push(String::new());
    }

    /// Ends it.
    pub fn close_scope(&mut self) {
        if let Some(Scope { saved: Some(saved), .. }) = self.scopes.pop() {
            self.module.declare("llvm.stackrestore.p0", "declare void @llvm.stackrestore.p0(ptr)");
            self.line(format!("call void @llvm.stackrestore.p0(ptr {saved})"));
        }
    }

    /// Something is to be taken from the stack: it is given back where the present scope ends.
    pub fn save_stack(&mut self) {
        let Some(scope) = self.scopes.last() else { return };
        if scope.saved.is_some() {
            return;
        }
        let begin = scope.begin;
        self.module.declare("llvm.stacksave.p0", "declare ptr @llvm.stacksave.p0()");
        let name = self.fresh("%v");
        self.lines[begin] = format!("  {name} = call ptr @llvm.stacksave.p0()");
        if let Some(scope) = self.scopes.last_mut() {
            scope.saved = Some(name);
        }
    }

    /// Whether memory on the stack can be taken once for all: its scope does not run it twice.
    pub fn is_hoistable(&self, op: Op) -> bool {
        let mut inner = op;
        while let Some(around) = self.ir.parent_op(inner) {
            match self.ir[around].name().as_str() {
                "scf.if" | "scf.index_switch" => {}
                "scf.for" | "scf.parallel" | "memref.alloca_scope" => return true,
                "func.func" | "scf.execute_region" => {
                    let region = self.ir[inner].parent().and_then(|block| self.ir.block_parent(block));
                    let is_straight = region.is_some_and(|region| self.ir.blocks(region).len() == 1);
                    if !is_straight || self.ir[around].name() == "func.func" {
                        return is_straight;
                    }
                }
                _ => return false,
            }
            inner = around;
        }
        false
    }
}

/// The components of the type of each value that a loop carries.
pub fn components_of(writer: &Writer, op: Op, values: &[Value]) -> Result<Vec<Component>> {
    let mut all = Vec::new();
    for value in values {
        let found = types::components(writer.ir.ty(*value));
        all.extend(found.ok_or_else(|| writer.refuse(op, "carries a value that is not lowered"))?);
    }
    Ok(all)
}

/// Writes the blocks of a function. What it returns has these components.
pub fn write_function_region(writer: &mut Writer, op: Op, region: Region, results: &[Component]) -> Result<Parts> {
    let blocks = writer.ir.blocks(region).to_vec();
    if blocks.len() == 1 {
        return write_region(writer, op, region, &[]);
    }
    write_blocks(writer, op, &blocks, results)
}
