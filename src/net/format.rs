//! The files of KataGo's exported networks, model versions [`OLDEST`] to [`NEWEST`]: from bytes to a [`Model`].
//!
//! Every size is held against those around it here. Nothing is allocated for a size before the bytes for it are there. Source:
//! the exported files.

use super::error::NetError;
use super::inputs::{GLOBALS, PLANES};
use super::model::{
    Activation, Block, Conv, Inside, Matrix, Model, Multipliers, Norm, PolicyHead, PooledBias, Trunk,
    ValueHead,
};
use super::reader::Reader;
use std::io::Read;

/// Oldest model version that can be loaded: the first with the input features of [`inputs`](super::inputs).
pub const OLDEST: usize = 8;

/// Newest model version that can be loaded.
pub const NEWEST: usize = 16;

/// Most channels of a layer; known networks have up to 1,536.
const MOST_CHANNELS: usize = 1 << 14;

/// Most blocks of a network, those inside nested blocks included; known networks have up to 250.
const MOST_BLOCKS: usize = 1 << 11;

/// Most blocks one inside the other.
const MOST_NESTING: usize = 4;

/// How far a convolution may reach: from one side of the largest board to the other.
const MOST_REACH: usize = 18;

impl Model {
    /// Reads a network to the end of the input.
    pub fn read<R: Read>(input: R) -> Result<Model, NetError> {
        let mut parser = Parser { reader: Reader::new(input), version: 0, blocks: 0 };
        let model = parser.model()?;
        parser.reader.end()?;
        Ok(model)
    }
}

struct Parser<R> {
    reader: Reader<R>,
    version: usize,
    /// Blocks read so far.
    blocks: usize,
}

impl<R: Read> Parser<R> {
    fn model(&mut self) -> Result<Model, NetError> {
        let name = self.reader.word("the name of a network")?;
        self.version = self.reader.number("the model version of a KataGo network", 0..=1000)?;
        match self.version {
            OLDEST..=NEWEST => {}
            17.. => {
                return Err(unsupported(format!(
                    "model version {}, made for transformers, is not supported; versions {OLDEST} to {NEWEST} are",
                    self.version
                )));
            }
            _ => {
                return Err(unsupported(format!(
                    "model version {} is too old; versions {OLDEST} to {NEWEST} are supported",
                    self.version
                )));
            }
        }
        self.reader.number("the number of input planes", PLANES..=PLANES)?;
        self.reader.number("the number of inputs for the whole board", GLOBALS..=GLOBALS)?;
        let multipliers = self.multipliers()?;
        let pass_alive_with_suicide = self.version >= 15 && self.later_options()?;
        let trunk = self.trunk()?;
        let policy = self.policy_head(trunk.channels)?;
        let value = self.value_head(trunk.channels)?;
        Ok(Model { name, version: self.version, multipliers, pass_alive_with_suicide, trunk, policy, value })
    }

    fn multipliers(&mut self) -> Result<Multipliers, NetError> {
        if self.version < 13 {
            return Ok(Multipliers {
                score_mean: 20.0,
                score_stdev: 20.0,
                lead: 20.0,
                variance_time: 40.0,
                value_error: 0.25,
                score_error: 30.0,
            });
        }
        // The first is for an output that no version has any more.
        self.multiplier("td-score")?;
        Ok(Multipliers {
            score_mean: self.multiplier("score mean")?,
            score_stdev: self.multiplier("score stdev")?,
            lead: self.multiplier("lead")?,
            variance_time: self.multiplier("time variance")?,
            value_error: self.multiplier("value error")?,
            score_error: self.multiplier("score error")?,
        })
    }

    fn multiplier(&mut self, what: &str) -> Result<f32, NetError> {
        let multiplier = self.reader.float(&format!("the multiplier of the {what}"))?;
        if multiplier > 0.0 {
            return Ok(multiplier);
        }
        Err(self.reader.mismatch(format!("the multiplier of the {what} is {multiplier}, not above 0")))
    }

    fn later_options(&mut self) -> Result<bool, NetError> {
        if self.reader.number("the version of the metadata encoder", 0..=1000)? > 0 {
            return Err(unsupported(
                "a network that imitates players of a given rank and time (metadata encoder) is not supported".to_owned(),
            ));
        }
        let pass_alive_with_suicide = self.reader.flag("the flag for pass-alive area")?;
        for _ in 0..6 {
            self.reader.number("an unused option of the network", 0..=0)?;
        }
        Ok(pass_alive_with_suicide)
    }

    fn trunk(&mut self) -> Result<Trunk, NetError> {
        self.reader.word("the name of the trunk")?;
        let count = self.reader.number("the number of blocks", 1..=MOST_BLOCKS)?;
        let channels = self.channels("the trunk")?;
        for part in ["middle of a block", "regular part", "dilated part", "pooled part"] {
            self.reader.number(&format!("the number of channels of the {part}"), 0..=MOST_CHANNELS)?;
        }
        if self.version >= 15 {
            if self.reader.number("the kind of normalisation of the trunk", 0..=1000)? > 0 {
                return Err(unsupported("a trunk with RMS normalisation is not supported".to_owned()));
            }
            for _ in 0..5 {
                self.reader.number("an unused option of the trunk", 0..=0)?;
            }
        }
        let first = self.conv(PLANES, Some(channels))?;
        let globals = self.matrix(GLOBALS, Some(channels))?;
        let blocks = self.block_list(count, channels, 0)?;
        let tip = self.norm(channels)?;
        Ok(Trunk { channels, first, globals, blocks, tip })
    }

