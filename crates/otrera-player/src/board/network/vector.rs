//! Eight numbers side by side.
//!
//! All arithmetic of the network is done in these. Loops over eight numbers that lie in one aligned block are what compilers make
//! vector instructions of, so this needs neither intrinsics nor `unsafe`, and works on every processor.

use std::ops::{Add, Sub};

/// Numbers in a vector: what one register of AVX holds.
pub(super) const LANES: usize = 8;

#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(32))]
pub(super) struct Vector(pub [f32; LANES]);

impl Vector {
    pub(super) const ZERO: Vector = Vector([0.0; LANES]);

    #[inline(always)]
    pub(super) fn map2(self, other: Vector, f: impl Fn(f32, f32) -> f32) -> Vector {
        Vector(std::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }

    /// This plus a number times another.
    #[inline(always)]
    pub(super) fn plus(self, factor: f32, other: Vector) -> Vector {
        self.map2(other, |sum, x| fused(factor, x, sum))
    }

    #[inline(always)]
    pub(super) fn max(self, other: Vector) -> Vector {
        self.map2(other, |a, b| if a > b { a } else { b })
    }

    /// Negative numbers become zero.
    #[inline(always)]
    pub(super) fn rectified(self) -> Vector {
        self.max(Vector::ZERO)
    }

    #[inline(always)]
    pub(super) fn sum(self) -> f32 {
        self.0.iter().sum()
    }
}

impl Add for Vector {
    type Output = Vector;

    #[inline(always)]
    fn add(self, other: Vector) -> Vector {
        self.map2(other, |a, b| a + b)
    }
}

impl Sub for Vector {
    type Output = Vector;

    #[inline(always)]
    fn sub(self, other: Vector) -> Vector {
        self.map2(other, |a, b| a - b)
    }
}

/// a · b + c, as one instruction where there is one: without, `mul_add` would be a slow function.
#[inline(always)]
fn fused(a: f32, b: f32, c: f32) -> f32 {
    if cfg!(any(target_feature = "fma", target_arch = "aarch64")) {
        a.mul_add(b, c)
    } else {
        a * b + c
    }
}

/// How many vectors hold so many numbers.
pub(super) const fn vectors(numbers: usize) -> usize {
    numbers.div_ceil(LANES)
}

/// Numbers in so many vectors, zeros behind them.
pub(super) fn padded(numbers: &[f32], count: usize) -> Vec<Vector> {
    let mut all = vec![Vector::ZERO; count];
    for (vector, numbers) in all.iter_mut().zip(numbers.chunks(LANES)) {
        vector.0[..numbers.len()].copy_from_slice(numbers);
    }
    all
}
