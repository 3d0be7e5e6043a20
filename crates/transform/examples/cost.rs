//! What reading, differentiating and printing cost: `cargo run --release -p zymase-transform --example cost -- [--plot FILE.svg]`.
//!
//! Modules of 1,000 to 100,000 operations (layers of a network: products, sums, elementwise functions, reductions, calls of a
//! function now and then) are read, verified, differentiated in reverse mode and printed; each step is measured several times
//! and the best time counts. Two modules of 50 MB are read: one large constant, and many operations. Ends with status 1 when
//! 1,000 operations take 50 ms or more, when 100,000 take more than 200 times as long, or when 50 MB take 2 s or more.

#![forbid(unsafe_code)]

use std::fmt::Write as _;
use std::time::{Duration, Instant};
use zymase_ir::{Form, print, read, verify};
use zymase_transform::{Checkpointing, Mode, Request, differentiate};

const SIZES: [usize; 5] = [1_000, 3_000, 10_000, 30_000, 100_000];
const LARGE_BYTES: usize = 50_000_000;

/// A module with about this many operations.
fn module(operations: usize) -> String {
    let mut text = String::from(
        "func.func @layer(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {\n  %0 = stablehlo.tanh %x : tensor<8x8xf32>\n  \
         return %0 : tensor<8x8xf32>\n}\nfunc.func @main(%x0: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<f32> {\n",
    );
    let rounds = operations / 10;
    for round in 0..rounds {
        let _ = write!(
            text,
            "  %a{round} = stablehlo.dot_general %x{round}, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %b{round} = stablehlo.add %a{round}, %x{round} : tensor<8x8xf32>
  %c{round} = stablehlo.sine %b{round} : tensor<8x8xf32>
  %d{round} = stablehlo.multiply %c{round}, %a{round} : tensor<8x8xf32>
  %e{round} = stablehlo.transpose %d{round}, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %f{round} = stablehlo.slice %e{round} [0:1, 0:8] : (tensor<8x8xf32>) -> tensor<1x8xf32>
  %g{round} = stablehlo.broadcast_in_dim %f{round}, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
  %h{round} = func.call @layer(%g{round}) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %i{round} = stablehlo.maximum %h{round}, %b{round} : tensor<8x8xf32>
  %x{} = stablehlo.exponential %i{round} : tensor<8x8xf32>
",
            round + 1
        );
    }
    let _ = write!(
        text,
        "  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x{rounds} init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
  return %sum : tensor<f32>
}}
"
    );
    text
}

/// One large constant, written as hexadecimal digits.
fn large_constant() -> String {
    let count = LARGE_BYTES / 8;
    let digits: String =
        (0..count).map(|place| format!("{:08X}", (place as u32).wrapping_mul(2_654_435_761) & 0x3fff_ffff)).collect();
    format!(
        "func.func @main() -> tensor<{count}xf32> {{\n  %0 = stablehlo.constant dense<\"0x{digits}\"> : tensor<{count}xf32>\n  return %0 : tensor<{count}xf32>\n}}\n"
    )
}

fn fail(message: impl std::fmt::Display) -> ! {
    eprintln!("{message}");
    std::process::exit(1);
}

#[derive(Clone, Copy, Debug)]
struct Times {
    read: Duration,
    differentiate: Duration,
    print: Duration,
}

impl Times {
    fn total(self) -> Duration {
        self.read + self.differentiate + self.print
    }
}

fn measure(text: &str) -> Times {
    let context = zymase_dialects::context();
    let start = Instant::now();
    let mut ir = read(&context, text).unwrap_or_else(|error| fail(error));
    let read = start.elapsed();
    // Differentiation verifies before and after.
    let start = Instant::now();
    let (mode, checkpointing) = (Mode::Reverse, Checkpointing::KeepAll);
    let request = Request { function: "main".into(), mode, wrt: None, outputs: true, checkpointing };
    differentiate(&mut ir, &request).unwrap_or_else(|errors| fail(&errors[0]));
    let differentiate = start.elapsed();
    let start = Instant::now();
    let printed = print(&ir, Form::Pretty);
    let print = start.elapsed();
    assert!(printed.len() > text.len());
    Times { read, differentiate, print }
}

fn best(text: &str, tries: usize) -> Times {
    let all: Vec<Times> = (0..tries).map(|_| measure(text)).collect();
    let least = |part: fn(&Times) -> Duration| all.iter().map(part).min().unwrap_or_default();
    Times { read: least(|t| t.read), differentiate: least(|t| t.differentiate), print: least(|t| t.print) }
}

