//! Convolutions.

use super::attributes::ConvDimensionNumbers;
use super::checks::*;
use super::movement::array;
use crate::syntax::{expect_label, read_function_type, read_numbers, write_numbers, write_truths};
use zymase_ir::{
    Attribute, DYNAMIC, DenseElements, Ir, Op, OpDefinition, OperationState, Reader, Result, Syntax, Trait,
};
use zymase_ir::{Type, Writer, define_operation};

define_operation! {
    pub Convolution = "stablehlo.convolution" {
        operands { lhs: One, rhs: One }
        results { result: One }
        attributes {
            window_strides: I64Array optional, padding: Elements optional, lhs_dilation: I64Array optional,
            rhs_dilation: I64Array optional, window_reversal: BoolArray optional,
            dimension_numbers: Dialect("stablehlo.conv<") required, feature_group_count: I64 required,
            batch_group_count: I64 required, precision_config: Array optional,
        }
        traits: &[Trait::Pure],
        syntax: Some(Syntax { read: read_convolution, write: write_convolution, fits: convolution_fits }),
        infer_types: Some(|ir, state| {
            let element = operand_tensor(ir, state, 0)?.element.clone();
            Ok(vec![Type::tensor(convolution_shape(ir, state, true)?, element)])
        }),
        verify: Some(|ir, op| verify_convolution(ir, op, true)),
    }
}

define_operation! {
    /// A convolution whose padding is known only at run time.
    pub DynamicConv = "stablehlo.dynamic_conv" {
        operands { lhs: One, rhs: One, padding: One }
        results { result: One }
        attributes {
            window_strides: I64Array optional, lhs_dilation: I64Array optional, rhs_dilation: I64Array optional,
            window_reversal: BoolArray optional, dimension_numbers: Dialect("stablehlo.conv<") required,
            feature_group_count: I64 required, batch_group_count: I64 required, precision_config: Array optional,
        }
        traits: &[Trait::Pure],
        verify: Some(|ir, op| {
            let padding = operand_tensor(ir, &ir.state_of(op), 2)?;
            let spatial = operand_tensor(ir, &ir.state_of(op), 0)?.rank() as i64 - 2;
            ensure(padding.element.is_integer() && padding.shape == [spatial, 2], || {
                format!("padding must be {spatial} pairs of integers")
            })?;
            verify_convolution(ir, op, false)
        }),
    }
}

pub fn definitions() -> Vec<OpDefinition> {
    vec![Convolution::definition(), DynamicConv::definition()]
}

fn verify_convolution(ir: &Ir, op: Op, known_padding: bool) -> Check<()> {
    let shape = convolution_shape(ir, &ir.state_of(op), known_padding)?;
    let result = result_tensor(ir, op)?;
    ensure(shapes_agree(&shape, &result.shape), || {
        format!("the result has shape {}, but {} follows", show_shape(&result.shape), show_shape(&shape))
    })
}

/// Checks everything but the result; the shape that follows for it.
fn convolution_shape(ir: &Ir, state: &OperationState, known_padding: bool) -> Check<Vec<i64>> {
    let lhs = operand_tensor(ir, state, 0)?;
    let rhs = operand_tensor(ir, state, 1)?;
    let Some(conv) = state.attribute("dimension_numbers").and_then(Attribute::downcast::<ConvDimensionNumbers>) else {
        return Err("needs dimension_numbers".into());
    };
    let spatial = conv.input_spatial.len();
    expect_count("the shape of the left side", lhs.rank(), spatial + 2)?;
    expect_count("the shape of the right side", rhs.rank(), spatial + 2)?;
    let (batch, outputs) = expect_groups(state, conv, &lhs.shape, &rhs.shape)?;
    let mut shape = vec![DYNAMIC; spatial + 2];
    shape[conv.output_batch as usize] = batch;
    shape[conv.output_feature as usize] = outputs;
    for (index, window) in windows(state, spatial)?.into_iter().enumerate() {
        let kernel = rhs.shape[conv.kernel_spatial[index] as usize];
        let input = lhs.shape[conv.input_spatial[index] as usize];
        let known = known_padding && kernel != DYNAMIC;
        let counted = if known { window_count(input, Window { size: kernel, ..window })? } else { DYNAMIC };
        shape[conv.output_spatial[index] as usize] = counted;
    }
    Ok(shape)
}

