//! Winograd's minimal filtering: convolutions of whole tiles with fewer multiplications.
//!
//! To find M outputs of a kernel of three in a row, M + 2 inputs are transformed to as many values, each of these is multiplied by a
//! value of the transformed kernel, and the products are transformed to the outputs. This takes M + 2 multiplications, not 3 M.
//! Tiles of M × M outputs do the same along ranks and along files. The multiplications of all channels at one of the (M + 2)² values are
//! a product of matrices.
//!
//! It is Toom's and Cook's way to multiply polynomials: input and kernel are evaluated at M + 1 points and at infinity. Lavin and
//! Gray, *Fast Algorithms for Convolutional Neural Networks*, have the transformations for M = 2, whose points are 0, 1 and −1. For M = 5
//! we take 0, ±1, ±2 and ½: with these the error of a convolution is ten times that of M = 2, which is 3 · 10⁻⁶ of its deviation.

use super::vector::Vector;

/// Transformations for M outputs at a time, from N = M + 2 inputs.
pub(super) trait Transform<const M: usize, const N: usize> {
    /// The kernel's, as a matrix.
    const KERNEL: [[f64; 3]; N];
    fn inputs(inputs: [Vector; N]) -> [Vector; N];
    fn outputs(products: [Vector; N]) -> [Vector; M];
}

pub(super) struct Winograd;

impl Transform<2, 4> for Winograd {
    const KERNEL: [[f64; 3]; 4] =
        [[1.0, 0.0, 0.0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0.0, 0.0, 1.0]];

    #[inline(always)]
    fn inputs([a, b, c, d]: [Vector; 4]) -> [Vector; 4] {
        [a - c, b + c, c - b, d - b]
    }

    #[inline(always)]
    fn outputs([a, b, c, d]: [Vector; 4]) -> [Vector; 2] {
        [a + b + c, b - c + d]
    }
}

impl Transform<5, 7> for Winograd {
    const KERNEL: [[f64; 3]; 7] = {
        // A point and what its row is divided by: the product of its differences from the others.
        let points =
            [(0.0, -2.0), (1.0, -3.0), (-1.0, 9.0), (2.0, 36.0), (-2.0, -60.0), (0.5, 45.0 / 32.0)];
        let mut rows = [[0.0, 0.0, 1.0]; 7];
        let mut number = 0;
        while number < points.len() {
            let (point, divisor) = points[number];
            rows[number] = [1.0 / divisor, point / divisor, point * point / divisor];
            number += 1;
        }
        rows
    };

    #[inline(always)]
    fn inputs(x: [Vector; 7]) -> [Vector; 7] {
        // The factor that belongs to ½ is common to all other points.
        let y: [Vector; 6] = std::array::from_fn(|i| x[i + 1].plus(-0.5, x[i]));
        // What ± pairs share.
        let (even1, odd1) = (y[4].plus(-4.0, y[2]), y[3].plus(-4.0, y[1]));
        let (even2, odd2) = (y[4] - y[2], y[3] - y[1]);
        [
            y[4].plus(-5.0, y[2]).plus(4.0, y[0]),
            even1 + odd1,
            even1 - odd1,
            even2.plus(2.0, odd2),
            even2.plus(-2.0, odd2),
            x[5].plus(-5.0, x[3]).plus(4.0, x[1]),
            y[5].plus(-5.0, y[3]).plus(4.0, y[1]),
        ]
    }

    #[inline(always)]
    fn outputs([zero, one, minus_one, two, minus_two, half, infinity]: [Vector; 7]) -> [Vector; 5] {
        let (even1, odd1) = (one + minus_one, one - minus_one);
        let (even2, odd2) = (two + minus_two, two - minus_two);
        [
            zero + even1 + even2 + half,
            odd1.plus(2.0, odd2).plus(0.5, half),
            even1.plus(4.0, even2).plus(0.25, half),
            odd1.plus(8.0, odd2).plus(0.125, half),
            even1.plus(16.0, even2).plus(0.0625, half) + infinity,
        ]
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::vector::LANES;
    use super::*;

    fn check<const M: usize, const N: usize>()
    where
        Winograd: Transform<M, N>,
    {
        let mut rng = Rng::with_seed(1);
        for _ in 0..1000 {
            let inputs: [f64; N] = std::array::from_fn(|_| rng.f64() - 0.5);
            let kernel: [f64; 3] = std::array::from_fn(|_| rng.f64() - 0.5);
            let mut values = Winograd::inputs(inputs.map(|x| Vector([x as f32; LANES])));
            for (value, row) in values.iter_mut().zip(<Winograd as Transform<M, N>>::KERNEL) {
                let weight: f64 = row.iter().zip(kernel).map(|(a, b)| a * b).sum();
                *value = Vector(value.0.map(|value| value * weight as f32));
            }
            for (at, output) in Winograd::outputs(values).into_iter().enumerate() {
                let plain: f64 = (0..3).map(|i| inputs[at + i] * kernel[i]).sum();
                assert!((f64::from(output.0[0]) - plain).abs() < 1e-5, "{plain} {output:?}");
            }
        }
    }

    #[test]
    fn filters_are_filters() {
        check::<2, 4>();
        check::<5, 7>();
    }
}
