//! What the conversions of `scanf` and its kin store.

use crate::known::Precision;

/// A conversion that stores something through an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// A real of this format; else an integer, text or an address.
    pub real: Option<Precision>,
    /// Does it count in the result of the function? (`%n` does not.)
    pub counted: bool,
}

/// The conversions of a format, one for each argument after it; none where the format is not understood.
pub fn conversions(format: &str) -> Option<Vec<Conversion>> {
    let mut found = Vec::new();
    let mut rest = format.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '%' || rest.next_if_eq(&'%').is_some() {
            continue;
        }
        let stores = rest.next_if_eq(&'*').is_none();
        while rest.next_if(char::is_ascii_digit).is_some() {}
        let mut length = String::new();
        while let Some(modifier) = rest.next_if(|c| "hlLqjztm".contains(*c)) {
            length.push(modifier);
        }
        let conversion = match rest.next()? {
            'd' | 'i' | 'o' | 'u' | 'x' | 'X' | 's' | 'c' | 'S' | 'C' | 'p' => Conversion { real: None, counted: true },
            'n' => Conversion { real: None, counted: false },
            'a' | 'A' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G' => {
                let precision = match length.as_str() {
                    "" => Precision::Single,
                    "l" => Precision::Double,
                    "L" => Precision::Extended,
                    _ => return None,
                };
                Conversion { real: Some(precision), counted: true }
            }
            '[' => {
                rest.next_if_eq(&'^');
                // A bracket in the first place is one of the characters.
                rest.next_if_eq(&']');
                rest.by_ref().find(|c| *c == ']')?;
                Conversion { real: None, counted: true }
            }
            _ => return None,
        };
        if stores {
            found.push(conversion);
        }
    }
    Some(found)
}
