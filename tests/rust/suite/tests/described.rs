//! Shadows of types that say nothing about themselves: what they consist of is read off their debug information.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap, LinkedList, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::{Rc, Weak};
use std::sync::{Arc, Mutex};
use zymase::{autodiff_forward, autodiff_reverse};

/// What a derivative panics with.
fn refusal<R>(run: impl FnOnce() -> R) -> String {
    let Err(panic) = catch_unwind(AssertUnwindSafe(run)) else { panic!("a shadow of another shape was accepted") };
    panic.downcast_ref::<String>().cloned().unwrap_or_default()
}

#[derive(Clone)]
struct Layer {
    weights: Vec<f64>,
    bias: f64,
}

#[derive(Clone)]
struct Network {
    name: String,
    layers: Vec<Layer>,
    scale: Option<Box<f64>>,
}

impl Network {
    fn example() -> Network {
        let layer = |seed: f64| Layer { weights: vec![seed, seed + 0.5, seed * seed], bias: 0.1 * seed };
        Network { name: "example".to_owned(), layers: vec![layer(0.3), layer(0.7)], scale: Some(Box::new(1.5)) }
    }

    fn zero(&self) -> Network {
        let mut zero = self.clone();
        for layer in &mut zero.layers {
            layer.weights.fill(0.0);
            layer.bias = 0.0;
        }
        if let Some(scale) = &mut zero.scale {
            **scale = 0.0;
        }
        zero
    }
}

#[autodiff_reverse(d_output, Duplicated, Active, Active)]
#[autodiff_forward(t_output, Dual, Dual, Dual)]
fn output(network: &Network, input: f64) -> f64 {
    let scale = network.scale.as_deref().copied().unwrap_or(1.0);
    network.layers.iter().fold(input, |x, layer| {
        let sum: f64 = layer.weights.iter().map(|w| (w * x).sin()).sum();
        scale * sum + layer.bias
    })
}

#[test]
fn structs_without_a_derive() {
    let network = Network::example();
    let mut shadow = network.zero();
    let (value, d_input) = d_output(&network, &mut shadow, 0.4, 1.0);
    assert_eq!(value, output(&network, 0.4));

    let h = 1e-6;
    let differ = |change: &dyn Fn(&mut Network, f64)| {
        let at = |step| {
            let mut other = network.clone();
            change(&mut other, step);
            output(&other, 0.4)
        };
        (at(h) - at(-h)) / (2.0 * h)
    };
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-8, "{a} {b}");
    close(shadow.layers[0].weights[1], differ(&|n, step| n.layers[0].weights[1] += step));
    close(shadow.layers[1].bias, differ(&|n, step| n.layers[1].bias += step));
    close(**shadow.scale.as_ref().unwrap(), differ(&|n, step| **n.scale.as_mut().unwrap() += step));
    close(d_input, (output(&network, 0.4 + h) - output(&network, 0.4 - h)) / (2.0 * h));

    let mut tangent = network.zero();
    tangent.layers[0].weights[1] = 1.0;
    let (_, forward) = t_output(&network, &tangent, 0.4, 0.0);
    close(forward, shadow.layers[0].weights[1]);
}

#[test]
fn other_lengths_and_variants_are_named() {
    let network = Network::example();
    let attempt = |change: &dyn Fn(&mut Network)| {
        let mut shadow = network.zero();
        change(&mut shadow);
        refusal(|| d_output(&network, &mut shadow, 0.4, 1.0))
    };
    assert_eq!(
        attempt(&|shadow| shadow.layers[1].weights.truncate(2)),
        "`network.layers[1].weights`: 3 elements, its shadow has 2"
    );
    assert_eq!(attempt(&|shadow| shadow.layers.truncate(1)), "`network.layers`: 2 elements, its shadow has 1");
    assert_eq!(attempt(&|shadow| shadow.scale = None), "`network.scale`: `Some`, its shadow is `None`");
    assert_eq!(attempt(&|shadow| shadow.name.clear()), "`network.name`: 7 bytes of text, its shadow has 0");
}

/// A plain type that is none: a reference hides in it.
#[derive(Clone, Copy)]
struct Hidden {
    table: &'static [u32],
    factor: f64,
}

