//! The attributes of StableHLO as structures.

use crate::attribute_text::{
    EnumKind, FieldWriter, enum_attribute, name_and_body, number, numbers, read_fields, split,
};
use std::any::Any;
use zymase_ir::{Attribute, DYNAMIC, DialectAttribute};

/// `#stablehlo<kind WORD>`.
pub const ENUMS: &[EnumKind] = &[
    ("comparison_direction", &["EQ", "NE", "GE", "GT", "LE", "LT"]),
    ("comparison_type", &["NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"]),
    ("precision", &["DEFAULT", "HIGH", "HIGHEST"]),
    ("fft_type", &["FFT", "IFFT", "RFFT", "IRFFT"]),
    ("transpose", &["TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"]),
    ("rng_distribution", &["UNIFORM", "NORMAL"]),
    ("rng_algorithm", &["DEFAULT", "THREE_FRY", "PHILOX"]),
];

/// `#stablehlo<kind WORD>` as an attribute.
pub fn enumeration(kind: &str, value: &str) -> Result<Attribute, String> {
    enum_attribute("stablehlo", ENUMS, kind, value)
}

macro_rules! dialect_attribute {
    ($name:ident, $text:expr) => {
        impl DialectAttribute for $name {
            fn text(&self) -> String {
                #[allow(clippy::redundant_closure_call)]
                ($text)(self)
            }

            fn as_any(&self) -> &dyn Any {
                self
            }
        }
    };
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DotDimensionNumbers {
    pub lhs_batching: Vec<i64>,
    pub rhs_batching: Vec<i64>,
    pub lhs_contracting: Vec<i64>,
    pub rhs_contracting: Vec<i64>,
}

dialect_attribute!(DotDimensionNumbers, |this: &DotDimensionNumbers| {
    FieldWriter::default()
        .numbers("lhs_batching_dimensions", &this.lhs_batching)
        .numbers("rhs_batching_dimensions", &this.rhs_batching)
        .numbers("lhs_contracting_dimensions", &this.lhs_contracting)
        .numbers("rhs_contracting_dimensions", &this.rhs_contracting)
        .finish("stablehlo.dot")
});

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GatherDimensionNumbers {
    pub offset_dims: Vec<i64>,
    pub collapsed_slice_dims: Vec<i64>,
    pub operand_batching_dims: Vec<i64>,
    pub start_indices_batching_dims: Vec<i64>,
    pub start_index_map: Vec<i64>,
    pub index_vector_dim: i64,
}

dialect_attribute!(GatherDimensionNumbers, |this: &GatherDimensionNumbers| {
    let writer = FieldWriter::default()
        .numbers("offset_dims", &this.offset_dims)
        .numbers("collapsed_slice_dims", &this.collapsed_slice_dims)
        .numbers("operand_batching_dims", &this.operand_batching_dims)
        .numbers("start_indices_batching_dims", &this.start_indices_batching_dims)
        .numbers("start_index_map", &this.start_index_map);
    with_index_vector_dim(writer, this.index_vector_dim).finish("stablehlo.gather")
});

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScatterDimensionNumbers {
    pub update_window_dims: Vec<i64>,
    pub inserted_window_dims: Vec<i64>,
    pub input_batching_dims: Vec<i64>,
    pub scatter_indices_batching_dims: Vec<i64>,
    pub scatter_dims_to_operand_dims: Vec<i64>,
    pub index_vector_dim: i64,
}

dialect_attribute!(ScatterDimensionNumbers, |this: &ScatterDimensionNumbers| {
    let writer = FieldWriter::default()
        .numbers("update_window_dims", &this.update_window_dims)
        .numbers("inserted_window_dims", &this.inserted_window_dims)
        .numbers("input_batching_dims", &this.input_batching_dims)
        .numbers("scatter_indices_batching_dims", &this.scatter_indices_batching_dims)
        .numbers("scatter_dims_to_operand_dims", &this.scatter_dims_to_operand_dims);
    with_index_vector_dim(writer, this.index_vector_dim).finish("stablehlo.scatter")
});

/// Zero is what is meant when nothing is written.
fn with_index_vector_dim(writer: FieldWriter, dimension: i64) -> FieldWriter {
    if dimension == 0 { writer } else { writer.number("index_vector_dim", dimension) }
}

/// Which dimension of an array is which: batch (`b`), feature (`f`), input feature (`i`), output feature (`o`), or
/// the spatial dimension of a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConvDimensionNumbers {
    pub input_batch: i64,
    pub input_feature: i64,
    pub input_spatial: Vec<i64>,
    pub kernel_input_feature: i64,
    pub kernel_output_feature: i64,
    pub kernel_spatial: Vec<i64>,
    pub output_batch: i64,
    pub output_feature: i64,
    pub output_spatial: Vec<i64>,
}

