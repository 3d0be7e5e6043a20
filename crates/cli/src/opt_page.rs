//! The page that `zymase opt --explain` writes: costs, the rules that were applied, which operations there were and are, and
//! both programs, as graphs and as text. It needs nothing from elsewhere.

use crate::opt_graph::graph;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use zymase_ir::{Form, Ir, print};
use zymase_transform::optimise::cost::Cost;
use zymase_transform::optimise::{OptimiseOptions, Report};

const STYLE: &str = "body{font:15px/1.45 system-ui,sans-serif;margin:2rem;color:#222;background:#fff}\
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}\
table{border-collapse:collapse}td,th{padding:.2rem .8rem;text-align:left;border-bottom:1px solid #ddd}\
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}\
.bar{display:inline-block;height:.7rem;background:#4a7ab5}.bar.after{background:#5aa469}\
.both{display:flex;gap:1rem;flex-wrap:wrap}.both>div{flex:1 1 28rem;min-width:0}\
pre{font:12px/1.4 ui-monospace,monospace;background:#f6f6f4;padding:.8rem;overflow:auto;max-height:40rem}\
.graph{overflow:auto;max-height:44rem;border:1px solid #ddd;padding:.5rem}.graph path{fill:none;stroke:#999}\
.graph rect{fill:#d9822b;stroke:#888}.graph text{font:12px system-ui,sans-serif;text-anchor:middle;fill:currentColor}\
.graph .ty{font-size:10px;opacity:.75}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}pre{background:#262626}td,th{border-color:#444}}";

pub fn page(title: &str, options: &OptimiseOptions, report: &Report, before: &Ir, after: &Ir) -> String {
    let mut text = String::new();
    let title = escaped(title);
    let _ = write!(
        text,
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{title}, optimised</title><style>{STYLE}</style><h1>{title}, optimised \
         for {}</h1><p>Numbers may change as <code>{}</code> allows. It took {:.1} ms.</p>",
        options.target.name(),
        options.level.name(),
        report.time.as_secs_f64() * 1e3
    );
    if let Some(limit) = report.stopped {
        let _ = write!(text, "<p>It ended early: {limit}.</p>");
    }
    costs(&mut text, &report.before, &report.after);
    rules(&mut text, report);
    operations(&mut text, before, after);
    let graphs = [before, after].map(|ir| graph(ir, options.target));
    let _ = write!(
        text,
        "<h2>Graphs</h2><p>The darker a box, the larger its part of the predicted time; constants are left out, and what is in a loop or a \
         branch is one box.</p><div class=\"both\"><div><h3>before</h3>{}</div><div><h3>after</h3>{}</div></div>",
        graphs[0], graphs[1]
    );
    let _ = write!(
        text,
        "<h2>Programs</h2><div class=\"both\"><div><h3>before</h3><pre>{}</pre></div><div><h3>after</h3><pre>{}</pre></div></div>",
        escaped(&print(before, Form::Pretty)),
        escaped(&print(after, Form::Pretty))
    );
    text.push_str("</html>\n");
    text
}

fn costs(text: &mut String, before: &Cost, after: &Cost) {
    text.push_str(
        "<h2>Costs, as the cost model counts them</h2><table><tr><th><th class=\"n\">before<th class=\"n\">after\
         <th class=\"n\">factor</tr>",
    );
    let rows = [
        ("floating-point operations", before.flops, after.flops),
        ("bytes read and written", before.bytes, after.bytes),
        ("bytes sent", before.sent, after.sent),
        ("operations of the program", before.operations, after.operations),
        ("predicted time, ns", before.femtoseconds / 1_000_000, after.femtoseconds / 1_000_000),
    ];
    for (what, old, new) in rows {
        let factor = if new == 0 { "–".to_owned() } else { format!("{:.2}", old as f64 / new as f64) };
        let _ = write!(
            text,
            "<tr><td>{what}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{factor}</tr>",
            grouped(old),
            grouped(new)
        );
    }
    text.push_str("</table>");
}

fn rules(text: &mut String, report: &Report) {
    text.push_str("<h2>What was done</h2><table><tr><th>rule<th>algebra<th>numbers<th class=\"n\">times</tr>");
    for used in &report.rules {
        let _ = write!(
            text,
            "<tr><td><code>{}</code><td>{}<td>{}<td class=\"n\">{}</tr>",
            used.rule.name,
            escaped(&used.rule.algebra),
            used.rule.level.name(),
            used.times
        );
    }
    let others = [
        ("calls inlined", report.inlined),
        ("functions removed", report.removed_functions),
        ("operations computed when compiling", report.folded),
        ("operations that were there twice", report.common),
        ("operations moved out of loops", report.moved_out_of_loops),
    ];
    for (what, times) in others.into_iter().filter(|(_, times)| *times > 0) {
        let _ = write!(text, "<tr><td>{what}<td><td>exact<td class=\"n\">{times}</tr>");
    }
    text.push_str("</table>");
}

fn counted(ir: &Ir) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for op in ir.walk(ir.module()) {
        *counts.entry(ir[op].name().to_string()).or_default() += 1;
    }
    counts
}

fn operations(text: &mut String, before: &Ir, after: &Ir) {
    let (old, new) = (counted(before), counted(after));
    let most = old.values().chain(new.values()).copied().max().unwrap_or(1);
    text.push_str("<h2>Operations</h2><table><tr><th>operation<th class=\"n\">before<th class=\"n\">after<th></tr>");
    let names: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for name in names {
        let count = |all: &BTreeMap<String, usize>| all.get(name).copied().unwrap_or(0);
        let width = |count: usize| 12.0 * count as f64 / most as f64;
        let _ = write!(
            text,
            "<tr><td><code>{}</code><td class=\"n\">{}<td class=\"n\">{}<td><span class=\"bar\" \
             style=\"width:{:.2}rem\"></span><br><span class=\"bar after\" style=\"width:{:.2}rem\"></span></tr>",
            escaped(name),
            count(&old),
            count(&new),
            width(count(&old)),
            width(count(&new))
        );
    }
    text.push_str("</table>");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}
