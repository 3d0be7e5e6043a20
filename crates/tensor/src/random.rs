//! Random bits: Threefry and Philox with the counters and the order of results that XLA has, bit for bit; and random
//! numbers of distributions, for which there is no such standard.

use crate::element::ElementType;
use crate::error::{Result, check, fail};
use crate::layout;
use crate::parallel;
use crate::storage::Element;
use crate::tensor::Tensor;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    ThreeFry,
    Philox,
}

/// Threefry with two words of 32 bits and 20 rounds.
pub fn threefry(key: [u32; 2], counter: [u32; 2]) -> [u32; 2] {
    const ROTATIONS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
    let keys = [key[0], key[1], key[0] ^ key[1] ^ 0x1BD1_1BDA];
    let mut x = [counter[0].wrapping_add(keys[0]), counter[1].wrapping_add(keys[1])];
    for round in 0..5 {
        for rotation in ROTATIONS[round % 2] {
            x[0] = x[0].wrapping_add(x[1]);
            x[1] = x[1].rotate_left(rotation) ^ x[0];
        }
        x[0] = x[0].wrapping_add(keys[(round + 1) % 3]);
        x[1] = x[1].wrapping_add(keys[(round + 2) % 3]).wrapping_add(round as u32 + 1);
    }
    x
}

/// Philox with four words of 32 bits and 10 rounds.
pub fn philox(mut key: [u32; 2], mut x: [u32; 4]) -> [u32; 4] {
    for _ in 0..10 {
        let (a, b) = (u64::from(x[0]) * 0xD251_1F53, u64::from(x[2]) * 0xCD9E_8D57);
        x = [(b >> 32) as u32 ^ x[1] ^ key[0], b as u32, (a >> 32) as u32 ^ x[3] ^ key[1], a as u32];
        key = [key[0].wrapping_add(0x9E37_79B9), key[1].wrapping_add(0xBB67_AE85)];
    }
    x
}

