//! A file that does not compile: see `refusals.rs`.

use zymase::autodiff_split;

struct S(f64);

impl S {
    #[autodiff_split(df, Duplicated, Active)]
    fn f(&self) -> f64 {
        self.0
    }
}

fn main() {}
