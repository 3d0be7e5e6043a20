//! Random functions with parallel loops and regions of OpenMP, which mean the same without OpenMP.
//!
//! A function has an input `x`, two arrays `y` and `z` that it changes, a number `c`, and sums and products of its own. What threads
//! of a region do at the same time never depends on each other, so that there is one result for every number of threads.

use crate::fuzz::rng::Rng;
use std::fmt::Write;

/// The elements of the arrays.
pub const LENGTH: usize = 7;

/// The text of a function `double NAME(int n, double *x, double *y, double *z, double c)`.
pub fn function(name: &str, seed: u64) -> String {
    let mut writer = Writer { rng: Rng::new(seed), text: String::new() };
    writer.line(&format!("static double {name}(int n, double *x, double *y, double *z, double c) {{"));
    writer.line("double s = 0, p = 1, m = -1e300, t = 0, u = 0, a[3] = {0, 0, 0};");
    for _ in 0..writer.rng.range(2, 5) {
        writer.part();
    }
    writer.line("double r = s + p + (m > -1e299 ? m * 0.5 : 0) + t + a[0] * a[1] + a[2];");
    writer.line("for (int i = 0; i < n; ++i) r += y[i] * 0.3 + z[i] * z[i] * 0.2;");
    writer.line("return r;\n}");
    writer.text
}

struct Writer {
    rng: Rng,
    text: String,
}

const SCHEDULES: [&str; 7] = [
    "",
    "schedule(static)",
    "schedule(static, 2)",
    "schedule(dynamic)",
    "schedule(dynamic, 3)",
    "schedule(guided)",
    "schedule(runtime)",
];

impl Writer {
    fn line(&mut self, text: &str) {
        writeln!(self.text, "{text}").expect("a string takes everything");
    }

    /// An expression of these variables that is smooth, and neither large nor steep.
    fn expression(&mut self, variables: &[&str], depth: usize) -> String {
        if depth == 0 || self.rng.chance(25) {
            return match self.rng.chance(80) {
                true => self.rng.pick(variables).to_string(),
                false => self.rng.pick(&["0.5", "1.25", "2.0", "-0.75"]).to_string(),
            };
        }
        let first = self.expression(variables, depth - 1);
        match self.rng.weighted(&[30, 30, 15, 10, 15]) {
            0 => format!("({first} + {})", self.expression(variables, depth - 1)),
            1 => format!("({first} * {})", self.expression(variables, depth - 1)),
            2 => format!("sin({first})"),
            3 => format!("exp(0.3 * sin({first}))"),
            _ => format!("sqrt(1.5 + cos({first}))"),
        }
    }

    /// One of the arrays that are changed, and another array.
    fn arrays(&mut self) -> (&'static str, &'static str) {
        let target = *self.rng.pick(&["y", "z"]);
        let sources: Vec<&'static str> = ["x", "y", "z"].into_iter().filter(|name| *name != target).collect();
        let source: &'static str = self.rng.pick::<&'static str>(&sources);
        (target, source)
    }

    fn part(&mut self) {
        match self.rng.weighted(&[40, 22, 8, 8, 7, 7, 8, 8]) {
            0 => self.shared_loop(false),
            1 => self.region(),
            2 => self.replicated(),
            3 => self.tasks(),
            4 => self.sections(),
            5 => self.read_by_all(),
            6 => self.fields(),
            _ => {
                self.line("for (int q = 0; q < 3; ++q) {");
                self.shared_loop(false);
                self.line("y[0] += 0.1 * sin(s);\n}");
            }
        }
    }

    /// A loop whose iterations are shared, of a region or on its own.
    fn shared_loop(&mut self, inside: bool) {
        let (target, source) = self.arrays();
        let mut start = if inside { "#pragma omp for " } else { "#pragma omp parallel for " }.to_string();
        if !inside && self.rng.chance(30) {
            write!(start, "num_threads({}) ", self.rng.range(1, 4)).expect("a string takes everything");
        }
        let backwards = self.rng.chance(30);
        let head = if backwards { "for (int i = n - 1; i >= 0; --i) {" } else { "for (int i = 0; i < n; ++i) {" };
        let (here, own) = (format!("{source}[i]"), format!("{target}[i]"));
        let (right, left) = (format!("{source}[(i + 1) % n]"), format!("{source}[(i + n - 1) % n]"));
        let kind = self.rng.below(10);
        let value = match kind {
            0 => self.expression(&[&here, &own, "c", "x[i]"], 2),
            1 => self.expression(&[&here, &left, &right], 2),
            2 => self.expression(&[&format!("{source}[j]"), "x[i]"], 1),
            _ => self.expression(&[&here, "x[i]", "c"], 2),
        };
        let (clause, body) = match kind {
            0 | 1 => ("", format!("{own} = {value};")),
            2 => (
                "reduction(+ : s) ",
                format!("double r = 0; for (int j = 0; j <= i; ++j) r += {value}; s += r * r * 0.1;"),
            ),
            3 => ("reduction(+ : s) ", format!("s += {value};")),
            4 => ("reduction(* : p) ", format!("p *= 1 + 0.1 * sin({value});")),
            5 => ("reduction(max : m) ", format!("double v = {value} + 0.0137 * i; if (v > m) m = v;")),
            6 => ("", format!("double v = {value};\n#pragma omp atomic\na[i % 3] += v;")),
            7 => ("", format!("double v = {value};\n#pragma omp critical\n{{ s += v; a[i % 2] += v * c; }}")),
            8 => ("private(u) firstprivate(c) ", format!("u = {value}; {own} = sin(u) * u + c;")),
            _ => ("lastprivate(t) ", format!("t = {value};")),
        };
        let schedule = *self.rng.pick(&SCHEDULES);
        self.line(&format!("{start}{clause}{schedule}"));
        self.line(head);
        self.line(&format!("{body}\n}}"));
    }

