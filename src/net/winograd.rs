//! Convolutions by 3x3 kernels with fewer multiplications (Winograd 1980; Lavin and Gray 2016, Fast Algorithms for
//! Convolutional Neural Networks).
//!
//! The board is cut into tiles. The values a tile depends on, N x N of them for M x M results (N = M + 2), are transformed,
//! and so are the weights, once for all; then the results are an element-wise product, transformed back. Over all tiles
//! and channels the products are N * N products of matrices, which together cost N * N / (9 * M * M) of the direct way.
//! That is 25/81 for tiles of 3, which fit boards of 9x9 exactly, and 36/144 for tiles of 4.
//!
//! The transforms come from interpolation at the points of [`Tile::POINTS`] and at infinity. Powers of two keep the factors
//! exact, and points near 1 keep the rounding errors small.

use super::conv::{Sink, Work};
use super::matrix::{Packed, parts};
use super::memory::{Floats, LINE, Map, Shape};
use super::simd::Lanes;

/// Transforms for tiles of `M` x `M` results.
pub trait Tile<const M: usize, const N: usize> {
    /// Where the polynomials are evaluated, all but infinity.
    const POINTS: &'static [f64];

    /// Transforms a row or column of inputs: for each point p the coefficients of the product of (x - q) over all other
    /// points q, and for infinity over all points.
    ///
    /// # Safety
    /// `S` may be used here (see [`Lanes`]).
    unsafe fn input<S: Lanes>(d: [S::V; N]) -> [S::V; N];

    /// Transforms a row or column of products: result i is the sum over the points of p^i times the product.
    ///
    /// # Safety
    /// `S` may be used here (see [`Lanes`]).
    unsafe fn output<S: Lanes>(m: [S::V; N]) -> [S::V; M];
}

/// Tiles of 3 x 3.
pub struct Tile3;

/// Tiles of 4 x 4.
pub struct Tile4;

impl Tile<3, 5> for Tile3 {
    const POINTS: &'static [f64] = &[0.0, 1.0, -1.0, 0.5];

    #[inline(always)]
    unsafe fn input<S: Lanes>([d0, d1, d2, d3, d4]: [S::V; 5]) -> [S::V; 5] {
        // SAFETY: promised by the caller.
        unsafe {
            let c = S::splat(0.5);
            let odd = S::sub(d3, d1);
            let even = S::sub(d4, d2);
            [
                S::mul_sub_from(c, S::sub(d2, d0), odd),
                S::mul_add(c, S::sub(d2, d1), d3),
                S::sub(S::mul_add(c, S::sub(d1, d2), d3), d2),
                odd,
                S::mul_sub_from(c, odd, even),
            ]
        }
    }

    #[inline(always)]
    unsafe fn output<S: Lanes>([m0, m1, m2, m3, m4]: [S::V; 5]) -> [S::V; 3] {
        // SAFETY: promised by the caller.
        unsafe {
            let c = S::splat(0.5);
            let sum = S::add(m1, m2);
            [
                S::add(S::add(m0, m3), sum),
                S::mul_add(c, m3, S::sub(m1, m2)),
                S::add(S::mul_add(S::splat(0.25), m3, sum), m4),
            ]
        }
    }
}

/// The points of [`Tile4`] are 0, A, -A, B and -B.
const A: f32 = 1.0;
const B: f32 = 2.0;

impl Tile<4, 6> for Tile4 {
    const POINTS: &'static [f64] = &[0.0, A as f64, -A as f64, B as f64, -B as f64];

    #[inline(always)]
    unsafe fn input<S: Lanes>([d0, d1, d2, d3, d4, d5]: [S::V; 6]) -> [S::V; 6] {
        // SAFETY: promised by the caller.
        unsafe {
            let (a, b, a2, b2) = (S::splat(A), S::splat(B), S::splat(A * A), S::splat(B * B));
            let (both, product) = (S::splat(A * A + B * B), S::splat(A * A * B * B));
            let (even_a, odd_a) = (S::mul_sub_from(b2, d2, d4), S::mul(a, S::mul_sub_from(b2, d1, d3)));
            let (even_b, odd_b) = (S::mul_sub_from(a2, d2, d4), S::mul(b, S::mul_sub_from(a2, d1, d3)));
            [
                S::mul_add(product, d0, S::mul_sub_from(both, d2, d4)),
                S::add(even_a, odd_a),
                S::sub(even_a, odd_a),
                S::add(even_b, odd_b),
                S::sub(even_b, odd_b),
                S::mul_add(product, d1, S::mul_sub_from(both, d3, d5)),
            ]
        }
    }

