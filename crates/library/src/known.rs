//! What can be known about a foreign function: the types the tables are written in.
//!
//! Every type here is plain data (`Copy`, `'static` slices only). Argument
//! positions count from zero over the arguments of the call.

use zymase_calculus::Function;

/// What a foreign function is to differentiation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Known {
    /// A real-valued function with a rule in `zymase-calculus`.
    Math(Math),
    /// A mathematical function that stores some of its real results through pointers.
    SplitMath(SplitMath),
    /// Complex multiplication or division from the compiler's runtime.
    Complex(Complex),
    /// A function of complex numbers from the C library.
    ComplexMath(ComplexFunction),
    /// Carries no derivative; see [`Inactive`] for what it does to memory.
    Inactive(Inactive),
    /// Provides fresh memory.
    Allocate(Allocate),
    /// Moves an allocation to another size.
    Reallocate(Reallocate),
    /// Gives memory back.
    Free(Free),
    /// Copies bytes, and derivatives with them.
    Copy(Transfer),
    /// Sets bytes to one value, which overwrites derivatives with zero.
    Fill(Fill),
    /// Rearranges only pointers and integers inside the objects it is given (list and tree links). Their shadows
    /// must be linked alike, by the decisions made for the objects themselves: calling it once more on the shadows
    /// would not do, since these hold no integers. So it is written out as code that takes its place.
    Links,
    /// Calls back into the program.
    Callback(Callback),
    /// What it does is written out as code that takes its place.
    WrittenOut,
    /// A piece of the exception-handling runtime.
    Exception(Exception),
    /// A routine of linear algebra, differentiated as a whole.
    Linear(crate::linear::Linear),
    /// A call of MPI that takes part in derivatives.
    Mpi(Mpi),
    /// Known, and not differentiated; the text says why, for a diagnostic.
    Unsupported(&'static str),
}

/// Libraries that move numbers to where other code computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Communication {
    /// Between processes.
    Mpi,
    /// Between a host and its GPU.
    Cuda,
}

/// A call of MPI, or of CUDA's run time, that takes part in derivatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mpi {
    /// Its name, without what all names begin with.
    pub name: &'static str,
    /// Whose call it is.
    pub library: Communication,
    /// The argument behind which numbers are read, and the one behind which they are written.
    pub from: Option<usize>,
    pub to: Option<usize>,
    /// Arguments that are buffers, and the arguments that say of what type.
    pub typed: &'static [(usize, usize)],
    /// An argument that is a communicator or a datatype.
    pub handle: Option<usize>,
    /// How many arguments it has.
    pub arguments: usize,
    /// The argument behind which it puts a communicator: this is all that it does.
    pub makes: Option<usize>,
}

/// The floating-point format in a symbol's C signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Precision {
    /// `float`
    Single,
    /// `double`
    Double,
    /// `long double`, whatever that is on the target
    Extended,
}

/// A real-valued function of real operands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Math {
    /// The rule.
    pub function: Function,
    /// The format of the result and of the real operands.
    pub precision: Precision,
    /// `operands[k]` is the call argument that is operand `k` of the rule.
    /// Integer operands (the exponent of `ldexp`, the order of `jn`) are
    /// listed where the rule wants them.
    pub operands: &'static [usize],
    /// Pointer arguments through which only an integer is stored.
    pub integer_outputs: &'static [usize],
}

/// A function of one real operand with several real results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SplitMath {
    /// The format of all real values.
    pub precision: Precision,
    /// The call argument that is the operand of every rule below.
    pub operand: usize,
    /// The rule of the returned value; `None` when the function returns nothing.
    pub returned: Option<Function>,
    /// The rules of the values stored, each with the pointer argument it goes through.
    pub stored: &'static [(usize, Function)],
}

/// Complex arithmetic on `(a + ib) op (c + id)`, called as `f(a, b, c, d)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Complex {
    /// The operation.
    pub operation: ComplexOperation,
    /// The format of the parts.
    pub precision: Precision,
}

