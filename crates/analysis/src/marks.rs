//! What the program says about its own functions and globals: attributes and metadata that the engine attaches when it
//! reads registrations and annotations, and that IR may carry from the start.

use zymase_llvm::{Function, Value};

/// How the names of prepared copies begin.
pub const PREPARED: &str = "zymase.prepared.";
/// The derivative of a function is provided, not generated from its body.
pub const GIVEN_DERIVATIVE: &str = "zymase-given-derivative";
/// Its value for routines of linear algebra.
pub const LINEAR_ALGEBRA: &str = "linear-algebra";
/// Its value for loops that keep few states.
pub const CHECKPOINTED_LOOP: &str = "checkpointed-loop";
/// Its value for loops that run forwards and backwards at once.
pub const FUSED_LOOP: &str = "fused-loop";
/// Its value for loops whose iterations may run at the same time.
pub const PARALLEL_LOOP: &str = "parallel-loop";
/// Its value for what starts a thread that waits for others.
pub const THREAD: &str = "thread";
/// Its value for what such threads ask of who lets them run.
pub const BATON: &str = "baton";
/// Its value for calls of MPI.
pub const MESSAGE: &str = "message";
/// Its value for stubs of kernels that are launched on a GPU.
pub const LAUNCH: &str = "launch";
/// A loop that keeps few states reads memory that is not directly behind its parameters.
pub const READS_ANYWHERE: &str = "zymase-reads-anywhere";
/// No derivative flows through a function, or into a global.
pub const INACTIVE: &str = "enzyme_inactive";
/// A function is to differentiation what the library function of this name is.
pub const FUNCTION_LIKE: &str = "enzyme_function_like";
/// An allocator: the argument that holds the size.
pub const ALLOCATION_LIKE: &str = "enzyme_allocation_like";
/// What gives memory of such an allocator back: the argument that holds the pointer.
pub const DEALLOCATION_LIKE: &str = "zymase-deallocation-like";
/// Results are computed again rather than kept.
pub const SHOULD_RECOMPUTE: &str = "enzyme_shouldrecompute";

/// Derivatives were made of the body of a function that the linker may replace.
const BELIEVED: &str = "zymase-believed-body";

/// Says that a derivative is made of this body.
pub fn believe_body(function: Function) {
    if function.may_be_replaced() {
        function.add_string_attribute(BELIEVED, "");
    }
}

/// Is some derivative made of this body, although the linker may replace it?
pub fn is_body_believed(function: Function) -> bool {
    function.may_be_replaced() && function.string_attribute(BELIEVED).is_some()
}

/// Parameters that hold the first half of a struct, the next one the second: their numbers.
const REGISTER_PAIRS: &str = "zymase-register-pairs";

pub fn set_register_pairs(function: Function, firsts: &[usize]) {
    let numbers: Vec<String> = firsts.iter().map(usize::to_string).collect();
    function.add_string_attribute(REGISTER_PAIRS, &numbers.join(","));
}

/// Do this parameter and the next one hold the two halves of a struct?
pub fn is_register_pair(function: Function, parameter: usize) -> bool {
    let firsts = function.string_attribute(REGISTER_PAIRS);
    firsts.is_some_and(|firsts| firsts.split(',').any(|first| first == parameter.to_string()))
}

/// Parameters behind which threads that run the function at the same time read different places: their numbers.
const APART: &str = "zymase-apart";

/// Parameters of which each of these threads has a shadow of its own: their numbers.
const PARTIAL: &str = "zymase-partial";

pub fn set_apart(function: Function, parameters: &[usize]) {
    set_numbers(function, APART, parameters);
}

pub fn apart(function: Function) -> Vec<usize> {
    numbers(function, APART)
}

pub fn set_partial(function: Function, parameters: &[usize]) {
    set_numbers(function, PARTIAL, parameters);
}

pub fn partial(function: Function) -> Vec<usize> {
    numbers(function, PARTIAL)
}

fn set_numbers(function: Function, mark: &str, numbers: &[usize]) {
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    function.add_string_attribute(mark, &numbers.join(","));
}

fn numbers(function: Function, mark: &str) -> Vec<usize> {
    let numbers = function.string_attribute(mark).unwrap_or_default();
    numbers.split(',').filter_map(|number| number.parse().ok()).collect()
}

