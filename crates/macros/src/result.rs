//! How the result travels: through a place of the derivative, beside which lies its tangent or its seed.

use crate::activity::{Activity, DerivativeMode};
use crate::attribute::Request;
use crate::parameter::{Pieces, fresh, marker};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::Type;
use syn::spanned::Spanned;

/// What the derivative returns for the result of the function: the type and the value, if anything.
pub type Returned = Option<(TokenStream, TokenStream)>;

/// The name of the place the function writes its result to, as the plugin sees it.
pub fn flat_name() -> Ident {
    Ident::new("flat_result", Span::mixed_site())
}

/// Adds the pieces of the result.
pub fn add(pieces: &mut Pieces, request: &Request) -> Returned {
    let ty = request.signature.result.as_ref()?;
    let (activity, _) = request.result?;
    let flat = flat_name();
    pieces.flat.push(code!(#flat: &mut ::core::mem::MaybeUninit<#ty>));
    let result = Ident::new("result", Span::mixed_site());
    pieces.hold(request.mode, &result, &code!(::core::mem::MaybeUninit::<#ty>::uninit()));
    let place = code!(result.as_mut_ptr());
    match (activity, request.mode) {
        (Activity::Const, _) => {
            pieces.operands.extend([marker("enzyme_const"), place]);
            Some((code!(#ty), code!(unsafe { result.assume_init_read() })))
        }
        (_, DerivativeMode::Forward) => Some(tangent(pieces, request, ty, activity)),
        (_, DerivativeMode::Reverse | DerivativeMode::Split) => seed(pieces, request, ty, activity),
    }
}

/// The result and its tangents, as `std::autodiff` returns them.
fn tangent(pieces: &mut Pieces, request: &Request, ty: &Type, activity: Activity) -> (TokenStream, TokenStream) {
    let width = request.width;
    require_active(pieces, ty);
    pieces.before.push(code! {
        let mut tangents = [const { ::core::mem::MaybeUninit::<#ty>::zeroed() }; #width];
    });
    pieces.operands.push(marker(if activity.drops_primal() { "enzyme_dupnoneed" } else { "enzyme_dup" }));
    pieces.operands.push(code!(result.as_mut_ptr()));
    pieces.operands.extend((0..width).map(|lane| code!(tangents[#lane].as_mut_ptr())));
    let value = code!(unsafe { result.assume_init_read() });
    let tangents = code!(tangents.map(|tangent| unsafe { tangent.assume_init() }));
    let one = code!({ let [tangent] = #tangents; tangent });
    match (activity, width) {
        (Activity::Dual, 1) => (code!((#ty, #ty)), code!((#value, #one))),
        (Activity::Dual, _) => {
            let all = width + 1;
            let lanes: Vec<Ident> =
                (0..width).map(|lane| fresh("tangent_", &Ident::new(&format!("l{lane}"), Span::call_site()))).collect();
            (code!([#ty; #all]), code!({ let [#(#lanes),*] = #tangents; [#value, #(#lanes),*] }))
        }
        (Activity::Dualv, _) => (code!((#ty, [#ty; #width])), code!((#value, #tangents))),
        (Activity::DualOnly, 1) => (code!(#ty), one),
        _ => (code!([#ty; #width]), tangents),
    }
}

/// The seed is the last parameter of the derivative.
fn seed(pieces: &mut Pieces, request: &Request, ty: &Type, activity: Activity) -> Returned {
    let width = request.width;
    let seed = Ident::new("dret", Span::mixed_site());
    if request.mode == DerivativeMode::Reverse {
        pieces.parameters.push(if width == 1 { code!(#seed: #ty) } else { code!(#seed: [#ty; #width]) });
    }
    require_active(pieces, ty);
    let shadows = match (request.mode, width) {
        (DerivativeMode::Split, _) => code!([<#ty as ::zymase::Active>::ZERO]),
        (_, 1) => code!([#seed]),
        _ => code!(#seed),
    };
    pieces.hold(request.mode, &Ident::new("seeds", Span::mixed_site()), &shadows);
    pieces.operands.push(marker(if activity.drops_primal() { "enzyme_dupnoneed" } else { "enzyme_dup" }));
    pieces.operands.push(code!(result.as_mut_ptr()));
    pieces.operands.extend((0..width).map(|lane| code!(&raw mut seeds[#lane])));
    let value = (code!(#ty), code!(unsafe { result.assume_init_read() }));
    Some(value).filter(|_| !activity.drops_primal())
}

/// The type must have derivatives of the same type, or rustc says so at the place where it is written.
fn require_active(pieces: &mut Pieces, ty: &Type) {
    let span = ty.span().resolved_at(Span::mixed_site());
    pieces.before.push(quote_spanned!(span=> const { ::zymase::__private::require_active::<#ty>() };));
}
