//! The C++ runtime and the compiled parts of its standard library, both
//! GNU's and LLVM's, by their Itanium symbols.

use crate::inactive::{GLOBAL, NEVER, PURE, READS, Row, WRITES, through};
use crate::known::{Control, Exception, Extent::*, Inactive, Known, Precision, Returned};

/// Writes only into the library's own object at argument 0.
const OBJECT: Inactive = GLOBAL.writing(through![0: Integers]).control(Control::MayUnwind);
/// The same, and returns that object.
const STREAM: Inactive = OBJECT.giving(Returned::PointerInto(0));
/// The same, and returns something else that the library owns.
const OWNER: Inactive = OBJECT.giving(Returned::Foreign);

/// Changes the pointer to an exception at argument 0, and counts.
const EXCEPTION_POINTER: Inactive = GLOBAL.writing(through![0: ForeignPointer]).giving(Returned::PointerInto(0));
/// Returns a text that the library owns.
const TEXT: Inactive = READS.giving(Returned::Foreign);
/// Members of GNU's `std::string` that may change it: its pointer is the first field, or leads to its last.
const CHANGED_TEXT: Inactive = OWNER.writing(through![0: Object(32)]);
/// Members and functions that leave texts alone, and may return one.
const MADE_TEXT: Inactive = OWNER.writing(through![0: Result]);
/// The same of LLVM's `std::string`.
const TEXT_OF_LLVM: Inactive = OWNER.writing(through![0: Object(24)]);
/// `std::stod` and its kin: a number from a text, and how much of the text it took.
const PARSED: Inactive = GLOBAL.writing(through![1: Integers]).control(Control::MayUnwind);

pub(crate) const EXCEPTIONS: &[(Exception, &str)] = &[
    (Exception::Allocate, "__cxa_allocate_exception"),
    (Exception::Free, "__cxa_free_exception"),
    (Exception::Throw, "__cxa_throw _Unwind_RaiseException"),
    (Exception::Rethrow, "__cxa_rethrow _Unwind_Resume_or_Rethrow"),
    (Exception::Resume, "_Unwind_Resume __cxa_end_cleanup"),
    (Exception::BeginCatch, "__cxa_begin_catch"),
    (Exception::EndCatch, "__cxa_end_catch"),
    (Exception::Pointer, "__cxa_get_exception_ptr"),
    (Exception::Personality, "__gxx_personality_v0 __gcc_personality_v0 rust_eh_personality __gxx_personality_seh0"),
];

/// Globals of the C and C++ libraries that are no data of the program.
pub fn is_foreign_stream(name: &str) -> bool {
    matches!(name, "stdin" | "stdout" | "stderr" | "environ" | "optarg" | "__stack_chk_guard")
        || name.starts_with("_ZSt")
        || name.starts_with("_ZTV")
        || name.starts_with("_ZTI")
        || name.starts_with("_ZTS")
}

/// Is this the symbol of the type information of a pointer type?
pub fn is_pointer_type(symbol: &str) -> bool {
    symbol.starts_with("_ZTIP")
}

/// `what()` of the exceptions of the standard library that both libraries export: reached through the tables of
/// classes whose code is elsewhere.
pub const WHAT: [&str; 8] = [
    "_ZNKSt9exception4whatEv",
    "_ZNKSt13runtime_error4whatEv",
    "_ZNKSt11logic_error4whatEv",
    "_ZNKSt9bad_alloc4whatEv",
    "_ZNKSt20bad_array_new_length4whatEv",
    "_ZNKSt8bad_cast4whatEv",
    "_ZNKSt10bad_typeid4whatEv",
    "_ZNKSt13bad_exception4whatEv",
];

/// Where the address of `what()` is in such a table, in bytes.
pub const PLACE_OF_WHAT: i64 = 16;

/// Is this the symbol of the type information of a class of the standard library?
pub fn is_standard_class(symbol: &str) -> bool {
    symbol.starts_with("_ZTISt")
}

/// The personality routine of C++.
pub const PERSONALITY: &str = "__gxx_personality_v0";

