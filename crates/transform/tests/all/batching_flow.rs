//! Batches through control flow, calls and what runs one example after the other; and what is refused.

use crate::support;

use crate::support::Random;
use crate::support::batches::{Range, batched, check, check_in};
use crate::support::load;
use zymase_ir::{Form, print};
use zymase_transform::{BatchRequest, batch};

const POSITIVE: Range = Range { floats: (0.1, 2.0), integers: (0, 5) };

#[test]
fn branches() {
    let mut random = Random(41);
    // The second branch is for positive numbers only.
    check(
        "func.func @main(%p: tensor<i1>, %a: tensor<3xf64>, %b: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<f64>) {
          %0:3 = \"stablehlo.if\"(%p) ({
            %c = stablehlo.add %a, %b : tensor<3xf64>
            %one = stablehlo.constant dense<1.0> : tensor<f64>
            stablehlo.return %c, %a, %one : tensor<3xf64>, tensor<3xf64>, tensor<f64>
          }, {
            %c = stablehlo.multiply %a, %a : tensor<3xf64>
            %d = stablehlo.log %c : tensor<3xf64>
            %two = stablehlo.constant dense<2.0> : tensor<f64>
            stablehlo.return %d, %b, %two : tensor<3xf64>, tensor<3xf64>, tensor<f64>
          }) : (tensor<i1>) -> (tensor<3xf64>, tensor<3xf64>, tensor<f64>)
          return %0#0, %0#1, %0#2 : tensor<3xf64>, tensor<3xf64>, tensor<f64>
        }",
        &mut random,
    );
    for _ in 0..3 {
        check_in(
            "func.func @main(%p: tensor<i32>, %a: tensor<2xf64>, %b: tensor<f64>) -> tensor<2xf64> {
              %two = stablehlo.constant dense<2> : tensor<i32>
              %i = stablehlo.subtract %p, %two : tensor<i32>
              %0 = \"stablehlo.case\"(%i) ({
                %c = stablehlo.sine %a : tensor<2xf64>
                stablehlo.return %c : tensor<2xf64>
              }, {
                %c = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f64>) -> tensor<2xf64>
                stablehlo.return %c : tensor<2xf64>
              }, {
                %c = stablehlo.negate %a : tensor<2xf64>
                stablehlo.return %c : tensor<2xf64>
              }) : (tensor<i32>) -> tensor<2xf64>
              return %0 : tensor<2xf64>
            }",
            &mut random,
            POSITIVE,
        );
    }
}

/// A fixed number of rounds, values that become batched on the way round the loop only, and values that never do.
#[test]
fn loops_of_one_length() {
    let mut random = Random(42);
    check(
        "func.func @main(%a: tensor<2xf64>, %b: tensor<2xf64>, %c: tensor<f64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<f64>) {
          %zero = stablehlo.constant dense<0> : tensor<i32>
          %0:5 = stablehlo.while(%i = %zero, %x = %a, %y = %b, %z = %b, %w = %c) : tensor<i32>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<f64>
          cond {
            %n = stablehlo.constant dense<4> : tensor<i32>
            %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %p : tensor<i1>
          } do {
            %one = stablehlo.constant dense<1> : tensor<i32>
            %j = stablehlo.add %i, %one : tensor<i32>
            %s = stablehlo.sine %y : tensor<2xf64>
            %t = stablehlo.add %z, %b : tensor<2xf64>
            %v = stablehlo.multiply %w, %w : tensor<f64>
            stablehlo.return %j, %s, %x, %t, %v : tensor<i32>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<f64>
          }
          return %0#1, %0#2, %0#3, %0#4 : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<f64>
        }",
        &mut random,
    );
}

/// The number of rounds depends on the data, in two loops, one in the other; the inner one would never end for examples
/// that have left the outer one.
#[test]
fn loops_of_different_lengths() {
    let mut random = Random(43);
    let text = "func.func @main(%n: tensor<i32>, %a: tensor<2xf64>, %m: tensor<i32>) -> (tensor<2xf64>, tensor<i32>, tensor<i32>) {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %0:4 = stablehlo.while(%k = %n, %x = %a, %total = %zero, %inner = %zero) : tensor<i32>, tensor<2xf64>, tensor<i32>, tensor<i32>
      cond {
        %p = stablehlo.compare NE, %k, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      } do {
        %y = stablehlo.cosine %x : tensor<2xf64>
        %1:2 = stablehlo.while(%j = %zero, %count = %total) : tensor<i32>, tensor<i32>
        cond {
          %r = stablehlo.subtract %j, %k : tensor<i32>
          %p = stablehlo.compare NE, %r, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
          %far = stablehlo.compare GE, %k, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
          %never = stablehlo.not %far : tensor<i1>
          %q = stablehlo.or %p, %never : tensor<i1>
          stablehlo.return %q : tensor<i1>
        } do {
          %next = stablehlo.add %j, %one : tensor<i32>
          %more = stablehlo.add %count, %m : tensor<i32>
          stablehlo.return %next, %more : tensor<i32>, tensor<i32>
        }
        %less = stablehlo.subtract %k, %one : tensor<i32>
        stablehlo.return %less, %y, %1#1, %1#0 : tensor<i32>, tensor<2xf64>, tensor<i32>, tensor<i32>
      }
      return %0#1, %0#2, %0#3 : tensor<2xf64>, tensor<i32>, tensor<i32>
    }";
    for _ in 0..3 {
        check_in(text, &mut random, POSITIVE);
    }
}

