//! Factorisations and triangular systems, as loops.

use super::builtin::*;
use super::lowering::{Held, Lowering};
use zymase_ir::{Attribute, Builder, Op, Result, Value};

fn flag(b: &Builder, op: Op, name: &str) -> bool {
    b.ir().attribute(op, name).and_then(Attribute::as_bool).unwrap_or(false)
}

/// Writes `stablehlo.cholesky`: row by row of the lower factor; the other half keeps what was there.
pub fn cholesky(this: &mut Lowering, b: &mut Builder, op: Op) -> Result<()> {
    let operand = b.ir()[op].operand(0).ok_or_else(|| this.refuse(b, op, "has no operand"))?;
    let result = b.ir()[op].results()[0];
    let shape = shape_of(&b.ty(result));
    let ty = signless(b.ty(result).element());
    if !ty.is_float() {
        return Err(this.refuse(b, op, "is on elements that are no floats"));
    }
    let is_lower = flag(b, op, "lower");
    let source = this.memory(b, operand)?;
    let home = this.place_for(b, result);
    let (batch, size) = (&shape[..shape.len() - 2], shape[shape.len() - 1]);
    nest_with(b, batch, &mut Vec::new(), &[], &mut |b, outer, _| {
        let outer = outer.to_vec();
        let at = |row: Value, column: Value| {
            let pair = if is_lower { [row, column] } else { [column, row] };
            [&outer[..], &pair].concat()
        };
        // Of a symmetric matrix only one half is read; the other half of the result is zero.
        count_to(b, size, &[], |b, i, _| {
            count_to(b, size, &[], |b, j, _| {
                let zero = number(b, &ty, 0.0);
                store(b, zero, home, &at(i, j));
                Ok(Vec::new())
            })
        })?;
        count_to(b, size, &[], |b, i, _| {
            let (zero, unit) = (index(b, 0), index(b, 1));
            let end = plus(b, i, unit)?;
            count(b, [zero, end, unit], &[], |b, j, _| {
                let (first, unit) = (index(b, 0), index(b, 1));
                let start = load(b, source, &at(i, j));
                let sum = count(b, [first, j, unit], &[start], |b, k, old| {
                    let (x, y) = (load(b, home, &at(i, k)), load(b, home, &at(j, k)));
                    let product = regrouped(b, "arith.mulf", &[x, y], &ty);
                    Ok(vec![regrouped(b, "arith.subf", &[old[0], product], &ty)])
                })?;
                let is_diagonal = compare(b, "eq", i, j);
                let value = branch(
                    b,
                    is_diagonal,
                    std::slice::from_ref(&ty),
                    |b| Ok(vec![same(b, "math.sqrt", &[sum[0]])]),
                    |b| {
                        let by = load(b, home, &at(j, j));
                        Ok(vec![same(b, "arith.divf", &[sum[0], by])])
                    },
                )?;
                store(b, value[0], home, &at(i, j));
                Ok(Vec::new())
            })
        })?;
        Ok(Vec::new())
    })?;
    this.held.insert(result, Held::Memory(home));
    Ok(())
}

/// Writes `stablehlo.triangular_solve`: forward or backward substitution for each column, or row, of the right side.
pub fn triangular_solve(this: &mut Lowering, b: &mut Builder, op: Op) -> Result<()> {
    let operands: Vec<Value> = b.ir()[op].operands().collect();
    let result = b.ir()[op].results()[0];
    let (matrix, shape) = (shape_of(&b.ty(operands[0])), shape_of(&b.ty(result)));
    let ty = signless(b.ty(result).element());
    if !ty.is_float() {
        return Err(this.refuse(b, op, "is on elements that are no floats"));
    }
    let is_left = flag(b, op, "left_side");
    let is_unit = flag(b, op, "unit_diagonal");
    let transposed = match b.ir().attribute(op, "transpose_a") {
        Some(Attribute::Opaque { text, .. }) => text.to_string(),
        Some(Attribute::Dialect(attribute)) => attribute.text(),
        _ => String::new(),
    };
    let is_transposed = !transposed.contains("NO_TRANSPOSE");
    // With the matrix on the right the transposed system is solved for rows.
    let is_turned = is_transposed == is_left;
    let is_forward = flag(b, op, "lower") != is_turned;
    let a = this.memory(b, operands[0])?;
    let rhs = this.memory(b, operands[1])?;
    let home = this.place_for(b, result);
    let size = matrix[matrix.len() - 1];
    let rank = shape.len();
    let others = if is_left { shape[rank - 1] } else { shape[rank - 2] };
    nest_with(b, &shape[..rank - 2], &mut Vec::new(), &[], &mut |b, outer, _| {
        let outer = outer.to_vec();
        let of_matrix = |i: Value, j: Value| {
            let pair = if is_turned { [j, i] } else { [i, j] };
            [&outer[..], &pair].concat()
        };
        let of_vector = |i: Value, other: Value| {
            let pair = if is_left { [i, other] } else { [other, i] };
            [&outer[..], &pair].concat()
        };
        count_to(b, size, &[], |b, step, _| {
            let last = index(b, size - 1);
            let i = if is_forward { step } else { minus(b, last, step)? };
            count_to(b, others, &[], |b, other, _| {
                let (zero, unit) = (index(b, 0), index(b, 1));
                let start = load(b, rhs, &of_vector(i, other));
                let sum = count(b, [zero, step, unit], &[start], |b, k, old| {
                    let last = index(b, size - 1);
                    let j = if is_forward { k } else { minus(b, last, k)? };
                    let (x, y) = (load(b, a, &of_matrix(i, j)), load(b, home, &of_vector(j, other)));
                    let product = regrouped(b, "arith.mulf", &[x, y], &ty);
                    Ok(vec![regrouped(b, "arith.subf", &[old[0], product], &ty)])
                })?;
                let value = if is_unit {
                    sum[0]
                } else {
                    let by = load(b, a, &of_matrix(i, i));
                    same(b, "arith.divf", &[sum[0], by])
                };
                store(b, value, home, &of_vector(i, other));
                Ok(Vec::new())
            })
        })?;
        Ok(Vec::new())
    })?;
    this.held.insert(result, Held::Memory(home));
    Ok(())
}
