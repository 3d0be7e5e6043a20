//! A small dialect, and everything that looks at or changes modules run on it: typed views, builders, verification,
//! dominance, symbols, cloning, rewriting, passes.

use std::sync::Arc;
use zymase_ir::pass::{Pass, PassOptions, run_passes};
use zymase_ir::rewrite::{Limits, Pattern, Rewriter, constant_of, rewrite_greedily};
use zymase_ir::{
    Attribute, Builder, Context, Count, Dialect, Folded, Form, InsertionPoint, Ir, LocatedDiagnostic, Mapping,
};
use zymase_ir::{Op, Result, Trait, Type, define_operation, print, read, verify};

define_operation! {
    /// A number.
    Constant = "calc.constant" {
        operands {}
        results { result: One }
        attributes { value: I64 required }
        traits: &[Trait::Pure, Trait::ConstantLike],
        infer_types: Some(|_, _| Ok(vec![Type::integer(64)])),
    }
}

define_operation! {
    Add = "calc.add" {
        operands { lhs: One, rhs: One }
        results { result: One }
        attributes {}
        traits: &[Trait::Pure, Trait::Commutative],
        infer_types: Some(|ir, state| Ok(ir.types(&state.operands[..1]))),
        fold: Some(fold_add),
        verify: Some(|ir, op| {
            let add = Add(op);
            let types = [add.lhs(ir), add.rhs(ir), add.result(ir)].map(|value| value.map(|value| ir.ty(value)));
            if types[0] == types[1] && types[1] == types[2] { Ok(()) } else { Err("types differ".into()) }
        }),
    }
}

define_operation! {
    Loop = "calc.loop" {
        operands { initial: Variadic }
        results { results: Variadic }
        attributes { label: String optional }
        regions: Count::Exactly(1),
        traits: &[Trait::SingleBlock],
    }
}

define_operation! {
    Yield = "calc.yield" {
        operands { values: Variadic }
        results {}
        attributes {}
        successors: Count::AtLeast(0),
        traits: &[Trait::Pure, Trait::Terminator],
    }
}

fn fold_add(ir: &Ir, op: Op, constants: &[Option<Attribute>]) -> Option<Vec<Folded>> {
    let number = |index: usize| constants[index].as_ref().and_then(Attribute::as_i64);
    match (number(0), number(1)) {
        (Some(one), Some(other)) => Some(vec![Folded::Constant(Attribute::i64(one.checked_add(other)?))]),
        (Some(0), None) => Some(vec![Folded::Value(ir[op].operand(1)?)]),
        (None, Some(0)) => Some(vec![Folded::Value(ir[op].operand(0)?)]),
        _ => None,
    }
}

/// An interface of another crate, attached to an operation: here its cost.
struct Cost(fn(&Ir, Op) -> u64);

fn context() -> Arc<Context> {
    let mut dialect = Dialect {
        name: "calc",
        operations: vec![Constant::definition(), Add::definition(), Loop::definition(), Yield::definition()],
        ..Dialect::default()
    };
    dialect.attach(Add::NAME, Cost(|ir, op| ir[op].operands().len() as u64));
    Context::new([dialect])
}

fn module(text: &str) -> Ir {
    read(&context(), text).unwrap_or_else(|error| panic!("{error}"))
}

fn make_constant(ir: &mut Ir, point: InsertionPoint, value: &Attribute, _: &Type) -> Option<Op> {
    let mut builder = Builder::new(ir, point, Default::default());
    builder.infer(Constant::NAME, &[], &[("value", value.clone())]).ok()
}

#[test]
fn views_builders_and_interfaces() {
    let mut ir = Ir::new(&context());
    let block = ir.module_block();
    let mut builder = Builder::at_end(&mut ir, block);
    let two = builder.value(Constant::NAME, &[], &[("value", Attribute::i64(2))]).unwrap();
    let sum = builder.value(Add::NAME, &[two, two], &[]).unwrap();
    let body = builder
        .region(&[Type::integer(64)], |inner, arguments| {
            let next = inner.value(Add::NAME, &[arguments[0], sum], &[])?;
            inner.build(Yield::NAME, &[next], &[], &[]);
            Ok(())
        })
        .unwrap();
    let mut state = builder.state(Loop::NAME, &[sum], &[("label", Attribute::string("l")), ("extra", Attribute::Unit)]);
    state.regions.push(body);
    state.result_types.push(Type::integer(64));
    let repeated = builder.insert(state);
    assert!(verify(&ir).is_ok());
    let add = Add::of(&ir, ir.defining_op(sum).unwrap()).unwrap();
    assert_eq!((add.lhs(&ir), add.rhs(&ir), add.result(&ir)), (Some(two), Some(two), Some(sum)));
    assert_eq!(Loop(repeated).initial(&ir), [sum]);
    assert!(Add::of(&ir, repeated).is_none());
    assert_eq!(ir[repeated].properties().len(), 1);
    assert_eq!(ir[repeated].attributes().len(), 1);
    let cost = ir[add.0].definition().and_then(|definition| definition.interface::<Cost>()).unwrap();
    assert_eq!((cost.0)(&ir, add.0), 2);
    assert!(ir[repeated].definition().unwrap().interface::<Cost>().is_none());
}

