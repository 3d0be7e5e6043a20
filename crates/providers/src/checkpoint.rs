//! The two halves of a loop that keeps few states.
//!
//! Both hand the run time a *frame*, a record of the arguments of a step and their shadows, and functions that work on it:
//! `advance` runs steps, `back` differentiates one. The tape is the run time's record of the copies.

use crate::provider::DerivativeProvider;
use crate::steps::{self, takes_shadow};
use std::cell::RefCell;
use std::collections::HashMap;
use zymase_analysis::activity::Role;
use zymase_core::machine::memory_pointer;
use zymase_core::signature::{self, DerivativeKind, Key, Signature, SplitUse, pack};
use zymase_core::{Failure, passed, runtime};
use zymase_emit::driver::Driver;
use zymase_llvm::{Builder, Function, IntPredicate, Linkage, Module, Type, Value};
use zymase_prepare::Prepared;
use zymase_prepare::checkpoint::{Automatic, Piece, PieceUse, StepLoop};

/// Gives the halves of the loops that keep few states.
#[derive(Default)]
pub struct StepLoops {
    /// By their functions.
    known: RefCell<HashMap<Function, StepLoop>>,
}

impl DerivativeProvider for StepLoops {
    fn gives(&self, key: &Key) -> bool {
        key.kind != DerivativeKind::Forward && self.known.borrow().contains_key(&key.original)
    }

    fn forward(&self, _: &mut dyn Driver, _: &Key, _: &Signature, _: &[(Value, Value)]) -> Result<(), Failure> {
        Err(Failure::internal("the forward derivative of a loop is generated"))
    }

    fn split(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        halves: [&Signature; 2],
        context: &[(Value, Value)],
    ) -> Result<(), Failure> {
        let step_loop = self.known.borrow()[&key.original].clone();
        Halves { step_loop }.write(driver, key, halves, context)
    }

    fn take_note(&self, prepared: &Prepared) {
        let few = prepared.step_loops.iter().filter(|found| found.fixed.is_none());
        let loops = few.map(|found| (found.function, found.clone()));
        self.known.borrow_mut().extend(loops);
    }

    fn leftovers(&self) -> Vec<Function> {
        let known = self.known.borrow();
        let whole = |found: &StepLoop| [Some(found.function), found.automatic.map(|automatic| automatic.plain)];
        known.values().flat_map(whole).flatten().chain(known.values().map(|found| found.step)).collect()
    }
}

/// The two halves of one loop.
struct Halves {
    step_loop: StepLoop,
}

/// The arguments of a step in memory: each, then its shadows.
struct Frame {
    ty: Type,
    /// By parameter of the step: field of the primal, and fields of shadows.
    places: Vec<(usize, Vec<usize>)>,
}

impl Frame {
    fn new(module: Module, step: Function, key: &Key) -> Frame {
        let mut types = Vec::new();
        let mut push = |ty: Type| {
            types.push(ty);
            types.len() - 1
        };
        let parameters = step.parameters();
        let primals: Vec<usize> = parameters.iter().map(|parameter| push(parameter.ty())).collect();
        let lanes = |k: usize| if takes_shadow(key.roles[k]) { key.options.lanes } else { 0 };
        let shadows = |k: usize, push: &mut dyn FnMut(Type) -> usize| {
            (0..lanes(k)).map(|_| push(parameters[k].ty())).collect::<Vec<usize>>()
        };
        let places = primals.into_iter().enumerate().map(|(k, primal)| (primal, shadows(k, &mut push))).collect();
        Frame { ty: module.void_type().structure(&types), places }
    }

    fn place(&self, builder: &Builder, frame: Value, index: usize) -> Value {
        let i32_type = builder.module().integer_type(32);
        builder.gep(self.ty, frame, &[Value::integer(i32_type, 0), Value::integer(i32_type, index as i64)])
    }

    fn load(&self, builder: &Builder, frame: Value, index: usize) -> Value {
        builder.load(self.ty.field(index as u32), self.place(builder, frame, index))
    }

