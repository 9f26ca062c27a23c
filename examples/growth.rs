//! Draws docs/growth.svg: playouts a second by board size, and simulations a second as the tree grows.
//!
//! `cargo run --release --example growth` takes a minute and writes docs/growth.svg.

use cpu_time::ThreadTime;
use plotters::prelude::*;
use plotters::style::Color as _;
use rand::SeedableRng;
use std::error::Error;
use std::time::Duration;
use tengen::board::{Board, Color, Point, Size};
use tengen::params::Params;
use tengen::playout::{Playout, Rng};
use tengen::rules::{Game, Rules};
use tengen::search::{Limits, Search};

const FILE: &str = "docs/growth.svg";
const SIDES: [usize; 5] = [5, 9, 13, 19, 25];
const SEARCHED: [usize; 2] = [9, 19];
const LEAST_NODES: usize = 1_000;
const MOST_NODES: usize = 1_000_000;

/// A measured point of a curve.
type Sample = (f64, f64);

struct Curve {
    name: String,
    samples: Vec<Sample>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let params = Params::default();
    let light = Playout::uniform(params.playout.clone());
    let real = Playout::new(params.playout.clone());
    let playouts = [("light", light), ("real", real)].map(|(name, mut player)| {
        let rate = |side| (side as f64, playouts_per_second(&mut player, side));
        Curve { name: name.into(), samples: SIDES.map(rate).to_vec() }
    });
    let searches =
        SEARCHED.map(|side| Curve { name: format!("{side}x{side}"), samples: best_growth(side, &params) });
    let area = SVGBackend::new(FILE, (900, 400)).into_drawing_area();
    area.fill(&WHITE)?;
    let (left, right) = area.split_horizontally(450);
    draw(&left, "playouts a second, one thread", "side of the board", (4.0, 32.0), &playouts)?;
    draw(&right, "simulations a second, one thread", "nodes of the tree", (1e3, 2e6), &searches)?;
    area.present()?;
    for curve in playouts.iter().chain(&searches) {
        let samples: Vec<String> = curve.samples.iter().map(|(x, y)| format!("{x:.0}: {y:.0}")).collect();
        println!("{}: {}", curve.name, samples.join(", "));
    }
    Ok(())
}

/// Over a second of processor time, from the empty board.
fn playouts_per_second(player: &mut Playout, side: usize) -> f64 {
    let start = Board::new(Size::square(side));
    let (mut board, mut rng) = (start.clone(), Rng::seed_from_u64(1));
    let (clock, mut count) = (ThreadTime::now(), 0);
    while clock.elapsed() < Duration::from_secs(1) {
        for _ in 0..10 {
            board.clone_from(&start);
            player.run(&mut board, Color::Black, [Point::NONE; 2], &mut rng);
        }
        count += 10;
    }
    f64::from(count) / clock.elapsed().as_secs_f64()
}

/// Nodes, and the rate of the simulations since the sample before, as one tree grows.
fn growth(side: usize, params: &Params) -> Vec<Sample> {
    let game = Game::new(Size::square(side), Rules::BASIC, 15);
    let mut search = Search::new(params.clone(), 1, 1, 1024);
    let (mut samples, mut total) = (Vec::new(), 0);
    search.think(&game, Color::Black, &Limits { playouts: Some(100), time: None }, &|| false);
    while search.tree().len() < MOST_NODES {
        // A fifth more each time; the tree of the step before is used again.
        let step = 100.max(total / 5);
        let limits = Limits { playouts: Some(step), time: None };
        let clock = ThreadTime::now();
        search.think(&game, Color::Black, &limits, &|| false);
        total += step;
        samples.push((search.tree().len() as f64, step as f64 / clock.elapsed().as_secs_f64()));
    }
    samples.retain(|sample| sample.0 >= LEAST_NODES as f64);
    samples
}

/// The better of two rates at each number of nodes, which are the same in both runs: other load only slows.
fn best_growth(side: usize, params: &Params) -> Vec<Sample> {
    let (first, second) = (growth(side, params), growth(side, params));
    first.iter().zip(&second).map(|(a, b)| (a.0, a.1.max(b.1))).collect()
}

/// One chart with logarithmic axes, a curve for each measurement.
fn draw(
    area: &DrawingArea<SVGBackend, plotters::coord::Shift>,
    caption: &str,
    x_title: &str,
    (x_least, x_most): (f64, f64),
    curves: &[Curve],
) -> Result<(), Box<dyn Error>> {
    let rates = || curves.iter().flat_map(|curve| curve.samples.iter().map(|sample| sample.1));
    let (least, most) = (rates().fold(f64::MAX, f64::min), rates().fold(0.0, f64::max));
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d((x_least..x_most).log_scale(), (least / 2.0..most * 2.0).log_scale())?;
    let whole = |number: &f64| format!("{number:.0}");
    chart
        .configure_mesh()
        .x_desc(x_title)
        .label_style(("sans-serif", 12))
        .x_label_formatter(&whole)
        .y_label_formatter(&whole)
        .draw()?;
    for (i, curve) in curves.iter().enumerate() {
        let color = Palette99::pick(i).to_rgba();
        chart.draw_series(LineSeries::new(curve.samples.iter().copied(), color.stroke_width(2)))?;
        let marks = curve.samples.iter().map(|&sample| Circle::new(sample, 3, color.filled()));
        chart.draw_series(marks)?;
        let &(x, y) = curve.samples.last().expect("a curve has samples");
        let label =
            Text::new(curve.name.clone(), (x * 0.85, y * 1.5), ("sans-serif", 13).into_font().color(&color));
        chart.draw_series([label])?;
    }
    Ok(())
}
