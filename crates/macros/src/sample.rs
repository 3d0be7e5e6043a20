//! `#[derive(Sample)]`: draws the fields of a struct, or one of the variants of an enumeration.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Data, DeriveInput, Error, Fields, Index, Result, parse_quote};

/// The implementation.
pub fn expand(item: &DeriveInput) -> Result<TokenStream> {
    let name = &item.ident;
    let mut generics = item.generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(::zymase::Sample));
    }
    let (generics, arguments, where_clause) = generics.split_for_impl();
    let bodies = match &item.data {
        Data::Struct(data) => one(name, &code!(#name), &data.fields),
        Data::Enum(data) if data.variants.is_empty() => {
            return Err(Error::new(name.span(), "there is no value of an enumeration without variants to draw"));
        }
        Data::Enum(data) => {
            let variants: Vec<(&Ident, &Fields)> =
                data.variants.iter().map(|variant| (&variant.ident, &variant.fields)).collect();
            any(name, &variants)
        }
        Data::Union(_) => return Err(Error::new(name.span(), "which field of a union holds a value is not known")),
    };
    let Bodies { sample, numbers, describe } = bodies;
    Ok(code! {
        #[automatically_derived]
        impl #generics ::zymase::Sample for #name #arguments #where_clause {
            fn sample(source: &mut ::zymase::Source) -> Self {
                source.nested(|source| #sample)
            }

            fn numbers(&self, numbers: &mut ::zymase::Numbers) {
                match self { #numbers }
            }

            fn describe(&self, text: &mut ::std::string::String) {
                match self { #describe }
            }
        }
    })
}

/// How a value is drawn, and arms of matches over it.
struct Bodies {
    sample: TokenStream,
    numbers: TokenStream,
    describe: TokenStream,
}

/// A struct or a variant; `path` is how it is written.
fn one(name: &Ident, path: &TokenStream, fields: &Fields) -> Bodies {
    let locals: Vec<Ident> =
        (0..fields.len()).map(|index| Ident::new(&format!("field_{index}"), Span::mixed_site())).collect();
    let members: Vec<TokenStream> = fields
        .iter()
        .enumerate()
        .map(|(index, field)| match &field.ident {
            Some(name) => code!(#name),
            None => Index::from(index).to_token_stream(),
        })
        .collect();
    let types = fields.iter().map(|field| &field.ty);
    let (open, close) = match fields {
        Fields::Named(_) => (" { ", " }"),
        Fields::Unnamed(_) => ("(", ")"),
        Fields::Unit => ("", ""),
    };
    let before = fields.iter().enumerate().map(|(index, field)| {
        let start = if index == 0 { format!("{name}{open}") } else { ", ".to_owned() };
        start + &field.ident.as_ref().map(|name| format!("{name}: ")).unwrap_or_default()
    });
    let after = if locals.is_empty() { name.to_string() } else { close.to_owned() };
    Bodies {
        sample: code!(#path { #(#members: <#types as ::zymase::Sample>::sample(source)),* }),
        numbers: code!(#path { #(#members: #locals),* } => { #(::zymase::Sample::numbers(#locals, numbers);)* }),
        describe: code! {
            #path { #(#members: #locals),* } => {
                #(text.push_str(#before); ::zymase::Sample::describe(#locals, text);)*
                text.push_str(#after);
            }
        },
    }
}

/// One of several variants.
fn any(name: &Ident, variants: &[(&Ident, &Fields)]) -> Bodies {
    let count = variants.len();
    // Deep inside of a value there must be an end: a variant that does not hold the type itself.
    let is_end = |fields: &Fields| !mentions(fields.to_token_stream(), name);
    let ends: Vec<usize> = (0..count).filter(|index| is_end(variants[*index].1)).collect();
    let bodies: Vec<Bodies> =
        variants.iter().map(|(variant, fields)| one(variant, &code!(#name::#variant), fields)).collect();
    let (last, first) =
        bodies.split_last().map_or((TokenStream::new(), &[][..]), |(last, first)| (last.sample.clone(), first));
    let (numbers, describe): (TokenStream, TokenStream) =
        bodies.iter().map(|body| (body.numbers.clone(), body.describe.clone())).unzip();
    let samples = first.iter().enumerate().map(|(index, body)| {
        let sample = &body.sample;
        code!(#index => #sample,)
    });
    Bodies { sample: code!(match source.variant(#count, &[#(#ends),*]) { #(#samples)* _ => #last }), numbers, describe }
}

fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name || ident == "Self",
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
