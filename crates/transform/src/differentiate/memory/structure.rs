//! Blocks as a loop: control that jumps between blocks becomes a loop over the number of the block that runs next.
//!
//! The first block stays where it is. The others become the cases of a switch in the body of the loop, which carries the arguments
//! of blocks, values that one block computes and another uses, and the results. That is slower than the blocks were, but has a
//! reverse, whatever the blocks look like.

use super::build::any_value;
use super::facts::is_memory;
use zymase_dialects::{cf, indices};
use zymase_ir::{Attribute, Block, Builder, InsertionPoint, Ir, Op, Region, Result, Type, Value};
use zymase_support::hash::FastMap;

/// Replaces the blocks of a function, and of regions in it, by loops.
pub fn remove_blocks(ir: &mut Ir, function: Op) -> Result<()> {
    for op in ir.walk(function).into_iter().rev() {
        for region in ir[op].regions().to_vec() {
            if ir.blocks(region).len() > 1 {
                Loop::new(ir, op, region)?.build(ir)?;
            }
        }
    }
    Ok(())
}

/// The blocks of one region.
struct Loop {
    op: Op,
    /// The first block, and the others.
    entry: Block,
    blocks: Vec<Block>,
    /// What the loop carries: the values it stands for, by their places.
    carried: Vec<Value>,
    places: FastMap<Value, usize>,
    /// The types of what the region ends with, and the operation that ends it.
    results: Vec<Type>,
    end: Op,
}

/// What comes after a block: whether the loop goes on, the block, and what is carried.
struct Next {
    goes_on: Value,
    number: Value,
    carried: Vec<Value>,
    results: Vec<Value>,
}

impl Loop {
    fn new(ir: &Ir, op: Op, region: Region) -> Result<Loop> {
        let all = ir.blocks(region).to_vec();
        let (entry, blocks) = (all[0], all[1..].to_vec());
        let ends: Vec<Op> = all.iter().filter_map(|block| ir.terminator(*block)).collect();
        let Some(end) = ends.iter().copied().find(|end| ir[*end].successors().is_empty()) else {
            return Err(ir.refuse(op, "never ends", "let one of its blocks return"));
        };
        let mut carried: Vec<Value> = Vec::new();
        for block in &blocks {
            carried.extend(ir.arguments(*block));
            for inner in ir.block_ops(*block) {
                carried
                    .extend(ir[inner].results().iter().copied().filter(|value| is_used_elsewhere(ir, *value, *block)));
            }
        }
        if let Some(value) = carried.iter().find(|value| is_memory(ir.ty(**value))) {
            let place = ir.defining_op(*value).unwrap_or(op);
            let help = "compute it in the first block, or use structured control flow";
            return Err(ir.refuse(place, "passes memory from block to block, which is not differentiated yet", help));
        }
        let places = carried.iter().enumerate().map(|(place, value)| (*value, place)).collect();
        let returned: Vec<Value> = ir[end].operands().collect();
        Ok(Loop { op, entry, blocks, carried, places, results: ir.types(&returned), end })
    }

    fn build(self, ir: &mut Ir) -> Result<()> {
        let Some(first_end) = ir.terminator(self.entry) else { return Err(ir.error(self.op, "does not end")) };
        let mut last = ir.state_of(self.end);
        let mut builder = Builder::before(ir, first_end);
        let types: Vec<Type> = builder.ir().types(&self.carried);
        let carried: Result<Vec<Value>> = types.iter().map(|ty| any_value(&mut builder, ty)).collect();
        let results: Result<Vec<Value>> = self.results.iter().map(|ty| any_value(&mut builder, ty)).collect();
        let start = self.next(&mut builder, first_end, carried?, results?)?;
        let inits = [vec![start.goes_on, start.number], start.carried, start.results].concat();
        let types = builder.ir().types(&inits);
        let test = builder.region(&types, |inner, values| {
            inner.build("scf.condition", &[&values[..1], values].concat(), &[], &[]);
            Ok(())
        })?;
        let body = self.body(&mut builder, &types)?;
        let mut state = builder.state("scf.while", &inits, &[]);
        state.result_types = types;
        state.regions = vec![test, body];
        let made = builder.insert(state);
        let all = ir[made].results().to_vec();
        last.operands = all[2 + self.carried.len()..].to_vec();
        let new_end = ir.create(last);
        ir.insert(new_end, InsertionPoint::After(made));
        ir.erase(first_end)?;
        for block in self.blocks {
            ir.erase_block(block)?;
        }
        Ok(())
    }

    /// One case for each block.
    fn body(&self, builder: &mut Builder, types: &[Type]) -> Result<Region> {
        builder.region(types, |inner, values| {
            let carried = &values[2..2 + self.carried.len()];
            let results = &values[2 + self.carried.len()..];
            let same = inner.region(&[], |case, _| {
                case.build("scf.yield", values, &[], &[]);
                Ok(())
            })?;
            let mut regions = vec![same];
            for block in &self.blocks {
                regions.push(self.case(inner, *block, carried, results)?);
            }
            let cases: Vec<i64> = (0..self.blocks.len() as i64).collect();
            let mut state = inner.state("scf.index_switch", &[values[1]], &[("cases", Attribute::i64_array(cases))]);
            state.result_types = types.to_vec();
            state.regions = regions;
            let switch = inner.insert(state);
            let next = inner.ir()[switch].results().to_vec();
            inner.build("scf.yield", &next, &[], &[]);
            Ok(())
        })
    }

