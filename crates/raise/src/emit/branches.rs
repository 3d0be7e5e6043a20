//! Conditions: both sides run under masks and results are selected; where the condition is the same for all lanes and a side holds a
//! loop, a `stablehlo.if` runs one side only.

use super::{Buffer, Emitter, Form, Lane};
use crate::analyse::accesses;
use zymase_ir::{Block, Op, Result, Type, Value};

impl Emitter<'_> {
    pub fn branch(&mut self, op: Op) -> Result<()> {
        let Some(condition) = self.ir[op].operand(0) else { return Err(self.refuse(op)) };
        let blocks: Vec<Block> = self.ir[op].regions().iter().filter_map(|region| self.ir.entry(*region)).collect();
        if let Some(number) = self.facts.number(condition) {
            return match blocks.get(usize::from(number == 0)) {
                Some(block) => {
                    self.run(*block)?;
                    self.pass_on(op, *block)
                }
                None => Ok(()),
            };
        }
        let condition = self.lane(condition)?;
        if condition.axes.is_empty() && self.is_worth_a_branch(op) {
            return self.one_side(op, &condition, &blocks);
        }
        let opposite = self.unary("not", &condition)?;
        for (block, holds) in blocks.iter().zip([&condition, &opposite]) {
            self.under(holds, |emitter| emitter.run(*block))?;
        }
        let results = self.ir[op].results().to_vec();
        if results.is_empty() {
            return Ok(());
        }
        let [yes, no] = blocks[..] else { return Err(self.refuse(op)) };
        let ends = |emitter: &Self, block: Block| -> Vec<Value> {
            emitter.ir.last_op(block).map(|end| emitter.ir[end].operands().collect()).unwrap_or_default()
        };
        let (yes, no) = (ends(self, yes), ends(self, no));
        for (result, (yes, no)) in results.into_iter().zip(yes.into_iter().zip(no)) {
            let form = match (self.form(yes)?, self.form(no)?) {
                (Form::Pending(yes), Form::Pending(no)) => Form::Pending(self.joined(&yes, &no)),
                _ => {
                    let (yes, no) = (self.lane(yes)?, self.lane(no)?);
                    Form::Lane(self.select(&condition, &yes, &no)?)
                }
            };
            self.forms.insert(result, form);
        }
        Ok(())
    }

    /// What both sides combined, each under its own mask.
    fn joined(&self, yes: &super::sums::Pending, no: &super::sums::Pending) -> super::sums::Pending {
        let mut joined = yes.clone();
        for term in &no.terms {
            if !joined.terms.iter().any(|known| known.id == term.id) {
                joined.terms.push(term.clone());
            }
        }
        joined
    }

    /// Hands the values at the end of a block to the results of an operation.
    fn pass_on(&mut self, op: Op, block: Block) -> Result<()> {
        let given: Vec<Value> = self.ir.last_op(block).map(|end| self.ir[end].operands().collect()).unwrap_or_default();
        for (result, value) in self.ir[op].results().to_vec().into_iter().zip(given) {
            let form = self.form(value)?;
            self.forms.insert(result, form);
        }
        Ok(())
    }

    /// Whether a branch holds loops, and nothing in it adds to what is carried around it.
    fn is_worth_a_branch(&self, op: Op) -> bool {
        let has_loop =
            self.ir.walk(op).into_iter().any(|inner| matches!(self.ir[inner].name().as_str(), "scf.for" | "scf.while"));
        let is_pending = |value: &Value| matches!(self.forms.get(value), Some(Form::Pending(_)));
        has_loop && !self.ir.captured(op).iter().any(is_pending)
    }

    /// The arrays that an operation writes and that exist around it, in order.
    pub fn written_roots(&self, op: Op) -> Vec<Value> {
        let mut roots: Vec<Value> = Vec::new();
        for access in accesses::within(self.ir, self.facts, op) {
            if access.is_write && self.memory.contains_key(&access.root) && !roots.contains(&access.root) {
                roots.push(access.root);
            }
        }
        roots
    }

    fn one_side(&mut self, op: Op, condition: &Lane, blocks: &[Block]) -> Result<()> {
        let roots = self.written_roots(op);
        let before: Vec<Buffer> = roots.iter().map(|root| self.memory[root].clone()).collect();
        let results = self.ir[op].results().to_vec();
        let mut sides = Vec::new();
        for place in 0..2 {
            let region = self.ir.create_region();
            let block = self.ir.create_block(region, &[]);
            let source = blocks.get(place).copied();
            let given: Vec<Value> = source
                .and_then(|source| self.ir.last_op(source))
                .map(|end| self.ir[end].operands().collect())
                .unwrap_or_default();
            let lanes = self.inside(block, |emitter| {
                if let Some(source) = source {
                    emitter.run(source)?;
                }
                given.iter().map(|value| emitter.lane(*value)).collect::<Result<Vec<Lane>>>()
            })?;
            let memory: Vec<Value> = roots.iter().map(|root| self.memory[root].value).collect();
            for (root, buffer) in roots.iter().zip(&before) {
                self.memory.insert(*root, buffer.clone());
            }
            sides.push((region, block, lanes, memory));
        }
        let mut types: Vec<Type> = Vec::new();
        let mut axes = Vec::new();
        for place in 0..results.len() {
            axes.push(super::lanes::union(&sides[0].2[place].axes, &sides[1].2[place].axes));
        }
        for (_, block, lanes, memory) in &sides {
            self.inside(*block, |emitter| {
                let mut all = Vec::new();
                for (lane, axes) in lanes.iter().zip(&axes) {
                    all.push(emitter.spread(lane, axes)?);
                }
                all.extend(memory);
                types = emitter.ir.types(&all);
                emitter.builder().build("stablehlo.return", &all, &[], &[]);
                Ok(())
            })?;
        }
        let mut state = self.state("if", &[condition.value], &[]);
        state.result_types = types;
        state.regions = sides.iter().map(|side| side.0).collect();
        let made = self.builder().insert(state);
        let values = self.ir[made].results().to_vec();
        for ((result, axes), value) in results.iter().zip(axes).zip(&values) {
            self.forms.insert(*result, Form::Lane(Lane { value: *value, axes }));
        }
        for (root, value) in roots.iter().zip(&values[results.len()..]) {
            if let Some(buffer) = self.memory.get_mut(root) {
                buffer.value = *value;
            }
        }
        Ok(())
    }
}
