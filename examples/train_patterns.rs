//! Trains the move model of `tengen::pattern` and writes `src/pattern/weights.bin`.
//!
//! `cargo run --release --example train_patterns -- [--shapes-from N] [--positions N] OUT GAMES...`
//!
//! A file of games has one game a line, three columns parted by tabs: the side of the board, how many moves at the
//! beginning are no examples (handicap, random openings), and the moves: `B` or `W` and two SGF letters each, `--` for a
//! pass. One game in twenty is kept out and tells how well the model predicts.
//!
//! First all games are read for the shapes that were played often; then stochastic gradient descent (Adagrad, Duchi et al.
//! 2011) on the log-likelihood of the moves played, a few positions of each game, finds the weights of all features.

use indicatif::{ProgressBar, ProgressStyle};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;
use std::error::Error;
use std::fs;
use tengen::board::{Board, Color, Point, Size};
use tengen::pattern::features::{FEATURES, Position};
use tengen::pattern::{BoardClass, Model, shape::Key, shape::Window};
use tengen::playout::Rng;

/// Step of the descent.
const RATE: f32 = 0.08;
/// Pull of all weights towards zero, for each example.
const DECAY: f32 = 1e-6;
/// Positions whose features are computed at a time, on all threads.
const BATCH: usize = 256;
/// Games kept out: one in so many.
const KEPT_OUT: usize = 20;

struct Record {
    size: Size,
    skip: usize,
    moves: Vec<(Color, Option<Point>)>,
}

/// A position from a game: the features of each candidate, and which one was played.
struct Example {
    class: usize,
    candidates: Vec<Vec<u32>>,
    played: usize,
}

struct Options {
    shapes_from: u32,
    positions: usize,
    out: String,
    games: Vec<Record>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    let mut rng = Rng::seed_from_u64(1);
    let (test, train): (Vec<_>, Vec<_>) =
        options.games.iter().enumerate().partition(|(i, _)| i % KEPT_OUT == 0);
    let train: Vec<&Record> = train.into_iter().map(|(_, game)| game).collect();
    let test: Vec<&Record> = test.into_iter().map(|(_, game)| game).collect();
    let shapes = shapes(&train, options.shapes_from);
    eprintln!("{} games, {} shapes", train.len(), shapes.len());

    let mut learner = Learner::new(&shapes);
    let mut picks = picks(&train, options.positions, &mut rng);
    picks.shuffle(&mut rng);
    let bar = bar(picks.len(), "descent");
    for (count, batch) in picks.chunks(BATCH).enumerate() {
        for example in examples(batch, &shapes) {
            learner.learn(&example);
        }
        bar.inc(batch.len() as u64);
        if count % 100 == 0 {
            bar.set_message(format!("log-loss {:.3}", learner.recent_loss));
        }
    }
    bar.finish();

    for class in BoardClass::ALL {
        let games: Vec<&Record> = test.iter().copied().filter(|g| BoardClass::of(g.size) == class).collect();
        let picks = self::picks(&games, 4000, &mut rng);
        let (mut hits, mut loss, mut count) = (0, 0.0, 0);
        for batch in picks.chunks(BATCH) {
            for example in examples(batch, &shapes) {
                let probabilities = learner.probabilities(&example);
                let is_best = |p: &f32| *p <= probabilities[example.played];
                hits += usize::from(probabilities.iter().all(is_best));
                loss -= probabilities[example.played].ln();
                count += 1;
            }
        }
        let total = count.max(1) as f32;
        println!(
            "{class:?}: {count} positions, first guess right {:.3}, log-loss {:.3}",
            hits as f32 / total,
            loss / total
        );
    }
    let model = learner.model(&shapes);
    fs::write(&options.out, model.to_bytes())?;
    println!("{} shapes, {} bytes", model.shape_count(), model.to_bytes().len());
    Ok(())
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options { shapes_from: 100, positions: 200_000, out: String::new(), games: Vec::new() };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number =
            || arguments.next().ok_or("a number is missing")?.parse::<u32>().map_err(Box::<dyn Error>::from);
        match argument.as_str() {
            "--shapes-from" => options.shapes_from = number()?,
            "--positions" => options.positions = number()? as usize,
            _ if options.out.is_empty() => options.out = argument,
            _ => options.games.extend(fs::read_to_string(&argument)?.lines().filter_map(record)),
        }
    }
    if options.games.is_empty() {
        return Err("usage: train_patterns [--shapes-from N] [--positions N] OUT GAMES...".into());
    }
    Ok(options)
}

