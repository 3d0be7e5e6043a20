//! The attributes of the crate `zymase`.
//!
//! An attribute leaves the function as it is and adds another one, its derivative, whose body is one call of an
//! external function that the compiler plugin replaces. What the arguments of that call are is decided in
//! `parameter` and `result`; `check` refuses activities that do not fit the types. For `cargo zymase check` there is also a
//! check of each derivative (`checker`), which draws arguments of types that derive `Sample` (`sample`).
//!
//! Whoever reads the source without the plugin (`cargo check`, rust-analyzer, rustdoc) sees ordinary functions.
//!
//! - `activity`: what is done with the derivative of a parameter or of the result;
//! - `attribute`: reads an attribute and the function it stands on;
//! - `derivative`: forward and reverse mode;
//! - `mirror`: `#[derive(Mirror)]`;
//! - `signature`: the function an attribute stands on;
//! - `split`: a type whose function returns the result with a tape.

#![forbid(unsafe_code)]

/// Generated code, in which the names of variables are not those of the user's.
macro_rules! code {
    ($($token:tt)*) => { ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($token)*) };
}

mod activity;
mod attribute;
mod check;
mod checker;
mod derivative;
mod mirror;
mod parameter;
mod result;
mod sample;
mod signature;
mod split;

use activity::DerivativeMode;
use proc_macro::TokenStream;
use quote::quote;

/// `#[autodiff_forward(NAME, [WIDTH,] ACTIVITY of each parameter…, ACTIVITY of the result)]`; see the crate `zymase`.
#[proc_macro_attribute]
pub fn autodiff_forward(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand(attribute, item, DerivativeMode::Forward)
}

/// `#[autodiff_reverse(NAME, [WIDTH,] ACTIVITY of each parameter…, ACTIVITY of the result)]`; see the crate `zymase`.
#[proc_macro_attribute]
pub fn autodiff_reverse(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand(attribute, item, DerivativeMode::Reverse)
}

/// `#[autodiff_split(NAME, ACTIVITY of each parameter…, ACTIVITY of the result)]`; see the crate `zymase`.
#[proc_macro_attribute]
pub fn autodiff_split(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand(attribute, item, DerivativeMode::Split)
}

/// `#[derive(Sample)]`: values of the type can be drawn by `cargo zymase check`; see the crate `zymase`.
#[proc_macro_derive(Sample)]
pub fn derive_sample(item: TokenStream) -> TokenStream {
    syn::parse(item).and_then(|item| sample::expand(&item)).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// `#[derive(Mirror)]`: derivatives compare the shape of shadows of the type with that of their values; see the crate `zymase`.
#[proc_macro_derive(Mirror)]
pub fn derive_mirror(item: TokenStream) -> TokenStream {
    syn::parse(item).and_then(|item| mirror::expand(&item)).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// The function as it is, and its derivative or what is wrong with the attribute.
fn expand(attribute: TokenStream, item: TokenStream, mode: DerivativeMode) -> TokenStream {
    let original = proc_macro2::TokenStream::from(item);
    let derived = attribute::parse(attribute.into(), original.clone(), mode).and_then(|request| {
        check::check(&request)?;
        let derivative = match mode {
            DerivativeMode::Split => split::expand(&request)?,
            DerivativeMode::Forward | DerivativeMode::Reverse => derivative::expand(&request)?,
        };
        let check = if checker::is_wanted() { checker::expand(&request)? } else { quote!() };
        Ok(quote!(#derivative #check))
    });
    let derived = derived.unwrap_or_else(|error| error.to_compile_error());
    quote! { #original #derived }.into()
}
