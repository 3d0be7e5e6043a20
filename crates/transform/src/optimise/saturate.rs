//! Equality saturation where the order of rewrites matters: sums and products of matrices. All ways to write an expression
//! that the laws below give are kept side by side in an e-graph, and the cheapest is taken out.
//!
//! Vectors are matrices of one column. The search is bounded by numbers of nodes and rounds, not by time, so that its
//! result depends on the program alone.

use super::einsum::{Factor, Sizes, product};
use super::facts;
use super::read::short;
use super::site::Site;
use egg::{Analysis, CostFunction, DidMerge, EGraph, Extractor, Id, Language, RecExpr, Rewrite, Runner, rewrite};
use std::sync::LazyLock;
use zymase_ir::{Op, Value};

egg::define_language! {
    /// Expressions of matrices.
    pub enum Matrix {
        "*" = Product([Id; 2]),
        "+" = Sum([Id; 2]),
        "-" = Difference([Id; 2]),
        "." = Scaled([Id; 2]),
        "neg" = Negated(Id),
        "t" = Turned(Id),
        Leaf(u32),
    }
}

/// Rows and columns of what leaves stand for.
#[derive(Clone, Debug, Default)]
struct Shapes(Vec<(i64, i64)>);

impl Analysis<Matrix> for Shapes {
    type Data = (i64, i64);

    fn make(graph: &mut EGraph<Matrix, Self>, node: &Matrix, _: Id) -> (i64, i64) {
        match node {
            Matrix::Product([a, b]) => (graph[*a].data.0, graph[*b].data.1),
            Matrix::Sum([a, _]) | Matrix::Difference([a, _]) | Matrix::Negated(a) => graph[*a].data,
            Matrix::Scaled([_, x]) => graph[*x].data,
            Matrix::Turned(a) => (graph[*a].data.1, graph[*a].data.0),
            Matrix::Leaf(number) => graph.analysis.0[*number as usize],
        }
    }

    fn merge(&mut self, _: &mut (i64, i64), _: (i64, i64)) -> DidMerge {
        DidMerge(false, false)
    }
}

static LAWS: LazyLock<Vec<Rewrite<Matrix, Shapes>>> = LazyLock::new(|| {
    vec![
        rewrite!("associate right"; "(* (* ?a ?b) ?c)" => "(* ?a (* ?b ?c))"),
        rewrite!("associate left"; "(* ?a (* ?b ?c))" => "(* (* ?a ?b) ?c)"),
        rewrite!("factor left"; "(+ (* ?a ?b) (* ?a ?c))" => "(* ?a (+ ?b ?c))"),
        rewrite!("factor right"; "(+ (* ?a ?c) (* ?b ?c))" => "(* (+ ?a ?b) ?c)"),
        rewrite!("distribute left"; "(* ?a (+ ?b ?c))" => "(+ (* ?a ?b) (* ?a ?c))"),
        rewrite!("distribute right"; "(* (+ ?a ?b) ?c)" => "(+ (* ?a ?c) (* ?b ?c))"),
        rewrite!("factor difference left"; "(- (* ?a ?b) (* ?a ?c))" => "(* ?a (- ?b ?c))"),
        rewrite!("factor difference right"; "(- (* ?a ?c) (* ?b ?c))" => "(* (- ?a ?b) ?c)"),
        rewrite!("commute"; "(+ ?a ?b)" => "(+ ?b ?a)"),
        rewrite!("associate sums"; "(+ (+ ?a ?b) ?c)" => "(+ ?a (+ ?b ?c))"),
        rewrite!("turn twice"; "(t (t ?a))" => "?a"),
        rewrite!("turn product"; "(t (* ?a ?b))" => "(* (t ?b) (t ?a))"),
        rewrite!("turned product"; "(* (t ?b) (t ?a))" => "(t (* ?a ?b))"),
        rewrite!("turn sum"; "(t (+ ?a ?b))" => "(+ (t ?a) (t ?b))"),
        rewrite!("turned sum"; "(+ (t ?a) (t ?b))" => "(t (+ ?a ?b))"),
        rewrite!("negate twice"; "(neg (neg ?a))" => "?a"),
        rewrite!("negate product"; "(* (neg ?a) ?b)" => "(neg (* ?a ?b))"),
        rewrite!("negate other"; "(* ?a (neg ?b))" => "(neg (* ?a ?b))"),
        rewrite!("negated factor"; "(neg (* ?a ?b))" => "(* (neg ?a) ?b)"),
        rewrite!("negated other factor"; "(neg (* ?a ?b))" => "(* ?a (neg ?b))"),
        rewrite!("add negated"; "(+ ?a (neg ?b))" => "(- ?a ?b)"),
        rewrite!("scale outside"; "(* (. ?s ?a) ?b)" => "(. ?s (* ?a ?b))"),
        rewrite!("scale outside other"; "(* ?a (. ?s ?b))" => "(. ?s (* ?a ?b))"),
        rewrite!("scale factor"; "(. ?s (* ?a ?b))" => "(* (. ?s ?a) ?b)"),
        rewrite!("scale other factor"; "(. ?s (* ?a ?b))" => "(* ?a (. ?s ?b))"),
        rewrite!("scale sum"; "(+ (. ?s ?a) (. ?s ?b))" => "(. ?s (+ ?a ?b))"),
    ]
});

