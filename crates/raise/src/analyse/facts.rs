//! Integers of a function as sums of unknowns, with their ranges; its loops; and what its memrefs refer to.

use crate::linear::{Linear, Range, Unknown};
use crate::prepare::PARALLEL;
use zymase_dialects::scf::For;
use zymase_ir::{Attribute, Block, DYNAMIC, Definer, Ir, Op, Result, Type, Value};
use zymase_support::hash::FastMap;

/// A loop that counts.
#[derive(Clone, Debug)]
pub struct Counted {
    pub body: Block,
    pub end: Op,
    pub lower: Linear,
    pub step: i64,
    /// From the lower bound to the upper one, as an unknown sum.
    pub distance: Linear,
    /// How often the body runs at most.
    pub most: Option<i64>,
    /// Whether it runs that often always.
    pub is_exact: bool,
    /// Whether the program says that iterations are independent.
    pub is_marked: bool,
}

/// What a memref refers to.
#[derive(Clone, Debug)]
pub struct View {
    /// The parameter, allocation or global.
    pub root: Value,
    /// Where elements lie in the root, seen as a list; absent if the memref is the root.
    pub layout: Option<Layout>,
}

#[derive(Clone, Debug)]
pub struct Layout {
    pub offset: Linear,
    pub strides: Vec<i64>,
}

/// The most iterations of a loop that is read under a mask.
const LARGEST_MASKED: i64 = 1 << 24;

#[derive(Debug, Default)]
pub struct Facts {
    pub linear: FastMap<Value, Linear>,
    pub ranges: FastMap<Unknown, Range>,
    pub loops: FastMap<Op, Counted>,
    pub views: FastMap<Value, View>,
    /// Sizes of roots.
    pub shapes: FastMap<Value, Vec<i64>>,
}

impl Facts {
    /// Looks at a function whose memory parameters have these sizes.
    pub fn of(ir: &Ir, function: Op, shapes: &FastMap<Value, Vec<i64>>) -> Result<Facts> {
        let mut facts = Facts { shapes: shapes.clone(), ..Facts::default() };
        for root in shapes.keys() {
            facts.views.insert(*root, View { root: *root, layout: None });
        }
        for op in ir.walk(function) {
            facts.note(ir, op)?;
        }
        Ok(facts)
    }

    fn note(&mut self, ir: &Ir, op: Op) -> Result<()> {
        if let Some(counted) = self.counted(ir, op) {
            let count = Unknown::Count(op);
            let most = counted.most.map(|most| (most - 1).max(0));
            self.ranges.insert(count, Range { least: Some(0), most });
            let counter = ir.arguments(counted.body)[0];
            let value = counted.lower.plus(&Linear::of(count), counted.step);
            self.linear.insert(counter, value.unwrap_or_else(|| Linear::of(Unknown::Value(counter))));
            self.loops.insert(op, counted);
        }
        let name = ir[op].name().as_str();
        if name.starts_with("memref.") {
            return self.note_memory(ir, op, name);
        }
        let [result] = ir[op].results() else { return Ok(()) };
        if is_integer(ir.ty(*result)) {
            let range = self.range_of_operation(ir, op);
            if let Some(sum) = self.sum(ir, op, name) {
                self.linear.insert(*result, sum);
            }
            self.ranges.insert(Unknown::Value(*result), range);
        }
        Ok(())
    }

    /// A value as a sum; itself if nothing more is known.
    pub fn linear(&self, value: Value) -> Linear {
        self.linear.get(&value).cloned().unwrap_or_else(|| Linear::of(Unknown::Value(value)))
    }

    /// The sum that a value is, if it is more than an unknown.
    pub fn known_sum(&self, value: Value) -> Option<&Linear> {
        self.linear.get(&value)
    }

    pub fn number(&self, value: Value) -> Option<i64> {
        self.linear.get(&value)?.as_number()
    }

    pub fn range(&self, unknown: Unknown) -> Range {
        self.ranges.get(&unknown).copied().unwrap_or(Range::UNKNOWN)
    }

    pub fn range_of(&self, sum: &Linear) -> Range {
        self.range_with(sum, &|unknown| self.range(unknown))
    }

    pub fn range_with(&self, sum: &Linear, range: &dyn Fn(Unknown) -> Range) -> Range {
        let start = Range::between(sum.constant, sum.constant);
        sum.terms.iter().fold(start, |all, (unknown, factor)| all.plus(range(*unknown).times(*factor)))
    }

