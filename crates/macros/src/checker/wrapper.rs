//! A derivative of the other mode, of the same function.
//!
//! Reverse mode takes only some values, and returns their derivatives; forward mode takes others. References mean the same to
//! both: the other derivative is that of a function that takes references to values, and one to the result.

use crate::activity::{Activity, DerivativeMode};
use crate::attribute::Request;
use crate::signature::{Declared, Signature};
use proc_macro2::{Ident, Span, TokenStream};
use syn::{Type, Visibility, parse_quote};

/// A function that calls the user's, and what its derivative is asked for.
pub struct Wrapper {
    pub function: TokenStream,
    pub request: Request,
}

/// The wrapper for the derivative of the other mode.
pub fn of(request: &Request) -> Wrapper {
    let signature = &request.signature;
    let (mode, activity) = match request.mode {
        DerivativeMode::Forward => (DerivativeMode::Reverse, Activity::Duplicated),
        DerivativeMode::Reverse | DerivativeMode::Split => (DerivativeMode::Forward, Activity::Dual),
    };
    let span = Span::mixed_site();
    let mut parameters = Vec::new();
    let mut activities = Vec::new();
    let mut arguments = Vec::new();
    for (index, (declared, (given, _))) in signature.parameters.iter().zip(&request.activities).enumerate() {
        let name = Ident::new(&format!("argument_{index}"), span);
        let ty = &declared.ty;
        let is_value = *given != Activity::Const && !matches!(ty, Type::Reference(_));
        arguments.push(if is_value { code!(*#name) } else { code!(#name) });
        let ty: Type = if is_value { parse_quote!(&#ty) } else { ty.clone() };
        parameters.push(Declared { name, ty, receiver: None, span });
        activities.push((if *given == Activity::Const { Activity::Const } else { activity }, span));
    }
    let call = signature.call(&arguments);
    let body = match (&signature.result, request.result) {
        (Some(ty), Some((given, _))) if given != Activity::Const => {
            parameters.push(Declared {
                name: Ident::new("result", span),
                ty: parse_quote!(&mut #ty),
                receiver: None,
                span,
            });
            activities.push((activity, span));
            code!(*result = #call;)
        }
        _ => code!(let _ = #call;),
    };
    let name = Ident::new("__zymase_wrapper", span);
    let (generics, where_clause) = (&signature.generics, &signature.generics.where_clause);
    let declarations = parameters.iter().map(|Declared { name, ty, .. }| code!(#name: #ty));
    let function = code!(fn #name #generics (#(#declarations),*) #where_clause { #body });
    let signature = Signature {
        name,
        visibility: Visibility::Inherited,
        attributes: Vec::new(),
        generics: generics.clone(),
        is_unsafe: false,
        parameters,
        result: None,
        span: signature.span,
    };
    let name = Ident::new(&format!("__zymase_other_mode_of_{}", request.name), span);
    Wrapper {
        function,
        request: Request { mode, name, is_unsafe: true, width: 1, activities, result: None, signature },
    }
}