    #[inline(always)]
    unsafe fn output<S: Lanes>([m0, m1, m2, m3, m4, m5]: [S::V; 6]) -> [S::V; 4] {
        // SAFETY: promised by the caller.
        unsafe {
            let (even_a, odd_a) = (S::add(m1, m2), S::sub(m1, m2));
            let (even_b, odd_b) = (S::add(m3, m4), S::sub(m3, m4));
            [
                S::add(m0, S::add(even_a, even_b)),
                S::mul_add(S::splat(B), odd_b, S::mul(S::splat(A), odd_a)),
                S::mul_add(S::splat(B * B), even_b, S::mul(S::splat(A * A), even_a)),
                S::add(m5, S::mul_add(S::splat(B * B * B), odd_b, S::mul(S::splat(A * A * A), odd_a))),
            ]
        }
    }
}

/// A convolution whose weights have been transformed: matrices for the N x N products.
pub struct Winograd {
    products: Packed,
}

impl Winograd {
    /// Transforms the weights of a 3x3 convolution, given by row, column, input, output.
    pub fn new<T: Tile<M, N>, const M: usize, const N: usize>(
        weights: &[f32],
        inputs: usize,
        outputs: usize,
        lanes: usize,
    ) -> Winograd {
        let transform = weight_transform(T::POINTS);
        let weight = |i: usize, input: usize, output: usize| {
            let (rows, columns) = (transform[i / N], transform[i % N]);
            let weight = |tap: usize| f64::from(weights[(tap * inputs + input) * outputs + output]);
            (0..9).map(|tap| rows[tap / 3] * columns[tap % 3] * weight(tap)).sum::<f64>() as f32
        };
        Winograd { products: Packed::new(N * N, inputs, outputs, lanes, weight) }
    }

    /// Runs the convolution on all boards of a map. `work` is memory that is used on the way.
    pub fn run<S: Lanes, T: Tile<M, N>, const M: usize, const N: usize>(
        &self,
        from: &Map,
        shape: &Shape,
        work: &mut Work,
        sink: &mut Sink,
    ) {
        assert!(shape.tile == M && from.values.len() >= shape.points() * from.channels);
        let (rows, columns) = shape.tiles();
        let all = shape.batch * rows * columns;
        let (inputs, outputs) = (from.channels, sink.channels());
        let most = (MOST_WORK / (N * N * (inputs + outputs))).max(1);
        let [transformed, products, columns_done] = work;
        columns_done.grow(N * N * inputs);
        for (first, count) in parts(all, most) {
            let tiles = Tiles { first, count, rows, columns };
            let (input_stride, output_stride) = (tiles.count * inputs + LINE, tiles.count * outputs + LINE);
            transformed.grow(N * N * input_stride);
            products.grow(N * N * output_stride);
            // SAFETY: the memory has just been made large enough.
            unsafe {
                transform_inputs::<S, T, M, N>(from, shape, &tiles, columns_done, transformed, input_stride)
            };
            for i in 0..N * N {
                let from = &transformed[i * input_stride..];
                let to = &mut products[i * output_stride..];
                self.products.multiply::<S>(i, from, inputs, tiles.count, to, false);
            }
            // SAFETY: as above.
            unsafe { transform_outputs::<S, T, M, N>(products, output_stride, shape, &tiles, sink) };
        }
    }
}

/// Floats that may be used on the way for one group of tiles, so that they stay in the second cache (0.5 MB). With eight
/// times as much, batches on 19x19 take a third longer.
const MOST_WORK: usize = 1 << 17;

/// A part of the tiles of a batch of boards, which are numbered by board, row, column.
struct Tiles {
    first: usize,
    count: usize,
    rows: usize,
    columns: usize,
}

impl Tiles {
    /// Board, row and column of the i-th tile of the part.
    #[inline(always)]
    fn place(&self, i: usize) -> (usize, usize, usize) {
        let tile = self.first + i;
        (tile / self.columns / self.rows, tile / self.columns % self.rows, tile % self.columns)
    }
}