    fn case(&self, builder: &mut Builder, block: Block, carried: &[Value], results: &[Value]) -> Result<Region> {
        builder.region(&[], |inner, _| {
            let InsertionPoint::End(to) = inner.point() else { return Ok(()) };
            let Some(end) = inner.ir().terminator(block) else { return Ok(()) };
            for op in inner.ir().block_ops(block).collect::<Vec<_>>() {
                inner.ir.detach(op);
                inner.ir.insert(op, InsertionPoint::End(to));
                // What other blocks computed is carried.
                for nested in inner.ir().walk(op) {
                    let operands: Vec<Value> = inner.ir()[nested].operands().collect();
                    for (index, operand) in operands.into_iter().enumerate() {
                        let is_here =
                            inner.ir().defining_op(operand).is_some_and(|op| inner.ir()[op].parent() == Some(to));
                        if let Some(place) = self.places.get(&operand).filter(|_| !is_here) {
                            inner.ir.set_operand(nested, index, carried[*place]);
                        }
                    }
                }
            }
            let mut now = carried.to_vec();
            for (value, place) in &self.places {
                let is_here = inner.ir().defining_op(*value).is_some_and(|op| inner.ir()[op].parent() == Some(to));
                if is_here {
                    now[*place] = *value;
                }
            }
            inner.ir.detach(end);
            let next = self.next(inner, end, now, results.to_vec())?;
            inner.ir.erase(end)?;
            inner.build("scf.yield", &[vec![next.goes_on, next.number], next.carried, next.results].concat(), &[], &[]);
            Ok(())
        })
    }

    /// What an operation that ends a block means for the loop.
    fn next(&self, builder: &mut Builder, end: Op, carried: Vec<Value>, results: Vec<Value>) -> Result<Next> {
        let truth = |builder: &mut Builder, value: bool| {
            builder.typed("arith.constant", &[], &[("value", Attribute::bool(value))], Type::integer(1))
        };
        let Some(jumps) = cf::jumps(builder.ir(), end) else {
            let results = builder.ir()[end].operands().collect();
            let (goes_on, number) = (truth(builder, false)?, indices::constant(builder, 0));
            return Ok(Next { goes_on, number, carried, results });
        };
        let goes_on = truth(builder, true)?;
        let flag = builder.ir()[end].operand(0);
        let cases = cf::cases(builder.ir(), end);
        let mut found: Option<(Value, Vec<Value>)> = None;
        for (place, (block, values)) in jumps.iter().enumerate() {
            let number = self.blocks.iter().position(|other| other == block).unwrap_or_default();
            let number = indices::constant(builder, number as i64);
            let mut after = carried.clone();
            for (argument, value) in builder.ir().arguments(*block).to_vec().iter().zip(values) {
                after[self.places[argument]] = *value;
            }
            found = Some(match (found, flag) {
                (Some((others, before)), Some(flag)) => {
                    // The first of two is taken where the condition holds; a later one of many where the number is its own.
                    let is_switch = builder.ir()[end].name() == cf::Switch::NAME;
                    let condition = if is_switch {
                        let case = indices::constant_of(builder, cases[place - 1], &builder.ty(flag));
                        builder.typed(
                            "arith.cmpi",
                            &[flag, case],
                            &[("predicate", Attribute::i64(0))],
                            Type::integer(1),
                        )?
                    } else {
                        let yes = truth(builder, true)?;
                        builder.typed("arith.xori", &[flag, yes], &[], Type::integer(1))?
                    };
                    let number = select(builder, condition, number, others)?;
                    let after: Result<Vec<Value>> =
                        after.iter().zip(&before).map(|(a, b)| select(builder, condition, *a, *b)).collect();
                    (number, after?)
                }
                _ => (number, after),
            });
        }
        let Some((number, carried)) = found else { return Err(builder.ir().error(end, "goes nowhere")) };
        Ok(Next { goes_on, number, carried, results })
    }
}

fn select(builder: &mut Builder, condition: Value, a: Value, b: Value) -> Result<Value> {
    if a == b {
        return Ok(a);
    }
    let ty = builder.ty(a);
    builder.typed("arith.select", &[condition, a, b], &[], ty)
}

/// Whether another block of the region uses the value.
fn is_used_elsewhere(ir: &Ir, value: Value, block: Block) -> bool {
    ir.uses(value).iter().any(|user| {
        let mut around = Some(user.op);
        while let Some(op) = around {
            if ir[op].parent() == Some(block) {
                return false;
            }
            around = ir.parent_op(op);
        }
        true
    })
}
