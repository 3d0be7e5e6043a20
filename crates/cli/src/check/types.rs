//! What a function takes and returns, read from the debug information in the LLVM IR that clang prints.
//!
//! Debug information names types as the program does, resolves every typedef, and is the same for C and C++. Only the
//! few kinds of nodes that describe parameters are read.

use anyhow::{Context, Result, bail};
use std::collections::HashMap;

/// A type, as far as inputs of it can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Void,
    Float(String),
    Integer(String),
    Struct {
        spelling: String,
        fields: Vec<(String, Type)>,
    },
    Array(Box<Type>, usize),
    Pointer {
        to: Box<Type>,
        constant: bool,
        reference: bool,
    },
    /// `std::vector` or `std::array` of numbers.
    Container {
        spelling: String,
        element: Box<Type>,
        count: Option<usize>,
    },
    Other(String),
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    pub ty: Type,
}

#[derive(Clone, Debug)]
pub struct Signature {
    pub result: Type,
    pub parameters: Vec<Parameter>,
}

/// Structs within structs deeper than this are not looked into.
const DEEPEST_STRUCT: usize = 8;

/// The text of each numbered metadata node.
pub struct Metadata<'a> {
    nodes: HashMap<&'a str, &'a str>,
    is_cpp: bool,
}

impl<'a> Metadata<'a> {
    pub fn read(ir: &'a str, is_cpp: bool) -> Metadata<'a> {
        let node = |line: &'a str| {
            let (number, text) = line.strip_prefix('!')?.split_once(" = ")?;
            Some((number, text.strip_prefix("distinct ").unwrap_or(text)))
        };
        Metadata { nodes: ir.lines().filter_map(node).collect(), is_cpp }
    }

    fn node(&self, reference: Option<&str>) -> Option<&'a str> {
        self.nodes.get(reference?.strip_prefix('!')?).copied()
    }

    fn list(&self, reference: Option<&'a str>) -> Vec<Option<&'a str>> {
        let Some(inner) = self.node(reference).and_then(|text| text.strip_prefix("!{")?.strip_suffix('}')) else {
            return Vec::new();
        };
        inner.split(", ").map(|item| item.starts_with('!').then_some(item)).collect()
    }

    /// The signature of the function that a subprogram node describes.
    pub fn signature(&self, subprogram: &str) -> Result<Signature> {
        let text = self.node(Some(subprogram)).context("the function has no debug information")?;
        let routine = self.node(field(text, "type")).context("the function has no type")?;
        let types = self.list(field(routine, "types"));
        let names = self.parameter_names(subprogram);
        let result = types.first().map_or(Type::Void, |first| self.ty(*first, 0));
        let parameter = |(index, ty): (usize, &Option<&'a str>)| {
            if ty.is_none() {
                bail!("the function takes a variable number of arguments: check a function with a fixed number");
            }
            let name = names.get(&(index + 1)).cloned().unwrap_or_else(|| format!("argument{}", index + 1));
            Ok(Parameter { name, ty: self.ty(*ty, 0) })
        };
        let parameters = types.iter().skip(1).enumerate().map(parameter).collect::<Result<_>>()?;
        Ok(Signature { result, parameters })
    }

    fn parameter_names(&self, subprogram: &str) -> HashMap<usize, String> {
        let variables = self.nodes.values().filter(|text| text.starts_with("!DILocalVariable("));
        let parameters = variables.filter(|text| field(text, "scope") == Some(subprogram));
        parameters.filter_map(|text| Some((field(text, "arg")?.parse().ok()?, quoted(text, "name")?))).collect()
    }

    fn ty(&self, reference: Option<&str>, depth: usize) -> Type {
        let Some(text) = self.node(reference) else { return Type::Void };
        let name = quoted(text, "name").unwrap_or_default();
        if text.starts_with("!DIBasicType(") {
            return match field(text, "encoding") {
                Some("DW_ATE_float") => Type::Float(name),
                Some("DW_ATE_complex_float") => Type::Other(name),
                _ => Type::Integer(name),
            };
        }
        let base = field(text, "baseType");
        match field(text, "tag").unwrap_or_default() {
            "DW_TAG_typedef" => match self.ty(base, depth) {
                Type::Struct { fields, .. } => Type::Struct { spelling: self.spelled(text, &name), fields },
                other => other,
            },
            "DW_TAG_const_type" | "DW_TAG_volatile_type" | "DW_TAG_restrict_type" => self.ty(base, depth),
            "DW_TAG_pointer_type" => self.pointer(base, false, depth),
            "DW_TAG_reference_type" => self.pointer(base, true, depth),
            "DW_TAG_array_type" => self.array(text, depth),
            "DW_TAG_enumeration_type" => Type::Integer(self.spelled(text, &self.tagged("enum", &name))),
            "DW_TAG_structure_type" | "DW_TAG_class_type" => self.class(text, &name, depth),
            _ => Type::Other(name),
        }
    }

    fn tagged(&self, tag: &str, name: &str) -> String {
        if self.is_cpp { name.to_string() } else { format!("{tag} {name}") }
    }

    /// The name with the namespaces and classes around it.
    fn spelled(&self, text: &str, name: &str) -> String {
        match self.node(field(text, "scope")).filter(|scope| {
            self.is_cpp && (scope.starts_with("!DINamespace(") || scope.starts_with("!DICompositeType("))
        }) {
            Some(scope) => {
                let outer = quoted(scope, "name").unwrap_or_default();
                let outer = self.spelled(scope, &outer);
                if outer.is_empty() { name.to_string() } else { format!("{outer}::{name}") }
            }
            None => name.to_string(),
        }
    }

    fn pointer(&self, base: Option<&str>, reference: bool, depth: usize) -> Type {
        let constant = self.node(base).is_some_and(|text| field(text, "tag") == Some("DW_TAG_const_type"));
        if self.node(base).is_some_and(|text| text.starts_with("!DISubroutineType(")) {
            return Type::Other("a pointer to a function".into());
        }
        if depth > DEEPEST_STRUCT {
            return Type::Other("a deeply nested pointer".into());
        }
        Type::Pointer { to: Box::new(self.ty(base, depth + 1)), constant, reference }
    }

    fn array(&self, text: &str, depth: usize) -> Type {
        let element = self.ty(field(text, "baseType"), depth);
        let ranges = self.list(field(text, "elements"));
        let count = |range: &Option<&str>| field(self.node(*range)?, "count")?.parse::<usize>().ok();
        match ranges.iter().map(count).product::<Option<usize>>() {
            Some(count) => Type::Array(Box::new(element), count),
            None => Type::Other("an array of unknown size".into()),
        }
    }

    fn class(&self, text: &str, name: &str, depth: usize) -> Type {
        if let Some(container) = container(name) {
            return container;
        }
        if depth > DEEPEST_STRUCT || name.is_empty() && depth == 0 {
            return Type::Other(format!("the class {name}"));
        }
        let mut fields = Vec::new();
        for member in self.list(field(text, "elements")).into_iter().filter_map(|each| self.node(each)) {
            match field(member, "tag") {
                Some("DW_TAG_member") if field(member, "flags").is_none_or(|flags| !flags.contains("Static")) => {
                    let name = quoted(member, "name").unwrap_or_default();
                    fields.push((name, self.ty(field(member, "baseType"), depth + 1)));
                }
                Some("DW_TAG_inheritance") => return Type::Other(format!("the derived class {name}")),
                _ => {}
            }
        }
        Type::Struct { spelling: self.spelled(text, &self.tagged("struct", name)), fields }
    }
}

