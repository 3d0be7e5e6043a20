//! Types that can be drawn.

use zymase::Sample;

#[derive(Clone, Copy, Sample)]
pub struct Spring {
    pub stiffness: f64,
    pub stretch: f64,
    pub count: u8,
}

#[derive(Sample)]
pub enum Shape {
    Circle { radius: f64 },
    Rectangle(f64, f64),
    Point,
}

#[derive(Sample)]
pub enum Tree {
    Node(Box<Tree>, Box<Tree>),
    Leaf(f64),
}

#[derive(Sample)]
pub struct Layer<T> {
    pub weights: Vec<T>,
    pub bias: T,
}

#[derive(Sample)]
pub struct View<'a> {
    pub numbers: &'a [f64],
}
