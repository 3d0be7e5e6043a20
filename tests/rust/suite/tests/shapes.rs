//! Shadows of another shape than their values: a panic that names the place, before anything is written.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use zymase::{Mirror, autodiff_forward, autodiff_reverse, autodiff_split};

/// What a call panics with.
#[track_caller]
fn panic_of<R>(call: impl FnOnce() -> R) -> String {
    let Err(payload) = catch_unwind(AssertUnwindSafe(call)) else { panic!("there was no panic") };
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => (*payload.downcast::<&str>().expect("a text")).to_owned(),
    }
}

#[track_caller]
fn refused<R>(start: &str, call: impl FnOnce() -> R) {
    let text = panic_of(call);
    assert!(text.starts_with(start), "{text}");
}

/// A function of one container: `squares` gives the sum of the squares of its numbers.
macro_rules! container {
    ($test:ident, $ty:ty, |$x:ident| $numbers:expr, $value:expr, $right:expr, $read:expr, $gradient:expr, $($wrong:expr => $text:literal)*) => {
        #[test]
        fn $test() {
            #[autodiff_reverse(reverse, Duplicated, Active)]
            #[autodiff_forward(forward, Dual, DualOnly)]
            fn squares($x: &$ty) -> f64 {
                $numbers.map(|x: &f64| x * x).sum()
            }
            let value: $ty = $value;
            let mut shadow: $ty = $right;
            assert!(reverse(&value, &mut shadow, 1.0) > 0.0);
            let read: fn(&$ty) -> Vec<f64> = $read;
            assert_eq!(read(&shadow), $gradient);
            $(
                let mut shadow: $ty = $wrong;
                refused($text, || reverse(&value, &mut shadow, 1.0));
                refused($text, || forward(&value, &shadow));
            )*
        }
    };
}

container!(
    vectors, Vec<f64>, |x| x.iter(), vec![1.0, 2.0, 3.0], vec![0.0; 3], |x| x.clone(), [2.0, 4.0, 6.0],
    vec![0.0; 2] => "`x`: 3 elements, its shadow has 2"
    vec![0.0; 4] => "`x`: 3 elements, its shadow has 4"
    Vec::new() => "`x`: 3 elements, its shadow has 0"
);
container!(
    vectors_of_vectors, Vec<Vec<f64>>, |x| x.iter().flatten(), vec![vec![1.0], vec![2.0, 3.0]], vec![vec![0.0], vec![0.0; 2]],
    |x| x.concat(), [2.0, 4.0, 6.0],
    vec![vec![0.0], vec![0.0]] => "`x[1]`: 2 elements, its shadow has 1"
    vec![vec![0.0]] => "`x`: 2 elements, its shadow has 1"
);
container!(
    boxed_slices, Box<[f64]>, |x| x.iter(), Box::new([1.0, 2.0]), Box::new([0.0; 2]), |x| x.to_vec(), [2.0, 4.0],
    Box::new([0.0]) => "`x`: 2 elements, its shadow has 1"
);
container!(
    options, Option<Box<f64>>, |x| x.iter().map(|x| &**x), Some(Box::new(3.0)), Some(Box::new(0.0)),
    |x| x.iter().map(|x| **x).collect(), [6.0],
    None => "`x`: `Some`, its shadow is `None`"
);
container!(
    tuples, (f64, Vec<f64>), |x| x.1.iter().chain([&x.0]), (1.0, vec![2.0]), (0.0, vec![0.0]), |x| vec![x.0, x.1[0]], [2.0, 4.0],
    (0.0, vec![]) => "`x.1`: 1 elements, its shadow has 0"
);
container!(
    arrays, [Vec<f64>; 2], |x| x.iter().flatten(), [vec![1.0], vec![2.0]], [vec![0.0], vec![0.0]], |x| x.concat(), [2.0, 4.0],
    [vec![0.0], vec![]] => "`x[1]`: 1 elements, its shadow has 0"
);
container!(
    counted, Rc<Vec<f64>>, |x| x.iter(), Rc::new(vec![1.0, 2.0]), Rc::new(vec![0.0; 2]), |x| x.to_vec(), [2.0, 4.0],
    Rc::new(vec![0.0]) => "`x`: 2 elements, its shadow has 1"
);
container!(
    counted_by_threads, Arc<[f64]>, |x| x.iter(), Arc::new([1.0, 2.0]), Arc::new([0.0; 2]), |x| x.to_vec(), [2.0, 4.0],
    Arc::new([0.0]) => "`x`: 2 elements, its shadow has 1"
);

