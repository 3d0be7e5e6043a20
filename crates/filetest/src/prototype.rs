//! Reads the prototype of a `check:` directive: a C function, with a value for each parameter.
//!
//! Values are C expressions and stay text: the driver's compiler evaluates them. What this module decides is what
//! each parameter is for the derivative: an active number, an active array, or a constant.

use crate::text::{split_outside_brackets, take_bracketed};
use anyhow::{Context, Result, bail, ensure};

/// A floating-point type of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Float {
    Single,
    Double,
    Extended,
}

impl Float {
    /// The type's name in C.
    pub fn c_name(self) -> &'static str {
        match self {
            Float::Single => "float",
            Float::Double => "double",
            Float::Extended => "long double",
        }
    }

    fn from_c_name(name: &str) -> Option<Float> {
        [Float::Single, Float::Double, Float::Extended].into_iter().find(|float| float.c_name() == name)
    }
}

/// What a function returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Returned {
    Nothing,
    Float(Float),
    /// An integer, which has no derivative.
    Integer(String),
}

impl Returned {
    /// The type's name in C.
    pub fn c_name(&self) -> &str {
        match self {
            Returned::Nothing => "void",
            Returned::Float(float) => float.c_name(),
            Returned::Integer(name) => name,
        }
    }
}

/// The type of a parameter, or of what it points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    Float(Float),
    Integer(String),
}

impl Element {
    /// The type's name in C, without qualifiers.
    pub fn c_name(&self) -> &str {
        match self {
            Element::Float(float) => float.c_name(),
            Element::Integer(name) => name,
        }
    }
}

/// The values of an array, as C expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// `{a, b, c}`, or a single number.
    List(Vec<String>),
    /// `ramp(count, first, last)`: evenly spaced. `repeat(count, value)` is a ramp from a value to itself.
    Ramp { count: usize, first: String, last: String },
}

impl Values {
    /// How many values there are.
    pub fn count(&self) -> usize {
        match self {
            Values::List(values) => values.len(),
            Values::Ramp { count, .. } => *count,
        }
    }
}

/// One parameter with the value it is called with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    pub element: Element,
    /// Whether it is a pointer to an array of `element`.
    pub is_array: bool,
    /// Whether derivatives are taken with respect to it.
    pub is_active: bool,
    pub values: Values,
    /// The weights of the array's final content in the objective.
    pub seed: Option<Values>,
}

/// A function and the values it is called with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prototype {
    pub returned: Returned,
    pub function: String,
    pub parameters: Vec<Parameter>,
}

impl Prototype {
    /// Reads `TYPE NAME(PARAMETER = VALUE, …)`.
    pub fn parse(text: &str) -> Result<Prototype> {
        let open = text.find('(').context("a prototype such as `double f(double x = 2.0)` is expected")?;
        let (head, tail) = text.split_at(open);
        let (inside, rest) = take_bracketed(tail).context("the parameter list has no closing parenthesis")?;
        ensure!(rest.is_empty(), "`{rest}` follows the parameter list");
        let head = head.trim();
        let name_start = head
            .rfind(|character: char| character.is_whitespace() || character == '*')
            .context("the prototype has no return type")?;
        let (type_text, function) = head.split_at(name_start + 1);
        let parameters = match inside {
            "" | "void" => Vec::new(),
            _ => split_outside_brackets(inside, ',')
                .into_iter()
                .map(|parameter| parse_parameter(parameter).with_context(|| format!("in parameter `{parameter}`")))
                .collect::<Result<_>>()?,
        };
        Ok(Prototype { returned: parse_returned(type_text.trim())?, function: function.to_string(), parameters })
    }

    /// The parameters with respect to which derivatives are taken.
    pub fn active_parameters(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().filter(|parameter| parameter.is_active)
    }

    /// The least precise floating-point type that an input or the result has.
    pub fn least_precise(&self) -> Float {
        let returned = match self.returned {
            Returned::Float(float) => Some(float),
            _ => None,
        };
        let active = self.active_parameters().map(|parameter| match parameter.element {
            Element::Float(float) => Some(float),
            Element::Integer(_) => None,
        });
        let present: Vec<Float> = active.chain([returned]).flatten().collect();
        if present.contains(&Float::Single) { Float::Single } else { Float::Double }
    }
}

fn parse_returned(text: &str) -> Result<Returned> {
    let words: Vec<&str> =
        text.split_whitespace().filter(|word| !matches!(*word, "static" | "inline" | "extern")).collect();
    if words == ["void"] {
        return Ok(Returned::Nothing);
    }
    Ok(match parse_element(&words)? {
        Element::Float(float) => Returned::Float(float),
        Element::Integer(name) => Returned::Integer(name),
    })
}

fn parse_element(words: &[&str]) -> Result<Element> {
    let name = words.join(" ");
    if let Some(float) = Float::from_c_name(&name) {
        return Ok(Element::Float(float));
    }
    ensure!(
        !words.is_empty() && words.iter().all(|word| is_integer_word(word)),
        "`{name}` is neither a floating-point type (float, double, long double) nor an integer type"
    );
    Ok(Element::Integer(name))
}

fn is_integer_word(word: &str) -> bool {
    matches!(
        word,
        "int" | "long" | "short" | "char" | "unsigned" | "signed" | "bool" | "_Bool" | "size_t" | "ptrdiff_t"
    ) || (word.ends_with("_t") && (word.starts_with("int") || word.starts_with("uint")))
}

