//! Calls with drawn arguments: of the function, and of a derivative in the form that its attribute gave it.

use crate::activity::{Activity, DerivativeMode};
use crate::attribute::Request;
use crate::parameter::Shape;
use crate::signature::mutable;
use proc_macro2::{Ident, Span, TokenStream};
use syn::Type;

/// Writes the bodies of functions that take `call: &mut Call`.
pub struct Caller<'a> {
    request: &'a Request,
}

/// What one parameter adds to the call of a derivative.
#[derive(Default)]
struct Part {
    before: TokenStream,
    arguments: Vec<TokenStream>,
    after: TokenStream,
    /// What comes back beside the result.
    gradient: Option<TokenStream>,
}

impl<'a> Caller<'a> {
    pub fn of(request: &'a Request) -> Caller<'a> {
        Caller { request }
    }

    /// Calls the function; gives its result, and what it leaves behind references.
    pub fn value(&self) -> TokenStream {
        let signature = &self.request.signature;
        let (draws, arguments): (Vec<_>, Vec<_>) =
            (0..signature.parameters.len()).map(|index| (self.draw(index), self.pass(index))).unzip();
        let call = signature.call(&arguments);
        let result = match &signature.result {
            Some(ty) if self.has_active_result() => {
                let read = read(ty, &code!(result));
                code!(call.give_result(0, |numbers| #read);)
            }
            _ => TokenStream::new(),
        };
        let written = (0..signature.parameters.len()).filter(|index| self.is_written(*index)).map(|index| {
            let (name, ty) = (argument(index), &signature.parameters[index].ty);
            let read = read(ty, &code!(#name));
            code!(call.give(#index, 0, |numbers| #read);)
        });
        code!(#(#draws)* let result = #call; #result #(#written)*)
    }

    /// Gives the numbers of arguments that have derivatives.
    pub fn read(&self) -> TokenStream {
        let active = (0..self.request.signature.parameters.len()).filter(|index| self.is_active(*index));
        let parts = active.map(|index| {
            let (name, ty, draw) = (argument(index), &self.request.signature.parameters[index].ty, self.draw(index));
            let read = read(ty, &code!(#name));
            code!(#draw call.give(#index, 0, |numbers| #read);)
        });
        code!(#(#parts)*)
    }

    /// Writes all arguments.
    pub fn describe(&self) -> TokenStream {
        let parts = self.request.signature.parameters.iter().enumerate().map(|(index, declared)| {
            let (name, ty, draw) = (argument(index), &declared.ty, self.draw(index));
            let text = format!("{} = {{}}", declared.name);
            code!({ #draw ::std::format!(#text, (&::zymase::__private::checker::Probe::<#ty>::new()).describe(&#name)) })
        });
        code!(::std::vec![#(#parts),*])
    }

    /// Calls the derivative; gives gradients or tangents, and the result.
    pub fn derivative(&self) -> TokenStream {
        let parts: Vec<Part> = (0..self.request.signature.parameters.len()).map(|index| self.part(index)).collect();
        let before = parts.iter().map(|part| &part.before);
        let after = parts.iter().map(|part| &part.after);
        let mut arguments: Vec<TokenStream> = parts.iter().flat_map(|part| part.arguments.clone()).collect();
        let name = &self.request.name;
        let gradients: Vec<&TokenStream> = parts.iter().filter_map(|part| part.gradient.as_ref()).collect();
        let names: Vec<Ident> = (0..gradients.len()).map(|index| numbered("gradient", index)).collect();
        let takes = names.iter().zip(&gradients).map(|(name, take)| code!({ let gradient = #name; #take }));
        let seed = self.seed();
        let call = match self.request.mode {
            DerivativeMode::Split => {
                let seed = seed.unwrap_or_else(|| code!(()));
                let gradients = pattern(&names.iter().map(|name| code!(#name)).collect::<Vec<_>>());
                code! {
                    let (_, mut tape) = unsafe { #name::augmented(#(#arguments),*) };
                    let #gradients = tape.reverse(#seed);
                    ::core::mem::drop(tape);
                }
            }
            DerivativeMode::Forward | DerivativeMode::Reverse => {
                arguments.extend(seed);
                let returned = self.returned().into_iter().chain(names.iter().map(|name| code!(#name)));
                let pattern = pattern(&returned.collect::<Vec<_>>());
                code!(let #pattern = unsafe { #name(#(#arguments),*) };)
            }
        };
        let tangents = self.tangents();
        code!(#(#before)* #call #(#after)* #(#takes)* #tangents)
    }

    fn part(&self, index: usize) -> Part {
        let (activity, _) = self.request.activities[index];
        let ty = &self.request.signature.parameters[index].ty;
        let draw = self.draw(index);
        let mut part = Part { before: draw, arguments: vec![self.pass(index)], ..Part::default() };
        match (activity, self.request.mode) {
            (Activity::Const, _) => {}
            (Activity::Active, _) => {
                let take = self.take_lanes(index, ty);
                part.gradient = Some(take);
            }
            (activity, _) if activity.is_joint() => self.joint(&mut part, index),
            (_, DerivativeMode::Forward) => self.lanes(&mut part, index, ty, self.is_written(index)),
            (_, DerivativeMode::Reverse | DerivativeMode::Split) => self.lanes(&mut part, index, &mutable(ty), true),
        }
        part
    }

    /// A shadow for each lane, given back if it is written.
    fn lanes(&self, part: &mut Part, index: usize, ty: &Type, is_written: bool) {
        let (mut before, mut after) = (part.before.clone(), TokenStream::new());
        for lane in 0..self.request.width {
            let shadow = numbered(&format!("shadow_{index}"), lane);
            let draw = draw(ty, &code!(call.shadow(#index, #lane)));
            before.extend(code!(let mut #shadow: #ty = #draw;));
            part.arguments.push(pass(ty, &shadow));
            if is_written {
                let read = read(ty, &code!(#shadow));
                after.extend(code!(call.give(#index, #lane, |numbers| #read);));
            }
        }
        (part.before, part.after) = (before, after);
    }

    /// One shadow for all lanes.
    fn joint(&self, part: &mut Part, index: usize) {
        let (ty, width) = (&self.request.signature.parameters[index].ty, self.request.width);
        let shadow = numbered("shadow", index);
        let (element, draws) = match (Shape::of(ty), ty) {
            (Shape::Slice(_, element), _) => {
                let draw = draw(&syn::parse_quote!(::std::vec::Vec<#element>), &code!(call.shadow(#index, lane)));
                let length = code!(#shadow.len() / #width);
                let part = read(&syn::parse_quote!(&[#element]), &code!(part));
                let give = code! {
                    let length = #length;
                    for lane in 0..#width {
                        let part: &[#element] = &#shadow[lane * length..][..length];
                        call.give(#index, lane, |numbers| #part);
                    }
                };
                (give, code!((0..#width).flat_map(|lane| #draw).collect::<::std::vec::Vec<#element>>()))
            }
            (_, Type::Reference(reference)) => self.array_of(index, &reference.elem, &shadow),
            _ => self.array_of(index, ty, &shadow),
        };
        part.before.extend(code!(let mut #shadow = #draws;));
        part.arguments.push(match ty {
            Type::Reference(reference) if reference.mutability.is_some() => code!(&mut #shadow),
            Type::Reference(_) => code!(&#shadow),
            _ => code!(#shadow),
        });
        if self.is_written(index) {
            part.after = element;
        }
    }

    /// How an array of the shadows of all lanes is given back, and how it is drawn.
    fn array_of(&self, index: usize, ty: &Type, shadow: &Ident) -> (TokenStream, TokenStream) {
        let width = self.request.width;
        let (draw, read) = (draw(ty, &code!(call.shadow(#index, lane))), read(ty, &code!(#shadow[lane])));
        let give = code!(for lane in 0..#width { call.give(#index, lane, |numbers| #read); });
        (give, code!(::core::array::from_fn::<#ty, #width, _>(|lane| #draw)))
    }

    /// Gives the derivative of a value, which was returned as `gradient`.
    fn take_lanes(&self, index: usize, ty: &Type) -> TokenStream {
        let width = self.request.width;
        if width == 1 {
            let read = read(ty, &code!(gradient));
            return code!(call.give(#index, 0, |numbers| #read););
        }
        let read = read(ty, &code!(gradient[lane]));
        code!(for lane in 0..#width { call.give(#index, lane, |numbers| #read); })
    }

    /// The seed of the result.
    fn seed(&self) -> Option<TokenStream> {
        let ty = self.request.signature.result.as_ref()?;
        if self.request.mode == DerivativeMode::Forward || !self.has_active_result() {
            return None;
        }
        let width = self.request.width;
        Some(match width {
            1 => draw(ty, &code!(call.seed(0))),
            _ => {
                let draw = draw(ty, &code!(call.seed(lane)));
                code!(::core::array::from_fn::<#ty, #width, _>(|lane| #draw))
            }
        })
    }

    /// Patterns for what a derivative returns for the result.
    fn returned(&self) -> Option<TokenStream> {
        let (activity, _) = self.request.result?;
        Some(match (self.request.mode, activity, self.request.width) {
            (_, Activity::Const, _) => code!(_),
            (DerivativeMode::Forward, Activity::Dual, 1) => code!((_, tangents)),
            (DerivativeMode::Forward, Activity::Dual, _) => code!([_, tangents @ ..]),
            (DerivativeMode::Forward, Activity::Dualv, _) => code!((_, tangents)),
            (DerivativeMode::Forward, _, _) => code!(tangents),
            (_, activity, _) if activity.drops_primal() => return None,
            _ => code!(_),
        })
    }

    /// Gives the tangents of the result.
    fn tangents(&self) -> TokenStream {
        let Some(ty) = self.request.signature.result.as_ref() else { return TokenStream::new() };
        if self.request.mode != DerivativeMode::Forward || !self.has_active_result() {
            return TokenStream::new();
        }
        let width = self.request.width;
        let is_array = width > 1 || self.request.result.is_some_and(|(activity, _)| activity.is_joint());
        if is_array {
            let read = read(ty, &code!(tangents[lane]));
            return code!(for lane in 0..#width { call.give_result(lane, |numbers| #read); });
        }
        let read = read(ty, &code!(tangents));
        code!(call.give_result(0, |numbers| #read);)
    }

    fn has_active_result(&self) -> bool {
        self.request.result.is_some_and(|(activity, _)| activity != Activity::Const)
    }

    fn is_active(&self, index: usize) -> bool {
        self.request.activities[index].0 != Activity::Const
    }

    /// Does the function leave results behind this parameter?
    fn is_written(&self, index: usize) -> bool {
        let ty = &self.request.signature.parameters[index].ty;
        self.is_active(index) && matches!(ty, Type::Reference(reference) if reference.mutability.is_some())
    }

    fn draw(&self, index: usize) -> TokenStream {
        let (name, ty) = (argument(index), &self.request.signature.parameters[index].ty);
        let draw = draw(ty, &code!(call.argument(#index)));
        code!(let mut #name: #ty = #draw;)
    }

    fn pass(&self, index: usize) -> TokenStream {
        pass(&self.request.signature.parameters[index].ty, &argument(index))
    }
}

fn argument(index: usize) -> Ident {
    numbered("argument", index)
}

fn numbered(name: &str, index: usize) -> Ident {
    Ident::new(&format!("{name}_{index}"), Span::mixed_site())
}

/// What is written through stays ours to read afterwards.
fn pass(ty: &Type, name: &Ident) -> TokenStream {
    match ty {
        Type::Reference(reference) if reference.mutability.is_some() => code!(&mut *#name),
        _ => code!(#name),
    }
}

fn draw(ty: &Type, source: &TokenStream) -> TokenStream {
    code!((&::zymase::__private::checker::Probe::<#ty>::new()).draw(#source))
}

fn read(ty: &Type, value: &TokenStream) -> TokenStream {
    code!((&::zymase::__private::checker::Probe::<#ty>::new()).read(&#value, numbers))
}

/// One pattern, or a tuple of them.
fn pattern(parts: &[TokenStream]) -> TokenStream {
    match parts {
        [part] => code!(#part),
        _ => code!((#(#parts),*)),
    }
}
