//! Functions of which `cargo zymase check` says why it does not check them.

use zymase::autodiff_reverse;

#[derive(zymase::Mirror)]
pub struct Scene {
    pub light: f64,
}

#[autodiff_reverse(d_render, Duplicated, Active, Active)]
pub fn render(scene: &Scene, angle: f64) -> f64 {
    scene.light * angle.cos()
}

#[autodiff_reverse(d_generic, Const, Active, Active)]
pub fn generic<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
    f(x)
}

impl Scene {
    #[autodiff_reverse(d_brightness, Duplicated, Active)]
    pub fn brightness(&self) -> f64 {
        self.light * self.light
    }
}

/// What a scene can be lit by.
pub trait Lamp {
    /// How much light there is at a distance.
    #[autodiff_reverse(d_light, Const, Active, Active)]
    fn light(&self, distance: f64) -> f64 {
        1.0 / (distance * distance)
    }
}

/// Has no length that fits.
#[autodiff_reverse(d_picky, Duplicated, Active)]
pub fn picky(x: &[f64]) -> f64 {
    assert_eq!(x.len(), 1000, "a thousand numbers are needed");
    x[0]
}

/// Returns something else each time.
#[autodiff_reverse(d_counted, Active, Active)]
pub fn counted(x: f64) -> f64 {
    use std::sync::atomic::{AtomicU32, Ordering};
    static CALLS: AtomicU32 = AtomicU32::new(0);
    x * f64::from(CALLS.fetch_add(1, Ordering::Relaxed))
}
