//! Convolutions, and what becomes of their results.
//!
//! A 3x3 convolution goes by [`winograd`](super::winograd) in the tiles that suit the board; any other is a sum of products
//! of matrices, one for each weight of its kernel. The first convolution of a network is in [`first`](super::first).

use super::matrix::Packed;
use super::memory::{Floats, Map, Shape};
use super::model::{Activation, Conv, Norm};
use super::output::softplus;
use super::simd::Lanes;
use super::winograd::{Tile3, Tile4, Winograd};
use std::sync::OnceLock;

/// A factor and an offset for each channel, and an activation.
pub struct Affine {
    pub scale: Floats,
    pub offset: Floats,
    pub activation: Activation,
}

impl Affine {
    /// A normalisation, with channels of zeros up to a multiple of `lanes`.
    pub fn new(norm: &Norm, lanes: usize) -> Affine {
        let padded = |values: &[f32]| {
            let mut floats = Floats::zero(values.len().next_multiple_of(lanes));
            floats[..values.len()].copy_from_slice(values);
            floats
        };
        Affine { scale: padded(&norm.scale), offset: padded(&norm.offset), activation: norm.activation }
    }

    /// Leaves its input as it is.
    pub fn identity(channels: usize, lanes: usize) -> Affine {
        let norm = Norm {
            scale: vec![1.0; channels],
            offset: vec![0.0; channels],
            activation: Activation::Identity,
        };
        Affine::new(&norm, lanes)
    }

    /// Applies it to a vector of channels, or to the first of them.
    pub fn apply_to(&self, values: &mut [f32]) {
        for (i, x) in values.iter_mut().enumerate() {
            let y = *x * self.scale[i] + self.offset[i];
            *x = match self.activation {
                Activation::Identity => y,
                Activation::Relu => y.max(0.0),
                Activation::Mish => y * softplus(y).tanh(),
            };
        }
    }

    /// Applies it to channels from `channel` on, with the offset of a board.
    ///
    /// # Safety
    /// `S` may be used here (see [`Lanes`]); the scale, and `offset`, have a vector from `channel` on.
    #[inline(always)]
    unsafe fn apply<S: Lanes>(&self, x: S::V, channel: usize, offset: *const f32) -> S::V {
        // SAFETY: promised by the caller.
        unsafe {
            let scale = S::load(self.scale.as_ptr().add(channel));
            let x = S::mul_add(x, scale, S::load(offset.add(channel)));
            match self.activation {
                Activation::Identity => x,
                Activation::Relu => S::max(x, S::splat(0.0)),
                Activation::Mish => mish::<S>(x),
            }
        }
    }
}

/// x * tanh(ln(1 + e^x)), which with e = e^x is x * (e^2 + 2e) / (e^2 + 2e + 2).
///
/// # Safety
/// `S` may be used here (see [`Lanes`]).
#[inline(always)]
unsafe fn mish<S: Lanes>(x: S::V) -> S::V {
    // SAFETY: promised by the caller.
    unsafe {
        let e = exp::<S>(x);
        let n = S::mul(e, S::add(e, S::splat(2.0)));
        S::mul(x, S::div(n, S::add(n, S::splat(2.0))))
    }
}

/// e^x, to a few units of the last place for -87 < x < 20 and the value at these ends beyond. x is n ln 2 + r with |r| at
/// most half of ln 2, and e^r the Taylor polynomial.
///
/// # Safety
/// `S` may be used here (see [`Lanes`]).
#[inline(always)]
unsafe fn exp<S: Lanes>(x: S::V) -> S::V {
    const COEFFICIENTS: [f32; 7] = [1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0];
    // ln 2 in two parts, the first with few enough digits that n times it is exact.
    const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];
    // SAFETY: promised by the caller.
    unsafe {
        let x = S::min(S::max(x, S::splat(-87.0)), S::splat(20.0));
        let (n, power) = S::round_and_power(S::mul(x, S::splat(std::f32::consts::LOG2_E)));
        let r = S::mul_sub_from(n, S::splat(LN_2[1]), S::mul_sub_from(n, S::splat(LN_2[0]), x));
        let mut sum = S::splat(0.0);
        for coefficient in COEFFICIENTS {
            sum = S::mul_add(sum, r, S::splat(coefficient));
        }
        S::mul(S::mul_add(sum, r, S::splat(1.0)), power)
    }
}

