//! What the network itself thinks of the position, without a search.

use super::Reply;
use crate::board::{Color, Size};
use crate::gtp::Session;
use crate::gtp::error::GtpError;
use crate::gtp::parse::{argument, color};
use crate::net::symmetry::Symmetry;
use crate::net::verdict::Verdict;

/// The network's raw answer in KataGo's form: results, score and ownership from White's view, moves from that of the player
/// to move. The argument is the symmetry it looks at the board under, or `all`.
pub fn kata_raw_nn(session: &mut Session, args: &[String]) -> Reply {
    let game = session.engine.game();
    let network =
        session.engine.network().ok_or_else(|| GtpError::Other("no network: see --net".to_owned()))?;
    let symmetries = match argument(args, 0, "symmetry")? {
        "all" => Symmetry::all().collect(),
        word => vec![symmetry(word)?],
    };
    let to_play = match args.get(1) {
        Some(word) => color(word)?,
        None => game.to_play(),
    };
    let mut blocks = Vec::new();
    for symmetry in symmetries {
        let verdict =
            network.judge(game, to_play, symmetry).map_err(|why| GtpError::Other(why.to_string()))?;
        blocks.push(block(&verdict, symmetry, to_play, game.size()));
    }
    Ok(blocks.join("\n"))
}

fn symmetry(word: &str) -> Result<Symmetry, GtpError> {
    let number: Option<usize> = word.parse().ok().filter(|number| *number < Symmetry::COUNT);
    number.map(Symmetry::new).ok_or(GtpError::Syntax("symmetry must be 0 to 7, or all"))
}

fn block(verdict: &Verdict, symmetry: Symmetry, to_play: Color, size: Size) -> String {
    let [win, loss, no_result] = verdict.results;
    let (sign, [white_win, white_loss]) = match to_play {
        Color::White => (1.0, [win, loss]),
        Color::Black => (-1.0, [loss, win]),
    };
    let (mean, stdev) = (verdict.score_mean, verdict.score_stdev);
    let policy = |share: &Option<f32>| share.map_or("NAN".to_owned(), |share| format!("{share:.6}"));
    let owner = |owner: &f32| format!("{:.7}", sign * owner);
    [
        format!("symmetry {}", symmetry.number()),
        format!("whiteWin {white_win:.6}\nwhiteLoss {white_loss:.6}\nnoResult {no_result:.6}"),
        format!("whiteLead {:.3}", sign * verdict.lead),
        format!("whiteScoreSelfplay {:.3}", sign * mean),
        format!("whiteScoreSelfplaySq {:.3}", mean * mean + stdev * stdev),
        format!("policy\n{}", rows(&verdict.policy, policy, size)),
        format!("policyPass {:.6}", verdict.pass),
        format!("whiteOwnership\n{}", rows(&verdict.ownership, owner, size)),
    ]
    .join("\n")
}

/// A line for each row of the board.
fn rows<T>(values: &[T], text: impl Fn(&T) -> String, size: Size) -> String {
    let row = |row: &[T]| row.iter().map(&text).collect::<Vec<_>>().join(" ");
    values.chunks(size.width()).map(row).collect::<Vec<_>>().join("\n")
}