/// Transforms the inputs of some tiles; product i begins at i * `stride`. The columns of a tile are done for all channels
/// before its rows: so few places that are far apart are written in turn, which the processor's cache of pages is small
/// for.
///
/// # Safety
/// `S` may be used on this processor (see [`Lanes`]); `from` has the points of `shape`, of whose boards the tiles are, and
/// channels in whole vectors; `columns_done` holds N * N channels, and `to` N * N times `stride`, which is no less than the
/// channels of all tiles.
unsafe fn transform_inputs<S: Lanes, T: Tile<M, N>, const M: usize, const N: usize>(
    from: &Map,
    shape: &Shape,
    tiles: &Tiles,
    columns_done: &mut Floats,
    to: &mut Floats,
    stride: usize,
) {
    let (channels, row) = (from.channels, shape.row() * from.channels);
    let columns_done = columns_done.as_mut_ptr();
    // SAFETY: promised by the caller.
    unsafe {
        S::vectorized(
            #[inline(always)]
            || {
                for i in 0..tiles.count {
                    let (board, y, x) = tiles.place(i);
                    let corner = shape.point(board, (y * M) as isize - 1, (x * M) as isize - 1);
                    let from = from.values.as_ptr().add(corner * channels);
                    for column in 0..N {
                        for channel in (0..channels).step_by(S::COUNT) {
                            let mut d = [S::splat(0.0); N];
                            for (i, d) in d.iter_mut().enumerate() {
                                *d = S::load(from.add(i * row + column * channels + channel));
                            }
                            for (i, v) in T::input::<S>(d).into_iter().enumerate() {
                                S::store(columns_done.add((i * N + column) * channels + channel), v);
                            }
                        }
                    }
                    let to = to.as_mut_ptr().add(i * channels);
                    for i in 0..N {
                        for channel in (0..channels).step_by(S::COUNT) {
                            let mut d = [S::splat(0.0); N];
                            for (column, d) in d.iter_mut().enumerate() {
                                *d = S::load(columns_done.add((i * N + column) * channels + channel));
                            }
                            for (j, v) in T::input::<S>(d).into_iter().enumerate() {
                                S::store(to.add((i * N + j) * stride + channel), v);
                            }
                        }
                    }
                }
            },
        );
    }
}

/// Transforms the products of some tiles back and hands the results to the sink; product i begins at i * `stride`.
///
/// # Safety
/// `S` may be used on this processor (see [`Lanes`]); `from` holds N * N times `stride`, which is no less than the channels
/// of all tiles; the sink has been checked against `shape`, of whose boards the tiles are, and has whole vectors of channels.
unsafe fn transform_outputs<S: Lanes, T: Tile<M, N>, const M: usize, const N: usize>(
    from: &Floats,
    stride: usize,
    shape: &Shape,
    tiles: &Tiles,
    sink: &mut Sink,
) {
    let channels = sink.channels();
    // SAFETY: promised by the caller.
    unsafe {
        S::vectorized(
            #[inline(always)]
            || {
                for i in 0..tiles.count {
                    let (board, y, x) = tiles.place(i);
                    let (height, width) = (M.min(shape.height - y * M), M.min(shape.width - x * M));
                    let corner = shape.point(board, (y * M) as isize, (x * M) as isize);
                    for channel in (0..channels).step_by(S::COUNT) {
                        let from = from.as_ptr().add(i * channels + channel);
                        let mut rows = [[S::splat(0.0); M]; N];
                        for (i, rows) in rows.iter_mut().enumerate() {
                            let mut m = [S::splat(0.0); N];
                            for (j, m) in m.iter_mut().enumerate() {
                                *m = S::load(from.add((i * N + j) * stride));
                            }
                            *rows = T::output::<S>(m);
                        }
                        for column in 0..M {
                            if column >= width {
                                break;
                            }
                            let mut m = [S::splat(0.0); N];
                            for (m, rows) in m.iter_mut().zip(&rows) {
                                *m = rows[column];
                            }
                            for (row, y) in T::output::<S>(m).into_iter().enumerate() {
                                if row >= height {
                                    break;
                                }
                                sink.put::<S>(board, corner + row * shape.row() + column, channel, y);
                            }
                        }
                    }
                }
            },
        );
    }
}

/// The transform of a row or column of three weights: for each point p the powers of p, divided by the product of (p - q)
/// over all other points q; for infinity the last weight.
fn weight_transform(points: &[f64]) -> Vec<[f64; 3]> {
    let row = |(i, &p): (usize, &f64)| {
        let others = points.iter().enumerate().filter(|&(j, _)| j != i);
        let divisor: f64 = others.map(|(_, &q)| p - q).product();
        [1.0 / divisor, p / divisor, p * p / divisor]
    };
    points.iter().enumerate().map(row).chain([[0.0, 0.0, 1.0]]).collect()
}