    fn block_list(&mut self, count: usize, channels: usize, depth: usize) -> Result<Vec<Block>, NetError> {
        let mut blocks = Vec::new();
        for _ in 0..count {
            self.blocks += 1;
            if self.blocks > MOST_BLOCKS || depth > MOST_NESTING {
                return Err(unsupported(format!(
                    "the network has more than {MOST_BLOCKS} blocks, or more than {MOST_NESTING} one inside the other"
                )));
            }
            blocks.push(self.block(channels, depth)?);
        }
        Ok(blocks)
    }

    fn block(&mut self, channels: usize, depth: usize) -> Result<Block, NetError> {
        const KINDS: &str = "ordinary_block, gpool_block or nested_bottleneck_block";
        let kind = self.reader.word(KINDS)?;
        let offset = self.reader.offset() - kind.len() as u64;
        self.reader.word("the name of a block")?;
        let nested = match kind.as_str() {
            "ordinary_block" | "gpool_block" => 0,
            "nested_bottleneck_block" => {
                self.reader.number("the number of blocks in a nested block", 1..=MOST_BLOCKS)?
            }
            _ if kind.starts_with("transformer") => {
                return Err(unsupported(format!(
                    "a network with a {kind} is not supported; those of convolutions are"
                )));
            }
            _ => return Err(NetError::Expected { expected: KINDS.to_owned(), found: kind, offset }),
        };
        let before = self.norm(channels)?;
        let first = self.conv(channels, None)?;
        let inside = match kind.as_str() {
            "gpool_block" => Inside::Pooled(self.pooled_bias(channels, first.outputs)?),
            "nested_bottleneck_block" => Inside::Blocks(self.block_list(nested, first.outputs, depth + 1)?),
            _ => Inside::Nothing,
        };
        let after = self.norm(first.outputs)?;
        let last = self.conv(first.outputs, Some(channels))?;
        Ok(Block { before, first, inside, after, last })
    }

    fn pooled_bias(&mut self, channels: usize, biased: usize) -> Result<PooledBias, NetError> {
        let conv = self.conv(channels, None)?;
        let norm = self.norm(conv.outputs)?;
        let to_bias = self.matrix(3 * conv.outputs, Some(biased))?;
        Ok(PooledBias { conv, norm, to_bias })
    }

    fn policy_head(&mut self, channels: usize) -> Result<PolicyHead, NetError> {
        let policies = match self.version {
            ..12 => 1,
            12..16 => 2,
            _ => 4,
        };
        self.reader.word("the name of the policy head")?;
        let points = self.conv(channels, None)?;
        let pool = self.pooled_bias(channels, points.outputs)?;
        let points_norm = self.norm(points.outputs)?;
        let last = self.conv(points.outputs, Some(policies))?;
        let hidden = if self.version >= 15 { points.outputs } else { policies };
        let pooled_to_pass = self.matrix(3 * pool.conv.outputs, Some(hidden))?;
        let pass = if self.version >= 15 {
            let norm = self.bias_norm(hidden)?;
            Some((norm, self.matrix(hidden, Some(policies))?))
        } else {
            None
        };
        Ok(PolicyHead { points, pool, points_norm, last, pooled_to_pass, pass })
    }

    fn value_head(&mut self, channels: usize) -> Result<ValueHead, NetError> {
        let scores = if self.version >= 9 { 6 } else { 4 };
        self.reader.word("the name of the value head")?;
        let first = self.conv(channels, None)?;
        let first_norm = self.norm(first.outputs)?;
        let pooled = self.matrix(3 * first.outputs, None)?;
        let pooled_norm = self.bias_norm(pooled.outputs)?;
        let value = self.matrix(pooled.outputs, Some(3))?;
        let value_bias = self.bias(3)?;
        let score = self.matrix(pooled.outputs, Some(scores))?;
        let score_bias = self.bias(scores)?;
        let ownership = self.conv(first.outputs, Some(1))?;
        Ok(ValueHead {
            first,
            first_norm,
            pooled,
            pooled_norm,
            value,
            value_bias,
            score,
            score_bias,
            ownership,
        })
    }