    /// A frame with the arguments of a half; `shadows` too, of the second.
    fn fill(&self, builder: &Builder, signature: &Signature, shadows: bool) -> Value {
        let frame = builder.alloca(self.ty, "frame");
        frame.set_alignment(16);
        for (k, (primal, fields)) in self.places.iter().enumerate() {
            builder.store(signature.primal(k), self.place(builder, frame, *primal));
            for (lane, field) in fields.iter().enumerate().filter(|_| shadows) {
                let shadow = signature.shadow(k, lane).expect("a duplicated argument has shadows");
                builder.store(shadow, self.place(builder, frame, *field));
            }
        }
        frame
    }
}

impl Halves {
    /// `i64 advance(ptr frame, i64 most, ptr left)`: runs steps until one leaves the loop, whose number of exit it stores.
    fn write_advance(&self, module: Module, frame: &Frame) -> Function {
        let (pointer, count) = (memory_pointer(module), module.integer_type(64));
        let ty = Type::function(count, &[pointer, count, pointer], false);
        let function = self.function(module, "zymase.advance", ty);
        let [from, most, left] = function.parameters()[..] else { unreachable!("three parameters") };
        let blocks = ["entry", "step", "more", "leave", "stop"].map(|name| function.append_block(name));
        let [entry, body, more, leave, stop] = blocks;
        let builder = Builder::at_end(entry);
        let arguments: Vec<Value> =
            frame.places.iter().map(|(primal, _)| frame.load(&builder, from, *primal)).collect();
        builder.branch(body);
        builder.position_at_end(body);
        let done = builder.phi(count, "done");
        let way = builder.call(self.step_loop.step, &arguments);
        let next = builder.add(done, Value::integer(count, 1));
        done.add_incoming(Value::integer(count, 0), entry);
        done.add_incoming(next, more);
        let goes_on = builder.icmp(IntPredicate::LLVMIntEQ, way, Value::integer(way.ty(), 0));
        builder.conditional_branch(goes_on, more, leave);
        builder.position_at_end(more);
        let enough = builder.icmp(IntPredicate::LLVMIntEQ, next, most);
        builder.conditional_branch(enough, stop, body);
        builder.position_at_end(leave);
        builder.store(way, left);
        builder.ret(Some(next));
        builder.position_at_end(stop);
        builder.ret(Some(next));
        function
    }

    /// `void back(ptr frame)`: one step forward and back.
    fn write_back(&self, module: Module, frame: &Frame, gradient: &Signature) -> Function {
        let ty = Type::function(module.void_type(), &[memory_pointer(module)], false);
        let function = self.function(module, "zymase.back", ty);
        let builder = Builder::at_end(function.append_block("entry"));
        let from = function.parameter(0);
        let fields = frame.places.iter().flat_map(|(primal, shadows)| std::iter::once(primal).chain(shadows));
        let arguments: Vec<Value> = fields.map(|field| frame.load(&builder, from, *field)).collect();
        builder.call(gradient.function, &arguments);
        builder.ret(None);
        function
    }

    fn function(&self, module: Module, kind: &str, ty: Type) -> Function {
        let name = self.step_loop.step.name();
        let name = name.strip_prefix("zymase.prepared.step.").unwrap_or(&name);
        let function = module.add_function(&format!("{kind}.{name}"), ty);
        function.set_linkage(Linkage::LLVMInternalLinkage);
        function.copy_target_attributes(self.step_loop.step);
        function.add_attribute("nounwind");
        function
    }

    fn write_augmented(&self, key: &Key, signature: &Signature, few: &FewStates) {
        self.emit_augmented(key, signature, few, &Builder::at_end(signature.function.append_block("entry")));
    }

