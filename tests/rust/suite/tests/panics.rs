//! Panics leave derivatives as they leave functions.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use suite::three_ways;
use zymase::{autodiff_forward, autodiff_reverse};

static DROPPED: AtomicUsize = AtomicUsize::new(0);

struct Counted;

impl Drop for Counted {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Ordering::SeqCst);
    }
}

#[autodiff_reverse(d_guarded, Duplicated, Const, Active)]
#[autodiff_forward(b_guarded, Dual, Const, DualOnly)]
fn guarded(x: &[f64], count: usize) -> f64 {
    let values: Vec<f64> = x.iter().map(|x| x * x).collect();
    let _counted = Counted;
    let mut sum = 0.0;
    for i in 0..count {
        sum += values[i] * x[i].sin();
    }
    sum
}

#[test]
fn an_index_out_of_bounds() {
    let x = [0.5, 0.7, 0.2];
    let mut dx = [0.0; 3];
    d_guarded(&x, &mut dx, 3, 1.0);
    three_ways(|x| guarded(x, 3), &dx, |x, v| b_guarded(x, v, 3), &x, None);
    let before = DROPPED.load(Ordering::SeqCst);
    let mut dx = [0.0; 3];
    let outcome = catch_unwind(AssertUnwindSafe(|| d_guarded(&x, &mut dx, 4, 1.0)));
    assert!(
        outcome.is_err_and(|panic| panic.downcast_ref::<String>().is_some_and(|text| text.contains("out of bounds")))
    );
    assert_eq!(DROPPED.load(Ordering::SeqCst), before + 1);
    assert_eq!(dx, [0.0; 3]);
    assert!(catch_unwind(AssertUnwindSafe(|| b_guarded(&x, &dx, 4))).is_err());
    assert_eq!(DROPPED.load(Ordering::SeqCst), before + 2);
}

#[test]
fn a_shadow_of_another_length() {
    let outcome = catch_unwind(|| d_guarded(&[1.0, 2.0], &mut [0.0], 2, 1.0));
    let text = outcome.unwrap_err().downcast_ref::<String>().cloned().unwrap_or_default();
    assert!(text.contains("the derivative of `x` must have 2 elements"), "{text}");
}

#[autodiff_reverse(d_checked, Active, Const, Active)]
#[autodiff_forward(b_checked, Dual, Const, DualOnly)]
fn checked(x: f64, divisor: i32) -> f64 {
    assert!(x > 0.0, "{x} is not positive");
    let option: Option<i32> = 100i32.checked_div(divisor);
    x.sqrt() * f64::from(option.expect("a divisor"))
}

#[test]
fn assertions() {
    let (_, dx) = d_checked(4.0, 5, 1.0);
    three_ways(|x| checked(x[0], 5), &[dx], |x, v| b_checked(x[0], v[0], 5), &[4.0], Some(&[5.0]));
    assert!(catch_unwind(|| d_checked(-1.0, 5, 1.0)).is_err());
    assert!(catch_unwind(|| d_checked(4.0, 0, 1.0)).is_err());
}