#[autodiff_reverse(d_hidden, Duplicated, Active)]
fn hidden(x: &Hidden) -> f64 {
    x.factor * x.factor * f64::from(x.table[x.table.len() - 1])
}

#[test]
fn references_in_plain_types() {
    let value = Hidden { table: &[1, 2, 3], factor: 2.0 };
    let mut shadow = Hidden { factor: 0.0, ..value };
    d_hidden(&value, &mut shadow, 1.0);
    assert_eq!(shadow.factor, 12.0);
    let mut short = Hidden { table: &[], factor: 0.0 };
    let text = refusal(|| d_hidden(&value, &mut short, 1.0));
    assert_eq!(text, "`x.table`: 3 elements, its shadow has 0");
}

#[derive(Clone, Copy)]
enum Motion {
    Still,
    Fall { height: f64, time: f64 },
    Drift(f64),
}

#[derive(Clone, Copy)]
struct Body {
    mass: f64,
    motion: Motion,
}

#[autodiff_reverse(d_energy, Duplicated, Active)]
fn energy(bodies: &[Body]) -> f64 {
    let of = |body: &Body| match body.motion {
        Motion::Still => 0.0,
        Motion::Fall { height, time } => 9.81 * body.mass * (height - 4.905 * time * time),
        Motion::Drift(speed) => 0.5 * body.mass * speed * speed,
    };
    bodies.iter().map(of).sum()
}

#[test]
fn variants_in_plain_types() {
    let bodies = [
        Body { mass: 2.0, motion: Motion::Fall { height: 10.0, time: 0.5 } },
        Body { mass: 3.0, motion: Motion::Drift(4.0) },
        Body { mass: 1.0, motion: Motion::Still },
    ];
    let mut shadow = [
        Body { mass: 0.0, motion: Motion::Fall { height: 0.0, time: 0.0 } },
        Body { mass: 0.0, motion: Motion::Drift(0.0) },
        Body { mass: 0.0, motion: Motion::Still },
    ];
    d_energy(&bodies, &mut shadow, 1.0);
    assert_eq!(shadow[1].mass, 8.0);
    let Motion::Drift(speed) = shadow[1].motion else { panic!("the variant has changed") };
    assert_eq!(speed, 12.0);
    shadow[1].motion = Motion::Still;
    let text = refusal(|| d_energy(&bodies, &mut shadow, 1.0));
    assert_eq!(text, "`bodies[1].motion`: `Drift`, its shadow is `Still`");
}

trait Term {
    fn at(&self, x: f64) -> f64;
    fn boxed(&self, zero: bool) -> Box<dyn Term>;
}

struct Power {
    factor: f64,
    exponent: i32,
}

struct Series {
    coefficients: Vec<f64>,
}

impl Term for Power {
    fn at(&self, x: f64) -> f64 {
        self.factor * x.powi(self.exponent)
    }

    fn boxed(&self, zero: bool) -> Box<dyn Term> {
        Box::new(Power { factor: if zero { 0.0 } else { self.factor }, exponent: self.exponent })
    }
}

impl Term for Series {
    fn at(&self, x: f64) -> f64 {
        self.coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c)
    }

    fn boxed(&self, zero: bool) -> Box<dyn Term> {
        let coefficients = self.coefficients.iter().map(|c| if zero { 0.0 } else { *c }).collect();
        Box::new(Series { coefficients })
    }
}

struct Sum {
    terms: Vec<Box<dyn Term>>,
}

#[autodiff_reverse(d_sum, Duplicated, Active, Active)]
fn sum(of: &Sum, x: f64) -> f64 {
    of.terms.iter().map(|term| term.at(x)).sum()
}

