//! Runs a network layer by layer, in the plainest way.

use super::inputs::{Inputs, PLANES};
use super::model::*;
use super::output::{Output, Score};

/// Values of all channels of all points: by row, column, channel.
struct Map {
    width: usize,
    height: usize,
    channels: usize,
    values: Vec<f32>,
}

pub fn evaluate(model: &Model, inputs: &Inputs) -> Output {
    let (width, height) = (inputs.width, inputs.height);
    let area = width * height;
    let mut planes = vec![0.0; area * PLANES];
    for point in 0..area {
        for plane in 0..PLANES {
            planes[point * PLANES + plane] = inputs.planes[plane * area + point];
        }
    }
    let mut trunk = Map { width, height, channels: PLANES, values: planes }.conv(&model.trunk.first);
    trunk.add_to_each(&multiply(&model.trunk.globals, &inputs.globals));
    trunk.blocks(&model.trunk.blocks);
    let trunk = trunk.norm(&model.trunk.tip);
    let policy = &model.policy;
    let pooled = trunk.conv(&policy.pooled).norm(&policy.pooled_norm).pool(false);
    let mut points = trunk.conv(&policy.points);
    points.add_to_each(&multiply(&policy.pooled_to_bias, &pooled));
    let points = points.norm(&policy.points_norm).conv(&policy.last);
    let mut pass = multiply(&policy.pooled_to_pass, &pooled);
    if let Some((norm, matrix)) = &policy.pass {
        pass = multiply(matrix, &normalise(norm, &pass));
    }
    let value = &model.value;
    let first = trunk.conv(&value.first).norm(&value.first_norm);
    let pooled = normalise(&value.pooled_norm, &multiply(&value.pooled, &first.pool(true)));
    let add = |a: Vec<f32>, b: &[f32]| a.iter().zip(b).map(|(a, b)| a + b).collect::<Vec<f32>>();
    let values = add(multiply(&value.value, &pooled), &value.value_bias);
    let score = add(multiply(&value.score, &pooled), &value.score_bias);
    Output {
        policy: points.values.chunks(points.channels).map(|point| point[0]).collect(),
        policy_pass: pass[0],
        value: [values[0], values[1], values[2]],
        score: Score::decode(&score, model.version, &model.multipliers),
        ownership: first.conv(&value.ownership).values.iter().map(|x| x.tanh()).collect(),
    }
}

fn multiply(matrix: &Matrix, vector: &[f32]) -> Vec<f32> {
    let mut product = vec![0.0; matrix.outputs];
    for (x, row) in vector.iter().zip(matrix.weights.chunks(matrix.outputs)) {
        product.iter_mut().zip(row).for_each(|(sum, weight)| *sum += x * weight);
    }
    product
}

fn normalise(norm: &Norm, values: &[f32]) -> Vec<f32> {
    let each = values.iter().enumerate().map(|(i, x)| {
        let channel = i % norm.channels();
        let x = x * norm.scale[channel] + norm.offset[channel];
        match norm.activation {
            Activation::Identity => x,
            Activation::Relu => x.max(0.0),
            Activation::Mish => x * super::output::softplus(x).tanh(),
        }
    });
    each.collect()
}

impl Map {
    fn with_values(&self, values: Vec<f32>) -> Map {
        Map {
            width: self.width,
            height: self.height,
            channels: values.len() / (self.width * self.height),
            values,
        }
    }

    fn norm(&self, norm: &Norm) -> Map {
        self.with_values(normalise(norm, &self.values))
    }

    fn add(&mut self, other: &Map) {
        self.values.iter_mut().zip(&other.values).for_each(|(a, b)| *a += b);
    }

    fn add_to_each(&mut self, bias: &[f32]) {
        for point in self.values.chunks_mut(bias.len()) {
            point.iter_mut().zip(bias).for_each(|(value, bias)| *value += bias);
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Ordinary(block) => {
                    let middle = self.norm(&block.before).conv(&block.first).norm(&block.middle);
                    self.add(&middle.conv(&block.last));
                }
                Block::Pooling(block) => {
                    let before = self.norm(&block.before);
                    let pooled = before.conv(&block.pooled).norm(&block.pooled_norm).pool(false);
                    let mut middle = before.conv(&block.first);
                    middle.add_to_each(&multiply(&block.pooled_to_bias, &pooled));
                    self.add(&middle.norm(&block.middle).conv(&block.last));
                }
                Block::Nested(block) => {
                    let mut inner = self.norm(&block.before).conv(&block.first);
                    inner.blocks(&block.blocks);
                    self.add(&inner.norm(&block.after).conv(&block.last));
                }
            }
        }
    }

    /// Mean, mean by size of the board, and maximum; for the value head another mean by size in its place.
    fn pool(&self, for_value: bool) -> Vec<f32> {
        let area = (self.width * self.height) as f32;
        let size = area.sqrt() - 14.0;
        let mut pooled = vec![0.0; 3 * self.channels];
        for channel in 0..self.channels {
            let values = self.values.iter().skip(channel).step_by(self.channels);
            let mean = values.clone().sum::<f32>() / area;
            pooled[channel] = mean;
            pooled[self.channels + channel] = mean * size * 0.1;
            pooled[2 * self.channels + channel] = if for_value {
                mean * (size * size * 0.01 - 0.1)
            } else {
                values.fold(f32::NEG_INFINITY, |a, &b| a.max(b))
            };
        }
        pooled
    }

    fn conv(&self, conv: &Conv) -> Map {
        let mut values = vec![0.0; self.width * self.height * conv.outputs];
        for (to, sums) in values.chunks_mut(conv.outputs).enumerate() {
            let (row, column) = (to / self.width, to % self.width);
            for (tap, weights) in conv.weights.chunks(conv.inputs * conv.outputs).enumerate() {
                let row = row + tap / conv.width * conv.row_step;
                let column = column + tap % conv.width * conv.column_step;
                let row = row.checked_sub(conv.height / 2 * conv.row_step);
                let column = column.checked_sub(conv.width / 2 * conv.column_step);
                let (Some(row), Some(column)) = (row, column) else { continue };
                if row >= self.height || column >= self.width {
                    continue;
                }
                let from = &self.values[(row * self.width + column) * self.channels..][..self.channels];
                for (x, weights) in from.iter().zip(weights.chunks(conv.outputs)) {
                    sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += x * weight);
                }
            }
        }
        self.with_values(values)
    }
}