impl ConvDimensionNumbers {
    /// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
    pub fn short_text(&self) -> String {
        let input = labels(&self.input_spatial, ('b', self.input_batch), ('f', self.input_feature));
        let kernel = labels(&self.kernel_spatial, ('i', self.kernel_input_feature), ('o', self.kernel_output_feature));
        let output = labels(&self.output_spatial, ('b', self.output_batch), ('f', self.output_feature));
        format!("{input}x{kernel}->{output}")
    }

    pub fn of_short_text(text: &str) -> Result<ConvDimensionNumbers, String> {
        let wrong = || format!("expected [b, 0, f]x[0, i, o]->[b, 0, f], found {text}");
        let (inputs, output) = text.split_once("->").ok_or_else(wrong)?;
        let (input, kernel) = inputs.split_once(']').ok_or_else(wrong)?;
        let kernel = kernel.trim().strip_prefix('x').ok_or_else(wrong)?;
        let input = read_labels(&format!("{input}]"), 'b', 'f')?;
        let kernel = read_labels(kernel, 'i', 'o')?;
        let output = read_labels(output, 'b', 'f')?;
        if input.2.len() != kernel.2.len() || input.2.len() != output.2.len() {
            return Err("input, kernel and output have different numbers of spatial dimensions".into());
        }
        Ok(ConvDimensionNumbers {
            input_batch: input.0,
            input_feature: input.1,
            input_spatial: input.2,
            kernel_input_feature: kernel.0,
            kernel_output_feature: kernel.1,
            kernel_spatial: kernel.2,
            output_batch: output.0,
            output_feature: output.1,
            output_spatial: output.2,
        })
    }
}

dialect_attribute!(ConvDimensionNumbers, |this: &ConvDimensionNumbers| {
    format!("stablehlo.conv<{}>", this.short_text())
});

fn labels(spatial: &[i64], first: (char, i64), second: (char, i64)) -> String {
    let size = [first.1, second.1].into_iter().chain(spatial.iter().copied()).max().unwrap_or(0) + 1;
    let label = |dimension: i64| {
        if dimension == first.1 {
            first.0.to_string()
        } else if dimension == second.1 {
            second.0.to_string()
        } else {
            spatial.iter().position(|other| *other == dimension).map_or("?".into(), |number| number.to_string())
        }
    };
    let all: Vec<String> = (0..size).map(label).collect();
    format!("[{}]", all.join(", "))
}

/// The positions of the two letters and of the numbers 0, 1, …
fn read_labels(text: &str, first: char, second: char) -> Result<(i64, i64, Vec<i64>), String> {
    let wrong = || format!("expected {first}, {second} and numbers from 0 in brackets, found {text}");
    let body = text.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).ok_or_else(wrong)?;
    let parts = split(body);
    let find = |label: &str| parts.iter().position(|part| *part == label).map(|at| at as i64).ok_or_else(wrong);
    let spatial =
        (0..parts.len().saturating_sub(2)).map(|number| find(&number.to_string())).collect::<Result<_, _>>()?;
    Ok((find(&first.to_string())?, find(&second.to_string())?, spatial))
}

/// `#stablehlo.channel_handle<handle = 1, type = 0>`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChannelHandle {
    pub handle: i64,
    pub kind: i64,
}

dialect_attribute!(ChannelHandle, |this: &ChannelHandle| {
    FieldWriter::default().number("handle", this.handle).number("type", this.kind).finish("stablehlo.channel_handle")
});

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutputOperandAlias {
    pub output_tuple_indices: Vec<i64>,
    pub operand_index: i64,
    pub operand_tuple_indices: Vec<i64>,
}

dialect_attribute!(OutputOperandAlias, |this: &OutputOperandAlias| {
    use crate::attribute_text::write_numbers;
    FieldWriter::default()
        .text("output_tuple_indices", &write_numbers(&this.output_tuple_indices))
        .number("operand_index", this.operand_index)
        .text("operand_tuple_indices", &write_numbers(&this.operand_tuple_indices))
        .finish("stablehlo.output_operand_alias")
});

