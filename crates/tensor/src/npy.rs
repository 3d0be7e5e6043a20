//! Files of NumPy: one array with its type and shape.
//!
//! Types that NumPy does not have (bfloat16 and floats of eight bits) stand in such files as opaque bytes; they are read
//! as whatever type of that width the caller expects.

use crate::element::{Class, ElementType};
use crate::error::{Error, Result, check, fail};
use crate::movement;
use crate::tensor::Tensor;

const MAGIC: &[u8] = b"\x93NUMPY";

/// Reads an array. `expected` decides what opaque bytes are, and lets integers of eight bits be of two or four.
pub fn read(bytes: &[u8], expected: Option<ElementType>) -> Result<Tensor> {
    let broken = || Error::new("not a NumPy file");
    check!(bytes.len() >= 10 && bytes.starts_with(MAGIC), "not a NumPy file");
    let (start, length) = match bytes[6] {
        1 => (10, usize::from(u16::from_le_bytes([bytes[8], bytes[9]]))),
        2 | 3 => {
            let size: [u8; 4] = bytes.get(8..12).and_then(|size| size.try_into().ok()).ok_or_else(broken)?;
            (12, u32::from_le_bytes(size) as usize)
        }
        version => fail!("version {version} of NumPy's format is not known"),
    };
    let header = bytes.get(start..start + length).ok_or_else(broken)?;
    let header = std::str::from_utf8(header).map_err(|_| broken())?;
    let data = &bytes[start + length..];
    let element = element_of(field(header, "descr").ok_or_else(broken)?, expected)?;
    let shape = parse_shape(field(header, "shape").ok_or_else(broken)?)?;
    let is_column_major = field(header, "fortran_order").is_some_and(|text| text.starts_with("True"));
    if !is_column_major {
        return Tensor::from_bytes(element, &shape, data);
    }
    let turned: Vec<usize> = shape.iter().rev().copied().collect();
    let order: Vec<usize> = (0..shape.len()).rev().collect();
    movement::transpose(&Tensor::from_bytes(element, &turned, data)?, &order)
}

/// The text after a key of the header.
fn field<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let place = [format!("'{key}'"), format!("\"{key}\"")]
        .iter()
        .find_map(|quoted| header.find(quoted.as_str()).map(|start| start + quoted.len()))?;
    Some(header[place..].trim_start().strip_prefix(':')?.trim_start())
}

fn element_of(text: &str, expected: Option<ElementType>) -> Result<ElementType> {
    let descriptor = text.trim_start_matches(['\'', '"']).split(['\'', '"']).next().unwrap_or_default();
    check!(!descriptor.starts_with('>'), "big-endian NumPy files are not read");
    let kind = descriptor.trim_start_matches(['<', '|', '=']);
    let known = match kind {
        "b1" => ElementType::Bool,
        "i1" => ElementType::I8,
        "i2" => ElementType::I16,
        "i4" => ElementType::I32,
        "i8" => ElementType::I64,
        "u1" => ElementType::U8,
        "u2" => ElementType::U16,
        "u4" => ElementType::U32,
        "u8" => ElementType::U64,
        "f2" => ElementType::F16,
        "f4" => ElementType::F32,
        "f8" => ElementType::F64,
        "c8" => ElementType::C64,
        "c16" => ElementType::C128,
        "V1" | "V2" | "f1" => {
            let bytes = if kind == "V2" { 2 } else { 1 };
            return match expected {
                Some(expected) if expected.bytes() == bytes => Ok(expected),
                None if bytes == 2 => Ok(ElementType::BF16),
                _ => fail!("a NumPy file holds opaque elements of {bytes} bytes"),
            };
        }
        _ => fail!("elements of type {descriptor} in a NumPy file are not known"),
    };
    Ok(match expected {
        Some(narrow) if narrow.bits() < 8 && narrow.is_integer() && narrow.class() == known.class() => narrow,
        _ => known,
    })
}

fn parse_shape(text: &str) -> Result<Vec<usize>> {
    let inside = text.strip_prefix('(').and_then(|text| text.split(')').next());
    let inside = inside.ok_or_else(|| Error::new("a NumPy file without shape"))?;
    let sizes = inside.split(',').map(str::trim).filter(|size| !size.is_empty());
    sizes.map(|size| size.parse().map_err(|_| Error::new("a NumPy file with a broken shape"))).collect()
}

/// The bytes of a file with a tensor.
pub fn write(tensor: &Tensor) -> Vec<u8> {
    let element = tensor.element();
    let bytes = element.bytes();
    let descriptor = match element.class() {
        Class::Bool => String::from("|b1"),
        Class::Signed if bytes == 1 => String::from("|i1"),
        Class::Unsigned if bytes == 1 => String::from("|u1"),
        Class::Signed => format!("<i{bytes}"),
        Class::Unsigned => format!("<u{bytes}"),
        Class::Complex => format!("<c{bytes}"),
        Class::Float if element == ElementType::BF16 => String::from("<V2"),
        Class::Float if bytes == 1 => String::from("|V1"),
        Class::Float => format!("<f{bytes}"),
    };
    let sizes: String = tensor.shape().iter().map(|size| format!("{size}, ")).collect();
    let mut header = format!("{{'descr': '{descriptor}', 'fortran_order': False, 'shape': ({sizes}), }}");
    while (header.len() + 11) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut file = Vec::with_capacity(10 + header.len() + tensor.count() * bytes);
    file.extend(MAGIC);
    file.extend([1, 0]);
    file.extend((header.len() as u16).to_le_bytes());
    file.extend(header.as_bytes());
    // Signed integers of two and four bits are written with their sign.
    match element {
        ElementType::I2 | ElementType::I4 => file.extend(tensor.storage().bytes()),
        _ => file.extend(tensor.to_bytes()),
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_survives() {
        for element in ElementType::all() {
            for shape in [&[][..], &[3], &[2, 0], &[2, 3]] {
                let count = shape.iter().product::<usize>() as i64;
                let tensor = Tensor::from_i64(element, shape, &(0..count).map(|i| i % 2).collect::<Vec<_>>()).unwrap();
                let again = read(&write(&tensor), Some(element)).unwrap();
                assert!(again.same_bits(&tensor), "{element}");
            }
        }
    }

    #[test]
    fn column_major_and_broken_files() {
        let mut file = write(&Tensor::from_i64(ElementType::I8, &[2, 2], &[1, 2, 3, 4]).unwrap());
        let place = file.windows(5).position(|window| window == b"False").unwrap();
        file[place..place + 5].copy_from_slice(b"True ");
        assert_eq!(read(&file, None).unwrap().to_i64().unwrap(), [1, 3, 2, 4]);
        for cut in 0..file.len() {
            assert!(read(&file[..cut], None).is_err());
        }
    }
}
