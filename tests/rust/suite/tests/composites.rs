//! Trait objects that own others: where one type keeps numbers another keeps the length of a vector, which becomes a number.

trait Shape {
    fn distance(&self, at: f64) -> f64;
    fn weight(&self) -> f64 {
        0.5
    }
}

struct Ball {
    centre: [f64; 3],
    radius: f64,
}

struct Union {
    parts: Vec<Box<dyn Shape>>,
    sharpness: f64,
}

impl Shape for Ball {
    fn distance(&self, at: f64) -> f64 {
        self.centre.iter().map(|c| (c - at) * (c - at)).sum::<f64>().sqrt() - self.radius
    }
    fn weight(&self) -> f64 {
        0.3 + self.radius * self.radius
    }
}

impl Shape for Union {
    fn distance(&self, at: f64) -> f64 {
        let sum: f64 = self.parts.iter().map(|part| (-self.sharpness * part.distance(at)).exp()).sum();
        -sum.ln() / self.sharpness
    }
    fn weight(&self) -> f64 {
        self.parts.iter().map(|part| part.weight()).sum::<f64>() / self.parts.len() as f64
    }
}

suite::case!(means, [0.3, -0.4, 0.9, 1.1, 0.2], |x| {
    let ball = |k: usize| Box::new(Ball { centre: [x[k], x[k + 1], x[k + 2]], radius: x[4 - k] });
    let inner = Union { parts: vec![ball(0), ball(1)], sharpness: 3.0 };
    let scene: Box<dyn Shape> =
        Box::new(Union { parts: vec![ball(2), Box::new(inner), ball(0)], sharpness: 2.0 + x[1] });
    (0..3).map(|k| scene.distance(0.4 * f64::from(k)) * scene.weight()).sum()
});
