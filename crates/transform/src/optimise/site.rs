//! What a rule sees of the program: the operation it may rewrite, what its operands come from, and what is known of them.

use super::facts::{self, Facts};
use super::make::{Cut, Make, Padding};
use super::rule::Level;
use std::ops::{Deref, DerefMut};
use zymase_dialects::stablehlo::attributes::DotDimensionNumbers;
use zymase_ir::{Attribute, Ir, Op, Value};

/// An operation that is offered to a rule.
pub struct Site<'a> {
    pub make: Make<'a>,
    pub op: Op,
    pub level: Level,
}

impl<'a> Deref for Site<'a> {
    type Target = Make<'a>;

    fn deref(&self) -> &Make<'a> {
        &self.make
    }
}

impl<'a> DerefMut for Site<'a> {
    fn deref_mut(&mut self) -> &mut Make<'a> {
        &mut self.make
    }
}

impl<'a> Site<'a> {
    pub fn new(ir: &'a mut Ir, op: Op, level: Level) -> Site<'a> {
        Site { make: Make::before(ir, op), op, level }
    }

    pub fn operands(&self) -> Vec<Value> {
        self.ir()[self.op].operands().collect()
    }

    pub fn operand(&self, index: usize) -> Option<Value> {
        self.ir()[self.op].operand(index)
    }

    pub fn result(&self) -> Option<Value> {
        self.ir()[self.op].results().first().copied()
    }

    pub fn result_shape(&self) -> Option<Vec<i64>> {
        Some(self.shape(self.result()?))
    }

    /// The operation of StableHLO with this name that a value comes from.
    pub fn from(&self, value: Value, name: &str) -> Option<Op> {
        from(self.ir(), value, name)
    }

    /// What operand number `index` comes from, if it is this operation.
    pub fn operand_from(&self, index: usize, name: &str) -> Option<Op> {
        self.from(self.operand(index)?, name)
    }

    pub fn first(&self, op: Op) -> Option<Value> {
        self.ir()[op].operand(0)
    }

    pub fn numbers(&self, op: Op, name: &str) -> Option<Vec<i64>> {
        numbers(self.ir(), op, name)
    }

    pub fn number(&self, op: Op, name: &str) -> Option<i64> {
        self.ir().attribute(op, name)?.as_i64()
    }

    pub fn facts(&self, value: Value) -> Facts {
        facts::of(self.ir(), value)
    }

    /// The number that a value has everywhere.
    pub fn uniform(&self, value: Value) -> Option<f64> {
        facts::uniform(self.ir(), value)
    }

    pub fn is_zero(&self, value: Value) -> bool {
        self.uniform(value) == Some(0.0)
    }

    pub fn has_one_use(&self, value: Value) -> bool {
        self.ir().uses(value).len() == 1
    }

    /// Sizes that are all known.
    pub fn is_static(&self, value: Value) -> bool {
        self.ir().ty(value).as_tensor().is_some_and(|tensor| tensor.has_static_shape() && tensor.encoding.is_none())
    }

    pub fn cut(&self, op: Op) -> Option<Cut> {
        Some(Cut {
            start: self.numbers(op, "start_indices")?,
            limit: self.numbers(op, "limit_indices")?,
            stride: self.numbers(op, "strides")?,
        })
    }

    pub fn padding(&self, op: Op) -> Option<Padding> {
        Some(Padding {
            low: self.numbers(op, "edge_padding_low")?,
            high: self.numbers(op, "edge_padding_high")?,
            interior: self.numbers(op, "interior_padding")?,
        })
    }

    pub fn dot_numbers(&self, op: Op) -> Option<DotDimensionNumbers> {
        if !is_op(self.ir(), op, "dot_general") {
            return None;
        }
        self.ir().attribute(op, "dot_dimension_numbers")?.downcast::<DotDimensionNumbers>().cloned()
    }

    /// The operation on two elements that the only region of an operation consists of: `add` for a sum.
    pub fn combiner_of(&self, op: Op) -> Option<&'static str> {
        combiner(self.ir(), op)
    }