    fn conv(&mut self, inputs: usize, outputs: Option<usize>) -> Result<Conv, NetError> {
        let name = self.reader.word("the name of a convolution")?;
        let side = 1..=2 * MOST_REACH + 1;
        let height = self.reader.number(&format!("the height of the kernel of {name}"), side.clone())?;
        let width = self.reader.number(&format!("the width of the kernel of {name}"), side)?;
        let found_inputs = self.channels(&format!("the input of {name}"))?;
        let found_outputs = self.channels(&format!("the output of {name}"))?;
        let row_step = self.reader.number(&format!("the dilation of {name}"), 1..=MOST_REACH)?;
        let column_step = self.reader.number(&format!("the dilation of {name}"), 1..=MOST_REACH)?;
        if height % 2 == 0 || width % 2 == 0 {
            return Err(self.reader.mismatch(format!("the kernel of {name} is {height}x{width}, not odd")));
        }
        if (height / 2 * row_step).max(width / 2 * column_step) > MOST_REACH {
            return Err(self.reader.mismatch(format!("{name} reaches farther than {MOST_REACH} points")));
        }
        self.fits(&format!("inputs of {name}"), found_inputs, "channels before it", inputs)?;
        if let Some(outputs) = outputs {
            self.fits(&format!("outputs of {name}"), found_outputs, "channels after it", outputs)?;
        }
        let outputs = found_outputs;
        let weights = self.reader.floats(height * width * inputs * outputs, &name)?;
        Ok(Conv { height, width, inputs, outputs, row_step, column_step, weights })
    }

    fn norm(&mut self, channels: usize) -> Result<Norm, NetError> {
        let name = self.reader.word("the name of a normalisation")?;
        let found = self.channels(&name)?;
        let epsilon = self.reader.float(&format!("the epsilon of {name}"))?;
        let has_scale = self.reader.flag(&format!("whether {name} has factors"))?;
        let has_offset = self.reader.flag(&format!("whether {name} has offsets"))?;
        self.fits(&format!("channels of {name}"), found, "channels before it", channels)?;
        let mean = self.reader.floats(channels, &format!("the means of {name}"))?;
        let variance = self.reader.floats(channels, &format!("the variances of {name}"))?;
        let mut scale = vec![1.0; channels];
        if has_scale {
            scale = self.reader.floats(channels, &format!("the factors of {name}"))?;
        }
        let mut offset = vec![0.0; channels];
        if has_offset {
            offset = self.reader.floats(channels, &format!("the offsets of {name}"))?;
        }
        for channel in 0..channels {
            let deviation = (f64::from(variance[channel]) + f64::from(epsilon)).sqrt();
            let factor = f64::from(scale[channel]) / deviation;
            offset[channel] = (f64::from(offset[channel]) - factor * f64::from(mean[channel])) as f32;
            scale[channel] = factor as f32;
            if !scale[channel].is_finite() || !offset[channel].is_finite() {
                return Err(self.reader.mismatch(format!("channel {channel} of {name} is not finite")));
            }
        }
        let activation = self.activation()?;
        Ok(Norm { scale, offset, activation })
    }

    /// Offsets without factors, and the activation after them.
    fn bias_norm(&mut self, channels: usize) -> Result<Norm, NetError> {
        let offset = self.bias(channels)?;
        let activation = self.activation()?;
        Ok(Norm { scale: vec![1.0; channels], offset, activation })
    }

    fn activation(&mut self) -> Result<Activation, NetError> {
        self.reader.word("the name of an activation")?;
        if self.version < 11 {
            return Ok(Activation::Relu);
        }
        const KINDS: &str = "ACTIVATION_IDENTITY, ACTIVATION_RELU or ACTIVATION_MISH";
        let kind = self.reader.word(KINDS)?;
        let offset = self.reader.offset() - kind.len() as u64;
        match kind.as_str() {
            "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
            "ACTIVATION_RELU" => Ok(Activation::Relu),
            "ACTIVATION_MISH" => Ok(Activation::Mish),
            _ => Err(NetError::Expected { expected: KINDS.to_owned(), found: kind, offset }),
        }
    }

    fn matrix(&mut self, inputs: usize, outputs: Option<usize>) -> Result<Matrix, NetError> {
        let name = self.reader.word("the name of a matrix")?;
        let inputs_name = format!("the number of inputs of {name}");
        let found_inputs = self.reader.number(&inputs_name, 1..=3 * MOST_CHANNELS)?;
        let found_outputs = self.channels(&format!("the output of {name}"))?;
        self.fits(&format!("inputs of {name}"), found_inputs, "channels before it", inputs)?;
        if let Some(outputs) = outputs {
            self.fits(&format!("outputs of {name}"), found_outputs, "channels after it", outputs)?;
        }
        let weights = self.reader.floats(inputs * found_outputs, &name)?;
        Ok(Matrix { outputs: found_outputs, weights })
    }

    fn bias(&mut self, channels: usize) -> Result<Vec<f32>, NetError> {
        let name = self.reader.word("the name of a bias")?;
        let found = self.channels(&name)?;
        self.fits(&format!("channels of {name}"), found, "channels before it", channels)?;
        self.reader.floats(channels, &name)
    }

    fn channels(&mut self, of: &str) -> Result<usize, NetError> {
        self.reader.number(&format!("the number of channels of {of}"), 1..=MOST_CHANNELS)
    }

    fn fits(&self, what: &str, count: usize, other: &str, expected: usize) -> Result<(), NetError> {
        if count == expected {
            return Ok(());
        }
        Err(self.reader.mismatch(format!("{count} {what}, but {expected} {other}")))
    }
}

fn unsupported(detail: String) -> NetError {
    NetError::Unsupported { detail }
}