/// See [`Complex`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComplexOperation {
    /// `__muldc3` and kin.
    Multiply,
    /// `__divdc3` and kin.
    Divide,
}

/// A function of complex numbers: of one, but for `Pow`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComplexFunction {
    /// `cabs`, a real number
    Abs,
    /// `carg`, a real number
    Arg,
    /// `creal`, a real number
    Real,
    /// `cimag`, a real number
    Imaginary,
    /// `conj`
    Conjugate,
    /// `cproj`
    Project,
    /// `cexp`
    Exp,
    /// `clog`
    Log,
    /// `csqrt`
    Sqrt,
    /// `cpow`
    Pow,
    /// `csin`
    Sin,
    /// `ccos`
    Cos,
    /// `ctan`
    Tan,
    /// `csinh`
    Sinh,
    /// `ccosh`
    Cosh,
    /// `ctanh`
    Tanh,
}

/// A function through which no derivative flows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inactive {
    /// The widest effect on memory.
    pub memory: MemoryEffect,
    /// All program-visible memory that may be written: it holds values of zero
    /// derivative afterwards.
    pub overwrites: &'static [Overwrite],
    /// What comes back.
    pub returned: Returned,
    /// Whether control comes back.
    pub control: Control,
}

impl Inactive {
    /// Does it neither read nor write memory?
    pub fn touches_no_memory(&self) -> bool {
        self.memory == MemoryEffect::None && self.overwrites.is_empty()
    }
}

/// How far the effect of an inactive function reaches. Each includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MemoryEffect {
    /// Touches no memory: may be repeated or dropped.
    None,
    /// Reads what its pointer arguments reach: may be repeated while that is unchanged.
    ReadsArguments,
    /// Writes through its pointer arguments, as [`Inactive::overwrites`] lists.
    WritesArguments,
    /// Has or depends on state outside the program's memory (errno, streams,
    /// clocks, generators): must run exactly once.
    Global,
}

/// Memory that an inactive function may write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overwrite {
    /// The pointer argument written through; where C allows null there, nothing is written.
    pub argument: usize,
    /// How much is written, of what.
    pub extent: Extent,
}

/// How much an [`Overwrite`] covers, and what it leaves there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Integers or text in an object that never holds reals: no shadow to clear.
    Integers,
    /// One real of this format: its shadow becomes zero.
    Real(Precision),
    /// An object of the library, of this many bytes, in which no reals are and whose pointers lead to memory that the
    /// library owns: its shadow becomes a copy, since such pointers are their own shadows.
    Object(u64),
    /// The same, for the object returned through this argument, if the call returns one that way (`sret`).
    Result,
    /// An object returned through this argument (`sret`) that holds numbers and no pointers: its shadow becomes zero.
    Numbers,
    /// As many bytes as this argument says: their shadow becomes zero.
    Bytes(usize),
    /// As many bytes as the product of these two arguments: their shadow becomes zero.
    Product(usize, usize),
    /// Buffers described by an array of `struct iovec` with this argument for its length.
    Vectors(usize),
    /// A pointer into what this argument points to: its shadow is the
    /// corresponding pointer into the shadow.
    PointerInto(usize),
    /// A pointer to foreign memory: it has no shadow of its own.
    ForeignPointer,
    /// This argument and every one after it is a pointer to one scalar, read
    /// as a format string says: the shadows become zero.
    Scanned,
    /// The same, with the pointers in a `va_list`.
    ScannedList,
}

/// What an inactive function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returned {
    /// Nothing, an integer, or a real of zero derivative.
    Constant,
    /// If a pointer, one to memory that the library owns and no derivative is
    /// in (`FILE *`, static text); it may serve as its own shadow.
    Foreign,
    /// A pointer into what this argument points to, or null: the shadow is at
    /// the same offset in the argument's shadow.
    PointerInto(usize),
    /// A fresh allocation, to be given to `free`, which holds no reals.
    Fresh,
}

/// Whether a call comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Comes back, and does not unwind.
    Returns,
    /// Comes back or unwinds.
    MayUnwind,
    /// Does not come back: ends the program or unwinds.
    Never,
}