    fn emit_augmented(&self, key: &Key, signature: &Signature, few: &FewStates, builder: &Builder) {
        let module = signature.function.module();
        let count = module.integer_type(64);
        let number = |n: i64| Value::integer(count, n);
        let changed = |piece: &&Piece| piece.kind != PieceUse::Input || key.overwritten.contains(&piece.start);
        let pieces: Vec<&Piece> = self.step_loop.pieces.iter().filter(changed).collect();
        let piece_type = module.void_type().structure(&[memory_pointer(module), count, count]);
        let table = builder.alloca(piece_type.array(pieces.len() as u64), "pieces");
        for (k, piece) in pieces.iter().enumerate() {
            let at = builder.constant_offset(table, 24 * k as i64);
            builder.store(builder.pointer_cast(signature.primal(piece.start), memory_pointer(module)), at);
            builder.store(signature.primal(piece.bytes), builder.constant_offset(at, 8));
            builder.store(number(piece.kind as i64), builder.constant_offset(at, 16));
        }
        let left = builder.alloca(module.integer_type(32), "left");
        let arguments = [
            signature.function.parameter(signature.context.expect("halves have a context")),
            few.frame.fill(builder, signature, false),
            table,
            number(pieces.len() as i64),
            signature.primal(self.step_loop.trips),
            signature.primal(self.step_loop.slots),
            few.advance.value(),
            left,
        ];
        let tape = builder.call_across_spaces(runtime::checkpoint_forward(module), &arguments);
        let way = builder.load(module.integer_type(32), left);
        let key = Key { kind: DerivativeKind::Augmented(SplitUse::Callee), ..key.clone() };
        builder.ret(Some(pack(builder, signature::result_type(module, &key), &[way, tape])));
    }

    fn write_reverse(&self, key: &Key, signature: &Signature, few: &FewStates) {
        self.emit_reverse(key, signature, few, &Builder::at_end(signature.function.append_block("entry")));
    }

    fn emit_reverse(&self, key: &Key, signature: &Signature, few: &FewStates, builder: &Builder) {
        let module = signature.function.module();
        let arguments = [
            signature.function.parameter(signature.context.expect("halves have a context")),
            few.frame.fill(builder, signature, true),
            signature.function.parameter(signature.tape.expect("the second half takes a tape")),
            few.advance.value(),
            few.back.value(),
        ];
        builder.call_across_spaces(runtime::checkpoint_reverse(module), &arguments);
        let key = Key { kind: DerivativeKind::Reverse(SplitUse::Callee), ..key.clone() };
        builder.ret(Some(pack(builder, signature::result_type(module, &key), &[])));
    }
}

/// Passes everything on to a half of the plain loop, and its result back.
fn call_plain(builder: &Builder, signature: &Signature, plain: &Signature, count: usize, lanes: usize) {
    let mut arguments = Vec::new();
    for index in 0..count {
        arguments.push(signature.primal(index));
        arguments.extend((0..lanes).filter_map(|lane| signature.shadow(index, lane)));
    }
    let rest = [signature.tape, signature.context];
    arguments.extend(rest.into_iter().flatten().map(|index| signature.function.parameter(index)));
    builder.ret(Some(builder.call(plain.function, &arguments)));
}

impl Halves {
    fn write(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        [augmented, reversed]: [&Signature; 2],
        context: &[(Value, Value)],
    ) -> Result<(), Failure> {
        let few = steps::check(&self.step_loop, key).and_then(|()| self.few_states(driver, key, context));
        let Some(automatic) = self.step_loop.automatic else {
            let few = few?;
            self.write_augmented(key, augmented, &few);
            self.write_reverse(key, reversed, &few);
            return Ok(());
        };
        self.write_either(driver, key, [augmented, reversed], automatic, context, few.ok())
    }
}

/// What both halves need to keep few states.
struct FewStates {
    frame: Frame,
    advance: Function,
    back: Function,
}