pub(crate) const INACTIVE: &[Row] = &[
    (NEVER, "_ZSt9terminatev _ZSt10unexpectedv __cxa_pure_virtual __cxa_deleted_virtual __cxa_bad_cast"),
    (NEVER, "__cxa_bad_typeid __cxa_throw_bad_array_new_length __cxa_throw_bad_array_length __cxa_call_unexpected"),
    (NEVER, "__clang_call_terminate __cxa_call_terminate"),
    (GLOBAL, "_ZSt18uncaught_exceptionv _ZSt19uncaught_exceptionsv _ZSt15set_new_handlerPFvvE"),
    (PURE.giving(Returned::Foreign), "_ZSt15system_categoryv _ZSt16generic_categoryv _ZNSt3_V215system_categoryEv"),
    (PURE.giving(Returned::Foreign), "_ZNSt3_V216generic_categoryEv _ZSt7nothrow _ZSt15future_categoryv"),
    (READS.giving(Returned::PointerInto(0)), "__dynamic_cast"),
    (READS, "_ZSt11_Hash_bytesPKvmm _ZSt15_Fnv_hash_bytesPKvmm _ZNKSt9type_info7__equalERKS_"),
    (READS, "_ZNSt3__113__hash_memoryEPKvm"),
    (WRITES.writing(through![0: Integers]), "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm"),
    (WRITES.writing(through![0: Integers]), "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm"),
    (PURE, "_ZNSt3__112__next_primeEm _ZNSt6thread20hardware_concurrencyEv"),
    // Numbers from a stream.
    (STREAM.writing(through![1: Real(Precision::Single)]), "_ZNSt3__113basic_istreamIcNS_11char_traitsIcEEErsERf"),
    (STREAM.writing(through![1: Real(Precision::Double)]), "_ZNSt3__113basic_istreamIcNS_11char_traitsIcEEErsERd"),
    (STREAM.writing(through![1: Real(Precision::Extended)]), "_ZNSt3__113basic_istreamIcNS_11char_traitsIcEEErsERe"),
    (
        STREAM.writing(through![1: Integers]),
        "_ZNSt3__113basic_istreamIcNS_11char_traitsIcEEErsERb _ZNSt3__113basic_istreamIcNS_11char_traitsIcEEErsERs \
         _ZNSt3__113basic_istreamIcNS_11char_traitsIcEEErsERt _ZNSt3__113basic_istreamIcNS_11char_traitsIcEEErsERi \
         _ZNSt3__113basic_istreamIcNS_11char_traitsIcEEErsERj _ZNSt3__113basic_istreamIcNS_11char_traitsIcEEErsERl \
         _ZNSt3__113basic_istreamIcNS_11char_traitsIcEEErsERm _ZNSt3__113basic_istreamIcNS_11char_traitsIcEEErsERx \
         _ZNSt3__113basic_istreamIcNS_11char_traitsIcEEErsERy",
    ),
    (STREAM.writing(through![1: Real(Precision::Single)]), "_ZNSirsERf _ZNSi10_M_extractIfEERSiRT_"),
    (STREAM.writing(through![1: Real(Precision::Double)]), "_ZNSirsERd _ZNSi10_M_extractIdEERSiRT_"),
    (STREAM.writing(through![1: Real(Precision::Extended)]), "_ZNSirsERe _ZNSi10_M_extractIeEERSiRT_"),
    (
        STREAM.writing(through![1: Integers]),
        "_ZNSirsERb _ZNSirsERs _ZNSirsERt _ZNSirsERi _ZNSirsERj _ZNSirsERl _ZNSirsERm _ZNSirsERx _ZNSirsERy \
         _ZNSi10_M_extractIbEERSiRT_ _ZNSi10_M_extractItEERSiRT_ _ZNSi10_M_extractIjEERSiRT_ \
         _ZNSi10_M_extractIlEERSiRT_ _ZNSi10_M_extractImEERSiRT_ _ZNSi10_M_extractIxEERSiRT_ \
         _ZNSi10_M_extractIyEERSiRT_ _ZNSi3getERc _ZNSi3getEPcl _ZNSi3getEPclc _ZNSi7getlineEPcl _ZNSi7getlineEPclc \
         _ZStrsISt11char_traitsIcEERSt13basic_istreamIcT_ES5_RS2_ \
         _ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_ \
         _ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE \
         _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE \
         _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_",
    ),
    (STREAM.writing(through![1: Bytes(2)]), "_ZNSi4readEPcl"),
    (OBJECT.writing(through![1: Bytes(2)]), "_ZNSi8readsomeEPcl"),
    (READS, "_ZNKSi6gcountEv"),
    (STREAM, "_ZNSi5seekgElSt12_Ios_Seekdir _ZNSi5seekgESt4fposI11__mbstate_tE _ZNSi6ignoreEl _ZNSi6ignoreEli"),
    (STREAM, "_ZNSi6ignoreEv _ZNSi5ungetEv _ZNSi7putbackEc"),
    (OBJECT, "_ZNSi3getEv _ZNSi4peekEv _ZNSi5tellgEv _ZNSi4syncEv"),
];