fn time_to_read(name: &str, text: &str) -> Duration {
    let context = zymase_dialects::context();
    let once = || {
        let start = Instant::now();
        let ir = read(&context, text).unwrap_or_else(|error| fail(error));
        let time = start.elapsed();
        verify(&ir).unwrap_or_else(|errors| fail(&errors[0]));
        time
    };
    let time = once().min(once());
    println!("{name}: {:.1} MB are read in {:.2} s", text.len() as f64 / 1e6, time.as_secs_f64());
    time
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let plot = match &arguments[..] {
        [] => None,
        [option, path] if option == "--plot" => Some(path.clone()),
        _ => fail("usage: cost [--plot FILE.svg]"),
    };
    println!("operations       read  differentiate      print      total   (ms)");
    let mut rows = Vec::new();
    for size in SIZES {
        let times = best(&module(size), if size <= 10_000 { 9 } else { 3 });
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "{size:10} {:10.2} {:14.2} {:10.2} {:10.2}",
            ms(times.read),
            ms(times.differentiate),
            ms(times.print),
            ms(times.total())
        );
        rows.push((size, times));
    }
    let constant = time_to_read("one constant", &large_constant());
    let bytes_per_operation = module(10_000).len() / 10_000;
    let operations = time_to_read("many operations", &module(LARGE_BYTES / bytes_per_operation));
    if let Some(path) = plot {
        std::fs::write(&path, draw(&rows)).unwrap_or_else(|error| fail(format!("{path}: {error}")));
    }
    let (small, large) = (rows[0].1.total(), rows[SIZES.len() - 1].1.total());
    if small >= Duration::from_millis(50) {
        fail("1,000 operations take 50 ms or more");
    }
    if large > 200 * small {
        fail("cost does not grow linearly");
    }
    if constant.max(operations) >= Duration::from_secs(2) {
        fail("50 MB take 2 s or more to read");
    }
}

/// One of the times.
type Part = fn(&Times) -> Duration;

/// Both axes logarithmic; a line for each step, and one of slope one to compare with.
fn draw(rows: &[(usize, Times)]) -> String {
    let x = |operations: f64| 60.0 + 200.0 * (operations.log10() - 3.0);
    let y = |seconds: f64| 300.0 - 70.0 * (seconds.max(1e-4).log10() + 4.0);
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 560 350\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"560\" height=\"350\" fill=\"white\"/>\n",
    );
    for power in 3..=5 {
        let place = x(10f64.powi(power));
        let _ = writeln!(
            svg,
            "<path d=\"M{place} 20V300\" stroke=\"#ddd\"/><text x=\"{place}\" y=\"318\" text-anchor=\"middle\">{}</text>",
            10usize.pow(power as u32)
        );
    }
    for (power, name) in [(-4, "0.1 ms"), (-3, "1 ms"), (-2, "10 ms"), (-1, "100 ms"), (0, "1 s")] {
        let place = y(10f64.powi(power));
        let _ = writeln!(
            svg,
            "<path d=\"M60 {place}H460\" stroke=\"#ddd\"/><text x=\"54\" y=\"{}\" text-anchor=\"end\">{name}</text>",
            place + 4.0
        );
    }
    let parts: [(&str, &str, Part); 4] = [
        ("total", "#000", |times| times.total()),
        ("differentiate", "#c03", |times| times.differentiate),
        ("read", "#06c", |times| times.read),
        ("print", "#084", |times| times.print),
    ];
    for (name, colour, part) in parts {
        let points: Vec<String> = rows
            .iter()
            .map(|(size, times)| format!("{:.1},{:.1}", x(*size as f64), y(part(times).as_secs_f64())))
            .collect();
        let last = rows.last().map_or(0.0, |(_, times)| y(part(times).as_secs_f64()));
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/><text x=\"466\" y=\"{:.1}\" fill=\"{colour}\">{name}</text>",
            points.join(" "),
            last + 4.0
        );
    }
    let start = rows.first().map_or(1e-3, |(_, times)| times.total().as_secs_f64());
    let _ = writeln!(
        svg,
        "<path d=\"M{} {:.1}L{} {:.1}\" stroke=\"#999\" stroke-dasharray=\"4\"/>",
        x(1e3),
        y(start),
        x(1e5),
        y(start * 100.0)
    );
    let _ =
        writeln!(svg, "<text x=\"260\" y=\"340\" text-anchor=\"middle\">operations (dashed: linear)</text>\n</svg>");
    svg
}
