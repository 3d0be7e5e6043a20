//! The rules of linear algebra as LLVM instructions.

use super::loops;
use zymase_calculus::linear::{Algebra, Argument, Array, Matrix, Part, Routine, Update, Vector};
use zymase_core::runtime;
use zymase_library::Linear;
use zymase_llvm::{Builder, Function, IntPredicate, Module, RealPredicate, Type, Value};

/// Writes the body of one derivative function of one routine. Sizes have 64 bits here.
pub struct Emitter {
    pub builder: Builder,
    pub function: Function,
    pub original: Function,
    pub linear: Linear,
    pub real: Type,
    pub integer: Type,
    pub context: Value,
    /// The layout argument of the C convention, and whether it says "by rows".
    pub layout: Option<Value>,
    pub row_major: Option<Value>,
    /// The row exchanges and how many there are.
    pub pivots: Option<(Value, Value)>,
    /// Where `info` can be read.
    pub info: Option<Value>,
    /// The arguments with which the routine itself is called, and what it returned.
    pub arguments: Vec<Value>,
    pub result: Option<Value>,
}

type Elements = Array<Value, Value>;

impl Emitter {
    pub fn module(&self) -> Module {
        self.builder.module()
    }

    /// A builder for stack objects.
    pub fn at_entry(&self) -> Builder {
        Builder::before(self.function.entry().first_instruction().expect("the entry block branches"))
    }

    pub fn number(&self, n: i64) -> Value {
        Value::integer(self.integer, n)
    }

    /// Memory for this many elements of a type, until the derivative call ends.
    pub fn allocate(&self, ty: Type, count: Value) -> Value {
        let module = self.module();
        let bytes = self.builder.mul(count, self.number(module.allocation_size(ty) as i64));
        self.builder.call_across_spaces(runtime::allocate(module), &[self.context, bytes])
    }

    fn limit(&self, predicate: IntPredicate, a: Value, b: Value) -> Value {
        self.builder.select(self.builder.icmp(predicate, a, b), a, b)
    }

    pub fn at_least(&self, a: Value, least: i64) -> Value {
        self.limit(IntPredicate::LLVMIntSGT, a, self.number(least))
    }

    fn address(&self, array: Elements, i: Value, j: Value) -> Value {
        let at = self.builder.add(self.builder.mul(i, array.down), self.builder.mul(j, array.right));
        self.builder.gep(self.real, array.data, &[at])
    }

    /// Emits `body` for the addresses of the elements of each array in the part. Matrices by rows are walked by rows.
    fn each_element(&self, part: Part<Value>, arrays: &[Elements], body: &mut dyn FnMut(&[Value])) {
        let by_rows = |array: &Elements| match self.row_major {
            None => *array,
            Some(rows) => {
                let (a, b) = (*array, array.transposed());
                let choose = |x: Value, y: Value| self.builder.select(rows, y, x);
                Array {
                    data: a.data,
                    rows: choose(a.rows, b.rows),
                    columns: choose(a.columns, b.columns),
                    down: choose(a.down, b.down),
                    right: choose(a.right, b.right),
                }
            }
        };
        let arrays: Vec<Elements> = arrays.iter().map(by_rows).collect();
        let (rows, columns) = (arrays[0].rows, arrays[0].columns);
        loops::count_up(&self.builder, self.number(0), columns, &mut |j| {
            let (from, to) = match part {
                Part::All => (self.number(0), rows),
                Part::Triangle { lower, strict } => {
                    let lower = self.row_major.map_or(lower, |by_rows| self.builder.xor(lower, by_rows));
                    let strict = self.builder.zext(strict, self.integer);
                    let below = self.builder.add(j, strict);
                    let above = self.builder.sub(self.builder.add(j, self.number(1)), strict);
                    let above = self.limit(IntPredicate::LLVMIntSLT, above, rows);
                    (self.builder.select(lower, below, self.number(0)), self.builder.select(lower, rows, above))
                }
            };
            loops::count_up(&self.builder, from, to, &mut |i| {
                let places: Vec<Value> = arrays.iter().map(|array| self.address(*array, i, j)).collect();
                body(&places);
            });
        });
    }

    fn sum_with(&self, a: Value, b: Value) -> Value {
        self.builder.fadd(a, b)
    }

