//! Split mode: a type with one function, `augmented`, that runs the function and returns its result with a tape.
//!
//! The tape owns the places that both halves use (values, seeds, gradients) and a closure that makes the second call.

use crate::activity::Activity;
use crate::attribute::Request;
use crate::parameter::{self, Pieces, fresh, marker};
use crate::{derivative, result};
use proc_macro2::{Span, TokenStream};
use syn::visit_mut::{self, VisitMut};
use syn::{Error, FnArg, GenericParam, Generics, Lifetime, Result, TypeReference, parse_quote};

/// The type and its function.
pub fn expand(request: &Request) -> Result<TokenStream> {
    let signature = &request.signature;
    if signature.is_associated() {
        let text = "a method has no split derivative: put the attribute on a function outside `impl` that calls it";
        return Err(Error::new(signature.span, text));
    }
    let mut pieces = Pieces::default();
    for index in 0..signature.parameters.len() {
        parameter::add(&mut pieces, request, index);
    }
    let value = result::add(&mut pieces, request);
    let primal = derivative::primal(request, &pieces)?;
    let (value_type, value) = value.unwrap_or((code!(()), code!(())));
    let (visibility, attributes, name) = (&signature.visibility, &signature.attributes, &request.name);
    let unsafety = request.is_unsafe.then(|| code!(unsafe));
    let tape_lifetime = tape_lifetime();
    let generics = with_tape_lifetime(&signature.generics);
    let where_clause = &generics.where_clause;
    let parameters = name_lifetimes(&pieces.parameters);
    let before = &pieces.before;
    let (operands, after) = (&pieces.operands, &pieces.after);
    let augment = derivative::external(request, "augmentfwd", &code!(-> *mut ::core::ffi::c_void));
    let sweep = sweep(request, &pieces);
    let (seed_type, gradient_type) = (&sweep.seed_type, &sweep.gradient_type);
    let sweep = &sweep.closure;
    let what = format!("The derivative of `{}` in two halves.", signature.name);
    Ok(code! {
        #(#attributes)*
        #[doc = #what]
        #[allow(non_camel_case_types)]
        #visibility struct #name;
        #(#attributes)*
        impl #name {
            /// Runs the function; with its result comes the tape that the reverse sweep runs from.
            #[allow(clippy::too_many_arguments, clippy::type_complexity, unused_unsafe, unused_mut)]
            #visibility #unsafety fn augmented #generics (#(#parameters),*)
                -> (#value_type, ::zymase::Tape<#tape_lifetime, #seed_type, #gradient_type>) #where_clause
            {
                #(#before)*
                #primal
                let tape = {
                    #augment
                    unsafe { external(::zymase::__private::function(&primal), #(#operands),*) }
                };
                #(#after)*
                let value = #value;
                (value, ::zymase::Tape::new(#sweep))
            }
        }
    })
}

struct Sweep {
    seed_type: TokenStream,
    gradient_type: TokenStream,
    closure: TokenStream,
}

/// The second half: with a seed the reverse sweep, without one the end of the tape.
fn sweep(request: &Request, pieces: &Pieces) -> Sweep {
    let operands = &pieces.operands;
    let (keep, discard) = (marker("enzyme_nofree"), marker("zymase_discard"));
    let is_seeded =
        request.signature.result.is_some() && request.result.is_some_and(|(activity, _)| activity != Activity::Const);
    let (seed_type, set_seed) = match &request.signature.result {
        Some(ty) if is_seeded => (code!(#ty), code!(seeds[0] = seed;)),
        _ => (code!(()), code!(let () = seed;)),
    };
    let (types, values): (Vec<_>, Vec<_>) = pieces.gradients.iter().cloned().unzip();
    let (gradient_type, gradients) = match (types.as_slice(), values.as_slice()) {
        ([ty], [value]) => (code!(#ty), code!(#value)),
        _ => (code!((#(#types),*)), code!((#(#values),*))),
    };
    let clear = request.signature.parameters.iter().zip(&request.activities).filter_map(|(declared, (activity, _))| {
        let gradient = fresh("d", &declared.name);
        let ty = &declared.ty;
        (*activity == Activity::Active).then(|| code!(#gradient[0] = <#ty as ::zymase::Active>::ZERO;))
    });
    let reverse = derivative::external(request, "reverse", &code!());
    let end = derivative::external(request, "reverse at the end", &code!());
    let closure = code! {
        move |seed| unsafe {
            // Not from outside: the plugin must see which function it is.
            let function = ::zymase::__private::function(&primal);
            let Some(seed) = seed else {
                #end
                external(function, #discard, #(#operands,)* tape);
                return None;
            };
            #set_seed
            #(#clear)*
            #reverse
            external(function, #keep, #(#operands,)* tape);
            Some(#gradients)
        }
    };
    Sweep { seed_type, gradient_type, closure }
}

fn tape_lifetime() -> Lifetime {
    Lifetime::new("'tape", Span::mixed_site())
}

/// The generics, with the lifetime of the tape, which everything else outlives.
fn with_tape_lifetime(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    let tape = tape_lifetime();
    let outlives: Vec<syn::WherePredicate> = generics
        .params
        .iter()
        .filter_map(|parameter| match parameter {
            GenericParam::Lifetime(lifetime) => {
                let lifetime = &lifetime.lifetime;
                Some(parse_quote!(#lifetime: #tape))
            }
            GenericParam::Type(ty) => {
                let ty = &ty.ident;
                Some(parse_quote!(#ty: #tape))
            }
            GenericParam::Const(_) => None,
        })
        .collect();
    generics.params.insert(0, parse_quote!(#tape));
    generics.make_where_clause().predicates.extend(outlives);
    generics
}

/// Parameters whose references last as long as the tape, where they do not say how long.
fn name_lifetimes(parameters: &[TokenStream]) -> Vec<FnArg> {
    struct Namer;
    impl VisitMut for Namer {
        fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
            reference.lifetime.get_or_insert_with(tape_lifetime);
            visit_mut::visit_type_reference_mut(self, reference);
        }
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            if lifetime.ident == "_" {
                *lifetime = tape_lifetime();
            }
        }
    }
    let name = |parameter: &TokenStream| {
        let mut parameter: FnArg = parse_quote!(#parameter);
        Namer.visit_fn_arg_mut(&mut parameter);
        parameter
    };
    parameters.iter().map(name).collect()
}
