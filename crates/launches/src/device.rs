//! Companions of kernels, in the device's compilation.
//!
//! A kernel `k` gets a copy that is a function, `zymase_body_k`, another one, `zymase_whole_k`, that reads all arguments of it from memory, and two kernels, which ask for the
//! derivatives of that: `zymase_reverse_k(arguments, shadows, numbers)` and `zymase_forward_k(arguments, shadows, nothing)`. Pointers among the
//! arguments are read from memory, so that it is known at run time only which of them have shadows: those that differ.
//! Numbers that are passed by value have their adjoints behind `numbers`, in memory of the device; where that is null, nobody asks for them.
//!
//! After differentiation a table for the host says what there is, and what kernels do behind their parameters.

use crate::ADDERS;
use crate::access::{self, Reader, Uses};
use crate::table::{self, Access, Format, Kernel, Leaf, LeafKind};
use std::collections::HashSet;
use std::fmt::Write;
use zymase_core::request;
use zymase_llvm::{Function, Linkage, Module, Opcode, Type, Value};

const REVERSE: &str = "zymase_reverse_";
const FORWARD: &str = "zymase_forward_";
const BODY: &str = "zymase_body_";
const WHOLE: &str = "zymase_whole_";
const TABLE: &str = "zymase_launch_table";

/// Why a companion could not be made.
const REFUSED: &str = "zymase-refused-launch";

/// The most threads of a block, and what kernels say of it.
const MOST_THREADS: &str = "nvvm.maxntid";

/// Parts of arguments that are told apart.
const MOST_LEAVES: usize = 256;

/// Is this the gradient or the tangent of a launch?
pub fn is_companion(function: Function) -> bool {
    [REVERSE, FORWARD].iter().any(|start| function.name().starts_with(start))
}

/// A companion has no derivative: launches of the kernel have none.
pub fn note_refusal(companion: Function, why: &str) {
    companion.add_string_attribute(REFUSED, why);
}

/// Gives kernels their companions; true if there are kernels.
pub fn introduce(module: Module) -> bool {
    let kernels: Vec<Function> =
        module.functions().into_iter().filter(|f| f.is_kernel() && !f.is_declaration()).collect();
    let mut text = String::new();
    let mut made = Vec::new();
    for kernel in kernels {
        let plan = described(kernel);
        if plan.refused.is_some() {
            continue;
        }
        let body = module.add_function(&format!("{BODY}{}", kernel.name()), kernel.function_type());
        body.copy_attributes(kernel);
        body.set_callable();
        [MOST_THREADS, "nvvm.minctasm", "nvvm.maxnreg"].iter().for_each(|name| body.remove_string_attribute(name));
        kernel.clone_body_into(body, &body.parameters());
        text += &companions(kernel, &plan);
        made.push(kernel);
    }
    if made.is_empty() {
        return false;
    }
    text += DECLARATIONS;
    text += &adders();
    module.link_text(&text).expect("the text is ours");
    for name in ADDERS {
        module.function(name).expect("it was linked").copy_target_attributes(made[0]);
    }
    for kernel in made {
        let bounds = kernel.string_attribute(MOST_THREADS).unwrap_or_else(|| "1024".into());
        for start in [REVERSE, FORWARD] {
            let companion = module.function(&format!("{start}{}", kernel.name())).expect("it was linked");
            companion.copy_target_attributes(kernel);
            companion.add_string_attribute(MOST_THREADS, &bounds);
        }
        for start in [BODY, WHOLE] {
            let function = module.function(&format!("{start}{}", kernel.name())).expect("it was linked");
            function.copy_target_attributes(kernel);
            function.set_linkage(Linkage::LLVMInternalLinkage);
        }
    }
    true
}

