//! Writes the program that calls a function and its derivatives on made-up inputs and compares them.
//!
//! Every argument lives in storage of its own, twice: the value and its shadow. Arrays have margins of NaN on both
//! sides, so that a function that reads beyond them gives no plausible result. All floating-point numbers of all
//! active arguments, one after the other, are the vector that `compare.h` works on; macros written per argument visit
//! them in that order. The differentiated function takes scalars and addresses only and calls the user's.

use super::inputs::{Inputs, Storage, Usage};
use super::types::Type;
use std::fmt::Write as _;
use std::path::Path;
use zymase_toolchain::COMPARISON;

const TABLE: &str = include_str!("table.h");

/// The whole program.
pub fn write(source: &Path, function: &str, inputs: &Inputs, is_cpp: bool) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "#define main zymase_user_main\n#include \"{}\"\n#undef main", source.display());
    if is_cpp {
        text.push_str(
            "#include <array>\n#include <vector>\n#include <cmath>\nusing std::isnan; using std::isfinite;\n",
        );
    }
    text.push_str(COMPARISON);
    text.push_str(TABLE);
    text.push_str("enum { CHECK_MARGIN = 16 };\nextern int enzyme_dup, enzyme_const;\n");
    storage(&mut text, inputs);
    target(&mut text, function, inputs);
    let linkage = if is_cpp { "extern \"C\"" } else { "extern" };
    let tangent = inputs.result.as_deref().unwrap_or("void");
    let _ = writeln!(text, "{linkage} void __enzyme_autodiff_zymase_check(void *, ...);");
    let _ = writeln!(text, "{linkage} {tangent} __enzyme_fwddiff_zymase_check(void *, ...);");
    preparation(&mut text, inputs);
    legs(&mut text, inputs);
    description(&mut text, function, inputs);
    text
}

fn place(storage: &Storage, set: &str) -> String {
    let name = &storage.variable;
    if storage.has_margin() { format!("({name}[{set}] + CHECK_MARGIN)") } else { format!("{name}[{set}]") }
}

fn storage(text: &mut String, inputs: &Inputs) {
    for each in &inputs.storages {
        let margin = if each.has_margin() { " + 2 * CHECK_MARGIN" } else { "" };
        let _ = writeln!(text, "static {} {}[2][{}{margin}];", each.spelling, each.variable, each.count);
        let mut visits = String::new();
        visit(&mut visits, &each.element, &format!("{}[check_0]", place(each, "SET")), 1, false);
        let _ = writeln!(
            text,
            "#define CHECK_VISIT_{}(SET, DO) for (int check_0 = 0; check_0 < {}; ++check_0) {{ {visits} }}",
            each.variable, each.count
        );
        let mut integers = String::new();
        visit(&mut integers, &each.element, &format!("{}[check_0]", place(each, "SET")), 1, true);
        let _ = writeln!(
            text,
            "#define CHECK_INTEGERS_{}(SET, DO) for (int check_0 = 0; check_0 < {}; ++check_0) {{ {integers} }}",
            each.variable, each.count
        );
    }
    for (macro_name, active) in [("CHECK_ACTIVE", true), ("CHECK_CONSTANT", false)] {
        let parts: Vec<String> = inputs
            .storages
            .iter()
            .filter(|each| (each.usage != Usage::Constant) == active)
            .map(|each| format!("CHECK_VISIT_{}(SET, DO)", each.variable))
            .collect();
        let _ = writeln!(text, "#define {macro_name}(SET, DO) {}", parts.join(" "));
    }
}

