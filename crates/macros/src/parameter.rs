//! How one parameter travels: as what the derivative takes it, as what the plugin's call passes it on, and how the
//! function gets it back.
//!
//! Everything goes in a form of C's: a slice is a pointer and a length, a reference to something sized is a pointer, the
//! numbers that variadic calls take are themselves, and any other value lies in a place of the caller of which the
//! address is passed. References keep their types, so that the compiler knows what it knows of Rust's: that they do not
//! overlap what is written elsewhere.

use crate::activity::{Activity, DerivativeMode};
use crate::attribute::Request;
use crate::signature::{Declared, mutable};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::{FnArg, Type, TypeReference};

/// What the form of a type says about how it is passed.
#[derive(Clone, Copy)]
pub enum Shape<'a> {
    /// A reference to a slice of these.
    Slice(&'a TypeReference, &'a Type),
    /// A reference or pointer to something that is taken to be sized.
    Thin,
    /// A number that variadic functions take as it is.
    Number,
    /// Anything else, behind the address of where it lies.
    Place,
}

/// Numbers that C's variadic calls neither widen nor refuse.
const NUMBERS: [&str; 7] = ["f64", "i32", "u32", "i64", "u64", "isize", "usize"];

impl Shape<'_> {
    pub fn of(ty: &Type) -> Shape<'_> {
        match ty {
            Type::Paren(inner) => Shape::of(&inner.elem),
            Type::Group(inner) => Shape::of(&inner.elem),
            Type::Reference(reference) => match &*reference.elem {
                Type::Slice(slice) => Shape::Slice(reference, &slice.elem),
                Type::TraitObject(_) => Shape::Place,
                Type::Path(path) if path.path.is_ident("str") => Shape::Place,
                _ => Shape::Thin,
            },
            Type::Ptr(pointer) if !matches!(&*pointer.elem, Type::Slice(_) | Type::TraitObject(_)) => Shape::Thin,
            Type::Path(path) if NUMBERS.iter().any(|number| path.path.is_ident(number)) => Shape::Number,
            _ => Shape::Place,
        }
    }
}

/// Everything the derivative is put together from.
#[derive(Default)]
pub struct Pieces {
    /// Parameters of the derivative.
    pub parameters: Vec<TokenStream>,
    /// Statements before the call.
    pub before: Vec<TokenStream>,
    /// Parameters of the function as the plugin sees it.
    pub flat: Vec<TokenStream>,
    /// Arguments of the function, made from those.
    pub arguments: Vec<TokenStream>,
    /// Operands of the call that the plugin replaces.
    pub operands: Vec<TokenStream>,
    /// Statements after the call.
    pub after: Vec<TokenStream>,
    /// Types and values of what comes back beside the result.
    pub gradients: Vec<(TokenStream, TokenStream)>,
}

