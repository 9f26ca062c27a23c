//! Small networks with random weights: written as the files KataGo exports, and evaluated in the plainest way in double
//! precision. Nothing here knows the code that is tested.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Rng;
use std::fmt::Write;

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Act {
    Identity,
    Relu,
    Mish,
}

pub struct Conv {
    pub kernel: [usize; 2],
    pub step: [usize; 2],
    pub inputs: usize,
    pub outputs: usize,
    pub weights: Vec<f32>,
}

pub struct Norm {
    pub mean: Vec<f32>,
    pub variance: Vec<f32>,
    pub scale: Option<Vec<f32>>,
    pub offset: Option<Vec<f32>>,
    pub act: Act,
}

/// A matrix by input, output; a bias is one of a single input.
pub struct Matrix {
    pub inputs: usize,
    pub outputs: usize,
    pub weights: Vec<f32>,
}

pub struct Pool {
    pub conv: Conv,
    pub norm: Norm,
    pub matrix: Matrix,
}

pub enum Inside {
    Nothing,
    Pool(Pool),
    Blocks(Vec<Block>),
}

pub struct Block {
    pub before: Norm,
    pub first: Conv,
    pub inside: Inside,
    pub after: Norm,
    pub last: Conv,
}

pub struct Net {
    pub version: usize,
    pub first: Conv,
    pub globals: Matrix,
    pub blocks: Vec<Block>,
    pub tip: Norm,
    pub p1: Conv,
    pub p_pool: Pool,
    pub p_norm: Norm,
    pub p2: Conv,
    pub pass: Matrix,
    pub pass_bias: Matrix,
    pub pass2: Matrix,
    pub v1: Conv,
    pub v_norm: Norm,
    pub v2: Matrix,
    pub v2_bias: Matrix,
    pub v3: Matrix,
    pub v3_bias: Matrix,
    pub score: Matrix,
    pub score_bias: Matrix,
    pub ownership: Conv,
    /// The activation in the heads where there is no convolution.
    pub act: Act,
}

/// What kind of block to make.
#[derive(Clone)]
pub enum Kind {
    Ordinary,
    Pooling,
    Nested(Vec<Kind>),
}

/// What kind of network to make.
#[derive(Clone)]
pub struct Design {
    pub version: usize,
    pub channels: usize,
    pub blocks: Vec<Kind>,
    pub kernel: [usize; 2],
    pub step: [usize; 2],
    pub act: Act,
}

struct Maker {
    rng: Rng,
    act: Act,
    kernel: [usize; 2],
    step: [usize; 2],
}

impl Maker {
    fn floats(&mut self, count: usize, size: f32) -> Vec<f32> {
        (0..count).map(|_| self.rng.random_range(-size..size)).collect()
    }

    fn conv(&mut self, kernel: [usize; 2], inputs: usize, outputs: usize) -> Conv {
        let count = kernel[0] * kernel[1] * inputs;
        let weights = self.floats(count * outputs, (3.0 / count as f32).sqrt());
        Conv { kernel, step: if kernel == [1, 1] { [1, 1] } else { self.step }, inputs, outputs, weights }
    }

    fn norm(&mut self, channels: usize) -> Norm {
        let half = self.rng.random_bool(0.5);
        Norm {
            mean: self.floats(channels, 0.3),
            variance: (0..channels).map(|_| self.rng.random_range(0.3..2.0)).collect(),
            scale: half.then(|| self.floats(channels, 1.5)),
            offset: (!half).then(|| self.floats(channels, 0.5)),
            act: self.act,
        }
    }

    fn matrix(&mut self, inputs: usize, outputs: usize) -> Matrix {
        let weights = self.floats(inputs * outputs, (3.0 / inputs as f32).sqrt());
        Matrix { inputs, outputs, weights }
    }

    fn pool(&mut self, kernel: [usize; 2], inputs: usize, channels: usize, outputs: usize) -> Pool {
        let conv = self.conv(kernel, inputs, channels);
        Pool { conv, norm: self.norm(channels), matrix: self.matrix(3 * channels, outputs) }
    }

    fn block(&mut self, kind: &Kind, channels: usize) -> Block {
        let middle = channels / 2 + 1;
        let before = self.norm(channels);
        let kernel = if matches!(kind, Kind::Nested(_)) { [1, 1] } else { self.kernel };
        let first = self.conv(kernel, channels, middle);
        let inside = match kind {
            Kind::Ordinary => Inside::Nothing,
            Kind::Pooling => Inside::Pool(self.pool(self.kernel, channels, channels / 3 + 1, middle)),
            Kind::Nested(kinds) => {
                Inside::Blocks(kinds.iter().map(|kind| self.block(kind, middle)).collect())
            }
        };
        let after = self.norm(middle);
        Block { before, first, inside, after, last: self.conv(kernel, middle, channels) }
    }
}

