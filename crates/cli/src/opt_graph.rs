//! Graphs of programs on the page that `zymase opt --explain` writes: boxes for parameters and operations, in layers, and lines for the values
//! between them. The darker a box, the larger its part of the predicted time. Constants are left out; loops and branches are one box.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use zymase_dialects::func::Func;
use zymase_ir::{Ir, Op, Trait, Type, Value};
use zymase_transform::optimise::cost::{Costs, Target};

/// Larger programs are not drawn.
const BOXES: usize = 160;
const WIDTH: usize = 148;
const HEIGHT: usize = 36;
const APART: usize = 12;
const BELOW: usize = 30;

/// A box: what is written in it, what stands in front of it, and its predicted time.
struct Node {
    name: String,
    ty: String,
    inputs: Vec<usize>,
    femtoseconds: u64,
    inside: usize,
}

/// The graph of the first public function of a module.
pub fn graph(ir: &Ir, target: Target) -> String {
    let functions = ir.block_ops(ir.module_block()).filter(|op| Func::of(ir, *op).is_some());
    let is_public =
        |op: &Op| ir.attribute(*op, "sym_visibility").and_then(zymase_ir::Attribute::as_str) != Some("private");
    let Some(nodes) = functions.into_iter().find(is_public).and_then(|op| nodes(ir, op, target)) else {
        return "<p>There is nothing to draw.</p>".to_owned();
    };
    if nodes.len() > BOXES {
        return format!("<p>With {} operations it is too large to draw.</p>", nodes.len());
    }
    drawn(&nodes, &places(&nodes))
}

fn shape(ty: &Type) -> String {
    let sizes: Vec<String> = ty.shape().unwrap_or_default().iter().map(ToString::to_string).collect();
    format!("{} {}", ty.element(), sizes.join("×")).trim_end().to_owned()
}

fn nodes(ir: &Ir, function: Op, target: Target) -> Option<Vec<Node>> {
    let (block, _) = ir.single_block(*ir[function].regions().first()?)?;
    let mut costs = Costs::new(target);
    let mut known: BTreeMap<usize, usize> = BTreeMap::new();
    let mut nodes = Vec::new();
    for (at, value) in ir.arguments(block).iter().enumerate() {
        known.insert(value.index(), nodes.len());
        let ty = shape(ir.ty(*value));
        nodes.push(Node { name: format!("parameter {at}"), ty, inputs: Vec::new(), femtoseconds: 0, inside: 0 });
    }
    for op in ir.block_ops(block) {
        if ir[op].name() == "stablehlo.constant" {
            continue;
        }
        let place = |value: &Value| known.get(&value.index()).copied();
        let mut inputs: Vec<usize> = ir.inputs(op).iter().filter_map(place).collect();
        inputs.sort_unstable();
        inputs.dedup();
        let name = ir[op].name().as_str().trim_start_matches("stablehlo.").to_owned();
        let ty = ir[op].results().first().map(|value| shape(ir.ty(*value))).unwrap_or_default();
        let is_end = ir[op].has_trait(Trait::Terminator);
        let femtoseconds = if is_end { 0 } else { costs.of_op(ir, op).femtoseconds };
        for value in ir[op].results() {
            known.insert(value.index(), nodes.len());
        }
        nodes.push(Node { name, ty, inputs, femtoseconds, inside: ir.walk(op).len() - 1 });
    }
    Some(nodes)
}

/// The layer of each box and its place within: as far to the left as what it is made of.
fn places(nodes: &[Node]) -> Vec<(usize, usize)> {
    let mut layers: Vec<usize> = Vec::new();
    for node in nodes {
        layers.push(node.inputs.iter().map(|input| layers[*input] + 1).max().unwrap_or(0));
    }
    let mut at = vec![(0, 0); nodes.len()];
    for layer in 0..=layers.iter().copied().max().unwrap_or(0) {
        let mut row: Vec<usize> = (0..nodes.len()).filter(|node| layers[*node] == layer).collect();
        let middle = |node: usize| {
            let inputs = &nodes[node].inputs;
            let sum: usize = inputs.iter().map(|input| at[*input].1 * 1000).sum();
            if inputs.is_empty() { 0 } else { sum / inputs.len() }
        };
        row.sort_by_key(|node| (middle(*node), *node));
        for (place, node) in row.into_iter().enumerate() {
            at[node] = (layer, place);
        }
    }
    at
}

fn drawn(nodes: &[Node], at: &[(usize, usize)]) -> String {
    let most = nodes.iter().map(|node| node.femtoseconds).max().unwrap_or(0).max(1);
    let (left, top) = (|place: usize| place * (WIDTH + APART), |layer: usize| layer * (HEIGHT + BELOW));
    let width = left(at.iter().map(|(_, place)| place + 1).max().unwrap_or(1));
    let height = top(at.iter().map(|(layer, _)| layer + 1).max().unwrap_or(1));
    let mut text = format!("<div class=\"graph\"><svg width=\"{width}\" height=\"{height}\" role=\"img\">");
    for (node, (layer, place)) in nodes.iter().zip(at) {
        for input in &node.inputs {
            let (from, to) = (left(at[*input].1) + WIDTH / 2, left(*place) + WIDTH / 2);
            let (start, end) = (top(at[*input].0) + HEIGHT, top(*layer));
            let half = start.midpoint(end);
            let _ = write!(text, "<path d=\"M{from} {start}C{from} {half} {to} {half} {to} {end}\"/>");
        }
    }
    for (node, (layer, place)) in nodes.iter().zip(at) {
        let (x, y) = (left(*place), top(*layer));
        // Differences of small parts can be seen, too.
        let share = (node.femtoseconds as f64 / most as f64).sqrt();
        let inside = if node.inside > 0 { format!(", {} inside", node.inside) } else { String::new() };
        let _ = write!(
            text,
            "<g><title>{name} {ty}{inside}: {time} ns</title>\
             <rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"4\" style=\"fill-opacity:{share:.2}\"/>\
             <text x=\"{middle}\" y=\"{first}\">{name}</text><text class=\"ty\" x=\"{middle}\" y=\"{second}\">{ty}</text></g>",
            name = node.name,
            ty = node.ty,
            time = node.femtoseconds / 1_000_000,
            middle = x + WIDTH / 2,
            first = y + 15,
            second = y + 29,
        );
    }
    text.push_str("</svg></div>");
    text
}
