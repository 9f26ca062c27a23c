//! tengen: an engine for the game of Go (baduk, weiqi) that speaks the Go Text Protocol.
//!
//! Modules stand in one linear order, and a module uses only those before it:
//!
//! [`board`] < [`sgf`]
pub mod board;
pub mod sgf;
