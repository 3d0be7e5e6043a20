//! Tapes of split mode, owned and freed.

/// What the reverse sweep of a function needs: made by `NAME::augmented` of `#[autodiff_split(NAME, …)]`.
///
/// `Seed` is the type of the result, `Gradients` what the sweep returns: the derivatives of `Active` parameters. The
/// arguments of the function are borrowed as long as the tape is there.
pub struct Tape<'a, Seed, Gradients> {
    sweep: Box<dyn FnMut(Option<Seed>) -> Option<Gradients> + 'a>,
}

impl<'a, Seed, Gradients> Tape<'a, Seed, Gradients> {
    /// A tape, with what runs its reverse sweep, or for no seed ends it.
    #[doc(hidden)]
    pub fn new(sweep: impl FnMut(Option<Seed>) -> Option<Gradients> + 'a) -> Self {
        Tape { sweep: Box::new(sweep) }
    }

    /// The reverse sweep for this seed: adds to the shadows of `Duplicated` parameters and returns the derivatives of
    /// `Active` ones. It may be run any number of times.
    pub fn reverse(&mut self, seed: Seed) -> Gradients {
        (self.sweep)(Some(seed)).expect("the sweep of a seed has gradients")
    }
}

impl<Seed, Gradients> Drop for Tape<'_, Seed, Gradients> {
    fn drop(&mut self) {
        (self.sweep)(None);
    }
}