/// Checks how batches and features are shared out to groups; the sizes of batch and features of the result.
fn expect_groups(state: &OperationState, conv: &ConvDimensionNumbers, lhs: &[i64], rhs: &[i64]) -> Check<(i64, i64)> {
    let feature_groups = required_number(state, "feature_group_count")?;
    let batch_groups = required_number(state, "batch_group_count")?;
    ensure(feature_groups >= 1 && batch_groups >= 1, || "group counts must be positive".into())?;
    ensure(feature_groups == 1 || batch_groups == 1, || "only one of the group counts may be more than one".into())?;
    let batch = lhs[conv.input_batch as usize];
    let features = lhs[conv.input_feature as usize];
    let outputs = rhs[conv.kernel_output_feature as usize];
    let divides = |size: i64, by: i64| size == DYNAMIC || size % by == 0;
    ensure(divides(batch, batch_groups), || format!("{batch} is no multiple of batch_group_count"))?;
    ensure(divides(features, feature_groups), || format!("{features} is no multiple of feature_group_count"))?;
    ensure(divides(outputs, feature_groups) && divides(outputs, batch_groups), || {
        format!("{outputs} output features cannot be shared out to the groups")
    })?;
    let per_group = if features == DYNAMIC { DYNAMIC } else { features / feature_groups };
    join_sizes(per_group, rhs[conv.kernel_input_feature as usize])
        .map_err(|message| format!("input features of the kernel: {message}"))?;
    Ok((if batch == DYNAMIC { DYNAMIC } else { batch / batch_groups }, outputs))
}

/// The windows along spatial dimensions, but for their sizes.
fn windows(state: &OperationState, spatial: usize) -> Check<Vec<Window>> {
    let list = |name: &str| -> Check<Vec<i64>> {
        let numbers = numbers(state, name)?.map_or_else(|| vec![1; spatial], <[i64]>::to_vec);
        expect_count(name, numbers.len(), spatial)?;
        Ok(numbers)
    };
    let (strides, base, dilations) = (list("window_strides")?, list("lhs_dilation")?, list("rhs_dilation")?);
    list("window_reversal")?;
    let padding = pairs(state, "padding", spatial)?;
    Ok((0..spatial)
        .map(|index| Window {
            size: 1,
            stride: strides[index],
            dilation: dilations[index],
            base_dilation: base[index],
            padding: padding[index],
        })
        .collect())
}

/// `(%a, %b) dim_numbers = […]x[…]->[…], window = {stride = […], …} {…} : (types) -> type`.
fn read_convolution(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    reader.expect_symbol(b'(')?;
    let operands = reader.parse_list(b')', Reader::parse_operand)?;
    expect_label(reader, "dim_numbers")?;
    let numbers = read_dimension_numbers(reader)?;
    state.set("dimension_numbers", numbers);
    reader.expect_symbol(b',')?;
    expect_label(reader, "window")?;
    reader.expect_symbol(b'{')?;
    reader.parse_list(b'}', |reader| {
        let label = reader.parse_word()?;
        reader.expect_symbol(b'=')?;
        let (name, value) = match label {
            "stride" => ("window_strides", Attribute::i64_array(read_numbers(reader)?)),
            "lhs_dilate" => ("lhs_dilation", Attribute::i64_array(read_numbers(reader)?)),
            "rhs_dilate" => ("rhs_dilation", Attribute::i64_array(read_numbers(reader)?)),
            "pad" => ("padding", read_padding(reader)?),
            "reverse" => ("window_reversal", read_reversal(reader)?),
            _ => return Err(reader.error(format!("a window has no {label}"))),
        };
        state.set(name, value);
        Ok(())
    })?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_function_type(reader, state, &operands)
}

