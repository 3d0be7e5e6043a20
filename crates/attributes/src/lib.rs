//! `libzymase_attributes.so`: attributes of the interface in source code, such as `__attribute__((enzyme_inactive))`, for clang.
//!
//! It is a front-end plugin (`-fplugin`), all of it in `cpp/attributes.cpp`: clang's registry of attributes is one of C++ classes.
//! Beside `libzymase.so` and not in it, because that one is loaded by programs that have no front end of C.

#![forbid(unsafe_code)]