/// Upper bounds of dynamic dimensions: `#stablehlo.bounds<3, ?>`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// [`DYNAMIC`] where there is none.
    pub bounds: Vec<i64>,
}

dialect_attribute!(Bounds, |this: &Bounds| {
    let all: Vec<String> =
        this.bounds.iter().map(|bound| if *bound == DYNAMIC { "?".into() } else { bound.to_string() }).collect();
    format!("stablehlo.bounds<{}>", all.join(", "))
});

/// Reads an attribute from the text after `#`. What is not known here stays text.
pub fn read(text: &str) -> Option<Result<Attribute, String>> {
    let (name, body) = name_and_body(text);
    if name == "stablehlo" {
        let (kind, value) = body?.trim().split_once(' ')?;
        return Some(enumeration(kind, value.trim()));
    }
    let body = body?;
    Some(match name.strip_prefix("stablehlo.")? {
        "dot" => read_dot(body),
        "gather" => read_gather(body),
        "scatter" => read_scatter(body),
        "conv" => read_conv(body),
        "channel_handle" => read_channel_handle(body),
        "output_operand_alias" => read_alias(body),
        "bounds" => read_bounds(body),
        _ => return None,
    })
}

fn store(place: &mut Vec<i64>, value: &str) -> Option<Result<(), String>> {
    Some(numbers(value).map(|numbers| *place = numbers))
}

fn store_number(place: &mut i64, value: &str) -> Option<Result<(), String>> {
    Some(number(value).map(|number| *place = number))
}

fn read_dot(body: &str) -> Result<Attribute, String> {
    let mut dot = DotDimensionNumbers::default();
    read_fields("stablehlo.dot", body, |key, value| match key {
        "lhs_batching_dimensions" => store(&mut dot.lhs_batching, value),
        "rhs_batching_dimensions" => store(&mut dot.rhs_batching, value),
        "lhs_contracting_dimensions" => store(&mut dot.lhs_contracting, value),
        "rhs_contracting_dimensions" => store(&mut dot.rhs_contracting, value),
        _ => None,
    })?;
    Ok(Attribute::dialect(dot))
}

fn read_gather(body: &str) -> Result<Attribute, String> {
    let mut gather = GatherDimensionNumbers::default();
    read_fields("stablehlo.gather", body, |key, value| match key {
        "offset_dims" => store(&mut gather.offset_dims, value),
        "collapsed_slice_dims" => store(&mut gather.collapsed_slice_dims, value),
        "operand_batching_dims" => store(&mut gather.operand_batching_dims, value),
        "start_indices_batching_dims" => store(&mut gather.start_indices_batching_dims, value),
        "start_index_map" => store(&mut gather.start_index_map, value),
        "index_vector_dim" => store_number(&mut gather.index_vector_dim, value),
        _ => None,
    })?;
    Ok(Attribute::dialect(gather))
}

fn read_scatter(body: &str) -> Result<Attribute, String> {
    let mut scatter = ScatterDimensionNumbers::default();
    read_fields("stablehlo.scatter", body, |key, value| match key {
        "update_window_dims" => store(&mut scatter.update_window_dims, value),
        "inserted_window_dims" => store(&mut scatter.inserted_window_dims, value),
        "input_batching_dims" => store(&mut scatter.input_batching_dims, value),
        "scatter_indices_batching_dims" => store(&mut scatter.scatter_indices_batching_dims, value),
        "scatter_dims_to_operand_dims" => store(&mut scatter.scatter_dims_to_operand_dims, value),
        "index_vector_dim" => store_number(&mut scatter.index_vector_dim, value),
        _ => None,
    })?;
    Ok(Attribute::dialect(scatter))
}

