//! Which virtual functions are meant by calls in GNU's C++ library: their places in tables are those of many others.

/// The place of what is not read from a table.
pub const NO_PLACE: i64 = -1;

/// What a name of a function contains, the place in the table that it reads, in bytes, and what the names of the functions there contain.
const ROWS: &[(&str, i64, &str)] = &[
    ("16_Sp_counted_base", 16, "_Sp_counted 10_M_disposeEv"),
    ("16_Sp_counted_base", 24, "_Sp_counted 10_M_destroyEv"),
    ("__future_base12_Result_base8_Deleter", 16, "__future_base7_Result 10_M_destroyEv"),
    ("__future_base7_Result", 8, "__future_base7_ResultI D0Ev"),
    ("__future_base13_State_baseV24wait", 16, "__future_base 17_M_complete_asyncEv"),
    ("__future_base13_State_baseV24wait", 24, "__future_base 21_M_is_deferred_futureEv"),
    ("__future_base13_State_baseV28wait_for", 16, "__future_base 17_M_complete_asyncEv"),
    ("__future_base13_State_baseV28wait_for", 24, "__future_base 21_M_is_deferred_futureEv"),
    ("__future_base13_State_baseV210wait_until", 16, "__future_base 17_M_complete_asyncEv"),
    ("__future_base13_State_baseV210wait_until", 24, "__future_base 21_M_is_deferred_futureEv"),
    ("St13packaged_taskI", 32, "__future_base11_Task_stateI 6_M_runE"),
    ("St13packaged_taskI", 40, "__future_base11_Task_stateI 14_M_run_delayedE"),
    ("St13packaged_taskI", 48, "__future_base11_Task_stateI 8_M_resetEv"),
    ("_ZNSt6thread15_M_start_thread", 8, "_ZNSt6thread11_State_implI D0Ev"),
    ("_ZNSt6thread15_M_start_thread", 16, "_ZNSt6thread11_State_implI 6_M_runEv"),
    // What std::function calls: no virtual functions, but their addresses lie at a fixed place of an object.
    ("_ZNKSt8functionIF", 24, "St17_Function_handlerI 9_M_invokeE"),
    ("_ZNSt8functionIF", 16, "10_M_managerE"),
    ("_ZNSt14_Function_base", 16, "10_M_managerE"),
    ("13_State_baseV213_M_set_resultE", 24, "St17_Function_handlerI 9_M_invokeE"),
    // A pointer to a member function, which std::async gives its thread.
    (
        "13__invoke_implIvMNSt13__future_base17_Async_state_implI",
        NO_PLACE,
        "__future_base17_Async_state_implI 6_M_runEv",
    ),
    ("14default_deleteINSt6thread6_StateEE", 8, "_ZNSt6thread11_State_implI D0Ev"),
];

/// What a virtual call means in a function of the library, which reads its callee at a place of a table: words that the name of the callee
/// has in it.
pub fn meant_by_virtual_call(function: &str, place: i64) -> Option<&'static str> {
    let fits = |(part, at, _): &&(&str, i64, &str)| *at == place && function.contains(part);
    ROWS.iter().find(fits).map(|&(_, _, words)| words)
}

/// Is a function one of those that are meant?
pub fn is_meant(function: &str, words: &str) -> bool {
    words.split_whitespace().all(|word| function.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_gives_up_a_shared_pointer_ends_the_object() {
        let release = "_ZNSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE10_M_releaseEv";
        let words = meant_by_virtual_call(release, 16).expect("it is listed");
        assert!(is_meant("_ZNSt15_Sp_counted_ptrIPdLN9__gnu_cxx12_Lock_policyE2EE10_M_disposeEv", words));
        assert!(!is_meant("_ZNSt6thread11_State_implIvE6_M_runEv", words));
        assert_eq!(meant_by_virtual_call("f", 16), None);
    }
}
