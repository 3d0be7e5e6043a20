//! The page of a run: bars of gradient over primal time for every workload, and the table behind them. One file that
//! needs no network.

use super::measure::Row;
use super::report::{geomean, variants};
use std::fmt::Write as _;

const COLOURS: [&str; 6] = ["#2a6f97", "#89c2d9", "#c9a227", "#9d4edd", "#e07a5f", "#6c757d"];
const BAR: usize = 14;
const LABEL: usize = 220;
const WIDTH: usize = 900;

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#222}\
table{border-collapse:collapse;font-variant-numeric:tabular-nums}td,th{padding:.25rem .7rem;text-align:right;\
border-bottom:1px solid #ddd}td:first-child,th:first-child{text-align:left}.wrong{color:#b00020;font-weight:600}\
.key{display:inline-block;width:.9em;height:.9em;margin:0 .3em 0 1em;vertical-align:-.1em}svg{max-width:100%}";

pub fn page(rows: &[Row]) -> String {
    let names = variants(rows);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Zymase: what gradients cost</title>\n\
         <style>{STYLE}</style>\n<h1>What gradients cost</h1>\n<p>CPU time of a gradient over that of its program; \
         interleaved in one process, best of many runs.</p>\n<p>"
    );
    for (name, colour) in names.iter().chain(&["by hand"]).zip(COLOURS) {
        let _ = write!(out, "<span class=\"key\" style=\"background:{colour}\"></span>{}", escape(name));
    }
    out.push_str("</p>\n");
    chart(&mut out, rows, &names);
    table(&mut out, rows, &names);
    out.push_str("</html>\n");
    out
}

/// The ratios of a row, in the order of the legend.
fn ratios(row: &Row, names: &[&str]) -> Vec<Option<f64>> {
    names.iter().map(|name| row.ratio(name)).chain([row.hand_ratio()]).collect()
}

fn chart(out: &mut String, rows: &[Row], names: &[&str]) {
    let largest = rows.iter().flat_map(|row| ratios(row, names)).flatten().fold(1.0, f64::max).min(20.0);
    let group = BAR * (names.len() + 1) + 12;
    let scale = |ratio: f64| ratio.min(largest) / largest * (WIDTH - LABEL - 60) as f64;
    let _ = writeln!(out, "<svg viewBox=\"0 0 {WIDTH} {}\" role=\"img\">", group * rows.len());
    for (at, row) in rows.iter().enumerate() {
        let top = at * group;
        let text = escape(&format!("{} {}", row.title, row.size));
        let _ = writeln!(out, "<text x=\"0\" y=\"{}\" font-size=\"13\">{text}</text>", top + 12);
        for (index, (ratio, colour)) in ratios(row, names).into_iter().zip(COLOURS).enumerate() {
            let Some(ratio) = ratio else { continue };
            let (y, width) = (top + index * BAR, scale(ratio));
            let _ = writeln!(
                out,
                "<rect x=\"{LABEL}\" y=\"{y}\" width=\"{width:.1}\" height=\"{}\" fill=\"{colour}\"/>\
                 <text x=\"{:.1}\" y=\"{}\" font-size=\"10\">{ratio:.2}</text>",
                BAR - 2,
                LABEL as f64 + width + 4.0,
                y + 10
            );
        }
    }
    out.push_str("</svg>\n");
}

fn table(out: &mut String, rows: &[Row], names: &[&str]) {
    out.push_str("<table><tr><th>workload<th>size<th>primal ms");
    for name in names {
        let name = escape(name);
        let _ = write!(out, "<th>{name}<th>peak MB<th>allocations<th>compile s");
    }
    out.push_str("<th>by hand</tr>\n");
    for row in rows {
        let _ = write!(out, "<tr><td>{}<td>{}<td>{:.3}", escape(&row.title), row.size, row.primal_seconds * 1e3);
        for entry in &row.entries {
            match &entry.outcome {
                Ok(gradient) => {
                    let class = if gradient.is_right() { "" } else { " class=\"wrong\"" };
                    let ratio = gradient.seconds / row.primal_seconds;
                    let megabytes = gradient.peak_kilobytes as f64 / 1024.0;
                    let _ = write!(
                        out,
                        "<td{class}>{ratio:.2}<td>{megabytes:.1}<td>{}<td>{:.2}",
                        gradient.allocations, gradient.compile_seconds
                    );
                }
                Err(message) => {
                    let _ = write!(out, "<td class=\"wrong\" title=\"{}\">failed<td><td><td>", escape(message));
                }
            }
        }
        let hand = row.hand_ratio().map_or(String::new(), |ratio| format!("{ratio:.2}"));
        let _ = writeln!(out, "<td>{hand}</tr>");
    }
    out.push_str("<tr><td>geometric mean<td><td>");
    for name in names {
        let mean = geomean(rows.iter().filter_map(|row| row.ratio(name)));
        let _ = write!(out, "<td>{}<td><td><td>", mean.map_or(String::new(), |mean| format!("{mean:.2}")));
    }
    out.push_str("<td></tr></table>\n");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
