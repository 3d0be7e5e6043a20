//! BLAS and LAPACK: routines of linear algebra that are differentiated as whole operations.
//!
//! A symbol says which routine it is, in which precision, with which conventions (`dgemm_`, `sgemm_64_`, `cblas_dgemm`).
//! The parameters of every routine stand in one table, as words; from it follow the types behind the pointers, what is
//! read and written, and what a derivative has to pass on. The derivatives themselves are in `zymase-calculus`.

use crate::known::{Known, Precision};
use std::collections::HashMap;
use std::sync::LazyLock;
use zymase_calculus::linear::Routine;

/// A routine as one symbol provides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linear {
    pub routine: Routine,
    pub precision: Precision,
    pub convention: Convention,
    /// Integers behind pointers have 64 bits.
    pub wide: bool,
    /// What follows the name of the routine in every symbol of its family.
    pub suffix: &'static str,
}

/// How arguments are passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// Everything by address, flags as letters, matrices by columns.
    Fortran,
    /// `cblas_`: numbers by value, flags as enumerations, the layout of matrices as first argument.
    C,
}

impl Linear {
    /// Does nothing but the type tell the symbol from a function of the program?
    pub fn has_bare_name(&self) -> bool {
        self.convention == Convention::Fortran && self.suffix.is_empty()
    }
}

/// What a parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    Layout,
    Flag,
    Size,
    Real,
    Vector,
    Increment,
    Matrix,
    LeadingDimension,
    /// Row exchanges of a factorisation: integers.
    Pivots,
    /// Whether it worked: an integer.
    Info,
}

/// One parameter of a routine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: &'static str,
    pub kind: ParameterKind,
    pub written: bool,
}

impl Parameter {
    /// Does it hold numbers that may carry derivatives?
    pub fn is_real(self) -> bool {
        matches!(self.kind, ParameterKind::Real | ParameterKind::Vector | ParameterKind::Matrix)
    }
}

/// What a routine returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinearResult {
    Nothing,
    Real,
    Integer,
}

/// Name, parameters (`!` marks what is written) and routine. The layout of the C convention is not listed; routines of
/// vectors alone (level 1) have none.
const ROUTINES: &[(&str, Routine, &str)] = &[
    ("dot", Routine::Dot, "n x incx y incy"),
    ("axpy", Routine::Axpy, "n alpha x incx y! incy"),
    ("scal", Routine::Scal, "n alpha x! incx"),
    ("copy", Routine::Copy, "n x incx y! incy"),
    ("swap", Routine::Swap, "n x! incx y! incy"),
    ("nrm2", Routine::Nrm2, "n x incx"),
    ("asum", Routine::Asum, "n x incx"),
    ("amax", Routine::Amax, "n x incx"),
    ("rot", Routine::Rot, "n x! incx y! incy c s"),
    ("gemv", Routine::Gemv, "trans m n alpha A lda x incx beta y! incy"),
    ("ger", Routine::Ger, "m n alpha x incx y incy A! lda"),
    ("symv", Routine::Symv, "uplo n alpha A lda x incx beta y! incy"),
    ("syr", Routine::Syr, "uplo n alpha x incx A! lda"),
    ("syr2", Routine::Syr2, "uplo n alpha x incx y incy A! lda"),
    ("trmv", Routine::Trmv, "uplo trans diag n A lda x! incx"),
    ("trsv", Routine::Trsv, "uplo trans diag n A lda x! incx"),
    ("gemm", Routine::Gemm, "transa transb m n k alpha A lda B ldb beta C! ldc"),
    ("symm", Routine::Symm, "side uplo m n alpha A lda B ldb beta C! ldc"),
    ("syrk", Routine::Syrk, "uplo trans n k alpha A lda beta C! ldc"),
    ("syr2k", Routine::Syr2k, "uplo trans n k alpha A lda B ldb beta C! ldc"),
    ("trmm", Routine::Trmm, "side uplo trans diag m n alpha A lda B! ldb"),
    ("trsm", Routine::Trsm, "side uplo trans diag m n alpha A lda B! ldb"),
    ("potrf", Routine::Potrf, "uplo n A! lda info!"),
    ("potrs", Routine::Potrs, "uplo n nrhs A lda B! ldb info!"),
    ("getrf", Routine::Getrf, "m n A! lda ipiv! info!"),
    ("getrs", Routine::Getrs, "trans n nrhs A lda ipiv B! ldb info!"),
    ("trtrs", Routine::Trtrs, "uplo trans diag n nrhs A lda B! ldb info!"),
    ("lacpy", Routine::Lacpy, "uplo m n A lda B! ldb"),
    ("laset", Routine::Laset, "uplo m n alpha beta A! lda"),
];

