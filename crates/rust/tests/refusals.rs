//! What the attributes refuse, and how they say it: `refusals/*.rs` do not compile, and `refusals/*.stderr` is what rustc
//! prints.

#[test]
fn refusals() {
    trybuild::TestCases::new().compile_fail("tests/refusals/*.rs");
}