impl Net {
    pub fn new(design: &Design, seed: u64) -> Net {
        let Design { version, channels, act, kernel, step, .. } = *design;
        let mut m = Maker { rng: Rng::seed_from_u64(seed), act, kernel, step };
        let (p, v, hidden) = (channels / 2 + 2, channels / 2 + 3, channels / 2 + 5);
        let policies = [1, 2, 4][usize::from(version >= 12) + usize::from(version >= 16)];
        let scores = if version >= 9 { 6 } else { 4 };
        Net {
            version,
            first: m.conv([5, 5], 22, channels),
            globals: m.matrix(19, channels),
            blocks: design.blocks.iter().map(|kind| m.block(kind, channels)).collect(),
            tip: m.norm(channels),
            p1: m.conv([1, 1], channels, p),
            p_pool: m.pool([1, 1], channels, channels / 2 + 1, p),
            p_norm: m.norm(p),
            p2: m.conv([1, 1], p, policies),
            pass: m.matrix(3 * (channels / 2 + 1), if version >= 15 { p } else { policies }),
            pass_bias: m.matrix(1, p),
            pass2: m.matrix(p, policies),
            v1: m.conv([1, 1], channels, v),
            v_norm: m.norm(v),
            v2: m.matrix(3 * v, hidden),
            v2_bias: m.matrix(1, hidden),
            v3: m.matrix(hidden, 3),
            v3_bias: m.matrix(1, 3),
            score: m.matrix(hidden, scores),
            score_bias: m.matrix(1, scores),
            ownership: m.conv([1, 1], v, 1),
            act,
        }
    }
}

/// Writes a network as a file.
struct Writer {
    bytes: Vec<u8>,
    is_binary: bool,
    version: usize,
}

impl Net {
    /// The content of a `.bin` or a `.txt` file.
    pub fn write(&self, is_binary: bool) -> Vec<u8> {
        let mut w = Writer { bytes: Vec::new(), is_binary, version: self.version };
        w.words(&format!("synthetic {} 22 19", self.version));
        if self.version >= 13 {
            w.words("20 20 21 22 40 0.25 30");
        }
        if self.version >= 15 {
            w.words("0 1 0 0 0 0 0 0");
        }
        w.words(&format!("trunk {} {} 1 1 1 1", self.blocks.len(), self.first.outputs));
        if self.version >= 15 {
            w.words("0 0 0 0 0 0");
        }
        w.conv(&self.first);
        w.matrix(&self.globals);
        self.blocks.iter().for_each(|block| w.block(block));
        w.norm(&self.tip);
        w.words("policyhead");
        w.conv(&self.p1);
        w.pool(&self.p_pool);
        w.norm(&self.p_norm);
        w.conv(&self.p2);
        w.matrix(&self.pass);
        if self.version >= 15 {
            w.bias(&self.pass_bias);
            w.act(self.act);
            w.matrix(&self.pass2);
        }
        w.words("valuehead");
        w.conv(&self.v1);
        w.norm(&self.v_norm);
        w.matrix(&self.v2);
        w.bias(&self.v2_bias);
        w.act(self.act);
        w.matrix(&self.v3);
        w.bias(&self.v3_bias);
        w.matrix(&self.score);
        w.bias(&self.score_bias);
        w.conv(&self.ownership);
        w.bytes
    }
}

impl Writer {
    fn words(&mut self, text: &str) {
        for word in text.split(' ') {
            self.bytes.extend_from_slice(word.as_bytes());
            self.bytes.push(b'\n');
        }
    }

    fn floats(&mut self, floats: &[f32]) {
        if self.is_binary {
            self.bytes.extend_from_slice(b"@BIN@");
            self.bytes.extend(floats.iter().flat_map(|float| float.to_le_bytes()));
        } else {
            let mut text = String::new();
            floats.iter().for_each(|float| write!(text, "{float:e} ").unwrap());
            self.bytes.extend_from_slice(text.as_bytes());
        }
        self.bytes.push(b'\n');
    }

    fn conv(&mut self, conv: &Conv) {
        let Conv { kernel: [y, x], step: [row, column], inputs, outputs, .. } = conv;
        self.words(&format!("conv {y} {x} {inputs} {outputs} {row} {column}"));
        self.floats(&conv.weights);
    }

    fn norm(&mut self, norm: &Norm) {
        let (scale, offset) = (u8::from(norm.scale.is_some()), u8::from(norm.offset.is_some()));
        self.words(&format!("norm {} 1e-3 {scale} {offset}", norm.mean.len()));
        self.floats(&norm.mean);
        self.floats(&norm.variance);
        norm.scale.iter().chain(&norm.offset).for_each(|floats| self.floats(floats));
        self.act(norm.act);
    }

    fn act(&mut self, act: Act) {
        self.words("act");
        if self.version >= 11 {
            self.words(match act {
                Act::Identity => "ACTIVATION_IDENTITY",
                Act::Relu => "ACTIVATION_RELU",
                Act::Mish => "ACTIVATION_MISH",
            });
        }
    }

    fn matrix(&mut self, matrix: &Matrix) {
        self.words(&format!("matmul {} {}", matrix.inputs, matrix.outputs));
        self.floats(&matrix.weights);
    }

    fn bias(&mut self, bias: &Matrix) {
        self.words(&format!("bias {}", bias.outputs));
        self.floats(&bias.weights);
    }

    fn pool(&mut self, pool: &Pool) {
        self.conv(&pool.conv);
        self.norm(&pool.norm);
        self.matrix(&pool.matrix);
    }

    fn block(&mut self, block: &Block) {
        match &block.inside {
            Inside::Nothing => self.words("ordinary_block block"),
            Inside::Pool(_) => self.words("gpool_block block"),
            Inside::Blocks(blocks) => self.words(&format!("nested_bottleneck_block block {}", blocks.len())),
        }
        self.norm(&block.before);
        self.conv(&block.first);
        match &block.inside {
            Inside::Nothing => {}
            Inside::Pool(pool) => self.pool(pool),
            Inside::Blocks(blocks) => blocks.iter().for_each(|block| self.block(block)),
        }
        self.norm(&block.after);
        self.conv(&block.last);
    }
}