container!(
    arrays_of_ndarray, ndarray::Array2<f64>, |x| x.iter(), ndarray::array![[1.0, 2.0]], ndarray::Array2::zeros((1, 2)),
    |x| x.iter().copied().collect(), [2.0, 4.0],
    ndarray::Array2::zeros((2, 1)) => "`x`: of shape [1, 2], its shadow [2, 1]"
    ndarray::Array2::zeros((1, 1)) => "`x`: of shape [1, 2], its shadow [1, 1]"
);
container!(
    matrices_of_nalgebra, nalgebra::DMatrix<f64>, |x| x.iter(), nalgebra::DMatrix::from_row_slice(1, 2, &[1.0, 2.0]), nalgebra::DMatrix::zeros(1, 2),
    |x| x.iter().copied().collect(), [2.0, 4.0],
    nalgebra::DMatrix::zeros(2, 1) => "`x`: of shape (1, 2), its shadow (2, 1)"
    nalgebra::DMatrix::zeros(1, 1) => "`x`: of shape (1, 2), its shadow (1, 1)"
);

#[derive(Mirror, Clone, Default)]
struct Layer {
    name: String,
    weights: Vec<f64>,
    bias: Option<Box<f64>>,
}

#[derive(Mirror, Clone)]
struct Network<T> {
    layers: Vec<T>,
    depth: usize,
}

fn network(weights: &[usize], value: f64) -> Network<Layer> {
    let layer = |count: &usize| Layer { name: "l".into(), weights: vec![value; *count], bias: Some(Box::new(value)) };
    Network { layers: weights.iter().map(layer).collect(), depth: weights.len() }
}

#[autodiff_reverse(d_run, Duplicated, Active)]
#[autodiff_forward(b_run, Dual, DualOnly)]
#[autodiff_split(s_run, Duplicated, Active)]
#[autodiff_reverse(d_run2, 2, Duplicated, Active)]
#[autodiff_forward(v_run, 2, Dualv, DualOnly)]
fn run(x: &Network<Layer>) -> f64 {
    let mut sum = 0.0;
    for layer in &x.layers[..x.depth] {
        sum += layer.weights.iter().map(|w| w * w).sum::<f64>() * layer.bias.as_deref().copied().unwrap_or(1.0);
    }
    sum
}

#[test]
fn structs_of_containers() {
    let x = network(&[1, 2, 3], 2.0);
    let mut dx = network(&[1, 2, 3], 0.0);
    d_run(&x, &mut dx, 1.0);
    assert_eq!(dx.layers[2].weights, [8.0; 3]);
    assert_eq!(dx.layers[2].bias.as_deref(), Some(&12.0));
    let wrong = network(&[1, 2, 2], 0.0);
    let text = "`x.layers[2].weights`: 3 elements, its shadow has 2";
    refused(text, || d_run(&x, &mut wrong.clone(), 1.0));
    refused(text, || b_run(&x, &wrong));
    refused(text, || s_run::augmented(&x, &mut wrong.clone()).0);
    let mut right = network(&[1, 2, 3], 0.0);
    let text = "`x.layers[2].weights`: 3 elements, its shadow has 2 (lane 1)";
    refused(text, || d_run2(&x, &mut right, &mut wrong.clone(), [1.0, 1.0]));
    refused(text, || v_run(&x, &[right.clone(), wrong.clone()]));
    assert_eq!(right.layers[0].weights, [0.0]);
    let mut wrong = network(&[1, 2, 3], 0.0);
    wrong.layers[1].name.clear();
    refused("`x.layers[1].name`: 1 bytes of text, its shadow has 0", || d_run(&x, &mut wrong, 1.0));
    let mut wrong = network(&[1, 2, 3], 0.0);
    wrong.layers[1].bias = None;
    refused("`x.layers[1].bias`: `Some`, its shadow is `None`", || d_run(&x, &mut wrong, 1.0));
    refused("`x.layers`: 3 elements, its shadow has 0", || d_run(&x, &mut network(&[], 0.0), 1.0));
}

#[derive(Mirror)]
enum Tree {
    Node { left: Box<Tree>, right: Box<Tree> },
    Leaf(f64),
    Many(Vec<f64>),
}

fn leaf(x: f64) -> Box<Tree> {
    Box::new(Tree::Leaf(x))
}

#[autodiff_reverse(d_total, Duplicated, Active)]
fn total(tree: &Tree) -> f64 {
    match tree {
        Tree::Node { left, right } => total(left) * total(right),
        Tree::Leaf(x) => *x,
        Tree::Many(all) => all.iter().product(),
    }
}

