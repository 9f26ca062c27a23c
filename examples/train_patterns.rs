//! Trains the move model of `tengen::pattern` and writes `src/pattern/weights.bin` or `weights_small.bin`.
//!
//! `cargo run --release --example train_patterns -- [--from WEIGHTS] [--shapes-from N] [--positions N]
//! [--teacher NET --taught N] OUT GAMES...`
//!
//! A file of games has one game a line, three columns parted by tabs: the side of the board, how many moves at the
//! beginning are no examples (handicap, random openings), and the moves: `B` or `W` and two SGF letters each, `--` for a
//! pass. One game in twenty is kept out and tells how well the model predicts.
//!
//! First all games are read for the shapes that were played often; then stochastic gradient descent (Adagrad, Duchi et al.
//! 2011) on the log-likelihood of the moves played, a few positions of each game, finds the weights of all features.
//!
//! `--from` begins with the shapes and weights of an earlier model, of which those that are not 0 change slowly. It may know fewer
//! features, if the others were added behind them: so a feature is added to what is known.
//!
//! With a teacher, a network in KataGo's format, at most as many positions as `--taught` says, for each class of boards that
//! there are games on, come from games in which each move is drawn from what the network thinks of the moves; there the model
//! learns the network's probabilities and not the move alone (distillation, Hinton et al. 2015).

use indicatif::{ProgressBar, ProgressStyle};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use tengen::board::{Board, Color, Move, Point, Size};
use tengen::net::symmetry::Symmetry;
use tengen::net::{Network, points_from_top};
use tengen::params::PlayoutParams;
use tengen::pattern::features::{FEATURES, Position};
use tengen::pattern::{BoardClass, Model, shape::Key, shape::Window};
use tengen::playout::Rng;
use tengen::rules::{Game, Rules};
use tengen::search::forecast;

/// Step of the descent.
const RATE: f32 = 0.08;
/// Sum of squared gradients that a weight of an earlier model begins with: its steps are small.
const SQUARES_KNOWN: f32 = 400.0;
/// Pull of all weights towards zero, for each example.
const DECAY: f32 = 1e-6;
/// Positions whose features are computed at a time, on all threads.
const BATCH: usize = 256;
/// Playouts that forecast the owners of points, and the komi, in half points, that is taken for games of records.
const PLAYOUTS: u32 = 96;
const KOMI: i32 = 13;
/// Games kept out: one in so many.
const KEPT_OUT: usize = 20;
/// Positions of each kind that the model is tested on.
const TESTED: usize = 4000;
/// A game of the teacher ends after so many examples for each point of the board.
const MOST_EXAMPLES_PER_POINT: f32 = 0.8;

struct Record {
    size: Size,
    skip: usize,
    moves: Vec<(Color, Option<Point>)>,
}

/// A position from a game: the features of each candidate, and how likely each is to be played.
struct Example {
    class: usize,
    candidates: Vec<Vec<u32>>,
    wanted: Vec<f32>,
}

impl Example {
    /// The index of the likeliest candidate.
    fn best(&self) -> usize {
        (0..self.wanted.len()).max_by(|a, b| self.wanted[*a].total_cmp(&self.wanted[*b])).unwrap_or(0)
    }
}

/// Where examples come from.
#[derive(Clone, Copy)]
enum Task<'a> {
    /// A move of a record.
    Record(&'a Record, usize),
    /// A game that the teacher plays on a board of that class, with that seed.
    Taught(BoardClass, u64),
}

struct Options {
    from: Option<Model>,
    shapes_from: u32,
    positions: usize,
    teacher: Option<Network>,
    taught: usize,
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
    let shapes = match &options.from {
        Some(model) => numbered(model.shapes().map(|(key, _)| key).collect()),
        None => shapes(&train, options.shapes_from),
    };
    eprintln!("{} games, {} shapes", train.len(), shapes.len());

