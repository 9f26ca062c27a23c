//! Networks in KataGo's format, run on the processor.
//!
//! [`Network::load`] reads a file once ([`model`] knows the format, `reader` its words and numbers); the weights are then
//! shared by all threads. Each thread that searches has its own [`Evaluator`] with the memory it computes in. What a
//! network sees of a position is in [`inputs`], what it answers in [`Output`]; both are from the point of view of the side
//! to move. Only logits, points and ownership leave this module: which moves are legal, and whose win it is, is the
//! search's business.

mod error;
pub mod inputs;
mod model;
mod output;
mod plain;
mod reader;

pub use error::NetError;
pub use inputs::Inputs;
pub use output::{Output, Score};

use flate2::bufread::MultiGzDecoder;
use model::Model;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Smallest side of a board that a network is made for.
pub const LEAST_SIDE: usize = 2;

/// Largest side of a board that a network is made for.
pub const MOST_SIDE: usize = 19;

/// The first bytes of a file compressed with gzip.
const GZIP_MAGIC: &[u8] = &[0x1f, 0x8b];

/// A network that has been loaded. Shared by all threads.
pub struct Network {
    model: Model,
}

impl Network {
    /// Loads a `.bin.gz`, `.bin`, `.txt.gz` or `.txt` file of model version 8 to 16. What it is, is seen from its content,
    /// not from its name.
    ///
    /// # Errors
    /// The [`NetError`] says what was expected where.
    pub fn load(path: &Path) -> Result<Network, NetError> {
        let unreadable = |error| NetError::Io { expected: "the file".to_owned(), offset: 0, error };
        Network::read(BufReader::new(File::open(path).map_err(unreadable)?))
    }

    /// Loads a network from the content of a file.
    ///
    /// # Errors
    /// As [`load`](Network::load).
    pub fn read(mut input: impl BufRead) -> Result<Network, NetError> {
        let unreadable = |error| NetError::Io { expected: "the file".to_owned(), offset: 0, error };
        let is_compressed = input.fill_buf().map_err(unreadable)?.starts_with(GZIP_MAGIC);
        let model =
            if is_compressed { Model::read(MultiGzDecoder::new(input))? } else { Model::read(input)? };
        Ok(Network { model })
    }

    /// The model version: 8 for the g170 run, 14 for b18c384nbt.
    pub fn version(&self) -> u32 {
        self.model.version as u32
    }

    /// The name the network was given by those who trained it.
    pub fn name(&self) -> &str {
        &self.model.name
    }

    /// Whether the input for pass-alive area is to be computed as if suicide were legal.
    pub fn wants_pass_alive_with_suicide(&self) -> bool {
        self.model.pass_alive_with_suicide
    }

    /// What one thread needs to use the network. Cheap to make; its memory comes with the first evaluation.
    pub fn evaluator(&self) -> Evaluator<'_> {
        Evaluator { model: &self.model }
    }
}

/// Evaluates positions on one thread.
pub struct Evaluator<'a> {
    model: &'a Model,
}

impl Evaluator<'_> {
    /// Evaluates a batch of positions; `outputs` gets one output for each of them, in their order.
    ///
    /// # Panics
    /// If the positions are of different sizes, or of one outside [`LEAST_SIDE`] to [`MOST_SIDE`].
    pub fn evaluate(&mut self, inputs: &[&Inputs], outputs: &mut Vec<Output>) {
        outputs.clear();
        outputs.extend(inputs.iter().map(|inputs| plain::evaluate(self.model, inputs)));
    }
}