#[test]
fn variants() {
    let node = |left, right| Tree::Node { left, right };
    let tree = node(leaf(2.0), Box::new(node(leaf(3.0), Box::new(Tree::Many(vec![4.0, 5.0])))));
    let zeros = |count| node(leaf(0.0), Box::new(node(leaf(0.0), Box::new(Tree::Many(vec![0.0; count])))));
    let mut shadow = zeros(2);
    assert_eq!(d_total(&tree, &mut shadow, 1.0), 120.0);
    let Tree::Node { left, .. } = &shadow else { unreachable!() };
    assert!(matches!(**left, Tree::Leaf(60.0)));
    refused("`tree.right.right.0`: 2 elements, its shadow has 1", || d_total(&tree, &mut zeros(1), 1.0));
    refused("`tree`: `Node`, its shadow is `Leaf`", || d_total(&tree, &mut Tree::Leaf(0.0), 1.0));
    let mut other = node(leaf(0.0), leaf(0.0));
    refused("`tree.right`: `Node`, its shadow is `Leaf`", || d_total(&tree, &mut other, 1.0));
}

#[autodiff_reverse(d_rows, Duplicated, Active)]
#[autodiff_forward(b_rows, Dual, DualOnly)]
fn rows(x: &[Vec<f64>]) -> f64 {
    x.iter().flatten().map(|x| x * x).sum()
}

#[test]
fn slices_of_vectors() {
    let x = [vec![1.0, 2.0], vec![3.0]];
    let mut dx = [vec![0.0; 2], vec![0.0]];
    d_rows(&x, &mut dx, 1.0);
    assert_eq!(dx.concat(), [2.0, 4.0, 6.0]);
    refused("`x[0]`: 2 elements, its shadow has 1", || d_rows(&x, &mut [vec![0.0], vec![0.0]], 1.0));
    refused("`x[0]`: 2 elements, its shadow has 1", || b_rows(&x, &[vec![0.0], vec![0.0]]));
}

#[derive(Mirror)]
struct Cells {
    one: Cell<f64>,
    many: RefCell<Vec<f64>>,
}

#[autodiff_reverse(d_cells, Duplicated, Active)]
#[autodiff_forward(b_cells, Dual, DualOnly)]
fn cells(x: &Cells) -> f64 {
    x.many.borrow().iter().sum::<f64>() * x.one.get()
}

#[test]
fn cells_are_looked_into() {
    let make = |one, count| Cells { one: Cell::new(one), many: RefCell::new(vec![one; count]) };
    let (x, mut dx) = (make(3.0, 2), make(0.0, 2));
    d_cells(&x, &mut dx, 1.0);
    assert_eq!((dx.one.get(), dx.many.into_inner()), (6.0, vec![3.0, 3.0]));
    refused("`x.many`: 2 elements, its shadow has 1", || d_cells(&x, &mut make(0.0, 1), 1.0));
    refused("`x.many`: 2 elements, its shadow has 1", || b_cells(&x, &make(0.0, 1)));
    let shadow = make(0.0, 2);
    let borrowed = shadow.many.borrow();
    refused("`x.many`: the cell of its shadow is borrowed", || b_cells(&x, &shadow));
    drop(borrowed);
}

#[derive(Mirror)]
struct View<'a> {
    numbers: &'a [f64],
}

#[derive(Mirror)]
struct Window<'a> {
    numbers: &'a mut [f64],
}

#[autodiff_reverse(d_view, Duplicated, Active)]
#[autodiff_reverse(unsafe d_view_unchecked, Duplicated, Active)]
#[autodiff_forward(b_view, Dual, DualOnly)]
fn view(x: &View<'_>) -> f64 {
    x.numbers.iter().map(|x| x * x).sum()
}

#[autodiff_reverse(d_window, Duplicated, Active)]
fn window(x: &Window<'_>) -> f64 {
    x.numbers.iter().map(|x| x * x).sum()
}

#[test]
fn references_inside() {
    let x = View { numbers: &[1.0, 2.0] };
    assert_eq!(b_view(&x, &View { numbers: &[1.0, 0.0] }), 2.0);
    refused("`x.numbers`: 2 elements, its shadow has 1", || b_view(&x, &View { numbers: &[1.0] }));
    // What is behind a shared reference may be anybody's, and even constant.
    refused("`x.numbers`: its shadow is behind a shared reference", || {
        d_view(&x, &mut View { numbers: &[0.0, 0.0] }, 1.0)
    });
    let numbers: &mut [f64] = Box::leak(Box::new([0.0; 2]));
    let mut shadow = View { numbers: unsafe { &*(&raw const *numbers) } };
    unsafe { d_view_unchecked(&x, &mut shadow, 1.0) };
    assert_eq!(numbers, [2.0, 4.0]);
    let mut numbers = [1.0, 2.0];
    let x = Window { numbers: &mut numbers };
    let mut shadow = [0.0; 2];
    d_window(&x, &mut Window { numbers: &mut shadow }, 1.0);
    assert_eq!(shadow, [2.0, 4.0]);
    refused("`x.numbers`: 2 elements, its shadow has 1", || d_window(&x, &mut Window { numbers: &mut [0.0] }, 1.0));
}