/// `[b, 0, f]x[0, i, o]->[b, 0, f]`, at the level of text.
fn read_dimension_numbers(reader: &mut Reader) -> Result<Attribute> {
    let input = reader.parse_bracketed_text()?.to_owned();
    reader.expect_keyword("x")?;
    let kernel = reader.parse_bracketed_text()?.to_owned();
    reader.expect_arrow()?;
    let output = reader.parse_bracketed_text()?;
    let numbers = ConvDimensionNumbers::of_short_text(&format!("{input}x{kernel}->{output}"));
    Ok(Attribute::dialect(numbers.map_err(|message| reader.error(message))?))
}

fn read_padding(reader: &mut Reader) -> Result<Attribute> {
    reader.expect_symbol(b'[')?;
    let pairs = reader.parse_list(b']', read_numbers)?;
    let ty = Type::tensor([pairs.len() as i64, 2], Type::integer(64));
    match DenseElements::of_integers(ty, pairs.concat()) {
        Some(dense) if pairs.iter().all(|pair| pair.len() == 2) => Ok(Attribute::Dense(dense)),
        _ => Err(reader.error("padding is written in pairs")),
    }
}

fn read_reversal(reader: &mut Reader) -> Result<Attribute> {
    reader.expect_symbol(b'[')?;
    let values = reader.parse_list(b']', |reader| match reader.peek_word() {
        Some("true") => Ok(reader.eat_keyword("true")),
        Some("false") => Ok(!reader.eat_keyword("false")),
        _ => Ok(reader.parse_integer()? != 0),
    })?;
    Ok(Attribute::bool_array(&values))
}

fn convolution_fits(ir: &Ir, op: Op) -> bool {
    let conv = Convolution(op);
    conv.dimension_numbers(ir).and_then(Attribute::downcast::<ConvDimensionNumbers>).is_some()
        && conv.padding(ir).is_none_or(|padding| {
            padding.as_dense().is_some_and(|dense| {
                dense.shape().len() == 2 && dense.shape()[1] == 2 && dense.ty().element().is_integer_of(64)
            })
        })
}

fn write_convolution(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    let conv = Convolution(op);
    writer.text("(");
    writer.operands(ir[op].operands());
    writer.text(") dim_numbers = ");
    if let Some(numbers) = conv.dimension_numbers(ir).and_then(Attribute::downcast::<ConvDimensionNumbers>) {
        writer.text(&numbers.short_text());
    }
    writer.text(", window = {");
    let shown = ["window_strides", "padding", "lhs_dilation", "rhs_dilation", "window_reversal"];
    let labels = ["stride", "pad", "lhs_dilate", "rhs_dilate", "reverse"];
    let mut separator = "";
    for (name, label) in shown.into_iter().zip(labels) {
        let Some(attribute) = ir.attribute(op, name) else { continue };
        writer.text(&format!("{separator}{label} = "));
        separator = ", ";
        match name {
            "padding" => write_padding(writer, attribute),
            "window_reversal" => write_truths(writer, array(ir, op, name)),
            _ => write_numbers(writer, array(ir, op, name)),
        }
    }
    writer.text("}");
    writer.attributes_but(op, &[&["dimension_numbers"], &shown[..]].concat());
    writer.text(" : ");
    writer.function_type(op);
}

fn write_padding(writer: &mut Writer, padding: &Attribute) {
    let numbers = padding.as_dense().and_then(DenseElements::integers).unwrap_or_default();
    let pairs: Vec<String> = numbers.chunks(2).map(|pair| format!("[{}, {}]", pair[0], pair[1])).collect();
    writer.text(&format!("[{}]", pairs.join(", ")));
}