/// Writes `DO(lvalue)` for every number of a kind in a type.
fn visit(text: &mut String, ty: &Type, access: &str, depth: usize, integers: bool) {
    match ty {
        Type::Float(_) if !integers => {
            let _ = write!(text, "DO({access}) ");
        }
        Type::Integer(_) if integers => {
            let _ = write!(text, "DO({access}) ");
        }
        Type::Array(element, count) | Type::Container { element, count: Some(count), .. } => {
            let _ = write!(text, "for (int check_{depth} = 0; check_{depth} < {count}; ++check_{depth}) {{ ");
            visit(text, element, &format!("{access}[check_{depth}]"), depth + 1, integers);
            text.push_str("} ");
        }
        Type::Container { element, count: None, .. } => {
            let _ =
                write!(text, "for (int check_{depth} = 0; check_{depth} < (int){access}.size(); ++check_{depth}) {{ ");
            visit(text, element, &format!("{access}[check_{depth}]"), depth + 1, integers);
            text.push_str("} ");
        }
        Type::Struct { fields, .. } => {
            for (name, field) in fields {
                let inner = if name.is_empty() { access.to_string() } else { format!("{access}.{name}") };
                visit(text, field, &inner, depth, integers);
            }
        }
        _ => {}
    }
}

/// The differentiated function: addresses and integers in, the user's function called.
fn target(text: &mut String, function: &str, inputs: &Inputs) {
    let result = inputs.result.as_deref().unwrap_or("void");
    let parameters: Vec<String> = inputs
        .storages
        .iter()
        .map(|each| {
            let star = if each.is_plain_integer { "" } else { "*" };
            format!("{} {star}{}_", each.spelling, each.variable)
        })
        .collect();
    let arguments: Vec<String> = inputs
        .storages
        .iter()
        .map(|each| format!("{}{}_", if each.dereferenced && !each.is_plain_integer { "*" } else { "" }, each.variable))
        .collect();
    let keyword = if inputs.result.is_some() { "return " } else { "" };
    let parameters = if parameters.is_empty() { "void".into() } else { parameters.join(", ") };
    let _ = writeln!(
        text,
        "static {result} check_target({parameters}) {{ {keyword}{function}({}); }}",
        arguments.join(", ")
    );
}

fn operands(inputs: &Inputs, with_shadows: bool) -> String {
    let mut all = Vec::new();
    for each in &inputs.storages {
        let value = if each.is_plain_integer { format!("{}[0][0]", each.variable) } else { place(each, "0") };
        match (with_shadows, each.usage) {
            (false, _) => all.push(value),
            (true, Usage::Constant) => all.extend(["enzyme_const".into(), value]),
            (true, _) => all.extend(["enzyme_dup".into(), value, place(each, "1")]),
        }
    }
    all.join(", ")
}

/// What stands before and after each run: sets the inputs, and reads the values that memory holds afterwards.
fn preparation(text: &mut String, inputs: &Inputs) {
    let seeds: Vec<String> = inputs.active().flat_map(|each| each.seeds()).map(|seed| format!("{seed:?}")).collect();
    let numbers = |values: Vec<String>| if values.is_empty() { "0".to_string() } else { values.join(", ") };
    let constants: Vec<String> = inputs
        .storages
        .iter()
        .filter(|each| each.usage == Usage::Constant)
        .flat_map(|each| each.values.iter().map(|value| format!("{value:?}")))
        .collect();
    let _ = writeln!(text, "static const driver_real check_seeds[] = {{{}}};", numbers(seeds));
    let _ = writeln!(text, "static const driver_real check_constants[] = {{{}}};", numbers(constants));
    text.push_str("static void check_prepare(const driver_real *point) {\n  int at = 0;\n");
    for each in &inputs.storages {
        let (name, count) = (&each.variable, each.count);
        if let Type::Container { count: None, .. } = each.element {
            let _ = writeln!(text, "  for (int s = 0; s < 2; ++s) {name}[s][0].assign({}, 0);", each.values.len());
        } else if each.has_margin() {
            let _ = writeln!(
                text,
                "  for (int s = 0; s < 2; ++s) for (int i = 0; i < {count} + 2 * CHECK_MARGIN; ++i) {name}[s][i] = NAN;"
            );
        }
        for (set, value) in [("0", each.integer.as_str()), ("1", "0")] {
            let _ = writeln!(text, "#define DO(V) V = ({value});\n  CHECK_INTEGERS_{name}({set}, DO)\n#undef DO");
        }
    }
    text.push_str(
        "#define DO(V) V = point[at++];\n  CHECK_ACTIVE(0, DO)\n#undef DO\n  at = 0;\n\
         #define DO(V) V = check_constants[at++];\n  CHECK_CONSTANT(0, DO)\n#undef DO\n  (void)at;\n}\n\
         static driver_real check_finish(driver_real *memory) {\n  driver_real sum = 0;\n  int at = 0;\n\
         #define DO(V) sum += check_seeds[at] * V; memory[at++] = V;\n  CHECK_ACTIVE(0, DO)\n#undef DO\n  (void)at;\n  \
         return sum;\n}\n",
    );
}

