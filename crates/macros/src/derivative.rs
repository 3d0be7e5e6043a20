//! Forward and reverse mode: one function, one call.

use crate::activity::DerivativeMode;
use crate::attribute::Request;
use crate::parameter::{self, Pieces, marker};
use crate::result;
use proc_macro2::TokenStream;
use syn::{Error, Result};

/// Parameters that the crate `zymase` has functions for.
const MOST_FLAT: usize = 32;

/// The derivative.
pub fn expand(request: &Request) -> Result<TokenStream> {
    let mut pieces = Pieces::default();
    for index in 0..request.signature.parameters.len() {
        parameter::add(&mut pieces, request, index);
    }
    let value = result::add(&mut pieces, request);
    let primal = primal(request, &pieces)?;
    let derivative =
        external(request, if request.mode == DerivativeMode::Forward { "fwddiff" } else { "autodiff" }, &code!());
    let returned: Vec<_> = value.into_iter().chain(pieces.gradients.drain(..)).collect();
    let (types, values): (Vec<_>, Vec<_>) = returned.into_iter().unzip();
    let (output, returned) = match (types.as_slice(), values.as_slice()) {
        ([], []) => (code!(), code!()),
        ([ty], [value]) => (code!(-> #ty), code!(#value)),
        _ => (code!(-> (#(#types),*)), code!((#(#values),*))),
    };
    let lanes = lanes(request.width);
    let Pieces { parameters, before, operands, after, .. } = &pieces;
    let signature = &request.signature;
    let (visibility, attributes, name) = (&signature.visibility, &signature.attributes, &request.name);
    let (generics, where_clause) = (&signature.generics, &signature.generics.where_clause);
    let unsafety = request.is_unsafe.then(|| code!(unsafe));
    let documentation = documentation(request);
    Ok(code! {
        #(#attributes)*
        #[doc = #documentation]
        #[allow(clippy::too_many_arguments, clippy::type_complexity, clippy::needless_pass_by_ref_mut, unused_unsafe, unused_mut)]
        #visibility #unsafety fn #name #generics (#(#parameters),*) #output #where_clause {
            #(#before)*
            #primal
            #derivative
            unsafe {
                external(::zymase::__private::function(&primal), #lanes #(#operands),*);
            }
            #(#after)*
            #returned
        }
    })
}

/// Declares the function that the plugin replaces, as `external`. The plugin looks at how its name begins. It has a name of
/// its own, so that the optimiser does not make one call of calls that differ in their markers; and without the plugin the
/// name is what the linker prints. ` of NAME (` is how `cargo zymase explain` finds one.
pub fn external(request: &Request, operation: &str, result: &TokenStream) -> TokenStream {
    let name = format!(
        "__enzyme_{operation} of {} (derivative of {} (the plugin makes derivatives: build this program with `cargo zymase` \
         instead of `cargo`))",
        request.name, request.signature.name
    );
    code! {
        unsafe extern "C-unwind" {
            #[link_name = #name]
            fn external(function: *const ::core::ffi::c_void, ...) #result;
        }
    }
}

/// The marker of the width and its value, if it is not one.
fn lanes(width: usize) -> TokenStream {
    let marker = marker("enzyme_width");
    if width == 1 { TokenStream::new() } else { code!(#marker, #width,) }
}

/// The function as the plugin sees it: a closure without captures that takes what the call passes.
pub fn primal(request: &Request, pieces: &Pieces) -> Result<TokenStream> {
    let flat = &pieces.flat;
    if flat.len() > MOST_FLAT {
        let text =
            format!("there are too many parameters, {} with the lengths of slices: put some into a struct", flat.len());
        return Err(Error::new(request.signature.span, text));
    }
    let call = request.signature.call(&pieces.arguments);
    let body = match request.signature.result {
        Some(_) => {
            let result = result::flat_name();
            code!(#result.write(#call);)
        }
        None => code!(#call;),
    };
    Ok(code!(let primal = |#(#flat),*| { #body };))
}

fn documentation(request: &Request) -> String {
    let mode = if request.mode == DerivativeMode::Forward { "forward" } else { "reverse" };
    let kinds: Vec<&str> =
        request.activities.iter().chain(&request.result).map(|(activity, _)| activity.name()).collect();
    format!("The derivative of `{}` in {mode} mode ({}).", request.signature.name, kinds.join(", "))
}
