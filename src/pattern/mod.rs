//! Learned move probabilities: how likely a strong player plays each move of a position.
//!
//! A log-linear model: a move's strength is the exponential of the sum of the weights of its features, its probability
//! its share of the strength of all moves (Coulom 2007, where the products of "gammas" are the same). Features are
//! [`features`] and the [`shape`]s around the point; among the features is what playouts of the position say of the point, a
//! [`forecast`]. The tree takes its prior knowledge from it.
//!
//! The weights stand in `weights_small.bin`, for boards up to 10x10, and `weights.bin`, made by
//! `examples/train_patterns.rs` and linked into the program.

pub mod features;
pub mod forecast;
mod model;
pub mod shape;

pub use model::{BoardClass, Model, WeightsError};
