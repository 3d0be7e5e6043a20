//! `zymase print`: shows what an analysis or the plan found, one fact per line behind the source line it concerns.

use crate::engine::Engine;
use crate::{Failure, Print, plan};
use zymase_analysis::activity::{Activity, Role};
use zymase_llvm::Function;

/// Prints `line<TAB>text` for the function.
pub fn print(engine: &mut Engine, function: Function) -> Result<(), Failure> {
    let prepared = engine.prepared(function)?;
    let types = engine.types(&prepared, &[]);
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
    let activity = Activity::analyse(prepared.function, &types, &roles, true);
    let mut lines = match engine.config.print {
        Some(Print::Types) => types.print(),
        Some(Print::Activity) => activity.print(prepared.function),
        Some(Print::Plan) => plan::describe(engine, &prepared, &types, &activity)?,
        None => Vec::new(),
    };
    if lines.is_empty() {
        lines.push((0, "every access says its own type: nothing had to be deduced".to_owned()));
    }
    for (line, text) in lines {
        println!("{line}\t{}", text.replace('\n', " "));
    }
    Ok(())
}
