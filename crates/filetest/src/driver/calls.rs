//! The calls of a driver: the function itself, its reverse mode and its forward mode.
//!
//! Every call works on fresh copies of the arrays, on the heap, so that what a function or its derivative writes
//! outside them, or forgets to free, is seen by valgrind. Conventions: `in_NAME` is the argument, `d_NAME` its
//! shadow (derivative in reverse mode, tangent in forward mode).
//!
//! With several lanes every derivative is asked for as many times in one call. The shadows of an array lie one after the
//! other. In reverse mode all lanes have the same seeds; in forward mode each has twice the tangent of the one before.
//! The driver stops if the lanes do not agree, and goes on with the last one.

use super::data::{Offset, offsets};
use crate::directives::Language;
use crate::prototype::{Parameter, Prototype, Returned};
use std::fmt::Write as _;

/// Declares the markers; after the test file, which may have declared or defined them itself.
pub fn declare_markers(text: &mut String) {
    text.push_str("\nextern int enzyme_const, enzyme_dup, enzyme_dupv, enzyme_out, enzyme_width;\n");
}

/// Declares a function that is defined in LLVM IR.
pub fn declare_function(text: &mut String, prototype: &Prototype) {
    let parameters: Vec<String> = prototype
        .parameters
        .iter()
        .map(|parameter| format!("{}{}", parameter.element.c_name(), if parameter.is_array { " *" } else { "" }))
        .collect();
    let parameters = if parameters.is_empty() { "void".to_string() } else { parameters.join(", ") };
    let _ = writeln!(text, "{} {}({parameters});", prototype.returned.c_name(), prototype.function);
}

/// The active numbers, whose derivatives reverse mode returns.
fn returned_derivatives(prototype: &Prototype) -> Vec<&Parameter> {
    prototype.active_parameters().filter(|parameter| !parameter.is_array).collect()
}

/// The type of what reverse mode returns.
fn derivatives_type(prefix: &str, prototype: &Prototype, lanes: usize) -> String {
    match returned_derivatives(prototype).as_slice() {
        [] => "void".to_string(),
        [only] if lanes == 1 => only.element.c_name().to_string(),
        _ => format!("struct {prefix}_derivatives"),
    }
}

/// The type of what forward mode returns.
fn tangent_type(prefix: &str, prototype: &Prototype, lanes: usize) -> String {
    match prototype.returned {
        Returned::Float(float) if lanes == 1 => float.c_name().to_string(),
        Returned::Float(_) => format!("struct {prefix}_tangents"),
        Returned::Nothing | Returned::Integer(_) => "void".to_string(),
    }
}

/// Declares the derivative calls with the result types they have for this prototype.
pub fn declare_derivatives(text: &mut String, prefix: &str, prototype: &Prototype, language: Language, lanes: usize) {
    let result = derivatives_type(prefix, prototype, lanes);
    let tangent = tangent_type(prefix, prototype, lanes);
    let array = if lanes == 1 { String::new() } else { format!("[{lanes}]") };
    if result.starts_with("struct") {
        let _ = write!(text, "{result} {{");
        for parameter in returned_derivatives(prototype) {
            let _ = write!(text, " {} {}{array};", parameter.element.c_name(), parameter.name);
        }
        text.push_str(" };\n");
    }
    if let (Returned::Float(float), true) = (&prototype.returned, tangent.starts_with("struct")) {
        let _ = writeln!(text, "{tangent} {{ {} lane{array}; }};", float.c_name());
    }
    let linkage = if language == Language::CPlusPlus { "extern \"C\"" } else { "extern" };
    let _ = writeln!(text, "{linkage} {result} __enzyme_autodiff_{prefix}(void *, ...);");
    let _ = writeln!(text, "{linkage} {tangent} __enzyme_fwddiff_{prefix}(void *, ...);");
}

/// Where arguments take their values from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// The vector `point` for active inputs.
    Point,
    /// The values of the directive.
    Directive,
}