    let workshop = Workshop { shapes: &shapes, teacher: options.teacher.as_ref() };
    let mut learner = Learner::new(&shapes);
    options.from.iter().for_each(|model| learner.begin_with(model, &shapes));
    let mut tasks = record_tasks(&train, options.positions, &mut rng);
    let classes =
        BoardClass::ALL.into_iter().filter(|class| train.iter().any(|g| BoardClass::of(g.size) == *class));
    let classes: Vec<BoardClass> = classes.collect();
    for &class in &classes {
        tasks.extend(taught_tasks(&options, class, options.taught, 0));
    }
    tasks.shuffle(&mut rng);
    let bar = bar(tasks.len(), "descent");
    for (count, batch) in tasks.chunks(BATCH).enumerate() {
        let mut examples = workshop.examples(batch);
        examples.shuffle(&mut rng);
        examples.iter().for_each(|example| learner.learn(example));
        bar.inc(batch.len() as u64);
        if count % 100 == 0 {
            bar.set_message(format!("log-loss {:.3}", learner.recent_loss));
        }
    }
    bar.finish();

    for class in classes {
        let games: Vec<&Record> = test.iter().copied().filter(|g| BoardClass::of(g.size) == class).collect();
        let recorded = record_tasks(&games, TESTED, &mut rng);
        println!("{class:?}, records: {}", learner.test(&workshop, &recorded));
        let taught: Vec<Task> = taught_tasks(&options, class, TESTED, 1 << 32).collect();
        if !taught.is_empty() {
            println!("{class:?}, teacher: {}", learner.test(&workshop, &taught));
        }
    }
    let model = learner.model(&shapes);
    fs::write(&options.out, model.to_bytes())?;
    println!("{} shapes, {} bytes", model.shape_count(), model.to_bytes().len());
    Ok(())
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options {
        from: None,
        shapes_from: 100,
        positions: 200_000,
        teacher: None,
        taught: 100_000,
        out: String::new(),
        games: Vec::new(),
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number =
            || arguments.next().ok_or("a number is missing")?.parse::<u32>().map_err(Box::<dyn Error>::from);
        match argument.as_str() {
            "--shapes-from" => options.shapes_from = number()?,
            "--positions" => options.positions = number()? as usize,
            "--taught" => options.taught = number()? as usize,
            "--from" => {
                let file = arguments.next().ok_or("a file is missing")?;
                options.from = Some(Model::from_bytes(&with_all_features(&fs::read(file)?)?)?);
            }
            "--teacher" => {
                let file = arguments.next().ok_or("a file is missing")?;
                options.teacher = Some(Network::load(Path::new(&file))?);
            }
            _ if argument.starts_with("--") => return Err(format!("no such option: {argument}").into()),
            _ if options.out.is_empty() => options.out = argument,
            _ => options.games.extend(fs::read_to_string(&argument)?.lines().filter_map(record)),
        }
    }
    if options.games.is_empty() {
        return Err(
            "usage: train_patterns [--from WEIGHTS] [--shapes-from N] [--positions N] [--teacher NET --taught N] OUT GAMES..."
                .into(),
        );
    }
    Ok(options)
}

/// The file of a model with weights of 0 for the features that it does not know yet.
fn with_all_features(file: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let (counts, rest) = file.split_at_checked(8).ok_or("the file is cut")?;
    let known = u32::from_le_bytes(*counts.first_chunk().expect("eight bytes")) as usize;
    let (weights, shapes) = rest.split_at_checked(12 * known).ok_or("the file is cut")?;
    let missing = FEATURES.checked_sub(known).ok_or("the file knows more features")?;
    let mut all = (FEATURES as u32).to_le_bytes().to_vec();
    all.extend(&counts[4..]);
    for of_class in weights.chunks(4 * known.max(1)) {
        all.extend(of_class);
        all.resize(all.len() + 4 * missing, 0);
    }
    all.extend(shapes);
    Ok(all)
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
        replay(game, |number, board, recent| {
            let (color, point) = game.moves[number];
            let point = point.expect("invariant: examples are no passes");
            let window = Window::new(board, color);
            let (with_liberties, with_last, sizes) = window.shapes(board, color, point, recent[0]);
            *counts.entry(with_liberties).or_default() += 1;
            if let Some(key) = with_last {
                *counts.entry(key).or_default() += 1;
            }
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
    numbered(counts.into_iter().filter(|(_, n)| *n >= least).map(|(key, _)| key).collect())
}

fn numbered(mut keys: Vec<Key>) -> HashMap<Key, u32> {
    keys.sort_unstable();
    keys.into_iter().zip(0..).collect()
}

/// Draws about `count` moves, as many from each game.
fn record_tasks<'a>(games: &[&'a Record], count: usize, rng: &mut Rng) -> Vec<Task<'a>> {
    let each = count.div_ceil(games.len().max(1));
    let mut tasks = Vec::new();
    for game in games.iter().filter(|game| game.skip < game.moves.len()) {
        tasks.extend((0..each).map(|_| Task::Record(game, rng.random_range(game.skip..game.moves.len()))));
    }
    tasks
}

