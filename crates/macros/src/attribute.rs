//! Reads an attribute and the function it stands on.

use crate::activity::{Activity, DerivativeMode, list};
use crate::signature::Signature;
use proc_macro2::{Ident, Span, TokenStream};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, LitInt, Result, Token};

/// One derivative that is asked for.
pub struct Request {
    pub mode: DerivativeMode,
    /// The name of the derivative.
    pub name: Ident,
    /// Are shadows not compared with what they belong to?
    pub is_unsafe: bool,
    /// Derivatives in one call.
    pub width: usize,
    /// One for each parameter, and where it was written.
    pub activities: Vec<(Activity, Span)>,
    pub result: Option<(Activity, Span)>,
    pub signature: Signature,
}

/// What stands between the parentheses.
struct Words {
    is_unsafe: bool,
    name: Ident,
    width: Option<LitInt>,
    activities: Vec<Ident>,
}

impl Parse for Words {
    fn parse(input: ParseStream) -> Result<Words> {
        if input.is_empty() {
            return Err(
                input.error("the name of the derivative is missing: write `#[autodiff_…(df, Duplicated, Active)]`")
            );
        }
        let is_unsafe = input.parse::<Option<Token![unsafe]>>()?.is_some();
        let name = input.parse()?;
        let mut width = None;
        let mut activities = Vec::new();
        if input.parse::<Option<Token![,]>>()?.is_some() {
            if input.peek(LitInt) {
                width = Some(input.parse()?);
                input.parse::<Option<Token![,]>>()?;
            }
            activities = Punctuated::<Ident, Token![,]>::parse_terminated(input)?.into_iter().collect();
        }
        Ok(Words { is_unsafe, name, width, activities })
    }
}

/// Reads both; the number of activities, and that the mode knows them, is checked here.
pub fn parse(attribute: TokenStream, item: TokenStream, mode: DerivativeMode) -> Result<Request> {
    let words: Words = syn::parse2(attribute)?;
    let signature = Signature::read(item)?;
    let mut activities = Vec::new();
    for word in &words.activities {
        activities.push((Activity::named(word)?, word.span()));
    }
    let wanted = signature.parameters.len() + usize::from(signature.result.is_some());
    if activities.len() != wanted {
        return Err(Error::new(words.name.span(), wrong_number(&signature, activities.len(), wanted)));
    }
    let result = signature.result.as_ref().and_then(|_| activities.pop());
    for (activity, span) in &activities {
        allow(*activity, *span, mode, Activity::of_parameters(mode), "a parameter")?;
    }
    if let Some((activity, span)) = result {
        allow(activity, span, mode, Activity::of_results(mode), "the result")?;
    }
    let width = read_width(words.width.as_ref(), mode)?;
    let is_unsafe = words.is_unsafe || signature.is_unsafe;
    Ok(Request { mode, name: words.name, is_unsafe, width, activities, result, signature })
}

fn wrong_number(signature: &Signature, given: usize, wanted: usize) -> String {
    let parameters = signature.parameters.len();
    let result = match signature.result {
        Some(_) => "one for the result",
        None => "none for the result, as there is none",
    };
    format!(
        "`{}` needs {wanted} activities, {given} are given: one for each of its {parameters} parameters and {result}",
        signature.name
    )
}

fn allow(activity: Activity, span: Span, mode: DerivativeMode, allowed: &[Activity], what: &str) -> Result<()> {
    if allowed.contains(&activity) {
        return Ok(());
    }
    let mode = if mode == DerivativeMode::Forward { "forward" } else { "reverse" };
    let text = format!("{what} cannot be `{}` in {mode} mode: write one of {}", activity.name(), list(allowed));
    Err(Error::new(span, text))
}

fn read_width(literal: Option<&LitInt>, mode: DerivativeMode) -> Result<usize> {
    let Some(literal) = literal else { return Ok(1) };
    if mode == DerivativeMode::Split {
        return Err(Error::new(literal.span(), "a tape has one lane: leave the width out"));
    }
    match literal.base10_parse::<usize>()? {
        0 => Err(Error::new(literal.span(), "the width is the number of derivatives in one call: at least 1")),
        width => Ok(width),
    }
}
