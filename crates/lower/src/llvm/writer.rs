//! The text of one function while it is written: names, blocks, and where control comes together.

use super::module::Module;
use super::types::{self, Component};
use std::collections::HashMap;
use zymase_ir::{Ir, LocatedDiagnostic, Op, Result, Type, Value};

/// The components of a value: constants or names.
pub type Parts = Vec<String>;

/// A block that control reaches from several places, with values that depend on where it comes from.
pub struct Join {
    pub label: String,
    types: Vec<String>,
    pub names: Parts,
    /// Where the lines of the values are, once the block has begun.
    start: usize,
    incoming: Vec<(String, Parts)>,
}

impl Join {
    pub fn is_reached(&self) -> bool {
        !self.incoming.is_empty()
    }
}

/// Writes one function.
pub struct Writer<'m, 'i> {
    pub ir: &'i Ir,
    pub module: &'m mut Module,
    pub lines: Vec<String>,
    /// Allocations on the stack that are made once, when the function begins.
    pub entry: Vec<String>,
    pub names: HashMap<Value, Parts>,
    /// The block that is being written.
    pub block: String,
    /// Parallel loops around: their access groups.
    pub groups: Vec<usize>,
    /// Memory to give back at the end of each region that is open.
    pub scopes: Vec<Scope>,
    /// Whether the code runs on several threads.
    pub is_shared: bool,
    /// Writes an operation of any kind.
    pub operation: WriteOperation,
}

/// Writes an operation.
pub type WriteOperation = for<'w, 'm, 'i> fn(&'w mut Writer<'m, 'i>, Op) -> Result<()>;

/// A region whose end gives memory on the stack back.
#[derive(Default)]
pub struct Scope {
    /// The stack as it was, if something was taken from it since.
    pub saved: Option<String>,
    pub begin: usize,
}

impl<'m, 'i> Writer<'m, 'i> {
    pub fn new(ir: &'i Ir, module: &'m mut Module, operation: WriteOperation) -> Writer<'m, 'i> {
        Writer {
            ir,
            module,
            lines: Vec::new(),
            entry: Vec::new(),
            names: HashMap::new(),
            block: "entry".into(),
            groups: Vec::new(),
            scopes: Vec::new(),
            is_shared: false,
            operation,
        }
    }

    pub fn fresh(&mut self, prefix: &str) -> String {
        self.module.fresh(prefix)
    }

    pub fn line(&mut self, text: impl AsRef<str>) {
        self.lines.push(format!("  {}", text.as_ref()));
    }

    /// Writes an instruction with a result, which it names.
    pub fn emit(&mut self, text: impl AsRef<str>) -> String {
        let name = self.fresh("%v");
        self.lines.push(format!("  {name} = {}", text.as_ref()));
        name
    }

    pub fn parts(&self, value: Value) -> &Parts {
        &self.names[&value]
    }

    /// The only component of a number.
    pub fn part(&self, value: Value) -> String {
        self.names[&value][0].clone()
    }

    pub fn set(&mut self, op: Op, result: usize, parts: Parts) {
        let value = self.ir[op].results()[result];
        self.names.insert(value, parts);
    }

    pub fn refuse(&self, op: Op, message: impl Into<String>) -> LocatedDiagnostic {
        self.ir.refuse(op, message, "write it with operations that docs/tensor/lowering.md lists")
    }

    pub fn components(&self, op: Op, ty: &Type) -> Result<Vec<Component>> {
        types::components(ty).ok_or_else(|| self.refuse(op, format!("has a value of type {ty}, which is not lowered")))
    }

    pub fn all_components(&self, op: Op, values: &[Value]) -> Result<Vec<Component>> {
        let mut all = Vec::new();
        for value in values {
            all.extend(self.components(op, self.ir.ty(*value))?);
        }
        Ok(all)
    }

    pub fn all_parts(&self, values: &[Value]) -> Parts {
        values.iter().flat_map(|value| self.parts(*value).clone()).collect()
    }

    /// Shares components out to values.
    pub fn bind(&mut self, op: Op, values: &[Value], parts: &[String]) -> Result<()> {
        let mut rest = parts;
        for value in values {
            let count = self.components(op, self.ir.ty(*value))?.len();
            let (own, others) = rest.split_at(count);
            self.names.insert(*value, own.to_vec());
            rest = others;
        }
        Ok(())
    }

    /// A place where control is to come together.
    pub fn join(&mut self, prefix: &str, components: &[Component]) -> Join {
        let names = components.iter().map(|_| self.fresh("%v")).collect();
        let types = components.iter().map(|component| component.ty.clone()).collect();
        Join { label: self.fresh(prefix), types, names, start: 0, incoming: Vec::new() }
    }

    pub fn label(&mut self, label: &str) {
        self.lines.push(format!("{label}:"));
        self.block = label.to_owned();
    }

    /// Begins the block of a join.
    pub fn begin(&mut self, join: &mut Join) {
        let label = join.label.clone();
        self.label(&label);
        join.start = self.lines.len();
        self.lines.extend(vec![String::new(); join.types.len()]);
    }

    /// Notes that control comes from the present block.
    pub fn arrive(&mut self, join: &mut Join, parts: Parts) {
        join.incoming.push((self.block.clone(), parts));
    }

    /// Ends the present block.
    pub fn jump(&mut self, join: &mut Join, parts: Parts) {
        self.line(format!("br label %{}", join.label));
        self.arrive(join, parts);
    }

    pub fn branch(&mut self, condition: &str, yes: &str, no: &str) {
        self.line(format!("br i1 {condition}, label %{yes}, label %{no}"));
    }

    /// Writes the values of a join, when all places that reach it are known.
    pub fn finish(&mut self, join: &Join) {
        for (place, (ty, name)) in join.types.iter().zip(&join.names).enumerate() {
            let from: Vec<String> =
                join.incoming.iter().map(|(label, parts)| format!("[ {}, %{label} ]", parts[place])).collect();
            self.lines[join.start + place] = format!("  {name} = phi {ty} {}", from.join(", "));
        }
    }

    /// The operands of an operation, as a list.
    pub fn operands(&self, op: Op) -> Vec<Value> {
        self.ir[op].operands().collect()
    }

    pub fn short_name(&self, op: Op) -> &'i str {
        self.ir[op].name().as_str().split_once('.').map_or("", |(_, short)| short)
    }
}