#[test]
fn trait_objects() {
    let terms: Vec<Box<dyn Term>> =
        vec![Box::new(Power { factor: 2.0, exponent: 3 }), Box::new(Series { coefficients: vec![1.0, 2.0, 3.0] })];
    let value = Sum { terms };
    let mut shadow = Sum { terms: value.terms.iter().map(|term| term.boxed(true)).collect() };
    let (_, dx) = d_sum(&value, &mut shadow, 1.5, 1.0);
    assert_eq!(dx, 2.0 * 3.0 * 1.5 * 1.5 + 2.0 + 6.0 * 1.5);
    assert_eq!(shadow.terms[0].at(1.5), 1.5f64.powi(6));
    assert_eq!(shadow.terms[1].at(1.0), 1.0 + 1.5 + 2.25);

    let text = refusal(|| {
        let mut swapped = Sum { terms: value.terms.iter().rev().map(|term| term.boxed(true)).collect() };
        d_sum(&value, &mut swapped, 1.5, 1.0);
    });
    assert_eq!(text, "`of.terms[0]`: an object of another type than its shadow");
    let text = refusal(|| {
        let terms: Vec<Box<dyn Term>> =
            vec![Box::new(Power { factor: 0.0, exponent: 0 }), Box::new(Series { coefficients: vec![0.0] })];
        d_sum(&value, &mut Sum { terms }, 1.5, 1.0);
    });
    assert_eq!(text, "`of.terms[1].coefficients`: 3 elements, its shadow has 1");
}

#[autodiff_reverse(d_object, Duplicated, Active, Active)]
fn object(term: &dyn Term, x: f64) -> f64 {
    term.at(x)
}

#[test]
fn references_to_trait_objects() {
    let value = Series { coefficients: vec![1.0, 2.0] };
    let mut shadow = Series { coefficients: vec![0.0; 2] };
    d_object(&value, &mut shadow, 3.0, 1.0);
    assert_eq!(shadow.coefficients, [1.0, 3.0]);
    let mut short = Series { coefficients: vec![0.0] };
    let text = refusal(|| d_object(&value, &mut short, 3.0, 1.0));
    assert_eq!(text, "`term.coefficients`: 2 elements, its shadow has 1");
    let mut other = Power { factor: 0.0, exponent: 1 };
    let text = refusal(|| d_object(&value, &mut other, 3.0, 1.0));
    assert_eq!(text, "`term`: an object of another type than its shadow");
}

#[autodiff_reverse(d_prices, Duplicated, Active)]
fn prices(market: &HashMap<u64, f64>) -> f64 {
    market[&1] * market[&1] * market[&2]
}

#[test]
fn hash_maps() {
    let value: HashMap<u64, f64> = [(1, 3.0), (2, 5.0), (7, 1.0)].into();
    let mut shadow = value.clone();
    shadow.values_mut().for_each(|price| *price = 0.0);
    d_prices(&value, &mut shadow, 1.0);
    assert_eq!((shadow[&1], shadow[&2], shadow[&7]), (30.0, 9.0, 0.0));
    let mut other: HashMap<u64, f64> = value.iter().map(|(key, _)| (*key + 1, 0.0)).collect();
    let text = refusal(|| d_prices(&value, &mut other, 1.0));
    assert!(text.contains("make the shadow from a clone of the value"), "{text}");
    let mut short = HashMap::new();
    let text = refusal(|| d_prices(&value, &mut short, 1.0));
    assert_eq!(text, "`market`: 3 elements, its shadow has 0");
}

#[autodiff_reverse(d_tree, Duplicated, Active)]
fn tree(map: &BTreeMap<u64, f64>) -> f64 {
    map.values().map(|x| x * x).sum()
}

#[test]
fn trees() {
    let value: BTreeMap<u64, f64> = (0..40).map(|i| (i, i as f64)).collect();
    let mut shadow = value.clone();
    shadow.values_mut().for_each(|x| *x = 0.0);
    d_tree(&value, &mut shadow, 1.0);
    assert!(shadow.iter().all(|(key, x)| *x == 2.0 * *key as f64));
    let mut other: BTreeMap<u64, f64> = (0..40).map(|i| (i + 1, 0.0)).collect();
    let text = refusal(|| d_tree(&value, &mut other, 1.0));
    assert!(text.contains("make the shadow from a clone of the value"), "{text}");
    other.pop_last();
    let text = refusal(|| d_tree(&value, &mut other, 1.0));
    assert_eq!(text, "`map`: 40 elements, its shadow has 39");
}