    /// The sign of a number as a number: 0 of 0.
    fn sign(&self, x: Value) -> Value {
        let zero = Value::null(self.real);
        let is = |predicate, value| {
            let holds = self.builder.fcmp(predicate, x, zero);
            self.builder.select(holds, Value::real(self.real, value), zero)
        };
        let (up, down) = (is(RealPredicate::LLVMRealOGT, 1.0), is(RealPredicate::LLVMRealOLT, -1.0));
        self.builder.fadd(up, down)
    }

    /// Exchanges the rows k and pivots[k] - 1.
    fn exchange(&self, array: Elements, pivots: Value, k: Value) {
        let bytes = self.linear.integer_bytes() as u32;
        let ty = self.module().integer_type(8 * bytes);
        let pivot = self.builder.load(ty, self.builder.gep(ty, pivots, &[k]));
        let other = self.builder.sub(self.builder.integer_cast(pivot, self.integer), self.number(1));
        loops::count_up(&self.builder, self.number(0), array.columns, &mut |j| {
            let (p, q) = (self.address(array, k, j), self.address(array, other, j));
            let (a, b) = (self.builder.load(self.real, p), self.builder.load(self.real, q));
            self.builder.store(b, p);
            self.builder.store(a, q);
        });
    }
}

impl Algebra for Emitter {
    type Size = Value;
    type Flag = Value;
    type Real = Value;
    type Pointer = Value;

    fn size(&mut self, n: i64) -> Value {
        self.number(n)
    }

    fn difference(&mut self, a: Value, b: Value) -> Value {
        self.builder.sub(a, b)
    }

    fn sum(&mut self, a: Value, b: Value) -> Value {
        self.builder.add(a, b)
    }

    fn smaller(&mut self, a: Value, b: Value) -> Value {
        self.limit(IntPredicate::LLVMIntSLT, a, b)
    }

    fn is_positive(&mut self, a: Value) -> Value {
        self.builder.icmp(IntPredicate::LLVMIntSGT, a, self.number(0))
    }

    fn choose_size(&mut self, c: Value, a: Value, b: Value) -> Value {
        self.builder.select(c, a, b)
    }

    fn flag(&mut self, value: bool) -> Value {
        Value::integer(self.module().integer_type(1), i64::from(value))
    }

    fn not(&mut self, a: Value) -> Value {
        self.builder.not(a)
    }

    fn same(&mut self, a: Value, b: Value) -> Value {
        self.builder.not(self.builder.xor(a, b))
    }

    fn real(&mut self, x: f64) -> Value {
        Value::real(self.real, x)
    }

    fn negative(&mut self, a: Value) -> Value {
        self.builder.fneg(a)
    }

    fn add(&mut self, a: Value, b: Value) -> Value {
        self.sum_with(a, b)
    }

    fn times(&mut self, a: Value, b: Value) -> Value {
        self.builder.fmul(a, b)
    }

    fn quotient_or_zero(&mut self, a: Value, b: Value) -> Value {
        let zero = Value::null(self.real);
        let is_zero = self.builder.fcmp(RealPredicate::LLVMRealOEQ, b, zero);
        self.builder.select(is_zero, zero, self.builder.fdiv(a, b))
    }

    fn is_nonzero(&mut self, a: Value) -> Value {
        self.builder.fcmp(RealPredicate::LLVMRealUNE, a, Value::null(self.real))
    }

    fn choose_pointer(&mut self, c: Value, a: Value, b: Value) -> Value {
        self.builder.select(c, a, b)
    }

    fn when(&mut self, c: Value, body: &mut dyn FnMut(&mut Self)) {
        let (inside, after) = (self.function.append_block("then"), self.function.append_block("after"));
        self.builder.conditional_branch(c, inside, after);
        self.builder.position_at_end(inside);
        body(self);
        self.builder.branch(after);
        self.builder.position_at_end(after);
    }

    fn accumulator(&mut self) -> Value {
        let place = self.at_entry().alloca(self.real, "sum");
        self.builder.store(Value::null(self.real), place);
        place
    }

    fn accumulate(&mut self, place: Value, amount: Value) {
        let old = self.builder.load(self.real, place);
        self.builder.store(self.sum_with(old, amount), place);
    }

    fn read(&mut self, place: Value) -> Value {
        self.builder.load(self.real, place)
    }

    fn elements(&mut self, m: Matrix<Value, Value>) -> Elements {
        let one = self.number(1);
        let (down, right) = match self.row_major {
            None => (one, m.leading),
            Some(rows) => (self.builder.select(rows, m.leading, one), self.builder.select(rows, one, m.leading)),
        };
        Array { data: m.data, rows: m.rows, columns: m.columns, down, right }
    }