const DECLARATIONS: &str = "\
declare void @__enzyme_autodiff_launch(ptr, ptr, ptr)
declare void @__enzyme_fwddiff_launch(ptr, ptr, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
";

/// What can be said of a kernel by its type.
fn described(kernel: Function) -> Kernel {
    let module = kernel.module();
    let mut described = Kernel { name: kernel.name(), ..Kernel::default() };
    for (k, parameter) in kernel.parameters().into_iter().enumerate() {
        let by_value = kernel.parameter_type_attribute(k, "byval");
        let ty = by_value.unwrap_or(parameter.ty());
        let alignment = u64::from(module.alignment(ty)).max(1);
        let offset = described.bytes.next_multiple_of(alignment);
        let bytes = module.allocation_size(ty);
        described.parameters.push((offset, bytes));
        described.bytes = offset + bytes;
        let before = described.leaves.len();
        if !add_leaves(module, ty, offset, &mut described.leaves) {
            described.refused = Some(format!("parameter {} has a type that has no derivative: {ty}", k + 1));
        }
        let is = |kind| described.leaves[before..].iter().any(|leaf| leaf.kind == kind);
        described.has_numbers |= is(LeafKind::Number);
        described.has_mixed |= is(LeafKind::Number) && is(LeafKind::Pointer);
    }
    if described.leaves.len() > MOST_LEAVES {
        described.refused = Some(format!("its arguments have more than {MOST_LEAVES} parts"));
    }
    if asks_for_derivatives(kernel) {
        described.refused = Some("it asks for derivatives itself".into());
    }
    described
}

/// Adds the pointers and numbers of a type; false if there are other numbers than `float` and `double`.
fn add_leaves(module: Module, ty: Type, offset: u64, leaves: &mut Vec<Leaf>) -> bool {
    let mut add = |kind, format| leaves.push(Leaf { offset, kind, access: Access::default(), format });
    match () {
        _ if ty.is_pointer() => add(LeafKind::Pointer, Format::None),
        _ if ty.is_single() => add(LeafKind::Number, Format::Single),
        _ if ty.is_double() => add(LeafKind::Number, Format::Double),
        _ if ty.is_struct() => {
            let fields = ty.struct_elements().into_iter().enumerate();
            return fields.fold(true, |good, (k, field)| {
                add_leaves(module, field, offset + module.field_offset(ty, k as u32), leaves) && good
            });
        }
        _ if ty.is_array() || ty.is_vector() => {
            let (element, count) = (ty.element(), ty.element_count().min(MOST_LEAVES as u64 + 1));
            let step = module.allocation_size(element);
            return (0..count).all(|k| add_leaves(module, element, offset + k * step, leaves));
        }
        _ => return !ty.contains_float(),
    }
    true
}

/// Does a kernel, or what it calls, ask for derivatives?
fn asks_for_derivatives(kernel: Function) -> bool {
    reached(kernel).into_iter().any(|function| !request::derivative_calls(function).is_empty())
}

/// The companions of a kernel, as text. Bytes of arguments are rounded up, so that the address of the numbers can follow.
fn companions(kernel: Function, plan: &Kernel) -> String {
    let name = kernel.name();
    let bytes = plan.bytes.next_multiple_of(8);
    let mut text = String::new();
    let (mut types, mut arguments, mut loads) = (Vec::new(), Vec::new(), String::new());
    for (k, parameter) in kernel.parameters().into_iter().enumerate() {
        let (offset, size) = plan.parameters[k];
        let is_in = |leaf: &&Leaf| (offset..offset + size).contains(&leaf.offset);
        let numbers = plan.leaves.iter().filter(is_in).any(|leaf| leaf.kind == LeafKind::Number);
        let from = if numbers { "%n" } else { "%s" };
        let _ = writeln!(loads, "  %p{k} = getelementptr i8, ptr {from}, i64 {offset}");
        let ty = match kernel.parameter_type_attribute(k, "byval") {
            Some(ty) => format!("ptr byval([{size} x i8]) align {}", kernel.module().alignment(ty).max(1)),
            None => parameter.ty().to_string(),
        };
        if ty.contains("byval") {
            arguments.push(format!("{ty} %p{k}"));
        } else {
            let _ = writeln!(loads, "  %v{k} = load {ty}, ptr %p{k}");
            arguments.push(format!("{ty} %v{k}"));
        }
        types.push(ty);
    }
    let (types, arguments) = (types.join(", "), arguments.join(", "));
    let _ = writeln!(text, "declare void @\"{BODY}{name}\"({types})");
    let _ = writeln!(text, "define void @\"{WHOLE}{name}\"(ptr %s) {{");
    if plan.has_numbers {
        let _ = writeln!(text, "  %at = getelementptr i8, ptr %s, i64 {bytes}\n  %n = load ptr, ptr %at");
    }
    let _ = writeln!(text, "{loads}  call void @\"{BODY}{name}\"({arguments})\n  ret void\n}}");
    for (start, call) in [(REVERSE, "__enzyme_autodiff_launch"), (FORWARD, "__enzyme_fwddiff_launch")] {
        let given = |name| format!("ptr byval([{} x i8]) align 8 %{name}", plan.bytes.max(1));
        let _ = writeln!(text, "define ptx_kernel void @\"{start}{name}\"({}, {}, ptr %n) {{", given("a"), given("d"));
        for (local, from) in [("s", "a"), ("t", "d"), ("m", "a"), ("e", "d")] {
            let _ = writeln!(text, "  %{local} = alloca [{} x i8], align 8", bytes + 8);
            let copied = plan.bytes;
            let _ = writeln!(
                text,
                "  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %{local}, ptr align 8 %{from}, i64 {copied}, i1 false)"
            );
        }
        if plan.has_numbers {
            // Without memory for adjoints of numbers: these are constant, and nothing is added.
            let otherwise = if start == FORWARD { "%e" } else { "%m" };
            let _ = writeln!(text, "  %none = icmp eq ptr %n, null");
            let _ = writeln!(text, "  %shadow = select i1 %none, ptr {otherwise}, ptr %n");
            let _ = writeln!(text, "  %as = getelementptr i8, ptr %s, i64 {bytes}\n  store ptr %m, ptr %as");
            let _ = writeln!(text, "  %at = getelementptr i8, ptr %t, i64 {bytes}\n  store ptr %shadow, ptr %at");
        }
        let _ = writeln!(text, "  call void @{call}(ptr @\"{WHOLE}{name}\", ptr %s, ptr %t)\n  ret void\n}}");
    }
    text
}

/// Kernels that add numbers.
fn adders() -> String {
    let mut text = String::new();
    for (name, ty, bytes) in [(ADDERS[0], "float", 4), (ADDERS[1], "double", 8)] {
        let _ = write!(
            text,
            "define ptx_kernel void @{name}(ptr %to, ptr %from, i64 %count) {{
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %lt = zext i32 %t to i64
  %lb = zext i32 %b to i64
  %lw = zext i32 %w to i64
  %lg = zext i32 %g to i64
  %before = mul i64 %lb, %lw
  %first = add i64 %before, %lt
  %step = mul i64 %lg, %lw
  br label %head
head:
  %i = phi i64 [ %first, %entry ], [ %next, %body ]
  %goes = icmp slt i64 %i, %count
  br i1 %goes, label %body, label %end
body:
  %offset = mul i64 %i, {bytes}
  %p = getelementptr i8, ptr %to, i64 %offset
  %q = getelementptr i8, ptr %from, i64 %offset
  %x = load {ty}, ptr %p
  %y = load {ty}, ptr %q
  %z = fadd {ty} %x, %y
  store {ty} %z, ptr %p
  %next = add i64 %i, %step
  br label %head
end:
  ret void
}}
"
        );
    }
    text
}