/// List and tree links.
pub(crate) const LINKS: &str = "\
    _ZNSt8__detail15_List_node_base7_M_hookEPS0_ _ZNSt8__detail15_List_node_base9_M_unhookEv \
    _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_ _ZNSt8__detail15_List_node_base10_M_reverseEv \
    _ZNSt8__detail15_List_node_base4swapERS0_S1_ \
    _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base \
    _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base \
    _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_ \
    _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_";

/// What LLVM's library has compiled, though a header could hold it.
pub(crate) const WRITTEN_OUT: &str = "\
    _ZNSt3__16__sortIRNS_6__lessIddEEPdEEvT0_S5_T_ _ZNSt3__16__sortIRNS_6__lessIffEEPfEEvT0_S5_T_ \
    _ZNSt3__119__shared_weak_count14__release_weakEv _ZNSt3__119__shared_weak_count4lockEv \
    _ZNSt3__119__shared_weak_countD0Ev _ZNSt3__119__shared_weak_countD1Ev _ZNSt3__119__shared_weak_countD2Ev \
    _ZNSt3__114__shared_countD2Ev";

/// Functions of GNU's headers of which derivatives have other code: `std::pow` of a complex number and a real exponent, whose
/// own code takes numbers on the positive real axis for real ones, which have no derivative by the imaginary part.
pub(crate) const REPLACED: &str = "\
    _ZSt3powIfESt7complexIT_ERKS2_RKS1_ _ZSt3powIdESt7complexIT_ERKS2_RKS1_ _ZSt3powIeESt7complexIT_ERKS2_RKS1_";

const INPUT: &str = "this part of C++ stream input is not known";
const THREADS: &str = "threads are not differentiated yet";