/// The function and its derivatives at a point, as `compare.h` wants them.
fn legs(text: &mut String, inputs: &Inputs) {
    let total: usize = inputs.active().map(|each| each.values.len()).sum();
    let take = if inputs.result.is_some() { "driver_real value = " } else { "driver_real value = 0; " };
    let _ = writeln!(
        text,
        "static driver_real check_primal(const driver_real *point, driver_real *returned, driver_real *memory) {{\n  \
         check_prepare(point);\n  {take}check_target({});\n  *returned = value;\n  return value + check_finish(memory);\n}}",
        operands(inputs, false)
    );
    let _ = writeln!(
        text,
        "static void check_reverse(const driver_real *point, driver_real *gradient, driver_real *memory) {{\n  int at = 0;\n  \
         check_prepare(point);\n#define DO(V) V = check_seeds[at++];\n  CHECK_ACTIVE(1, DO)\n#undef DO\n  \
         __enzyme_autodiff_zymase_check((void *)check_target, {});\n  at = 0;\n\
         #define DO(V) gradient[at++] = V;\n  CHECK_ACTIVE(1, DO)\n#undef DO\n  check_finish(memory);\n}}",
        operands(inputs, true)
    );
    let _ = writeln!(
        text,
        "static driver_real check_forward(const driver_real *point, const driver_real *direction, driver_real *memory) \
         {{\n  int at = 0;\n  driver_real sum = 0;\n  check_prepare(point);\n\
         #define DO(V) V = direction[at++];\n  CHECK_ACTIVE(1, DO)\n#undef DO\n  \
         {take}__enzyme_fwddiff_zymase_check((void *)check_target, {});\n  at = 0;\n\
         #define DO(V) sum += check_seeds[at++] * V;\n  CHECK_ACTIVE(1, DO)\n#undef DO\n  check_finish(memory);\n  \
         return value + sum;\n}}",
        operands(inputs, true)
    );
    let _ = writeln!(text, "enum {{ CHECK_TOTAL = {total} }};");
}

fn description(text: &mut String, function: &str, inputs: &Inputs) {
    let rows: Vec<String> = inputs
        .active()
        .map(|each| {
            let (array, single) = (u8::from(each.values.len() > 1), u8::from(each.is_single()));
            format!("{{\"{}\", {}, {array}, {single}}}", each.name, each.values.len())
        })
        .collect();
    let initial: Vec<String> = inputs.active().flat_map(|each| each.values.iter().map(|v| format!("{v:?}"))).collect();
    let single = inputs.active().any(Storage::is_single) || inputs.result.as_deref() == Some("float");
    let precision = if single { "2e-4L, 2e-2L, 1.2e-7L, 1e-3L" } else { "1e-9L, 1e-5L, 2.3e-16L, 1e-6L" };
    let _ = writeln!(text, "static const struct driver_input check_inputs[] = {{{}}};", rows.join(", "));
    let _ = writeln!(text, "static const driver_real check_initial[] = {{{}}};", initial.join(", "));
    let _ = writeln!(
        text,
        "int main(void) {{\n  static const driver_real none[CHECK_TOTAL] = {{0}};\n  static const char unknown[CHECK_TOTAL] = \
         {{0}};\n  struct driver_check check = {{\"{function}\", check_inputs, {}, CHECK_TOTAL, CHECK_TOTAL, check_initial, \
         none, unknown, 0, 0, {precision}, 1, check_primal, check_reverse, check_forward}};\n  \
         (void)driver_run_check;\n  return check_table(&check) != 0;\n}}",
        rows.len()
    );
}
