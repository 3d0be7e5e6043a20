//! Text of unknown dialects: what is read is printed, what is printed reads back, and nothing is lost on the way.

use std::sync::Arc;
use zymase_ir::{Attribute, Context, Form, Ir, parse, print, read, verify};

fn context() -> Arc<Context> {
    Context::new([])
}

fn read_ok(text: &str) -> Ir {
    read(&context(), text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Reads, prints, reads again and prints again; both prints must be the same. Returns the print.
fn round_trip(text: &str) -> String {
    let first = print(&read_ok(text), Form::Pretty);
    let second = print(&read_ok(&first), Form::Pretty);
    assert_eq!(first, second);
    let generic = print(&read_ok(text), Form::Generic);
    assert_eq!(generic, print(&read_ok(&generic), Form::Generic));
    assert_eq!(print(&read_ok(&generic), Form::Pretty), first);
    first
}

fn attribute_stays(text: &str) {
    let attribute = parse::read_attribute(&context(), text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(attribute.to_string(), text);
}

fn type_stays(text: &str) {
    let ty = parse::read_type(&context(), text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(ty.to_string(), text);
}

fn error_of(text: &str) -> String {
    read(&context(), text).expect_err("this should not be read").to_string()
}

#[test]
fn types_print_as_they_were_read() {
    for text in [
        "i1",
        "si8",
        "ui64",
        "index",
        "none",
        "f8E4M3FN",
        "bf16",
        "tf32",
        "f4E2M1FN",
        "complex<f32>",
        "tensor<f32>",
        "tensor<0x4xf32>",
        "tensor<?x3xi32>",
        "tensor<*xf64>",
        "tensor<?x4xf32, #stablehlo.bounds<3, ?>>",
        "memref<4x?xf32, strided<[?, 1], offset: ?>, 1>",
        "memref<2xf32, affine_map<(d0) -> (d0 + 1)>>",
        "memref<*xf32, #gpu.address_space<workgroup>>",
        "vector<4x[8]xf32>",
        "tuple<i32, tuple<>>",
        "(i32, f32) -> (i1, i2)",
        "() -> ()",
        "(i32) -> ((i32) -> i32)",
        "!stablehlo.token",
        "!quant.uniform<i8:f32, 3.400000e+01:-16>",
        "tensor<2x!quant.uniform<i8<-128:127>:f32, 0.1>>",
        "!a<b -> [c]>",
    ] {
        type_stays(text);
    }
}

#[test]
fn attributes_print_as_they_were_read() {
    for text in [
        "[0x7FF0000000000000 : f64, 0xFFF0000000000000 : f64]",
        "unit",
        "true",
        "false",
        "1 : i32",
        "-5 : si8",
        "18446744073709551615 : ui64",
        "1.500000e+00 : f32",
        "0x7F800000 : f32",
        "\"a\\22b\\FF\\0A\\\\\"",
        "\"typed\" : !foo.bar",
        "[1, 2 : i32, [], {a = 1 : i64, b}]",
        "{\"odd name\", z.y = f32}",
        "@f::@g::@\"h i\"",
        "array<i64: 1, -2>",
        "array<i1: true, false>",
        "array<f32: 1.000000e+00, 0x7FC00000>",
        "array<i8>",
        "dense<1> : tensor<4xi32>",
        "dense<> : tensor<0xf32>",
        "dense<[[1, 2], [3, -4]]> : tensor<2x2xi8>",
        "dense<(1.000000e+00,-2.000000e+00)> : tensor<complex<f32>>",
        "dense<[true, false]> : tensor<2xi1>",
        "dense<[\"a\", \"b\"]> : tensor<2x!tf.string>",
        "dense_resource<big> : tensor<4xf32>",
        "affine_map<(d0, d1)[s0] -> (d0 * 2 + s0, d1 mod 4 - 1)>",
        "affine_map<() -> ()>",
        "affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 floordiv 2 == 0)>",
        "strided<[4, ?]>",
        "loc(\"f.py\":3:4)",
        "loc(\"f.py\":3:4 to :9)",
        "loc(callsite(\"a\" at fused<1 : i64>[\"b\", unknown]))",
        "#sdy.sharding<@mesh, [{}, {\"x\", ?}p1]>",
        "#foo<bar -> baz>",
        "#foo.bar : i32",
        "distinct[0]<unit>",
        "sparse<[[0, 0]], 1> : tensor<3x4xi32>",
        "(i32) -> i32",
        "0x4B800000 : f32",
        "dense<0xFF> : tensor<f8E8M0FNU>",
    ] {
        attribute_stays(text);
    }
}

#[test]
fn large_constants_are_hexadecimal() {
    let values: Vec<String> = (0..101).map(|value| value.to_string()).collect();
    let text = format!("dense<[{}]> : tensor<101xi16>", values.join(", "));
    let attribute = parse::read_attribute(&context(), &text).unwrap();
    let printed = attribute.to_string();
    assert!(printed.starts_with("dense<\"0x0000010002"), "{printed}");
    assert_eq!(parse::read_attribute(&context(), &printed).unwrap(), attribute);
    let bits: Vec<&str> = (0..101).map(|value| if value % 3 == 0 { "true" } else { "false" }).collect();
    let attribute =
        parse::read_attribute(&context(), &format!("dense<[{}]> : tensor<101xi1>", bits.join(", "))).unwrap();
    let printed = attribute.to_string();
    assert_eq!(parse::read_attribute(&context(), &printed).unwrap(), attribute, "{printed}");
    let splat = parse::read_attribute(&context(), "dense<\"0x0000803F\"> : tensor<1000xf32>").unwrap();
    assert_eq!(splat.to_string(), "dense<1.000000e+00> : tensor<1000xf32>");
}

#[test]
fn integers_and_splats_are_what_they_say() {
    let read = |text| parse::read_attribute(&context(), text).unwrap();
    assert_eq!(read("255 : i8").as_i64(), Some(-1));
    assert_eq!(read("dense<5> : tensor<2x2xi64>").as_dense().unwrap().integers().unwrap(), [5; 4]);
    assert_eq!(read("dense<[[1.5, -2.0]]> : tensor<1x2xbf16>").as_dense().unwrap().float(1), Some(-2.0));
    assert!(matches!(read("3"), Attribute::Integer { value: 3, .. }));
    for wrong in [
        "256 : i8",
        "-1 : ui8",
        "1.5 : i32",
        "1 : f32",
        "dense<1> : tensor<f32>",
        "dense<[1, 2]> : tensor<3xi8>",
        "dense<[1, 2, 3]> : tensor<2xi8>",
        "dense<1> : tensor<0xi8>",
        "dense<1> : tensor<?xi8>",
        "\"\\zz\"",
        "dense<\"0x0\"> : tensor<i8>",
        "dense<\"0x0001\"> : tensor<4xi8>",
        "array<i8: 300>",
        "[1",
        "{a = }",
        "{a, a}",
    ] {
        assert!(parse::read_attribute(&context(), wrong).is_err(), "{wrong}");
    }
}

#[test]
fn an_unknown_dialect_survives() {
    let printed = round_trip(
        r#"#map = affine_map<(d0) -> (d0)>
        !pair = tuple<i32, f32>
        module @m attributes {foo.bar = #map, mhlo.num_replicas = 1 : i32} {
          "x.func"() <{sym_name = "f"}> ({
          ^bb0(%a: i32, %p: !pair):
            %r:2 = "x.op"(%a, %later) {sharding = #sdy.sharding<@mesh, [{}]>} : (i32, f32) -> (i32, f32)
            %later = "x.make"(%r#1) : (f32) -> f32
            "x.branch"(%a)[^bb1, ^bb2] : (i32) -> ()
          ^bb1:
            "x.end"() : () -> ()
          ^bb2:
            "x.branch"()[^bb1] : () -> ()
          }, {}) {private} : () -> ()
        }"#,
    );
    assert_eq!(
        printed,
        r#"module @m attributes {foo.bar = affine_map<(d0) -> (d0)>, mhlo.num_replicas = 1 : i32} {
  "x.func"() <{sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: tuple<i32, f32>):
    %0:2 = "x.op"(%arg0, %1) {sharding = #sdy.sharding<@mesh, [{}]>} : (i32, f32) -> (i32, f32)
    %1 = "x.make"(%0#1) : (f32) -> f32
    "x.branch"(%arg0)[^bb1, ^bb2] : (i32) -> ()
  ^bb1:  // 2 preds: ^bb0, ^bb2
    "x.end"() : () -> ()
  ^bb2:  // pred: ^bb0
    "x.branch"()[^bb1] : () -> ()
  }, {
  }) {private} : () -> ()
}
"#
    );
}

#[test]
fn locations_and_resources_survive() {
    let printed = round_trip(
        r##"module {
          %0 = "x.a"() {v = dense_resource<blob> : tensor<1xf32>} : () -> i32 loc(#loc2)
          "x.b"(%0) : (i32) -> () loc("here"("f.py":1:2))
          "x.c"() : () -> () loc(unknown)
          "x.d"() ({
          ^bb0(%x: i32 loc(#loc1)):
          }) : () -> ()
        } loc(#loc)
        #loc = loc(unknown)
        #loc1 = loc("f.py":1:2)
        #loc2 = loc(callsite("g" at #loc1))
        {-#
          dialect_resources: { builtin: { blob: "0x0400000000000000", other: "0x00" } }
        #-}"##,
    );
    assert!(
        printed.contains("#loc = loc(\"g\")\n#loc1 = loc(\"f.py\":1:2)\n#loc2 = loc(callsite(#loc at #loc1))"),
        "{printed}"
    );
    assert!(printed.contains("blob: \"0x0400000000000000\",\n      other: \"0x00\""), "{printed}");
    assert!(printed.contains("%arg0: i32 loc(#loc1)"), "{printed}");
}

#[test]
fn errors_have_a_place() {
    assert_eq!(error_of("module {\n  \"x.a\"(%0) : (i32) -> ()\n}"), "2:9: `%0` is used but never defined");
    assert_eq!(
        error_of("\"x.a\"() : () -> i32 i32"),
        "1:21: operation i32 is not known: write it in the generic form, \"i32\"(…)"
    );
    assert!(error_of("%0 = \"x.a\"() : () -> ()").contains("has 0 results, not 1"));
    assert!(error_of("%0 = \"x.a\"() : () -> i32\n%0 = \"x.a\"() : () -> i32").contains("defined twice"));
    assert!(error_of("%0 = \"x.a\"() : () -> i32\n\"x.b\"(%0) : (f32) -> ()").contains("is of type i32, not f32"));
    assert!(
        error_of("\"x.b\"(%0) : (f32) -> ()\n%0 = \"x.a\"() : () -> i32").contains("used as f32 but defined as i32")
    );
    assert!(error_of("\"x.a\"()[^b] : () -> ()").contains("no block `^b`"));
    assert!(error_of("#a = 1\n#a = 2").contains("defined twice"));
    assert!(error_of("\"x.a\"() : () -> () loc(#nowhere)").contains("no location is called"));
    assert!(error_of("module {").contains("expected `}`"));
}

#[test]
fn deep_and_wide_texts_are_refused_not_fatal() {
    let deep = format!("\"x.a\"() {{a = {}1{}}} : () -> ()", "[".repeat(5_000), "]".repeat(5_000));
    assert!(error_of(&deep).contains("deeper"));
    let regions = "\"x.a\"() ({ ".repeat(5_000);
    assert!(error_of(&regions).contains("deeper"));
    let tuples = format!("\"x.a\"() : () -> {}", "tuple<".repeat(5_000));
    assert!(read(&context(), &tuples).is_err());
    let mut bomb = String::from("#a0 = [1, 2]\n");
    for index in 1..100 {
        bomb.push_str(&format!("#a{index} = [#a{}, #a{}]\n", index - 1, index - 1));
    }
    assert!(error_of(&bomb).contains("too much"));
    let mut chain = String::from("!t0 = tuple<>\n");
    for index in 1..5000 {
        chain.push_str(&format!("!t{index} = tuple<!t{}>\n", index - 1));
    }
    assert!(error_of(&chain).contains("deeper"));
    let mut locations = String::from("#loc0 = loc(\"a\")\n");
    for index in 1..5000 {
        locations.push_str(&format!("#loc{index} = loc(\"a\"(#loc{}))\n", index - 1));
    }
    assert!(error_of(&locations).contains("deeper"));
}

#[test]
fn shared_parts_cost_no_more_than_they_are() {
    let mut locations = String::from("#loc0 = loc(\"a\")\n");
    for index in 1..150 {
        locations.push_str(&format!("#loc{index} = loc(fused[#loc{0}, #loc{0}])\n", index - 1));
    }
    locations.push_str("\"x.a\"() : () -> () loc(#loc149)\n");
    let printed = round_trip(&locations);
    assert!(printed.ends_with("#loc149 = loc(fused[#loc148, #loc148])\n"), "{printed}");
    let sum = format!("affine_map<(d0) -> ({})>", vec!["d0"; 5000].join(" + "));
    assert!(parse::read_attribute(&context(), &sum).is_err());
    let nested = format!("affine_map<(d0) -> ({}d0{})>", "(1 + ".repeat(150), ")".repeat(150));
    let attribute = parse::read_attribute(&context(), &nested).unwrap();
    assert_eq!(parse::read_attribute(&context(), &attribute.to_string()).unwrap(), attribute);
}

#[test]
fn values_must_be_defined_where_they_are_used() {
    let known = read_ok("module { %0 = builtin.unrealized_conversion_cast to i32 }");
    assert!(verify(&known).is_ok());
    let text = "module { module @a { } module @a { } }";
    let errors = verify(&read_ok(text)).unwrap_err();
    assert!(errors[0].to_string().contains("two symbols called @a"), "{}", errors[0]);
}
