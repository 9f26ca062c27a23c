//! Synthetic networks: every kind of layer, and every kind of broken file. No real network is needed.

mod evaluation;
mod loading;
mod process;
mod reference;
mod speed;
mod synthetic;