/// Routines whose code is in `crates/prepare/bodies`: stems, and the forms of their symbols, in which a letter of the
/// precision stands for `?`.
const WRITTEN_OUT: &[(&str, &str, &str)] = &[
    ("rotg gbmv sbmv spmv spr spr2 tpmv tpsv tbmv tbsv", "cblas_?* ?*_", "d s"),
    ("gesv posv", "?*_ LAPACKE_?*", "d s"),
    ("potrf potrs getrf getrs trtrs", "LAPACKE_?*", "d s"),
    ("dotu dotc", "cblas_?*_sub ?*_", "z c"),
    ("axpy copy swap scal gemv geru gerc gemm", "cblas_?* ?*_", "z c"),
    ("scal", "cblas_?* ?*_", "zd cs"),
    ("nrm2 asum", "cblas_?* ?*_", "dz sc"),
];

/// The symbols of routines whose code is written out.
pub(crate) fn written_out() -> Vec<String> {
    let mut symbols = Vec::new();
    for (stems, forms, letters) in WRITTEN_OUT {
        for stem in stems.split_whitespace() {
            for form in forms.split_whitespace() {
                let symbol = |letter: &str| form.replace('?', letter).replace('*', stem);
                symbols.extend(letters.split_whitespace().map(symbol));
            }
        }
    }
    symbols
}

/// Other routines of these libraries, for a message that says so.
const OTHERS: &str = "rotg rotm rotmg gbmv sbmv spmv spr spr2 tbmv tbsv tpmv tpsv gemmt gemm3m axpby omatcopy imatcopy \
    potri potf2 getri getf2 gesv posv sysv sytrf sytrs sytri geqrf orgqr ormqr gels gelsd gelss syev syevd syevr geev \
    gesvd gesdd trtri lange lansy lantr laswp gtsv ptsv gbsv pbsv gbtrf gbtrs pbtrf pbtrs pptrf pptrs gecon pocon lascl";

const OTHER: &str = "this routine of BLAS or LAPACK is not differentiated yet";
const COMPLEX: &str = "this routine of BLAS or LAPACK is not differentiated for complex numbers yet";

/// The letter of each precision in names of routines.
fn letter(precision: Precision) -> char {
    if precision == Precision::Single { 's' } else { 'd' }
}

/// What the symbol `name` means if it is one of BLAS or LAPACK.
pub(crate) fn symbol(name: &str) -> Option<Known> {
    let (convention, rest) = match name.strip_prefix("cblas_") {
        Some(rest) => (Convention::C, rest),
        None => (Convention::Fortran, name),
    };
    let suffixes: &[(&str, bool)] = match convention {
        Convention::C => &[("_64_", true), ("64_", true), ("_64", true), ("", false)],
        Convention::Fortran => &[("_64_", true), ("64_", true), ("_", false), ("", false)],
    };
    let (suffix, wide, base) =
        suffixes.iter().find_map(|(suffix, wide)| Some((*suffix, *wide, rest.strip_suffix(suffix)?)))?;
    // The index of the largest element is named after it: idamax.
    let base = base.strip_prefix('i').filter(|rest| rest.ends_with("amax")).unwrap_or(base);
    let mut letters = base.chars();
    let first = letters.next()?;
    // Without an underscore, as some libraries have them, names are those of other functions too.
    let bare = convention == Convention::Fortran && suffix.is_empty();
    let known = |name: &str| ROUTINES.iter().find(|(other, ..)| *other == name);
    if matches!(first, 'c' | 'z') {
        let stem = letters.as_str();
        let of_complex =
            ["dotu", "dotc", "dotu_sub", "dotc_sub", "geru", "gerc", "hemv", "her", "her2", "hemm", "herk", "her2k"];
        let complex = stem != "rot" && (known(stem).is_some() || is_other(stem) || of_complex.contains(&stem));
        return (complex && !bare).then_some(Known::Unsupported(COMPLEX));
    }
    let precision = match first {
        's' => Precision::Single,
        'd' => Precision::Double,
        _ => return None,
    };
    match known(letters.as_str()) {
        Some((_, routine, _)) if convention == Convention::Fortran || !routine.is_lapack() => {
            Some(Known::Linear(Linear { routine: *routine, precision, convention, wide, suffix }))
        }
        _ if !bare && is_other(letters.as_str()) => Some(Known::Unsupported(OTHER)),
        _ => None,
    }
}