/// Streams of GNU's library, and what they are made of.
const STREAMS_OF_GNU: &[(&str, Known)] = &[
    // std::ostream and what writes to one.
    ("_ZNSo", Known::Inactive(STREAM)),
    ("_ZSt16__ostream_insert", Known::Inactive(STREAM)),
    ("_ZStlsI", Known::Inactive(STREAM)),
    ("_ZSt4endlI", Known::Inactive(STREAM)),
    ("_ZSt4endsI", Known::Inactive(STREAM)),
    ("_ZSt5flushI", Known::Inactive(STREAM)),
    ("_ZNSt13basic_ostreamIw", Known::Inactive(STREAM)),
    ("_ZNSi", Known::Unsupported(INPUT)),
    ("_ZNSiC", Known::Inactive(OBJECT)),
    ("_ZNSiD", Known::Inactive(OBJECT)),
    ("_ZNSi6sentry", Known::Inactive(OBJECT)),
    // Streams, buffers, locales.
    ("_ZNSt8ios_base", Known::Inactive(OWNER)),
    ("_ZNKSt8ios_base", Known::Inactive(OWNER)),
    ("_ZNSt9basic_iosI", Known::Inactive(OWNER)),
    ("_ZNKSt9basic_iosI", Known::Inactive(OWNER)),
    ("_ZNSt6locale", Known::Inactive(OWNER)),
    ("_ZNKSt6locale", Known::Inactive(OWNER)),
    ("_ZNKSt5ctypeI", Known::Inactive(OWNER)),
    ("_ZNSt5ctypeI", Known::Inactive(OWNER)),
    ("_ZSt9use_facetI", Known::Inactive(OWNER)),
    ("_ZSt9has_facetI", Known::Inactive(OWNER)),
    ("_ZNSt13basic_filebufI", Known::Inactive(OWNER)),
    ("_ZNKSt13basic_filebufI", Known::Inactive(OWNER)),
    ("_ZNKSt13basic_fstreamI", Known::Inactive(OWNER)),
    ("_ZNKSt14basic_ifstreamI", Known::Inactive(OWNER)),
    ("_ZNKSt14basic_ofstreamI", Known::Inactive(OWNER)),
    ("_ZNKSt15basic_streambufI", Known::Inactive(OWNER)),
    ("_ZNKSt12__basic_fileI", Known::Inactive(OWNER)),
    ("_ZNSt12__basic_fileI", Known::Inactive(OWNER)),
    ("_ZNSt13basic_fstreamI", Known::Inactive(OWNER)),
    ("_ZNSt14basic_ifstreamI", Known::Inactive(OWNER)),
    ("_ZNSt14basic_ofstreamI", Known::Inactive(OWNER)),
    ("_ZNSt15basic_streambufI", Known::Inactive(OWNER)),
    ("_ZNSt7__cxx1115basic_stringbufI", Known::Inactive(OWNER)),
    ("_ZNKSt7__cxx1115basic_stringbufI", Known::Inactive(MADE_TEXT)),
    ("_ZNSt7__cxx1118basic_stringstreamI", Known::Inactive(OWNER)),
    ("_ZNSt7__cxx1119basic_istringstreamI", Known::Inactive(OWNER)),
    ("_ZNSt7__cxx1119basic_ostringstreamI", Known::Inactive(OWNER)),
    ("_ZNKSt7__cxx1118basic_stringstreamI", Known::Inactive(MADE_TEXT)),
    ("_ZNKSt7__cxx1119basic_istringstreamI", Known::Inactive(MADE_TEXT)),
    ("_ZNKSt7__cxx1119basic_ostringstreamI", Known::Inactive(MADE_TEXT)),
    ("_ZNKRSt7__cxx1115basic_stringbufI", Known::Inactive(MADE_TEXT)),
    ("_ZNKRSt7__cxx1118basic_stringstreamI", Known::Inactive(MADE_TEXT)),
    ("_ZNKRSt7__cxx1119basic_istringstreamI", Known::Inactive(MADE_TEXT)),
    ("_ZNKRSt7__cxx1119basic_ostringstreamI", Known::Inactive(MADE_TEXT)),
    ("_ZNOSt7__cxx1115basic_stringbufI", Known::Inactive(MADE_TEXT)),
    ("_ZNOSt7__cxx1118basic_stringstreamI", Known::Inactive(MADE_TEXT)),
    ("_ZNOSt7__cxx1119basic_istringstreamI", Known::Inactive(MADE_TEXT)),
    ("_ZNOSt7__cxx1119basic_ostringstreamI", Known::Inactive(MADE_TEXT)),
];

/// Other families of input, each known by its whole name.
const INPUT_OF_GNU: [&str; 2] = ["_ZStrsI", "_ZSt7getlineI"];

