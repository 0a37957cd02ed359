//! How large a form may get, so that nothing that is done with it can go wrong.
//!
//! Numbers are exact in 63 bits, and what goes through a form goes as deep as the form. A game beyond these
//! measures is refused where it would be made ([`Exhausted::Size`]), not where it would do harm. Sound:
//! the walls of a thermograph have the corners of the options' walls, and values no further than one from
//! the numbers in the form. Below t = 0 they never get finer than the options' there. Above, they get finer by
//! one bit where the scaffolds of a hot game meet; those of any other have met, and only the mast is left.
//! So 24 + 30 bits hold all coordinates, with room for sums of 256 terms.

use super::{Extent, Form, Forms};
use crate::dyadic::Dyadic;
use crate::limit::Exhausted;

/// The deepest form.
pub(super) const DEEPEST: u16 = 1000;

/// How many bits the largest number in a form may have before the point, …
const MOST_BITS: u8 = 24;

/// … and how many any number and any corner of the thermograph behind it.
const FINEST: u8 = 30;

/// Depth, bits before the point, bits behind it in the thermograph below t = 0 and above.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Measure {
    /// How deep options are nested until all are numbers.
    pub(super) depth: u16,
    bits: u8,
    below: u8,
    above: u8,
}

impl Measure {
    pub(super) fn of_number(number: Dyadic) -> Measure {
        let whole = number.floor().unsigned_abs().max(number.ceil().unsigned_abs());
        let bits = (u64::BITS - whole.saturating_sub(1).leading_zeros()) as u8;
        let fineness = number.exponent() as u8;
        Measure { depth: 0, bits, below: fineness, above: fineness }
    }

    /// That of a game which is no number, from those of its options.
    fn over(options: impl Iterator<Item = Measure>, extent: &Extent) -> Measure {
        let start = Measure { depth: 0, bits: 0, below: 0, above: 0 };
        let most = options.fold(start, |most, option| Measure {
            depth: most.depth.max(option.depth),
            bits: most.bits.max(option.bits),
            below: most.below.max(option.below),
            above: most.above.max(option.above),
        });
        let above = match extent.left_stop > extent.right_stop {
            true => most.above + 1,
            false => extent.left_stop.exponent() as u8,
        };
        Measure { depth: most.depth + 1, above, ..most }
    }

    fn check(self) -> Result<Measure, Exhausted> {
        let fineness = self.below.max(self.above);
        let fits = self.depth <= DEEPEST && self.bits <= MOST_BITS && fineness <= FINEST;
        if fits { Ok(self) } else { Err(Exhausted::Size) }
    }
}

impl Forms {
    /// The form of a number, unless it is too large or too fine.
    pub fn checked_number(&mut self, number: Dyadic) -> Result<Form, Exhausted> {
        Measure::of_number(number).check()?;
        Ok(self.number(number))
    }

    /// The measure of a game that is no number, from its options.
    pub(super) fn measure(
        &self,
        options: &[Box<[Form]>; 2],
        extent: &Extent,
    ) -> Result<Measure, Exhausted> {
        let options = options.iter().flatten().map(|&option| self.node(option).measure);
        Measure::over(options, extent).check()
    }

    /// How deep options are nested until all are numbers.
    pub(crate) fn depth(&self, form: Form) -> u16 {
        self.node(form).measure.depth
    }
}
