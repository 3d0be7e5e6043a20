//! `zymase print`: shows what an analysis or the plan found, one fact per line behind the source line it concerns.

mod describe;
mod explain;

use crate::engine::{Engine, lower, versions};
use std::collections::HashSet;
use zymase_analysis::activity::{Activity, Role};
use zymase_analysis::types::Types;
use zymase_core::request::{self, derivative_calls};
use zymase_core::signature::{Key, Kind, Options};
use zymase_core::{Failure, Print, targets};
use zymase_emit::driver::Driver;
use zymase_llvm::{Function, Module, Value};

const TWO_VERSIONS: &str = "this is the version for arguments that do not overlap, which is asked at run time; there is another for those that do";

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
    let roles: Vec<Role> = function
        .function_type()
        .function_parameters()
        .into_iter()
        .map(|ty| match (ty.contains_pointer(), ty.contains_float()) {
            (true, _) => Role::Duplicated,
            (false, true) => Role::Active,
            _ => Role::Constant,
        })
        .collect();
    let options = Options { lanes: engine.session.config.print_lanes, ..Options::PLAIN };
    let (folder, file) = (function.value().folder(), function.value().file());
    if file.is_empty() {
        return show(engine, function, roles, options, &[], None);
    }
    if file != function.module().source_file_name() {
        let whole = std::path::Path::new(&folder).join(&file);
        println!("0\tsource\t{}", whole.display());
    }
    show(engine, function, roles, options, &[], Some((folder, file)))
}

/// Explains the gradient that a call asks for, by the lines of the file in which the call stands.
fn explain_call(engine: &mut Engine, call: Value, target: Function) -> Result<(), Failure> {
    let request = request::read(call, target)?;
    if request.mode.is_forward() {
        println!("0\tforward");
        return Ok(());
    }
    let context = lower::caller_context(target, &request);
    show(engine, target, lower::roles(&request), request.options, &context, Some((call.folder(), call.file())))
}

/// Prints what is asked for about a gradient with these roles; `file` is the one whose lines are meant.
fn show(
    engine: &mut Engine,
    function: Function,
    roles: Vec<Role>,
    options: Options,
    context: &[(Value, Value)],
    file: Option<(String, String)>,
) -> Result<(), Failure> {
    let kind = Kind::Gradient { seeded: function.return_type().contains_float() };
    let key = Key { original: function, kind, roles: roles.clone(), options, overwritten: Vec::new() };
    let explains = engine.session.config.print == Some(Print::Explain);
    let apart = if explains { versions::usual_version(engine, &key, context) } else { None };
    let prepared = engine.prepared(apart.unwrap_or(function))?;
    if let Some((folder, file)) = file {
        prepared.function.place_in_file(&folder, &file);
    }
    let types = engine.types(&prepared, if apart.is_none() { context } else { &[] });
    let activity = Activity::analyse(prepared.function, &types, &roles, true);
    let lines = match engine.session.config.print {
        Some(Print::Types) => print_types(prepared.function, &types),
        Some(Print::Activity) => activity.print(prepared.function),
        Some(Print::Explain) => explain::explain(engine, &prepared, &types, &activity)?,
        Some(Print::Plan) => describe::describe(engine, &prepared, &types, &activity)?,
        None => Vec::new(),
    };
    if apart.is_some() {
        println!("0\tnote\t{TWO_VERSIONS}");
    }
    for (line, text) in lines {
        println!("{line}\t{}", text.replace('\n', " "));
    }
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
        let instruction = i.to_string();
        let shown = instruction.split(", !").next().unwrap_or_default();
        lines.push((i.line(), format!("{text}: {shown}")));
    }
    lines.extend(types.print());
    lines
}
