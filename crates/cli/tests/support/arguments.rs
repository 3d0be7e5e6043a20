//! What functions are given: the same random numbers every time.

use zymase_ir::{DYNAMIC, Ir, Type};
use zymase_tensor::Tensor;

/// How large dimensions are that the program leaves open, and what its integers are.
const SIZE: i64 = 5;

struct Random(u64);

impl Random {
    fn real(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        0.4 + 1.2 * ((self.0 >> 11) as f64 / (1u64 << 53) as f64)
    }
}

/// Whether all parameters of `main` can be filled.
pub fn are_possible(ir: &Ir) -> bool {
    super::types(ir).iter().all(|ty| {
        let is_plain = super::element(ty).is_some_and(|element| !element.is_complex());
        is_plain && ty.as_tensor().is_none_or(zymase_ir::TensorType::has_static_shape)
    })
}

pub fn of(ir: &Ir, seed: u64) -> Vec<Tensor> {
    let mut random = Random(seed);
    super::types(ir).iter().map(|ty| argument(ty, &mut random)).collect()
}

fn argument(ty: &Type, random: &mut Random) -> Tensor {
    let sizes = ty.shape().unwrap_or_default().iter();
    let shape: Vec<usize> = sizes.map(|size| if *size == DYNAMIC { SIZE as usize } else { *size as usize }).collect();
    let count: usize = shape.iter().product();
    let element = super::element(ty).expect("an element type");
    let is_float = ty.element().is_float();
    let is_number = ty.shape().is_none();
    let number = |place: usize, random: &mut Random| match (is_float, is_number) {
        (true, _) => random.real(),
        (false, true) if ty.is_bool() => 1.0,
        (false, true) => SIZE as f64,
        (false, false) => (place * 3 % 5) as f64,
    };
    let values: Vec<f64> = (0..count).map(|place| number(place, random)).collect();
    Tensor::from_f64(element, &shape, &values).expect("a tensor")
}
