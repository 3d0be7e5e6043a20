//! The store of one module: operations, blocks, regions and values in arenas, linked by handles.
//!
//! Operations of a block form a list, so that insertion and removal cost the same everywhere. Every value knows its
//! uses and every operand its place among them; both are kept by the functions here and in [`crate::edit`], the only
//! ones that touch links. A handle to something erased finds nothing: `get` says `None`, indexing panics.

use crate::arena::{Arena, Id};
use crate::attributes::{Attribute, Dictionary, Name};
use crate::diagnostic::LocatedDiagnostic;
use crate::dialect::{Context, OpDefinition, OpName};
use crate::location::Location;
use crate::structure::{Trait, share_out};
use crate::types::Type;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

pub type Op = Id<Operation>;
pub type Block = Id<BlockData>;
pub type Region = Id<RegionData>;
pub type Value = Id<ValueData>;

/// One place where a value is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Use {
    pub op: Op,
    pub operand: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Operand {
    pub value: Value,
    /// The position among the uses of the value.
    pub position: u32,
}

#[derive(Clone, Debug)]
pub struct Operation {
    pub(crate) name: OpName,
    pub(crate) location: Location,
    pub(crate) operands: Vec<Operand>,
    pub(crate) results: Vec<Value>,
    pub(crate) properties: Dictionary,
    pub(crate) attributes: Dictionary,
    pub(crate) regions: Vec<Region>,
    pub(crate) successors: Vec<Block>,
    pub(crate) parent: Option<Block>,
    pub(crate) previous: Option<Op>,
    pub(crate) next: Option<Op>,
}

impl Operation {
    pub fn name(&self) -> &OpName {
        &self.name
    }

    pub fn definition(&self) -> Option<&OpDefinition> {
        self.name.definition()
    }

    pub fn has_trait(&self, wanted: Trait) -> bool {
        self.definition().is_some_and(|definition| definition.has_trait(wanted))
    }

    pub fn location(&self) -> &Location {
        &self.location
    }

    pub fn operands(&self) -> impl ExactSizeIterator<Item = Value> + '_ {
        self.operands.iter().map(|operand| operand.value)
    }

    pub fn operand(&self, index: usize) -> Option<Value> {
        self.operands.get(index).map(|operand| operand.value)
    }

    pub fn results(&self) -> &[Value] {
        &self.results
    }

    /// Inherent attributes, those the operation's definition names.
    pub fn properties(&self) -> &Dictionary {
        &self.properties
    }

    /// Attributes that anybody put there.
    pub fn attributes(&self) -> &Dictionary {
        &self.attributes
    }

    /// An attribute of either kind.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.properties.get(name).or_else(|| self.attributes.get(name))
    }

    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    pub fn successors(&self) -> &[Block] {
        &self.successors
    }

    pub fn parent(&self) -> Option<Block> {
        self.parent
    }
}

#[derive(Clone, Debug, Default)]
pub struct BlockData {
    pub(crate) arguments: Vec<Value>,
    pub(crate) argument_locations: Vec<Location>,
    pub(crate) parent: Option<Region>,
    pub(crate) first: Option<Op>,
    pub(crate) last: Option<Op>,
}

#[derive(Clone, Debug, Default)]
pub struct RegionData {
    pub(crate) blocks: Vec<Block>,
    pub(crate) parent: Option<Op>,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definer {
    Result { op: Op, index: usize },
    Argument { block: Block, index: usize },
}

#[derive(Clone, Debug)]
pub struct ValueData {
    pub(crate) ty: Type,
    pub(crate) definer: Definer,
    pub(crate) uses: Vec<Use>,
}

/// What an operation is to be made of.
#[derive(Clone, Debug)]
pub struct OperationState {
    pub name: OpName,
    pub location: Location,
    pub operands: Vec<Value>,
    pub result_types: Vec<Type>,
    pub properties: Dictionary,
    pub attributes: Dictionary,
    pub regions: Vec<Region>,
    pub successors: Vec<Block>,
}

impl OperationState {
    pub fn new(name: OpName, location: Location) -> OperationState {
        OperationState {
            name,
            location,
            operands: Vec::new(),
            result_types: Vec::new(),
            properties: Dictionary::default(),
            attributes: Dictionary::default(),
            regions: Vec::new(),
            successors: Vec::new(),
        }
    }

    /// Sets an attribute where it belongs: among the properties if the definition names it.
    pub fn set(&mut self, name: &str, value: Attribute) {
        let inherent = self.name.definition().is_some_and(|definition| definition.is_inherent(name));
        if inherent { self.properties.set(name, value) } else { self.attributes.set(name, value) }
    }

    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.properties.get(name).or_else(|| self.attributes.get(name))
    }