fn declare_arguments(text: &mut String, prefix: &str, all: &[Offset], source: Source) {
    for Offset { parameter, input, .. } in all {
        let (element, name) = (parameter.element.c_name(), &parameter.name);
        let from_point = parameter.is_active && source == Source::Point;
        if !parameter.is_array {
            let value =
                if from_point { format!("({element})point[{input}]") } else { format!("{prefix}_in_{name}[0]") };
            let _ = writeln!(text, "  {element} in_{name} = {value};");
            continue;
        }
        let _ = writeln!(
            text,
            "  {element} *in_{name} = ({element} *)driver_copy({prefix}_in_{name}, sizeof {prefix}_in_{name});"
        );
        if from_point {
            let count = parameter.values.count();
            let _ = writeln!(
                text,
                "  for (int i = 0; i < {count}; ++i)\n    in_{name}[i] = ({element})point[{input} + i];"
            );
        }
    }
}

/// Declares the shadows of arrays for reverse mode: the seed, or zero.
fn declare_adjoints(text: &mut String, prefix: &str, all: &[Offset], lanes: usize) {
    for parameter in all.iter().map(|offset| offset.parameter).filter(|parameter| is_shadowed(parameter)) {
        let (element, name) = (parameter.element.c_name(), &parameter.name);
        let count = parameter.values.count();
        let total = lanes * count;
        let _ = writeln!(text, "  {element} *d_{name} = ({element} *)calloc({total}, sizeof({element}));");
        if parameter.seed.is_some() {
            let _ = writeln!(
                text,
                "  for (int i = 0; i < {total}; ++i)\n    d_{name}[i] = {prefix}_seed_{name}[i % {count}];"
            );
        }
    }
}

fn is_shadowed(parameter: &Parameter) -> bool {
    parameter.is_active && parameter.is_array
}

/// Copies the final content of the active arrays to `memory`.
fn save_memory(text: &mut String, all: &[Offset]) {
    for Offset { parameter, memory, .. } in all.iter().filter(|offset| is_shadowed(offset.parameter)) {
        let (name, count) = (&parameter.name, parameter.values.count());
        let _ = writeln!(text, "  for (int i = 0; i < {count}; ++i)\n    memory[{memory} + i] = in_{name}[i];");
    }
}

fn free_arrays(text: &mut String, all: &[Offset], shadows: bool) {
    for parameter in all.iter().map(|offset| offset.parameter).filter(|parameter| parameter.is_array) {
        let _ = writeln!(text, "  free(in_{});", parameter.name);
        if shadows && parameter.is_active {
            let _ = writeln!(text, "  free(d_{});", parameter.name);
        }
    }
}

fn plain_arguments(prototype: &Prototype) -> String {
    let names: Vec<String> = prototype.parameters.iter().map(|parameter| format!("in_{}", parameter.name)).collect();
    names.join(", ")
}

/// The width of a call, where it is not one.
fn width_operands(lanes: usize) -> String {
    if lanes == 1 { String::new() } else { format!(", enzyme_width, {lanes}") }
}

/// An array with its shadow.
fn duplicated(parameter: &Parameter, lanes: usize) -> String {
    let name = &parameter.name;
    match lanes {
        1 => format!(", enzyme_dup, in_{name}, d_{name}"),
        _ => format!(", enzyme_dupv, {} * sizeof *d_{name}, in_{name}, d_{name}", parameter.values.count()),
    }
}

/// The operands of a reverse-mode call after the function.
fn reverse_operands(prototype: &Prototype, lanes: usize) -> String {
    let mut text = width_operands(lanes);
    for parameter in &prototype.parameters {
        let Parameter { name, is_array, is_active, .. } = parameter;
        text.push_str(&match (is_active, is_array) {
            (false, _) => format!(", enzyme_const, in_{name}"),
            (true, true) => duplicated(parameter, lanes),
            (true, false) => format!(", enzyme_out, in_{name}"),
        });
    }
    text
}

/// The operands of a forward-mode call after the function.
fn forward_operands(prototype: &Prototype, lanes: usize) -> String {
    let mut text = width_operands(lanes);
    for parameter in &prototype.parameters {
        let Parameter { name, is_array, is_active, .. } = parameter;
        if !is_active {
            let _ = write!(text, ", enzyme_const, in_{name}");
        } else if *is_array {
            text.push_str(&duplicated(parameter, lanes));
        } else {
            let _ = write!(text, ", enzyme_dup, in_{name}");
            for lane in 0..lanes {
                let _ = write!(text, ", d_{name} * {}", 1 << lane);
            }
        }
    }
    text
}

