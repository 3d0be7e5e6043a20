//! Where the numbers of a state are: those that are carried in registers have places in a record, those in memory are told by types.

use super::has_shadow;
use crate::steps::problem;
use zymase_analysis::types::{Cell, FloatKind, Kind, Layout, Types};
use zymase_core::Failure;
use zymase_core::signature::Key;
use zymase_emit::driver::Driver;
use zymase_llvm::Value;
use zymase_prepare::checkpoint::{PieceUse, StepLoop};

/// Numbers of one format in a piece of memory, one in every `stride` bytes from `offset` on.
#[derive(Copy, Clone, Debug)]
pub struct Numbers {
    pub piece: usize,
    pub offset: u64,
    pub stride: u64,
    pub is_single: bool,
    /// Is there but one?
    pub is_alone: bool,
}

const HELP: &str = "keep the numbers of the state in variables and arrays of float or double";

/// The numbers of the state that have derivatives.
pub fn numbers_of(
    step_loop: &StepLoop,
    driver: &mut dyn Driver,
    key: &Key,
    context: &[(Value, Value)],
) -> Result<Vec<Numbers>, Failure> {
    let prepared = driver.prepared(key.original)?;
    let types = driver.types(&prepared, context);
    let record = step_loop.fixed.as_ref().and_then(|fixed| fixed.record.as_ref());
    let mut numbers = Vec::new();
    for (index, piece) in step_loop.pieces.iter().enumerate() {
        if piece.kind == PieceUse::Input || !has_shadow(key, piece.start) {
            continue;
        }
        match record.filter(|(place, ..)| *place == index) {
            Some((_, fields)) => {
                for (offset, ty) in fields {
                    let format = FloatKind::of(*ty).and_then(is_single).ok_or_else(|| no_format(step_loop))?;
                    let stride = if format { 4 } else { 8 };
                    numbers.push(Numbers { piece: index, offset: *offset, stride, is_single: format, is_alone: true });
                }
            }
            None => {
                let start = prepared.function.parameter(piece.start);
                in_memory(step_loop, &types, start, index, &mut numbers)?;
            }
        }
    }
    Ok(numbers)
}

fn is_single(format: FloatKind) -> Option<bool> {
    match format {
        FloatKind::Double => Some(false),
        FloatKind::Single => Some(true),
        _ => None,
    }
}

fn no_format(step_loop: &StepLoop) -> Failure {
    problem(step_loop, "has numbers in its state that are neither float nor double", HELP)
}

/// The numbers in memory that passes write.
fn in_memory(
    step_loop: &StepLoop,
    types: &Types,
    start: Value,
    piece: usize,
    numbers: &mut Vec<Numbers>,
) -> Result<(), Failure> {
    let unclear = || problem(step_loop, "writes memory of which it is not known where its numbers are", HELP);
    let (stride, cells) = match types.of_memory(start, None) {
        Ok(Layout::Repeating { stride, cells }) => (stride, cells),
        _ => return Err(unclear()),
    };
    for Cell { offset, kind, mixed, .. } in cells {
        match kind {
            Kind::Float(_) | Kind::Either if mixed => return Err(unclear()),
            Kind::Either => return Err(unclear()),
            Kind::Float(format) => {
                let is_single = is_single(format).ok_or_else(|| no_format(step_loop))?;
                numbers.push(Numbers { piece, offset, stride, is_single, is_alone: false });
            }
            Kind::Integer | Kind::Pointer | Kind::Anything => {}
        }
    }
    Ok(())
}
