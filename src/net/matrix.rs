//! Products of matrices, the work that an evaluation mostly consists of.
//!
//! The weights are packed into panels of up to three vectors of outputs, in the order in which they are used. A tile of
//! the product, some rows by one panel, stays in registers while the inputs are run through: each weight that is loaded
//! serves all rows of the tile, each input all vectors of the panel.

use super::memory::Floats;
use super::simd::Lanes;

/// Most vectors of a panel.
const PANEL: usize = 3;

/// How far ahead weights are fetched, in floats. All weights of a network are used once for each batch, so they come from
/// the third cache, and a small batch waits for them more than for anything else: one position on 9x9 takes a quarter less
/// time so, with AVX-512.
const AHEAD: usize = 4096;

/// Matrices of one size, packed for vectors of some length, one after the other.
pub struct Packed {
    inputs: usize,
    /// A multiple of the lanes.
    outputs: usize,
    lanes: usize,
    weights: Floats,
}

impl Packed {
    /// Packs `count` matrices, filled up with zeros to a multiple of `lanes` inputs and outputs. `weight` is asked for the
    /// weight of a matrix, an input and an output.
    pub fn new(
        count: usize,
        inputs: usize,
        outputs: usize,
        lanes: usize,
        weight: impl Fn(usize, usize, usize) -> f32,
    ) -> Packed {
        let (all_inputs, all_outputs) = (inputs.next_multiple_of(lanes), outputs.next_multiple_of(lanes));
        let weights = Floats::zero(count * all_inputs * all_outputs);
        let mut packed = Packed { inputs: all_inputs, outputs: all_outputs, lanes, weights };
        let mut next = 0;
        for matrix in 0..count {
            for (first, vectors) in packed.panels() {
                for input in 0..all_inputs {
                    for output in first..first + vectors * lanes {
                        if input < inputs && output < outputs {
                            packed.weights[next] = weight(matrix, input, output);
                        }
                        next += 1;
                    }
                }
            }
        }
        packed
    }

    /// Inputs, those they were filled up with included.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The first output and the number of vectors of each panel; the numbers differ by one at most.
    fn panels(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let lanes = self.lanes;
        parts(self.outputs / lanes, PANEL).map(move |(first, vectors)| (first * lanes, vectors))
    }

    /// Multiplies `rows` rows of `from`, `stride` floats apart, by one of the matrices, and writes the products to `to`, or
    /// adds them, a row each [`outputs`](Packed::outputs) floats.
    ///
    /// # Panics
    /// If a slice is too short, or the matrices were packed for other vectors.
    pub fn multiply<S: Lanes>(
        &self,
        matrix: usize,
        from: &[f32],
        stride: usize,
        rows: usize,
        to: &mut [f32],
        adds: bool,
    ) {
        assert!(self.lanes == S::COUNT && stride >= self.inputs && to.len() >= rows * self.outputs);
        assert!(rows == 0 || from.len() >= (rows - 1) * stride + self.inputs);
        let size = self.inputs * self.outputs;
        let mut weights = self.weights[matrix * size..][..size].as_ptr();
        for (first, vectors) in self.panels() {
            for (row, count) in parts(rows, S::ROWS) {
                // SAFETY: the asserts above hold every row inside its slice, and the panels make up the weights.
                unsafe {
                    let tile = Tile {
                        from: from.as_ptr().add(row * stride),
                        stride,
                        weights,
                        inputs: self.inputs,
                        to: to.as_mut_ptr().add(row * self.outputs + first),
                        outputs: self.outputs,
                        adds,
                    };
                    tile.run_sized::<S>(count, vectors);
                }
            }
            // SAFETY: as above.
            weights = unsafe { weights.add(self.inputs * vectors * S::COUNT) };
        }
    }
}

/// Cuts `0..whole` into the fewest parts of at most `most`, as even as can be: the first and the length of each.
pub fn parts(whole: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    let count = whole.div_ceil(most);
    (0..count).map(move |i| {
        let first = i * whole / count;
        (first, (i + 1) * whole / count - first)
    })
}

/// A tile of a product.
struct Tile {
    from: *const f32,
    stride: usize,
    weights: *const f32,
    inputs: usize,
    to: *mut f32,
    outputs: usize,
    adds: bool,
}

impl Tile {
    /// Picks the code for that number of rows and vectors.
    ///
    /// # Safety
    /// `S` may be used here (see [`Lanes`]), and so many rows and vectors lie inside of what the pointers lead to.
    #[inline(always)]
    unsafe fn run_sized<S: Lanes>(&self, rows: usize, vectors: usize) {
        // SAFETY of each arm: promised by the caller.
        macro_rules! pick {
            ($($row:literal)*) => {
                match (rows, vectors) {
                    $(
                        ($row, 1) => unsafe { S::vectorized(#[inline(always)] || self.run::<S, $row, 1>()) },
                        ($row, 2) => unsafe { S::vectorized(#[inline(always)] || self.run::<S, $row, 2>()) },
                        ($row, 3) => unsafe { S::vectorized(#[inline(always)] || self.run::<S, $row, 3>()) },
                    )*
                    _ => unreachable!("a tile has 1 to 9 rows and 1 to 3 vectors"),
                }
            };
        }
        pick!(1 2 3 4 5 6 7 8 9)
    }

    /// Adds up the products of a tile.
    ///
    /// # Safety
    /// As for `run_sized`.
    #[inline(always)]
    unsafe fn run<S: Lanes, const ROWS: usize, const VECTORS: usize>(&self) {
        // SAFETY: promised by the caller.
        unsafe {
            let mut sums = [[S::splat(0.0); VECTORS]; ROWS];
            if self.adds {
                for (row, sums) in sums.iter_mut().enumerate() {
                    for (i, sum) in sums.iter_mut().enumerate() {
                        *sum = S::load(self.to.add(row * self.outputs + i * S::COUNT));
                    }
                }
            }
            let mut weights = self.weights;
            for input in 0..self.inputs {
                let mut vectors = [S::splat(0.0); VECTORS];
                for (i, vector) in vectors.iter_mut().enumerate() {
                    *vector = S::load(weights.add(i * S::COUNT));
                }
                for (row, sums) in sums.iter_mut().enumerate() {
                    let x = S::splat(*self.from.add(row * self.stride + input));
                    for (sum, vector) in sums.iter_mut().zip(vectors) {
                        *sum = S::mul_add(x, vector, *sum);
                    }
                }
                for i in 0..VECTORS {
                    S::prefetch(weights.wrapping_add(AHEAD + i * S::COUNT));
                }
                weights = weights.add(VECTORS * S::COUNT);
            }
            for (row, sums) in sums.into_iter().enumerate() {
                for (i, sum) in sums.into_iter().enumerate() {
                    S::store(self.to.add(row * self.outputs + i * S::COUNT), sum);
                }
            }
        }
    }
}