impl Halves {
    fn few_states(&self, driver: &mut dyn Driver, key: &Key, context: &[(Value, Value)]) -> Result<FewStates, Failure> {
        let (module, step) = (driver.session().module, self.step_loop.step);
        let parameters = step.parameters();
        let of_step = Key {
            original: step,
            kind: DerivativeKind::Gradient { seeded: false },
            roles: key.roles[..parameters.len()].to_vec(),
            options: key.options,
            overwritten: Vec::new(),
            unchanged: Vec::new(),
        };
        let evidence = passed::to_copy(step, key.original, context);
        steps::check_pointers(&self.step_loop, driver, &evidence)?;
        let gradient = driver.derivative(&of_step, &evidence)?;
        self.keep_apart(key, &gradient);
        let frame = Frame::new(module, step, key);
        let advance = self.write_advance(module, &frame);
        let back = self.write_back(module, &frame, &gradient);
        Ok(FewStates { frame, advance, back })
    }

    /// Says of the gradient of a step that objects of the function do not overlap, nor do their shadows.
    fn keep_apart(&self, key: &Key, gradient: &Signature) {
        let parameters = gradient.function.parameters();
        for index in self.step_loop.own.iter().copied() {
            let shadows = match key.roles[index] {
                Role::Duplicated => key.options.lanes,
                // It may be its own shadow.
                Role::Uncertain => continue,
                _ => 0,
            };
            let own = (0..shadows).filter_map(|lane| gradient.shadow(index, lane));
            for pointer in own.chain([gradient.primal(index)]) {
                let place = parameters.iter().position(|parameter| *parameter == pointer).expect("a parameter");
                gradient.function.add_parameter_attribute(place, "noalias");
            }
        }
    }

    /// Decided while the program runs: the plain loop where that keeps little enough, else few states.
    fn write_either(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        [augmented, reversed]: [&Signature; 2],
        automatic: Automatic,
        context: &[(Value, Value)],
        few: Option<FewStates>,
    ) -> Result<(), Failure> {
        let evidence = passed::to_copy(automatic.plain, key.original, context);
        for (signature, kind) in [
            (augmented, DerivativeKind::Augmented(SplitUse::Callee)),
            (reversed, DerivativeKind::Reverse(SplitUse::Callee)),
        ] {
            let count = automatic.plain.parameters().len();
            let plain_key = Key {
                original: automatic.plain,
                kind,
                roles: key.roles[..count].to_vec(),
                options: key.options,
                overwritten: Vec::new(),
                unchanged: Vec::new(),
            };
            let plain = driver.derivative(&plain_key, &evidence)?;
            let entry = signature.function.append_block("entry");
            let builder = Builder::at_end(entry);
            if let Some(few) = &few {
                let (little, much) = (signature.function.append_block("plain"), signature.function.append_block("few"));
                builder.conditional_branch(self.fits(&builder, signature, automatic), little, much);
                let builder = Builder::at_end(much);
                match kind {
                    DerivativeKind::Augmented(_) => self.emit_augmented(key, signature, few, &builder),
                    _ => self.emit_reverse(key, signature, few, &builder),
                }
                builder.position_at_end(little);
                call_plain(&builder, signature, &plain, count, key.options.lanes);
            } else {
                call_plain(&builder, signature, &plain, count, key.options.lanes);
            }
        }
        Ok(())
    }

    /// Does the plain loop keep little enough?
    fn fits(&self, builder: &Builder, signature: &Signature, automatic: Automatic) -> Value {
        let count = builder.module().integer_type(64);
        let (zero, one) = (Value::integer(count, 0), Value::integer(count, 1));
        let (trips, bytes) = (signature.primal(self.step_loop.trips), signature.primal(automatic.bytes));
        let at_least = |a, b| builder.icmp(IntPredicate::LLVMIntSGE, a, b);
        let some = builder.select(at_least(bytes, one), bytes, one);
        let most = builder.udiv(Value::integer(count, automatic.limit as i64), some);
        let known = builder.and(at_least(bytes, zero), at_least(trips, zero));
        builder.and(known, at_least(most, trips))
    }
}
