//! Types that can be drawn.

use zymase::{Mirror, Sample};

#[derive(Clone, Copy, Mirror, Sample)]
pub struct Spring {
    pub stiffness: f64,
    pub stretch: f64,
    pub count: u8,
}

#[derive(Mirror, Sample)]
pub enum Shape {
    Circle { radius: f64 },
    Rectangle(f64, f64),
    Point,
}

#[derive(Mirror, Sample)]
pub enum Tree {
    Node(Box<Tree>, Box<Tree>),
    Leaf(f64),
}

#[derive(Mirror, Sample)]
pub struct Layer<T> {
    pub weights: Vec<T>,
    pub bias: T,
}

#[derive(Mirror, Sample)]
pub struct View<'a> {
    pub numbers: &'a [f64],
}