struct Queue {
    waiting: VecDeque<f64>,
    done: LinkedList<f64>,
}

#[autodiff_reverse(d_queue, Duplicated, Active)]
fn queue(of: &Queue) -> f64 {
    of.waiting.iter().map(|x| x * x).sum::<f64>() + of.done.iter().map(|x| x * x * x).sum::<f64>()
}

#[test]
fn queues_and_lists() {
    let filled = |values: [f64; 3]| {
        let mut waiting = VecDeque::with_capacity(4);
        waiting.extend([9.0, values[0], values[1]]);
        waiting.pop_front();
        waiting.push_back(values[2]);
        waiting
    };
    let value = Queue { waiting: filled([1.0, 2.0, 3.0]), done: [4.0, 5.0].into() };
    let mut shadow = Queue { waiting: filled([0.0; 3]), done: [0.0; 2].into() };
    d_queue(&value, &mut shadow, 1.0);
    assert_eq!(Vec::from(shadow.waiting.clone()), [2.0, 4.0, 6.0]);
    assert_eq!(shadow.done.iter().copied().collect::<Vec<f64>>(), [48.0, 75.0]);
    shadow.waiting = [0.0; 3].into();
    let text = refusal(|| d_queue(&value, &mut shadow, 1.0));
    assert!(text.starts_with("`of.waiting`: elements of the value and its shadow lie at different places"), "{text}");
    let mut short = Queue { waiting: filled([0.0; 3]), done: [0.0].into() };
    let text = refusal(|| d_queue(&value, &mut short, 1.0));
    assert_eq!(text, "`of.done`: 2 elements, its shadow has 1");
}

struct Node {
    value: Cell<f64>,
    children: RefCell<Vec<Rc<Node>>>,
    parent: RefCell<Weak<Node>>,
}

fn family(values: [f64; 3]) -> Rc<Node> {
    let node = |value| {
        let (children, parent) = (RefCell::new(Vec::new()), RefCell::new(Weak::new()));
        Rc::new(Node { value: Cell::new(value), children, parent })
    };
    let root = node(values[0]);
    for value in &values[1..] {
        let child = node(*value);
        *child.parent.borrow_mut() = Rc::downgrade(&root);
        root.children.borrow_mut().push(child);
    }
    root
}

#[autodiff_reverse(d_weight, Duplicated, Active)]
fn weight(node: &Rc<Node>) -> f64 {
    let own = node.value.get();
    own * own + node.children.borrow().iter().map(|child| own * child.value.get()).sum::<f64>()
}

#[test]
fn counted_cells() {
    let value = family([2.0, 3.0, 5.0]);
    let mut shadow = family([0.0; 3]);
    d_weight(&value, &mut shadow, 1.0);
    assert_eq!(shadow.value.get(), 12.0);
    assert_eq!(shadow.children.borrow()[0].value.get(), 2.0);
    shadow.children.borrow_mut().pop();
    let text = refusal(|| d_weight(&value, &mut shadow, 1.0));
    assert_eq!(text, "`node.children`: 2 elements, its shadow has 1");
    let mut itself = value.clone();
    let text = refusal(|| d_weight(&value, &mut itself, 1.0));
    assert!(text.contains("itself"), "{text}");
}

struct Locked {
    numbers: Mutex<Vec<f64>>,
    shared: Arc<[f64]>,
}

#[autodiff_reverse(d_locked, Duplicated, Active)]
fn locked(of: &Locked) -> f64 {
    of.numbers.lock().unwrap().iter().zip(of.shared.iter()).map(|(x, y)| x * x * y).sum()
}

#[test]
fn locks_and_counted_slices() {
    let new = |numbers: Vec<f64>, shared: &[f64]| Locked { numbers: Mutex::new(numbers), shared: shared.into() };
    let value = new(vec![1.0, 2.0], &[3.0, 4.0]);
    let mut shadow = new(vec![0.0; 2], &[0.0; 2]);
    d_locked(&value, &mut shadow, 1.0);
    assert_eq!(*shadow.numbers.lock().unwrap(), [6.0, 16.0]);
    assert_eq!(*shadow.shared, [1.0, 4.0]);
    let text = refusal(|| d_locked(&value, &mut new(vec![0.0; 2], &[0.0]), 1.0));
    assert_eq!(text, "`of.shared`: 2 elements, its shadow has 1");
    let other = shadow.shared.clone();
    let text = refusal(|| d_locked(&value, &mut shadow, 1.0));
    assert!(text.contains("other owners"), "{text} {other:?}");
}

