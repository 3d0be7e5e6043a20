//! The function an attribute stands on: its parameters, and how it is called.

use proc_macro2::{Ident, Span, TokenStream};
use quote::format_ident;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Attribute, Error, FnArg, GenericParam, Generics, Pat, Result, ReturnType, Type, Visibility, parse_quote};

/// A function, without its body.
pub struct Signature {
    pub name: Ident,
    pub visibility: Visibility,
    /// Those that the derivative gets too.
    pub attributes: Vec<Attribute>,
    pub generics: Generics,
    pub is_unsafe: bool,
    pub parameters: Vec<Declared>,
    /// None for functions that return nothing.
    pub result: Option<Type>,
    pub span: Span,
}

/// A parameter as it was declared.
pub struct Declared {
    pub name: Ident,
    pub ty: Type,
    /// `self`, `&self` and kin, as written.
    pub receiver: Option<FnArg>,
    pub span: Span,
}

/// A function of which the body is not looked at.
struct Header {
    attributes: Vec<Attribute>,
    visibility: Visibility,
    signature: syn::Signature,
}

impl Parse for Header {
    fn parse(input: ParseStream) -> Result<Header> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        let not_a_function = |error: Error| {
            Error::new(error.span(), "this attribute stands on functions that have a body, and only on those")
        };
        let signature: syn::Signature = input.parse().map_err(not_a_function)?;
        if input.peek(syn::Token![;]) {
            return Err(not_a_function(input.error("")));
        }
        input.parse::<TokenStream>()?;
        Ok(Header { attributes, visibility, signature })
    }
}

impl Signature {
    /// Reads a function; what has no derivative by its very form is refused.
    pub fn read(item: TokenStream) -> Result<Signature> {
        let Header { attributes, visibility, signature } = syn::parse2(item)?;
        refuse(&signature)?;
        let parameters = signature.inputs.iter().enumerate();
        let parameters =
            parameters.map(|(index, input)| declared(&signature.ident, index, input)).collect::<Result<_>>()?;
        let result = match &signature.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => Some((**ty).clone()).filter(|ty| !is_unit(ty)),
        };
        if let Some(ty @ Type::ImplTrait(_)) = &result {
            return Err(Error::new(ty.span(), "the type of the result must be named: `impl Trait` has no derivative"));
        }
        let inherited =
            |attribute: &Attribute| ["cfg", "allow", "expect"].iter().any(|name| attribute.path().is_ident(name));
        Ok(Signature {
            name: signature.ident.clone(),
            visibility,
            attributes: attributes.into_iter().filter(inherited).collect(),
            span: signature.ident.span(),
            is_unsafe: signature.unsafety.is_some(),
            generics: signature.generics,
            parameters,
            result,
        })
    }

    /// A call of the function with these arguments.
    pub fn call(&self, arguments: &[TokenStream]) -> TokenStream {
        let name = &self.name;
        let path = if self.is_associated() { code!(Self::#name) } else { code!(#name) };
        let generics = self.turbofish();
        let call = code!(#path #generics (#(#arguments),*));
        if self.is_unsafe { code!(unsafe { #call }) } else { call }
    }

    /// Does it stand in an `impl` block? A macro sees the function alone: a receiver tells, or the word `Self`.
    pub fn is_associated(&self) -> bool {
        struct Finder(bool);
        impl VisitMut for Finder {
            fn visit_path_mut(&mut self, path: &mut syn::Path) {
                self.0 |= path.segments.first().is_some_and(|segment| segment.ident == "Self");
                syn::visit_mut::visit_path_mut(self, path);
            }
        }
        let mut finder = Finder(self.parameters.iter().any(|parameter| parameter.receiver.is_some()));
        for mut ty in self.parameters.iter().map(|parameter| parameter.ty.clone()).chain(self.result.clone()) {
            finder.visit_type_mut(&mut ty);
        }
        finder.0
    }

    /// Types and constants that the function is generic over; lifetimes are inferred.
    fn turbofish(&self) -> TokenStream {
        let named: Vec<&Ident> = self
            .generics
            .params
            .iter()
            .filter_map(|parameter| match parameter {
                GenericParam::Type(ty) => Some(&ty.ident),
                GenericParam::Const(constant) => Some(&constant.ident),
                GenericParam::Lifetime(_) => None,
            })
            .collect();
        if named.is_empty() { TokenStream::new() } else { code!(::<#(#named),*>) }
    }
}

fn refuse(signature: &syn::Signature) -> Result<()> {
    if let Some(word) = &signature.asyncness {
        return Err(Error::new(
            word.span(),
            "an `async` function has no derivative: differentiate the function it awaits",
        ));
    }
    if let Some(dots) = &signature.variadic {
        return Err(Error::new(dots.span(), "a variadic function has no derivative: give it a list of parameters"));
    }
    Ok(())
}

/// A parameter that has the name of the function would hide it in its derivative, so it gets another one there.
fn declared(function: &Ident, index: usize, input: &FnArg) -> Result<Declared> {
    match input {
        FnArg::Receiver(receiver) => Ok(Declared {
            name: Ident::new("self", receiver.self_token.span()),
            ty: (*receiver.ty).clone(),
            receiver: Some(input.clone()),
            span: receiver.span(),
        }),
        FnArg::Typed(typed) => {
            if let Type::ImplTrait(ty) = &*typed.ty {
                let text = "`impl Trait` as a parameter has no name to differentiate by: write `<F: Trait>` and `F`";
                return Err(Error::new(ty.span(), text));
            }
            let name = match &*typed.pat {
                Pat::Ident(pattern) if pattern.ident == *function => {
                    format_ident!("{function}_", span = pattern.span())
                }
                Pat::Ident(pattern) if pattern.subpat.is_none() && pattern.by_ref.is_none() => pattern.ident.clone(),
                pattern => format_ident!("argument_{index}", span = pattern.span()),
            };
            Ok(Declared { name, ty: (*typed.ty).clone(), receiver: None, span: typed.ty.span() })
        }
    }
}

fn is_unit(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(tuple) if tuple.elems.is_empty())
}

/// A reference type, with `mut`: what derivatives are written through.
pub fn mutable(ty: &Type) -> Type {
    match ty {
        Type::Reference(reference) => {
            let (lifetime, inner) = (&reference.lifetime, &reference.elem);
            parse_quote!(& #lifetime mut #inner)
        }
        Type::Ptr(pointer) => {
            let inner = &pointer.elem;
            parse_quote!(*mut #inner)
        }
        other => other.clone(),
    }
}