fn record(line: &str) -> Option<Record> {
    let mut columns = line.split('\t');
    let side: usize = columns.next()?.parse().ok()?;
    let skip = columns.next()?.parse().ok()?;
    let moves = columns.next()?.as_bytes().as_chunks::<3>().0;
    let moves = moves.iter().map(|[color, column, row]| {
        let color = if *color == b'B' { Color::Black } else { Color::White };
        let point = (*column != b'-')
            .then(|| Point::new(usize::from(column - b'a'), side - 1 - usize::from(row - b'a')));
        (color, point)
    });
    Some(Record { size: Size::new(side, side)?, skip, moves: moves.collect() })
}

/// Plays a game and calls `visit` for each move that is an example, with the position before it and its number.
fn replay(game: &Record, mut visit: impl FnMut(usize, &Board, [Point; 2])) {
    let mut board = Board::new(game.size);
    let mut recent = [Point::NONE; 2];
    for (number, &(color, point)) in game.moves.iter().enumerate() {
        let Some(point) = point else {
            board.pass();
            recent = [Point::NONE, recent[0]];
            continue;
        };
        if !board.is_legal(color, point) {
            return;
        }
        if number >= game.skip {
            visit(number, &board, recent);
        }
        board.play(color, point);
        recent = [point, recent[0]];
    }
}

/// The shapes that were played at least `least` times, numbered.
fn shapes(games: &[&Record], least: u32) -> HashMap<Key, u32> {
    let mut counts: HashMap<Key, u32> = HashMap::new();
    let bar = bar(games.len(), "shapes");
    for game in games {
        replay(game, |number, board, _| {
            let (color, point) = game.moves[number];
            let point = point.expect("invariant: examples are no passes");
            let window = Window::new(board, color);
            let (with_liberties, sizes) = window.shapes(board, color, point);
            *counts.entry(with_liberties).or_default() += 1;
            for key in sizes {
                let count = counts.entry(key).or_default();
                *count += 1;
                // A larger shape begins to be counted when the smaller one is no stranger any more.
                if *count * 10 < least {
                    break;
                }
            }
        });
        bar.inc(1);
    }
    bar.finish();
    let mut keys: Vec<Key> = counts.into_iter().filter(|(_, n)| *n >= least).map(|(key, _)| key).collect();
    keys.sort_unstable();
    keys.into_iter().zip(0..).collect()
}

/// Draws about `count` moves, as many from each game.
fn picks<'a>(games: &[&'a Record], count: usize, rng: &mut Rng) -> Vec<(&'a Record, usize)> {
    let each = count.div_ceil(games.len().max(1));
    let pick = |game: &&'a Record| {
        let last = game.moves.len();
        let draws: Vec<usize> = if game.skip < last {
            (0..each).map(|_| rng.random_range(game.skip..last)).collect()
        } else {
            vec![]
        };
        draws.into_iter().map(|number| (*game, number)).collect::<Vec<_>>()
    };
    games.iter().flat_map(pick).collect()
}

fn examples(picks: &[(&Record, usize)], shapes: &HashMap<Key, u32>) -> Vec<Example> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let chunks = picks.chunks(picks.len().div_ceil(threads));
        let work = |chunk: &[(&Record, usize)]| -> Vec<Example> {
            chunk.iter().filter_map(|(game, number)| example(game, *number, shapes)).collect()
        };
        let handles: Vec<_> = chunks.map(|chunk| scope.spawn(move || work(chunk))).collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("no panic")).collect()
    })
}

