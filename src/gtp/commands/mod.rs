//! The one table of commands: dispatch, `list_commands`, `known_command` and the README read it.
//!
//! A handler takes the session and the arguments and returns the text of its reply. Arguments that a command does not
//! take are ignored, as GNU Go does; clients send them.

mod analyze;
mod files;
mod handicap;
mod moves;
mod query;
mod rules;
mod session;
mod stats;
mod time;

use super::Session;
use super::error::GtpError;

pub use stats::summary;

/// What a handler returns: the text of the reply without `=`, or why the command failed.
pub type Reply = Result<String, GtpError>;

/// A row of the table.
pub struct Command {
    /// The word that calls it.
    pub name: &'static str,
    /// Its arguments, optional ones in brackets.
    pub args: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// Does it.
    pub run: fn(&mut Session, &[String]) -> Reply,
}

const fn row(
    name: &'static str,
    args: &'static str,
    help: &'static str,
    run: fn(&mut Session, &[String]) -> Reply,
) -> Command {
    Command { name, args, help, run }
}

/// Every command.
pub const COMMANDS: &[Command] = &[
    row("protocol_version", "", "the version of GTP, 2", session::protocol_version),
    row("name", "", "the engine's name", session::name),
    row("version", "", "the engine's version", session::version),
    row("known_command", "COMMAND", "whether there is such a command: true or false", session::known_command),
    row("list_commands", "", "all commands, one a line", session::list_commands),
    row("quit", "", "ends the session", session::quit),
    row("boardsize", "SIZE [HEIGHT]", "empties the board and sets its size, 1 to 25", moves::boardsize),
    row("rectangular_boardsize", "WIDTH HEIGHT", "as boardsize", moves::rectangular_boardsize),
    row("clear_board", "", "empties the board; komi, rules and time settings stay", moves::clear_board),
    row("komi", "KOMI", "sets the komi, a multiple of 0.5", moves::komi),
    row("fixed_handicap", "STONES", "places handicap stones on their usual points", handicap::fixed_handicap),
    row(
        "place_free_handicap",
        "STONES",
        "places handicap stones where the engine likes",
        handicap::place_free_handicap,
    ),
    row(
        "set_free_handicap",
        "VERTEX...",
        "places handicap stones on these points",
        handicap::set_free_handicap,
    ),
    row("play", "COLOR VERTEX", "makes a move", moves::play),
    row("genmove", "COLOR", "thinks, makes a move and tells it, or resigns", moves::genmove),
    row("reg_genmove", "COLOR", "as genmove, but does not make the move", moves::reg_genmove),
    row(
        "kgs-genmove_cleanup",
        "COLOR",
        "as genmove, but takes all dead stones before it passes",
        moves::kgs_genmove_cleanup,
    ),
    row(
        "tengen-resume",
        "[COLOR]",
        "resumes a game that two passes stopped, at COLOR's wish",
        moves::tengen_resume,
    ),
    row(
        "lz-analyze",
        "[COLOR] [INTERVAL] [KEY VALUE]...",
        "thinks and tells what it thinks",
        analyze::lz_analyze,
    ),
    row(
        "kata-analyze",
        "[COLOR] [INTERVAL] [KEY VALUE]...",
        "as lz-analyze, in KataGo's form",
        analyze::kata_analyze,
    ),
    row(
        "lz-genmove_analyze",
        "[COLOR] [INTERVAL] [KEY VALUE]...",
        "genmove with analysis",
        analyze::lz_genmove_analyze,
    ),
    row(
        "kata-genmove_analyze",
        "[COLOR] [INTERVAL] [KEY VALUE]...",
        "genmove with analysis in KataGo's form",
        analyze::kata_genmove_analyze,
    ),
    row(
        "kata-search_analyze",
        "[COLOR] [INTERVAL] [KEY VALUE]...",
        "as kata-genmove_analyze, but does not make the move",
        analyze::kata_search_analyze,
    ),
    row(
        "cgos-genmove_analyze",
        "COLOR",
        "genmove with analysis in CGOS's form",
        analyze::cgos_genmove_analyze,
    ),
    row("stop", "", "ends an analysis, as any command does", analyze::stop),
    row("tengen-repetition", "", "whether a position has come back: none, or when", query::tengen_repetition),
    row("undo", "", "takes one move back", moves::undo),
    row("gg-undo", "[MOVES]", "takes a number of moves back", moves::gg_undo),
    row("time_settings", "MAIN PERIOD STONES", "sets the time control, in seconds", time::time_settings),
    row(
        "kgs-time_settings",
        "SYSTEM [SECONDS...]",
        "sets the time control in KGS's form",
        time::kgs_time_settings,
    ),
    row(
        "kata-time_settings",
        "SYSTEM [SECONDS...]",
        "sets the time control, Fischer too",
        time::kata_time_settings,
    ),
    row("kata-list_time_settings", "", "the time systems there are", time::kata_list_time_settings),
    row("time_left", "COLOR SECONDS STONES", "what a player has left", time::time_left),
    row("final_score", "", "the score, dead stones taken off", query::final_score),
    row(
        "final_status_list",
        "STATUS",
        "points that are alive, dead, seki, dame or a territory",
        query::final_status_list,
    ),
    row("loadsgf", "FILE [MOVE]", "loads a game, up to before that move", files::loadsgf),
    row("printsgf", "[FILE]", "writes the game to a file, or into the reply", files::printsgf),
    row("showboard", "", "draws the board", query::showboard),
    row("list_stones", "COLOR", "where a player's stones stand", query::list_stones),
    row("all_legal", "COLOR", "where a player may play", query::all_legal),
    row("is_legal", "COLOR VERTEX", "whether that move is legal: 1 or 0", query::is_legal),
    row("captures", "COLOR", "the number of stones that player has taken", query::captures),
    row("last_move", "", "the last move", query::last_move),
    row("move_history", "", "all moves, the last one first", query::move_history),
    row("get_komi", "", "the komi", query::get_komi),
    row("query_boardsize", "", "the size of the board", query::query_boardsize),
    row("get_handicap", "", "the number of handicap stones", query::get_handicap),
    row("kata-set-rules", "RULES", "sets the rules by name or as JSON", rules::kata_set_rules),
    row("kata-set-rule", "KEY VALUE", "changes one rule", rules::kata_set_rule),
    row("kata-get-rules", "", "the rules as JSON", rules::kata_get_rules),
    row("kgs-rules", "NAME", "sets the rules by KGS's name", rules::kgs_rules),
    row("level", "LEVEL", "sets the strength, 1 to 10", session::level),
    row("tengen-stats", "", "what the last search did and what it cost", stats::tengen_stats),
    row("cputime", "", "seconds of processor time used so far", session::cputime),
];

/// The command of that name.
pub fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_stands_once() {
        for (i, command) in COMMANDS.iter().enumerate() {
            assert!(COMMANDS[..i].iter().all(|c| c.name != command.name), "{} twice", command.name);
        }
    }
}