/// `vector<double, …>` and `array<double, 3UL>`, whose members are not numbers or not shown.
fn container(name: &str) -> Option<Type> {
    let (kind, arguments) = name.split_once('<')?;
    let mut arguments = arguments.trim_end_matches('>').split(", ");
    let element = arguments.next().filter(|element| ["double", "float"].contains(element))?;
    let (spelling, count) = match kind {
        "vector" => (format!("std::vector<{element}>"), None),
        "array" => {
            let count = arguments.next()?.trim_end_matches(['U', 'L', ' ']).parse().ok()?;
            (format!("std::array<{element}, {count}>"), Some(count))
        }
        _ => return None,
    };
    Some(Type::Container { spelling, element: Box::new(Type::Float(element.into())), count })
}

/// The value of `key: value` in a node.
fn field<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let mut rest = text.split_once('(')?.1;
    loop {
        let end = end_of_item(rest);
        let item = &rest[..end];
        if let Some(value) = item.strip_prefix(key).and_then(|found| found.strip_prefix(": ")) {
            return Some(value);
        }
        rest = rest[end..].strip_prefix(", ")?;
    }
}

/// Where the first item of a list ends: at a comma or the closing bracket, outside of quotes and inner brackets.
fn end_of_item(text: &str) -> usize {
    let (mut depth, mut in_quotes) = (0, false);
    for (position, character) in text.char_indices() {
        match character {
            '"' => in_quotes = !in_quotes,
            '(' | '{' if !in_quotes => depth += 1,
            ')' | '}' if !in_quotes && depth == 0 => return position,
            ')' | '}' if !in_quotes => depth -= 1,
            ',' if !in_quotes && depth == 0 => return position,
            _ => {}
        }
    }
    text.len()
}

fn quoted(text: &str, key: &str) -> Option<String> {
    Some(field(text, key)?.trim_matches('"').to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_parameters_through_typedefs() {
        let ir = "!1 = distinct !DISubprogram(name: \"f\", scope: !9, type: !2)\n\
                  !2 = !DISubroutineType(types: !3)\n!3 = !{!4, !5, !8}\n\
                  !4 = !DIDerivedType(tag: DW_TAG_typedef, name: \"real\", baseType: !7)\n\
                  !5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)\n\
                  !6 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)\n\
                  !7 = !DIBasicType(name: \"double\", size: 64, encoding: DW_ATE_float)\n\
                  !8 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
                  !10 = !DILocalVariable(name: \"x\", arg: 1, scope: !1, type: !5)\n";
        let signature = Metadata::read(ir, false).signature("!1").expect("a signature");
        assert_eq!(signature.result, Type::Float("double".into()));
        let double = Box::new(Type::Float("double".into()));
        assert_eq!(signature.parameters[0].ty, Type::Pointer { to: double, constant: true, reference: false });
        assert_eq!(signature.parameters[0].name, "x");
        assert_eq!(signature.parameters[1].ty, Type::Integer("int".into()));
    }
}