    fn column(&mut self, v: Vector<Value, Value>) -> Elements {
        let zero = self.number(0);
        // Backwards, the first element is the last in memory.
        let negative = self.builder.icmp(IntPredicate::LLVMIntSLT, v.step, zero);
        let last = self.builder.mul(self.builder.sub(self.number(1), v.length), v.step);
        let first = self.builder.select(negative, last, zero);
        let data = self.builder.gep(self.real, v.data, &[first]);
        Array { data, rows: v.length, columns: self.number(1), down: v.step, right: zero }
    }

    fn block(&mut self, m: Matrix<Value, Value>, at: (Value, Value), extent: (Value, Value)) -> Matrix<Value, Value> {
        let all = self.elements(m);
        let data = self.address(all, at.0, at.1);
        Matrix { data, rows: extent.0, columns: extent.1, leading: m.leading }
    }

    fn fresh(&mut self, rows: Value, columns: Value) -> Matrix<Value, Value> {
        let data = self.allocate(self.real, self.builder.mul(rows, columns));
        let contiguous = self.row_major.map_or(rows, |by_rows| self.builder.select(by_rows, columns, rows));
        Matrix { data, rows, columns, leading: self.at_least(contiguous, 1) }
    }

    fn fresh_vector(&mut self, length: Value) -> Vector<Value, Value> {
        Vector { data: self.allocate(self.real, length), length, step: self.number(1) }
    }

    fn update(&mut self, part: Part<Value>, update: Update, factor: Value, sources: &[Elements], target: Elements) {
        let arrays: Vec<Elements> = std::iter::once(target).chain(sources.iter().copied()).collect();
        let zero = Value::null(self.real);
        let no_factor = self.builder.fcmp(RealPredicate::LLVMRealOEQ, factor, zero);
        self.each_element(part, &arrays, &mut |places| {
            let builder = &self.builder;
            let load = |k: usize| builder.load(self.real, places[k]);
            let new = match update {
                Update::Add => self.sum_with(load(0), builder.fmul(factor, load(1))),
                Update::AddProduct => {
                    let product = builder.fmul(builder.fmul(factor, load(1)), load(2));
                    self.sum_with(load(0), product)
                }
                Update::AddSign => self.sum_with(load(0), builder.fmul(factor, self.sign(load(1)))),
                Update::Take => {
                    let taken = load(1);
                    builder.store(zero, places[1]);
                    self.sum_with(load(0), builder.fmul(factor, taken))
                }
                Update::Scale => builder.select(no_factor, zero, builder.fmul(factor, load(0))),
                Update::Copy => load(1),
                Update::Fill => factor,
                Update::Spoil => {
                    let old = load(0);
                    let unused = builder.fcmp(RealPredicate::LLVMRealOEQ, old, zero);
                    builder.select(unused, zero, Value::real(self.real, f64::NAN))
                }
            };
            builder.store(new, places[0]);
        });
    }

    fn inner(&mut self, part: Part<Value>, a: Elements, b: Elements) -> Value {
        let total = self.accumulator();
        self.each_element(part, &[a, b], &mut |places| {
            let product =
                self.builder.fmul(self.builder.load(self.real, places[0]), self.builder.load(self.real, places[1]));
            let old = self.builder.load(self.real, total);
            self.builder.store(self.sum_with(old, product), total);
        });
        self.read(total)
    }

    fn exchange_rows(&mut self, m: Matrix<Value, Value>, backwards: bool) {
        let (pivots, count) = self.pivots.expect("a routine with pivots");
        let array = self.elements(m);
        loops::count_up(&self.builder, self.number(0), count, &mut |step| {
            let from_end = self.builder.sub(self.builder.sub(count, self.number(1)), step);
            self.exchange(array, pivots, if backwards { from_end } else { step });
        });
    }

    fn call(&mut self, routine: Routine, arguments: &[Argument<Value, Value, Value, Value>]) {
        self.call_routine(routine, arguments);
    }

    fn primal(&mut self) -> Option<Value> {
        let result = self.builder.call_across_spaces(self.original, &self.arguments);
        self.result = (!result.ty().is_void()).then_some(result);
        self.result.filter(|result| result.ty() == self.real)
    }

    fn succeeded(&mut self) -> Value {
        let ty = self.module().integer_type(8 * self.linear.integer_bytes() as u32);
        let info = self.builder.load(ty, self.info.expect("a routine with info"));
        self.builder.icmp(IntPredicate::LLVMIntEQ, info, Value::null(ty))
    }
}
