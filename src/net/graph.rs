//! A network arranged for the processor, and how an evaluation runs through it.
//!
//! Each block takes the sum of all blocks before it, normalised by its own first normalisation. So each convolution that
//! ends a block adds its results to the sum and at once normalises the new sum for the block that follows: a value is
//! touched once.

use super::conv::{Affine, Layer, Sink, Work, best_tile};
use super::first::FirstLayer;
use super::inputs::Inputs;
use super::memory::{Floats, Map, Pool, Shape};
use super::model::{self, Matrix, Model, Multipliers};
use super::output::{Output, Score};
use super::simd::{Kernel, Lanes};

/// A network whose layers are arranged for vectors of some length.
pub struct Graph {
    lanes: usize,
    /// How far the convolutions reach.
    reach: usize,
    version: usize,
    multipliers: Multipliers,
    first: FirstLayer,
    globals: Matrix,
    blocks: Vec<Block>,
    tip: Affine,
    policy: PolicyHead,
    value: ValueHead,
}

struct Block {
    before: Affine,
    first: Layer,
    inside: Inside,
    after: Affine,
    last: Layer,
}

enum Inside {
    Nothing,
    Pooled(Box<PooledBias>),
    Blocks(Vec<Block>),
}

/// Channels that are pooled over the board, for a bias of others.
struct PooledBias {
    conv: Layer,
    norm: Affine,
    /// Channels of the network itself.
    channels: usize,
    to_bias: Matrix,
}

struct PolicyHead {
    points: Layer,
    pool: PooledBias,
    norm: Affine,
    last: Layer,
    to_pass: Matrix,
    pass: Option<(Affine, Matrix)>,
}

struct ValueHead {
    first: Layer,
    norm: Affine,
    channels: usize,
    pooled: Matrix,
    pooled_norm: Affine,
    value: Matrix,
    value_bias: Vec<f32>,
    score: Matrix,
    score_bias: Vec<f32>,
    ownership: Layer,
    /// For the results of the last convolutions, which are used as they are.
    plain: Affine,
}

/// Memory that one thread computes in.
#[derive(Default)]
pub struct Scratch {
    pool: Pool,
    work: Work,
}

impl Graph {
    pub fn new(model: Model, kernel: Kernel) -> Graph {
        let lanes = kernel.lanes();
        let norm = |norm: &model::Norm| Affine::new(norm, lanes);
        let layer = |conv: model::Conv| Layer::new(conv, lanes);
        let Model { version, multipliers, trunk, policy, value, .. } = model;
        let mut graph = Graph {
            lanes,
            reach: 0,
            version,
            multipliers,
            first: FirstLayer::new(trunk.first, lanes),
            globals: trunk.globals,
            blocks: trunk.blocks.into_iter().map(|block| Block::new(block, lanes)).collect(),
            tip: norm(&trunk.tip),
            policy: PolicyHead {
                pool: PooledBias::new(policy.pool, lanes),
                points: layer(policy.points),
                norm: norm(&policy.points_norm),
                last: layer(policy.last),
                to_pass: policy.pooled_to_pass,
                pass: policy.pass.map(|(bias, matrix)| (norm(&bias), matrix)),
            },
            value: ValueHead {
                channels: value.first.outputs,
                first: layer(value.first),
                norm: norm(&value.first_norm),
                pooled: value.pooled,
                pooled_norm: norm(&value.pooled_norm),
                value: value.value,
                value_bias: value.value_bias,
                score: value.score,
                score_bias: value.score_bias,
                ownership: layer(value.ownership),
                plain: Affine::identity(1, lanes),
            },
        };
        let head = &graph.policy;
        let heads = [&head.points, &head.pool.conv, &head.last, &graph.value.first, &graph.value.ownership];
        let reaches = heads.into_iter().map(Layer::reach).chain(graph.blocks.iter().map(Block::reach));
        graph.reach = reaches.max().unwrap_or(0);
        graph
    }

