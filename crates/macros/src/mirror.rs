//! `#[derive(Mirror)]`: compares the fields of a struct, or the variants of an enumeration and then their fields.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::{Data, DeriveInput, Error, Fields, Index, Result, Type, parse_quote};

/// The implementation.
pub fn expand(item: &DeriveInput) -> Result<TokenStream> {
    let name = &item.ident;
    let mut generics = item.generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(::zymase::Mirror));
    }
    let (generics, arguments, where_clause) = generics.split_for_impl();
    let Bodies { flat, numbers, compare, abandon } = match &item.data {
        Data::Struct(data) => structure(&data.fields),
        Data::Enum(data) => {
            let variants: Vec<(&Ident, &Fields)> =
                data.variants.iter().map(|variant| (&variant.ident, &variant.fields)).collect();
            enumeration(name, &variants)
        }
        Data::Union(_) => return Err(Error::new(name.span(), "which field of a union holds a value is not known")),
    };
    Ok(code! {
        #[automatically_derived]
        unsafe impl #generics ::zymase::Mirror for #name #arguments #where_clause {
            const FLAT: bool = #flat;
            const NUMBERS: bool = #numbers;

            #[inline]
            fn compare(&self, shadow: &Self, shapes: &mut ::zymase::Shapes) -> ::zymase::Outcome {
                #compare
                ::core::result::Result::Ok(())
            }

            unsafe fn abandon(this: *mut Self) -> bool {
                #abandon
            }
        }
    })
}

struct Bodies {
    flat: TokenStream,
    numbers: TokenStream,
    compare: TokenStream,
    abandon: TokenStream,
}

/// How fields are named in the source, and in messages.
fn members(fields: &Fields) -> Vec<(TokenStream, String)> {
    let member = |(index, field): (usize, &syn::Field)| match &field.ident {
        Some(name) => (name.to_token_stream(), name.to_string()),
        None => (Index::from(index).to_token_stream(), index.to_string()),
    };
    fields.iter().enumerate().map(member).collect()
}

fn structure(fields: &Fields) -> Bodies {
    let types: Vec<&Type> = fields.iter().map(|field| &field.ty).collect();
    let (places, names): (Vec<_>, Vec<_>) = members(fields).into_iter().unzip();
    Bodies {
        flat: code!(true #(&& <#types as ::zymase::Mirror>::FLAT)*),
        numbers: code!(false #(|| <#types as ::zymase::Mirror>::NUMBERS)*),
        compare: code!(#(
            if let ::core::result::Result::Err(mismatch) = ::zymase::Mirror::compare(&self.#places, &shadow.#places, shapes) {
                return ::core::result::Result::Err(mismatch.in_field(#names));
            }
        )*),
        abandon: code!(unsafe {
            true #(& <#types as ::zymase::Mirror>::abandon(&raw mut (*this).#places))*
        }),
    }
}

fn enumeration(name: &Ident, variants: &[(&Ident, &Fields)]) -> Bodies {
    // Nothing to compare where variants hold nothing; and whoever cannot tell which variant it is, cannot tell what to do.
    if variants.iter().all(|(_, fields)| fields.is_empty()) {
        return Bodies { flat: code!(true), numbers: code!(false), compare: code!(), abandon: code!(true) };
    }
    let arms = variants.iter().map(|(variant, fields)| {
        let (places, names): (Vec<_>, Vec<_>) = members(fields).into_iter().unzip();
        let local = |letter: &str, index: usize| Ident::new(&format!("{letter}_{index}"), Span::mixed_site());
        let values: Vec<Ident> = (0..places.len()).map(|index| local("value", index)).collect();
        let shadows: Vec<Ident> = (0..places.len()).map(|index| local("shadow", index)).collect();
        code! {
            (#name::#variant { #(#places: #values),* }, #name::#variant { #(#places: #shadows),* }) => {
                #(if let ::core::result::Result::Err(mismatch) = ::zymase::Mirror::compare(#values, #shadows, shapes) {
                    return ::core::result::Result::Err(mismatch.in_field(#names));
                })*
            }
        }
    });
    let texts = variants.iter().map(|(variant, _)| {
        let text = variant.to_string();
        code!(#name::#variant { .. } => #text,)
    });
    Bodies {
        flat: code!(false),
        numbers: code!(true),
        compare: code! {
            let variant = |of: &Self| match of { #(#texts)* };
            #[allow(unreachable_patterns)]
            match (self, shadow) {
                #(#arms)*
                _ => return ::core::result::Result::Err(::zymase::Mismatch::variant(variant(self), variant(shadow))),
            }
        },
        abandon: code!({
            let _ = this;
            false
        }),
    }
}
