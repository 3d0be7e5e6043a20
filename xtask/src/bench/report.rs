//! The plain table and the JSON of a run.

use super::measure::{Entry, Row};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The names of all ways to compile, in order.
pub fn variants(rows: &[Row]) -> Vec<&str> {
    rows.first().map(|row| row.entries.iter().map(|entry| entry.name.as_str()).collect()).unwrap_or_default()
}

/// The geometric mean of what there is.
pub fn geomean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0);
    for value in values {
        sum += value.ln();
        count += 1;
    }
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

/// Gradient time over primal time, memory and compile time, for people.
pub fn table(rows: &[Row]) -> String {
    let names = variants(rows);
    let mut out = String::new();
    let _ = write!(out, "{:<26} {:>9}", "gradient / primal", "primal");
    for name in &names {
        let _ = write!(out, " {name:>12}");
    }
    let _ = writeln!(out, " {:>8}   peak MB, allocations, compile s", "by hand");
    for row in rows {
        let _ = write!(out, "{:<26} {:>6.2} ms", format!("{} {}", row.name, row.size), row.primal_seconds * 1e3);
        for name in &names {
            let _ = write!(out, " {:>12}", cell(row.ratio(name)));
        }
        let _ = write!(out, " {:>8}", cell(row.hand_ratio()));
        if let Some(gradient) = names.first().and_then(|name| row.gradient(name)) {
            let megabytes = |kilobytes: u64| kilobytes as f64 / 1024.0;
            let _ = write!(
                out,
                "   {:.1} -> {:.1}, {}, {:.2} -> {:.2}",
                megabytes(row.primal_kilobytes),
                megabytes(gradient.peak_kilobytes),
                gradient.allocations,
                row.primal_compile_seconds,
                gradient.compile_seconds
            );
        }
        out.push('\n');
        for entry in &row.entries {
            complaint(&mut out, entry);
        }
    }
    let _ = write!(out, "{:<36}", "geometric mean");
    for name in &names {
        let _ = write!(out, " {:>12}", cell(geomean(rows.iter().filter_map(|row| row.ratio(name)))));
    }
    out.push('\n');
    out
}

fn complaint(out: &mut String, entry: &Entry) {
    match &entry.outcome {
        Ok(gradient) if gradient.is_right() => {}
        Ok(gradient) => {
            let _ = writeln!(out, "    {}: WRONG, off by {:.1e}", entry.name, gradient.error);
        }
        Err(message) => {
            let _ = writeln!(out, "    {}: {}", entry.name, message.lines().next().unwrap_or_default());
        }
    }
}

fn cell(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.2}"))
}

/// Everything that was measured.
pub fn json(rows: &[Row]) -> String {
    let value: Vec<Value> = rows.iter().map(row).collect();
    format!("{:#}\n", Value::Array(value))
}

fn row(row: &Row) -> Value {
    let entries: serde_json::Map<String, Value> = row
        .entries
        .iter()
        .map(|entry| {
            let value = match &entry.outcome {
                Ok(gradient) => json!({
                    "seconds": gradient.seconds,
                    "ratio": gradient.seconds / row.primal_seconds,
                    "peak_kilobytes": gradient.peak_kilobytes,
                    "allocations": gradient.allocations,
                    "compile_seconds": gradient.compile_seconds,
                    "error": gradient.error,
                    "right": gradient.is_right(),
                }),
                Err(message) => json!({ "failed": message }),
            };
            (entry.name.clone(), value)
        })
        .collect();
    json!({
        "workload": row.name,
        "title": row.title,
        "size": row.size,
        "primal_seconds": row.primal_seconds,
        "primal_kilobytes": row.primal_kilobytes,
        "primal_compile_seconds": row.primal_compile_seconds,
        "hand_seconds": row.hand_seconds,
        "gradients": entries,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_geometric() {
        assert_eq!(geomean([1.0, 4.0].into_iter()), Some(2.0));
        assert_eq!(geomean(std::iter::empty()), None);
    }
}