    /// Evaluates positions, all of one size.
    pub fn evaluate<S: Lanes>(&self, inputs: &[&Inputs], scratch: &mut Scratch, outputs: &mut Vec<Output>) {
        outputs.clear();
        let Some(Inputs { width, height, .. }) = inputs.first() else { return };
        let (width, height) = (*width, *height);
        let shape = Shape::new(width, height, inputs.len(), best_tile(width, height), self.reach);
        scratch.pool.set_shape(shape);
        let tip = self.trunk::<S>(inputs, &shape, scratch);
        self.policy_head::<S>(&tip, &shape, scratch, outputs);
        self.value_head::<S>(&tip, &shape, scratch, outputs);
        scratch.pool.give(tip);
    }

    /// The normalised sum of all blocks.
    fn trunk<S: Lanes>(&self, inputs: &[&Inputs], shape: &Shape, scratch: &mut Scratch) -> Map {
        let channels = self.first.outputs();
        let mut biases = Floats::zero(shape.batch * channels);
        for (bias, inputs) in biases.chunks_mut(channels).zip(inputs) {
            multiply(&self.globals, &inputs.globals, bias);
        }
        let mut sum = scratch.pool.take(channels);
        let mut normal = scratch.pool.take(channels);
        let before = self.blocks.first().map_or(&self.tip, |block| &block.before);
        let sink = Sink::new(before, &mut normal).with_sum(&mut sum, false);
        self.first.run::<S>(inputs, &biases, shape, sink);
        run_blocks::<S>(&self.blocks, &self.tip, &mut sum, &mut normal, shape, scratch);
        scratch.pool.give(sum);
        normal
    }

    fn policy_head<S: Lanes>(
        &self,
        tip: &Map,
        shape: &Shape,
        scratch: &mut Scratch,
        outputs: &mut Vec<Output>,
    ) {
        let head = &self.policy;
        let pooled = head.pool.pool::<S>(tip, shape, scratch);
        let offsets = head.pool.offsets(&pooled, &head.norm);
        let mut points = scratch.pool.take(head.points.outputs());
        let sink = Sink::new(&head.norm, &mut points).with_offsets(&offsets);
        head.points.run::<S>(tip, shape, &mut scratch.work, sink);
        let plain = Affine::identity(head.last.outputs(), self.lanes);
        let mut policy = scratch.pool.take(head.last.outputs());
        head.last.run::<S>(&points, shape, &mut scratch.work, Sink::new(&plain, &mut policy));
        for (board, pooled) in pooled.iter().enumerate() {
            let mut pass = vec![0.0; head.to_pass.outputs];
            multiply(&head.to_pass, pooled, &mut pass);
            if let Some((norm, matrix)) = &head.pass {
                norm.apply_to(&mut pass);
                let hidden = std::mem::replace(&mut pass, vec![0.0; matrix.outputs]);
                multiply(matrix, &hidden, &mut pass);
            }
            outputs.push(Output {
                policy: channel_0(&policy, shape, board).collect(),
                policy_pass: pass[0],
                ..Output::default()
            });
        }
        scratch.pool.give(points);
        scratch.pool.give(policy);
    }

    fn value_head<S: Lanes>(&self, tip: &Map, shape: &Shape, scratch: &mut Scratch, outputs: &mut [Output]) {
        let head = &self.value;
        let mut first = scratch.pool.take(head.first.outputs());
        head.first.run::<S>(tip, shape, &mut scratch.work, Sink::new(&head.norm, &mut first));
        let mut ownership = scratch.pool.take(head.ownership.outputs());
        head.ownership.run::<S>(&first, shape, &mut scratch.work, Sink::new(&head.plain, &mut ownership));
        for (board, output) in outputs.iter_mut().enumerate() {
            let pooled = pool::<S>(&first, head.channels, shape, board, Pooling::Value);
            let mut hidden = vec![0.0; head.pooled.outputs];
            multiply(&head.pooled, &pooled, &mut hidden);
            head.pooled_norm.apply_to(&mut hidden);
            output.value.copy_from_slice(&head.value_bias);
            multiply_add(&head.value, &hidden, &mut output.value);
            let mut score = head.score_bias.clone();
            multiply_add(&head.score, &hidden, &mut score);
            output.score = Score::decode(&score, self.version, &self.multipliers);
            output.ownership = channel_0(&ownership, shape, board).map(f32::tanh).collect();
        }
        scratch.pool.give(first);
        scratch.pool.give(ownership);
    }
}

