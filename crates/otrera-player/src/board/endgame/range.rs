//! What a sum is worth, as far as it is known.

/// What a sum is worth to the player to move, at least and at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub least: i32,
    pub most: i32,
}

impl Range {
    pub const ANY: Range = Range { least: i32::MIN / 2, most: i32::MAX / 2 };

    pub fn is_exact(self) -> bool {
        self.least == self.most
    }

    pub fn and(self, other: Range) -> Range {
        let both = Range { least: self.least.max(other.least), most: self.most.min(other.most) };
        debug_assert!(both.least <= both.most, "{self:?} and {other:?}");
        both
    }

    /// What it is worth to the other, after a move to it.
    pub fn for_other(self) -> Range {
        Range { least: -self.most - 1, most: -self.least - 1 }
    }

    /// Is the worth so much or more, if that is known?
    pub fn reaches(self, worth: i32) -> Option<bool> {
        match () {
            () if self.least >= worth => Some(true),
            () if self.most < worth => Some(false),
            () => None,
        }
    }
}
