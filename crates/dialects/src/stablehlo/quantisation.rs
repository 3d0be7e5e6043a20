//! Numbers as small integers with a scale.

use super::checks::*;
use crate::syntax::SAME_TYPE;
use zymase_ir::{OpDefinition, Trait, define_operation};

define_operation! {
    pub UniformQuantize = "stablehlo.uniform_quantize" {
        operands { operand: One }
        results { result: One }
        attributes {}
        traits: &[Trait::Pure],
        syntax: Some(SAME_TYPE),
        verify: Some(|ir, op| {
            let operand = operand_tensor(ir, &ir.state_of(op), 0)?;
            let result = result_tensor(ir, op)?;
            expect_elements(&operand.element, REALS)?;
            expect_elements(&result.element, &[Element::Quantised])?;
            join_shapes(&operand.shape, &result.shape).map(|_| ())
        }),
    }
}

define_operation! {
    pub UniformDequantize = "stablehlo.uniform_dequantize" {
        operands { operand: One }
        results { result: One }
        attributes {}
        traits: &[Trait::Pure],
        syntax: Some(SAME_TYPE),
        verify: Some(|ir, op| {
            let operand = operand_tensor(ir, &ir.state_of(op), 0)?;
            let result = result_tensor(ir, op)?;
            expect_elements(&operand.element, &[Element::Quantised])?;
            expect_elements(&result.element, &[Element::Float])?;
            join_shapes(&operand.shape, &result.shape).map(|_| ())
        }),
    }
}

pub fn definitions() -> Vec<OpDefinition> {
    vec![UniformQuantize::definition(), UniformDequantize::definition()]
}