#[autodiff_reverse(d_generic, Duplicated, Active)]
fn generic<T: Copy + Into<f64>>(x: &Vec<T>) -> f64 {
    x.iter().map(|&x| x.into() * x.into()).sum()
}

#[test]
fn type_parameters_without_bounds() {
    let mut shadow = vec![0.0f32; 3];
    d_generic(&vec![1.0f32, 2.0, 3.0], &mut shadow, 1.0);
    assert_eq!(shadow, [2.0, 4.0, 6.0]);
    let text = refusal(|| d_generic(&vec![1.0f64, 2.0], &mut vec![0.0], 1.0));
    assert_eq!(text, "`x`: 2 elements, its shadow has 1");
}

struct Pusher {
    numbers: Vec<f64>,
    room: f64,
}

#[autodiff_reverse(d_push, Duplicated, Active)]
fn push(of: &mut Pusher) -> f64 {
    of.numbers.push(of.room);
    of.numbers.iter().sum()
}

#[test]
fn vectors_that_grow() {
    let mut value = Pusher { numbers: Vec::with_capacity(4), room: 2.0 };
    let mut shadow = Pusher { numbers: Vec::with_capacity(4), room: 0.0 };
    let text = refusal(|| d_push(&mut value, &mut shadow, 1.0));
    assert!(text.starts_with("`of.numbers`: the function made 1 elements of 0"), "{text}");
    assert_eq!(shadow.numbers.capacity(), 0);
}

/// The derivative of a derivative runs the comparison too.
#[derive(Clone)]
struct Quartic {
    x: Vec<f64>,
}

#[autodiff_reverse(d_quartic, Duplicated, Active)]
fn quartic(at: &Quartic) -> f64 {
    at.x.iter().map(|x| x.powi(4)).sum()
}

fn slope(at: &Quartic) -> f64 {
    let mut gradient = Quartic { x: vec![0.0; at.x.len()] };
    d_quartic(at, &mut gradient, 1.0);
    gradient.x[0]
}

#[autodiff_forward(t_slope, Dual, DualOnly)]
fn slope_of(at: &Quartic) -> f64 {
    slope(at)
}

#[test]
fn second_derivatives() {
    let at = Quartic { x: vec![2.0, 3.0] };
    let along = Quartic { x: vec![1.0, 0.0] };
    assert_eq!(t_slope(&at, &along), 48.0);
}

struct Matrices {
    weights: ndarray::Array2<f64>,
    dynamic: ndarray::ArrayD<f64>,
    columns: nalgebra::DMatrix<f64>,
    fixed: nalgebra::Matrix2<f64>,
}

impl Matrices {
    fn new(rows: usize, columns: usize, value: f64) -> Matrices {
        Matrices {
            weights: ndarray::Array2::from_elem((rows, columns), value),
            dynamic: ndarray::ArrayD::from_elem(vec![columns, rows, 1], value),
            columns: nalgebra::DMatrix::from_element(rows, columns, value),
            fixed: nalgebra::Matrix2::from_element(value),
        }
    }
}

#[autodiff_reverse(d_matrices, Duplicated, Active)]
fn matrices(of: &Matrices) -> f64 {
    let squares = |numbers: &[f64]| numbers.iter().map(|x| x * x).sum::<f64>();
    let arrays = squares(of.weights.as_slice().unwrap()) + squares(of.dynamic.as_slice().unwrap());
    arrays + squares(of.columns.as_slice()) + squares(of.fixed.as_slice())
}

