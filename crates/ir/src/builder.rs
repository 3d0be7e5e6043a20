//! Makes operations one after the other at a place.

use crate::attributes::Attribute;
use crate::diagnostic::Result;
use crate::edit::InsertionPoint;
use crate::ir::{Block, Ir, Op, OperationState, Region, Value};
use crate::location::Location;
use crate::types::Type;

/// Stands at a place in a module; everything it makes goes there, in order, with its location.
pub struct Builder<'a> {
    pub ir: &'a mut Ir,
    point: InsertionPoint,
    location: Location,
}

impl<'a> Builder<'a> {
    pub fn new(ir: &'a mut Ir, point: InsertionPoint, location: Location) -> Builder<'a> {
        Builder { ir, point, location }
    }

    /// Stands before an operation, with its location.
    pub fn before(ir: &'a mut Ir, op: Op) -> Builder<'a> {
        let location = ir[op].location().clone();
        Builder::new(ir, InsertionPoint::Before(op), location)
    }

    pub fn at_end(ir: &'a mut Ir, block: Block) -> Builder<'a> {
        Builder::new(ir, InsertionPoint::End(block), Location::Unset)
    }

    pub fn ir(&self) -> &Ir {
        self.ir
    }

    pub fn ty(&self, value: Value) -> Type {
        self.ir.ty(value).clone()
    }

    pub fn point(&self) -> InsertionPoint {
        self.point
    }

    pub fn set_point(&mut self, point: InsertionPoint) {
        self.point = point;
    }

    pub fn set_location(&mut self, location: Location) {
        self.location = location;
    }

    /// The beginning of an operation, to be finished with [`Builder::insert`].
    pub fn state(&self, name: &str, operands: &[Value], attributes: &[(&str, Attribute)]) -> OperationState {
        let mut state = OperationState::new(self.ir.context().op_name(name), self.location.clone());
        state.operands = operands.to_vec();
        for (name, value) in attributes {
            state.set(name, value.clone());
        }
        state
    }

    pub fn insert(&mut self, state: OperationState) -> Op {
        let op = self.ir.create(state);
        self.ir.insert(op, self.point);
        // What comes next goes behind this.
        self.point = match self.point {
            InsertionPoint::Start(_) | InsertionPoint::After(_) => InsertionPoint::After(op),
            same => same,
        };
        op
    }

    /// An operation with the given types of results.
    pub fn build(&mut self, name: &str, operands: &[Value], attributes: &[(&str, Attribute)], results: &[Type]) -> Op {
        let mut state = self.state(name, operands, attributes);
        state.result_types = results.to_vec();
        self.insert(state)
    }

    /// An operation whose definition infers the types of its results.
    pub fn infer(&mut self, name: &str, operands: &[Value], attributes: &[(&str, Attribute)]) -> Result<Op> {
        let state = self.state(name, operands, attributes);
        self.insert_inferred(state)
    }

    /// As [`Builder::infer`], for what has regions.
    pub fn insert_inferred(&mut self, mut state: OperationState) -> Result<Op> {
        let definition = state.name.definition().and_then(|definition| definition.infer_types);
        let types = match definition {
            Some(infer) => infer(self.ir, &state),
            None => Err("does not say how the types of its results follow".into()),
        };
        state.result_types = types.map_err(|message| {
            let message = format!("{}: {message}", state.name);
            crate::diagnostic::LocatedDiagnostic::new(self.location.clone(), message)
        })?;
        Ok(self.insert(state))
    }

    /// As [`Builder::infer`], for operations with one result.
    pub fn value(&mut self, name: &str, operands: &[Value], attributes: &[(&str, Attribute)]) -> Result<Value> {
        let op = self.infer(name, operands, attributes)?;
        match self.ir[op].results() {
            [only] => Ok(*only),
            results => Err(self.ir.error(op, format!("has {} results, not one", results.len()))),
        }
    }

    /// As [`Builder::build`], for operations with one result.
    pub fn typed(
        &mut self,
        name: &str,
        operands: &[Value],
        attributes: &[(&str, Attribute)],
        ty: Type,
    ) -> Result<Value> {
        let op = self.build(name, operands, attributes, &[ty]);
        Ok(self.ir[op].results()[0])
    }

    /// A region with one block, filled by a function that stands in it and is given its arguments.
    pub fn region(
        &mut self,
        arguments: &[Type],
        fill: impl FnOnce(&mut Builder, &[Value]) -> Result<()>,
    ) -> Result<Region> {
        let region = self.ir.create_region();
        let block = self.ir.create_block(region, arguments);
        let values = self.ir.arguments(block).to_vec();
        let mut inner = Builder::new(self.ir, InsertionPoint::End(block), self.location.clone());
        fill(&mut inner, &values)?;
        Ok(region)
    }
}