/// Defines `PREFIX_primal`: the objective at a point.
pub fn define_primal(text: &mut String, prefix: &str, prototype: &Prototype) {
    let all = offsets(prototype);
    let _ = writeln!(
        text,
        "static driver_real {prefix}_primal(const driver_real *point, driver_real *returned, driver_real *memory) {{\n  \
         (void)point;\n  (void)memory;"
    );
    declare_arguments(text, prefix, &all, Source::Point);
    let call = format!("{}({})", prototype.function, plain_arguments(prototype));
    let _ = match prototype.returned {
        Returned::Float(_) => writeln!(text, "  driver_real objective = {call};\n  *returned = objective;"),
        Returned::Nothing | Returned::Integer(_) => writeln!(text, "  driver_real objective = 0;\n  (void){call};"),
    };
    for parameter in prototype.parameters.iter().filter(|parameter| parameter.seed.is_some()) {
        let (name, count) = (&parameter.name, parameter.values.count());
        let _ = writeln!(
            text,
            "  for (int i = 0; i < {count}; ++i)\n    objective += (driver_real){prefix}_seed_{name}[i] * in_{name}[i];"
        );
    }
    if !matches!(prototype.returned, Returned::Float(_)) {
        text.push_str("  *returned = objective;\n");
    }
    save_memory(text, &all);
    free_arrays(text, &all, false);
    text.push_str("  return objective;\n}\n");
}

/// Defines `PREFIX_reverse`: the gradient of the objective by reverse mode.
pub fn define_reverse(text: &mut String, prefix: &str, prototype: &Prototype, lanes: usize) {
    let all = offsets(prototype);
    let _ = writeln!(
        text,
        "static void {prefix}_reverse(const driver_real *point, driver_real *gradient, driver_real *memory) {{\n  \
         (void)point;\n  (void)gradient;\n  (void)memory;"
    );
    declare_arguments(text, prefix, &all, Source::Point);
    declare_adjoints(text, prefix, &all, lanes);
    let operands = reverse_operands(prototype, lanes);
    let call = format!("__enzyme_autodiff_{prefix}((void *){}{operands})", prototype.function);
    let result = derivatives_type(prefix, prototype, lanes);
    let _ = match result.as_str() {
        "void" => writeln!(text, "  {call};"),
        result => writeln!(text, "  {result} derivatives = {call};"),
    };
    for Offset { parameter, input, .. } in all.iter().filter(|offset| offset.parameter.is_active) {
        let (name, count) = (&parameter.name, parameter.values.count());
        let in_lane = |lane: usize| match (parameter.is_array, lanes, result.starts_with("struct")) {
            (true, ..) => format!("d_{name}[{lane} * {count} + i]"),
            (false, 1, false) => "derivatives".to_string(),
            (false, 1, true) => format!("derivatives.{name}"),
            _ => format!("derivatives.{name}[{lane}]"),
        };
        let _ = writeln!(text, "  for (int i = 0; i < {count}; ++i) {{");
        for lane in 1..lanes {
            let _ = writeln!(text, "    driver_same_in_lanes({}, {});", in_lane(lane - 1), in_lane(lane));
        }
        let _ = writeln!(text, "    gradient[{input} + i] = {};\n  }}", in_lane(lanes - 1));
    }
    save_memory(text, &all);
    free_arrays(text, &all, true);
    text.push_str("}\n");
}

