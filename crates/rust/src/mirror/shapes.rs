//! One comparison: where it is, what it has seen, and what it found.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

/// What a comparison comes to.
pub type Outcome = Result<(), Box<Mismatch>>;

/// A difference between a value and its shadow, and where in the value it is.
#[derive(Debug)]
pub struct Mismatch {
    what: String,
    /// From the inside to the outside.
    path: Vec<PathStep>,
}

#[derive(Debug)]
enum PathStep {
    Field(&'static str),
    Index(usize),
}

impl Mismatch {
    /// A difference in these words.
    #[cold]
    #[inline(never)]
    pub fn new(what: String) -> Box<Mismatch> {
        Box::new(Mismatch { what, path: Vec::new() })
    }

    /// A length and that of the shadow.
    #[cold]
    #[inline(never)]
    pub fn length(value: usize, shadow: usize) -> Box<Mismatch> {
        Mismatch::new(format!("{value} elements, its shadow has {shadow}"))
    }

    /// A length of text and that of the shadow.
    #[cold]
    #[inline(never)]
    pub(super) fn text(value: usize, shadow: usize) -> Box<Mismatch> {
        Mismatch::new(format!("{value} bytes of text, its shadow has {shadow}"))
    }

    /// Two variants of an enumeration.
    #[cold]
    #[inline(never)]
    pub fn variant(value: &str, shadow: &str) -> Box<Mismatch> {
        Mismatch::new(format!("`{value}`, its shadow is `{shadow}`"))
    }

    /// The same difference, seen from outside of a field.
    #[cold]
    #[inline(never)]
    pub fn in_field(mut self: Box<Self>, name: &'static str) -> Box<Mismatch> {
        self.path.push(PathStep::Field(name));
        self
    }

    /// The same difference, seen from outside of an element.
    #[cold]
    #[inline(never)]
    pub fn in_element(mut self: Box<Self>, index: usize) -> Box<Mismatch> {
        self.path.push(PathStep::Index(index));
        self
    }

    /// The difference in words; `name` is what the argument is called.
    pub(super) fn describe(&self, name: &str) -> String {
        let mut path = name.to_owned();
        for step in self.path.iter().rev() {
            // Writing to a string does not fail.
            let _ = match step {
                PathStep::Field(field) => write!(path, ".{field}"),
                PathStep::Index(index) => write!(path, "[{index}]"),
            };
        }
        format!("`{path}`: {}", self.what)
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(""))
    }
}

/// Which shadow is compared.
#[derive(Clone, Copy)]
pub struct Site {
    pub name: &'static str,
    /// Among several shadows.
    pub lane: Option<usize>,
    pub is_reverse: bool,
    /// May the function change the value?
    pub is_mutable: bool,
    /// May the shadow be changed?
    pub is_mutable_shadow: bool,
}

impl Site {
    #[cold]
    pub(super) fn describe(&self, mismatch: &Mismatch) -> String {
        let text = mismatch.describe(self.name);
        match self.lane {
            Some(lane) => format!("{text} (lane {lane})"),
            None => text,
        }
    }
}

/// Who may look at numbers of a shadow while they are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// Nothing is written.
    Read,
    /// Nobody.
    Ours,
    /// Other owners: the index of what is shared.
    Counted(usize),
    /// Whoever has the reference too.
    Lent,
}

/// Something with several owners.
struct Shared {
    shadow: usize,
    /// How many owners there are, and how many of them were met.
    owners: usize,
    met: usize,
    has_numbers: bool,
}

/// What a comparison has seen so far.
pub struct Shapes {
    pub(super) access: Access,
    /// May the function change the containers that are compared now?
    pub(super) resizable: bool,
    /// Did it run already?
    pub(super) after: bool,
    /// Must integers be the same?
    pub(super) exact: bool,
    /// Are derivatives wanted at the memory that was there before?
    pub(super) is_reverse: bool,
    /// Addresses of memory that the function may let go, in order after it has run.
    pub(super) buffers: Vec<usize>,
    /// By the address of the value: the index of what is shared.
    visited: BTreeMap<usize, usize>,
    shared: Vec<Shared>,
}

impl Shapes {
    pub(super) fn new(is_reverse: bool, resizable: bool) -> Shapes {
        let access = if is_reverse || resizable { Access::Ours } else { Access::Read };
        let (visited, shared) = (BTreeMap::new(), Vec::new());
        Shapes { access, resizable, after: false, exact: false, is_reverse, buffers: Vec::new(), visited, shared }
    }

    /// For the comparison after the derivative has run.
    pub(super) fn afterwards(self, site: &Site) -> Shapes {
        let mut buffers = self.buffers;
        buffers.sort_unstable();
        Shapes { after: true, buffers, ..Shapes::new(site.is_reverse, site.is_mutable) }
    }

    /// Lengths must agree. After the function has run there may be fewer elements of which none owns anything.
    #[inline]
    pub fn length(&self, value: usize, shadow: usize, is_flat: bool) -> Outcome {
        if value == shadow || self.after && self.resizable && is_flat && value < shadow {
            return Ok(());
        }
        if self.after {
            return Err(Mismatch::new(format!(
                "the function made {value} elements of {shadow}, which a shadow does not follow; \
                 take a slice, or work on a vector of its own"
            )));
        }
        Err(Mismatch::length(value, shadow))
    }

