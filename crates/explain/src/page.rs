//! The report as one HTML file that needs nothing else.

use crate::report::{Line, Report};
use std::fmt::Write as _;

const STYLE: &str = "
:root { --ink: #1d2733; --soft: #66727f; --line: #e3e8ee; --kept: #c2410c; --active: #2563eb; --again: #0f766e;
  --paper: #ffffff; --shade: #f7f9fb; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --soft: #93a1b0; --line: #2b3440; --kept: #fb923c; --active: #60a5fa; --again: #2dd4bf;
    --paper: #12171e; --shade: #1a212a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1100px; padding: 24px; color: var(--ink); background: var(--paper);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 20px; margin: 0 0 4px; } h2 { font-size: 16px; margin: 28px 0 8px; }
.total { font-size: 17px; } .total b { color: var(--kept); }
.key span { margin-right: 18px; color: var(--soft); }
.key i { display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 6px; }
ol { padding-left: 22px; } li { margin: 6px 0; } li small { color: var(--soft); }
table { border-collapse: collapse; width: 100%; border: 1px solid var(--line); }
td { padding: 0 8px; vertical-align: top; }
td.number { color: var(--soft); text-align: right; width: 48px; border-right: 4px solid transparent; }
td.code { font: 13px/1.6 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; }
td.bar { width: 130px; } td.bar div { height: 9px; margin-top: 6px; background: var(--kept); border-radius: 2px; }
tr.keeps td.number { border-color: var(--kept); } tr.active td.number { border-color: var(--active); }
tr.keeps td.code, tr.active td.code { background: var(--shade); }
.note { white-space: normal; font: 13px/1.5 system-ui, sans-serif; color: var(--soft); padding-left: 18px; }
.note b { color: var(--kept); font-weight: 600; } .note.again { color: var(--again); } .note.loop { color: var(--active); }
";

/// The page.
pub fn render(report: &Report) -> String {
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{0}</title>\n<style>{STYLE}</style>\n<h1>The gradient of {0}</h1>\n",
        escape(&report.title)
    );
    let _ = writeln!(
        html,
        "<p class=\"total\">Kept for the reverse sweep: <b>{}</b></p>\n<p class=\"key\"><span><i \
         style=\"background:var(--kept)\"></i>keeps values</span><span><i style=\"background:var(--active)\"></i>active: \
         has derivatives, keeps nothing</span><span><i style=\"background:var(--again)\"></i>computed again in the \
         reverse sweep</span></p>",
        escape(&report.total())
    );
    for note in &report.notes {
        let _ = writeln!(html, "<p>{}</p>", escape(note));
    }
    push_advice(&mut html, report);
    html.push_str("<h2>Line by line</h2>\n<table>\n");
    let none = Line::default();
    let weight = |line: &Line| line.kept.iter().map(|kept| report.weight(kept)).sum::<f64>();
    let most = report.lines.values().map(weight).fold(0.0, f64::max);
    if let Some(line) = report.lines.get(&0).filter(|line| !line.kept.is_empty()) {
        push_line(&mut html, report, "", "(no source line)", line, weight(line) / most);
    }
    for number in report.range() {
        let line = report.lines.get(&number).unwrap_or(&none);
        let share = if most > 0.0 { weight(line) / most } else { 0.0 };
        push_line(&mut html, report, &number.to_string(), &report.source[number - 1], line, share);
    }
    html.push_str("</table>\n</html>\n");
    html
}

fn push_advice(html: &mut String, report: &Report) {
    let advice = report.advice();
    if advice.is_empty() {
        return;
    }
    html.push_str("<h2>What would help most</h2>\n<ol>\n");
    for (text, amount) in advice {
        let _ = writeln!(html, "<li>{} <small>({} kept because of it)</small></li>", escape(&text), escape(&amount));
    }
    html.push_str("</ol>\n");
}

fn push_line(html: &mut String, report: &Report, number: &str, source: &str, line: &Line, share: f64) {
    let class = match (line.kept.is_empty(), line.active) {
        (false, _) => "keeps",
        (true, true) => "active",
        (true, false) => "",
    };
    let _ = write!(
        html,
        "<tr class=\"{class}\"><td class=\"number\">{number}</td><td class=\"code\">{}",
        escape(if source.is_empty() { " " } else { source })
    );
    for trips in report.trips(line) {
        let _ = write!(html, "<div class=\"note loop\">runs {}</div>", escape(&trips));
    }
    for kept in &line.kept {
        let (what, amount, why) = (escape(&kept.what()), escape(&report.amount([kept])), escape(&kept.why));
        let _ = write!(html, "<div class=\"note\">keeps {what}: <b>{amount}</b>; {why}</div>");
    }
    if !line.recomputed.is_empty() {
        let again = escape(&line.recomputed.join(", "));
        let _ = write!(html, "<div class=\"note again\">computed again: {again}</div>");
    }
    for added in &line.added {
        let _ = write!(html, "<div class=\"note\">threads add to the adjoint of {}</div>", escape(added));
    }
    let bar = match line.kept.is_empty() {
        true => String::new(),
        false => format!("<div style=\"width:{:.0}%\"></div>", (share * 100.0).max(2.0)),
    };
    let _ = writeln!(html, "</td><td class=\"bar\">{bar}</td></tr>");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_is_escaped_and_nothing_is_fetched() {
        let records = "1\tloop\t0\t-\tn\t-\tcounted\n1\tkept\t8\t0\ta[…]\tbecause a < b\t\n";
        let page = render(&Report::read("f", "for (i < n) & more", records).unwrap());
        assert!(page.contains("for (i &lt; n) &amp; more"), "{page}");
        assert!(page.contains("keeps a[…]: <b>8·n bytes</b>; because a &lt; b"), "{page}");
        assert!(!page.contains("http") && !page.contains("src="), "{page}");
    }
}
