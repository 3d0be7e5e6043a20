//! Global variables: tables with what they hold at first.

use crate::lift::{Bound, Lift, float_text};
use crate::objects::{Source, type_text};
use crate::poly::Poly;
use crate::request::Refusal;
use zymase_llvm::Value;

/// Elements that a table may have.
const MOST_ELEMENTS: i64 = 1 << 20;

impl Lift {
    /// The definitions of the global variables that are used; they are taken at the start of the function.
    pub fn tables(&mut self) -> Result<Vec<String>, Refusal> {
        let mut texts = Vec::new();
        for object in 0..self.objects.len() {
            let Source::Made(value) = self.objects[object].source else { continue };
            if !value.is_global_variable() {
                continue;
            }
            let it = self.objects[object].clone();
            let Some(initial) = value.initializer().filter(|_| !value.is_thread_local()) else {
                let text = format!("the variable `{}` is defined in another file", it.name);
                return Err(Refusal::new(text));
            };
            let Some(count) = it.elements().filter(|count| *count <= MOST_ELEMENTS) else {
                return Err(Refusal::new(format!("the table `{}` is too large", it.name)));
            };
            let mut elements = Vec::new();
            flatten(initial, &mut elements);
            if elements.len() as i64 != count || elements.iter().any(|element| element.ty() != it.element) {
                return Err(Refusal::new(format!(
                    "what the variable `{}` holds at first is not numbers of one type",
                    it.name
                )));
            }
            let name: String =
                it.name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
            let mut numbers = elements.iter().map(|element| number(*element));
            let sizes: Vec<i64> = it.sizes.iter().flatten().copied().collect();
            let dense = dense(&sizes, &mut numbers);
            let constant = if value.is_constant_global() { "constant " } else { "" };
            let ty = it.memref_type();
            texts.push(format!("memref.global \"private\" {constant}@{name} : {ty} = dense<{dense}>"));
            let taken = self.writer.define(&format!("memref.get_global @{name} : {ty}"));
            let address = crate::lift::Address::In { object, offset: Poly::default() };
            self.environment.bind(value, Bound::Address(address));
            self.set_views(object, taken);
        }
        Ok(texts)
    }
}

fn flatten(value: Value, elements: &mut Vec<Value>) {
    let ty = value.ty();
    if ty.is_aggregate() {
        for part in 0..ty.element_count() as u32 {
            match value.constant_element(part) {
                Some(element) => flatten(element, elements),
                None => elements.push(value),
            }
        }
    } else {
        elements.push(value);
    }
}

fn number(value: Value) -> String {
    if value.ty().is_integer() {
        return value.as_integer().unwrap_or(0).to_string();
    }
    float_text(value.as_real().unwrap_or(0.0), &type_text(value.ty()).unwrap_or_default())
}

/// Nested lists, as a shape has them.
fn dense(sizes: &[i64], numbers: &mut impl Iterator<Item = String>) -> String {
    match sizes {
        [] => numbers.next().unwrap_or_default(),
        [size, inner @ ..] => {
            let parts: Vec<String> = (0..*size).map(|_| dense(inner, numbers)).collect();
            format!("[{}]", parts.join(", "))
        }
    }
}
