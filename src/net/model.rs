//! A network as its file describes it: layers with their weights, before they are arranged for the processor.
//!
//! Weights keep the order of the file ([`format`](super::format)), which has held every size against those around it, so that
//! what runs the network needs no checks. Source: Wu 2019, Accelerating Self-Play Learning in Go, section 4 and appendix A.

/// What is applied to each value after a normalisation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activation {
    Identity,
    /// max(x, 0).
    Relu,
    /// x * tanh(ln(1 + e^x)) (Misra 2019).
    Mish,
}

/// A convolution without bias; what lies outside the board counts as 0.
#[derive(Debug)]
pub struct Conv {
    /// Rows and columns of the kernel, odd.
    pub height: usize,
    pub width: usize,
    pub inputs: usize,
    pub outputs: usize,
    /// Distance between rows and columns of the kernel on the board.
    pub row_step: usize,
    pub column_step: usize,
    /// By row, column, input, output.
    pub weights: Vec<f32>,
}

/// A batch normalisation, merged into one factor and one offset for each channel, and the activation after it.
#[derive(Debug)]
pub struct Norm {
    pub scale: Vec<f32>,
    pub offset: Vec<f32>,
    pub activation: Activation,
}

/// Multiplication of a vector by a matrix.
#[derive(Debug)]
pub struct Matrix {
    pub outputs: usize,
    /// By input, output.
    pub weights: Vec<f32>,
}

/// Two convolutions, and what stands between them. A block adds to its input what it computes from it.
#[derive(Debug)]
pub struct Block {
    pub before: Norm,
    pub first: Conv,
    pub inside: Inside,
    pub after: Norm,
    pub last: Conv,
}

/// What stands between the convolutions of a block.
#[derive(Debug)]
pub enum Inside {
    /// Nothing (`ordinary_block`).
    Nothing,
    /// A bias from channels of their own that are pooled over the board (`gpool_block`).
    Pooled(PooledBias),
    /// Blocks of fewer channels (`nested_bottleneck_block`).
    Blocks(Vec<Block>),
}

/// Channels that are pooled over the board, for a bias of others.
#[derive(Debug)]
pub struct PooledBias {
    pub conv: Conv,
    pub norm: Norm,
    /// From mean, mean by the size of the board, and maximum of the channels.
    pub to_bias: Matrix,
}

/// All but the heads.
#[derive(Debug)]
pub struct Trunk {
    pub channels: usize,
    pub first: Conv,
    pub globals: Matrix,
    pub blocks: Vec<Block>,
    pub tip: Norm,
}

/// Policy: one output for each point and one for the pass.
#[derive(Debug)]
pub struct PolicyHead {
    pub points: Conv,
    pub pool: PooledBias,
    pub points_norm: Norm,
    /// Channel 0 is the policy.
    pub last: Conv,
    pub pooled_to_pass: Matrix,
    /// The second layer of the pass, from version 15 on.
    pub pass: Option<(Norm, Matrix)>,
}

/// Value, score and ownership.
#[derive(Debug)]
pub struct ValueHead {
    pub first: Conv,
    pub first_norm: Norm,
    pub pooled: Matrix,
    pub pooled_norm: Norm,
    pub value: Matrix,
    pub value_bias: Vec<f32>,
    pub score: Matrix,
    pub score_bias: Vec<f32>,
    pub ownership: Conv,
}

/// What the outputs for the score are multiplied by.
#[derive(Clone, Copy, Debug)]
pub struct Multipliers {
    pub score_mean: f32,
    pub score_stdev: f32,
    pub lead: f32,
    pub variance_time: f32,
    pub value_error: f32,
    pub score_error: f32,
}

/// A whole network.
#[derive(Debug)]
pub struct Model {
    pub name: String,
    pub version: usize,
    pub multipliers: Multipliers,
    /// Whether the input for pass-alive area is to be computed as if suicide were legal.
    pub pass_alive_with_suicide: bool,
    pub trunk: Trunk,
    pub policy: PolicyHead,
    pub value: ValueHead,
}
