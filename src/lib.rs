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

pub mod analysis; // positions sent as JSON
pub mod bench; // speed on this machine
pub mod board; // the fast position
pub mod config; // options from a file
pub mod engine; // a game, a search, clocks: what to play
pub mod gtp; // the Go Text Protocol
pub mod messages; // all that goes to standard error
pub mod net; // KataGo's networks
pub mod options; // the command line
mod output; // text written by a thread of its own
pub mod params; // numbers that can be set
pub mod pattern; // learned move probabilities
pub mod playout; // random games
pub mod rules; // the game with its history; scores
pub mod search; // the tree search
pub mod selftest; // whether all is well on this machine
pub mod sgf; // game records
pub mod status; // life and death at the end
pub mod suite; // tactical problems
