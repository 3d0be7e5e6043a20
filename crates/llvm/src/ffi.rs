//! Declarations of the C++ shim in `cpp/`.
use llvm_sys::prelude::*;
use std::ffi::{c_char, c_void};

#[repr(C)]
#[derive(Copy, Clone)]
pub struct Callbacks {
    pub capture: extern "C" fn(LLVMModuleRef) -> bool,
    pub simplify: extern "C" fn(LLVMModuleRef) -> bool,
    pub shield: extern "C" fn(LLVMModuleRef) -> bool,
    pub differentiate: extern "C" fn(LLVMModuleRef, u32) -> bool,
    pub open: extern "C" fn(LLVMModuleRef) -> bool,
    pub close: extern "C" fn(LLVMModuleRef) -> bool,
}

/// Numbers of so many bytes behind a parameter: `first` bytes behind it, or a multiple of `period` further or nearer.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct Elements {
    pub parameter: u32,
    pub period: u64,
    pub first: u64,
    pub bytes: u64,
}

/// Text or bitcode of a module, or an object.
#[repr(C)]
pub struct Text {
    pub data: *const c_char,
    pub size: usize,
}

#[repr(C)]
pub struct Symbol {
    pub name: *const c_char,
    pub address: u64,
}

/// Takes an answer.
pub type Sink = extern "C" fn(*mut c_void, *const c_char, usize);