/// Says of the code of a thread that others run it at the same time, so that what it does atomically must stay atomic.
pub const CONCURRENT: &str = "zymase-concurrent";
/// Says of the code of a thread that it is alone: its share of a loop is the whole loop.
pub const ALONE: &str = "zymase-alone";
/// A thread does something else than its share of loops, which counts once for each of them: there must not be more than the program asks for.
pub const FIXED_COUNT: &str = "zymase-fixed-count";
/// The first parameter of a thread's code, behind its number and what is said of its shares, is memory in which every thread has its own part.
pub const MEMORY_OF_THREADS: &str = "zymase-memory-of-threads";
/// What a thread does of a loop is not a share of its iterations that only depends on the number of threads.
pub const OWN_SHARES: &str = "zymase-own-shares";

/// Whoever asks for the gradient of this function wants nothing that the function itself writes.
pub const DISCARDS_STATE: &str = "zymase-discards-state";

/// Does nobody look at what the gradient of a function leaves behind, but for adjoints?
pub fn discards_state(function: Function) -> bool {
    function.string_attribute(DISCARDS_STATE).is_some()
}

/// Is the derivative of this function given, and not to be generated from its body?
pub fn has_given_derivative(function: Function) -> bool {
    function.string_attribute(GIVEN_DERIVATIVE).is_some()
}

/// Is it a loop that keeps few states?
pub fn is_checkpointed_loop(function: Function) -> bool {
    function.string_attribute(GIVEN_DERIVATIVE).is_some_and(|given| given == CHECKPOINTED_LOOP)
}

/// Is it a loop whose iterations may run at the same time?
pub fn is_parallel_loop(function: Function) -> bool {
    function.string_attribute(GIVEN_DERIVATIVE).is_some_and(|given| given == PARALLEL_LOOP)
}

/// Does it start a thread that waits for others?
pub fn is_start_of_thread(function: Function) -> bool {
    function.string_attribute(GIVEN_DERIVATIVE).is_some_and(|given| given == THREAD)
}

/// Is it what threads ask of who lets them run?
pub fn is_baton(function: Function) -> bool {
    function.string_attribute(GIVEN_DERIVATIVE).is_some_and(|given| given == BATON)
}

/// Is it a call of MPI? What its reverse needs is on its tape.
pub fn is_message(function: Function) -> bool {
    function.string_attribute(GIVEN_DERIVATIVE).is_some_and(|given| given == MESSAGE)
}

/// Is it the stub of a kernel that is launched on a GPU?
pub fn is_launch(function: Function) -> bool {
    function.string_attribute(GIVEN_DERIVATIVE).is_some_and(|given| given == LAUNCH)
}

pub fn is_inactive(function: Function) -> bool {
    function.string_attribute(INACTIVE).is_some()
}

pub fn should_recompute(function: Function) -> bool {
    function.string_attribute(SHOULD_RECOMPUTE).is_some()
}

/// Does the program say anything that holds for calls of this function, and would be lost inside its body?
pub fn is_marked(function: Function) -> bool {
    let marks = [GIVEN_DERIVATIVE, INACTIVE, FUNCTION_LIKE, ALLOCATION_LIKE, DEALLOCATION_LIKE];
    marks.iter().any(|mark| function.string_attribute(mark).is_some())
}

/// Is the derivative of this function known without looking into its body?
pub fn speaks_for_body(function: Function) -> bool {
    function.is_declaration() || is_inactive(function) || function.string_attribute(FUNCTION_LIKE).is_some()
}

/// The name under which a function is looked up: that of the function it is like, or its own where it has no body.
pub fn known_as(function: Function) -> Option<String> {
    function.string_attribute(FUNCTION_LIKE).or_else(|| function.is_declaration().then(|| function.name()))
}

/// Does a global hold nothing that carries a derivative, because the program says so?
pub fn is_inactive_global(global: Value) -> bool {
    global.global_is_marked(INACTIVE)
}

/// Is a function, or what it is the prepared copy of, one of a Rust program?
pub fn is_of_rust(function: Function) -> bool {
    zymase_library::is_rust(function.name().trim_start_matches(PREPARED))
}