#[test]
fn calls() {
    let mut random = Random(44);
    check(
        "func.func private @inner(%a: tensor<2xf64>, %b: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
          %0 = stablehlo.sine %a : tensor<2xf64>
          return %0, %b : tensor<2xf64>, tensor<2xf64>
        }
        func.func @main(%a: tensor<2xf64>, %b: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) {
          %0:2 = call @inner(%a, %b) : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
          %1:2 = call @inner(%b, %a) : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
          %2:2 = stablehlo.composite \"some.name\" %0#0, %1#1 {decomposition = @inner} : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
          %3:2 = stablehlo.optimization_barrier %2#0, %0#1 : tensor<2xf64>, tensor<2xf64>
          %4 = stablehlo.tuple %3#0, %1#1 : tuple<tensor<2xf64>, tensor<2xf64>>
          %5 = stablehlo.get_tuple_element %4[1] : (tuple<tensor<2xf64>, tensor<2xf64>>) -> tensor<2xf64>
          return %1#0, %2#0, %3#1, %5 : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
        }",
        &mut random,
    );
}

#[test]
fn routines_and_random_numbers() {
    let mut random = Random(45);
    check(
        "func.func @main(%a: tensor<3x3xf64>, %b: tensor<3x2xf64>) -> (tensor<3x3xf64>, tensor<3xi32>, tensor<i32>, tensor<3x2xf64>, tensor<3x3xf64>, tensor<3xf64>) {
          %0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%a) {mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xi32>, tensor<i32>)
          %1 = stablehlo.custom_call @lapack_dtrsm_ffi(%0#0, %b) {mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<3x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
          %2:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%a) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>]} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>)
          %3 = stablehlo.custom_call @Sharding(%2#0) {mhlo.sharding = \"{replicated}\"} : (tensor<3x3xf64>) -> tensor<3x3xf64>
          return %0#0, %0#1, %0#2, %1, %3, %2#1 : tensor<3x3xf64>, tensor<3xi32>, tensor<i32>, tensor<3x2xf64>, tensor<3x3xf64>, tensor<3xf64>
        }",
        &mut random,
    );
    check(
        "func.func @main(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>) {
          %a, %b = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
          return %a, %b : tensor<2xui64>, tensor<2x3xui32>
        }",
        &mut random,
    );
}

#[test]
fn collectives_of_one() {
    let mut random = Random(46);
    let groups = "replica_groups = dense<0> : tensor<1x1xi64>";
    let sum = "({\n ^bb0(%x: tensor<f64>, %y: tensor<f64>):\n %z = stablehlo.add %x, %y : tensor<f64>\n stablehlo.return %z : tensor<f64>\n})";
    check(
        &format!(
            "func.func @main(%a: tensor<2x3xf64>, %b: tensor<2xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) {{
              %0 = \"stablehlo.all_gather\"(%a) <{{all_gather_dim = 1 : i64, {groups}}}> : (tensor<2x3xf64>) -> tensor<2x3xf64>
              %1:2 = \"stablehlo.all_reduce\"(%a, %b) <{{{groups}}}> {sum} : (tensor<2x3xf64>, tensor<2xf64>) -> (tensor<2x3xf64>, tensor<2xf64>)
              %2 = \"stablehlo.reduce_scatter\"(%a) <{{scatter_dimension = 0 : i64, {groups}}}> {sum} : (tensor<2x3xf64>) -> tensor<2x3xf64>
              %3 = \"stablehlo.all_to_all\"(%a) <{{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 1 : i64, {groups}}}> : (tensor<2x3xf64>) -> tensor<2x3xf64>
              %4 = \"stablehlo.collective_permute\"(%a) <{{source_target_pairs = dense<0> : tensor<1x2xi64>}}> : (tensor<2x3xf64>) -> tensor<2x3xf64>
              %5 = \"stablehlo.collective_broadcast\"(%a) <{{{groups}}}> : (tensor<2x3xf64>) -> tensor<2x3xf64>
              return %0, %1#0, %1#1, %2, %3, %4, %5 : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>
            }}"
        ),
        &mut random,
    );
}

