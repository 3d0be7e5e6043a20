//! Programs made at random, to which a rule applies: they are what rules are tried out on.

use super::make::{Cut, Make, Padding};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use zymase_ir::{Attribute, Block, Builder, Context, Ir, OperationState, Type, Value};

/// Random numbers that are the same every time.
#[derive(Clone, Copy, Debug)]
pub struct Random(pub u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.bits() % (high - low + 1) as u64) as i64
    }

    pub fn real(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.bits() >> 11) as f64 / (1u64 << 53) as f64)
    }

    pub fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.between(0, all.len() as i64 - 1) as usize]
    }

    /// The numbers below `count` in any order.
    pub fn shuffled(&mut self, count: usize) -> Vec<i64> {
        let mut all: Vec<i64> = (0..count as i64).collect();
        for last in (1..all.len()).rev() {
            all.swap(last, self.between(0, last as i64) as usize);
        }
        all
    }
}

/// The function `main` of a module while it is being made.
pub struct Sample<'a> {
    make: Make<'a>,
    pub random: Random,
    block: Block,
}

impl<'a> Deref for Sample<'a> {
    type Target = Make<'a>;

    fn deref(&self) -> &Make<'a> {
        &self.make
    }
}

impl<'a> DerefMut for Sample<'a> {
    fn deref_mut(&mut self) -> &mut Make<'a> {
        &mut self.make
    }
}

/// A module with a function that returns what `fill` makes; `None` where it could not.
pub fn module(context: &Arc<Context>, seed: u64, fill: impl FnOnce(&mut Sample) -> Option<Value>) -> Option<Ir> {
    let mut ir = Ir::new(context);
    let region = ir.create_region();
    let block = ir.create_block(region, &[]);
    let mut state = OperationState::new(context.op_name("func.func"), zymase_ir::Location::Unset);
    state.set("sym_name", Attribute::string("main"));
    state.set("function_type", Attribute::Type(Type::function(Vec::new(), Vec::new())));
    state.regions.push(region);
    let function = ir.create(state);
    ir.insert(function, zymase_ir::InsertionPoint::End(ir.module_block()));
    let make = Make { builder: Builder::at_end(&mut ir, block) };
    let mut sample = Sample { make, random: Random(seed), block };
    let result = fill(&mut sample)?;
    sample.make.builder.build("func.return", &[result], &[], &[]);
    let (inputs, results) = (ir.types(ir.arguments(block)), ir.types(&[result]));
    ir.set_attribute(function, "function_type", Attribute::Type(Type::function(inputs, results)));
    Some(ir)
}

impl Sample<'_> {
    /// One more argument of the function.
    pub fn input(&mut self, ty: &Type) -> Value {
        let block = self.block;
        self.make.builder.ir.add_argument(block, ty.clone(), zymase_ir::Location::Unset)
    }

    /// An argument of floats.
    pub fn floats(&mut self, shape: &[i64]) -> Value {
        self.input(&Type::tensor(shape, Type::f64()))
    }

    pub fn size(&mut self) -> i64 {
        self.random.between(2, 4)
    }

    /// Up to three dimensions.
    pub fn any_shape(&mut self) -> Vec<i64> {
        let rank = self.random.between(0, 3);
        self.shape_of(rank)
    }

    pub fn shape_of(&mut self, rank: i64) -> Vec<i64> {
        (0..rank).map(|_| self.size()).collect()
    }

    /// Floats of one to three dimensions.
    pub fn any(&mut self) -> Value {
        let rank = self.random.between(1, 3);
        let shape = self.shape_of(rank);
        self.floats(&shape)
    }

    /// A part of a shape, smaller than the whole.
    pub fn cut_of(&mut self, shape: &[i64]) -> Cut {
        let mut cut = Cut::all(shape);
        for (at, size) in shape.iter().enumerate() {
            cut.start[at] = self.random.between(0, size - 1);
            cut.limit[at] = self.random.between(cut.start[at] + 1, *size);
            cut.stride[at] = self.random.between(1, 2);
        }
        if cut == Cut::all(shape) && !shape.is_empty() {
            cut.limit[0] -= 1;
        }
        cut
    }

    pub fn some_slice(&mut self, value: Value) -> Option<Value> {
        let shape = self.shape(value);
        let cut = self.cut_of(&shape);
        self.slice(value, &cut)
    }

    pub fn some_transpose(&mut self, value: Value) -> Option<Value> {
        let rank = self.rank(value);
        let mut permutation = self.random.shuffled(rank);
        if super::make::is_identity(&permutation) {
            permutation.rotate_left(1);
        }
        self.transpose(value, &permutation)
    }

    /// Zeros, or what is given, around a value and between its elements.
    pub fn some_padding(&mut self, rank: usize) -> Padding {
        let mut numbers = |low, high| (0..rank).map(|_| self.random.between(low, high)).collect::<Vec<i64>>();
        Padding { low: numbers(0, 2), high: numbers(1, 2), interior: numbers(0, 1) }
    }

    pub fn some_pad(&mut self, value: Value, with: f64) -> Option<Value> {
        let padding = self.some_padding(self.rank(value));
        let scalar = Type::tensor([], self.element(value));
        let with = self.splat(&scalar, with)?;
        self.pad(value, with, &padding)
    }

    pub fn some_reverse(&mut self, value: Value) -> Option<Value> {
        let count = self.random.between(1, self.rank(value) as i64);
        let mut dimensions = self.random.shuffled(self.rank(value));
        dimensions.truncate(count as usize);
        dimensions.sort_unstable();
        self.reverse(value, &dimensions)
    }

    /// The value repeated along one or two new dimensions.
    pub fn some_broadcast(&mut self, value: Value) -> Option<Value> {
        let mut shape = self.shape(value);
        let mut dimensions: Vec<i64> = (0..shape.len() as i64).collect();
        for _ in 0..self.random.between(1, 2) {
            let at = self.random.between(0, shape.len() as i64);
            let size = self.size();
            shape.insert(at as usize, size);
            for dimension in dimensions.iter_mut().filter(|dimension| **dimension >= at) {
                *dimension += 1;
            }
        }
        self.broadcast(value, &dimensions, &shape)
    }

    pub fn some_reshape(&mut self, value: Value) -> Option<Value> {
        let shape = self.shape(value);
        let count: i64 = shape.iter().product();
        let mut to = match self.random.between(0, 2) {
            0 => vec![count],
            1 => shape.iter().rev().copied().collect(),
            _ => [&shape[..], &[1]].concat(),
        };
        if to == shape {
            to.push(1);
        }
        self.reshape(value, &to)
    }

    /// An operation on each element that is defined everywhere.
    pub fn some_unary(&mut self, value: Value) -> Option<Value> {
        let name = self.random.pick(&["negate", "tanh", "sine", "exponential", "logistic"]);
        self.op(name, &[value])
    }

    pub fn some_binary(&mut self, a: Value, b: Value) -> Option<Value> {
        let name = self.random.pick(&["add", "multiply", "subtract"]);
        self.op(name, &[a, b])
    }
}
