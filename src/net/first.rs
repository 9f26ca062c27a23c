//! The first convolution of a network. Most of its inputs are 0, so it adds up the weights of those that are not, instead of
//! multiplying all of them.

use super::conv::Sink;
use super::inputs::{Inputs, PLANES};
use super::memory::{Floats, Shape};
use super::model::Conv;
use super::simd::Lanes;

/// The first convolution of a network.
pub struct FirstLayer {
    conv: Conv,
    /// By weight of the kernel, plane, output; the outputs filled up to `channels`.
    weights: Floats,
    channels: usize,
}

/// Vectors of sums that the first convolution keeps in registers.
const SUMS: usize = 6;

impl FirstLayer {
    pub fn new(conv: Conv, lanes: usize) -> FirstLayer {
        let channels = conv.outputs.next_multiple_of(lanes);
        let mut weights = Floats::zero(conv.height * conv.width * PLANES * channels);
        for (to, from) in weights.chunks_mut(channels).zip(conv.weights.chunks(conv.outputs)) {
            to[..conv.outputs].copy_from_slice(from);
        }
        FirstLayer { conv: Conv { weights: Vec::new(), ..conv }, weights, channels }
    }

    /// The channels of the results, a multiple of the lanes.
    pub fn outputs(&self) -> usize {
        self.channels
    }

    /// Runs the convolution on a batch of positions. Its results begin with a bias for each of them.
    pub fn run<S: Lanes>(&self, inputs: &[&Inputs], biases: &Floats, shape: &Shape, mut sink: Sink) {
        sink.check(shape);
        assert!(sink.channels() == self.channels && biases.len() >= shape.batch * self.channels);
        let mut terms = Vec::new();
        for (board, inputs) in inputs.iter().enumerate() {
            let present = Present::new(inputs);
            for row in 0..shape.height {
                for column in 0..shape.width {
                    terms.clear();
                    self.collect_terms(&present, shape, row, column, &mut terms);
                    let point = shape.point(board, row as isize, column as isize);
                    let bias = &biases[board * self.channels..][..self.channels];
                    // SAFETY: the sink has been checked, the bias is as long as the channels, and the terms lead to
                    // weights of all channels.
                    unsafe { self.add_terms::<S>(&terms, bias, board, point, &mut sink) };
                }
            }
        }
    }

    /// The inputs that are not 0 around a point, each with the place of its weights.
    fn collect_terms(
        &self,
        present: &Present,
        shape: &Shape,
        row: usize,
        column: usize,
        terms: &mut Vec<(usize, f32)>,
    ) {
        let Conv { height, width, row_step, column_step, .. } = self.conv;
        for y in 0..height {
            let Some(row) = (row + y * row_step).checked_sub(height / 2 * row_step) else { continue };
            for x in 0..width {
                let Some(column) = (column + x * column_step).checked_sub(width / 2 * column_step) else {
                    continue;
                };
                if row < shape.height && column < shape.width {
                    let weights = (y * width + x) * PLANES;
                    let here = present.at(row * shape.width + column);
                    terms.extend(here.iter().map(|&(plane, x)| ((weights + plane) * self.channels, x)));
                }
            }
        }
    }

    /// Adds the terms at a point of a board and hands the sums to the sink.
    ///
    /// # Safety
    /// `S` may be used here (see [`Lanes`]), the sink has been checked, `bias` is as long as its channels, and the terms lead to
    /// weights of all channels.
    unsafe fn add_terms<S: Lanes>(
        &self,
        terms: &[(usize, f32)],
        bias: &[f32],
        board: usize,
        point: usize,
        sink: &mut Sink,
    ) {
        // SAFETY: promised by the caller.
        unsafe {
            S::vectorized(
                #[inline(always)]
                || {
                    let weights = self.weights.as_ptr();
                    let mut channel = 0;
                    while channel + SUMS * S::COUNT <= self.channels {
                        self.add_some::<S, SUMS>(terms, weights, bias, board, point, channel, sink);
                        channel += SUMS * S::COUNT;
                    }
                    while channel < self.channels {
                        self.add_some::<S, 1>(terms, weights, bias, board, point, channel, sink);
                        channel += S::COUNT;
                    }
                },
            );
        }
    }

    /// Adds the terms for some vectors of channels.
    ///
    /// # Safety
    /// As for `add_terms`; `weights` are those of the vectors from `channel` on.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "all of it is inlined, where nothing is passed")]
    unsafe fn add_some<S: Lanes, const SUMS: usize>(
        &self,
        terms: &[(usize, f32)],
        weights: *const f32,
        bias: &[f32],
        board: usize,
        point: usize,
        channel: usize,
        sink: &mut Sink,
    ) {
        // SAFETY: promised by the caller.
        unsafe {
            let mut sums = [S::splat(0.0); SUMS];
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum = S::load(bias.as_ptr().add(channel + i * S::COUNT));
            }
            for &(place, x) in terms {
                let x = S::splat(x);
                for (i, sum) in sums.iter_mut().enumerate() {
                    *sum = S::mul_add(x, S::load(weights.add(place + channel + i * S::COUNT)), *sum);
                }
            }
            for (i, sum) in sums.into_iter().enumerate() {
                sink.put::<S>(board, point, channel + i * S::COUNT, sum);
            }
        }
    }
}

/// The inputs of a position that are not 0, by point.
struct Present {
    /// Where the inputs of a point begin, and at last where they end.
    first: Vec<usize>,
    inputs: Vec<(usize, f32)>,
}

impl Present {
    fn new(inputs: &Inputs) -> Present {
        let area = inputs.width * inputs.height;
        let mut present =
            Present { first: Vec::with_capacity(area + 1), inputs: Vec::with_capacity(4 * area) };
        for point in 0..area {
            present.first.push(present.inputs.len());
            let values = (0..PLANES).map(|plane| (plane, inputs.planes[plane * area + point]));
            present.inputs.extend(values.filter(|&(_, x)| x != 0.0));
        }
        present.first.push(present.inputs.len());
        present
    }

    fn at(&self, point: usize) -> &[(usize, f32)] {
        &self.inputs[self.first[point]..self.first[point + 1]]
    }
}
