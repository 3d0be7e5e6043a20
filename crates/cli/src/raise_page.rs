//! The page of `zymase raise`: the source beside the module, line by line, and what kept a function from being raised.

use crate::raise::Answer;
use std::fmt::Write as _;

const STYLE: &str = "
:root { --ink: #1d2733; --soft: #66727f; --line: #dfe5ec; --wrong: #b91c1c; --note: #0f766e; --paper: #fff; --shade: #fef3c7; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #93a1b0; --line: #2b3440; --wrong: #f87171;
  --note: #2dd4bf; --paper: #12171e; --shade: #3b3415; } }
body { margin: 0; padding: 20px; color: var(--ink); background: var(--paper); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 19px; margin: 0 0 12px; } h2 { font-size: 15px; margin: 0 0 6px; }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.3fr); gap: 20px; }
pre { margin: 0; border: 1px solid var(--line); font: 12.5px/1.55 ui-monospace, Menlo, Consolas, monospace; overflow-x: auto; }
pre span.l { display: block; padding: 0 8px; white-space: pre; cursor: default; }
pre span.l i { display: inline-block; width: 38px; color: var(--soft); font-style: normal; user-select: none; }
pre span.on { background: var(--shade); }
.wrong { color: var(--wrong); } .note { color: var(--note); }
pre span.wrong, pre span.note { display: block; padding: 0 8px 0 46px; white-space: pre-wrap; }
";

/// Lines of both sides that belong together are shown together.
const SCRIPT: &str = "
const all = document.querySelectorAll('span.l[data-n]');
function mark(n) { all.forEach(e => e.classList.toggle('on', n !== '0' && e.dataset.n === n)); }
all.forEach(e => e.addEventListener('mouseenter', () => mark(e.dataset.n)));
";

/// What is shown.
pub struct Page<'p> {
    pub title: String,
    pub source: &'p str,
    pub answer: &'p Answer,
}

pub fn render(page: &Page) -> String {
    let title = escape(&page.title);
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <h1>{title}</h1>\n"
    );
    let answer = page.answer;
    for (line, text) in &answer.refusals {
        let place = if *line == 0 { String::new() } else { format!("line {line}: ") };
        let _ = writeln!(html, "<p class=\"wrong\">Not raised. {place}{}</p>", escape(text));
    }
    for (line, text) in answer.remarks.iter().filter(|(line, _)| *line == 0) {
        let _ = writeln!(html, "<p class=\"note\" data-n=\"{line}\">{}</p>", escape(text));
    }
    html.push_str("<div class=\"sides\">\n<div><h2>Source</h2><pre>");
    for (number, text) in page.source.lines().enumerate().map(|(at, text)| (at + 1, text)) {
        let _ = write!(html, "<span class=\"l\" data-n=\"{number}\"><i>{number}</i>{}</span>", escape(text));
        for (kind, list) in [("wrong", &answer.refusals), ("note", &answer.remarks)] {
            for (_, text) in list.iter().filter(|(line, _)| *line == number) {
                let _ = write!(html, "<span class=\"{kind}\">{}</span>", escape(text));
            }
        }
    }
    html.push_str("</pre></div>\n<div><h2>Loops</h2><pre>");
    for (line, text) in &answer.text {
        let number = if *line == 0 { String::new() } else { line.to_string() };
        let _ = write!(html, "<span class=\"l\" data-n=\"{line}\"><i>{number}</i>{}</span>", escape(text));
    }
    let _ = writeln!(html, "</pre></div>\n</div>\n<script>{SCRIPT}</script>\n</html>");
    html
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_stand_at_their_lines_and_nothing_is_fetched() {
        let answer = Answer { refusals: vec![(2, "why <b>".into())], ..Answer::default() };
        let page = render(&Page { title: "f".into(), source: "a\nb < c\nd", answer: &answer });
        assert!(page.contains("b &lt; c</span><span class=\"wrong\">why &lt;b&gt;</span>"), "{page}");
        assert!(!page.contains("http") && !page.contains("src="), "{page}");
    }
}
