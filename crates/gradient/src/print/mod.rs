//! `zymase print`: shows what an analysis or the plan found, one fact per line behind the source line it concerns.
//!
//! - `accumulations`: how threads add to adjoints;
//! - `explain`: the plan for a person who wonders where time and memory go, for `zymase explain`.

mod accumulations;
mod explain;

use crate::engine::describe;
use crate::engine::versions::{self, Versions};
use crate::engine::{Engine, lower};
use std::collections::HashSet;
use zymase_analysis::activity::Role;
use zymase_analysis::types::Types;
use zymase_core::request::{self, derivative_calls};
use zymase_core::signature::{DerivativeKind, Key, Options};
use zymase_core::{Failure, Print, targets};
use zymase_llvm::{Function, Module, Value};

const TWO_VERSIONS: &str =
    "this is the version for arguments that do not overlap; a check at run time chooses between it and a general one";

/// Prints what the configuration asks for.
pub fn print_requested(engine: &mut Engine) {
    if let Some(name) = engine.session.config.print_derivative.clone() {
        return explain_derivative(engine, &name);
    }
    let Some(name) = engine.session.config.print_function.clone() else { return };
    let Some(function) = function_called(engine.session.module, &name) else {
        let message = format!("zymase: there is no function '{name}' with a body in this file to print");
        engine.session.module.report(None, &message, false);
        return;
    };
    if let Err(failure) =
        engine.lower_calls_within(function, &mut HashSet::new()).and_then(|()| print(engine, function))
    {
        failure.report(engine.session.module, Some(function.value()));
    }
}

/// Lists all derivative calls, and explains the first one of this name.
fn explain_derivative(engine: &mut Engine, name: &str) {
    let calls: Vec<Value> = engine.session.module.functions().into_iter().flat_map(derivative_calls).collect();
    for call in &calls {
        println!("0\tcall\t{}\t{}\t{}\t{}", call.called_value().name(), call.folder(), call.file(), call.line());
    }
    let named = format!(" of {name} (");
    let Some(call) = calls.into_iter().find(|call| call.called_value().name().contains(&named)) else { return };
    let explained = targets::of_call(call).and_then(|targets| {
        for target in targets {
            engine.lower_calls_below(target, &mut HashSet::new())?;
            explain_call(engine, call, target)?;
        }
        Ok(())
    });
    if let Err(failure) = explained {
        failure.report(engine.session.module, Some(call));
    }
}

/// A function with a body by its name, or by its name in C++ source.
fn function_called(module: Module, name: &str) -> Option<Function> {
    let mangled = format!("{}{name}", name.len());
    let is_mangled = |f: &Function| {
        f.name().strip_prefix("_Z").is_some_and(|rest| rest.trim_start_matches(['L', 'N']).starts_with(&mangled))
    };
    let exact = module.function(name).filter(|f| !f.is_declaration());
    exact.or_else(|| module.functions().into_iter().filter(|f| !f.is_declaration()).find(is_mangled))
}

/// Prints `line<TAB>text` for the function. Lines are those of the file in which the function stands: of what was inlined from
/// another one, the line that led there. If that is not the file that is compiled, a record `source` names it.
fn print(engine: &mut Engine, function: Function) -> Result<(), Failure> {
    let (folder, file) = (function.value().folder(), function.value().file());
    if !file.is_empty() && file != function.module().source_file_name() {
        let whole = std::path::Path::new(&folder).join(&file);
        println!("0\tsource\t{}", whole.display());
    }
    let file = (!file.is_empty()).then_some((folder, file));
    let asked = match asked_by_program(engine, function) {
        Some(asked) => asked,
        None => Asked::about(function, engine.session.config.print_lanes),
    };
    show(engine, &Asked { file, ..asked })
}

/// The gradient that a call of the program asks for, the first if there are several.
fn asked_by_program(engine: &Engine, function: Function) -> Option<Asked> {
    let calls = engine.session.module.functions().into_iter().flat_map(derivative_calls);
    calls
        .filter(|call| targets::of_call(*call).is_ok_and(|targets| targets.contains(&function)))
        .find_map(|call| Asked::by_call(engine, call, function).ok().flatten())
}

