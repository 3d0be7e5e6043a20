//! Shadows of random shapes: either the gradient is right, or a panic names the argument. `cargo xtask rust` runs this under valgrind,
//! `--shapes N` for so many shapes of each kind.

use std::cell::RefCell;
use std::collections::{BTreeMap, LinkedList, VecDeque};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use zymase::{Mirror, autodiff_forward, autodiff_reverse, autodiff_split};

/// How many shapes are drawn, and of which numbers.
const COUNT: &str = "ZYMASE_SHAPES";

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

#[derive(Mirror, Debug)]
struct Layer {
    name: String,
    weights: Vec<f64>,
    bias: Option<Box<f64>>,
}

#[derive(Mirror, Debug)]
struct Model {
    numbers: Vec<f64>,
    rows: Vec<Vec<f64>>,
    boxed: Box<[f64]>,
    shared: Rc<Vec<f64>>,
    cells: RefCell<Vec<f64>>,
    pair: (f64, Vec<f64>),
    array: [Vec<f64>; 2],
    layers: Vec<Layer>,
}

trait Term: Debug {
    fn squares(&self) -> f64;
}

#[derive(Debug)]
struct Single(f64);

impl Term for Single {
    fn squares(&self) -> f64 {
        self.0 * self.0
    }
}

#[derive(Debug)]
struct Several {
    /// Only its length matters.
    #[allow(dead_code)]
    name: String,
    numbers: Vec<f64>,
}

impl Term for Several {
    fn squares(&self) -> f64 {
        squares(&self.numbers)
    }
}

#[derive(Debug)]
enum Choice {
    Nothing,
    Few([f64; 2]),
    Many(Vec<f64>),
    Further(Box<Choice>),
}

impl Choice {
    fn squares(&self) -> f64 {
        match self {
            Choice::Nothing => 0.0,
            Choice::Few(numbers) => squares(numbers),
            Choice::Many(numbers) => squares(numbers),
            Choice::Further(choice) => choice.squares(),
        }
    }
}

/// Types that say nothing about themselves.
#[derive(Debug)]
struct Silent {
    terms: Vec<Box<dyn Term>>,
    tree: BTreeMap<u64, f64>,
    queue: VecDeque<f64>,
    list: LinkedList<f64>,
    choices: [Choice; 2],
    shared: Arc<[f64]>,
    lock: Mutex<Vec<f64>>,
    object: Rc<dyn Term>,
}

/// Lengths, in the order in which they are drawn.
type Shape = Vec<usize>;

/// Reads a shape; the value of each number is the same.
struct Builder<'a> {
    shape: std::slice::Iter<'a, usize>,
    value: f64,
}

impl Builder<'_> {
    fn length(&mut self) -> usize {
        self.shape.next().copied().unwrap_or(1)
    }

    fn numbers(&mut self) -> Vec<f64> {
        vec![self.value; self.length()]
    }

    fn layer(&mut self) -> Layer {
        let name = "n".repeat(self.length());
        let bias = (self.length() % 2 == 1).then(|| Box::new(self.value));
        Layer { name, weights: self.numbers(), bias }
    }

    fn term(&mut self) -> Box<dyn Term> {
        match self.length() % 2 {
            0 => Box::new(Single(self.value)),
            _ => Box::new(Several { name: "n".repeat(self.length()), numbers: self.numbers() }),
        }
    }

    fn choice(&mut self) -> Choice {
        match self.length() % 4 {
            0 => Choice::Nothing,
            1 => Choice::Few([self.value; 2]),
            2 => Choice::Many(self.numbers()),
            _ => Choice::Further(Box::new(self.choice())),
        }
    }

    fn silent(&mut self) -> Silent {
        let terms = self.length();
        Silent {
            tree: (0..5 * self.length() as u64).map(|key| (key, self.value)).collect(),
            queue: self.numbers().into(),
            list: self.numbers().into_iter().collect(),
            choices: [self.choice(), self.choice()],
            shared: self.numbers().into(),
            lock: Mutex::new(self.numbers()),
            object: self.term().into(),
            terms: (0..terms).map(|_| self.term()).collect(),
        }
    }

    fn model(&mut self) -> Model {
        let (rows, layers) = (self.length(), self.length());
        Model {
            numbers: self.numbers(),
            boxed: self.numbers().into_boxed_slice(),
            shared: Rc::new(self.numbers()),
            cells: RefCell::new(self.numbers()),
            pair: (self.value, self.numbers()),
            array: [self.numbers(), self.numbers()],
            rows: (0..rows).map(|_| self.numbers()).collect(),
            layers: (0..layers).map(|_| self.layer()).collect(),
        }
    }
}

fn model(shape: &Shape, value: f64) -> Model {
    Builder { shape: shape.iter(), value }.model()
}

fn silent(shape: &Shape, value: f64) -> Silent {
    Builder { shape: shape.iter(), value }.silent()
}

fn squares(numbers: &[f64]) -> f64 {
    numbers.iter().map(|x| x * x).sum()
}

#[autodiff_reverse(d_run, Duplicated, Active)]
#[autodiff_reverse(d_run2, 2, Duplicated, Active)]
#[autodiff_forward(b_run, Dual, DualOnly)]
#[autodiff_split(s_run, Duplicated, Active)]
fn run(model: &Model) -> f64 {
    let mut sum = squares(&model.numbers) + squares(&model.boxed) + squares(&model.shared);
    sum += squares(&model.cells.borrow()) + model.pair.0 * model.pair.0 + squares(&model.pair.1);
    sum += squares(&model.array[0]) + squares(&model.array[1]);
    for row in &model.rows {
        sum += squares(row);
    }
    for layer in &model.layers {
        sum += squares(&layer.weights);
        if let Some(bias) = &layer.bias {
            sum += **bias * **bias;
        }
    }
    sum
}