/// Runs blocks one after the other. `normal` is `sum` after the normalisation of the first; at the end it is `sum` after
/// the normalisation `after`.
fn run_blocks<S: Lanes>(
    blocks: &[Block],
    after: &Affine,
    sum: &mut Map,
    normal: &mut Map,
    shape: &Shape,
    scratch: &mut Scratch,
) {
    for (i, block) in blocks.iter().enumerate() {
        let next = blocks.get(i + 1).map_or(after, |block| &block.before);
        let inside = block.run_inside::<S>(normal, shape, scratch);
        block.last.run::<S>(&inside, shape, &mut scratch.work, Sink::new(next, normal).with_sum(sum, true));
        scratch.pool.give(inside);
    }
}

impl Block {
    fn new(block: model::Block, lanes: usize) -> Block {
        Block {
            before: Affine::new(&block.before, lanes),
            first: Layer::new(block.first, lanes),
            inside: match block.inside {
                model::Inside::Nothing => Inside::Nothing,
                model::Inside::Pooled(pool) => Inside::Pooled(Box::new(PooledBias::new(pool, lanes))),
                model::Inside::Blocks(blocks) => {
                    Inside::Blocks(blocks.into_iter().map(|block| Block::new(block, lanes)).collect())
                }
            },
            after: Affine::new(&block.after, lanes),
            last: Layer::new(block.last, lanes),
        }
    }

    /// Runs all of the block but its last convolution.
    fn run_inside<S: Lanes>(&self, normal: &Map, shape: &Shape, scratch: &mut Scratch) -> Map {
        let mut inside = scratch.pool.take(self.first.outputs());
        match &self.inside {
            Inside::Nothing => {
                self.first.run::<S>(normal, shape, &mut scratch.work, Sink::new(&self.after, &mut inside));
            }
            Inside::Pooled(pool) => {
                let pooled = pool.pool::<S>(normal, shape, scratch);
                let offsets = pool.offsets(&pooled, &self.after);
                let sink = Sink::new(&self.after, &mut inside).with_offsets(&offsets);
                self.first.run::<S>(normal, shape, &mut scratch.work, sink);
            }
            Inside::Blocks(blocks) => {
                let mut sum = scratch.pool.take(self.first.outputs());
                let before = blocks.first().map_or(&self.after, |block| &block.before);
                let sink = Sink::new(before, &mut inside).with_sum(&mut sum, false);
                self.first.run::<S>(normal, shape, &mut scratch.work, sink);
                run_blocks::<S>(blocks, &self.after, &mut sum, &mut inside, shape, scratch);
                scratch.pool.give(sum);
            }
        }
        inside
    }

    /// How far its convolutions reach.
    fn reach(&self) -> usize {
        let inside = match &self.inside {
            Inside::Nothing => 0,
            Inside::Pooled(pool) => pool.conv.reach(),
            Inside::Blocks(blocks) => blocks.iter().map(Block::reach).max().unwrap_or(0),
        };
        inside.max(self.first.reach()).max(self.last.reach())
    }
}

impl PooledBias {
    fn new(pool: model::PooledBias, lanes: usize) -> PooledBias {
        PooledBias {
            channels: pool.conv.outputs,
            conv: Layer::new(pool.conv, lanes),
            norm: Affine::new(&pool.norm, lanes),
            to_bias: pool.to_bias,
        }
    }

    /// What the channels are pooled to, for each board.
    fn pool<S: Lanes>(&self, from: &Map, shape: &Shape, scratch: &mut Scratch) -> Vec<Vec<f32>> {
        let mut map = scratch.pool.take(self.conv.outputs());
        self.conv.run::<S>(from, shape, &mut scratch.work, Sink::new(&self.norm, &mut map));
        let pool = |board| pool::<S>(&map, self.channels, shape, board, Pooling::Block);
        let pooled = (0..shape.batch).map(pool).collect();
        scratch.pool.give(map);
        pooled
    }