/// Explains the gradient that a call asks for, by the lines of the file in which the call stands.
fn explain_call(engine: &mut Engine, call: Value, target: Function) -> Result<(), Failure> {
    match Asked::by_call(engine, call, target)? {
        Some(asked) => show(engine, &Asked { file: Some((call.folder(), call.file())), ..asked }),
        None => {
            println!("0\tforward");
            Ok(())
        }
    }
}

/// A gradient that is asked about.
struct Asked {
    key: Key,
    /// What the caller passes for the parameters.
    context: Vec<(Value, Value)>,
    /// May it be differentiated itself?
    nested: bool,
    /// The file whose lines are meant.
    file: Option<(String, String)>,
}

impl Asked {
    /// Everything that can have a derivative has one.
    fn about(function: Function, lanes: usize) -> Asked {
        let parameters = function.function_type().function_parameters().into_iter();
        let roles = parameters.map(|ty| match (ty.contains_pointer(), ty.contains_float()) {
            (true, _) => Role::Duplicated,
            (false, true) => Role::Active,
            _ => Role::Constant,
        });
        let key = Key {
            original: function,
            kind: DerivativeKind::Gradient { seeded: function.return_type().contains_float() },
            roles: roles.collect(),
            options: Options { lanes, ..Options::PLAIN },
            overwritten: Vec::new(),
            unchanged: Vec::new(),
        };
        Asked { key, context: Vec::new(), nested: false, file: None }
    }

    /// What a derivative call asks for; none in forward mode.
    fn by_call(engine: &Engine, call: Value, target: Function) -> Result<Option<Asked>, Failure> {
        let request = request::read(call, target)?;
        if request.mode.is_forward() {
            return Ok(None);
        }
        let (context, nested) = (lower::caller_context(target, &request), engine.is_differentiated(call));
        Ok(Some(Asked { key: lower::key_of_gradient(&request, target), context, nested, file: None }))
    }
}

/// Prints what is decided about a gradient. What the types are is shown even where no gradient can be made.
fn show(engine: &mut Engine, asked: &Asked) -> Result<(), Failure> {
    let subject = engine.subject(asked.key.original, &asked.context, None)?;
    let versions = versions::decide_for(engine, &asked.key, &subject, &asked.context, asked.nested);
    let usual = versions.as_ref().map(Versions::usual);
    let (prepared, types) =
        usual.map_or((&subject.prepared, &subject.types), |usual| (&usual.planned.prepared, &usual.planned.types));
    if let Some((folder, file)) = &asked.file {
        prepared.function.place_in_file(folder, file);
    }
    let lines = match (engine.session.config.print, usual) {
        (None, _) => Vec::new(),
        (Some(Print::Types), _) => print_types(prepared.function, types),
        (Some(Print::Activity), Ok(usual)) => usual.planned.activity.print(prepared.function),
        (Some(Print::Explain), Ok(usual)) => {
            let mut records = explain::explain(usual);
            records.extend(accumulations::of_regions(engine, &usual.planned, asked.file.as_ref()));
            records
        }
        (Some(Print::Plan), Ok(usual)) => describe::describe(usual),
        (_, Err(failure)) => return Err(failure.clone()),
    };
    if versions.is_ok_and(|versions| versions.apart.is_some()) {
        println!("0\tnote\t{TWO_VERSIONS}");
    }
    describe::print(&lines);
    Ok(())
}

/// What every value holds, then what had to be deduced for copies.
fn print_types(function: Function, types: &Types) -> Vec<(u32, String)> {
    let mut lines = Vec::new();
    for i in function.instructions() {
        let ty = i.ty();
        let text = if ty.is_void() {
            continue;
        } else if ty.is_pointer() {
            match types.of_memory(i, None) {
                Ok(layout) => format!("pointer to {layout}"),
                Err(problem) => format!("pointer; {}", types.words(&problem).message),
            }
        } else if ty.contains_float() {
            format!("{ty}")
        } else if types.carries_float(i) || types.carries_pointer(i) {
            format!("{ty} that carries a floating-point number or pointer")
        } else {
            format!("integer {ty}")
        };
        lines.push((i.line(), format!("{text}: {}", describe::text(i))));
    }
    lines.extend(types.print());
    lines
}