    /// A region with loops, and with what one thread does between them.
    fn region(&mut self) {
        let threads =
            if self.rng.chance(40) { format!(" num_threads({})", self.rng.range(2, 3)) } else { String::new() };
        self.line(&format!("#pragma omp parallel{threads}\n{{"));
        for _ in 0..self.rng.range(1, 3) {
            self.shared_loop(true);
            if self.rng.chance(30) {
                let value = self.expression(&["y[0]", "z[1]", "x[2]"], 2);
                self.line(&format!("#pragma omp single\n{{ s += {value}; y[1] = y[1] * 0.5 + z[2]; }}"));
            }
            if self.rng.chance(20) {
                self.line("#pragma omp barrier\n#pragma omp master\nz[0] += sin(y[0]) * x[0];\n#pragma omp barrier");
            }
        }
        self.line("}");
    }

    /// What every thread of a region does, however many there are.
    fn replicated(&mut self) {
        let count = self.rng.range(1, 4);
        let value = self.expression(&["x[1]", "y[2]", "z[0]"], 2);
        let (clause, update) = *self.rng.pick(&[
            (" reduction(+ : s)", "s += 0.1 * sin(v) * v;"),
            ("", "\n#pragma omp atomic\na[1] += v;"),
            ("", "\n#pragma omp critical\ns += 0.1 * v;"),
        ]);
        self.line(&format!("#ifdef _OPENMP\n#pragma omp parallel num_threads({count}){clause}"));
        self.line(&format!("#else\nfor (int q = 0; q < {count}; ++q)\n#endif"));
        self.line(&format!("{{ double v = {value}; {update} }}"));
    }

    /// How a loop over `j` begins that reads some of an array, or all of it.
    fn inner_loop(&mut self) -> String {
        let (from, step) = (self.rng.range(0, 2), self.rng.range(1, 2));
        let end = *self.rng.pick(&["n - 1", "n - 2", "i", "5"]);
        match self.rng.chance(75) {
            true => format!("for (int j = {from}; j < {end}; j += {step})"),
            false => format!("for (int j = n - 2; j >= {from}; j -= {step})"),
        }
    }

    /// A loop in every iteration of which an array is read that none of them writes.
    fn read_by_all(&mut self) {
        let (target, source) = self.arrays();
        let (here, next) = (format!("{source}[j]"), format!("{source}[j + 1]"));
        let inner = self.inner_loop();
        let value = self.expression(&[&here, &next, "x[i]", &format!("{source}[3]")], 2);
        let guard = *self.rng.pick(&["", "", "if (j != i) ", "if (x[j] > 0.9) "]);
        let schedule = *self.rng.pick(&SCHEDULES[..4]);
        self.line(&format!("#pragma omp parallel for {schedule}\nfor (int i = 0; i < n; ++i) {{\ndouble r = 0;"));
        self.line(&format!("{inner} {guard}r += {value};\n{target}[i] = 0.5 * {target}[i] + 0.1 * sin(r);\n}}"));
    }

    /// Structs of which one field is written while others are read.
    fn fields(&mut self) {
        let count = self.rng.range(1, 3);
        let inner = self.inner_loop();
        let value = self.expression(&["f[j].a", "f[i].b", "f[j].b", "f[j].c[1]"], 2);
        self.line("{\nstruct { double a, b; int k; double c[2], d; } f[7];");
        self.line("for (int i = 0; i < n; ++i) { f[i].a = x[i]; f[i].b = y[i] * c; f[i].k = i % 2; f[i].c[0] = f[i].c[1] = z[i]; f[i].d = 1; }");
        self.line(&format!(
            "for (int q = 0; q < {count}; ++q) {{\n#pragma omp parallel for\nfor (int i = 0; i < n; ++i)"
        ));
        self.line(&format!("{inner} f[i].d += 0.1 * sin({value}) * (f[j].k ? 1.5 : 1);"));
        self.line("#pragma omp parallel for\nfor (int i = 0; i < n; ++i) f[i].a += 0.1 * f[i].d;\n}");
        self.line("for (int i = 0; i < n; ++i) s += f[i].d * f[i].a * 0.1;\n}");
    }

    fn tasks(&mut self) {
        let value = self.expression(&["x[k]", "z[k]"], 2);
        self.line("#pragma omp parallel\n#pragma omp single\n{");
        match self.rng.chance(50) {
            true => self.line("for (int k = 0; k < n; ++k) {\n#pragma omp task firstprivate(k)"),
            false => self.line("#pragma omp taskloop\nfor (int k = 0; k < n; ++k) {"),
        }
        self.line(&format!("y[k] = {value};\n}}\n#pragma omp taskwait"));
        self.line("s += sin(y[0]) * y[n - 1];\n}");
    }

    fn sections(&mut self) {
        let (first, second) = (self.expression(&["x[0]", "x[3]", "c"], 2), self.expression(&["x[1]", "x[2]"], 2));
        self.line("#pragma omp parallel sections\n{\n#pragma omp section");
        self.line(&format!("y[2] = {first};\n#pragma omp section\nz[3] = {second};\n}}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_function() {
        assert_eq!(function("f", 7), function("f", 7));
        assert_ne!(function("f", 7), function("f", 8));
    }

    #[test]
    fn every_kind_of_part_comes_up() {
        let all: String = (0..200).map(|seed| function("f", seed)).collect();
        for part in [
            "parallel for",
            "reduction(max",
            "atomic",
            "critical",
            "lastprivate",
            "task ",
            "taskloop",
            "section",
            "struct",
        ] {
            assert!(all.contains(part), "no program has {part}");
        }
    }
}
