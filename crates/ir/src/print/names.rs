//! Names of values and blocks in text, given as MLIR gives them: numbers for results, `arg` and a number for arguments of
//! first blocks, names that operations ask for made unique with a number behind them.
//!
//! A region is numbered as a whole before the regions within it, which all begin with the same numbers; a name is free
//! again outside the region that took it.

use crate::ir::{Block, Definer, Ir, Op, Region, Value};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

#[derive(Clone, Debug)]
enum Name {
    Number(u32),
    Text(Box<str>),
}

pub(super) struct Names {
    values: Vec<Option<Name>>,
    /// For operations whose results have several names: the first result of each name.
    groups: HashMap<Op, Vec<usize>>,
    blocks: HashMap<Block, usize>,
}

#[derive(Clone, Copy)]
struct Counters {
    value: u32,
    argument: u32,
    conflict: u32,
}

struct Numbering<'a> {
    ir: &'a Ir,
    pretty: bool,
    names: Names,
    counters: Counters,
    /// Names in use in open regions, and in which order they were taken.
    used: HashSet<Box<str>>,
    order: Vec<Box<str>>,
}

impl Names {
    pub fn new(ir: &Ir, root: Op, pretty: bool) -> Names {
        let names = Names { values: vec![None; ir.value_slots()], groups: HashMap::new(), blocks: HashMap::new() };
        let counters = Counters { value: 0, argument: 0, conflict: 0 };
        let mut numbering = Numbering { ir, pretty, names, counters, used: HashSet::new(), order: Vec::new() };
        numbering.number_op(root);
        // Regions to number, with the counters and the number of names in use at the end of the region around them.
        let mut open: Vec<(Region, Counters, usize)> = Vec::new();
        let push = |open: &mut Vec<_>, op: Op, counters, taken| {
            open.extend(ir[op].regions().iter().map(|region| (*region, counters, taken)));
        };
        push(&mut open, root, numbering.counters, numbering.order.len());
        while let Some((region, counters, taken)) = open.pop() {
            numbering.counters = counters;
            for name in numbering.order.drain(taken..) {
                numbering.used.remove(&name);
            }
            numbering.number_region(region);
            for block in ir.blocks(region) {
                for op in ir.block_ops(*block) {
                    push(&mut open, op, numbering.counters, numbering.order.len());
                }
            }
        }
        numbering.names
    }

    /// The results of an operation that share a name: the first, and how many.
    pub fn groups(&self, ir: &Ir, op: Op) -> Vec<(usize, usize)> {
        let count = ir[op].results().len();
        let Some(starts) = self.groups.get(&op) else {
            return if count == 0 { Vec::new() } else { vec![(0, count)] };
        };
        let ends = starts.iter().skip(1).copied().chain([count]);
        starts.iter().zip(ends).map(|(start, end)| (*start, end - start)).collect()
    }

    /// Writes `%name` of a value, with `#index` for one of several results of that name.
    pub fn write(&self, text: &mut String, ir: &Ir, value: Value) {
        if let Definer::Result { op, index } = ir.definer(value)
            && ir[op].results().len() > 1
            && let Some((start, count)) = self.groups(ir, op).into_iter().rfind(|(start, _)| *start <= index)
        {
            self.write_plain(text, ir[op].results()[start]);
            if count > 1 {
                let _ = write!(text, "#{}", index - start);
            }
            return;
        }
        self.write_plain(text, value);
    }

    /// Writes `%name`.
    pub fn write_plain(&self, text: &mut String, value: Value) {
        match self.values.get(value.index()) {
            Some(Some(Name::Number(number))) => {
                let _ = write!(text, "%{number}");
            }
            Some(Some(Name::Text(name))) => {
                let _ = write!(text, "%{name}");
            }
            // A value from outside of what is printed.
            _ => {
                let _ = write!(text, "%outer{}", value.index());
            }
        }
    }

    pub fn write_block(&self, text: &mut String, block: Block) {
        match self.blocks.get(&block) {
            Some(number) => {
                let _ = write!(text, "^bb{number}");
            }
            None => text.push_str("^outer"),
        }
    }

    pub fn block_number(&self, block: Block) -> usize {
        self.blocks.get(&block).copied().unwrap_or(usize::MAX)
    }
}

impl Numbering<'_> {
    fn number_region(&mut self, region: Region) {
        let ir = self.ir;
        let parent = ir.region_parent(region).and_then(|op| ir[op].definition());
        let argument_name = parent.and_then(|definition| definition.argument_name).filter(|_| self.pretty);
        if let Some(name) = argument_name
            && let Some(entry) = ir.entry(region)
        {
            for argument in ir.arguments(entry) {
                self.give_name(*argument, name);
            }
        }
        for (number, block) in ir.blocks(region).iter().enumerate() {
            self.names.blocks.insert(*block, number);
            for argument in ir.arguments(*block) {
                if self.names.values[argument.index()].is_some() {
                    continue;
                }
                if number == 0 {
                    let name = format!("arg{}", self.counters.argument);
                    self.counters.argument += 1;
                    self.give_name(*argument, &name);
                } else {
                    self.give_number(*argument);
                }
            }
            for op in ir.block_ops(*block) {
                self.number_op(op);
            }
        }
    }

    fn number_op(&mut self, op: Op) {
        let operation = &self.ir[op];
        let Some(first) = operation.results().first() else { return };
        let wish = operation.definition().and_then(|definition| definition.result_names).filter(|_| self.pretty);
        let wishes = wish.map_or(Vec::new(), |wish| wish(self.ir, op));
        if wishes.first().is_none_or(|(index, _)| *index > 0) {
            self.give_number(*first);
        }
        for (index, name) in &wishes {
            if let Some(result) = operation.results().get(*index) {
                self.give_name(*result, name);
            }
        }
        if wishes.len() > 1 {
            self.names.groups.insert(op, wishes.into_iter().map(|(index, _)| index).collect());
        }
    }

    fn give_number(&mut self, value: Value) {
        self.names.values[value.index()] = Some(Name::Number(self.counters.value));
        self.counters.value += 1;
    }

    fn give_name(&mut self, value: Value, wish: &str) {
        let mut name: Box<str> = wish.into();
        while self.used.contains(&name) {
            name = format!("{wish}_{}", self.counters.conflict).into();
            self.counters.conflict += 1;
        }
        self.used.insert(name.clone());
        self.order.push(name.clone());
        self.names.values[value.index()] = Some(Name::Text(name));
    }
}