unsafe extern "C" {
    pub fn zymase_memory_limit() -> *const c_char;
    pub fn zymase_register_passes(host: *mut c_void, callbacks: Callbacks);

    pub fn zymase_run_passes(text: Text, names: *const c_char, give: Sink, place: *mut c_void) -> bool;
    pub fn zymase_make_object(
        parts: *const Text,
        count: usize,
        kept: *const c_char,
        callbacks: Callbacks,
        give: Sink,
        place: *mut c_void,
    ) -> bool;
    pub fn zymase_load(
        objects: *const Text,
        count: usize,
        given: *const Symbol,
        given_count: usize,
        symbol: *const c_char,
        say: Sink,
        place: *mut c_void,
    ) -> u64;

    pub fn zymase_analyses_create(function: LLVMValueRef) -> *mut c_void;
    pub fn zymase_analyses_dispose(handle: *mut c_void);
    pub fn zymase_loop_count(handle: *mut c_void) -> u32;
    pub fn zymase_loop_of_block(handle: *mut c_void, block: LLVMBasicBlockRef) -> i32;
    pub fn zymase_loop_parent(handle: *mut c_void, index: u32) -> i32;
    pub fn zymase_loop_header(handle: *mut c_void, index: u32) -> LLVMBasicBlockRef;
    pub fn zymase_loop_latch(handle: *mut c_void, index: u32) -> LLVMBasicBlockRef;
    pub fn zymase_loop_preheader(handle: *mut c_void, index: u32) -> LLVMBasicBlockRef;
    pub fn zymase_loop_expand_backedge_count(handle: *mut c_void, index: u32) -> LLVMValueRef;
    pub fn zymase_dominates(handle: *mut c_void, x: LLVMBasicBlockRef, y: LLVMBasicBlockRef) -> bool;
    pub fn zymase_post_dominates(handle: *mut c_void, x: LLVMBasicBlockRef, y: LLVMBasicBlockRef) -> bool;
    pub fn zymase_immediate_dominator(handle: *mut c_void, block: LLVMBasicBlockRef) -> LLVMBasicBlockRef;
    pub fn zymase_may_overwrite(
        handle: *mut c_void,
        writer: LLVMValueRef,
        pointer: LLVMValueRef,
        bytes: i64,
        reader: LLVMValueRef,
        across: bool,
    ) -> bool;
    pub fn zymase_address_polynomial(
        handle: *mut c_void,
        pointer: LLVMValueRef,
        place: LLVMBasicBlockRef,
        base: *mut i64,
        words: *mut i64,
        room: i64,
    ) -> i64;
    pub fn zymase_integer_polynomial(
        handle: *mut c_void,
        integer: LLVMValueRef,
        place: LLVMBasicBlockRef,
        words: *mut i64,
        room: i64,
    ) -> i64;
    pub fn zymase_atom_value(handle: *mut c_void, symbol: i64) -> LLVMValueRef;
    pub fn zymase_most_back_edges(handle: *mut c_void, index: u32, only_exact: bool, words: *mut i64, room: i64)
    -> i64;
    pub fn zymase_atom_is_invariant(handle: *mut c_void, symbol: i64, index: u32) -> bool;
    pub fn zymase_atom_is_nonnegative(handle: *mut c_void, symbol: i64) -> bool;
    pub fn zymase_resolve_aliases(module: LLVMModuleRef) -> bool;
    pub fn zymase_is_alias(value: LLVMValueRef) -> bool;
    pub fn zymase_is_chosen_at_start(value: LLVMValueRef) -> bool;
    pub fn zymase_settle_objects_behind_counts(module: LLVMModuleRef);
    pub fn zymase_widen_indices(function: LLVMValueRef) -> bool;
    pub fn zymase_leave_sums(module: LLVMModuleRef);
    pub fn zymase_unwrap_indices(function: LLVMValueRef) -> bool;
    pub fn zymase_widen_comparisons(function: LLVMValueRef);
    pub fn zymase_loop_expand_growth(
        handle: *mut c_void,
        index: u32,
        phi: LLVMValueRef,
        found: *mut LLVMValueRef,
    ) -> bool;
    pub fn zymase_no_alias(handle: *mut c_void, p: LLVMValueRef, q: LLVMValueRef) -> bool;
    pub fn zymase_is_nowhere(address: LLVMValueRef) -> bool;
    pub fn zymase_underlying_object(pointer: LLVMValueRef) -> LLVMValueRef;
    pub fn zymase_safe_to_speculate(instruction: LLVMValueRef) -> bool;

    pub fn zymase_loop_extent(
        handle: *mut c_void,
        index: u32,
        pointer: LLVMValueRef,
        place: LLVMBasicBlockRef,
        size: LLVMValueRef,
        at_most: bool,
        base: *mut LLVMValueRef,
        low: *mut LLVMValueRef,
        bytes: *mut LLVMValueRef,
    ) -> bool;
    pub fn zymase_loop_contains(handle: *mut c_void, index: u32, block: LLVMBasicBlockRef) -> bool;
    pub fn zymase_only_touches_arguments(call: LLVMValueRef) -> bool;
    pub fn zymase_forget_variables(function: LLVMValueRef);

    pub fn zymase_link_needed(into: LLVMModuleRef, from: LLVMModuleRef) -> bool;
    pub fn zymase_set_callee(call: LLVMValueRef, callee: LLVMValueRef);
    pub fn zymase_clone_body(from: LLVMValueRef, to: LLVMValueRef, arguments: *mut LLVMValueRef);
    pub fn zymase_keep_block_addresses(from: LLVMValueRef, to: LLVMValueRef);
    pub fn zymase_copy_attributes(from: LLVMValueRef, to: LLVMValueRef);
    pub fn zymase_has_address_taken(function: LLVMValueRef) -> bool;
    pub fn zymase_remove_unreachable_blocks(function: LLVMValueRef);
    pub fn zymase_invoke_to_call(invoke: LLVMValueRef) -> LLVMValueRef;
    pub fn zymase_call_to_invoke(call: LLVMValueRef, unwind: LLVMBasicBlockRef) -> LLVMValueRef;
    pub fn zymase_isolate_invoke(invoke: LLVMValueRef);
    pub fn zymase_isolate_landing_pad(block: LLVMBasicBlockRef);
    pub fn zymase_does_not_throw(call: LLVMValueRef) -> bool;
    pub fn zymase_inline_call(call: LLVMValueRef) -> bool;
    pub fn zymase_run_function_passes(function: LLVMValueRef, pipeline: *const c_char) -> *mut c_char;
    pub fn zymase_verify_function(function: LLVMValueRef) -> *mut c_char;
    pub fn zymase_report(module: LLVMModuleRef, at: LLVMValueRef, message: *const c_char, warning: bool);
    pub fn zymase_line(instruction: LLVMValueRef) -> u32;
    pub fn zymase_function_line(function: LLVMValueRef) -> u32;
    pub fn zymase_place_in_file(function: LLVMValueRef, folder: *const c_char, file: *const c_char);
    pub fn zymase_is_in_program(instruction: LLVMValueRef) -> bool;
    pub fn zymase_has_location(instruction: LLVMValueRef) -> bool;
    pub fn zymase_copy_location(from: LLVMValueRef, to: LLVMValueRef);
    pub fn zymase_gep_offset(
        gep: LLVMValueRef,
        constant: *mut i64,
        values: *mut LLVMValueRef,
        scales: *mut i64,
        room: i32,
    ) -> i32;
    pub fn zymase_constant_gep_offset(module: LLVMModuleRef, gep: LLVMValueRef, constant: *mut i64) -> i32;
    pub fn zymase_offset_in_object(module: LLVMModuleRef, pointer: LLVMValueRef, offset: *mut i64) -> bool;
    pub fn zymase_split_block_before(instruction: LLVMValueRef, tail: *mut LLVMBasicBlockRef);
    pub fn zymase_remove_predecessor(block: LLVMBasicBlockRef, gone: LLVMBasicBlockRef);
    pub fn zymase_may_write(instruction: LLVMValueRef) -> bool;
    pub fn zymase_may_read(instruction: LLVMValueRef) -> bool;
    pub fn zymase_set_only_reads(function: LLVMValueRef);
    pub fn zymase_set_writes_only_arguments(function: LLVMValueRef);
    pub fn zymase_only_reads_memory(call: LLVMValueRef) -> bool;
    pub fn zymase_does_not_access_memory(call: LLVMValueRef) -> bool;
    pub fn zymase_may_throw(instruction: LLVMValueRef) -> bool;
    pub fn zymase_keep(module: LLVMModuleRef, value: LLVMValueRef);
    pub fn zymase_can_be_replaced(function: LLVMValueRef) -> bool;
    pub fn zymase_drop_dead_constants(value: LLVMValueRef);
    pub fn zymase_erase_from_used(module: LLVMModuleRef, gone: LLVMValueRef);
    pub fn zymase_strip_function_debug(function: LLVMValueRef);
    pub fn zymase_erase_body(function: LLVMValueRef);
    pub fn zymase_strip_debug(module: LLVMModuleRef);
    pub fn zymase_set_contract(product: LLVMValueRef);
    pub fn zymase_allow_reciprocal(quotient: LLVMValueRef);
    pub fn zymase_set_fast_adjoint(value: LLVMValueRef);
    pub fn zymase_drop_poison_flags(value: LLVMValueRef);
    pub fn zymase_mark_simple_enough(function: LLVMValueRef);
    pub fn zymase_write_separation_test(
        function: LLVMValueRef,
        groups: *const i32,
        origins: *const i32,
        extremes: LLVMValueRef,
        apart: LLVMValueRef,
        own: *const Elements,
        own_count: usize,
    ) -> bool;
    pub fn zymase_set_slots_late(function: LLVMValueRef);
    pub fn zymase_demand_unrolling(branch: LLVMValueRef);
    pub fn zymase_mark_unlikely(value: LLVMValueRef);
    pub fn zymase_drop_zero_summands(function: LLVMValueRef);
    pub fn zymase_pack_lanes(function: LLVMValueRef, values: *mut LLVMValueRef, count: usize, width: u32);
    pub fn zymase_drop_unknown_metadata(value: LLVMValueRef);
    pub fn zymase_separate(
        function: LLVMValueRef,
        accesses: *mut LLVMValueRef,
        count: usize,
        mixed: *mut LLVMValueRef,
        mixed_count: usize,
    );
    pub fn zymase_unroll_by(branch: LLVMValueRef, count: u32);
    pub fn zymase_separate_shadows(function: LLVMValueRef);
    pub fn zymase_set_reads_and_changes_hidden(function: LLVMValueRef);
    pub fn zymase_set_touches_arguments_and_hidden(function: LLVMValueRef);
    pub fn zymase_outline(
        blocks: *mut LLVMBasicBlockRef,
        count: usize,
        scalars: *mut LLVMValueRef,
        scalar_count: usize,
    ) -> LLVMValueRef;
    pub fn zymase_gather_stack_objects(function: LLVMValueRef);
    pub fn zymase_remark(at: LLVMValueRef, name: *const c_char, message: *const c_char, missed: bool);
    pub fn zymase_is_fixed_stack_object(value: LLVMValueRef) -> bool;
    pub fn zymase_tbaa_access_name(instruction: LLVMValueRef) -> *const c_char;
    pub fn zymase_tbaa_struct(
        instruction: LLVMValueRef,
        offsets: *mut i64,
        sizes: *mut i64,
        names: *mut *const c_char,
        room: i32,
    ) -> i32;

    pub fn zymase_copy_blocks(
        blocks: *mut LLVMBasicBlockRef,
        count: usize,
        values: *mut LLVMValueRef,
        value_count: usize,
    );
    pub fn zymase_settle_on_host(function: LLVMValueRef, like: LLVMValueRef);
    pub fn zymase_set_convergent_call(call: LLVMValueRef);
    pub fn zymase_expand_constant_users(global: LLVMValueRef);
    pub fn zymase_demote(value: LLVMValueRef) -> LLVMValueRef;
    pub fn zymase_run_before_main(module: LLVMModuleRef, function: LLVMValueRef);
    pub fn zymase_group_accesses(function: LLVMValueRef) -> LLVMValueRef;
    pub fn zymase_set_access_group(access: LLVMValueRef, group: LLVMValueRef);
    pub fn zymase_mark_lanes(back_edge: LLVMValueRef, group: LLVMValueRef);
}
