//! tengen: an engine for the game of Go (baduk, weiqi) that speaks the Go Text Protocol.
//!
//! Modules stand in one linear order, and a module uses only those before it:
//!
//! [`params`] < [`board`] < [`rules`] < [`sgf`] < [`playout`] < [`status`] < [`pattern`] < [`net`] < [`search`] <
//! [`engine`] < [`messages`] < [`gtp`] < [`analysis`] < [`bench`], [`suite`], [`selftest`] <
//! [`options`], [`config`]
//!
//! Three routes through the code. From the rules up: [`board`], [`rules::Game`], [`rules::score`]. From a playout:
//! [`playout::policy`], [`playout::Playout`], [`search`]. From a line of GTP down: [`gtp::Session`], [`gtp::COMMANDS`],
//! [`engine::Engine`].

pub mod analysis;
pub mod bench;
pub mod board;
pub mod config;
pub mod engine;
pub mod gtp;
pub mod messages;
pub mod net;
pub mod options;
mod output;
pub mod params;
pub mod pattern;
pub mod playout;
pub mod rules;
pub mod search;
pub mod selftest;
pub mod sgf;
pub mod status;
pub mod suite;