fn halves(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

/// Fills a shape of unsigned (or signed, or floating-point, as bits) elements with random bits. The state is a key and a
/// counter in two or three words of 64 bits, and comes back with the counter moved on.
pub fn rng_bit_generator(
    algorithm: Algorithm,
    state: &Tensor,
    element: ElementType,
    shape: &[usize],
) -> Result<(Tensor, Tensor)> {
    let is_state = state.element() == ElementType::U64 && state.rank() == 1 && (2..=3).contains(&state.count());
    check!(is_state, "the state of a generator of random bits is {}", state.describe());
    let count = layout::checked_count(shape, element.bytes())?;
    check!(!element.is_complex() && element.bits() >= 8, "random bits as elements of type {element}");
    let mut words = state.values::<u64>()?.to_vec();
    let bits = match algorithm {
        Algorithm::ThreeFry => threefry_bits(&mut words, element, shape, count),
        Algorithm::Philox => philox_bits(&mut words, element, count),
    };
    let storage = match element.bytes() {
        1 => Element::store(parallel::map(&bits, |bits| bits as u8)),
        2 => Element::store(parallel::map(&bits, |bits| bits as u16)),
        4 => Element::store(parallel::map(&bits, |bits| bits as u32)),
        _ => Element::store(bits),
    };
    let new_state = Tensor::from_vec(ElementType::U64, state.shape(), words)?;
    Ok((new_state, Tensor::from_storage(element, shape, storage)?))
}

fn threefry_bits(words: &mut [u64], element: ElementType, shape: &[usize], count: usize) -> Vec<u64> {
    let (key, counter) = (halves(words[0]), words[1]);
    let at = |i: usize| threefry(key, halves(counter.wrapping_add(i as u64)));
    if element.bits() == 64 {
        words[1] = counter.wrapping_add(count as u64);
        return parallel::tabulate(count, |i| {
            let [low, high] = at(i);
            u64::from(high) << 32 | u64::from(low)
        });
    }
    // Both words of a block are neighbours along one dimension: the first of even size, or else the largest.
    let largest = (0..shape.len()).rev().max_by_key(|d| shape[*d]);
    let split = (0..shape.len()).find(|d| shape[*d].is_multiple_of(2)).or(largest);
    let (length, inner) = split.map_or((1, 1), |d| (shape[d], layout::count(&shape[d + 1..])));
    let half = length.div_ceil(2);
    let blocks = count.checked_div(length).unwrap_or(0) * half;
    words[1] = counter.wrapping_add(blocks as u64);
    parallel::tabulate(count, |i| {
        let (outer, along, within) = (i / inner / length, i / inner % length, i % inner);
        let block = (outer * half + along / 2) * inner + within;
        u64::from(at(block)[along % 2])
    })
}

fn philox_bits(words: &mut [u64], element: ElementType, count: usize) -> Vec<u64> {
    let key = halves(words[0]);
    // In a state of two words the key is the upper half of the counter as well.
    let high = words.get(2).copied().unwrap_or(words[0]);
    let start = u128::from(words[1]) | u128::from(high) << 64;
    let per_block = if element.bits() == 64 { 2 } else { 4 };
    let end = start.wrapping_add(count.div_ceil(per_block) as u128);
    words[1] = end as u64;
    if let Some(high) = words.get_mut(2) {
        *high = (end >> 64) as u64;
    }
    parallel::tabulate(count, |i| {
        let counter = start.wrapping_add((i / per_block) as u128);
        let (low, high) = (halves(counter as u64), halves((counter >> 64) as u64));
        let block = philox(key, [low[0], low[1], high[0], high[1]]);
        let word = |place: usize| u64::from(block[place]);
        if per_block == 4 { word(i % 4) } else { word(2 * (i % 2)) | word(2 * (i % 2) + 1) << 32 }
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Distribution {
    Uniform,
    Normal,
}

/// Random numbers from a seed: uniform between `a` and `b`, or normal with mean `a` and standard deviation `b`. The same
/// seed gives the same numbers.
pub fn rng(distribution: Distribution, a: &Tensor, b: &Tensor, shape: &[usize], seed: u64) -> Result<Tensor> {
    let element = a.element();
    let fits = a.count() == 1 && b.count() == 1 && b.element() == element;
    check!(fits, "parameters of a distribution are {} and {}", a.describe(), b.describe());
    let count = layout::checked_count(shape, element.bytes())?;
    let unit = |i: usize, which: u32| {
        let [low, high] = threefry(halves(seed), halves(i as u64 * 2 + u64::from(which)));
        ((u64::from(high) << 32 | u64::from(low)) >> 11) as f64 / (1u64 << 53) as f64
    };
    match distribution {
        Distribution::Uniform if element.is_integer() || element == ElementType::Bool => {
            let (low, high) = (a.to_i64()?[0], b.to_i64()?[0]);
            let width = high.wrapping_sub(low).max(1) as f64;
            let values = parallel::tabulate(count, |i| low.wrapping_add((unit(i, 0) * width) as i64));
            Tensor::from_i64(element, shape, &values)
        }
        Distribution::Uniform => {
            let (low, high) = (a.to_f64()?[0], b.to_f64()?[0]);
            // As many digits as the type has: more could round up to the bound, which does not belong to the interval.
            let steps = 2f64.powi(match element {
                ElementType::F64 => 53,
                ElementType::F32 => 24,
                ElementType::F16 => 11,
                ElementType::BF16 => 8,
                _ => 3,
            });
            let values = parallel::tabulate(count, |i| low + (unit(i, 0) * steps).floor() / steps * (high - low));
            Tensor::from_f64(element, shape, &values)
        }
        Distribution::Normal if element.is_float() => {
            let (mean, deviation) = (a.to_f64()?[0], b.to_f64()?[0]);
            let values = parallel::tabulate(count, |i| {
                let radius = (-2.0 * (1.0 - unit(i, 0)).ln()).sqrt();
                mean + deviation * radius * (2.0 * std::f64::consts::PI * unit(i, 1)).cos()
            });
            Tensor::from_f64(element, shape, &values)
        }
        Distribution::Normal => fail!("a normal distribution of elements of type {element}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers() {
        // From the tests of the authors of the algorithms.
        assert_eq!(threefry([0, 0], [0, 0]), [0x6b20_0159, 0x99ba_4efe]);
        assert_eq!(threefry([u32::MAX; 2], [u32::MAX; 2]), [0x1cb9_96fc, 0xbb00_2be7]);
        assert_eq!(philox([0, 0], [0; 4]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        let all = [u32::MAX; 4];
        assert_eq!(philox([u32::MAX; 2], all), [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
    }

    #[test]
    fn philox_counts_below_its_key() {
        // What XLA gives for this state.
        let state = Tensor::from(&[1_517_948_619 << 32 | 1_822_126_131u64, 2_113_636_820 << 32 | 1_111_952_301][..]);
        let (_, bits) = rng_bit_generator(Algorithm::Philox, &state, ElementType::U32, &[2, 3]).unwrap();
        assert_eq!(bits.to_i64().unwrap()[..4], [1_692_617_218, 2_457_020_492, 2_139_375_574, 1_000_906_946]);
    }

    #[test]
    fn counters_move_on() {
        let state = Tensor::from(&[1u64, u64::MAX][..]);
        let (next, bits) = rng_bit_generator(Algorithm::ThreeFry, &state, ElementType::U32, &[3, 5]).unwrap();
        assert_eq!(bits.count(), 15);
        assert_eq!(next.values::<u64>().unwrap(), [1, 8]);
        let (next, _) = rng_bit_generator(Algorithm::Philox, &state, ElementType::U64, &[3]).unwrap();
        assert_eq!(next.values::<u64>().unwrap(), [1, 1]);
        assert!(rng_bit_generator(Algorithm::Philox, &bits, ElementType::U64, &[3]).is_err());
    }

    #[test]
    fn numbers_have_their_distribution() {
        let (zero, one) = (Tensor::from(0.0f32), Tensor::from(1.0f32));
        let normal = rng(Distribution::Normal, &zero, &one, &[10_000], 3).unwrap().to_f64().unwrap();
        let mean = normal.iter().sum::<f64>() / 1e4;
        let square = normal.iter().map(|x| x * x).sum::<f64>() / 1e4;
        assert!(mean.abs() < 0.05 && (square - 1.0).abs() < 0.05, "{mean} {square}");
        let uniform = rng(Distribution::Uniform, &zero, &one, &[10_000], 3).unwrap().to_f64().unwrap();
        assert!(uniform.iter().all(|x| (0.0..1.0).contains(x)));
    }
}