/// Families by how their symbols start. The longest that fits counts.
const PREFIXES: &[(&str, Known)] = &[
    // Text.
    ("_ZNSt7__cxx1112basic_stringIc", Known::Inactive(CHANGED_TEXT)),
    ("_ZNKSt7__cxx1112basic_stringIc", Known::Inactive(MADE_TEXT)),
    ("_ZStplIc", Known::Inactive(MADE_TEXT)),
    ("_ZN9__gnu_cxx12__to_xstringI", Known::Inactive(MADE_TEXT)),
    ("_ZNSaIcEC", Known::Inactive(PURE)),
    ("_ZNSaIcED", Known::Inactive(PURE)),
    ("_ZNSs", Known::Inactive(OWNER)),
    ("_ZNKSs", Known::Inactive(OWNER)),
    // Pointers to exceptions: who catches what is thrown again finds its shadow by its address.
    ("_ZSt17current_exceptionv", Known::Inactive(GLOBAL.writing(through![0: ForeignPointer]))),
    ("_ZSt17rethrow_exception", Known::Inactive(NEVER)),
    ("_ZNSt15__exception_ptr", Known::Inactive(EXCEPTION_POINTER)),
    ("_ZNKSt15__exception_ptr", Known::Inactive(EXCEPTION_POINTER)),
    ("_ZNSt13exception_ptr", Known::Inactive(EXCEPTION_POINTER)),
    ("_ZNKSt13exception_ptr", Known::Inactive(EXCEPTION_POINTER)),
    // Exception classes.
    ("_ZNSt9exception", Known::Inactive(OBJECT)),
    ("_ZNKSt9exception", Known::Inactive(OWNER)),
    ("_ZNSt11logic_error", Known::Inactive(OBJECT)),
    ("_ZNSt12domain_error", Known::Inactive(OBJECT)),
    ("_ZNSt12length_error", Known::Inactive(OBJECT)),
    ("_ZNSt12out_of_range", Known::Inactive(OBJECT)),
    ("_ZNSt11range_error", Known::Inactive(OBJECT)),
    ("_ZNSt12system_error", Known::Inactive(OBJECT)),
    ("_ZNSt13runtime_error", Known::Inactive(OBJECT)),
    ("_ZNSt14overflow_error", Known::Inactive(OBJECT)),
    ("_ZNSt15underflow_error", Known::Inactive(OBJECT)),
    ("_ZNSt16invalid_argument", Known::Inactive(OBJECT)),
    ("_ZNSt8bad_cast", Known::Inactive(OBJECT)),
    ("_ZNSt9bad_alloc", Known::Inactive(OBJECT)),
    ("_ZNSt20bad_array_new_length", Known::Inactive(OBJECT)),
    ("_ZNSt10bad_typeid", Known::Inactive(OBJECT)),
    ("_ZNSt13bad_exception", Known::Inactive(OBJECT)),
    ("_ZNSt12bad_any_cast", Known::Inactive(OBJECT)),
    ("_ZNSt18bad_variant_access", Known::Inactive(OBJECT)),
    ("_ZNSt19bad_optional_access", Known::Inactive(OBJECT)),
    ("_ZNSt12future_error", Known::Inactive(OBJECT)),
    ("_ZNSt12bad_weak_ptr", Known::Inactive(OBJECT)),
    ("_ZNSt17bad_function_call", Known::Inactive(OBJECT)),
    ("_ZNSt3__117bad_function_call", Known::Inactive(OBJECT)),
    ("_ZNSt3__112bad_weak_ptr", Known::Inactive(OBJECT)),
    ("_ZNSt3__112system_error", Known::Inactive(OBJECT)),
    // Clocks and chance.
    ("_ZNSt6chrono3_V2", Known::Inactive(GLOBAL)),
    ("_ZNSt13random_device", Known::Inactive(OBJECT)),
    // Threads.
    ("_ZNSt6thread", Known::Unsupported(THREADS)),
    ("_ZNSt18condition_variable", Known::Unsupported(THREADS)),
    ("_ZNSt13__future_base", Known::Unsupported(THREADS)),
    ("_ZNSt3__16thread", Known::Unsupported(THREADS)),
    // LLVM's library.
    ("_ZNSt3__112basic_stringIc", Known::Inactive(TEXT_OF_LLVM)),
    ("_ZNKSt3__112basic_stringIc", Known::Inactive(MADE_TEXT)),
    ("_ZNSt3__19to_string", Known::Inactive(MADE_TEXT)),
    ("_ZNSt3__14sto", Known::Inactive(PARSED)),
    ("_ZNSt3__15sto", Known::Inactive(PARSED)),
    ("_ZNSt3__16sto", Known::Inactive(PARSED)),
    ("_ZNSt3__16chrono12system_clock3now", Known::Inactive(GLOBAL)),
    ("_ZNSt3__16chrono12steady_clock3now", Known::Inactive(GLOBAL)),
    ("_ZNSt3__16locale", Known::Inactive(OWNER)),
    ("_ZNKSt3__16locale", Known::Inactive(OWNER)),
];

