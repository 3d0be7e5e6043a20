//! What passes do with functions as a whole: look into their one block, make new ones beside them, and let one take the
//! place of another.

use crate::dead;
use zymase_dialects::func::Func;
use zymase_ir::{
    Attribute, Block, InsertionPoint, Ir, LocatedDiagnostic, Op, OperationState, Result, SymbolTable, Type, Value,
};

/// Changes a module: a copy of it, which takes its place if both are right.
pub fn change(
    ir: &mut Ir,
    make: impl FnOnce(&mut Ir) -> Result<()>,
) -> std::result::Result<(), Vec<LocatedDiagnostic>> {
    zymase_ir::verify(ir)?;
    let mut changed = ir.clone();
    make(&mut changed).map_err(|error| vec![error])?;
    zymase_ir::verify(&changed)?;
    *ir = changed;
    Ok(())
}

/// The function of this name.
pub fn find(ir: &Ir, name: &str) -> Result<Op> {
    let found = ir.function(name).filter(|op| Func::of(ir, *op).is_some());
    found.ok_or_else(|| ir.error(ir.module(), format!("there is no function `{name}`")))
}

/// The body of a function and what ends it.
pub struct Body {
    pub block: Block,
    pub end: Op,
}

/// The one block of a function. `done` says what cannot be done with it otherwise: `differentiated`.
pub fn body(ir: &Ir, function: Op, done: &str) -> Result<Body> {
    let blocks = ir[function].regions().first().map(|region| ir.blocks(*region)).unwrap_or_default();
    let block = match blocks {
        [block] => *block,
        [] => {
            return Err(ir.refuse(
                function,
                format!("is declared without a body, so it cannot be {done}"),
                "define it here",
            ));
        }
        _ => {
            return Err(ir.refuse(
                function,
                format!("has several blocks, which are not {done} yet"),
                "use structured control flow",
            ));
        }
    };
    match ir.terminator(block) {
        Some(end) if ir[end].name() == "func.return" => Ok(Body { block, end }),
        _ => Err(ir.refuse(function, "does not end with a return", "end it with func.return")),
    }
}

/// A private function beside another, with an empty body and a name like `wish`.
pub fn create(ir: &mut Ir, names: &mut SymbolTable, beside: Op, wish: &str, inputs: &[Type]) -> (Op, Block) {
    let name = names.free_name(wish);
    let region = ir.create_region();
    let block = ir.create_block(region, inputs);
    let mut state = OperationState::new(ir.context().op_name("func.func"), ir[beside].location().clone());
    state.set("sym_name", Attribute::string(&name));
    state.set("sym_visibility", Attribute::string("private"));
    state.set("function_type", Attribute::Type(Type::function(inputs.to_vec(), Vec::new())));
    state.regions.push(region);
    let op = ir.create(state);
    ir.insert(op, InsertionPoint::After(beside));
    names.insert(&name, op);
    (op, block)
}

/// Ends a function with its results, and removes what they do not need.
pub fn finish(ir: &mut Ir, function: Op, block: Block, results: &[Value]) -> Result<()> {
    let location = ir[function].location().clone();
    let mut builder = zymase_ir::Builder::new(ir, InsertionPoint::End(block), location);
    builder.build("func.return", results, &[], &[]);
    let (inputs, results) = (ir.types(ir.arguments(block)), ir.types(results));
    ir.set_attribute(function, "function_type", Attribute::Type(Type::function(inputs, results)));
    dead::remove_unused(ir, block)
}

/// `wish` and which places are marked: `f_forward_101`.
pub fn describe(name: &str, kind: &str, marks: &[&[bool]]) -> String {
    let mut text = format!("{name}_{kind}");
    for marks in marks {
        text.push('_');
        text.extend(marks.iter().map(|mark| if *mark { '1' } else { '0' }));
    }
    text
}

/// Gives the derivative the name and visibility of the function. The function itself goes if nothing calls it; else it
/// becomes private under another name.
pub fn take_place(ir: &mut Ir, function: Op, derivative: Op, name: &str) -> Result<()> {
    let table = SymbolTable::new(ir, ir.module());
    let aside = table.free_name(&format!("{name}_original"));
    let mut is_called = false;
    for op in ir.walk(ir.module()) {
        // Symbols within the function itself do not keep it alive.
        let entries: Vec<(String, Attribute)> = ir[op]
            .properties()
            .iter()
            .chain(ir[op].attributes().iter())
            .map(|(key, value)| (key.to_string(), value.clone()))
            .collect();
        for (key, value) in entries {
            if let Some(renamed) = rename(&value, name, &aside) {
                ir.set_attribute(op, &key, renamed);
                is_called |= !is_within(ir, op, function);
            }
        }
    }
    match ir.attribute(function, "sym_visibility").cloned() {
        Some(visibility) => ir.set_attribute(derivative, "sym_visibility", visibility),
        None => drop(ir.remove_attribute(derivative, "sym_visibility")),
    }
    ir.set_attribute(function, "sym_name", Attribute::string(&aside));
    ir.set_attribute(function, "sym_visibility", Attribute::string("private"));
    ir.set_attribute(derivative, "sym_name", Attribute::string(name));
    if !is_called {
        ir.erase(function)?;
    }
    Ok(())
}

fn is_within(ir: &Ir, op: Op, outer: Op) -> bool {
    std::iter::successors(Some(op), |op| ir.parent_op(*op)).any(|around| around == outer)
}

/// The attribute with references to one symbol replaced by another; `None` when it has none.
fn rename(attribute: &Attribute, from: &str, to: &str) -> Option<Attribute> {
    match attribute {
        Attribute::Symbol(path) if path.first().is_some_and(|root| root.as_ref() == from) => {
            let mut path = path.to_vec();
            path[0] = to.into();
            Some(Attribute::Symbol(path.into()))
        }
        Attribute::Array(elements) => {
            let renamed: Vec<Option<Attribute>> = elements.iter().map(|element| rename(element, from, to)).collect();
            if renamed.iter().all(Option::is_none) {
                return None;
            }
            let all = elements.iter().zip(renamed).map(|(old, new)| new.unwrap_or_else(|| old.clone()));
            Some(Attribute::array(all.collect::<Vec<_>>()))
        }
        Attribute::Dictionary(dictionary) => {
            let mut changed = dictionary.clone();
            let mut any = false;
            for (name, value) in dictionary.iter() {
                if let Some(value) = rename(value, from, to) {
                    changed.set(name, value);
                    any = true;
                }
            }
            any.then_some(Attribute::Dictionary(changed))
        }
        _ => None,
    }
}