    /// Capacities must agree where the function may use them.
    #[inline]
    pub fn capacity(&self, value: usize, shadow: usize) -> Outcome {
        if value == shadow || !self.resizable {
            return Ok(());
        }
        Err(Mismatch::new(if self.after {
            "the function changed its capacity, which a shadow does not follow; take a slice, or work on a vector of its own"
                .to_owned()
        } else {
            format!(
                "room for {value} elements, its shadow has room for {shadow}; what is taken by `&mut` may grow, so both \
                 must have the same (`reserve_exact`, `shrink_to_fit`), or take a slice"
            )
        }))
    }

    /// The memory that something owns must be the same afterwards.
    #[inline]
    pub fn memory(&mut self, address: usize, is_flat: bool) -> Outcome {
        // Tangents are where the function left its values; derivatives where it found them.
        if !self.resizable || is_flat && !self.is_reverse {
            return Ok(());
        }
        if !self.after {
            self.buffers.push(address);
            return Ok(());
        }
        if self.buffers.binary_search(&address).is_ok() {
            return Ok(());
        }
        Err(Mismatch::new(
            "the function put other memory there, and the derivative was in that of before; change the elements instead"
                .to_owned(),
        ))
    }

    /// There are floating-point numbers here.
    #[inline]
    pub fn numbers(&mut self) -> Outcome {
        match self.access {
            Access::Read | Access::Ours => Ok(()),
            Access::Counted(index) => {
                self.shared[index].has_numbers = true;
                Ok(())
            }
            Access::Lent => Err(Mismatch::new(
                "its shadow is behind a shared reference, and derivatives are written there; let it be owned or `&mut`, or \
                 write `unsafe` before the name of the derivative and see to it that nobody looks"
                    .to_owned(),
            )),
        }
    }

    /// Compares what several may own, once; `owners` of the shadow.
    pub(super) fn shared(
        &mut self,
        value: usize,
        shadow: usize,
        owners: Option<usize>,
        compare: impl FnOnce(&mut Shapes) -> Outcome,
    ) -> Outcome {
        let met = usize::from(owners.is_some());
        if let Some(&index) = self.visited.get(&value) {
            self.shared[index].met += met;
            self.shared[index].owners = self.shared[index].owners.max(owners.unwrap_or(0));
            if self.shared[index].shadow != shadow {
                return Err(Mismatch::new(
                    "several own this value, and they have different shadows; its shadow must be one too".to_owned(),
                ));
            }
            return if self.shared[index].has_numbers { self.numbers() } else { Ok(()) };
        }
        if self.shared.iter().any(|other| other.shadow == shadow) {
            return Err(Mismatch::new("its shadow is that of another value too".to_owned()));
        }
        let index = self.shared.len();
        self.visited.insert(value, index);
        self.shared.push(Shared { shadow, owners: owners.unwrap_or(0), met, has_numbers: false });
        if matches!(self.access, Access::Read | Access::Lent) {
            return compare(self);
        }
        let before = std::mem::replace(&mut self.access, Access::Counted(index));
        let outcome = compare(self);
        self.access = before;
        outcome?;
        if !self.shared[index].has_numbers {
            return Ok(());
        }
        if value == shadow {
            return Err(Mismatch::new("its shadow is the value itself".to_owned()));
        }
        // Who sees the owner sees what it owns.
        self.numbers()
    }

    /// Compares what is behind a cell, which the function may change.
    pub(super) fn in_cell(&mut self, compare: impl FnOnce(&mut Shapes) -> Outcome) -> Outcome {
        let before = (std::mem::replace(&mut self.access, Access::Ours), std::mem::replace(&mut self.resizable, true));
        let outcome = compare(self);
        (self.access, self.resizable) = before;
        outcome
    }

    /// Compares what is behind a lock, which the function may change; whoever has the lock may too.
    pub(super) fn in_lock(&mut self, compare: impl FnOnce(&mut Shapes) -> Outcome) -> Outcome {
        let before = std::mem::replace(&mut self.resizable, true);
        let outcome = compare(self);
        self.resizable = before;
        outcome
    }

    /// Compares what must be the same.
    pub(super) fn exactly(&mut self, compare: impl FnOnce(&mut Shapes) -> Outcome) -> Outcome {
        let before = std::mem::replace(&mut self.exact, true);
        let outcome = compare(self);
        self.exact = before;
        outcome
    }

    /// Compares what is behind a shared reference.
    pub(super) fn lent(&mut self, compare: impl FnOnce(&mut Shapes) -> Outcome) -> Outcome {
        let access = if self.access == Access::Read { Access::Read } else { Access::Lent };
        let before = (std::mem::replace(&mut self.access, access), std::mem::replace(&mut self.resizable, false));
        let outcome = compare(self);
        (self.access, self.resizable) = before;
        outcome
    }

    /// Numbers that are written must have no owners outside of the shadow.
    pub(super) fn finish(&self) -> Outcome {
        let outside = self.shared.iter().find(|shared| shared.has_numbers && shared.owners != shared.met);
        let Some(shared) = outside else { return Ok(()) };
        let others = shared.owners - shared.met.min(shared.owners);
        Err(Mismatch::new(format!(
            "a part of its shadow has {others} other owners (`Rc`, `Arc`), and derivatives are written there; drop those, put \
             the numbers into a `RefCell` or `Cell`, or write `unsafe` before the name of the derivative"
        )))
    }
}
