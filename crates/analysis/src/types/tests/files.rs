//! Tools for finding faults, run by hand on a file: `TYPES_FILE=x.ll TYPES_FUNCTION=f cargo test -- --ignored --nocapture`.
use crate::types::graph::kind::Kind;
use crate::types::graph::{Address, Fact, Node};
use crate::types::reading::tbaa;
use crate::types::{FloatKind, Types, search};
use zymase_llvm::{Function, Module, Opcode, Value};

fn function() -> Function {
    let text = std::fs::read_to_string(std::env::var("TYPES_FILE").expect("TYPES_FILE")).expect("a file");
    let module = Module::parse(&text).expect("IR");
    let name = std::env::var("TYPES_FUNCTION").unwrap_or("f".into());
    let function = module.function(&name);
    function.or(module.functions().into_iter().find(|f| f.name().contains(&name))).expect("the function")
}

/// Prints the types of a function.
#[test]
#[ignore]
fn print_file() {
    let function = function();
    let start = std::time::Instant::now();
    let types = Types::analyse(function, &[]);
    eprintln!("{} nodes, {} edges, {:?}", types.graph.nodes.len(), types.graph.edges.len(), start.elapsed());
    let largest = |f: &dyn Fn(&Node) -> usize| types.graph.nodes.iter().map(f).max();
    eprintln!(
        "largest: touched {:?} slots {:?} arrays {:?} edges {:?} in {:?}",
        largest(&|n| n.touched.len()),
        largest(&|n| n.slots.len()),
        largest(&|n| n.relations.len()),
        largest(&|n| n.up.len() + n.down.len() + n.copies.len()),
        largest(&|n| n.arrays.len())
    );
    if std::env::var("TYPES_QUIET").is_ok() {
        let all = types.function.instructions();
        let start = std::time::Instant::now();
        let failed = all.iter().filter(|i| !i.ty().is_void() && types.of_value(**i).is_err()).count();
        eprintln!("{} values, {failed} unknown, {:?}", all.len(), start.elapsed());
        return;
    }
    for (line, text) in types.print() {
        println!("{line}: {text}");
    }
    if let Ok(wanted) = std::env::var("TYPES_EXPLAIN") {
        for i in types.function.instructions().into_iter().filter(|i| i.print().contains(&wanted)) {
            println!("{i}\n{:#?}\n{}", types.explain(i), types.dump());
        }
    }
    eprintln!("{:?}", start.elapsed());
}

/// What an access says about its memory.
fn told(i: Value) -> Option<(Value, Kind)> {
    let (pointer, ty) = match i.opcode()? {
        Opcode::LLVMLoad => (i.operand(0), i.ty()),
        Opcode::LLVMStore => (i.operand(1), i.operand(0).ty()),
        _ => return None,
    };
    let kind = if ty.is_pointer() {
        Kind::Pointer
    } else if let Some(kind) = FloatKind::of(ty) {
        Kind::Float(kind)
    } else if let Some((kind, _)) = tbaa::scalar(&i.tbaa_access_name()?, 8).filter(|_| ty.is_integer()) {
        kind
    } else {
        return None;
    };
    Some((pointer, kind))
}

/// Every access that tells a type: what would be known without it?
#[test]
#[ignore]
fn leave_one_out() {
    let types = Types::analyse(function(), &[]);
    let (mut right, mut mixed, mut unknown, mut wrong) = (0, 0, 0, 0);
    for i in types.function.instructions() {
        let Some((pointer, kind)) = told(i) else { continue };
        let Some(&at) = types.addresses.get(&pointer) else { continue };
        let others = |fact: &Fact, _: u64| types.graph.sources[fact.source as usize].value != Some(i);
        let found = search::find_among(&types.graph, at, &others);
        let kinds: Vec<Kind> = found.evidence.iter().filter(|e| e.kind != Kind::Anything).map(|e| e.kind).collect();
        let aligned = found.evidence.iter().all(|e| e.before == 0);
        if kinds.is_empty() {
            unknown += 1;
        } else if kinds.iter().all(|k| *k == kind) && (aligned || kind == Kind::Integer) {
            right += 1;
        } else if kinds.contains(&kind) {
            mixed += 1;
            println!("mixed {i}: {kinds:?}");
        } else {
            wrong += 1;
            let from: Vec<Address> = found.evidence.iter().map(|e| e.at).collect();
            println!("wrong {i}: {kinds:?} {from:?} from {:?}", types.graph.find(at));
        }
    }
    println!("right {right}, mixed {mixed}, unknown {unknown}, wrong {wrong}");
}