/// Rounds of rewriting, and nodes of the e-graph, at which the search ends.
const ROUNDS: usize = 10;
const NODES: usize = 4000;
/// Larger expressions are not looked at as a whole.
const TERMS: usize = 40;

/// What a node costs in itself: products by their multiplications, the rest by elements.
struct Work<'a>(&'a EGraph<Matrix, Shapes>);

fn own_work(node: &Matrix, shape: impl Fn(Id) -> (i64, i64)) -> f64 {
    let elements = |(rows, columns): (i64, i64)| rows as f64 * columns as f64;
    match node {
        Matrix::Product([a, b]) => {
            let ((rows, inner), (_, columns)) = (shape(*a), shape(*b));
            2.0 * rows as f64 * inner as f64 * columns as f64 + 2000.0
        }
        Matrix::Sum([a, _]) | Matrix::Difference([a, _]) | Matrix::Negated(a) | Matrix::Scaled([_, a]) => {
            4.0 * elements(shape(*a)) + 40.0
        }
        Matrix::Turned(_) => 20.0,
        Matrix::Leaf(_) => 1.0,
    }
}

impl CostFunction<Matrix> for Work<'_> {
    type Cost = f64;

    fn cost<C: FnMut(Id) -> f64>(&mut self, node: &Matrix, mut costs: C) -> f64 {
        node.fold(own_work(node, |id| self.0[id].data), |sum, id| sum + costs(id))
    }
}

/// An expression as it stands in the program.
struct Expression {
    terms: RecExpr<Matrix>,
    leaves: Vec<Value>,
    shapes: Vec<(i64, i64)>,
    products: usize,
    like: Option<Op>,
}

/// Whether a value is a vector, matrix or number of floats.
fn is_small(site: &Site, value: Value) -> bool {
    site.rank(value) <= 2 && site.is_static(value) && site.element(value).is_float()
}

fn rows_and_columns(site: &Site, value: Value) -> (i64, i64) {
    match site.shape(value)[..] {
        [rows, columns] => (rows, columns),
        [rows] => (rows, 1),
        _ => (1, 1),
    }
}

impl Expression {
    fn leaf(&mut self, site: &Site, value: Value) -> Id {
        let number = self.leaves.iter().position(|leaf| *leaf == value).unwrap_or_else(|| {
            self.leaves.push(value);
            self.shapes.push(rows_and_columns(site, value));
            self.leaves.len() - 1
        });
        self.terms.add(Matrix::Leaf(number as u32))
    }

    /// The term of a value; `whole` for the root, which may have several uses.
    fn read(&mut self, site: &mut Site, value: Value, whole: bool) -> Id {
        let op = site.ir().defining_op(value);
        let is_inner = whole || site.has_one_use(value);
        let Some(op) = op.filter(|_| is_inner && self.terms.len() < TERMS && is_small(site, value)) else {
            return self.leaf(site, value);
        };
        let operands: Vec<Value> = site.ir()[op].operands().collect();
        match short(site.ir(), op) {
            Some("add") => self.pair(site, &operands, Matrix::Sum),
            Some("subtract") => self.pair(site, &operands, Matrix::Difference),
            Some("negate") => {
                let inner = self.read(site, operands[0], false);
                self.terms.add(Matrix::Negated(inner))
            }
            Some("transpose") if site.rank(value) == 2 => {
                let inner = self.read(site, operands[0], false);
                self.terms.add(Matrix::Turned(inner))
            }
            Some("multiply") => self.scaled(site, value, &operands),
            Some("dot_general") => self.product(site, op, value, &operands),
            _ => self.leaf(site, value),
        }
    }

    fn pair(&mut self, site: &mut Site, operands: &[Value], make: fn([Id; 2]) -> Matrix) -> Id {
        let (a, b) = (self.read(site, operands[0], false), self.read(site, operands[1], false));
        self.terms.add(make([a, b]))
    }

    fn scaled(&mut self, site: &mut Site, value: Value, operands: &[Value]) -> Id {
        for (x, by) in [(operands[0], operands[1]), (operands[1], operands[0])] {
            let number = site.from(by, "broadcast_in_dim").and_then(|op| site.first(op));
            let number = number.filter(|number| site.rank(*number) == 0);
            if let Some(number) = number.filter(|_| facts::constant(site.ir(), by).is_none()) {
                let (scale, inner) = (self.leaf(site, number), self.read(site, x, false));
                return self.terms.add(Matrix::Scaled([scale, inner]));
            }
        }
        self.leaf(site, value)
    }