/// Defines `PREFIX_forward`: the derivative of the objective along a direction, by forward mode.
pub fn define_forward(text: &mut String, prefix: &str, prototype: &Prototype, lanes: usize) {
    let all = offsets(prototype);
    let _ = writeln!(
        text,
        "static driver_real {prefix}_forward(const driver_real *point, const driver_real *direction, \
         driver_real *memory) {{\n  (void)point;\n  (void)direction;\n  (void)memory;"
    );
    declare_arguments(text, prefix, &all, Source::Point);
    for Offset { parameter, input, .. } in all.iter().filter(|offset| offset.parameter.is_active) {
        let (element, name, count) = (parameter.element.c_name(), &parameter.name, parameter.values.count());
        let total = lanes * count;
        let _ = match parameter.is_array {
            true => writeln!(
                text,
                "  {element} *d_{name} = ({element} *)calloc({total}, sizeof({element}));\n  \
                 for (int i = 0; i < {total}; ++i)\n    \
                 d_{name}[i] = ({element})(direction[{input} + i % {count}] * (1 << i / {count}));"
            ),
            false => writeln!(text, "  {element} d_{name} = ({element})direction[{input}];"),
        };
    }
    let operands = forward_operands(prototype, lanes);
    let call = format!("__enzyme_fwddiff_{prefix}((void *){}{operands})", prototype.function);
    let _ = match tangent_type(prefix, prototype, lanes).as_str() {
        "void" => writeln!(text, "  driver_real tangents[{lanes}] = {{0}};\n  {call};"),
        _ if lanes == 1 => writeln!(text, "  driver_real tangents[1] = {{{call}}};"),
        result => {
            let fields: Vec<String> = (0..lanes).map(|lane| format!("returned.lane[{lane}]")).collect();
            let fields = fields.join(", ");
            writeln!(text, "  {result} returned = {call};\n  driver_real tangents[{lanes}] = {{{fields}}};")
        }
    };
    for parameter in prototype.parameters.iter().filter(|parameter| parameter.seed.is_some()) {
        let (name, count) = (&parameter.name, parameter.values.count());
        let _ = writeln!(
            text,
            "  for (int i = 0; i < {}; ++i)\n    \
             tangents[i / {count}] += (driver_real){prefix}_seed_{name}[i % {count}] * d_{name}[i];",
            lanes * count
        );
    }
    for lane in 1..lanes {
        let _ = writeln!(text, "  driver_same_in_lanes(tangents[{}], tangents[{lane}] / 2);", lane - 1);
    }
    save_memory(text, &all);
    free_arrays(text, &all, true);
    let _ = writeln!(text, "  return tangents[{}] / {};\n}}", lanes - 1, 1 << (lanes - 1));
}

/// Defines `PREFIX_primal` and `PREFIX_gradient`, which make many calls for a report to time. Arrays with a seed
/// are set anew for each call, in both; all others keep what the function leaves in them.
pub fn define_timed(text: &mut String, prefix: &str, prototype: &Prototype) {
    let all = offsets(prototype);
    for is_gradient in [false, true] {
        let name = if is_gradient { "gradient" } else { "primal" };
        let _ = writeln!(text, "static void {prefix}_{name}(long count) {{");
        declare_arguments(text, prefix, &all, Source::Directive);
        if is_gradient {
            declare_adjoints(text, prefix, &all, 1);
        }
        text.push_str("  for (long call = 0; call < count; ++call) {\n");
        for parameter in &prototype.parameters {
            let name = &parameter.name;
            if parameter.seed.is_some() {
                let _ = writeln!(text, "    memcpy(in_{name}, {prefix}_in_{name}, sizeof {prefix}_in_{name});");
                if is_gradient {
                    let _ = writeln!(text, "    memcpy(d_{name}, {prefix}_seed_{name}, sizeof {prefix}_seed_{name});");
                }
            }
            let address = if parameter.is_array { "" } else { "&" };
            let _ = writeln!(text, "    DRIVER_OPAQUE({address}in_{name});");
            if is_gradient && is_shadowed(parameter) {
                let _ = writeln!(text, "    DRIVER_OPAQUE(d_{name});");
            }
        }
        timed_call(text, prefix, prototype, is_gradient);
        text.push_str("  }\n");
        free_arrays(text, &all, is_gradient);
        text.push_str("}\n");
    }
}

fn timed_call(text: &mut String, prefix: &str, prototype: &Prototype, is_gradient: bool) {
    let function = &prototype.function;
    let derivatives = returned_derivatives(prototype);
    let (result, call) = if is_gradient {
        let result = match derivatives.as_slice() {
            [] => String::new(),
            [only] => only.element.c_name().to_string(),
            _ => format!("struct {prefix}_derivatives"),
        };
        (result, format!("__enzyme_autodiff_{prefix}((void *){function}{})", reverse_operands(prototype, 1)))
    } else {
        let result = match &prototype.returned {
            Returned::Nothing => String::new(),
            other => other.c_name().to_string(),
        };
        (result, format!("{function}({})", plain_arguments(prototype)))
    };
    let _ = match result.as_str() {
        "" => writeln!(text, "    {call};"),
        result => writeln!(text, "    {result} result = {call};\n    DRIVER_OPAQUE(&result);"),
    };
}