/// Games of the teacher with about `positions` positions, each with a seed of its own.
fn taught_tasks<'a>(
    options: &Options,
    class: BoardClass,
    positions: usize,
    seed: u64,
) -> impl Iterator<Item = Task<'a>> {
    let positions = if options.teacher.is_some() { positions } else { 0 };
    let each = MOST_EXAMPLES_PER_POINT * taught_size(class).area() as f32;
    (0..(positions as f32 / each).ceil() as u64).map(move |number| Task::Taught(class, seed + number))
}

/// The board of a class that the teacher plays on.
fn taught_size(class: BoardClass) -> Size {
    Size::square(match class {
        BoardClass::Small => 9,
        BoardClass::Middle => 13,
        BoardClass::Large => 19,
    })
}

/// Makes examples, on all threads.
struct Workshop<'a> {
    shapes: &'a HashMap<Key, u32>,
    teacher: Option<&'a Network>,
}

impl Workshop<'_> {
    fn examples(&self, tasks: &[Task]) -> Vec<Example> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            let chunks = tasks.chunks(tasks.len().div_ceil(threads).max(1));
            let work = |chunk: &[Task]| -> Vec<Example> {
                let examples = chunk.iter().map(|task| match *task {
                    Task::Record(game, number) => Vec::from_iter(self.recorded(game, number)),
                    Task::Taught(class, seed) => self.taught(class, seed),
                });
                examples.flatten().collect()
            };
            let handles: Vec<_> = chunks.map(|chunk| scope.spawn(move || work(chunk))).collect();
            handles.into_iter().flat_map(|handle| handle.join().expect("no panic")).collect()
        })
    }

    fn recorded(&self, game: &Record, wanted: usize) -> Option<Example> {
        let mut found = None;
        let (color, played) = game.moves[wanted];
        let played = played?;
        replay(game, |number, board, recent| {
            if number != wanted {
                return;
            }
            let points = candidates(board, color);
            found = points.iter().position(|point| *point == played).map(|played| {
                let mut wanted = vec![0.0; points.len()];
                wanted[played] = 1.0;
                self.example(board, color, recent, KOMI, &points, wanted)
            });
        });
        found
    }

    /// The positions of a game that the teacher plays with itself, with a komi drawn by lot, so that both sides are
    /// seen ahead and behind.
    fn taught(&self, class: BoardClass, seed: u64) -> Vec<Example> {
        let teacher = self.teacher.expect("invariant: tasks of this kind are made for a teacher only");
        let mut rng = Rng::seed_from_u64(seed);
        let size = taught_size(class);
        let mut game = Game::new(size, Rules::BASIC, 2 * rng.random_range(-6..=20) + 1);
        let (mut examples, mut color, mut recent) = (Vec::new(), Color::Black, [Point::NONE; 2]);
        let most = (MOST_EXAMPLES_PER_POINT * size.area() as f32) as usize;
        while examples.len() < most && !game.is_over() {
            let symmetry = Symmetry::new(rng.random_range(0..Symmetry::COUNT));
            let verdict =
                teacher.judge(&game, color, symmetry).expect("invariant: a size that networks know");
            let policy = points_from_top(size).zip(verdict.policy);
            let of_point: HashMap<Point, f32> = policy.map(|(point, p)| (point, p.unwrap_or(0.0))).collect();
            let points = candidates(game.board(), color);
            let mut wanted: Vec<f32> = points.iter().map(|point| of_point[point]).collect();
            let sum: f32 = wanted.iter().sum();
            let mut draw = rng.random_range(0.0..1.0) * (sum + verdict.pass);
            let drawn = wanted.iter().position(|p| {
                draw -= p;
                draw < 0.0
            });
            // Where the teacher would pass, it does not tell one move from another.
            if sum > 0.5 {
                wanted.iter_mut().for_each(|p| *p /= sum);
                examples.push(self.example(game.board(), color, recent, game.komi, &points, wanted));
            }
            let point = drawn.map_or(Point::NONE, |index| points[index]);
            let mv = if point == Point::NONE { Move::Pass } else { Move::Place(point) };
            if game.play(color, mv).is_err() {
                break;
            }
            recent = [point, recent[0]];
            color = color.opponent();
        }
        examples
    }

    fn example(
        &self,
        board: &Board,
        color: Color,
        recent: [Point; 2],
        komi: i32,
        points: &[Point],
        wanted: Vec<f32>,
    ) -> Example {
        let mut rng = Rng::seed_from_u64(board.hash());
        let forecast = forecast(board, color, recent, komi, &PlayoutParams::default(), PLAYOUTS, &mut rng);
        let position = Position::new(board, color, recent).with_forecast(Some(&forecast));
        let candidates = points.iter().map(|point| all_features(&position, *point, self.shapes)).collect();
        Example { class: BoardClass::of(board.size()) as usize, candidates, wanted }
    }
}