/// What does not depend on anything batched is neither repeated nor changed.
#[test]
fn shared_values_stay_shared() {
    let ir = load(
        "func.func @main(%a: tensor<4x4xf64>, %x: tensor<4xf64>) -> tensor<4xf64> {
          %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
          %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<4x4xf64>, tensor<4xf64>) -> tensor<4xf64>
          return %1 : tensor<4xf64>
        }",
    );
    let text = print(&batched(&ir, 7, &[1]), Form::Pretty);
    assert!(text.contains("(tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>"), "{text}");
    assert!(text.contains("(tensor<4x4xf64>, tensor<7x4xf64>) -> tensor<4x7xf64>"), "{text}");
    assert!(!text.contains("broadcast"), "{text}");
}

#[test]
fn what_cannot_be_batched_is_refused() {
    let cases = [
        ("func.func @main(%a: tensor<?xf64>) -> tensor<?xf64> {\n  return %a : tensor<?xf64>\n}", "only at run time"),
        (
            "func.func @main(%a: tensor<2xf64>) -> tensor<2xf64> {\n  %0 = \"other.op\"(%a) : (tensor<2xf64>) -> \
             tensor<2xf64>\n  return %0 : tensor<2xf64>\n}",
            "other.op: is of no known dialect",
        ),
        (
            "func.func @main(%a: tensor<2xf64>) -> !stablehlo.token {\n  %t = stablehlo.create_token : !stablehlo.token\n  \
             %0 = \"stablehlo.outfeed\"(%a, %t) : (tensor<2xf64>, !stablehlo.token) -> !stablehlo.token\n  return %0 : \
             !stablehlo.token\n}",
            "stablehlo.outfeed: has no rule for batches",
        ),
        (
            "func.func @main(%a: tensor<i32>, %b: tensor<i32>) -> tensor<2xi32> {\n  %s = stablehlo.constant dense<2> : \
             tensor<1xi64>\n  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<i32>, tensor<i32>, \
             tensor<1xi64>) -> tensor<2xi32>\n  return %0 : tensor<2xi32>\n}",
            "draws integers",
        ),
        (
            "func.func @main(%a: tensor<f64>) -> tensor<f64> {\n  %0 = call @main(%a) : (tensor<f64>) -> tensor<f64>\n  \
             return %0 : tensor<f64>\n}",
            "calls itself",
        ),
    ];
    for (text, message) in cases {
        let mut ir = load(text);
        let before = print(&ir, Form::Pretty);
        let request = BatchRequest { function: "main".into(), size: 2, parameters: None };
        let errors = batch(&mut ir, &request).unwrap_err();
        assert!(errors[0].to_string().contains(message), "{}", errors[0]);
        assert_eq!(print(&ir, Form::Pretty), before);
    }
    let mut ir = load("func.func @main(%a: tensor<f64>) -> tensor<f64> {\n  return %a : tensor<f64>\n}");
    for (size, parameters) in [(0, None), (2, Some(vec![1])), (2, Some(vec![0, 0]))] {
        assert!(batch(&mut ir, &BatchRequest { function: "main".into(), size, parameters }).is_err());
    }
}

/// Each example has its own bounds and its own numbers.
#[test]
fn drawn_numbers_lie_between_the_bounds_of_their_example() {
    let ir = load(
        "func.func @main(%a: tensor<f64>, %b: tensor<f64>) -> tensor<50xf64> {\n  %s = stablehlo.constant dense<50> : \
         tensor<1xi64>\n  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f64>, tensor<f64>, \
         tensor<1xi64>) -> tensor<50xf64>\n  return %0 : tensor<50xf64>\n}",
    );
    let bounds = |numbers: [f64; 2]| {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        zymase_tensor::Tensor::from_bytes(zymase_tensor::ElementType::F64, &[2], &bytes).unwrap()
    };
    let drawn = support::run(&batched(&ir, 2, &[0, 1]), &[bounds([0.0, 10.0]), bounds([1.0, 30.0])]);
    let numbers = support::numbers(&drawn[0]);
    assert!(numbers[..50].iter().all(|number| (0.0..1.0).contains(number)));
    assert!(numbers[50..].iter().all(|number| (10.0..30.0).contains(number)));
    let same = numbers[..50].iter().zip(&numbers[50..]).filter(|(a, b)| (*a * 20.0 + 10.0 - *b).abs() < 1e-9);
    assert!(same.count() < 5);
}
