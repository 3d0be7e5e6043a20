//! Operations that are not right, and what is said about them.

/// A function body with these parameters, and a part of the message.
const REFUSED: &[(&str, &str)] = &[
    ("stablehlo.add %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>", "shapes differ: [2] and [3]"),
    ("stablehlo.add %a, %b : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>", "element types differ"),
    ("stablehlo.add %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf64>", "tensor<2xf32> follows"),
    ("stablehlo.sine %a : tensor<2xi32>", "elements of type i32 are not allowed"),
    ("stablehlo.not %a : tensor<2xf32>", "it takes i1, integers"),
    ("stablehlo.abs %a : tensor<2xui32>", "have no sign"),
    ("stablehlo.compare LT, %a, %b : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>", "no order"),
    ("stablehlo.convert %a : (tensor<2xf32>) -> tensor<3xi32>", "shapes differ"),
    ("stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2x2xi8>", "the same bits"),
    ("stablehlo.clamp %a, %b, %c : (tensor<3xf32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>", "a bound is neither"),
    ("stablehlo.select %a, %b, %c : tensor<3xi1>, tensor<2xf32>", "shapes differ"),
    ("stablehlo.iota dim = 2 : tensor<2x3xf32>", "no dimension of a tensor of rank 2"),
    ("stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<2x4xf32>", "3 elements cannot become 4"),
    ("stablehlo.broadcast_in_dim %a, dims = [0, 0] : (tensor<3x3xf32>) -> tensor<3x4xf32>", "dimension 0 twice"),
    ("stablehlo.reshape %a : (tensor<6xf32>) -> tensor<2x4xf32>", "different numbers of elements"),
    (
        "stablehlo.transpose %a, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x3xf32>",
        "dimension 2 of a tensor of rank 2",
    ),
    ("stablehlo.slice %a [1:9] : (tensor<6xf32>) -> tensor<8xf32>", "1:9:1 is no part of dimension 0 of size 6"),
    ("stablehlo.slice %a [0:6:0] : (tensor<6xf32>) -> tensor<6xf32>", "0:6:0 is no part"),
    (
        "stablehlo.dynamic_slice %a, %b, sizes = [7] : (tensor<6xf32>, tensor<i32>) -> tensor<7xf32>",
        "cannot take 7 of 6",
    ),
    (
        "stablehlo.dynamic_update_slice %a, %b, %c : (tensor<2xf32>, tensor<3xf32>, tensor<i32>) -> tensor<2xf32>",
        "does not fit",
    ),
    (
        "stablehlo.pad %a, %b, low = [-9], high = [0], interior = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<1xf32>",
        "negative",
    ),
    ("stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>", "sizes differ"),
    (
        "stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>",
        "differ: 3 and 4",
    ),
    (
        "stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x5xf32>",
        "[2, 4] follows",
    ),
    (
        "stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x3xf32>, tensor<3x3x4xf32>) -> tensor<1x6x4xf32>",
        "must be positive",
    ),
    (
        "stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x3xf32>, tensor<3x3x4xf32>) -> tensor<1x6x4xf32>",
        "no multiple of feature_group_count",
    ),
    (
        "stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>",
        "dimension 2",
    ),
    ("stablehlo.cholesky %a : tensor<2x3xf32>", "expected square matrices"),
    (
        "stablehlo.fft %a, type = RFFT, length = [8] : (tensor<9xf32>) -> tensor<5xcomplex<f32>>",
        "lengths of the transform",
    ),
    ("stablehlo.get_tuple_element %a[2] : (tuple<tensor<f32>>) -> tensor<f32>", "has no element 2"),
    ("stablehlo.custom_call @f(%a) {api_version = 9 : i32} : (tensor<f32>) -> tensor<f32>", "no api_version 9"),
    (
        "\"stablehlo.gather\"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 6>}> : (tensor<4x6xf32>, tensor<2x1xi32>) -> tensor<2x6xf32>",
        "dimension 0 is collapsed, but of size 2",
    ),
    (
        "\"stablehlo.gather\"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<4x6xf32>, tensor<2x1xi32>) -> tensor<2x6xf32>",
        "indices have 1 parts",
    ),
    (
        "\"stablehlo.triangular_solve\"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>",
        "sizes differ: 3 and 2",
    ),
    (
        "\"stablehlo.all_to_all\"(%a) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 3 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<6x1xf32>",
        "no multiple of split_count",
    ),
    (
        "\"stablehlo.collective_broadcast\"(%a) <{replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<f32>) -> tensor<f32>",
        "negative",
    ),
    (
        "\"stablehlo.all_gather\"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>",
        "every device once",
    ),
    ("chlo.top_k(%a, k = 4) : tensor<3xf32> -> (tensor<4xf32>, tensor<4xi32>)", "no 4 of 3 elements"),
    ("chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>", "sizes differ: 3 and 2"),
    ("func.call @nowhere(%a) : (tensor<f32>) -> tensor<f32>", "no function @nowhere"),
];

#[test]
fn what_is_wrong_is_refused_with_a_reason() {
    let context = zymase_dialects::context();
    for (text, part) in REFUSED {
        // The operands come from somewhere; their types are those that the operation says.
        let signature = &text[text.rfind(" : ").expect("a type") + 3..];
        let types = operand_types(text, signature);
        let made: Vec<String> = types
            .iter()
            .zip(["%a", "%b", "%c"])
            .map(|(ty, name)| format!("{name} = \"x.make\"() : () -> {ty}\n"))
            .collect();
        let results = if text.contains("top_k") { "%r:2 = " } else { "%r = " };
        let text = format!("{}{results}{text}", made.concat());
        let message = match zymase_ir::read(&context, &text) {
            Err(error) => panic!("{error}\n{text}"),
            Ok(ir) => match zymase_ir::verify(&ir) {
                Ok(()) => panic!("accepted: {text}"),
                Err(errors) => errors[0].to_string(),
            },
        };
        assert!(message.contains(part), "{message}\n{text}");
    }
}

/// The types of `%a`, `%b`, `%c`, from a function type, one type for all, or the types of a select.
fn operand_types(text: &str, signature: &str) -> Vec<String> {
    let count = ["%a", "%b", "%c"].iter().filter(|name| text.contains(**name)).count();
    if let Some(inputs) = signature.strip_prefix('(') {
        let end = inputs.find(") ->").expect("a function type");
        return split(&inputs[..end]);
    }
    let first = signature.split(" -> ").next().unwrap_or(signature);
    let all = split(first);
    match all.as_slice() {
        [pred, value] => vec![pred.clone(), value.clone(), value.clone()],
        _ => vec![all[0].clone(); count],
    }
}

fn split(types: &str) -> Vec<String> {
    types.split(", ").map(str::to_owned).collect()
}