    /// Moves attributes that the definition names from the discardable ones to the properties.
    pub(crate) fn sort_attributes(&mut self) {
        let Some(definition) = self.name.definition() else { return };
        if self.attributes.iter().any(|(name, _)| definition.is_inherent(name)) {
            let (inherent, other): (Vec<_>, Vec<_>) =
                self.attributes.iter().cloned().partition(|(name, _)| definition.is_inherent(name));
            self.attributes = Dictionary::new(other);
            for (name, value) in inherent {
                self.properties.set(&name, value);
            }
        }
    }

    /// The operands in a named place.
    pub fn operand_group(&self, name: &str) -> Option<&[Value]> {
        let definition = self.name.definition()?;
        let segments = self.properties.get("operandSegmentSizes").and_then(Attribute::as_i64_array);
        let range = group_range(definition, definition.operands, name, self.operands.len(), segments)?;
        Some(&self.operands[range])
    }
}

fn group_range(
    definition: &OpDefinition,
    groups: &[crate::structure::Group],
    name: &str,
    count: usize,
    segments: Option<&[i64]>,
) -> Option<std::ops::Range<usize>> {
    let index = groups.iter().position(|group| group.name == name)?;
    let segments = segments.filter(|_| definition.has_trait(Trait::OperandSegments));
    let ranges = share_out(groups, count, segments, definition.has_trait(Trait::SameVariadicSize))?;
    ranges.into_iter().nth(index)
}

/// The content of `{-# dialect_resources: … #-}`, as written: section, dialect, key, value.
pub type Resources = BTreeMap<(Name, Name), Vec<(Name, Arc<str>)>>;

/// Symbols that have been looked for: where they were then, by table and name. What is found here must be looked at: it may have been
/// erased, moved or renamed since.
#[derive(Debug, Default)]
pub(crate) struct FoundSymbols(RwLock<HashMap<Op, HashMap<Box<str>, Op>>>);

impl Clone for FoundSymbols {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl FoundSymbols {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Whether the table is known, and what is there under this name.
    pub(crate) fn get(&self, table: Op, name: &str) -> Option<Option<Op>> {
        let tables = self.0.read().unwrap_or_else(PoisonError::into_inner);
        tables.get(&table).map(|symbols| symbols.get(name).copied())
    }

    /// Takes all symbols of a table, of several with one name the first.
    pub(crate) fn set<'a>(&self, table: Op, named: impl Iterator<Item = (&'a str, Op)>) {
        let mut symbols = HashMap::new();
        for (name, op) in named {
            symbols.entry(name.into()).or_insert(op);
        }
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(table, symbols);
    }

    pub(crate) fn add(&self, table: Op, name: &str, op: Op) {
        let mut tables = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(symbols) = tables.get_mut(&table) {
            symbols.insert(name.into(), op);
        }
    }
}

/// A module with everything in it.
#[derive(Clone, Debug)]
pub struct Ir {
    pub(crate) context: Arc<Context>,
    pub(crate) ops: Arena<Operation>,
    pub(crate) blocks: Arena<BlockData>,
    pub(crate) regions: Arena<RegionData>,
    pub(crate) values: Arena<ValueData>,
    pub(crate) module: Op,
    pub resources: Resources,
    pub(crate) symbols: FoundSymbols,
}

impl Ir {
    /// An empty module.
    pub fn new(context: &Arc<Context>) -> Ir {
        let mut ops = Arena::default();
        let module = ops.insert(Operation {
            name: context.op_name("builtin.module"),
            location: Location::Unset,
            operands: Vec::new(),
            results: Vec::new(),
            properties: Dictionary::default(),
            attributes: Dictionary::default(),
            regions: Vec::new(),
            successors: Vec::new(),
            parent: None,
            previous: None,
            next: None,
        });
        let mut ir = Ir {
            context: context.clone(),
            ops,
            blocks: Arena::default(),
            regions: Arena::default(),
            values: Arena::default(),
            module,
            resources: Resources::new(),
            symbols: FoundSymbols::default(),
        };
        let region = ir.create_region();
        ir.create_block(region, &[]);
        ir.regions[region].parent = Some(module);
        ir.ops[module].regions.push(region);
        ir
    }

    pub fn context(&self) -> &Arc<Context> {
        &self.context
    }

    /// The operation that holds everything, a `builtin.module`.
    pub fn module(&self) -> Op {
        self.module
    }

    /// The block of the module.
    pub fn module_block(&self) -> Block {
        self.regions[self.ops[self.module].regions[0]].blocks[0]
    }

    pub fn get(&self, op: Op) -> Option<&Operation> {
        self.ops.get(op)
    }

    pub fn attribute(&self, op: Op, name: &str) -> Option<&Attribute> {
        self.get(op)?.attribute(name)
    }

    /// How many slots there are for operations and values: lengths of side tables by [`Id::index`].
    pub fn op_slots(&self) -> usize {
        self.ops.slot_count()
    }

    pub fn value_slots(&self) -> usize {
        self.values.slot_count()
    }

    pub fn op_count(&self) -> usize {
        self.ops.len()
    }

