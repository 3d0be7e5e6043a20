//! Where an operation comes from.
//!
//! `Text` is the place in the text that was read, given to every operation that says nothing else; it serves diagnostics
//! and is never printed. All others were written down (or made by a pass) and survive a round trip.

use super::Attribute;
use std::collections::HashMap;
use std::sync::Arc;

/// Line and column, both from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Location {
    #[default]
    Unset,
    Text(Place),
    Known(Arc<KnownLocation>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum KnownLocation {
    Unknown,
    /// `file:line:column`, perhaps `to` another place of the same file: (line, column) of its end.
    File {
        file: Arc<[u8]>,
        start: Place,
        end: Option<Place>,
    },
    Name {
        name: Arc<[u8]>,
        child: Option<Location>,
    },
    CallSite {
        callee: Location,
        caller: Location,
    },
    Fused {
        metadata: Option<Attribute>,
        parts: Vec<Location>,
    },
}

impl From<KnownLocation> for Location {
    fn from(known: KnownLocation) -> Location {
        Location::Known(Arc::new(known))
    }
}

impl Location {
    pub fn unknown() -> Location {
        KnownLocation::Unknown.into()
    }

    pub fn known(&self) -> Option<&KnownLocation> {
        match self {
            Location::Known(known) => Some(known),
            Location::Unset | Location::Text(_) => None,
        }
    }

    /// How deep locations lie within each other. Parts may be shared, so each is looked at once.
    pub(crate) fn depth(&self) -> usize {
        self.depth_with(&mut HashMap::new())
    }

    fn depth_with(&self, known_depths: &mut HashMap<usize, usize>) -> usize {
        let Location::Known(known) = self else { return 0 };
        let address = Arc::as_ptr(known) as usize;
        if let Some(depth) = known_depths.get(&address) {
            return *depth;
        }
        let depth = 1 + match known.as_ref() {
            KnownLocation::Unknown | KnownLocation::File { .. } => 0,
            KnownLocation::Name { child, .. } => child.as_ref().map_or(0, |child| child.depth_with(known_depths)),
            KnownLocation::CallSite { callee, caller } => {
                callee.depth_with(known_depths).max(caller.depth_with(known_depths))
            }
            KnownLocation::Fused { parts, .. } => {
                parts.iter().map(|part| part.depth_with(known_depths)).max().unwrap_or(0)
            }
        };
        known_depths.insert(address, depth);
        depth
    }
}

impl std::fmt::Display for Location {
    /// As a person would say it: the innermost file and line.
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Location::Unset => f.write_str("unknown place"),
            Location::Text(place) => write!(f, "{}:{}", place.line, place.column),
            Location::Known(known) => match known.as_ref() {
                KnownLocation::Unknown => f.write_str("unknown place"),
                KnownLocation::File { file, start, .. } => {
                    write!(f, "{}:{}:{}", String::from_utf8_lossy(file), start.line, start.column)
                }
                KnownLocation::Name { name, child } => match child {
                    Some(child) if child.known() != Some(&KnownLocation::Unknown) => child.fmt(f),
                    _ => f.write_str(&String::from_utf8_lossy(name)),
                },
                KnownLocation::CallSite { callee, .. } => callee.fmt(f),
                KnownLocation::Fused { parts, .. } => match parts.first() {
                    Some(first) => first.fmt(f),
                    None => f.write_str("unknown place"),
                },
            },
        }
    }
}