/// An amount of memory, from the arguments of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// This argument, in bytes.
    Argument(usize),
    /// The product of two arguments.
    Product(usize, usize),
}

/// Where a fresh pointer is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provided {
    /// It is the result.
    Returned,
    /// It is stored through this argument; the result is an error code.
    Stored(usize),
}

/// Which allocator memory belongs to, and so what gives it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Heap {
    /// `malloc` and `free`
    C,
    /// `operator new` and `operator delete`
    New,
    /// `operator new[]` and `operator delete[]`
    NewArray,
    /// `operator new` and `operator delete` with an alignment
    NewAligned,
    /// `operator new[]` and `operator delete[]` with an alignment
    NewArrayAligned,
    /// `__rust_alloc` and `__rust_dealloc`
    Rust,
    /// That of oneTBB which this function gives memory back to.
    Tbb(&'static str),
    /// A pair of functions that the program registers.
    Program,
}

/// A function that provides fresh memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocate {
    /// How much.
    pub size: Size,
    /// The argument that holds the alignment.
    pub alignment: Option<usize>,
    /// Whether the memory starts as zeros.
    pub zeroed: bool,
    /// Where the pointer comes out.
    pub provided: Provided,
    /// Whether failure is reported by a null pointer (otherwise it unwinds).
    pub nullable: bool,
    /// Which allocator it belongs to.
    pub heap: Heap,
}

/// A function that moves an allocation to another size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reallocate {
    /// The argument that holds the old pointer.
    pub pointer: usize,
    /// The argument that holds the old size, where the caller must say.
    pub old_size: Option<usize>,
    /// The argument that holds the alignment.
    pub alignment: Option<usize>,
    /// The new size.
    pub new_size: Size,
    /// Which allocator it belongs to.
    pub heap: Heap,
}

/// A function that gives memory back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Free {
    /// The argument that holds the pointer.
    pub pointer: usize,
    /// The argument that holds the size.
    pub size: Option<usize>,
    /// The argument that holds the alignment.
    pub alignment: Option<usize>,
    /// Which allocator it belongs to.
    pub heap: Heap,
}

/// What a copy or fill function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyResult {
    /// Nothing.
    Nothing,
    /// The destination, as it was given.
    Destination,
    /// The first byte after what was written.
    End,
}

/// A function that copies bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The argument that holds the destination.
    pub destination: usize,
    /// The argument that holds the source.
    pub source: usize,
    /// The argument that holds the number of bytes.
    pub length: usize,
    /// Whether source and destination may overlap.
    pub may_overlap: bool,
    /// What is returned.
    pub returned: CopyResult,
}

/// A function that sets bytes to one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fill {
    /// The argument that holds the destination.
    pub destination: usize,
    /// The argument that holds the byte; `None` for zero.
    pub value: Option<usize>,
    /// The argument that holds the number of bytes.
    pub length: usize,
    /// What is returned.
    pub returned: CopyResult,
}

/// A function that calls one of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Callback {
    /// The argument that is called.
    pub function: usize,
    /// What for.
    pub purpose: CallbackPurpose,
}

/// What a [`Callback`] is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallbackPurpose {
    /// Permutes an array by comparisons: `(base, count, size, compare)`.
    Sort,
    /// Finds an element by comparisons, and returns a pointer to it:
    /// `(key, base, count, size, compare)`.
    Search,
    /// Runs a function once.
    Once,
    /// Anything else.
    Other,
}

/// A piece of the exception-handling runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exception {
    /// Memory for an object to be thrown, of the size in argument 0.
    Allocate,
    /// Gives back such memory.
    Free,
    /// Throws the object at argument 0; does not return.
    Throw,
    /// Throws the current object again; does not return.
    Rethrow,
    /// Goes on unwinding with argument 0; does not return.
    Resume,
    /// Enters a handler for argument 0; returns a pointer to the object.
    BeginCatch,
    /// Leaves a handler.
    EndCatch,
    /// A pointer to the object of exception 0, without entering a handler.
    Pointer,
    /// A personality routine, only ever named by functions.
    Personality,
}