/// Takes the results of a convolution: adds them to what they are to be added to, normalises the sum and keeps it.
pub struct Sink<'a> {
    affine: &'a Affine,
    /// The offsets of each board, if they are not the same for all.
    offsets: Option<&'a Floats>,
    sum: Option<(&'a mut Map, bool)>,
    to: &'a mut Map,
}

impl<'a> Sink<'a> {
    /// Keeps the normalised results in `to`.
    pub fn new(affine: &'a Affine, to: &'a mut Map) -> Sink<'a> {
        assert!(affine.scale.len() == to.channels && affine.offset.len() == to.channels);
        Sink { affine, offsets: None, sum: None, to }
    }

    /// With the offsets of each board in place of those of the normalisation.
    pub fn with_offsets(mut self, offsets: &'a Floats) -> Sink<'a> {
        self.offsets = Some(offsets);
        self
    }

    /// Keeps the results themselves in `sum`, or adds them to it and goes on with the sums.
    pub fn with_sum(mut self, sum: &'a mut Map, adds: bool) -> Sink<'a> {
        self.sum = Some((sum, adds));
        self
    }

    /// The channels of the results, a multiple of the lanes.
    pub fn channels(&self) -> usize {
        self.to.channels
    }

    /// Holds the memory against a shape.
    pub fn check(&self, shape: &Shape) {
        let len = shape.points() * self.to.channels;
        assert!(self.to.values.len() >= len);
        assert!(self.sum.as_ref().is_none_or(|(sum, _)| sum.values.len() >= len));
        assert!(self.offsets.is_none_or(|offsets| offsets.len() >= shape.batch * self.to.channels));
    }

    /// Takes the results of channels from `channel` on at a point of a board.
    ///
    /// # Safety
    /// `S` may be used here (see [`Lanes`]), the sink has been checked against the shape that the point and the board are of, and
    /// it has a vector of channels from `channel` on.
    #[inline(always)]
    pub unsafe fn put<S: Lanes>(&mut self, board: usize, point: usize, channel: usize, mut y: S::V) {
        // SAFETY: promised by the caller.
        unsafe {
            let place = point * self.to.channels + channel;
            if let Some((sum, adds)) = &mut self.sum {
                let sum = sum.values.as_mut_ptr().add(place);
                if *adds {
                    y = S::add(y, S::load(sum));
                }
                S::store(sum, y);
            }
            let offset = match self.offsets {
                Some(offsets) => offsets.as_ptr().add(board * self.to.channels),
                None => self.affine.offset.as_ptr(),
            };
            S::store(self.to.values.as_mut_ptr().add(place), self.affine.apply::<S>(y, channel, offset));
        }
    }
}

/// Memory that convolutions use on the way.
pub type Work = [Floats; 3];

/// Sides of tiles that [`winograd`](super::winograd) has code for.
pub const TILES: [usize; 2] = [3, 4];

/// The side of the tiles that cost least on a board of that size.
pub fn best_tile(width: usize, height: usize) -> usize {
    let cost = |&tile: &usize| width.div_ceil(tile) * height.div_ceil(tile) * (tile + 2) * (tile + 2);
    TILES.into_iter().min_by_key(cost).unwrap_or(TILES[0])
}

/// A convolution with its weights arranged for the processor. That is done when a board of a size that needs it comes up
/// for the first time, since hardly anybody uses the weights for all sizes.
pub struct Layer {
    conv: Conv,
    lanes: usize,
    taps: OnceLock<Packed>,
    by_tile: [OnceLock<Winograd>; TILES.len()],
}

impl Layer {
    pub fn new(conv: Conv, lanes: usize) -> Layer {
        Layer { conv, lanes, taps: OnceLock::new(), by_tile: Default::default() }
    }

    /// The channels of the results, a multiple of the lanes.
    pub fn outputs(&self) -> usize {
        self.conv.outputs.next_multiple_of(self.lanes)
    }

    /// How far the convolution reaches into the ring.
    pub fn reach(&self) -> usize {
        (self.conv.height / 2 * self.conv.row_step).max(self.conv.width / 2 * self.conv.column_step)
    }

    /// Runs the convolution on all boards of a map. `work` is memory that is used on the way.
    pub fn run<S: Lanes>(&self, from: &Map, shape: &Shape, work: &mut Work, mut sink: Sink) {
        sink.check(shape);
        assert!(sink.channels() == self.outputs());
        let Conv { height, width, row_step, column_step, .. } = self.conv;
        if (height, width, row_step, column_step) != (3, 3, 1, 1) {
            return self.run_directly::<S>(from, shape, work, sink);
        }
        let Conv { weights, inputs, outputs, .. } = &self.conv;
        let (inputs, outputs, lanes) = (*inputs, *outputs, self.lanes);
        match shape.tile {
            3 => self.by_tile[0]
                .get_or_init(|| Winograd::new::<Tile3, 3, 5>(weights, inputs, outputs, lanes))
                .run::<S, Tile3, 3, 5>(from, shape, work, &mut sink),
            _ => self.by_tile[1]
                .get_or_init(|| Winograd::new::<Tile4, 4, 6>(weights, inputs, outputs, lanes))
                .run::<S, Tile4, 4, 6>(from, shape, work, &mut sink),
        }
    }

    fn run_directly<S: Lanes>(&self, from: &Map, shape: &Shape, work: &mut Work, mut sink: Sink) {
        let Conv { height, width, row_step, column_step, .. } = self.conv;
        let (row_step, column_step) = (row_step as isize, column_step as isize);
        let taps = self.taps.get_or_init(|| self.pack_taps());
        let sums = &mut work[0];
        sums.grow(shape.width * self.outputs());
        for board in 0..shape.batch {
            for row in 0..shape.height {
                sums[..shape.width * self.outputs()].fill(0.0);
                for tap in 0..height * width {
                    let row = row as isize + ((tap / width) as isize - (height / 2) as isize) * row_step;
                    let column = ((tap % width) as isize - (width / 2) as isize) * column_step;
                    if (0..shape.height as isize).contains(&row) {
                        let from = &from.values[shape.point(board, row, column) * from.channels..];
                        taps.multiply::<S>(tap, from, taps.inputs(), shape.width, sums, true);
                    }
                }
                // SAFETY: `run` has checked the sink against the shape, and the sums have been made large enough.
                unsafe { drain::<S>(sums, shape, board, row, &mut sink) };
            }
        }
    }

    /// A matrix for each weight of the kernel.
    fn pack_taps(&self) -> Packed {
        let Conv { height, width, inputs, outputs, weights, .. } = &self.conv;
        Packed::new(height * width, *inputs, *outputs, self.lanes, |tap, input, output| {
            weights[(tap * inputs + input) * outputs + output]
        })
    }
}

/// Hands the results for a row of a board to the sink.
///
/// # Safety
/// `S` may be used here (see [`Lanes`]), the sink has been checked against the shape, and `sums` holds a row of it.
unsafe fn drain<S: Lanes>(sums: &[f32], shape: &Shape, board: usize, row: usize, sink: &mut Sink) {
    let channels = sink.channels();
    // SAFETY: promised by the caller.
    unsafe {
        S::vectorized(
            #[inline(always)]
            || {
                let first = shape.point(board, row as isize, 0);
                for column in 0..shape.width {
                    for channel in (0..channels).step_by(S::COUNT) {
                        let y = S::load(sums.as_ptr().add(column * channels + channel));
                        sink.put::<S>(board, first + column, channel, y);
                    }
                }
            },
        );
    }
}