/// The moves that the tree tries.
fn candidates(board: &Board, color: Color) -> Vec<Point> {
    let in_atari = |q: &Point| board.cell(*q).is(color) && board.in_atari(*q);
    let is_candidate = |point: &Point| {
        board.is_legal(color, *point)
            && (!board.is_eyelike(color, *point) || point.neighbours().iter().any(in_atari))
    };
    board.empties().iter().copied().filter(is_candidate).collect()
}

/// Features and, numbered after them, shapes.
fn all_features(position: &Position, point: Point, shapes: &HashMap<Key, u32>) -> Vec<u32> {
    let mut all = Vec::with_capacity(24);
    position.features(point, |feature| all.push(feature as u32));
    let (with_liberties, with_last, sizes) = position.shapes(point);
    let number = |key: Key| shapes.get(&key).map(|number| FEATURES as u32 + number);
    all.extend(number(with_liberties));
    all.extend(with_last.and_then(number));
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

    fn begin_with(&mut self, model: &Model, shapes: &HashMap<Key, u32>) {
        let (features, shared) = self.weights.split_at_mut(BoardClass::ALL.len() * FEATURES);
        features.copy_from_slice(&model.features().concat());
        model.shapes().for_each(|(key, weight)| shared[shapes[&key] as usize] = weight);
        for (square, weight) in self.squares.iter_mut().zip(&self.weights) {
            if *weight != 0.0 {
                *square = SQUARES_KNOWN;
            }
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
        self.recent_loss += 0.0005 * (loss(example, &probabilities) - self.recent_loss);
        let mut touched = Vec::new();
        for (index, (features, probability)) in example.candidates.iter().zip(&probabilities).enumerate() {
            let error = probability - example.wanted[index];
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

    /// How well the model predicts, in words.
    fn test(&self, workshop: &Workshop, tasks: &[Task]) -> String {
        let (mut hits, mut sum, mut count) = (0, 0.0, 0);
        for batch in tasks.chunks(BATCH) {
            for example in workshop.examples(batch) {
                let probabilities = self.probabilities(&example);
                let best = example.best();
                hits += usize::from(probabilities.iter().all(|p| *p <= probabilities[best]));
                sum += loss(&example, &probabilities);
                count += 1;
            }
        }
        let total = count.max(1) as f32;
        let (hits, loss) = (hits as f32 / total, sum / total);
        format!("{count} positions, first guess right {hits:.3}, log-loss {loss:.3}")
    }

    fn model(&self, shapes: &HashMap<Key, u32>) -> Model {
        let (features, shared) = self.weights.split_at(BoardClass::ALL.len() * FEATURES);
        let features = std::array::from_fn(|class| features[class * FEATURES..][..FEATURES].to_vec());
        Model::new(features, shapes.iter().map(|(key, number)| (*key, shared[*number as usize])))
    }
}

/// The cross entropy of what is wanted and the model's probabilities.
fn loss(example: &Example, probabilities: &[f32]) -> f32 {
    example.wanted.iter().zip(probabilities).map(|(wanted, p)| -wanted * p.max(1e-9).ln()).sum()
}

fn bar(len: usize, name: &'static str) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} {msg} {eta}").expect("a template");
    ProgressBar::new(len as u64).with_style(style).with_prefix(name)
}
