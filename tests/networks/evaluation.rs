//! Every kind of layer, on every kernel the processor has, against the plainest evaluation in double precision.

use crate::reference;
use crate::synthetic::{Act, Design, Kind, Net};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Rng;
use tengen::net::{Inputs, Kernel, Network, Output};

/// A position of random stones, with some values that are not 0 or 1.
fn position(width: usize, height: usize, seed: u64) -> Inputs {
    let mut rng = Rng::seed_from_u64(seed);
    let mut inputs = Inputs::zero(width, height);
    let area = width * height;
    inputs.planes[..area].fill(1.0);
    for i in area..22 * area {
        if rng.random_bool(0.1) {
            inputs.planes[i] = if rng.random_bool(0.1) { rng.random_range(-1.0..1.0) } else { 1.0 };
        }
    }
    inputs.globals = std::array::from_fn(|_| rng.random_range(-1.0..1.0));
    inputs
}

fn in_order(output: &Output) -> Vec<f32> {
    let score = &output.score;
    let mut all = output.policy.clone();
    all.push(output.policy_pass);
    all.extend(output.value);
    all.extend([score.mean, score.stdev, score.lead, score.variance_time]);
    all.extend(score.value_error);
    all.extend(score.score_error);
    all.extend(&output.ownership);
    all
}

/// Evaluates a batch of positions of each size on each kernel.
fn check(design: &Design, sizes: &[[usize; 2]]) {
    let net = Net::new(design, 7);
    let file = net.write(true);
    for &[width, height] in sizes {
        let positions: Vec<Inputs> = (0..3).map(|seed| position(width, height, seed)).collect();
        let expected: Vec<Vec<f64>> =
            positions.iter().map(|inputs| reference::evaluate(&net, inputs)).collect();
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
            let network = Network::read(&file[..], kernel).unwrap();
            let mut outputs = Vec::new();
            network.evaluator().evaluate(&positions.iter().collect::<Vec<_>>(), &mut outputs);
            assert_eq!(outputs.len(), positions.len());
            for (output, expected) in outputs.iter().zip(&expected) {
                let found = in_order(output);
                assert_eq!(found.len(), expected.len());
                for (i, (&x, y)) in found.iter().zip(expected).enumerate() {
                    let error = (f64::from(x) - y).abs() / y.abs().max(1.0);
                    assert!(error < 3e-4, "{kernel:?} {width}x{height} output {i}: {x}, not {y}");
                }
            }
        }
    }
}

fn design(version: usize, blocks: Vec<Kind>) -> Design {
    Design { version, channels: 7, blocks, kernel: [3, 3], step: [1, 1], act: Act::Relu }
}

#[test]
fn ordinary_blocks_on_all_kinds_of_boards() {
    let sizes = [[2, 2], [3, 3], [5, 4], [9, 9], [7, 13], [13, 13], [19, 19], [19, 2]];
    check(&design(8, vec![Kind::Ordinary, Kind::Ordinary]), &sizes);
}

#[test]
fn pooling_blocks() {
    check(&design(8, vec![Kind::Pooling, Kind::Ordinary, Kind::Pooling]), &[[9, 9], [6, 11]]);
}

#[test]
fn nested_blocks_inside_of_nested_blocks() {
    let inner = Kind::Nested(vec![Kind::Ordinary, Kind::Pooling]);
    let blocks =
        vec![Kind::Nested(vec![inner.clone(), Kind::Ordinary]), Kind::Nested(vec![Kind::Pooling]), inner];
    check(&Design { act: Act::Mish, ..design(14, blocks) }, &[[9, 9], [5, 8]]);
}

#[test]
fn every_version_and_activation() {
    for version in 8..=16 {
        for act in [Act::Relu, Act::Identity, Act::Mish] {
            if version >= 11 || act == Act::Relu {
                let blocks = vec![Kind::Pooling, Kind::Ordinary];
                check(&Design { act, ..design(version, blocks) }, &[[6, 7]]);
            }
        }
    }
}

#[test]
fn kernels_of_other_shapes() {
    let blocks = vec![Kind::Ordinary, Kind::Pooling];
    for (kernel, step) in [
        ([1, 1], [1, 1]),
        ([5, 5], [1, 1]),
        ([3, 1], [1, 1]),
        ([1, 5], [1, 2]),
        ([3, 3], [2, 1]),
        ([3, 3], [3, 3]),
    ] {
        check(&Design { kernel, step, ..design(9, blocks.clone()) }, &[[9, 9], [4, 5]]);
    }
}

#[test]
fn channels_that_fill_vectors_and_panels_in_part() {
    for channels in [1, 16, 33, 50, 64, 97] {
        check(&Design { channels, ..design(10, vec![Kind::Ordinary, Kind::Pooling]) }, &[[5, 5], [4, 9]]);
    }
}

#[test]
fn an_evaluator_goes_from_size_to_size_and_from_batch_to_batch() {
    let net = Net::new(&design(14, vec![Kind::Pooling, Kind::Nested(vec![Kind::Ordinary])]), 3);
    let network = Network::read(&net.write(true)[..], Kernel::best()).unwrap();
    let mut evaluator = network.evaluator();
    for (i, (side, batch)) in [(9, 5), (19, 1), (9, 1), (5, 40), (9, 5), (19, 1)].into_iter().enumerate() {
        let positions: Vec<Inputs> = (0..batch).map(|seed| position(side, side, seed + i as u64)).collect();
        let (mut outputs, mut alone) = (Vec::new(), Vec::new());
        evaluator.evaluate(&positions.iter().collect::<Vec<_>>(), &mut outputs);
        for (position, output) in positions.iter().zip(&outputs) {
            network.evaluator().evaluate(&[position], &mut alone);
            for (x, y) in in_order(output).iter().zip(in_order(&alone[0])) {
                assert!((x - y).abs() <= 1e-4 * y.abs().max(1.0), "{side}x{side} of {batch}: {x}, alone {y}");
            }
        }
    }
    let mut none = vec![Output::default()];
    evaluator.evaluate(&[], &mut none);
    assert!(none.is_empty());
}