#[test]
fn arrays_of_other_crates() {
    let value = Matrices::new(2, 3, 1.5);
    let mut shadow = Matrices::new(2, 3, 0.0);
    d_matrices(&value, &mut shadow, 1.0);
    assert!(
        shadow.weights.iter().chain(&shadow.dynamic).chain(&shadow.columns).chain(&shadow.fixed).all(|x| *x == 3.0)
    );

    let attempt = |shadow: &mut Matrices| refusal(|| d_matrices(&value, shadow, 1.0));
    let mut other = Matrices::new(2, 3, 0.0);
    other.weights = ndarray::Array2::zeros((3, 2));
    assert!(attempt(&mut other).starts_with("`of.weights.dim"), "{}", attempt(&mut other));
    other = Matrices::new(2, 3, 0.0);
    other.weights = ndarray::Array2::zeros((3, 2)).reversed_axes();
    assert!(attempt(&mut other).starts_with("`of.weights.strides"), "{}", attempt(&mut other));
    other = Matrices::new(2, 3, 0.0);
    other.weights = ndarray::Array2::zeros((1, 1));
    assert_eq!(attempt(&mut other), "`of.weights.data`: 6 elements, its shadow has 1");
    other = Matrices::new(2, 3, 0.0);
    other.columns = nalgebra::DMatrix::zeros(2, 2);
    assert_eq!(attempt(&mut other), "`of.columns.data.data`: 6 elements, its shadow has 4");
}

/// Closures are structs of what they capture.
#[autodiff_reverse(d_call, Duplicated, Active, Active)]
fn call<F: Fn(f64) -> f64>(function: &F, x: f64) -> f64 {
    function(x)
}

#[test]
fn closures() {
    let polynomial = |coefficients: Vec<f64>| move |x: f64| coefficients.iter().fold(0.0, |sum, c| sum * x + c);
    let (value, mut shadow) = (polynomial(vec![1.0, 2.0, 3.0]), polynomial(vec![0.0; 3]));
    assert_eq!(d_call(&value, &mut shadow, 2.0, 1.0), (11.0, 6.0));
    assert_eq!(shadow(10.0), 421.0);
    let mut short = polynomial(vec![0.0; 2]);
    let text = refusal(|| d_call(&value, &mut short, 2.0, 1.0));
    assert!(text.ends_with("3 elements, its shadow has 2"), "{text}");
}

/// What nobody can follow.
struct Raw {
    first: *const f64,
    factor: f64,
}

#[autodiff_reverse(d_raw, Duplicated, Active)]
fn raw(of: &Raw) -> f64 {
    if of.first.is_null() { of.factor * of.factor } else { unsafe { *of.first * of.factor } }
}

#[test]
fn raw_pointers() {
    let nothing = |factor| Raw { first: std::ptr::null(), factor };
    let mut shadow = nothing(0.0);
    d_raw(&nothing(3.0), &mut shadow, 1.0);
    assert_eq!(shadow.factor, 6.0);
    let number = 2.0;
    let text = refusal(|| d_raw(&Raw { first: &number, factor: 3.0 }, &mut shadow, 1.0));
    assert!(text.starts_with("`of.first`: what is behind `*const f64` is not known"), "{text}");
}

/// Two types of the same form are told apart.
mod first {
    pub struct Pair {
        pub a: Vec<f64>,
        pub b: Box<f64>,
    }
}

mod second {
    pub struct Pair {
        pub a: Vec<f64>,
        pub b: Box<f64>,
    }
}

#[autodiff_reverse(d_first, Duplicated, Active)]
fn first_pair(of: &first::Pair) -> f64 {
    of.a[0] * *of.b
}

#[autodiff_reverse(d_second, Duplicated, Active)]
fn second_pair(of: &second::Pair) -> f64 {
    of.a[0] * *of.b
}

#[test]
fn types_of_the_same_form() {
    let mut shadow = first::Pair { a: vec![0.0], b: Box::new(0.0) };
    d_first(&first::Pair { a: vec![2.0], b: Box::new(3.0) }, &mut shadow, 1.0);
    assert_eq!((shadow.a[0], *shadow.b), (3.0, 2.0));
    let mut shadow = second::Pair { a: Vec::new(), b: Box::new(0.0) };
    let text = refusal(|| d_second(&second::Pair { a: vec![2.0], b: Box::new(3.0) }, &mut shadow, 1.0));
    assert_eq!(text, "`of.a`: 1 elements, its shadow has 0");
}
