//! What operations cost: floating-point operations, bytes that are moved, bytes that are sent, and a time that a target
//! would take for them.
//!
//! The time of one operation is that of its arithmetic, its memory traffic and of starting it. XLA fuses operations on
//! single elements and those that only reorder elements, so that these are charged a part of their traffic and nearly
//! nothing for being started. Times are whole numbers of femtoseconds: sums do not depend on their order, and a sum that
//! only ever becomes smaller reaches an end.

use super::read::{numbers, short};
use zymase_dialects::stablehlo::attributes::{ConvDimensionNumbers, DotDimensionNumbers};
use zymase_ir::{Attribute, ControlFlow, Definer, Ir, Op, Region, Type, Value};
use zymase_support::hash::FastMap;

/// What programs are optimised for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    #[default]
    Cpu,
    Gpu,
    Tpu,
}

impl Target {
    pub fn parse(text: &str) -> Option<Target> {
        [Target::Cpu, Target::Gpu, Target::Tpu].into_iter().find(|target| target.name() == text)
    }

    pub fn name(self) -> &'static str {
        match self {
            Target::Cpu => "cpu",
            Target::Gpu => "gpu",
            Target::Tpu => "tpu",
        }
    }

    fn rates(self) -> Rates {
        match self {
            Target::Cpu => Rates { product: 20_000, element: 120_000, byte: 60_000, sent: 200_000, start: 400_000_000 },
            Target::Gpu => Rates { product: 60, element: 200, byte: 500, sent: 5_000, start: 3_000_000_000 },
            Target::Tpu => Rates { product: 10, element: 250, byte: 900, sent: 12_000, start: 1_000_000_000 },
        }
    }
}

/// Femtoseconds for one unit of work.
struct Rates {
    /// An operation of a matrix product or convolution.
    product: u64,
    /// An operation on an element.
    element: u64,
    /// A byte read or written.
    byte: u64,
    /// A byte sent to another device.
    sent: u64,
    /// A kernel started.
    start: u64,
}

/// What is needed for an operation or for many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub flops: u64,
    pub bytes: u64,
    pub sent: u64,
    pub operations: u64,
    pub femtoseconds: u64,
}

impl Cost {
    pub fn plus(self, other: Cost) -> Cost {
        Cost {
            flops: self.flops.saturating_add(other.flops),
            bytes: self.bytes.saturating_add(other.bytes),
            sent: self.sent.saturating_add(other.sent),
            operations: self.operations.saturating_add(other.operations),
            femtoseconds: self.femtoseconds.saturating_add(other.femtoseconds),
        }
    }

    pub fn times(self, count: u64) -> Cost {
        Cost {
            flops: self.flops.saturating_mul(count),
            bytes: self.bytes.saturating_mul(count),
            sent: self.sent.saturating_mul(count),
            operations: self.operations,
            femtoseconds: self.femtoseconds.saturating_mul(count),
        }
    }
}

/// Loops whose number of steps is not known are taken to make this many.
const UNKNOWN_STEPS: u64 = 16;
/// Dynamic sizes are taken to be this.
const UNKNOWN_SIZE: u64 = 64;

fn size(size: i64) -> u64 {
    u64::try_from(size).unwrap_or(UNKNOWN_SIZE)
}

fn count(ty: &Type) -> u64 {
    ty.shape().unwrap_or_default().iter().fold(1u64, |product, extent| product.saturating_mul(size(*extent)))
}

/// The bytes of a tensor.
pub(super) fn bytes(ty: &Type) -> u64 {
    count(ty).saturating_mul(ty.element().element_bytes().unwrap_or(8) as u64)
}

/// How an operation is run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Needs nothing: constants, results of other operations.
    Free,
    /// Joins what is computed around it.
    Fused,
    /// Reads all operands and writes all results.
    Kernel,
    /// A kernel of products.
    Products,
    Sends,
}