/// Once derivatives have been made: writes the table, and drops companions without a derivative.
pub fn finish(module: Module) {
    if module.function(ADDERS[0]).is_none() {
        return;
    }
    let (mut kernels, mut reader) = (Vec::new(), Reader::default());
    for kernel in module.functions().into_iter().filter(|f| f.is_kernel() && !f.is_declaration()) {
        if is_companion(kernel) || ADDERS.contains(&kernel.name().as_str()) {
            continue;
        }
        let mut plan = described(kernel);
        let companions = [REVERSE, FORWARD].map(|start| module.function(&format!("{start}{}", kernel.name())));
        for companion in companions.into_iter().flatten() {
            plan.refused = plan.refused.or_else(|| companion.string_attribute(REFUSED));
        }
        if plan.refused.is_none() && companions.contains(&None) {
            plan.refused = Some("it asks for derivatives itself".into());
        }
        plan.refused = plan
            .refused
            .or_else(|| look_behind(kernel, &mut plan.leaves, &mut reader))
            .or_else(|| is_not_repeatable(kernel));
        if companions.iter().flatten().any(|companion| shared_bytes(*companion) > MOST_SHARED) {
            plan.refused = Some("its shared memory and the shadow of that are more than 48 KiB".into());
        }
        if plan.refused.is_some() {
            companions.into_iter().flatten().for_each(Function::erase);
        }
        kernels.push(plan);
    }
    reader.close();
    module.keep(module.add_device_text(TABLE, &table::write(&kernels)));
}

