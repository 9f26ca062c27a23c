//! Networks in KataGo's format, run on the processor.
//!
//! [`Network::load`] reads a file once ([`format`] knows how it is written, `reader` its words and numbers); the weights are then
//! shared by all threads. Each thread that searches has its own [`Evaluator`] with the memory it computes in. What a
//! network sees of a position is in [`inputs`], what it answers in [`Output`]; both are from the point of view of the side
//! to move. Only logits, points and ownership leave this module: which moves are legal, and whose win it is, is the
//! search's business.

mod area;
mod conv;
mod error;
mod first;
mod format;
mod graph;
pub mod inputs;
mod ladders;
mod matrix;
mod memory;
mod model;
mod output;
mod past;
mod reader;
mod sight;
mod simd;
pub mod symmetry;
pub mod verdict;
mod winograd;

pub use error::NetError;
pub use inputs::{Inputs, situation};
pub use output::{Output, Score};
pub use sight::{legal_moves, points_from_top};
pub use simd::Kernel;

use flate2::bufread::MultiGzDecoder;
use graph::{Graph, Scratch};
use inputs::PLANES;
use model::Model;
use simd::Portable;
#[cfg(target_arch = "x86_64")]
use simd::{Avx2, Avx512};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// Smallest side of a board that a network is made for.
pub const LEAST_SIDE: usize = 2;

/// Largest side of a board that a network is made for.
pub const MOST_SIDE: usize = 19;

/// The first bytes of a file compressed with gzip.
const GZIP_MAGIC: &[u8] = &[0x1f, 0x8b];

/// A network that has been loaded. Shared by all threads.
pub struct Network {
    name: String,
    version: usize,
    pass_alive_with_suicide: bool,
    kernel: Kernel,
    graph: Graph,
}

impl Network {
    /// Loads a `.bin.gz`, `.bin`, `.txt.gz` or `.txt` file of model version 8 to 16, for the fastest [`Kernel`]. What it
    /// is, is seen from its content, not from its name.
    ///
    /// # Errors
    /// The [`NetError`] says what was expected where.
    pub fn load(path: &Path) -> Result<Network, NetError> {
        let file = File::open(path).map_err(unreadable)?;
        Network::read(BufReader::new(file), Kernel::best())
    }

    /// Loads a network from the content of a file, for a kernel.
    ///
    /// # Errors
    /// As [`load`](Network::load).
    ///
    /// # Panics
    /// If the processor cannot run the kernel.
    pub fn read(mut input: impl BufRead, kernel: Kernel) -> Result<Network, NetError> {
        assert!(kernel.is_available(), "{kernel:?} is not available");
        let is_compressed = input.fill_buf().map_err(unreadable)?.starts_with(GZIP_MAGIC);
        let mut model =
            if is_compressed { Model::read(MultiGzDecoder::new(input))? } else { Model::read(input)? };
        Ok(Network {
            name: std::mem::take(&mut model.name),
            version: model.version,
            pass_alive_with_suicide: model.pass_alive_with_suicide,
            kernel,
            graph: Graph::new(model, kernel),
        })
    }

    /// The model version: 8 for the g170 run, 14 for b18c384nbt.
    pub fn version(&self) -> u32 {
        self.version as u32
    }

    /// The name the network was given by those who trained it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The instructions it is run with.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Whether the input for pass-alive area is to be computed as if suicide were legal.
    pub fn wants_pass_alive_with_suicide(&self) -> bool {
        self.pass_alive_with_suicide
    }

    /// What one thread needs to use the network. Cheap to make; its memory comes with the first evaluation.
    pub fn evaluator(&self) -> Evaluator<'_> {
        Evaluator { network: self, scratch: Scratch::default() }
    }
}

fn unreadable(error: io::Error) -> NetError {
    NetError::Io { expected: "the file".to_owned(), offset: 0, error }
}

/// Evaluates positions on one thread.
pub struct Evaluator<'a> {
    network: &'a Network,
    scratch: Scratch,
}

impl Evaluator<'_> {
    /// Evaluates a batch of positions; `outputs` gets one output for each of them, in their order.
    ///
    /// # Panics
    /// If the positions are of different sizes, or of one outside [`LEAST_SIDE`] to [`MOST_SIDE`].
    pub fn evaluate(&mut self, inputs: &[&Inputs], outputs: &mut Vec<Output>) {
        for one in inputs {
            assert!(
                (one.width, one.height) == (inputs[0].width, inputs[0].height),
                "positions of different sizes"
            );
            let sides = LEAST_SIDE..=MOST_SIDE;
            assert!(
                sides.contains(&one.width) && sides.contains(&one.height),
                "no network is for such a board"
            );
            assert!(one.planes.len() == PLANES * one.width * one.height, "not all planes are there");
        }
        let (graph, scratch) = (&self.network.graph, &mut self.scratch);
        match self.network.kernel {
            Kernel::Portable => graph.evaluate::<Portable>(inputs, scratch, outputs),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => graph.evaluate::<Avx2>(inputs, scratch, outputs),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => graph.evaluate::<Avx512>(inputs, scratch, outputs),
            #[cfg(not(target_arch = "x86_64"))]
            _ => unreachable!("Network::read has checked the kernel"),
        }
    }
}