/// The operations on each element that a function of one element takes.
fn weight(name: &str) -> Option<u64> {
    Some(match name {
        "add"
        | "subtract"
        | "multiply"
        | "maximum"
        | "minimum"
        | "negate"
        | "abs"
        | "and"
        | "or"
        | "xor"
        | "not"
        | "compare"
        | "select"
        | "convert"
        | "sign"
        | "floor"
        | "ceil"
        | "shift_left"
        | "shift_right_arithmetic"
        | "shift_right_logical"
        | "real"
        | "imag"
        | "complex"
        | "bitcast_convert"
        | "is_finite"
        | "popcnt"
        | "count_leading_zeros"
        | "round_nearest_afz"
        | "round_nearest_even"
        | "reduce_precision" => 1,
        "clamp" => 2,
        "divide" | "sqrt" | "rsqrt" | "remainder" => 5,
        "exponential"
        | "log"
        | "tanh"
        | "logistic"
        | "sine"
        | "cosine"
        | "exponential_minus_one"
        | "log_plus_one"
        | "cbrt" => 14,
        "tan" | "atan2" | "power" => 26,
        _ => return None,
    })
}

/// The costs of operations of one module.
pub struct Costs {
    pub target: Target,
    functions: FastMap<Op, Cost>,
}

impl Costs {
    pub fn new(target: Target) -> Costs {
        Costs { target, functions: FastMap::default() }
    }

    /// The cost of everything that calling a function runs.
    pub fn of_function(&mut self, ir: &Ir, function: Op) -> Cost {
        if let Some(known) = self.functions.get(&function) {
            return *known;
        }
        self.functions.insert(function, Cost::default());
        let all =
            ir[function].regions().iter().map(|region| self.of_region(ir, *region)).fold(Cost::default(), Cost::plus);
        self.functions.insert(function, all);
        all
    }

    /// Forgets functions, after they have changed.
    pub fn forget(&mut self) {
        self.functions.clear();
    }

    pub fn of_region(&mut self, ir: &Ir, region: Region) -> Cost {
        let mut all = Cost::default();
        for block in ir.blocks(region) {
            for op in ir.block_ops(*block) {
                all = all.plus(self.of_op(ir, op));
            }
        }
        all
    }

    /// The cost of an operation with everything in it.
    pub fn of_op(&mut self, ir: &Ir, op: Op) -> Cost {
        let operation = &ir[op];
        if operation.name() == "func.call" {
            let callee = ir.attribute(op, "callee").and_then(Attribute::as_symbol);
            let callee = callee.and_then(|path| ir.resolve_symbol(op, path));
            return callee.map(|callee| self.of_function(ir, callee)).unwrap_or_default();
        }
        match ir.control_flow(op) {
            Some(ControlFlow::Loop) => {
                let steps = super::loops::trip_count(ir, op).unwrap_or(UNKNOWN_STEPS);
                let each = operation.regions().iter().map(|region| self.of_region(ir, *region));
                let each = each.fold(Cost::default(), Cost::plus);
                let carried: u64 = operation.results().iter().map(|value| bytes(ir.ty(*value))).sum();
                let mut all = each.times(steps).plus(self.timed(Kind::Kernel, 0, 0));
                // A loop has some cost for what it carries, so that carrying less is better.
                all.femtoseconds = all.femtoseconds.saturating_add(carried.saturating_mul(10));
                all
            }
            Some(ControlFlow::Branches) => {
                let dearest = operation.regions().iter().map(|region| self.of_region(ir, *region));
                let dearest = dearest.max_by_key(|cost| cost.femtoseconds).unwrap_or_default();
                dearest.plus(self.timed(Kind::Kernel, 0, 0))
            }
            _ => self.of_plain(ir, op),
        }
    }

    /// The time of starting a kernel.
    pub fn start(&self) -> u64 {
        self.target.rates().start
    }

    /// The time of reading or writing so many bytes.
    pub fn traffic(&self, bytes: u64) -> u64 {
        bytes.saturating_mul(self.target.rates().byte)
    }

    /// The time of the multiplications and additions of a product.
    pub fn arithmetic(&mut self, ir: &Ir, op: Op) -> u64 {
        self.of_op(ir, op).flops.saturating_mul(self.target.rates().product)
    }