    fn sum(&self, ir: &Ir, op: Op, name: &str) -> Option<Linear> {
        let operand = |place: usize| ir[op].operand(place).map(|value| self.linear(value));
        let sum = match name {
            "arith.constant" | "index.constant" => Linear::number(ir.attribute(op, "value")?.as_i64()?),
            "arith.addi" | "index.add" => operand(0)?.plus(&operand(1)?, 1)?,
            "arith.subi" | "index.sub" => operand(0)?.plus(&operand(1)?, -1)?,
            "arith.muli" | "index.mul" => match (operand(0)?, operand(1)?) {
                (sum, factor) | (factor, sum) if factor.as_number().is_some() => sum.times(factor.constant)?,
                _ => return None,
            },
            "arith.shli" => operand(0)?.times(1i64.checked_shl(u32::try_from(operand(1)?.as_number()?).ok()?)?)?,
            "arith.index_cast" | "arith.extsi" | "index.casts" => operand(0)?,
            "arith.index_castui" | "arith.extui" | "index.castu" => {
                operand(0).filter(|sum| self.range_of(sum).least.is_some_and(|least| least >= 0))?
            }
            "arith.trunci" => operand(0)?,
            _ => return self.number_of(ir, op, name).map(Linear::number),
        };
        let result = *ir[op].results().first()?;
        let source = ir[op].operand(0).map(|value| ir.ty(value).clone());
        if ir.ty(result).is_bool() || source.is_some_and(|ty| ty.is_bool()) {
            return sum.as_number().map(Linear::number);
        }
        self.fits(ir, op, ir.ty(result), &sum).then_some(sum)
    }

    /// Whether a sum in a narrow type is what it would be among all integers.
    fn fits(&self, ir: &Ir, op: Op, ty: &Type, sum: &Linear) -> bool {
        let width = ty.element_bytes().filter(|_| !ty.is_index()).unwrap_or(8) * 8;
        if width >= 64 {
            return true;
        }
        let limit = 1i64 << (width - 1);
        let never_wraps = ir.attribute(op, "overflowFlags").is_some_and(|flags| format!("{flags}").contains("nsw"));
        never_wraps || self.range_of(sum).within(-limit, limit - 1)
    }

    /// The number that an operation on numbers gives.
    fn number_of(&self, ir: &Ir, op: Op, name: &str) -> Option<i64> {
        let ty = ir.ty(*ir[op].results().first()?);
        let operands: Vec<Value> = ir[op].operands().collect();
        if name == "memref.dim" {
            let view = self.views.get(&operands[0])?;
            let place = usize::try_from(self.number(operands[1])?).ok()?;
            let shape = if view.layout.is_none() {
                self.shapes.get(&view.root)?.as_slice()
            } else {
                ir.ty(operands[0]).shape()?
            };
            return shape.get(place).copied().filter(|size| *size != DYNAMIC);
        }
        let numbers: Vec<i64> = operands.iter().map(|value| self.number(*value)).collect::<Option<_>>()?;
        super::tables::apply(ir, op, name, &numbers)
            .filter(|number| ty.is_index() || !ty.is_bool() || (0..2).contains(number))
    }

    fn range_of_operation(&self, ir: &Ir, op: Op) -> Range {
        let operands: Vec<Value> = ir[op].operands().collect();
        let of = |place: usize| operands.get(place).map_or(Range::UNKNOWN, |value| self.range_of(&self.linear(*value)));
        let name = ir[op].name().as_str();
        match name {
            "arith.minsi" | "index.mins" => Range { least: of(0).join(of(1)).least, most: of(0).meet(of(1)).most },
            "arith.maxsi" | "index.maxs" => Range { least: of(0).meet(of(1)).least, most: of(0).join(of(1)).most },
            "arith.select" => of(1).join(of(2)),
            "arith.remsi" | "index.rems" => match operands.get(1).and_then(|value| self.number(*value)) {
                Some(divisor) if divisor > 0 => {
                    let is_positive = of(0).least.is_some_and(|least| least >= 0);
                    Range::between(if is_positive { 0 } else { 1 - divisor }, divisor - 1)
                }
                _ => Range::UNKNOWN,
            },
            "arith.divsi" | "arith.floordivsi" | "arith.divui" | "index.divs" | "arith.shrsi" | "arith.shrui" => {
                let divisor = operands.get(1).and_then(|value| self.number(*value));
                let divisor =
                    if name.contains("shr") { divisor.and_then(|by| 1i64.checked_shl(by as u32)) } else { divisor };
                match (divisor, of(0).least, of(0).most) {
                    (Some(divisor), Some(least), most) if divisor > 0 && least >= 0 => {
                        Range { least: Some(least / divisor), most: most.map(|most| most / divisor) }
                    }
                    _ => Range::UNKNOWN,
                }
            }
            "arith.andi" => match operands.get(1).and_then(|value| self.number(*value)) {
                Some(mask) if mask >= 0 => Range::between(0, mask),
                _ => Range::UNKNOWN,
            },
            _ => Range::UNKNOWN,
        }
    }