#[derive(Mirror)]
struct Pair {
    first: Rc<f64>,
    second: Rc<f64>,
}

#[autodiff_reverse(d_pair, Duplicated, Active)]
fn pair(x: &Pair) -> f64 {
    *x.first * *x.second
}

#[test]
fn several_owners() {
    let shared = Rc::new(3.0);
    let x = Pair { first: shared.clone(), second: shared.clone() };
    let zero = Rc::new(0.0);
    let mut dx = Pair { first: zero.clone(), second: zero };
    d_pair(&x, &mut dx, 1.0);
    assert_eq!(*dx.first, 6.0);
    let zero = Rc::new(0.0);
    let mut kept = Pair { first: zero.clone(), second: zero.clone() };
    refused("`x`: a part of its shadow has 1 other owners", || d_pair(&x, &mut kept, 1.0));
    let mut two = Pair { first: Rc::new(0.0), second: Rc::new(0.0) };
    refused("`x.second`: several own this value, and they have different shadows", || d_pair(&x, &mut two, 1.0));
    let mut same = Pair { first: shared.clone(), second: shared.clone() };
    refused("`x.first`: its shadow is the value itself", || d_pair(&x, &mut same, 1.0));
    assert_eq!(*shared, 3.0);
    let x = Pair { first: Rc::new(2.0), second: Rc::new(3.0) };
    let zero = Rc::new(0.0);
    let mut one = Pair { first: zero.clone(), second: zero };
    refused("`x.second`: its shadow is that of another value too", || d_pair(&x, &mut one, 1.0));
}

/// What a function does to the containers it is given.
mod changes {
    use super::*;

    #[autodiff_reverse(d_push, Duplicated, Active)]
    #[autodiff_forward(b_push, Dual, DualOnly)]
    fn push(x: &mut Vec<f64>) -> f64 {
        x.push(x[0] * x[1]);
        x.iter().sum()
    }

    #[test]
    fn growth() {
        let text = "`x`: the function made 3 elements of 2";
        let mut dx = vec![0.0; 2];
        refused(text, || d_push(&mut vec![1.0, 2.0], &mut dx, 1.0));
        assert!(dx.is_empty());
        let mut dx = vec![0.0; 2];
        refused(text, || b_push(&mut vec![1.0, 2.0], &mut dx));
        let roomy = || {
            let mut x = Vec::with_capacity(8);
            x.extend([1.0, 2.0]);
            x
        };
        refused("`x`: room for 8 elements, its shadow has room for 2", || d_push(&mut roomy(), &mut vec![0.0; 2], 1.0));
        refused(text, || d_push(&mut roomy(), &mut roomy(), 1.0));
    }

    #[autodiff_reverse(d_replace, Duplicated, Const, Active)]
    fn replace(x: &mut Vec<f64>, count: usize) -> f64 {
        *x = (0..count).map(|i| x[0] * i as f64).collect();
        x.iter().sum()
    }

    #[test]
    fn other_memory() {
        for (count, text) in
            [(1, "`x`: the function changed its capacity"), (2, "`x`: the function put other memory there")]
        {
            let mut dx = vec![0.0; 2];
            refused(text, || d_replace(&mut vec![1.0, 2.0], &mut dx, count, 1.0));
            assert!(dx.is_empty());
        }
    }

    #[autodiff_reverse(d_stack, Duplicated, Active)]
    #[autodiff_forward(b_stack, Dual, DualOnly)]
    fn stack(x: &mut Vec<f64>) -> f64 {
        let mut product = 1.0;
        while let Some(last) = x.pop() {
            product *= last;
        }
        product
    }

    #[test]
    fn fewer_elements() {
        let mut dx = vec![0.0; 3];
        assert_eq!(d_stack(&mut vec![2.0, 3.0, 4.0], &mut dx, 1.0), 24.0);
        assert_eq!(dx, [12.0, 8.0, 6.0]);
        assert_eq!(b_stack(&mut vec![2.0, 3.0, 4.0], &mut vec![1.0, 0.0, 0.0]), 12.0);
    }