    /// The bias of each board, made a part of the offsets of the normalisation that follows it.
    fn offsets(&self, pooled: &[Vec<f32>], norm: &Affine) -> Floats {
        let channels = norm.offset.len();
        let mut offsets = Floats::zero(pooled.len() * channels);
        for (offset, pooled) in offsets.chunks_mut(channels).zip(pooled) {
            multiply(&self.to_bias, pooled, offset);
            for (i, offset) in offset.iter_mut().enumerate() {
                *offset = *offset * norm.scale[i] + norm.offset[i];
            }
        }
        offsets
    }
}

/// Which numbers a channel is pooled to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pooling {
    /// Its mean, its mean by the size of the board, its maximum.
    Block,
    /// Its mean, its mean by the size of the board and by the square of the size.
    Value,
}

/// Pools each of the first `channels` channels over a board: the first numbers of all channels, then the second ones, then
/// the third.
fn pool<S: Lanes>(map: &Map, channels: usize, shape: &Shape, board: usize, pooling: Pooling) -> Vec<f32> {
    let area = shape.area() as f32;
    // Boards of 14x14 are in the middle of those that networks are trained on.
    let size = (area.sqrt() - 14.0) * 0.1;
    let mut pooled = vec![0.0; 3 * channels];
    for first in (0..channels).step_by(S::COUNT) {
        // SAFETY: all points lie inside of the map, and it has a multiple of the lanes of channels.
        let (sums, maxima) = unsafe { sums_and_maxima::<S>(map, first, shape, board) };
        for channel in first..channels.min(first + S::COUNT) {
            let mean = sums[channel - first] / area;
            pooled[channel] = mean;
            pooled[channels + channel] = mean * size;
            pooled[2 * channels + channel] = match pooling {
                Pooling::Block => maxima[channel - first],
                Pooling::Value => mean * (size * size - 0.1),
            };
        }
    }
    pooled
}

/// Most lanes of a vector.
const MOST_LANES: usize = 16;

/// The sums and the maxima of a vector of channels over a board.
///
/// # Safety
/// `S` may be used here (see [`Lanes`]), and the map has a vector of channels from `channel` on at each point of the shape.
unsafe fn sums_and_maxima<S: Lanes>(
    map: &Map,
    channel: usize,
    shape: &Shape,
    board: usize,
) -> ([f32; MOST_LANES], [f32; MOST_LANES]) {
    let (mut sums, mut maxima) = ([0.0; MOST_LANES], [0.0; MOST_LANES]);
    // SAFETY: promised by the caller.
    unsafe {
        S::vectorized(
            #[inline(always)]
            || {
                let (mut sum, mut maximum) = (S::splat(0.0), S::splat(f32::NEG_INFINITY));
                for row in 0..shape.height {
                    let first = shape.point(board, row as isize, 0);
                    for point in first..first + shape.width {
                        let x = S::load(map.values.as_ptr().add(point * map.channels + channel));
                        sum = S::add(sum, x);
                        maximum = S::max(maximum, x);
                    }
                }
                S::store(sums.as_mut_ptr(), sum);
                S::store(maxima.as_mut_ptr(), maximum);
            },
        );
    }
    (sums, maxima)
}

/// The first channel of a board.
fn channel_0(map: &Map, shape: &Shape, board: usize) -> impl Iterator<Item = f32> {
    let (width, area) = (shape.width, shape.area());
    (0..area).map(move |i| {
        let point = shape.point(board, (i / width) as isize, (i % width) as isize);
        map.values[point * map.channels]
    })
}

/// The product of a vector and a matrix.
fn multiply(matrix: &Matrix, vector: &[f32], product: &mut [f32]) {
    product.fill(0.0);
    multiply_add(matrix, vector, product);
}

fn multiply_add(matrix: &Matrix, vector: &[f32], product: &mut [f32]) {
    for (&x, weights) in vector.iter().zip(matrix.weights.chunks_exact(matrix.outputs)) {
        product.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += x * weight);
    }
}
