//! Calls that are resolved while the program runs.

use suite::three_ways;
use zymase::{autodiff_forward, autodiff_reverse};

trait Term {
    fn value(&self, x: f64) -> f64;
}

struct Power(f64);
struct Wave {
    frequency: f64,
    offset: f64,
}

impl Term for Power {
    fn value(&self, x: f64) -> f64 {
        x.powf(self.0)
    }
}

impl Term for Wave {
    fn value(&self, x: f64) -> f64 {
        (self.frequency * x).sin() + self.offset
    }
}

#[autodiff_reverse(d_through, Const, Active, Active)]
#[autodiff_forward(b_through, Const, Dual, DualOnly)]
fn through(term: &dyn Term, x: f64) -> f64 {
    term.value(x) * x
}

#[test]
fn a_trait_object() {
    let terms: [&dyn Term; 2] = [&Power(2.5), &Wave { frequency: 3.0, offset: 0.2 }];
    for term in terms {
        let (_, dx) = d_through(term, 0.8, 1.0);
        three_ways(|x| through(term, x[0]), &[dx], |x, v| b_through(term, x[0], v[0]), &[0.8], None);
    }
}

#[autodiff_reverse(d_all, Const, Duplicated, Active)]
#[autodiff_forward(b_all, Const, Dual, DualOnly)]
fn all(terms: &[Box<dyn Term>], x: &[f64]) -> f64 {
    terms.iter().zip(x).map(|(term, x)| term.value(*x)).product()
}

#[test]
fn boxed_trait_objects() {
    let terms: Vec<Box<dyn Term>> =
        vec![Box::new(Power(2.0)), Box::new(Wave { frequency: 0.5, offset: 1.0 }), Box::new(Power(-1.0))];
    let x = [0.8, 1.2, 0.6];
    let mut dx = [0.0; 3];
    d_all(&terms, &x, &mut dx, 1.0);
    three_ways(|x| all(&terms, x), &dx, |x, v| b_all(&terms, x, v), &x, None);
}

#[autodiff_reverse(d_made, Duplicated, Active)]
#[autodiff_forward(b_made, Dual, DualOnly)]
fn made(x: &[f64]) -> f64 {
    let terms: Vec<Box<dyn Term>> =
        vec![Box::new(Power(x[0])), Box::new(Wave { frequency: x[1], offset: x[2] * x[0] })];
    terms.iter().map(|term| term.value(x[2])).sum()
}

#[test]
fn trait_objects_that_hold_numbers_with_derivatives() {
    let x = [1.7, 0.9, 0.6];
    let mut dx = [0.0; 3];
    d_made(&x, &mut dx, 1.0);
    three_ways(made, &dx, |x, v| b_made(x, v), &x, None);
}

fn square(x: f64) -> f64 {
    x * x
}

fn cube(x: f64) -> f64 {
    x * x * x
}

#[autodiff_reverse(d_chosen, Const, Active, Active)]
#[autodiff_forward(b_chosen, Const, Dual, DualOnly)]
fn chosen(functions: &[fn(f64) -> f64], x: f64) -> f64 {
    functions.iter().fold(x, |x, f| f(x))
}

#[test]
fn function_pointers() {
    let functions = [square as fn(f64) -> f64, f64::sin, cube];
    let (_, dx) = d_chosen(&functions, 0.8, 1.0);
    three_ways(|x| chosen(&functions, x[0]), &[dx], |x, v| b_chosen(&functions, x[0], v[0]), &[0.8], None);
}

#[autodiff_reverse(d_boxed, Active, Active)]
#[autodiff_forward(b_boxed, Dual, DualOnly)]
fn boxed(x: f64) -> f64 {
    let steps: Vec<Box<dyn Fn(f64) -> f64>> = vec![Box::new(move |y| y * x), Box::new(f64::exp), Box::new(|y| y + 1.0)];
    steps.iter().fold(x, |y, step| step(y))
}

#[test]
fn boxed_closures_that_capture() {
    let (_, dx) = d_boxed(0.8, 1.0);
    three_ways(|x| boxed(x[0]), &[dx], |x, v| b_boxed(x[0], v[0]), &[0.8], None);
}

/// Trait objects that several own: their counts lie in front of them.
mod shared {
    use std::rc::Rc;

    trait Curve {
        fn at(&self, t: f64) -> f64;
    }
    struct Line {
        slope: f64,
        start: f64,
    }
    struct Wave(f64);
    impl Curve for Line {
        fn at(&self, t: f64) -> f64 {
            self.start + self.slope * t
        }
    }
    impl Curve for Wave {
        fn at(&self, t: f64) -> f64 {
            (self.0 * t).sin()
        }
    }

    suite::case!(by_several_owners, [0.5, 0.7, 0.2], |x| {
        let line: Rc<dyn Curve> = Rc::new(Line { slope: x[0], start: x[1] });
        let curves: Vec<Rc<dyn Curve>> = vec![line.clone(), Rc::new(Wave(x[2])), line];
        let owners = Rc::strong_count(&curves[0]) as f64;
        owners * curves.iter().enumerate().map(|(i, curve)| curve.at(i as f64 + 0.3).powi(2)).sum::<f64>()
    });
}