/// Says of each pointer among the arguments what is done behind it; why there is no derivative, if there is none.
fn look_behind(kernel: Function, leaves: &mut [Leaf], reader: &mut Reader) -> Option<String> {
    let plan = described(kernel);
    let kernel = reader.readable(kernel);
    for (k, parameter) in kernel.parameters().into_iter().enumerate() {
        let (offset, size) = plan.parameters[k];
        let is_struct = kernel.parameter_type_attribute(k, "byval").is_some();
        for leaf in leaves.iter_mut().filter(|leaf| leaf.kind == LeafKind::Pointer) {
            if !(offset..offset + size.max(1)).contains(&leaf.offset) {
                continue;
            }
            let uses = if is_struct {
                behind_field(parameter, leaf.offset - offset, reader)
            } else {
                reader.behind(parameter)
            };
            if uses.holds_pointers {
                return Some(format!("it reads pointers from memory behind parameter {}", k + 1));
            }
            (leaf.access, leaf.format) = (uses.access, uses.format);
        }
    }
    None
}

/// What is done behind a pointer in a struct that is passed by value.
fn behind_field(parameter: Value, offset: u64, reader: &mut Reader) -> Uses {
    let mut all: Option<Uses> = None;
    let mut work = parameter.users();
    let Some(module) = work.first().and_then(|user| user.block()).map(|block| block.function().module()) else {
        return access::NOTHING;
    };
    while let Some(user) = work.pop() {
        match user.opcode() {
            Some(Opcode::LLVMGetElementPtr) if user.offset_in_object(module).is_some() => work.extend(user.users()),
            Some(Opcode::LLVMLoad) => match user.operand(0).offset_in_object(module) {
                Some(at) if at as u64 == offset && user.ty().is_pointer() => {
                    let uses = reader.behind(user);
                    all = Some(all.map_or(uses, |all| all.join(uses)));
                }
                Some(at) if !(at as u64..at as u64 + module.store_size(user.ty())).contains(&offset) => {}
                _ => return access::ANYTHING,
            },
            _ => return access::ANYTHING,
        }
    }
    // What nobody reads is not used.
    all.unwrap_or(access::NOTHING)
}

/// The functions that a kernel reaches.
fn reached(kernel: Function) -> HashSet<Function> {
    let mut seen = HashSet::new();
    let mut work = vec![kernel];
    while let Some(function) = work.pop() {
        if seen.insert(function) {
            work.extend(function.instructions().into_iter().flat_map(Value::operands).filter_map(Value::as_function));
        }
    }
    seen
}

/// What a kernel does that is not known by its arguments, or is not the same when it is done again.
fn is_not_repeatable(kernel: Function) -> Option<String> {
    let mut instructions = reached(kernel).into_iter().flat_map(Function::instructions);
    instructions.find_map(|i| {
        let place = match i.opcode() {
            Some(Opcode::LLVMLoad) if i.ty().contains_pointer() => i.operand(0),
            Some(Opcode::LLVMStore) => i.operand(1),
            Some(Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg) if !i.users().is_empty() => {
                let what =
                    "it uses what is there before an atomic update, which depends on the order in which threads come";
                return Some(what.into());
            }
            Some(Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg) => i.operand(0),
            _ => return None,
        };
        let object = place.underlying_object();
        let is_shared = object.ty().address_space() == SHARED || place.ty().address_space() == SHARED;
        let is_outside = object.is_global_variable() && !is_shared;
        is_outside.then(|| format!("it writes the variable '{}', or reads a pointer there", object.name()))
    })
}

/// Bytes of shared memory that a kernel has, whatever its launch says.
fn shared_bytes(kernel: Function) -> u64 {
    let mut seen = HashSet::new();
    let mut work: Vec<Value> =
        reached(kernel).into_iter().flat_map(Function::instructions).flat_map(Value::operands).collect();
    let mut bytes = 0;
    while let Some(value) = work.pop() {
        if value.is_constant_expression() && seen.insert(value) {
            work.extend(value.operands());
        } else if value.is_global_variable() && value.ty().address_space() == SHARED && seen.insert(value) {
            bytes += kernel.module().allocation_size(value.global_value_type());
        }
    }
    bytes
}

/// Shared memory that a kernel may have without asking for more.
const MOST_SHARED: u64 = 48 << 10;

/// The address space of memory that the threads of a block share.
const SHARED: u32 = 3;