/// Streams of LLVM's library: much of them is in its headers.
const STREAMS_OF_LLVM: &[(&str, Known)] = &[
    ("_ZNSt3__113basic_ostreamI", Known::Inactive(STREAM)),
    ("_ZNSt3__124__put_character_sequence", Known::Inactive(STREAM)),
    ("_ZNSt3__1ls", Known::Inactive(STREAM)),
    ("_ZNSt3__14endl", Known::Inactive(STREAM)),
    ("_ZNSt3__14ends", Known::Inactive(STREAM)),
    ("_ZNSt3__15flush", Known::Inactive(STREAM)),
    ("_ZNSt3__19basic_iosI", Known::Inactive(OWNER)),
    ("_ZNKSt3__19basic_iosI", Known::Inactive(OWNER)),
    ("_ZNSt3__18ios_base", Known::Inactive(OWNER)),
    ("_ZNKSt3__18ios_base", Known::Inactive(OWNER)),
    ("_ZNSt3__115basic_streambufI", Known::Inactive(OWNER)),
    ("_ZNSt3__115basic_stringbufI", Known::Inactive(OWNER)),
    ("_ZNKSt3__115basic_stringbufI", Known::Inactive(MADE_TEXT)),
    ("_ZNSt3__113basic_filebufI", Known::Inactive(OWNER)),
    ("_ZNSt3__114basic_ifstreamI", Known::Inactive(OWNER)),
    ("_ZNSt3__113basic_fstreamI", Known::Inactive(OWNER)),
    ("_ZNKSt3__113basic_filebufI", Known::Inactive(OWNER)),
    ("_ZNKSt3__113basic_fstreamI", Known::Inactive(OWNER)),
    ("_ZNKSt3__114basic_ifstreamI", Known::Inactive(OWNER)),
    ("_ZNKSt3__114basic_ofstreamI", Known::Inactive(OWNER)),
    ("_ZNKSt3__113basic_istreamI", Known::Inactive(READS)),
    ("_ZNSt3__114basic_ofstreamI", Known::Inactive(OWNER)),
    ("_ZNSt3__118basic_stringstreamI", Known::Inactive(OWNER)),
    ("_ZNSt3__119basic_istringstreamI", Known::Inactive(OWNER)),
    ("_ZNSt3__119basic_ostringstreamI", Known::Inactive(OWNER)),
    ("_ZNKSt3__118basic_stringstreamI", Known::Inactive(MADE_TEXT)),
    ("_ZNKSt3__119basic_istringstreamI", Known::Inactive(MADE_TEXT)),
    ("_ZNKSt3__119basic_ostringstreamI", Known::Inactive(MADE_TEXT)),
    ("_ZNKRSt3__118basic_stringstreamI", Known::Inactive(MADE_TEXT)),
    ("_ZNKRSt3__119basic_ostringstreamI", Known::Inactive(MADE_TEXT)),
    ("_ZNOSt3__118basic_stringstreamI", Known::Inactive(MADE_TEXT)),
    ("_ZNOSt3__119basic_ostringstreamI", Known::Inactive(MADE_TEXT)),
    ("_ZNSt3__113basic_istreamI", Known::Unsupported(INPUT)),
    ("_ZNSt3__113basic_istreamIcNS_11char_traitsIcEEEC", Known::Inactive(OBJECT)),
    ("_ZNSt3__113basic_istreamIcNS_11char_traitsIcEEED", Known::Inactive(OBJECT)),
];

/// Is this a function of streams that a header defines, and that is looked up by its name all the same?
pub fn is_code_of_streams(name: &str) -> bool {
    let is_shift = ["_ZNSt3__1ls", "_ZStlsI"].iter().any(|start| name.starts_with(start));
    let known = longest_prefix(STREAMS_OF_LLVM, name).or_else(|| longest_prefix(STREAMS_OF_GNU, name));
    (!is_shift || name.contains("basic_ostream")) && matches!(known, Some(Known::Inactive(_)))
}

/// Does a function belong to streams, whether something is known of it or not?
pub fn is_of_streams(name: &str) -> bool {
    let mut families = STREAMS_OF_GNU.iter().chain(STREAMS_OF_LLVM).map(|(prefix, _)| *prefix).chain(INPUT_OF_GNU);
    families.any(|prefix| name.starts_with(prefix))
}

fn longest_prefix(families: &[(&str, Known)], name: &str) -> Option<Known> {
    let fitting = families.iter().filter(|(prefix, _)| name.starts_with(prefix));
    fitting.max_by_key(|(prefix, _)| prefix.len()).map(|&(_, known)| known)
}

/// How the symbol of `what()` of an exception ends.
const WHAT_OF_A_CLASS: &str = "4whatEv";

/// What a symbol's beginning says of it.
pub(crate) fn family(name: &str) -> Option<Known> {
    let standard = ["_ZSt", "_ZNSt", "_ZNKSt", "_ZNKRSt", "_ZNOSt"].iter().any(|start| name.starts_with(start));
    if standard
        && (name.contains("__throw_")
            || name.contains("__glibcxx_assert_fail")
            || name.contains("__libcpp_verbose_abort"))
    {
        return Some(Known::Inactive(NEVER));
    }
    if standard && name.ends_with(WHAT_OF_A_CLASS) {
        return Some(Known::Inactive(TEXT));
    }
    longest_prefix(PREFIXES, name)
        .or_else(|| longest_prefix(STREAMS_OF_GNU, name))
        .or_else(|| longest_prefix(STREAMS_OF_LLVM, name))
}