    fn timed(&self, kind: Kind, flops: u64, bytes: u64) -> Cost {
        let rates = self.target.rates();
        let (arithmetic, traffic, start) = match kind {
            Kind::Free => return Cost { operations: 1, femtoseconds: 1, ..Cost::default() },
            Kind::Fused => (rates.element, rates.byte / 8, 1_000_000),
            Kind::Kernel => (rates.element, rates.byte, rates.start),
            Kind::Products => (rates.product, rates.byte, rates.start),
            Kind::Sends => (rates.element, rates.byte, 20 * rates.start),
        };
        let femtoseconds = flops.saturating_mul(arithmetic).saturating_add(bytes.saturating_mul(traffic));
        let sent = if kind == Kind::Sends { bytes } else { 0 };
        let femtoseconds = femtoseconds.saturating_add(start).saturating_add(sent.saturating_mul(rates.sent));
        Cost { flops, bytes, sent, operations: 1, femtoseconds }
    }

    fn of_plain(&mut self, ir: &Ir, op: Op) -> Cost {
        let operation = &ir[op];
        let results: u64 = operation.results().iter().map(|value| bytes(ir.ty(*value))).sum();
        let all: u64 = operation.operands().map(|value| bytes(ir.ty(value))).sum::<u64>() + results;
        let elements = operation.results().first().map_or(0, |value| count(ir.ty(*value)));
        let name = short(ir, op).or_else(|| operation.name().as_str().strip_prefix("chlo.")).unwrap_or_default();
        if let Some(weight) = weight(name) {
            let weight = if name == "convert" && to_same_kind(ir, op) { 0 } else { weight };
            let weight = if has_complex(ir, op) { 4 * weight } else { weight };
            return self.timed(Kind::Fused, weight.saturating_mul(elements), results);
        }
        match name {
            "constant" => Cost { operations: 1, ..Cost::default() },
            "return"
            | "optimization_barrier"
            | "tuple"
            | "get_tuple_element"
            | "create_token"
            | "after_all"
            | "partition_id"
            | "replica_id" => self.timed(Kind::Free, 0, 0),
            "reshape" => Cost { femtoseconds: 100_000, ..self.timed(Kind::Free, 0, 0) },
            "iota" => Cost { femtoseconds: 200_000, ..self.timed(Kind::Free, 0, 0) },
            "broadcast_in_dim" | "broadcast" | "slice" | "dynamic_slice" | "reverse" => {
                self.timed(Kind::Fused, 0, results)
            }
            "pad" | "concatenate" => self.timed(Kind::Fused, 0, 2 * results),
            "transpose" => self.timed(Kind::Fused, 0, 4 * results),
            "dynamic_update_slice" => {
                let update = operation.operand(1).map_or(0, |value| bytes(ir.ty(value)));
                // What a loop carries, and nothing else sees, is updated where it is.
                let copied = if operation.operand(0).is_some_and(|value| is_in_place(ir, value)) { 0 } else { results };
                self.timed(Kind::Fused, 0, (16 * update).saturating_add(copied))
            }
            _ => self.of_kernel(ir, op, name, [results, all, elements]),
        }
    }

