//! Draws from collections that are too large to run whole each time.
//!
//! What is drawn depends on a seed and on the name of what it is drawn for, and on nothing else: a run with the same seed
//! draws the same, and another file beside it changes nothing. Every file runs, every claim is verified, and each file that
//! asks for valgrind gets it: what is drawn is at which levels.

use crate::commands::Piece;
use std::collections::BTreeMap;

/// A number below `count`, which must not be zero.
pub fn pick(seed: u64, name: &str, count: usize) -> usize {
    let hashed = name.bytes().fold(mixed(seed), |state, byte| mixed(state ^ u64::from(byte)));
    (hashed % count as u64) as usize
}

/// One step of the generator SplitMix64.
fn mixed(state: u64) -> u64 {
    let mut value = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// The part of a file's pieces that a sample runs: each run of the file at -O0 and at one of the levels that optimise, or
/// a slow file once. Valgrind looks at one of them.
pub fn draw(pieces: Vec<Piece>, seed: u64, name: &str) -> Vec<Piece> {
    let (claims, programs): (Vec<Piece>, Vec<Piece>) = pieces.into_iter().partition(|piece| piece.is_for_claims);
    let mut groups: BTreeMap<String, Vec<Piece>> = BTreeMap::new();
    for piece in programs {
        groups.entry(group(&piece)).or_default().push(piece);
    }
    let mut drawn: Vec<Piece> = groups
        .into_iter()
        .map(|(group, mut pieces)| pieces.swap_remove(pick(seed, &format!("{name} {group}"), pieces.len())))
        .collect();
    if !drawn.is_empty() {
        let watched = pick(seed, &format!("{name} valgrind"), drawn.len());
        for (place, piece) in drawn.iter_mut().enumerate() {
            piece.leaks &= place == watched;
        }
    }
    drawn.extend(claims);
    drawn
}

/// One piece of each group is run.
fn group(piece: &Piece) -> String {
    match (piece.case.slow, piece.level.as_str()) {
        (true, _) => String::new(),
        (false, "-O0") => format!("{} plain", piece.run),
        (false, _) => format!("{} optimised", piece.run),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::pieces;
    use crate::directives::Case;
    use std::collections::BTreeSet;
    use std::path::Path;

    fn drawn(text: &str, seed: u64) -> Vec<Piece> {
        draw(pieces(Case::parse(Path::new("a.c"), text).unwrap()), seed, "a.c")
    }

    fn names(pieces: &[Piece]) -> Vec<&str> {
        pieces.iter().map(|piece| piece.name.as_str()).collect()
    }

    #[test]
    fn the_same_is_drawn_again() {
        assert_eq!(pick(7, "a.cpp", 3), pick(7, "a.cpp", 3));
        assert_eq!(names(&drawn("// run:", 7)), names(&drawn("// run:", 7)));
    }

    #[test]
    fn every_number_is_drawn_by_some_seed_and_for_some_name() {
        for wanted in 0..4 {
            assert!((0..100).any(|seed| pick(seed, "a.cpp", 4) == wanted));
            assert!((0..100).any(|number| pick(1, &format!("{number}.cpp"), 4) == wanted));
        }
    }

    #[test]
    fn a_file_runs_plain_and_optimised_and_every_level_at_some_seed() {
        let mut seen = BTreeSet::new();
        for seed in 0..50 {
            let pieces = drawn("// run:", seed);
            assert_eq!(pieces.len(), 2);
            seen.extend(pieces.into_iter().map(|piece| piece.level));
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["-O0", "-O2", "-O3"]);
    }

    #[test]
    fn a_slow_file_runs_once() {
        let seen: BTreeSet<String> = (0..50)
            .flat_map(|seed| {
                let pieces = drawn("// run:\n// slow: on", seed);
                assert_eq!(pieces.len(), 1);
                pieces.into_iter().map(|piece| piece.level)
            })
            .collect();
        assert_eq!(seen.len(), 3);
    }

    #[test]
    fn further_runs_claims_and_valgrind_are_in_every_sample() {
        let text = "// run:\n// leaks: on\n// again: -g -O1 -O2\n// ir: -O2 f lacks x\n// ir: -O3 f lacks y";
        for seed in 0..50 {
            let pieces = drawn(text, seed);
            assert_eq!(pieces.iter().filter(|piece| piece.is_for_claims).count(), 2);
            assert_eq!(pieces.iter().filter(|piece| piece.name.ends_with("with -g -O1 -O2")).count(), 1);
            assert_eq!(pieces.iter().filter(|piece| piece.leaks).count(), 1);
        }
    }
}
