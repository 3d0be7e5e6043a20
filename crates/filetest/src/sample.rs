//! Draws from collections that are too large to run whole each time.
//!
//! What is drawn depends on a seed and on the name of what it is drawn for, and on nothing else: a run with the same seed
//! draws the same. Of a file that runs every claim is verified: what is drawn is at which level, and whether valgrind looks.

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

/// Valgrind looks at one in so many of the files that ask for it.
const WATCHED: usize = 3;

/// The part of a file's pieces that a sample runs: each run of the file at one of its levels, or a slow file in one run.
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
    let watched = pick(seed, &format!("{name} valgrind"), WATCHED * drawn.len().max(1));
    for (place, piece) in drawn.iter_mut().enumerate() {
        piece.leaks &= place == watched;
    }
    drawn.extend(claims);
    drawn
}

/// One piece of each group is run.
fn group(piece: &Piece) -> String {
    if piece.case.slow { String::new() } else { piece.run.clone() }
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
    fn a_file_runs_once_and_at_every_level_at_some_seed() {
        for text in ["// run:", "// run:\n// slow: on\n// again: -g"] {
            let mut seen = BTreeSet::new();
            for seed in 0..50 {
                let pieces = drawn(text, seed);
                assert_eq!(pieces.len(), 1);
                seen.extend(pieces.into_iter().map(|piece| piece.level));
            }
            assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["-O0", "-O2", "-O3"]);
        }
    }

    #[test]
    fn further_runs_and_claims_are_in_every_sample_and_valgrind_in_some() {
        let text = "// run:\n// leaks: on\n// again: -g -O1 -O2\n// ir: -O2 f lacks x\n// ir: -O3 f lacks y";
        let mut watched = BTreeSet::new();
        for seed in 0..50 {
            let pieces = drawn(text, seed);
            assert_eq!(pieces.iter().filter(|piece| piece.is_for_claims).count(), 2);
            assert_eq!(pieces.iter().filter(|piece| piece.name.ends_with("with -g -O1 -O2")).count(), 1);
            watched.insert(pieces.iter().filter(|piece| piece.leaks).count());
        }
        assert_eq!(watched, BTreeSet::from([0, 1]));
    }
}