fn parse_parameter(text: &str) -> Result<Parameter> {
    let (declaration, value) =
        text.split_once('=').context("each parameter needs a value: `double x = 2.0`, `double *x = {1, 2}`")?;
    let spaced = declaration.replace('*', " * ").replace('[', " [");
    let mut words: Vec<&str> = spaced.split_whitespace().collect();
    let is_marked_inactive = words.first() == Some(&"inactive");
    let pointers = words.iter().filter(|word| **word == "*" || word.starts_with('[')).count();
    ensure!(pointers <= 1, "pointers to pointers are not supported here: write a wrapper, or a test with `run:`");
    let is_qualifier = |word: &str| {
        matches!(word, "inactive" | "const" | "volatile" | "restrict" | "__restrict" | "__restrict__" | "*")
    };
    words.retain(|word| !is_qualifier(word) && !word.starts_with('['));
    let name = words.pop().context("the parameter has no name")?;
    let element = parse_element(&words)?;
    let is_array = pointers == 1;
    let is_active = matches!(element, Element::Float(_)) && !is_marked_inactive;
    let (values, seed) = parse_values(value.trim(), is_array)?;
    if let Some(seed) = &seed {
        ensure!(is_active, "only active arrays can have a seed");
        ensure!(seed.count() == values.count(), "the seed has {} values, the array {}", seed.count(), values.count());
    }
    Ok(Parameter { name: name.to_string(), element, is_array, is_active, values, seed })
}

fn parse_values(text: &str, is_array: bool) -> Result<(Values, Option<Values>)> {
    if !is_array {
        ensure!(!text.is_empty() && !text.starts_with('{'), "a number is expected as value");
        return Ok((Values::List(vec![text.to_string()]), None));
    }
    let (values, rest) = parse_array(text)?;
    let seed = match rest.strip_prefix("seed") {
        Some(seed_text) => {
            let (seed, rest) = parse_array(seed_text.trim())?;
            ensure!(rest.is_empty(), "`{rest}` follows the seed");
            Some(seed)
        }
        None if rest.is_empty() => None,
        None => bail!("`{rest}` follows the values of the array"),
    };
    Ok((values, seed))
}

/// Reads `{…}`, `ramp(count, first, last)` or `repeat(count, value)` and returns what follows it.
fn parse_array(text: &str) -> Result<(Values, &str)> {
    if text.starts_with('{') {
        let (inside, rest) = take_bracketed(text).context("the values have no closing brace")?;
        let values: Vec<String> = split_outside_brackets(inside, ',')
            .into_iter()
            .filter(|value| !value.is_empty())
            .map(str::to_string)
            .collect();
        ensure!(!values.is_empty(), "the array has no values");
        return Ok((Values::List(values), rest));
    }
    for generator in ["ramp", "repeat"] {
        let Some(tail) = text.strip_prefix(generator) else {
            continue;
        };
        let (inside, rest) =
            take_bracketed(tail.trim()).with_context(|| format!("{generator} needs its arguments in parentheses"))?;
        let arguments = split_outside_brackets(inside, ',');
        let (first, last) = match (generator, arguments.as_slice()) {
            ("ramp", [_, first, last]) => (first, last),
            ("repeat", [_, value]) => (value, value),
            _ => bail!("write ramp(count, first, last) or repeat(count, value)"),
        };
        let count = arguments[0].parse().context("the count must be a number")?;
        ensure!(count > 0, "the array has no values");
        let values = Values::Ramp { count, first: first.to_string(), last: last.to_string() };
        return Ok((values, rest));
    }
    bail!("an array's values are `{{1, 2}}`, `ramp(count, first, last)` or `repeat(count, value)`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_arrays_and_integers() {
        let text =
            "double f(double x = 2.0, const float *restrict y = {1, sin(2), 3}, int n = 3, long double z[2] = {0, 0})";
        let prototype = Prototype::parse(text).unwrap();
        assert_eq!(prototype.function, "f");
        assert_eq!(prototype.returned, Returned::Float(Float::Double));
        let [x, y, n, z] = prototype.parameters.as_slice() else {
            panic!("four parameters expected");
        };
        assert!(x.is_active && !x.is_array);
        assert!(y.is_active && y.is_array && y.values.count() == 3);
        assert!(!n.is_active && n.element == Element::Integer("int".into()));
        assert!(z.is_array && z.element == Element::Float(Float::Extended));
        assert_eq!(prototype.least_precise(), Float::Single);
    }

    #[test]
    fn seeds_and_inactive_arrays() {
        let text = "void f(double *y = {0, 0} seed {1, 2}, inactive double *w = repeat(4, 0.5), unsigned long k = 7)";
        let prototype = Prototype::parse(text).unwrap();
        assert_eq!(prototype.returned, Returned::Nothing);
        let [y, w, k] = prototype.parameters.as_slice() else {
            panic!("three parameters expected");
        };
        assert_eq!(y.seed.as_ref().unwrap().count(), 2);
        assert!(!w.is_active && w.values.count() == 4);
        assert_eq!(k.element.c_name(), "unsigned long");
    }

    #[test]
    fn no_parameters_and_qualified_names() {
        assert!(Prototype::parse("double f(void)").unwrap().parameters.is_empty());
        assert_eq!(Prototype::parse("float space::f<3>(float x = 1)").unwrap().function, "space::f<3>");
    }

    #[test]
    fn mistakes_are_named() {
        let message = |text: &str| format!("{:#}", Prototype::parse(text).unwrap_err());
        assert!(message("double f(double x)").contains("needs a value"));
        assert!(message("double f(double **x = {1})").contains("pointers to pointers"));
        assert!(message("double f(struct s x = 1)").contains("neither a floating-point type"));
        assert!(message("double f(double *x = {1, 2} seed {1})").contains("the seed has 1 values"));
        assert!(message("f(double x = 1)").contains("no return type"));
    }
}