fn is_other(stem: &str) -> bool {
    OTHERS.split_whitespace().any(|other| other == stem)
}

static PARAMETERS: LazyLock<HashMap<(Routine, bool), Vec<Parameter>>> = LazyLock::new(|| {
    let mut table = HashMap::new();
    for (_, routine, words) in ROUTINES {
        let listed: Vec<Parameter> = words.split_whitespace().map(parameter).collect();
        let has_layout = listed.iter().any(|p| p.kind == ParameterKind::Matrix);
        let layout = Parameter { name: "layout", kind: ParameterKind::Layout, written: false };
        let with_layout = has_layout.then_some(layout).into_iter().chain(listed.iter().copied()).collect();
        table.insert((*routine, true), with_layout);
        table.insert((*routine, false), listed);
    }
    table
});

fn parameter(word: &'static str) -> Parameter {
    let (name, written) = match word.strip_suffix('!') {
        Some(name) => (name, true),
        None => (word, false),
    };
    let kind = match name {
        "uplo" | "side" | "diag" | "trans" | "transa" | "transb" => ParameterKind::Flag,
        "m" | "n" | "k" | "nrhs" => ParameterKind::Size,
        "alpha" | "beta" | "c" | "s" => ParameterKind::Real,
        "x" | "y" => ParameterKind::Vector,
        "incx" | "incy" => ParameterKind::Increment,
        "A" | "B" | "C" => ParameterKind::Matrix,
        "lda" | "ldb" | "ldc" => ParameterKind::LeadingDimension,
        "ipiv" => ParameterKind::Pivots,
        "info" => ParameterKind::Info,
        other => unreachable!("no parameter is called {other}"),
    };
    Parameter { name, kind, written }
}

impl Linear {
    /// The parameters of the symbol, in order. Fortran compilers pass the lengths of flags after them.
    pub fn parameters(&self) -> &'static [Parameter] {
        &PARAMETERS[&(self.routine, self.convention == Convention::C)]
    }

    pub fn result(&self) -> LinearResult {
        match self.routine {
            Routine::Dot | Routine::Nrm2 | Routine::Asum => LinearResult::Real,
            Routine::Amax => LinearResult::Integer,
            _ => LinearResult::Nothing,
        }
    }

    /// Does the parameter come as an address?
    pub fn is_by_address(&self, parameter: Parameter) -> bool {
        use ParameterKind::*;
        self.convention == Convention::Fortran || matches!(parameter.kind, Vector | Matrix | Pivots | Info)
    }

    /// Bytes of an integer behind a pointer.
    pub fn integer_bytes(&self) -> u64 {
        if self.wide { 8 } else { 4 }
    }

    /// The symbol of another routine of the same family.
    pub fn sibling(&self, stem: &str) -> String {
        let prefix = if self.convention == Convention::C { "cblas_" } else { "" };
        format!("{prefix}{}{stem}{}", letter(self.precision), self.suffix)
    }

    /// The same routine family with another routine.
    pub fn with_routine(&self, routine: Routine) -> Linear {
        Linear { routine, ..*self }
    }

    /// The symbol of the routine.
    pub fn symbol(&self) -> String {
        let (stem, ..) =
            ROUTINES.iter().find(|(_, routine, _)| *routine == self.routine).expect("every routine is listed");
        self.sibling(stem)
    }
}