    #[derive(Mirror)]
    struct State {
        now: Vec<f64>,
        next: Vec<f64>,
    }

    #[autodiff_reverse(d_advance, Duplicated, Const, Active)]
    fn advance(state: &mut State, steps: usize) -> f64 {
        for _ in 0..steps {
            for (i, x) in state.next.iter_mut().enumerate() {
                *x = state.now[i] * state.now[(i + 1) % state.now.len()];
            }
            std::mem::swap(&mut state.now, &mut state.next);
        }
        state.now.iter().sum()
    }

    #[test]
    fn vectors_that_change_places() {
        let make = |x: f64, n| State { now: vec![x; 2], next: vec![0.0; n] };
        let mut dx = make(0.0, 2);
        d_advance(&mut make(2.0, 2), &mut dx, 2, 1.0);
        assert_eq!(dx.now, [32.0, 32.0]);
        refused("`state.now`: the function changed its capacity", || {
            d_advance(&mut make(2.0, 1), &mut make(0.0, 1), 1, 1.0)
        });
    }

    #[derive(Mirror)]
    struct Log {
        rows: RefCell<Vec<Vec<f64>>>,
    }

    #[autodiff_reverse(d_logged, Duplicated, Active)]
    fn logged(x: &Log) -> f64 {
        let mut rows = x.rows.borrow_mut();
        let last = rows.pop().unwrap_or_default();
        last.iter().sum()
    }

    #[test]
    fn behind_cells() {
        let make = |x| Log { rows: RefCell::new(vec![vec![x; 2], vec![x; 3]]) };
        let mut shadow = make(0.0);
        refused("`x.rows`: the function made 1 elements of 2", || d_logged(&make(2.0), &mut shadow, 1.0));
        assert!(shadow.rows.into_inner().is_empty());
    }

    #[test]
    fn a_panic_in_between() {
        #[autodiff_reverse(d_fails, Duplicated, Const, Active)]
        fn fails(x: &mut Vec<f64>, index: usize) -> f64 {
            x.push(x[0]);
            x.push(x[1]);
            x.push(x[index]);
            x[0]
        }
        let mut dx = vec![0.0; 2];
        let text = panic_of(|| d_fails(&mut vec![1.0, 2.0], &mut dx, 9, 1.0));
        assert!(text.contains("index"), "{text}");
        assert!(dx.is_empty());
    }
}

#[derive(Mirror, Clone, Copy)]
enum Figure {
    Circle(f64),
    Square(f64),
}

#[autodiff_reverse(d_area, Duplicated, Active)]
fn area(x: &[Figure]) -> f64 {
    x.iter()
        .map(|figure| match figure {
            Figure::Circle(r) => 3.0 * r * r,
            Figure::Square(a) => a * a,
        })
        .sum()
}

#[test]
fn variants_in_slices() {
    let x = [Figure::Circle(1.0), Figure::Square(2.0)];
    let mut dx = [Figure::Circle(0.0), Figure::Square(0.0)];
    d_area(&x, &mut dx, 1.0);
    assert!(matches!(dx, [Figure::Circle(6.0), Figure::Square(4.0)]));
    refused("`x[1]`: `Square`, its shadow is `Circle`", || d_area(&x, &mut [Figure::Circle(0.0); 2], 1.0));
}

/// What types of the standard library hold is compared as well.
#[derive(Mirror, Clone)]
struct Rule {
    activation: fn(f64) -> f64,
    range: std::ops::Range<f64>,
    order: std::cmp::Ordering,
    round: std::num::Wrapping<u32>,
}

#[autodiff_reverse(d_apply, Duplicated, Active)]
fn apply(rule: &Rule) -> f64 {
    let length = rule.range.end - rule.range.start;
    let sign = if rule.order == std::cmp::Ordering::Less { -1.0 } else { f64::from(rule.round.0) };
    sign * (rule.activation)(length)
}

#[test]
fn types_of_the_standard_library() {
    fn square(x: f64) -> f64 {
        x * x
    }
    let rule =
        Rule { activation: square, range: 1.0..4.0, order: std::cmp::Ordering::Less, round: std::num::Wrapping(2) };
    let mut shadow = Rule { range: 0.0..0.0, ..rule.clone() };
    d_apply(&rule, &mut shadow, 1.0);
    assert_eq!((shadow.range.start, shadow.range.end), (6.0, -6.0));
    shadow.order = std::cmp::Ordering::Equal;
    refused("`rule.order`: `Less`, its shadow is `Equal`", || d_apply(&rule, &mut shadow, 1.0));
}