    fn counted(&self, ir: &Ir, op: Op) -> Option<Counted> {
        let view = For::of(ir, op)?;
        let (body, end) = ir.single_block(ir[op].regions()[0])?;
        let lower = self.linear(view.lowerBound(ir)?);
        let upper = self.linear(view.upperBound(ir)?);
        let step = self.number(view.step(ir)?).filter(|step| *step > 0)?;
        let distance = upper.plus(&lower, -1)?;
        let is_exact = distance.as_number().is_some();
        let most = self
            .range_of(&distance)
            .most
            .and_then(|most| {
                let most = most.max(0);
                Some(most.checked_add(step - 1)? / step)
            })
            // What only the width of integers bounds is not bounded.
            .filter(|most| is_exact || *most <= LARGEST_MASKED);
        Some(Counted {
            body,
            end,
            lower,
            step,
            distance,
            most,
            is_exact,
            is_marked: ir.attribute(op, PARALLEL).is_some(),
        })
    }

    fn note_memory(&mut self, ir: &Ir, op: Op, name: &str) -> Result<()> {
        let Some(result) = ir[op].results().first().copied() else { return Ok(()) };
        match name {
            "memref.alloc" | "memref.alloca" => {
                let mut sizes = ir[op].operands().collect::<Vec<_>>().into_iter();
                let shape = ir.ty(result).shape().unwrap_or_default().to_vec();
                let known: Option<Vec<i64>> = shape
                    .into_iter()
                    .map(|size| if size == DYNAMIC { self.number(sizes.next()?) } else { Some(size) })
                    .collect();
                let Some(shape) = known else {
                    let message = "allocates an array whose size is not a constant";
                    return Err(ir.refuse(op, message, "fix the parameters that it depends on (--fix)"));
                };
                self.shapes.insert(result, shape);
                self.views.insert(result, View { root: result, layout: None });
            }
            "memref.get_global" => {
                self.shapes.insert(result, ir.ty(result).shape().unwrap_or_default().to_vec());
                self.views.insert(result, View { root: result, layout: None });
            }
            "memref.load" if is_integer(ir.ty(result)) => {
                self.ranges.insert(Unknown::Value(result), range_of_type(ir.ty(result)));
            }
            "memref.dim" => {
                if let Some(number) = self.number_of(ir, op, name) {
                    self.linear.insert(result, Linear::number(number));
                }
            }
            _ if ir.ty(result).as_memref().is_some() => {
                let view = self.view(ir, op, name);
                if let Some(view) = view {
                    self.views.insert(result, view);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// What an operation on a memref makes of it.
    fn view(&self, ir: &Ir, op: Op, name: &str) -> Option<View> {
        let source = self.views.get(&ir[op].operand(0)?)?;
        let result = *ir[op].results().first()?;
        let shape = ir.ty(result).shape()?;
        let known = |value: Option<Value>| value.map(|value| self.linear(value));
        match name {
            "memref.cast" | "memref.memory_space_cast" | "memref.assume_alignment" => Some(source.clone()),
            "memref.collapse_shape" | "memref.expand_shape" if source.layout.is_none() => {
                let root = self.shapes.get(&source.root)?;
                let sizes = match ir.attribute(op, "static_output_shape").and_then(Attribute::as_i64_array) {
                    Some(sizes) => sizes.to_vec(),
                    None if shape.len() == 1 => vec![root.iter().product()],
                    None => shape.to_vec(),
                };
                let strides = strides_of(&sizes)?;
                Some(View { root: source.root, layout: Some(Layout { offset: Linear::default(), strides }) })
            }
            "memref.reinterpret_cast" => {
                let offset = mixed(ir, op, "offsets", "static_offsets", &known)?.into_iter().next().unwrap_or_default();
                let strides = mixed(ir, op, "strides", "static_strides", &known)?;
                let strides = strides.iter().map(Linear::as_number).collect::<Option<_>>()?;
                Some(View { root: source.root, layout: Some(Layout { offset, strides }) })
            }
            "memref.subview" => {
                let offsets = mixed(ir, op, "offsets", "static_offsets", &known)?;
                let steps = mixed(ir, op, "strides", "static_strides", &known)?;
                let sizes = ir.attribute(op, "static_sizes")?.as_i64_array()?;
                let base = match &source.layout {
                    Some(layout) => layout.clone(),
                    None => Layout { offset: Linear::default(), strides: strides_of(self.shapes.get(&source.root)?)? },
                };
                let mut offset = base.offset.clone();
                let mut strides = Vec::new();
                for (place, stride) in base.strides.iter().enumerate() {
                    offset = offset.plus(&offsets[place], *stride)?;
                    strides.push(stride.checked_mul(steps[place].as_number()?)?);
                }
                // Dimensions of size one may be left out.
                let mut kept = Vec::new();
                let mut wanted = shape.iter().peekable();
                for (place, size) in sizes.iter().enumerate() {
                    if wanted.peek() == Some(&size) {
                        wanted.next();
                        kept.push(strides[place]);
                    } else if *size != 1 {
                        return None;
                    }
                }
                Some(View { root: source.root, layout: Some(Layout { offset, strides: kept }) })
            }
            _ => None,
        }
    }

    /// Where an access to a memref lies in its root: one sum for each dimension, or one for all.
    pub fn place(&self, memref: Value, subscripts: &[Value]) -> Option<(Value, Vec<Linear>)> {
        let view = self.views.get(&memref)?;
        let sums: Vec<Linear> = subscripts.iter().map(|value| self.linear(*value)).collect();
        let Some(layout) = &view.layout else { return Some((view.root, sums)) };
        let mut flat = layout.offset.clone();
        for (sum, stride) in sums.iter().zip(&layout.strides) {
            flat = flat.plus(sum, *stride)?;
        }
        Some((view.root, vec![flat]))
    }
}

/// Static and dynamic numbers of a view, in order.
fn mixed(
    ir: &Ir,
    op: Op,
    group: &str,
    attribute: &str,
    known: &dyn Fn(Option<Value>) -> Option<Linear>,
) -> Option<Vec<Linear>> {
    let mut values = ir.operand_group(op, group)?.into_iter();
    let numbers = ir.attribute(op, attribute)?.as_i64_array()?;
    numbers
        .iter()
        .map(|number| if *number == DYNAMIC { known(values.next()) } else { Some(Linear::number(*number)) })
        .collect()
}

/// How far apart neighbours of each dimension lie.
pub fn strides_of(shape: &[i64]) -> Option<Vec<i64>> {
    let mut strides = vec![1i64; shape.len()];
    for place in (1..shape.len()).rev() {
        strides[place - 1] = strides[place].checked_mul(shape[place])?;
    }
    Some(strides)
}

pub fn is_integer(ty: &Type) -> bool {
    ty.is_integer() || ty.is_index()
}

fn range_of_type(ty: &Type) -> Range {
    match ty.element_bytes() {
        Some(bytes) if bytes < 8 && !ty.is_index() && !ty.is_bool() => {
            let limit = 1i64 << (bytes * 8 - 1);
            Range::between(-limit, limit - 1)
        }
        _ => Range::UNKNOWN,
    }
}

/// The operation whose body a value is given to or computed in, if that lies within a loop.
pub fn is_within(ir: &Ir, value: Value, around: Op) -> bool {
    let op = match ir.definer(value) {
        Definer::Result { op, .. } => Some(op),
        Definer::Argument { block, .. } => ir.block_parent(block).and_then(|region| ir.region_parent(region)),
    };
    let is_argument = matches!(ir.definer(value), Definer::Argument { .. });
    let mut next = if is_argument { op } else { op.and_then(|op| ir.parent_op(op)) };
    while let Some(op) = next {
        if op == around {
            return true;
        }
        next = ir.parent_op(op);
    }
    false
}