    fn product(&mut self, site: &mut Site, op: Op, value: Value, operands: &[Value]) -> Id {
        let numbers = site.dot_numbers(op);
        let plain = numbers.filter(|numbers| numbers.lhs_batching.is_empty() && numbers.lhs_contracting.len() == 1);
        let (a, b) = (operands[0], operands[1]);
        let element = site.element(value);
        let fits =
            [a, b].iter().all(|side| is_small(site, *side) && site.rank(*side) > 0 && site.element(*side) == element);
        let Some(numbers) = plain.filter(|_| fits) else { return self.leaf(site, value) };
        self.products += 1;
        self.like.get_or_insert(op);
        let (mut left, mut right) = (self.read(site, a, false), self.read(site, b, false));
        // A vector is a column, so that on the left it must be turned.
        if numbers.lhs_contracting[0] == 0 {
            left = self.terms.add(Matrix::Turned(left));
        }
        if numbers.rhs_contracting[0] == 1 {
            right = self.terms.add(Matrix::Turned(right));
        }
        let made = self.terms.add(Matrix::Product([left, right]));
        // A row that stands for a vector becomes the column that vectors are.
        match site.rank(a) == 1 && site.rank(b) == 2 {
            true => self.terms.add(Matrix::Turned(made)),
            false => made,
        }
    }

    /// Makes the operations of an expression.
    fn write(&self, site: &mut Site, terms: &RecExpr<Matrix>, shape: &[i64]) -> Option<Value> {
        let mut made: Vec<Value> = Vec::new();
        for node in terms.as_ref() {
            let of = |id: &Id| made[usize::from(*id)];
            let value = match node {
                Matrix::Leaf(number) => {
                    let leaf = self.leaves[*number as usize];
                    let (rows, columns) = self.shapes[*number as usize];
                    if site.rank(leaf) == 0 { leaf } else { site.reshape(leaf, &[rows, columns])? }
                }
                Matrix::Sum([a, b]) => site.add(of(a), of(b))?,
                Matrix::Difference([a, b]) => site.op("subtract", &[of(a), of(b)])?,
                Matrix::Negated(a) => site.op("negate", &[of(a)])?,
                Matrix::Turned(a) => site.transpose(of(a), &[1, 0])?,
                Matrix::Scaled([by, x]) => {
                    let shape = site.shape(of(x));
                    let wide = site.broadcast(of(by), &[], &shape)?;
                    site.multiply(of(x), wide)?
                }
                Matrix::Product([a, b]) => {
                    let factors =
                        [Factor { value: of(a), labels: vec![0, 1] }, Factor { value: of(b), labels: vec![1, 2] }];
                    let mut sizes = Sizes::default();
                    factors.iter().for_each(|factor| sizes.learn(site, factor));
                    product(site, factors, &[0, 2], &sizes, self.like)?
                }
            };
            made.push(value);
        }
        let last = *made.last()?;
        site.reshape(last, shape)
    }
}

/// The cheapest form of the sum or product of matrices that is offered, if it is not the one that stands there.
pub fn saturated(site: &mut Site) -> Option<Value> {
    let result = site.result()?;
    if !is_small(site, result) || continues(site, result) {
        return None;
    }
    let mut expression =
        Expression { terms: RecExpr::default(), leaves: Vec::new(), shapes: Vec::new(), products: 0, like: None };
    expression.read(site, result, true);
    if expression.products < 2 || expression.terms.len() > TERMS {
        return None;
    }
    let graph = EGraph::new(Shapes(expression.shapes.clone()));
    let runner = Runner::<Matrix, Shapes>::new(Shapes(expression.shapes.clone()))
        .with_egraph(graph)
        .with_expr(&expression.terms)
        .with_iter_limit(ROUNDS)
        .with_node_limit(NODES)
        .with_time_limit(std::time::Duration::from_secs(3600))
        .run(LAWS.iter());
    let before = Work(&runner.egraph).cost_rec_of(&expression.terms, &runner.egraph);
    let (after, best) = Extractor::new(&runner.egraph, Work(&runner.egraph)).find_best(runner.roots[0]);
    if after >= before {
        return None;
    }
    let shape = site.result_shape()?;
    expression.write(site, &best, &shape)
}

impl Work<'_> {
    /// The cost of an expression as it is written.
    fn cost_rec_of(&self, terms: &RecExpr<Matrix>, graph: &EGraph<Matrix, Shapes>) -> f64 {
        let mut shapes: Vec<(i64, i64)> = Vec::new();
        let mut sum = 0.0;
        for node in terms.as_ref() {
            let of = |id: Id| shapes[usize::from(id)];
            sum += own_work(node, of);
            let shape = match node {
                Matrix::Product([a, b]) => (of(*a).0, of(*b).1),
                Matrix::Sum([a, _]) | Matrix::Difference([a, _]) | Matrix::Negated(a) => of(*a),
                Matrix::Scaled([_, x]) => of(*x),
                Matrix::Turned(a) => (of(*a).1, of(*a).0),
                Matrix::Leaf(number) => graph.analysis.0[*number as usize],
            };
            shapes.push(shape);
        }
        sum
    }
}

/// Whether the only user of a value belongs to the same expression, so that it is seen from there.
fn continues(site: &Site, value: Value) -> bool {
    let [only] = site.ir().uses(value) else { return false };
    let name = short(site.ir(), only.op);
    let small = site.ir()[only.op].results().first().is_some_and(|result| is_small(site, *result));
    small && matches!(name, Some("add" | "subtract" | "negate" | "dot_general" | "transpose"))
}