#[test]
fn wrong_modules_are_told_why() {
    let wrong = |text: &str| verify(&module(text)).unwrap_err()[0].to_string();
    assert_eq!(wrong("%0 = \"calc.constant\"() : () -> i64"), "1:6: calc.constant: needs attribute value");
    assert!(
        wrong("%0 = \"calc.constant\"() {value = 1 : i32} : () -> i64").contains("attribute value cannot be 1 : i32")
    );
    let two = "%0 = \"calc.constant\"() {value = 1 : i64} : () -> i64\n";
    assert!(
        wrong(&format!("{two}%1 = \"calc.add\"(%0) : (i64) -> i64"))
            .contains("1 operands do not fit: it takes lhs, rhs")
    );
    assert!(wrong(&format!("{two}%1 = \"calc.add\"(%0, %0) : (i64, i64) -> i32")).contains("types differ"));
    assert!(wrong("\"calc.loop\"() : () -> ()").contains("has 0 regions"));
    assert!(
        wrong("\"calc.loop\"() ({ \"x.a\"() : () -> ()\n \"calc.loop\"() ({}) : () -> () }) : () -> ()")
            .contains("terminator")
    );
    assert!(wrong("\"calc.yield\"() : () -> ()\n\"x.a\"() : () -> ()").contains("must be the last operation"));
}

#[test]
fn dominance_follows_blocks() {
    let text = |first: &str, second: &str| {
        format!(
            "\"calc.loop\"() ({{
               %a = \"calc.constant\"() {{value = 1 : i64}} : () -> i64
               {first}
               %b = \"calc.add\"(%a, %a) : (i64, i64) -> i64
               {second}
               \"calc.yield\"(%b) : (i64) -> ()
             }}) : () -> ()"
        )
    };
    assert!(verify(&module(&text("", ""))).is_ok());
    let early = text("%c = \"calc.add\"(%b, %a) : (i64, i64) -> i64", "");
    let message = verify(&module(&early)).unwrap_err()[0].to_string();
    assert!(message.contains("operand 0 is used where it is not defined"), "{message}");
    let inner = text("", "\"calc.loop\"() ({ \"calc.yield\"(%b) : (i64) -> () }) : () -> ()");
    assert!(verify(&module(&inner)).is_ok());
    let out = text(
        "",
        "\"calc.loop\"() ({ %i = \"x.i\"() : () -> i64\n \"calc.yield\"(%i) : (i64) -> () }) : () -> ()\n \"x.u\"(%i) : (i64) -> ()",
    );
    assert!(read(&context(), &out).is_err());
    // A diamond: what one side defines is not there after the join, what comes before is.
    let diamond = |used: &str| {
        format!(
            "\"func.like\"() ({{
             ^bb0:
               %t = \"x.t\"() : () -> i64
               \"x.branch\"()[^bb1, ^bb2] : () -> ()
             ^bb1:
               %o = \"x.o\"() : () -> i64
               \"x.branch\"()[^bb3] : () -> ()
             ^bb2:
               \"x.branch\"()[^bb3] : () -> ()
             ^bb3:
               \"x.use\"({used}) : (i64) -> ()
             }}) : () -> ()"
        )
    };
    assert!(verify(&module(&diamond("%t"))).is_ok());
    let message = verify(&module(&diamond("%o"))).unwrap_err()[0].to_string();
    assert!(message.contains("x.use: operand 0 is used where it is not defined"), "{message}");
}

#[test]
fn symbols_are_found_from_inside() {
    let ir = module("module @a { module @b { \"x.u\"() : () -> () } module @c { } }");
    let user = ir.walk(ir.module()).into_iter().find(|op| ir[*op].name() == "x.u").unwrap();
    let find = |path: &[&str]| {
        let path: Vec<zymase_ir::Name> = path.iter().map(|name| (*name).into()).collect();
        ir.resolve_symbol(user, &path).and_then(|op| ir.symbol_name(op))
    };
    assert_eq!(find(&["c"]), Some("c"));
    assert_eq!(find(&["b"]), Some("b"));
    assert_eq!(find(&["c", "d"]), None);
    let table = zymase_ir::SymbolTable::new(&ir, ir.module());
    assert_eq!((table.free_name("x"), table.free_name("b")), ("x".to_owned(), "b_0".to_owned()));
}