fn example(game: &Record, wanted: usize, shapes: &HashMap<Key, u32>) -> Option<Example> {
    let mut found = None;
    let (color, played) = game.moves[wanted];
    let played = played?;
    replay(game, |number, board, recent| {
        if number != wanted {
            return;
        }
        let in_atari = |q: &Point| board.cell(*q).is(color) && board.in_atari(*q);
        let is_candidate = |point: &Point| {
            board.is_legal(color, *point)
                && (!board.is_eyelike(color, *point) || point.neighbours().iter().any(in_atari))
        };
        let points: Vec<Point> = board.empties().iter().copied().filter(is_candidate).collect();
        let position = Position::new(board, color, recent);
        let candidates = points.iter().map(|point| all_features(&position, *point, shapes)).collect();
        found = points.iter().position(|point| *point == played).map(|played| Example {
            class: BoardClass::of(board.size()) as usize,
            candidates,
            played,
        });
    });
    found
}

/// Features and, numbered after them, shapes.
fn all_features(position: &Position, point: Point, shapes: &HashMap<Key, u32>) -> Vec<u32> {
    let mut all = Vec::with_capacity(24);
    position.features(point, |feature| all.push(feature as u32));
    let (with_liberties, sizes) = position.shapes(point);
    let number = |key: Key| shapes.get(&key).map(|number| FEATURES as u32 + number);
    all.extend(number(with_liberties));
    all.extend(sizes.map_while(number));
    all
}

struct Learner {
    /// For each class its features, then the shapes that all share.
    weights: Vec<f32>,
    squares: Vec<f32>,
    gradient: Vec<f32>,
    recent_loss: f32,
}

impl Learner {
    fn new(shapes: &HashMap<Key, u32>) -> Learner {
        let len = BoardClass::ALL.len() * FEATURES + shapes.len();
        Learner {
            weights: vec![0.0; len],
            squares: vec![1e-3; len],
            gradient: vec![0.0; len],
            recent_loss: 5.0,
        }
    }

    fn place(class: usize, feature: u32) -> usize {
        let feature = feature as usize;
        if feature < FEATURES {
            class * FEATURES + feature
        } else {
            BoardClass::ALL.len() * FEATURES + feature - FEATURES
        }
    }

    fn probabilities(&self, example: &Example) -> Vec<f32> {
        let weight = |feature: &u32| self.weights[Learner::place(example.class, *feature)];
        let strength = |features: &Vec<u32>| features.iter().map(weight).sum::<f32>();
        let strengths: Vec<f32> = example.candidates.iter().map(strength).collect();
        let most = strengths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = strengths.iter().map(|s| (s - most).exp()).sum();
        strengths.iter().map(|s| (s - most).exp() / sum).collect()
    }

    fn learn(&mut self, example: &Example) {
        let probabilities = self.probabilities(example);
        let loss = -probabilities[example.played].ln();
        self.recent_loss += 0.0005 * (loss - self.recent_loss);
        let mut touched = Vec::new();
        for (index, (features, probability)) in example.candidates.iter().zip(&probabilities).enumerate() {
            let error = probability - f32::from(u8::from(index == example.played));
            for feature in features {
                let place = Learner::place(example.class, *feature);
                touched.push(place);
                self.gradient[place] += error;
            }
        }
        for place in touched {
            let gradient = std::mem::take(&mut self.gradient[place]);
            if gradient != 0.0 {
                let gradient = gradient + DECAY * self.weights[place];
                self.squares[place] += gradient * gradient;
                self.weights[place] -= RATE * gradient / self.squares[place].sqrt();
            }
        }
    }

    fn model(&self, shapes: &HashMap<Key, u32>) -> Model {
        let (features, shared) = self.weights.split_at(BoardClass::ALL.len() * FEATURES);
        let features = std::array::from_fn(|class| features[class * FEATURES..][..FEATURES].to_vec());
        Model::new(features, shapes.iter().map(|(key, number)| (*key, shared[*number as usize])))
    }
}

fn bar(len: usize, name: &'static str) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} {msg} {eta}").expect("a template");
    ProgressBar::new(len as u64).with_style(style).with_prefix(name)
}
