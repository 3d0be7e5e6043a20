//! Sums of products in Einstein's notation: reverse against forward against differences.

use crate::support::{Random, check, program, ty};

#[test]
fn equations_of_two_operands() {
    let mut random = Random(111);
    for (equation, left, right, result) in [
        ("ab,bc->ac", &[2, 3][..], &[3, 4][..], &[2, 4][..]),
        ("ab,bc->ca", &[2, 3], &[3, 4], &[4, 2]),
        ("ab,ab->", &[2, 3], &[2, 3], &[]),
        ("ab,cb->bca", &[2, 3], &[4, 3], &[3, 4, 2]),
        ("abc,bd->cd", &[2, 3, 4], &[3, 2], &[4, 2]),
        ("aab,bcc->ac", &[2, 2, 3], &[3, 4, 4], &[2, 4]),
        ("aba,b->ab", &[2, 3, 2], &[3], &[2, 3]),
        ("...ab,bc->...ac", &[4, 2, 3], &[3, 4], &[4, 2, 4]),
        ("a,b->ab", &[2], &[3], &[2, 3]),
        ("ab,c->a", &[2, 3], &[4], &[2]),
    ] {
        let operands = [ty(left, "f64"), ty(right, "f64")];
        let attributes = format!("einsum_config = \"{equation}\"");
        let text = program("stablehlo.einsum", &operands, &attributes, "", &ty(result, "f64"));
        check(&text, &mut random, (-1.0, 1.0), (0, 1));
    }
    let complex = [ty(&[2, 3], "complex<f64>"), ty(&[3, 2], "complex<f64>")];
    let text = program("stablehlo.einsum", &complex, "einsum_config = \"ab,ba->b\"", "", &ty(&[3], "complex<f64>"));
    check(&text, &mut random, (-1.0, 1.0), (0, 1));
}

#[test]
fn equations_of_one_operand() {
    let mut random = Random(112);
    for (equation, from, result) in [
        ("ab->ba", &[2, 3][..], &[3, 2][..]),
        ("ab->a", &[2, 3], &[2]),
        ("aa->a", &[3, 3], &[3]),
        ("aba->b", &[3, 2, 3], &[2]),
        ("aaa->", &[3, 3, 3], &[]),
        ("a...->...", &[2, 3, 4], &[3, 4]),
    ] {
        let attributes = format!("einsum_config = \"{equation}\"");
        let text = program("stablehlo.unary_einsum", &[ty(from, "f64")], &attributes, "", &ty(result, "f64"));
        check(&text, &mut random, (-1.0, 1.0), (0, 1));
    }
}
