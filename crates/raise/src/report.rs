//! What was decided about each loop, for people.

use crate::analyse::facts::Facts;
use crate::plan::{Plan, Way};
use std::fmt::Write as _;
use zymase_ir::{Ir, Location};

/// How one loop was raised.
#[derive(Clone, Debug)]
pub struct Verdict {
    pub location: Location,
    /// How many loops it stands in.
    pub depth: usize,
    /// `scf.for` or `scf.while`.
    pub kind: String,
    pub is_raised: bool,
    /// How, or why not.
    pub text: String,
}

#[derive(Clone, Debug, Default)]
pub struct Report {
    pub loops: Vec<Verdict>,
}

impl Report {
    pub(crate) fn new(ir: &Ir, facts: &Facts, plan: &Plan) -> Report {
        let verdict = |op: &zymase_ir::Op| {
            let parents = std::iter::successors(ir.parent_op(*op), |op| ir.parent_op(*op));
            let depth = parents.filter(|parent| plan.ways.contains_key(parent)).count();
            let (is_raised, text) = match &plan.ways[op] {
                Way::LockStep { combines, best } => (true, describe(facts, op, combines.len(), best.is_some())),
                Way::InOrder(reason) => (false, format!("remains a loop: {reason}")),
            };
            Verdict { location: ir[*op].location().clone(), depth, kind: ir[*op].name().to_string(), is_raised, text }
        };
        Report { loops: plan.order.iter().map(verdict).collect() }
    }

    /// One line for each loop.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for verdict in &self.loops {
            let indent = "  ".repeat(verdict.depth);
            let _ = writeln!(text, "{indent}{} {}: {}", verdict.location, verdict.kind, verdict.text);
        }
        text
    }

    /// A page with the program before and after, and what was decided between them.
    pub fn page(&self, title: &str, before: &str, after: &str) -> String {
        let mut rows = String::new();
        for verdict in &self.loops {
            let class = if verdict.is_raised { "raised" } else { "kept" };
            let _ = writeln!(
                rows,
                "<tr class=\"{class}\"><td>{}</td><td style=\"padding-left:{}em\">{}</td><td>{}</td></tr>",
                escaped(&verdict.location.to_string()),
                1 + verdict.depth,
                escaped(&verdict.kind),
                escaped(&verdict.text)
            );
        }
        format!(
            "<!doctype html><meta charset=\"utf-8\"><title>{0}</title>\n<style>body{{font-family:sans-serif;margin:2em}}\
             pre{{background:#f6f6f6;padding:1em;overflow:auto}}td{{padding:0.2em 1em;border-bottom:1px solid #ddd}}\
             .kept td{{background:#fff3e0}}.raised td{{background:#e8f5e9}}.two{{display:grid;grid-template-columns:1fr 1fr;gap:1em}}\
             </style>\n<h1>{0}</h1>\n<h2>Loops</h2>\n<table>{rows}</table>\n\
             <div class=\"two\"><div><h2>Before</h2><pre>{1}</pre></div><div><h2>Raised</h2><pre>{2}</pre></div></div>\n",
            escaped(title),
            escaped(before),
            escaped(after)
        )
    }
}

fn describe(facts: &Facts, op: &zymase_ir::Op, combined: usize, is_best: bool) -> String {
    let Some(counted) = facts.loops.get(op) else { return "raised".into() };
    let count = counted.most.unwrap_or_default();
    let masked = if counted.is_exact { "" } else { " at most, under a mask" };
    let carried = match (is_best, combined) {
        (true, _) => ", the best value and its place",
        (false, 0) => "",
        _ => ", with a reduction",
    };
    format!("raised: {count} iterations{masked}{carried}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
