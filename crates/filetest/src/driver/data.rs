//! The data of a driver: the values a function is called with, and the derivatives that are expected.
//!
//! Each parameter has an array of its own type (a number is an array of one). The active ones are also laid out,
//! one after the other, as the vector that `compare.h` works on; [`Offset`]s say where each begins.

use crate::directives::Check;
use crate::prototype::{Element, Float, Parameter, Prototype, Values};
use std::fmt::Write as _;

/// A parameter with the places of its elements in the vectors of `compare.h`.
pub struct Offset<'a> {
    pub parameter: &'a Parameter,
    /// In the vector of all active inputs; meaningless for constants.
    pub input: usize,
    /// In the vector of the active arrays' content; meaningless for all others.
    pub memory: usize,
}

/// All parameters with their places.
pub fn offsets(prototype: &Prototype) -> Vec<Offset<'_>> {
    let (mut input, mut memory) = (0, 0);
    let mut all = Vec::new();
    for parameter in &prototype.parameters {
        all.push(Offset { parameter, input, memory });
        if parameter.is_active {
            input += parameter.values.count();
            if parameter.is_array {
                memory += parameter.values.count();
            }
        }
    }
    all
}

/// Declares the values of all parameters, and the function `PREFIX_fill` that sets them.
pub fn declare_inputs(text: &mut String, prefix: &str, prototype: &Prototype) {
    for parameter in &prototype.parameters {
        let (element, name) = (parameter.element.c_name(), &parameter.name);
        let count = parameter.values.count();
        let _ = writeln!(text, "static {element} {prefix}_in_{name}[{count}];");
        if parameter.seed.is_some() {
            let _ = writeln!(text, "static {element} {prefix}_seed_{name}[{count}];");
        }
    }
    let _ = writeln!(text, "static void {prefix}_fill(void) {{");
    for parameter in &prototype.parameters {
        let (element, name) = (parameter.element.c_name(), &parameter.name);
        fill(text, &format!("{prefix}_in_{name}"), element, &parameter.values);
        if let Some(seed) = &parameter.seed {
            fill(text, &format!("{prefix}_seed_{name}"), element, seed);
        }
    }
    text.push_str("}\n");
}

fn fill(text: &mut String, array: &str, element: &str, values: &Values) {
    match values {
        Values::List(values) => {
            for (index, value) in values.iter().enumerate() {
                let _ = writeln!(text, "  {array}[{index}] = ({element})({value});");
            }
        }
        Values::Ramp { count, first, last } => {
            let steps = (count - 1).max(1);
            let _ = writeln!(
                text,
                "  for (int i = 0; i < {count}; ++i)\n    {array}[i] = ({element})(({first}) + (({last}) - ({first})) * \
                 (long double)i / {steps});"
            );
        }
    }
}

/// Declares the description of the active inputs, their vector, and the expected derivatives.
pub fn declare_expectations(text: &mut String, prefix: &str, check: &Check) {
    let total: usize = check.prototype.active_parameters().map(|input| input.values.count()).sum();
    let size = total.max(1);
    let _ = writeln!(text, "static const struct driver_input {prefix}_inputs[] = {{");
    for input in check.prototype.active_parameters() {
        let is_single = input.element == Element::Float(Float::Single);
        let _ = writeln!(
            text,
            "  {{\"{}\", {}, {}, {}}},",
            input.name,
            input.values.count(),
            i32::from(input.is_array),
            i32::from(is_single)
        );
    }
    let _ = writeln!(text, "  {{\"\", 0, 0, 0}}}};");
    let _ = writeln!(text, "static driver_real {prefix}_initial[{size}], {prefix}_expected[{size}];");
    let _ = writeln!(text, "static char {prefix}_is_expected[{size}];");
    let _ = writeln!(text, "static void {prefix}_fill_expectations(void) {{");
    for Offset { parameter, input, .. } in offsets(&check.prototype).iter().filter(|offset| offset.parameter.is_active)
    {
        let _ = writeln!(
            text,
            "  for (int i = 0; i < {}; ++i)\n    {prefix}_initial[{input} + i] = {prefix}_in_{}[i];",
            parameter.values.count(),
            parameter.name
        );
        let expected = check.expectations.iter().find(|expectation| expectation.input == parameter.name);
        for (index, value) in expected.iter().flat_map(|expectation| expectation.values.iter().enumerate()) {
            let place = input + index;
            let _ = writeln!(
                text,
                "  {prefix}_expected[{place}] = (driver_real)({value});\n  {prefix}_is_expected[{place}] = 1;"
            );
        }
    }
    text.push_str("}\n");
}
