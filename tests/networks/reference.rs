//! The plainest evaluation of a synthetic network, in double precision.

use crate::synthetic::{Act, Block, Conv, Inside, Matrix, Net, Norm, Pool};
use tengen::net::Inputs;

/// What a network says, in the order of [`tengen::net::Output`]: policy, pass, value, score (as many as the version has),
/// ownership.
pub fn evaluate(net: &Net, inputs: &Inputs) -> Vec<f64> {
    let area = inputs.width * inputs.height;
    let planes = (0..area * 22).map(|i| f64::from(inputs.planes[i % 22 * area + i / 22])).collect();
    let globals: Vec<f64> = inputs.globals.iter().map(|&x| f64::from(x)).collect();
    let mut trunk = Map { width: inputs.width, height: inputs.height, values: planes }.conv(&net.first);
    trunk.add_to_each(&multiply(&net.globals, &globals));
    trunk.run(&net.blocks);
    let trunk = trunk.norm(&net.tip);

    let pooled = trunk.pooled(&net.p_pool);
    let mut policy = trunk.conv(&net.p1);
    policy.add_to_each(&multiply(&net.p_pool.matrix, &pooled));
    let policy = policy.norm(&net.p_norm).conv(&net.p2);
    let mut pass = multiply(&net.pass, &pooled);
    if net.version >= 15 {
        pass = multiply(&net.pass2, &act(net.act, &plus(&pass, &net.pass_bias)));
    }

    let head = trunk.conv(&net.v1).norm(&net.v_norm);
    let hidden = act(net.act, &plus(&multiply(&net.v2, &head.pool(true)), &net.v2_bias));
    let value = plus(&multiply(&net.v3, &hidden), &net.v3_bias);
    let score = plus(&multiply(&net.score, &hidden), &net.score_bias);

    let channels = policy.values.len() / area;
    let mut all: Vec<f64> = policy.values.iter().step_by(channels).copied().collect();
    all.push(pass[0]);
    all.extend(value);
    all.extend(points(&score, net.version));
    all.extend(head.conv(&net.ownership).values.iter().map(|x| x.tanh()));
    all
}

/// The outputs of the score head in points. Versions from 13 on have factors in the file, see `Net::write`.
fn points(score: &[f64], version: usize) -> Vec<f64> {
    let [stdev, lead] = if version >= 13 { [21.0, 22.0] } else { [20.0, 20.0] };
    let mut points =
        vec![score[0] * 20.0, softplus(score[1]) * stdev, score[2] * lead, softplus(score[3]) * 40.0];
    if version >= 14 {
        points.extend([softplus(score[4] / 2.0) * 0.5, softplus(score[5] / 2.0) * 30_f64.sqrt()]);
    } else if version >= 10 {
        points.extend([(softplus(score[4]) * 0.25).sqrt(), (softplus(score[5]) * 30.0).sqrt()]);
    } else if version >= 9 {
        points.extend([softplus(score[4]), softplus(score[5]) * 10.0]);
    }
    points
}

fn softplus(x: f64) -> f64 {
    x.exp().ln_1p()
}

fn act(act: Act, values: &[f64]) -> Vec<f64> {
    let apply = |&x: &f64| match act {
        Act::Identity => x,
        Act::Relu => x.max(0.0),
        Act::Mish => x * softplus(x).tanh(),
    };
    values.iter().map(apply).collect()
}

fn multiply(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    assert_eq!(vector.len(), matrix.inputs);
    let weight = |i: usize, o: usize| f64::from(matrix.weights[i * matrix.outputs + o]);
    (0..matrix.outputs).map(|o| vector.iter().enumerate().map(|(i, x)| x * weight(i, o)).sum()).collect()
}

fn plus(vector: &[f64], bias: &Matrix) -> Vec<f64> {
    vector.iter().zip(&bias.weights).map(|(x, &b)| x + f64::from(b)).collect()
}

/// Values by row, column, channel.
struct Map {
    width: usize,
    height: usize,
    values: Vec<f64>,
}

impl Map {
    fn channels(&self) -> usize {
        self.values.len() / (self.width * self.height)
    }

    fn add_to_each(&mut self, bias: &[f64]) {
        self.values.iter_mut().enumerate().for_each(|(i, x)| *x += bias[i % bias.len()]);
    }

    fn norm(&self, norm: &Norm) -> Map {
        let channels = norm.mean.len();
        let one = |(i, x): (usize, &f64)| {
            let c = i % channels;
            let scale = norm.scale.as_ref().map_or(1.0, |scale| f64::from(scale[c]));
            let offset = norm.offset.as_ref().map_or(0.0, |offset| f64::from(offset[c]));
            (x - f64::from(norm.mean[c])) / (f64::from(norm.variance[c]) + 1e-3).sqrt() * scale + offset
        };
        let values: Vec<f64> = self.values.iter().enumerate().map(one).collect();
        Map { values: act(norm.act, &values), ..*self }
    }

    fn conv(&self, conv: &Conv) -> Map {
        let mut values = Vec::new();
        for point in 0..self.width * self.height {
            for output in 0..conv.outputs {
                values.push(self.conv_at(conv, point, output));
            }
        }
        Map { values, ..*self }
    }

    fn conv_at(&self, conv: &Conv, point: usize, output: usize) -> f64 {
        let mut sum = 0.0;
        for tap in 0..conv.kernel[0] * conv.kernel[1] {
            let place = [point / self.width, point % self.width];
            let offset = [tap / conv.kernel[1], tap % conv.kernel[1]];
            let [row, column] = [0, 1].map(|i| {
                place[i] as isize + (offset[i] as isize - conv.kernel[i] as isize / 2) * conv.step[i] as isize
            });
            if !(0..self.height as isize).contains(&row) || !(0..self.width as isize).contains(&column) {
                continue;
            }
            let from = (row as usize * self.width + column as usize) * conv.inputs;
            for input in 0..conv.inputs {
                let weight = conv.weights[(tap * conv.inputs + input) * conv.outputs + output];
                sum += self.values[from + input] * f64::from(weight);
            }
        }
        sum
    }

    fn pooled(&self, pool: &Pool) -> Vec<f64> {
        self.conv(&pool.conv).norm(&pool.norm).pool(false)
    }

    fn pool(&self, is_value: bool) -> Vec<f64> {
        let (channels, area) = (self.channels(), (self.width * self.height) as f64);
        let size = (area.sqrt() - 14.0) / 10.0;
        let (mut means, mut maxima) = (vec![0.0; channels], vec![f64::MIN; channels]);
        for (i, &x) in self.values.iter().enumerate() {
            means[i % channels] += x / area;
            maxima[i % channels] = x.max(maxima[i % channels]);
        }
        let second = means.iter().map(|mean| mean * size);
        let third = means
            .iter()
            .zip(&maxima)
            .map(|(mean, &maximum)| if is_value { mean * (size * size - 0.1) } else { maximum });
        means.iter().copied().chain(second).chain(third).collect()
    }

    fn run(&mut self, blocks: &[Block]) {
        for block in blocks {
            let before = self.norm(&block.before);
            let mut middle = before.conv(&block.first);
            match &block.inside {
                Inside::Nothing => {}
                Inside::Pool(pool) => middle.add_to_each(&multiply(&pool.matrix, &before.pooled(pool))),
                Inside::Blocks(blocks) => middle.run(blocks),
            }
            let last = middle.norm(&block.after).conv(&block.last);
            self.values.iter_mut().zip(&last.values).for_each(|(x, y)| *x += y);
        }
    }
}
