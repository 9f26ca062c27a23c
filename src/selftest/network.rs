//! The check of a network: the instructions it is run with here against those that every processor has, and a search.

use super::Finding;
use crate::board::{Board, Color, Move, Point, Size};
use crate::engine::Settings;
use crate::net::symmetry::Symmetry;
use crate::net::verdict::Verdict;
use crate::net::{Kernel, Network};
use crate::params::Params;
use crate::playout::Rng;
use crate::rules::{Game, Rules, preset};
use crate::search::{Limits, Report, Search};
use rand::{RngExt, SeedableRng};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

/// Boards that are looked at, with tiles that fit and tiles that do not.
const SIZES: [(usize, usize); 5] = [(2, 2), (5, 5), (9, 9), (13, 9), (19, 19)];
/// By how much two ways to add up the same numbers may differ, in shares, ownership and tenths of a point.
const MOST_OFF: f32 = 1e-3;

/// Loads the file twice, and looks whether both networks say the same and whether a search with one finds an obvious result.
pub fn check(path: &Path, settings: &Settings) -> Finding {
    let load = |kernel: Kernel| -> Result<Network, String> {
        let file = File::open(path).map_err(|why| why.to_string())?;
        Network::read(BufReader::new(file), kernel).map_err(|why| why.to_string())
    };
    let (network, plain) = (load(Kernel::best())?, load(Kernel::Portable)?);
    let mut rng = Rng::seed_from_u64(4);
    let mut looks = 0;
    for (width, height) in SIZES {
        let game = random_game(Size::new(width, height).ok_or("no board of that size")?, &mut rng);
        for index in [0, 5] {
            let look = |network: &Network| {
                let verdict = network.judge(&game, game.to_play(), Symmetry::new(index));
                verdict.map_err(|why| why.to_string())
            };
            let off = difference(&look(&network)?, &look(&plain)?);
            // What is no number is off, too.
            if off.is_nan() || off > MOST_OFF {
                return Err(format!("{} is off by {off} on {width}x{height}", network.kernel()));
            }
            looks += 1;
        }
    }
    let description = format!(
        "{}, version {}, as precise with {} as with portable code in {looks} looks",
        network.name(),
        network.version(),
        network.kernel()
    );
    search(&Arc::new(network), settings).map(|found| format!("{description}, {found}"))
}

/// A game of random moves on half of the board.
fn random_game(size: Size, rng: &mut Rng) -> Game {
    let mut game = Game::new(size, Rules::BASIC, 15);
    for _ in 0..size.area() / 2 {
        let point = Point::new(rng.random_range(0..size.width()), rng.random_range(0..size.height()));
        // Some are illegal, and are left out.
        let _ = game.play(game.to_play(), Move::Place(point));
    }
    game
}

/// The largest difference of two verdicts on one position.
fn difference(a: &Verdict, b: &Verdict) -> f32 {
    let shares = |verdict: &Verdict| -> Vec<f32> {
        let policy = verdict.policy.iter().map(|share| share.unwrap_or(0.0));
        let others = [verdict.pass, verdict.lead / 10.0, verdict.score_mean / 10.0];
        policy.chain(verdict.ownership.iter().copied()).chain(verdict.results).chain(others).collect()
    };
    // Not `f32::max`, which would pass over what is no number.
    let larger = |most: f32, off: f32| if most >= off { most } else { off };
    shares(a).iter().zip(shares(b)).map(|(a, b)| (a - b).abs()).fold(0.0, larger)
}

/// Whether searches lose no visit and repeat, and see the score where a pass ends the game.
fn search(network: &Arc<Network>, settings: &Settings) -> Finding {
    const VISITS: u64 = 60;
    let board = Board::from_diagram(".XO../.XO../.XO../.XO../.XO..").map_err(|why| why.to_string())?;
    let rules = preset("tromp-taylor").ok_or("no such ruleset")?.rules;
    let mut game = Game::from_position(board, Color::White, rules, 0);
    game.play(Color::White, Move::Pass).map_err(|why| why.to_string())?;
    let think = |threads: usize| {
        let limits = Limits { playouts: Some(VISITS), time: None };
        let search = Search::new(Params::default(), settings.seed, threads, 16);
        search.with_network(Some(network.clone())).think(&game, Color::Black, &limits, &|| false)
    };
    let visits = |report: &Report| report.moves.iter().map(|m| (m.mv, m.visits)).collect::<Vec<_>>();
    let (first, second, shared) = (think(1), think(1), think(settings.threads));
    if visits(&first) != visits(&second) {
        return Err("two searches with the same seed differ".to_owned());
    }
    if u64::from(shared.visits()) != VISITS {
        return Err(format!("{} visits of {VISITS}", shared.visits()));
    }
    let pass = first.moves.iter().find(|found| found.mv == Move::Pass).ok_or("no pass was looked at")?;
    if pass.visits > 0 && (pass.win_rate > 1e-6 || (pass.lead + 5.0).abs() > 1e-6) {
        return Err(format!("a pass that loses by five points is thought worth {}", pass.lead));
    }
    Ok(format!("{VISITS} visits on {}, none lost", settings.threads))
}