/// The short form, or the raw form with a key for every dimension.
fn read_conv(body: &str) -> Result<Attribute, String> {
    let Some(raw) = body.trim().strip_prefix("raw") else {
        return Ok(Attribute::dialect(ConvDimensionNumbers::of_short_text(body)?));
    };
    let mut conv = ConvDimensionNumbers::default();
    let set = |conv: &mut ConvDimensionNumbers, key: &str, value: &str| match key {
        "input_batch_dimension" => store_number(&mut conv.input_batch, value),
        "input_feature_dimension" => store_number(&mut conv.input_feature, value),
        "input_spatial_dimensions" => store(&mut conv.input_spatial, value),
        "kernel_input_feature_dimension" => store_number(&mut conv.kernel_input_feature, value),
        "kernel_output_feature_dimension" => store_number(&mut conv.kernel_output_feature, value),
        "kernel_spatial_dimensions" => store(&mut conv.kernel_spatial, value),
        "output_batch_dimension" => store_number(&mut conv.output_batch, value),
        "output_feature_dimension" => store_number(&mut conv.output_feature, value),
        "output_spatial_dimensions" => store(&mut conv.output_spatial, value),
        _ => None,
    };
    read_fields("stablehlo.conv", raw, |key, value| set(&mut conv, key, value))?;
    let is_permutation = |spatial: &[i64], first: i64, second: i64| {
        let mut all: Vec<i64> = spatial.iter().copied().chain([first, second]).collect();
        all.sort_unstable();
        all.into_iter().eq(0..spatial.len() as i64 + 2)
    };
    let fits = is_permutation(&conv.input_spatial, conv.input_batch, conv.input_feature)
        && is_permutation(&conv.kernel_spatial, conv.kernel_input_feature, conv.kernel_output_feature)
        && is_permutation(&conv.output_spatial, conv.output_batch, conv.output_feature);
    if fits { Ok(Attribute::dialect(conv)) } else { Err("every dimension of a convolution has one meaning".into()) }
}

fn read_channel_handle(body: &str) -> Result<Attribute, String> {
    let mut channel = ChannelHandle::default();
    read_fields("stablehlo.channel_handle", body, |key, value| match key {
        "handle" => store_number(&mut channel.handle, value),
        "type" => store_number(&mut channel.kind, value),
        _ => None,
    })?;
    Ok(Attribute::dialect(channel))
}

fn read_alias(body: &str) -> Result<Attribute, String> {
    let mut alias = OutputOperandAlias::default();
    read_fields("stablehlo.output_operand_alias", body, |key, value| match key {
        "output_tuple_indices" => store(&mut alias.output_tuple_indices, value),
        "operand_index" => store_number(&mut alias.operand_index, value),
        "operand_tuple_indices" => store(&mut alias.operand_tuple_indices, value),
        _ => None,
    })?;
    Ok(Attribute::dialect(alias))
}

fn read_bounds(body: &str) -> Result<Attribute, String> {
    let bound = |text: &str| if text == "?" { Ok(DYNAMIC) } else { number(text) };
    let bounds = split(body).into_iter().map(bound).collect::<Result<_, _>>()?;
    Ok(Attribute::dialect(Bounds { bounds }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_reads_back() {
        for text in [
            "stablehlo<comparison_direction LT>",
            "stablehlo.dot<lhs_batching_dimensions = [0], rhs_contracting_dimensions = [1, 2]>",
            "stablehlo.dot<>",
            "stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>",
            "stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0]>",
            "stablehlo.conv<[b, 1, 0, f]x[0, 1, i, o]->[f, 0, 1, b]>",
            "stablehlo.conv<[b, f]x[i, o]->[b, f]>",
            "stablehlo.channel_handle<handle = 1, type = 2>",
            "stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>",
            "stablehlo.bounds<3, ?>",
        ] {
            let attribute = read(text).expect("it is known").expect("it is right");
            assert_eq!(attribute.to_string(), format!("#{text}"));
        }
        assert!(read("stablehlo.unknown<x>").is_none());
        for wrong in [
            "stablehlo<precision LOW>",
            "stablehlo.dot<x = [1]>",
            "stablehlo.conv<[b, f]x[i, o]>",
            "stablehlo.conv<[b, 0]x[i, o]->[b, f]>",
            "stablehlo.dot<lhs_batching_dimensions = 1>",
            "stablehlo.bounds<x>",
        ] {
            assert!(read(wrong).expect("it is known").is_err(), "{wrong}");
        }
    }

    #[test]
    fn raw_convolutions_are_the_same() {
        let raw = "stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, \
                   input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = \
                   2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, \
                   output_spatial_dimensions = [1]>";
        let attribute = read(raw).unwrap().unwrap();
        assert_eq!(attribute.to_string(), "#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>");
    }
}