    /// Operations that are kernels of their own, with the bytes of their results, of everything, and the elements of the first result.
    fn of_kernel(&mut self, ir: &Ir, op: Op, name: &str, [results, all, elements]: [u64; 3]) -> Cost {
        let operation = &ir[op];
        let body = |costs: &mut Costs, times: u64| {
            let each = operation.regions().iter().map(|region| costs.of_region(ir, *region).flops).sum::<u64>();
            each.saturating_mul(times)
        };
        match name {
            "dot_general" | "dot" | "einsum" => self.timed(Kind::Products, dot_flops(ir, op, elements), all),
            "convolution" => self.timed(Kind::Products, convolution_flops(ir, op, elements), all),
            "reduce" => {
                let inputs = operation.operand(0).map_or(0, |value| count(ir.ty(value)));
                let flops = body(self, inputs.saturating_sub(elements));
                self.timed(Kind::Kernel, flops, all)
            }
            "reduce_window" | "select_and_scatter" => {
                let window = numbers(ir, op, "window_dimensions").unwrap_or_default();
                let window = window.iter().fold(1u64, |product, extent| product.saturating_mul(size(*extent)));
                let flops = body(self, elements.saturating_mul(window));
                self.timed(Kind::Kernel, flops, all)
            }
            "scatter" => {
                let updates = operation.operands().len().checked_sub(1).and_then(|last| operation.operand(last));
                let flops = body(self, updates.map_or(0, |value| count(ir.ty(value))));
                // Scatters run one element after the other on a CPU.
                self.timed(Kind::Kernel, flops.saturating_add(updates.map_or(0, |value| 4 * count(ir.ty(value)))), all)
            }
            "gather" => self.timed(Kind::Fused, elements.saturating_mul(2), 8 * results),
            "sort" => {
                let inputs = operation.operand(0).map_or(0, |value| count(ir.ty(value)));
                let flops = body(self, inputs.saturating_mul(u64::from(64 - inputs.leading_zeros())));
                self.timed(Kind::Kernel, flops, all)
            }
            "fft" => {
                self.timed(Kind::Kernel, elements.saturating_mul(5 * u64::from(64 - elements.leading_zeros())), all)
            }
            "cholesky" => {
                self.timed(Kind::Kernel, elements.saturating_mul(last_size(ir, operation.operand(0)) / 3), all)
            }
            "triangular_solve" => {
                self.timed(Kind::Kernel, elements.saturating_mul(last_size(ir, operation.operand(0))), all)
            }
            "all_reduce"
            | "all_gather"
            | "reduce_scatter"
            | "all_to_all"
            | "collective_permute"
            | "collective_broadcast" => {
                let inputs: u64 = operation.operands().map(|value| bytes(ir.ty(value))).sum();
                // Every element is sent to be summed, and the sums are sent back.
                let sent = if name == "all_reduce" { 2 * inputs } else { inputs.max(results) };
                self.timed(Kind::Sends, 0, sent)
            }
            "map" => {
                let flops = body(self, elements);
                self.timed(Kind::Kernel, flops, all)
            }
            _ if operation.name().dialect() == "chlo" => self.timed(Kind::Fused, elements.saturating_mul(40), results),
            _ => self.timed(Kind::Kernel, elements.saturating_mul(8), all),
        }
    }
}

fn has_complex(ir: &Ir, op: Op) -> bool {
    ir[op].results().first().is_some_and(|value| ir.ty(*value).element().as_complex().is_some())
}

/// Whether a value is carried by a loop for one update.
fn is_in_place(ir: &Ir, value: Value) -> bool {
    let Definer::Argument { block, .. } = ir.definer(value) else { return false };
    let around = ir.block_parent(block).and_then(|region| ir.region_parent(region));
    around.is_some_and(|op| ir.control_flow(op) == Some(ControlFlow::Loop)) && ir.uses(value).len() == 1
}

fn to_same_kind(ir: &Ir, op: Op) -> bool {
    let types = ir[op].operand(0).zip(ir[op].results().first().copied());
    types.is_some_and(|(from, to)| ir.ty(from).element() == ir.ty(to).element())
}

fn last_size(ir: &Ir, value: Option<Value>) -> u64 {
    value.and_then(|value| ir.ty(value).shape().and_then(|shape| shape.last().copied())).map_or(1, size)
}

/// Two operations for each product.
fn dot_flops(ir: &Ir, op: Op, elements: u64) -> u64 {
    let dot = ir.attribute(op, "dot_dimension_numbers").and_then(Attribute::downcast::<DotDimensionNumbers>);
    let left = ir[op].operand(0).and_then(|value| ir.ty(value).shape()).unwrap_or_default();
    let summed = match dot {
        Some(dot) => dot.lhs_contracting.iter().fold(1u64, |product, dimension| {
            product.saturating_mul(left.get(*dimension as usize).copied().map_or(1, size))
        }),
        None => left.last().copied().map_or(1, size),
    };
    let flops = elements.saturating_mul(summed).saturating_mul(2);
    if has_complex(ir, op) { flops.saturating_mul(4) } else { flops }
}

fn convolution_flops(ir: &Ir, op: Op, elements: u64) -> u64 {
    let kernel = ir[op].operand(1).and_then(|value| ir.ty(value).shape()).unwrap_or_default();
    let conv = ir.attribute(op, "dimension_numbers").and_then(Attribute::downcast::<ConvDimensionNumbers>);
    let outputs = conv.map_or(-1, |conv| conv.kernel_output_feature);
    let each = kernel.iter().enumerate().filter(|(at, _)| *at as i64 != outputs);
    let each = each.fold(1u64, |product, (_, extent)| product.saturating_mul(size(*extent)));
    elements.saturating_mul(each).saturating_mul(2)
}