    /// The operand, dimensions and start of a reduction of one tensor by one operation.
    pub fn reduction(&self, op: Op, by: &str) -> Option<(Value, Value, Vec<i64>)> {
        if !is_op(self.ir(), op, "reduce") || self.ir()[op].operands().len() != 2 || self.combiner_of(op)? != by {
            return None;
        }
        Some((self.ir()[op].operand(0)?, self.ir()[op].operand(1)?, self.numbers(op, "dimensions")?))
    }

    /// The operand and dimensions of a sum from zero.
    pub fn sum_of(&self, op: Op) -> Option<(Value, Vec<i64>)> {
        let (value, start, dimensions) = self.reduction(op, "add")?;
        self.is_zero(start).then_some((value, dimensions))
    }
}

/// Whether an operation is the one of StableHLO with this name.
pub fn is_op(ir: &Ir, op: Op, name: &str) -> bool {
    ir[op].name().as_str().strip_prefix("stablehlo.") == Some(name)
}

/// The name of an operation of StableHLO.
pub fn short(ir: &Ir, op: Op) -> Option<&str> {
    ir[op].name().as_str().strip_prefix("stablehlo.")
}

pub fn from(ir: &Ir, value: Value, name: &str) -> Option<Op> {
    ir.defining_op(value).filter(|op| is_op(ir, *op, name))
}

pub fn numbers(ir: &Ir, op: Op, name: &str) -> Option<Vec<i64>> {
    match ir.attribute(op, name)? {
        Attribute::Dense(dense) => dense.integers(),
        other => other.as_i64_array().map(<[i64]>::to_vec),
    }
}

const COMBINERS: [&str; 7] = ["add", "multiply", "maximum", "minimum", "and", "or", "xor"];

/// The operation that combines the two arguments of the only region of an operation, and nothing else.
pub fn combiner(ir: &Ir, op: Op) -> Option<&'static str> {
    let [region] = ir[op].regions() else { return None };
    let (block, end) = ir.single_block(*region)?;
    let [a, b] = ir.arguments(block) else { return None };
    let (a, b) = (*a, *b);
    let only = ir.first_op(block)?;
    let returned: Vec<Value> = ir[end].operands().collect();
    let operands: Vec<Value> = ir[only].operands().collect();
    let fits =
        ir.next_op(only) == Some(end) && returned == ir[only].results() && (operands == [a, b] || operands == [b, a]);
    let name = short(ir, only)?;
    COMBINERS.iter().copied().find(|combiner| fits && *combiner == name)
}

impl Site<'_> {
    /// The operation on each element that a value comes from: all operands have the shape of the result.
    pub fn elementwise(&self, value: Value) -> Option<(Op, Vec<Value>)> {
        let op = self.ir().defining_op(value)?;
        short(self.ir(), op)?;
        let by_element = self.ir()[op].definition()?.interface::<zymase_dialects::evaluate::bodies::ByElement>();
        by_element?;
        let operands: Vec<Value> = self.ir()[op].operands().collect();
        let shape = self.shape(value);
        let same = !operands.is_empty() && operands.iter().all(|operand| self.shape(*operand) == shape);
        (same && self.is_static(value) && self.ir()[op].regions().is_empty()).then_some((op, operands))
    }

    /// The operation that is offered, if it is one on each element.
    pub fn own_elementwise(&self) -> Option<(Op, Vec<Value>)> {
        self.elementwise(self.result()?)
    }

    /// An operation on each element again, on operands of another shape.
    pub fn each(&mut self, op: Op, operands: &[Value]) -> Option<Value> {
        let shape = self.shape(*operands.first()?);
        let element = self.element(*self.ir()[op].results().first()?);
        let ty = zymase_ir::Type::tensor(shape, element);
        self.again(op, operands, ty)
    }
}