#[autodiff_reverse(d_walk, Duplicated, Active)]
#[autodiff_forward(b_walk, Dual, DualOnly)]
fn walk(silent: &Silent) -> f64 {
    let mut sum = squares(&silent.shared) + squares(&silent.lock.lock().unwrap()) + silent.object.squares();
    sum += silent.tree.values().chain(&silent.queue).chain(&silent.list).map(|x| x * x).sum::<f64>();
    sum += silent.choices[0].squares() + silent.choices[1].squares();
    sum + silent.terms.iter().map(|term| term.squares()).sum::<f64>()
}

fn draw(random: &mut Random) -> Shape {
    (0..24).map(|_| random.below(4)).collect()
}

/// Half of all shadows have the right shape; the others differ in some lengths.
fn another(shape: &Shape, random: &mut Random) -> Shape {
    let mut other = shape.clone();
    if random.below(2) == 0 {
        return other;
    }
    for _ in 0..=random.below(3) {
        let at = random.below(other.len());
        other[at] = random.below(6);
    }
    other
}

/// Everything but the numbers.
fn form(model: &impl Debug) -> String {
    let text = format!("{model:?}");
    text.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// The call must succeed where it should, or panic with the name of the argument.
fn outcome(should_succeed: bool, name: &str, call: impl FnOnce()) {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(()) => assert!(should_succeed, "a shadow of another shape was not noticed"),
        Err(payload) => {
            let text = payload.downcast_ref::<String>().cloned().unwrap_or_default();
            assert!(!should_succeed, "a shadow of the same shape was refused: {text}");
            assert!(text.starts_with(&format!("`{name}")), "{text}");
        }
    }
}

fn count() -> usize {
    std::env::var(COUNT).ok().and_then(|count| count.parse().ok()).unwrap_or(100)
}

#[test]
fn models() {
    std::panic::set_hook(Box::new(|_| ()));
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut refused = 0;
    for round in 0..count() {
        let shape = draw(&mut random);
        let (value, expected) = (model(&shape, 1.5), format!("{:?}", model(&shape, 3.0)));
        let other = another(&shape, &mut random);
        let mut shadow = model(&other, 0.0);
        let fits = form(&value) == form(&shadow);
        refused += usize::from(!fits);
        outcome(fits, "model", || match round % 4 {
            0 => {
                d_run(&value, &mut shadow, 1.0);
                assert_eq!(format!("{shadow:?}"), expected);
            }
            1 => {
                let mut first = model(&shape, 0.0);
                d_run2(&value, &mut first, &mut shadow, [1.0, 1.0]);
                assert_eq!((format!("{first:?}"), format!("{shadow:?}")), (expected.clone(), expected));
            }
            2 => {
                let (_, mut tape) = s_run::augmented(&value, &mut shadow);
                tape.reverse(1.0);
                drop(tape);
                assert_eq!(format!("{shadow:?}"), expected);
            }
            _ => assert_eq!(b_run(&value, &shadow), 0.0),
        });
    }
    println!("{} shapes, {refused} refused", count());
}

#[test]
fn silent_types() {
    std::panic::set_hook(Box::new(|_| ()));
    let mut random = Random(0x0DDB_1A5E_5BAD_5EED);
    for round in 0..count() {
        let shape = draw(&mut random);
        let (value, expected) = (silent(&shape, 1.5), format!("{:?}", silent(&shape, 3.0)));
        let mut shadow = silent(&another(&shape, &mut random), 0.0);
        outcome(form(&value) == form(&shadow), "silent", || match round % 3 {
            0 => assert_eq!(b_walk(&value, &shadow), 0.0),
            _ => {
                d_walk(&value, &mut shadow, 1.0);
                assert_eq!(format!("{shadow:?}"), expected);
            }
        });
    }
}

/// Adds and removes elements; where there were fewer in the end, the shadow still has all.
#[autodiff_reverse(d_work, Duplicated, Const, Const, Active)]
fn work(stack: &mut Vec<f64>, pops: usize, pushes: usize) -> f64 {
    let mut sum = 0.0;
    for _ in 0..pops {
        if let Some(last) = stack.pop() {
            sum += last * last;
        }
    }
    for _ in 0..pushes {
        stack.push(sum);
    }
    sum
}

#[test]
fn stacks() {
    std::panic::set_hook(Box::new(|_| ()));
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    for _ in 0..count() {
        let (length, pops, pushes) = (random.below(5), random.below(5), random.below(5));
        let (room, shadow_room) = (random.below(3) * 3, random.below(3) * 3);
        let vector = |value: f64, room: usize, length: usize| {
            let mut vector = Vec::with_capacity(length + room);
            vector.resize(length, value);
            vector
        };
        let other = if random.below(2) == 0 { length } else { random.below(5) };
        let (mut value, mut shadow) = (vector(1.5, room, length), vector(0.0, shadow_room, other));
        let after = length.saturating_sub(pops) + pushes;
        let fits = length == other && value.capacity() == shadow.capacity() && after <= length;
        outcome(fits, "stack", || {
            d_work(&mut value, &mut shadow, pops, pushes, 1.0);
            let popped = length - length.saturating_sub(pops);
            assert_eq!(shadow[length - popped..], vec![3.0; popped]);
        });
        shadow.push(0.0);
    }
}
