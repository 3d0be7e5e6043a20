//! What `cargo zymase check` needs to check a derivative: functions that call it, and a derivative of the other mode, with
//! arguments that are drawn; registered before `main` of a test program runs.
//!
//! Only `cargo zymase check` has these written: it says so in the environment. Any other build is what it would be without. What cannot
//! be called with arguments alone is registered with the reason.
//!
//! - `calls`: calls with drawn arguments;
//! - `wrapper`: a derivative of the other mode, of the same function.

mod calls;
mod wrapper;

use crate::activity::{Activity, DerivativeMode};
use crate::attribute::Request;
use calls::Caller;
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::{Attribute, GenericParam, Result, Type};

/// Set by `cargo zymase check`.
const WANTED: &str = "CARGO_ZYMASE_WRITE_CHECKS";

/// Should checks be written?
pub fn is_wanted() -> bool {
    std::env::var_os(WANTED).is_some()
}

/// The check of a derivative, or why there is none.
pub fn expand(request: &Request) -> Result<TokenStream> {
    let signature = &request.signature;
    let is_generic = signature.generics.params.iter().any(|each| !matches!(each, GenericParam::Lifetime(_)));
    let reason = if signature.is_associated() {
        Some("it is a method; write a function outside `impl` that calls it, and annotate that one")
    } else if is_generic {
        Some("it is generic; write a function that calls it with the types of interest, and annotate that one")
    } else if signature.is_unsafe {
        Some("it is `unsafe`; write a function that makes valid arguments and calls it, and annotate that one")
    } else {
        None
    };
    let attributes: Vec<&Attribute> =
        signature.attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).collect();
    let Some(reason) = reason else {
        let (subject, functions) = subject(request)?;
        let entry = entry(request, &code!(::core::result::Result::Ok(#subject)));
        return Ok(code! {
            #(#attributes)*
            #[cfg(test)]
            #[allow(unused, deprecated)]
            const _: () = {
                #functions
                #entry
            };
        });
    };
    let entry = entry(request, &code!(::core::result::Result::Err(#reason)));
    if !signature.is_associated() {
        return Ok(code!(#(#attributes)* #[cfg(test)] const _: () = { #entry };));
    }
    // No items but functions may stand in an `impl` block.
    let holder = Ident::new(&format!("__zymase_check_of_{}", request.name), Span::mixed_site());
    Ok(code! {
        #(#attributes)*
        #[cfg(test)]
        #[doc(hidden)]
        #[allow(dead_code, trivial_bounds)]
        fn #holder() where Self: Sized { #entry }
    })
}

/// Registers a check. Functions that stand in `.init_array` run before `main`, those with a number first.
fn entry(request: &Request, subject: &TokenStream) -> TokenStream {
    let derivative = request.name.to_string();
    let function = request.signature.name.to_string();
    let mode = match request.mode {
        DerivativeMode::Forward => "forward",
        DerivativeMode::Reverse => "reverse",
        DerivativeMode::Split => "split",
    };
    code! {
        static __ZYMASE_ENTRY: ::zymase::__private::checker::Entry = ::zymase::__private::checker::Entry {
            derivative: #derivative,
            function: #function,
            mode: #mode,
            module: ::core::module_path!(),
            file: ::core::file!(),
            line: ::core::line!(),
            subject: #subject,
        };
        extern "C" fn __zymase_register() {
            ::zymase::__private::checker::register(&__ZYMASE_ENTRY);
        }
        #[used]
        #[unsafe(link_section = ".init_array.20000")]
        static __ZYMASE_REGISTER: extern "C" fn() = __zymase_register;
        #[used]
        #[unsafe(link_section = ".init_array")]
        static __ZYMASE_RUN: extern "C" fn() = ::zymase::__private::checker::run;
    }
}

/// The function that says how everything is called, and the functions it speaks of.
fn subject(request: &Request) -> Result<(TokenStream, TokenStream)> {
    let signature = &request.signature;
    let wrapper = wrapper::of(request);
    let other_derivative = crate::derivative::expand(&wrapper.request)?;
    let other_function = &wrapper.function;
    let own = Caller::of(request);
    let (value, read, describe, own) = (own.value(), own.read(), own.describe(), own.derivative());
    let other = Caller::of(&wrapper.request).derivative();
    let generics = &signature.generics;
    let where_clause = &generics.where_clause;
    let parameters = signature.parameters.iter().zip(&request.activities).map(|(declared, (activity, _))| {
        let (name, ty, text) = (declared.name.to_string(), &declared.ty, written(&declared.ty));
        let active = *activity != Activity::Const;
        code! {
            ::zymase::__private::checker::Parameter {
                name: #name,
                ty: #text,
                active: #active,
                known: (&::zymase::__private::checker::Probe::<#ty>::new()).is_known(),
            }
        }
    });
    let unreadable = match (&signature.result, request.result) {
        (Some(ty), Some((activity, _))) if activity != Activity::Const => {
            let text = written(ty);
            code!((!(&::zymase::__private::checker::Probe::<#ty>::new()).is_known()).then_some(#text))
        }
        _ => code!(::core::option::Option::None),
    };
    let is_forward = request.mode == DerivativeMode::Forward;
    let call = code!(call: &mut ::zymase::__private::checker::Call);
    let functions = code! {
        use ::zymase::__private::checker::{Known as _, Unknown as _};
        #other_function
        #other_derivative
        fn __zymase_value #generics (#call) #where_clause { #value }
        fn __zymase_read #generics (#call) #where_clause { #read }
        fn __zymase_own #generics (#call) #where_clause { #own }
        fn __zymase_other #generics (#call) #where_clause { #other }
        fn __zymase_describe #generics (call: &::zymase::__private::checker::Call)
            -> ::std::vec::Vec<::std::string::String> #where_clause { #describe }
        fn __zymase_subject #generics () -> ::zymase::__private::checker::Subject #where_clause {
            ::zymase::__private::checker::Subject {
                parameters: ::std::vec![#(#parameters),*],
                unreadable: #unreadable,
                forward: #is_forward,
                value: __zymase_value,
                read: __zymase_read,
                own: __zymase_own,
                other: __zymase_other,
                describe: __zymase_describe,
            }
        }
    };
    Ok((code!(__zymase_subject), functions))
}

/// A type as a person writes it.
fn written(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string();
    let spaces =
        [("& ", "&"), (" <", "<"), ("< ", "<"), (" >", ">"), (" ,", ","), (" ;", ";"), (" ::", "::"), (":: ", "::")];
    spaces.iter().fold(text, |text, (wide, narrow)| text.replace(wide, narrow))
}