    /// The operands in a named place of a defined operation; `None` when it has no such place or their number is wrong.
    pub fn operand_group(&self, op: Op, name: &str) -> Option<Vec<Value>> {
        let operation = self.get(op)?;
        let definition = operation.definition()?;
        let segments = operation.properties.get("operandSegmentSizes").and_then(Attribute::as_i64_array);
        let range = group_range(definition, definition.operands, name, operation.operands.len(), segments)?;
        Some(operation.operands[range].iter().map(|operand| operand.value).collect())
    }

    /// The results in a named place of a defined operation.
    pub fn result_group(&self, op: Op, name: &str) -> Option<Vec<Value>> {
        let operation = self.get(op)?;
        let definition = operation.definition()?;
        let range = group_range(definition, definition.results, name, operation.results.len(), None)?;
        Some(operation.results[range].to_vec())
    }

    pub fn ty(&self, value: Value) -> &Type {
        &self.values[value].ty
    }

    pub fn types(&self, values: &[Value]) -> Vec<Type> {
        values.iter().map(|value| self.ty(*value).clone()).collect()
    }

    pub fn contains_value(&self, value: Value) -> bool {
        self.values.get(value).is_some()
    }

    pub fn definer(&self, value: Value) -> Definer {
        self.values[value].definer
    }

    /// The operation whose result this is.
    pub fn defining_op(&self, value: Value) -> Option<Op> {
        match self.definer(value) {
            Definer::Result { op, .. } => Some(op),
            Definer::Argument { .. } => None,
        }
    }

    /// The block in which a value is defined; `None` for results of detached operations.
    pub fn defining_block(&self, value: Value) -> Option<Block> {
        match self.definer(value) {
            Definer::Result { op, .. } => self[op].parent,
            Definer::Argument { block, .. } => Some(block),
        }
    }

    /// Where a value is used, in no particular but a reproducible order.
    pub fn uses(&self, value: Value) -> &[Use] {
        &self.values[value].uses
    }

    pub fn blocks(&self, region: Region) -> &[Block] {
        &self.regions[region].blocks
    }

    /// The first block of a region.
    pub fn entry(&self, region: Region) -> Option<Block> {
        self.regions.get(region)?.blocks.first().copied()
    }

    pub fn region_parent(&self, region: Region) -> Option<Op> {
        self.regions[region].parent
    }

    pub fn arguments(&self, block: Block) -> &[Value] {
        &self.blocks[block].arguments
    }

    pub fn block_parent(&self, block: Block) -> Option<Region> {
        self.blocks[block].parent
    }

    /// The operation around this one.
    pub fn parent_op(&self, op: Op) -> Option<Op> {
        self.region_parent(self.block_parent(self[op].parent?)?)
    }

    pub fn first_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].first
    }

    pub fn last_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].last
    }

    pub fn next_op(&self, op: Op) -> Option<Op> {
        self[op].next
    }

    pub fn previous_op(&self, op: Op) -> Option<Op> {
        self[op].previous
    }

    /// The operations of a block in order.
    pub fn block_ops(&self, block: Block) -> impl Iterator<Item = Op> + '_ {
        std::iter::successors(self.first_op(block), |op| self.next_op(*op))
    }

    /// The last operation of a block, if it is a terminator (or could be one, for all that is known of it).
    pub fn terminator(&self, block: Block) -> Option<Op> {
        let last = self.last_op(block)?;
        self[last].definition().is_none_or(|definition| definition.has_trait(Trait::Terminator)).then_some(last)
    }

    /// Everything within an operation and the operation itself, outer before inner, in the order of the text.
    pub fn walk(&self, root: Op) -> Vec<Op> {
        let mut all = Vec::new();
        let mut open = vec![root];
        while let Some(op) = open.pop() {
            all.push(op);
            for region in self[op].regions.iter().rev() {
                for block in self.blocks(*region).iter().rev() {
                    let mut last = self.last_op(*block);
                    while let Some(inner) = last {
                        open.push(inner);
                        last = self.previous_op(inner);
                    }
                }
            }
        }
        all
    }

    /// A diagnostic about an operation, at its place, that also says what to do about it.
    pub fn refuse(&self, op: Op, message: impl Into<String>, help: &str) -> LocatedDiagnostic {
        let mut error = self.error(op, message);
        error.diagnostic = error.diagnostic.with_help(help);
        error
    }

    /// A diagnostic about an operation, at its place.
    pub fn error(&self, op: Op, message: impl Into<String>) -> LocatedDiagnostic {
        match self.get(op) {
            Some(operation) => {
                let message = format!("{}: {}", operation.name, message.into());
                LocatedDiagnostic::new(operation.location.clone(), message)
            }
            None => LocatedDiagnostic::new(Location::Unset, message),
        }
    }
}

impl std::ops::Index<Op> for Ir {
    type Output = Operation;

    fn index(&self, op: Op) -> &Operation {
        &self.ops[op]
    }
}