#[test]
fn copies_refer_to_copies() {
    let mut ir = module(
        "%0 = \"calc.constant\"() {value = 1 : i64} : () -> i64
         %1 = \"calc.loop\"(%0) ({
         ^bb0(%x: i64):
           %2 = \"calc.add\"(%x, %0) : (i64, i64) -> i64
           \"calc.yield\"(%2) : (i64) -> ()
         }) : (i64) -> i64",
    );
    let original = ir.walk(ir.module()).into_iter().find(|op| ir[*op].name() == Loop::NAME).unwrap();
    let mut mapping = Mapping::default();
    let copy = ir.clone_op(original, &mut mapping);
    ir.insert(copy, InsertionPoint::After(original));
    assert!(verify(&ir).is_ok());
    let text = print(&ir, Form::Pretty);
    assert_eq!(text.matches("calc.add\"(%arg0, %0)").count(), 2, "{text}");
    assert_eq!(mapping.get(ir[original].results()[0]), ir[copy].results()[0]);
    ir.erase(original).unwrap();
    assert!(verify(&ir).is_ok());
    assert_eq!(ir.uses(ir[copy].operand(0).unwrap()).len(), 2);
}

/// `x + 1 + 1` for `x + 2`, and back: together they never end.
struct Split;
struct Join;

impl Pattern for Split {
    fn name(&self) -> &'static str {
        "split"
    }

    fn root(&self) -> Option<&'static str> {
        Some(Constant::NAME)
    }

    fn apply(&self, rewriter: &mut Rewriter, op: Op) -> Result<bool> {
        let value = Constant(op).value(rewriter.ir).and_then(Attribute::as_i64).unwrap_or_default();
        rewriter.ir.set_attribute(op, "value", Attribute::i64(value ^ 1));
        Ok(true)
    }
}

impl Pattern for Join {
    fn name(&self) -> &'static str {
        "join"
    }

    fn root(&self) -> Option<&'static str> {
        Some("x.identity")
    }

    fn apply(&self, rewriter: &mut Rewriter, op: Op) -> Result<bool> {
        let Some(value) = rewriter.ir[op].operand(0) else { return Ok(false) };
        rewriter.replace(op, &[value])?;
        Ok(true)
    }
}

const CHAIN: &str = "%0 = \"calc.constant\"() {value = 1 : i64} : () -> i64
    %1 = \"calc.add\"(%0, %0) : (i64, i64) -> i64
    %2 = \"x.identity\"(%1) : (i64) -> i64
    %3 = \"calc.add\"(%2, %0) : (i64, i64) -> i64
    %4 = \"calc.add\"(%3, %3) : (i64, i64) -> i64
    \"x.use\"(%3) : (i64) -> ()";

#[test]
fn rewriting_folds_removes_and_ends() {
    let mut ir = module(CHAIN);
    let root = ir.module();
    let rewrites = rewrite_greedily(&mut ir, root, &[&Join], Some(make_constant), Limits::default()).unwrap();
    assert!(rewrites >= 4);
    assert!(verify(&ir).is_ok());
    let block = ir.module_block();
    let user = ir.last_op(block).unwrap();
    assert_eq!(constant_of(&ir, ir[user].operand(0).unwrap()), Some(&Attribute::i64(3)));
    assert_eq!(ir.block_ops(block).count(), 2, "{}", print(&ir, Form::Pretty));
    let error = rewrite_greedily(&mut ir, root, &[&Split], None, Limits::default()).unwrap_err();
    assert!(error.to_string().contains("did not end") && error.to_string().contains("split"), "{error}");
}

struct Fold;

impl Pass for Fold {
    fn name(&self) -> &str {
        "fold"
    }

    fn run(&mut self, ir: &mut Ir) -> std::result::Result<(), Vec<LocatedDiagnostic>> {
        let root = ir.module();
        rewrite_greedily(ir, root, &[&Join], Some(make_constant), Limits::default()).map_err(|error| vec![error])?;
        Ok(())
    }
}

#[test]
fn passes_are_timed_and_dumped() {
    let mut ir = module(CHAIN);
    let mut passes: Vec<Box<dyn Pass>> = vec![Box::new(Fold), Box::new(Fold)];
    let report = run_passes(&mut ir, &mut passes, PassOptions { verify: true, dump: true }).unwrap();
    assert_eq!(report.times.len(), 2);
    // The second changes nothing.
    assert_eq!(report.dumps.len(), 2);
    assert!(report.timing().contains("ms  fold"));
}
