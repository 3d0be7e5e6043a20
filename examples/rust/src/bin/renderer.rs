//! A differentiable renderer: spheres are found again from a picture of them. The shading is smooth, and edges are
//! soft, so that the picture has a gradient by the places, sizes and colours of spheres.

use zymase::autodiff_reverse;

const WIDTH: usize = 24;
const HEIGHT: usize = 18;

#[derive(Clone, Debug, Default, zymase::Mirror)]
struct Sphere {
    center: [f64; 3],
    radius: f64,
    brightness: f64,
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The direction from the eye through a pixel.
fn ray(row: usize, column: usize) -> [f64; 3] {
    let (x, y) = (column as f64 / WIDTH as f64 - 0.5, row as f64 / HEIGHT as f64 - 0.5);
    let length = (x * x + y * y + 1.0).sqrt();
    [x / length, y / length, 1.0 / length]
}

/// What a sphere adds to a pixel: how much of it is covered, times the light that falls on it.
fn shade(sphere: &Sphere, ray: [f64; 3]) -> f64 {
    let light = [0.48, -0.6, -0.64];
    let along = dot(sphere.center, ray);
    let missed = dot(sphere.center, sphere.center) - along * along;
    let inside = sphere.radius * sphere.radius - missed;
    let coverage = 1.0 / (1.0 + (-20.0 * inside).exp());
    let depth = along - inside.max(1e-3).sqrt();
    let normal = [0, 1, 2].map(|i| (ray[i] * depth - sphere.center[i]) / sphere.radius);
    coverage * sphere.brightness * (0.2 + 0.8 * dot(normal, light).max(0.0))
}

fn render(scene: &[Sphere]) -> Vec<f64> {
    let mut picture = Vec::with_capacity(WIDTH * HEIGHT);
    for row in 0..HEIGHT {
        for column in 0..WIDTH {
            let direction = ray(row, column);
            picture.push(scene.iter().map(|sphere| shade(sphere, direction)).sum());
        }
    }
    picture
}

/// The mean of the squares between two pictures.
#[autodiff_reverse(d_distance, Duplicated, Const, Active)]
fn distance(scene: &[Sphere], target: &[f64]) -> f64 {
    let picture = render(scene);
    picture.iter().zip(target).map(|(a, b)| (a - b) * (a - b)).sum::<f64>() / target.len() as f64
}

fn truth() -> Vec<Sphere> {
    vec![
        Sphere { center: [-0.5, 0.1, 3.0], radius: 0.5, brightness: 1.0 },
        Sphere { center: [0.6, -0.2, 3.5], radius: 0.7, brightness: 0.6 },
    ]
}

fn first_guess() -> Vec<Sphere> {
    vec![
        Sphere { center: [-0.4, 0.0, 3.0], radius: 0.6, brightness: 0.8 },
        Sphere { center: [0.5, -0.1, 3.5], radius: 0.6, brightness: 0.8 },
    ]
}

/// Gradient descent with momentum; the scene and its distance from the picture.
fn recover(iterations: usize) -> (Vec<Sphere>, f64) {
    let target = render(&truth());
    let mut scene = first_guess();
    let mut speed = vec![Sphere::default(); scene.len()];
    for _ in 0..iterations {
        let mut gradient = vec![Sphere::default(); scene.len()];
        d_distance(&scene, &mut gradient, &target, 1.0);
        for ((sphere, speed), slope) in scene.iter_mut().zip(&mut speed).zip(&gradient) {
            let update = |value: &mut f64, speed: &mut f64, slope: f64| {
                *speed = 0.9 * *speed - 0.05 * slope;
                *value += *speed;
            };
            for i in 0..3 {
                update(&mut sphere.center[i], &mut speed.center[i], slope.center[i]);
            }
            update(&mut sphere.radius, &mut speed.radius, slope.radius);
            update(&mut sphere.brightness, &mut speed.brightness, slope.brightness);
        }
    }
    let left = distance(&scene, &target);
    (scene, left)
}

fn show(picture: &[f64]) {
    for row in picture.chunks(WIDTH) {
        let line: String =
            row.iter().map(|light| b" .:-=+*#%@"[(light * 9.0).clamp(0.0, 9.0) as usize] as char).collect();
        println!("{line}");
    }
}

fn main() {
    let (scene, left) = recover(500);
    show(&render(&scene));
    println!("distance {left:.3e}\n{scene:#.2?}");
}

#[test]
fn spheres_are_found_again() {
    let before = distance(&first_guess(), &render(&truth()));
    let (_, after) = recover(200);
    assert!(after < 0.05 * before, "{before} {after}");
}

#[test]
fn the_gradient_agrees_with_differences() {
    let (scene, target) = (first_guess(), render(&truth()));
    let mut gradient = vec![Sphere::default(); 2];
    d_distance(&scene, &mut gradient, &target, 1.0);
    let moved = |by: f64| {
        let mut scene = scene.clone();
        scene[1].center[0] += by;
        distance(&scene, &target)
    };
    let difference = (moved(1e-6) - moved(-1e-6)) / 2e-6;
    assert!((gradient[1].center[0] - difference).abs() < 1e-7, "{} {difference}", gradient[1].center[0]);
}