impl Pieces {
    /// A variable that the derivative reads and writes through its address: where there are two halves, one that stays
    /// where it is between them.
    pub fn hold(&mut self, mode: DerivativeMode, name: &Ident, value: &TokenStream) {
        self.before.push(match mode {
            DerivativeMode::Split => code!(let mut #name = ::std::boxed::Box::new(#value);),
            DerivativeMode::Forward | DerivativeMode::Reverse => code!(let mut #name = #value;),
        });
    }
}

/// The address of such a variable.
fn address_of(mode: DerivativeMode, name: &Ident) -> TokenStream {
    match mode {
        DerivativeMode::Split => code!(&raw mut *#name),
        DerivativeMode::Forward | DerivativeMode::Reverse => code!(&raw mut #name),
    }
}

/// The place of a marker.
pub fn marker(name: &str) -> TokenStream {
    let name = Ident::new(name, Span::call_site());
    code!(&raw const ::zymase::__private::markers::#name)
}

/// A name that no name of the user's is confused with.
pub fn fresh(name: &str, like: &Ident) -> Ident {
    let like = like.to_string();
    let mut text = format!("{name}{}", like.trim_start_matches("r#"));
    // `do` and `box` are words of the language.
    if syn::parse_str::<Ident>(&text).is_err() {
        text.push('_');
    }
    Ident::new(&text, Span::mixed_site())
}

/// Names of the shadows of all lanes.
fn shadow_names(request: &Request, declared: &Declared, lanes: usize) -> Vec<Ident> {
    let letter = if request.mode == DerivativeMode::Forward { "b" } else { "d" };
    let plain = fresh(letter, &declared.name);
    if lanes == 1 { vec![plain] } else { (0..lanes).map(|lane| format_ident!("{plain}_{lane}")).collect() }
}

/// The pieces of parameter `index` of the function.
pub fn add(pieces: &mut Pieces, request: &Request, index: usize) {
    let declared = &request.signature.parameters[index];
    let (activity, _) = request.activities[index];
    let (name, ty) = (&declared.name, &declared.ty);
    pieces.parameters.push(match &declared.receiver {
        Some(FnArg::Receiver(receiver)) => {
            let (reference, mutability, colon) = (&receiver.reference, &receiver.mutability, &receiver.colon_token);
            match (reference, colon) {
                (Some((and, lifetime)), _) => code!(#and #lifetime #mutability #name),
                (None, Some(_)) => code!(#name: #ty),
                (None, None) => code!(#name),
            }
        }
        _ => code!(#name: #ty),
    });
    let passing = Passing { request, declared, activity, flat: fresh("flat_", name) };
    match (activity, Shape::of(ty)) {
        (Activity::Active, _) => passing.active(pieces),
        (_, Shape::Slice(reference, element)) => passing.slice(pieces, reference, element),
        (_, Shape::Thin) => passing.thin(pieces),
        (_, Shape::Number) => passing.number(pieces),
        (_, Shape::Place) => passing.place(pieces),
    }
}

struct Passing<'a> {
    request: &'a Request,
    declared: &'a Declared,
    activity: Activity,
    /// The parameter of the function as the plugin sees it.
    flat: Ident,
}

impl Passing<'_> {
    /// The shadows this activity takes, as parameters of the derivative of type `ty`.
    fn shadows(&self, pieces: &mut Pieces, ty: &TokenStream) -> Vec<Ident> {
        let lanes = match self.activity {
            Activity::Const => 0,
            activity if activity.is_joint() => 1,
            _ => self.request.width,
        };
        if lanes == 0 {
            return Vec::new();
        }
        let names = shadow_names(self.request, self.declared, lanes);
        pieces.parameters.extend(names.iter().map(|name| code!(#name: #ty)));
        names
    }

    /// The type of a shadow that is a reference: one that is written through in reverse mode.
    fn shadow_type(&self) -> TokenStream {
        let ty = &self.declared.ty;
        match self.request.mode {
            DerivativeMode::Forward => code!(#ty),
            DerivativeMode::Reverse | DerivativeMode::Split => {
                let ty = mutable(ty);
                code!(#ty)
            }
        }
    }

    /// The marker, the value and the shadows; where all lanes share one shadow, their distance.
    fn operands(&self, pieces: &mut Pieces, value: TokenStream, shadows: &[TokenStream], stride: TokenStream) {
        let name = match self.activity {
            Activity::Const => "enzyme_const",
            Activity::Dualv => "enzyme_dupv",
            Activity::DualvOnly => "enzyme_dupnoneedv",
            activity if activity.drops_primal() => "enzyme_dupnoneed",
            _ => "enzyme_dup",
        };
        pieces.operands.push(marker(name));
        if self.activity.is_joint() {
            pieces.operands.push(stride);
        }
        pieces.operands.push(value);
        pieces.operands.extend(shadows.iter().cloned());
    }

    fn slice(&self, pieces: &mut Pieces, reference: &TypeReference, element: &Type) {
        let (name, flat, mutability) = (&self.declared.name, &self.flat, &reference.mutability);
        let length = fresh("length_", name);
        let shadows = self.shadows(pieces, &self.shadow_type());
        let lanes = if self.activity.is_joint() { self.request.width } else { 1 };
        for shadow in &shadows {
            pieces.before.push(code! {
                ::zymase::__private::check_length(stringify!(#name), #name.len(), #lanes, #shadow.len());
            });
        }
        for (index, shadow) in shadows.iter().enumerate() {
            for lane in 0..lanes {
                let place = code!(#shadow.as_ptr().wrapping_add(#lane * #name.len()).cast_mut());
                let call = code!(guard_slice(site, #name.as_ptr(), #name.len(), #place));
                self.compare(pieces, index + lane, &code!(#element), &call);
            }
        }
        pieces.flat.push(code!(#flat: & #mutability [#element; 0]));
        pieces.flat.push(code!(#length: usize));
        let rebuild = if mutability.is_some() { code!(slice_mut) } else { code!(slice) };
        pieces.arguments.push(code!(unsafe { ::zymase::__private::#rebuild(#flat, #length) }));
        let shadows: Vec<TokenStream> = shadows.iter().map(|shadow| code!(#shadow.as_ptr())).collect();
        let stride = code!(::core::mem::size_of_val::<[#element]>(#name));
        self.operands(pieces, code!(#name.as_ptr()), &shadows, stride);
        pieces.operands.push(marker("enzyme_const"));
        pieces.operands.push(code!(#name.len()));
    }

    fn thin(&self, pieces: &mut Pieces) {
        let (name, flat, ty) = (&self.declared.name, &self.flat, &self.declared.ty);
        let joint = self.activity.is_joint();
        let (shadow_type, stride) = match ty {
            Type::Reference(reference) if joint => {
                let (lifetime, mutability, inner) = (&reference.lifetime, &reference.mutability, &reference.elem);
                let width = self.request.width;
                (code!(& #lifetime #mutability [#inner; #width]), code!(::core::mem::size_of::<#inner>()))
            }
            Type::Ptr(pointer) if joint => {
                let inner = &pointer.elem;
                (code!(#ty), code!(::core::mem::size_of::<#inner>()))
            }
            _ => (self.shadow_type(), TokenStream::new()),
        };
        let shadows = self.shadows(pieces, &shadow_type);
        let span = self.declared.span.resolved_at(Span::mixed_site());
        pieces.before.push(quote_spanned!(span=> const { ::zymase::__private::require_thin::<#ty>() };));
        if let Type::Reference(reference) = ty {
            let lanes = if joint { self.request.width } else { 1 };
            for (index, shadow) in shadows.iter().enumerate() {
                for lane in 0..lanes {
                    let inner = &reference.elem;
                    let first = code!(::zymase::__private::address(&#shadow).cast::<#inner>());
                    let call = code!(guard(site, &raw const *#name, #first.wrapping_add(#lane).cast_mut()));
                    self.compare(pieces, index + lane, &code!(#inner), &call);
                }
            }
        }
        pieces.flat.push(code!(#flat: #ty));
        pieces.arguments.push(code!(#flat));
        let shadows: Vec<TokenStream> =
            shadows.iter().map(|shadow| code!(::zymase::__private::address(&#shadow))).collect();
        self.operands(pieces, code!(::zymase::__private::address(&#name)), &shadows, stride);
    }

    fn number(&self, pieces: &mut Pieces) {
        if self.activity.is_joint() {
            return self.place(pieces);
        }
        let (name, flat, ty) = (&self.declared.name, &self.flat, &self.declared.ty);
        let shadows = self.shadows(pieces, &code!(#ty));
        pieces.flat.push(code!(#flat: #ty));
        pieces.arguments.push(code!(#flat));
        let shadows: Vec<TokenStream> = shadows.iter().map(|shadow| code!(#shadow)).collect();
        self.operands(pieces, code!(#name), &shadows, TokenStream::new());
    }

    fn place(&self, pieces: &mut Pieces) {
        let ty = &self.declared.ty;
        // What owns memory would give back that of its shadow as its own.
        if self.activity != Activity::Const && !matches!(ty, Type::Reference(_) | Type::Ptr(_)) {
            let span = self.declared.span.resolved_at(Span::mixed_site());
            pieces.before.push(quote_spanned!(span=> const { ::zymase::__private::require_plain::<#ty>() };));
        }
        let shadow_type = match (self.activity.is_joint(), self.request.width) {
            (true, width) => code!([#ty; #width]),
            (false, _) => self.shadow_type(),
        };
        let shadows = self.shadows(pieces, &shadow_type);
        self.compare_places(pieces, &shadows);
        let mut addresses = Vec::new();
        for shadow in &shadows {
            pieces.hold(self.request.mode, shadow, &code!(::core::mem::ManuallyDrop::new(#shadow)));
            addresses.push(address_of(self.request.mode, shadow));
        }
        self.lie_in_place(pieces, &addresses);
    }

    /// Compares values, or what references without a fixed size refer to.
    fn compare_places(&self, pieces: &mut Pieces, shadows: &[Ident]) {
        let (name, ty) = (&self.declared.name, &self.declared.ty);
        let (joint, width) = (self.activity.is_joint(), self.request.width);
        for (index, shadow) in shadows.iter().enumerate() {
            for lane in 0..if joint { width } else { 1 } {
                let shadow = if joint { code!(#shadow[#lane]) } else { code!(#shadow) };
                let (inner, call) = match ty {
                    Type::Reference(reference) => {
                        let inner = &reference.elem;
                        (code!(#inner), code!(guard(site, &raw const *#name, (&raw const *#shadow).cast_mut())))
                    }
                    _ => (code!(#ty), code!(guard(site, &raw const #name, (&raw const #shadow).cast_mut()))),
                };
                self.compare(pieces, index + lane, &inner, &call);
            }
        }
    }

    /// Compares a shadow with what it belongs to: before the call, and afterwards where the function may have changed it.
    fn compare(&self, pieces: &mut Pieces, lane: usize, ty: &TokenStream, call: &TokenStream) {
        if self.request.is_unsafe || matches!(self.declared.ty, Type::Ptr(_)) {
            return;
        }
        let guard = fresh(&format!("guard_{lane}_"), &self.declared.name);
        let name = self.declared.name.to_string();
        let lane = if self.request.width > 1 {
            code!(::core::option::Option::Some(#lane))
        } else {
            code!(::core::option::Option::None)
        };
        let is_reverse = self.request.mode != DerivativeMode::Forward;
        let is_mutable = matches!(&self.declared.ty, Type::Reference(reference) if reference.mutability.is_some());
        let is_mutable_shadow = is_reverse || is_mutable;
        let span = self.declared.span.resolved_at(Span::mixed_site());
        let probe = quote_spanned!(span=> (&&&&::zymase::__private::mirror::Probe::<#ty>::new()));
        pieces.before.push(code! {
            let #guard = {
                #[allow(unused_imports)]
                use ::zymase::__private::mirror::{Compared as _, Numeric as _, Unknown as _};
                let site = ::zymase::__private::mirror::Site {
                    name: #name,
                    lane: #lane,
                    is_reverse: #is_reverse,
                    is_mutable: #is_mutable,
                    is_mutable_shadow: #is_mutable_shadow,
                };
                unsafe { #probe.#call }
            };
        });
        pieces.after.push(code!(::core::mem::drop(#guard);));
    }

    /// The value lies in a place of ours, and moves into the function from there.
    fn lie_in_place(&self, pieces: &mut Pieces, shadows: &[TokenStream]) {
        let (name, flat, ty) = (&self.declared.name, &self.flat, &self.declared.ty);
        let place = fresh("place_", name);
        pieces.hold(self.request.mode, &place, &code!(::core::mem::ManuallyDrop::new(#name)));
        pieces.flat.push(code!(#flat: &mut ::core::mem::ManuallyDrop<#ty>));
        pieces.arguments.push(code!(unsafe { ::core::mem::ManuallyDrop::take(#flat) }));
        let address = address_of(self.request.mode, &place);
        self.operands(pieces, address, shadows, code!(::core::mem::size_of::<#ty>()));
    }

    /// A value whose derivative is returned: its shadow is a place of ours too.
    fn active(&self, pieces: &mut Pieces) {
        let (ty, width) = (&self.declared.ty, self.request.width);
        let gradient = fresh("d", &self.declared.name);
        let span = self.declared.span.resolved_at(Span::mixed_site());
        pieces.hold(self.request.mode, &gradient, &quote_spanned!(span=> [<#ty as ::zymase::Active>::ZERO; #width]));
        let shadows: Vec<TokenStream> = (0..width).map(|lane| code!(&raw mut #gradient[#lane])).collect();
        self.lie_in_place(pieces, &shadows);
        pieces.gradients.push(match width {
            1 => (code!(#ty), code!(#gradient[0])),
            _ => (code!([#ty; #width]), code!(#gradient)),
        });
    }
}
