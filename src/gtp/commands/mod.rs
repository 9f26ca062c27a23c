//! The one table of commands: dispatch, `list_commands` and `known_command` read it, and docs/commands.md
//! follows it (tests/readme.rs).
//!
//! A handler takes the session and the arguments and returns the text of its reply. Arguments that a command does not
//! take are ignored, as GNU Go does; clients send them.

mod analyze;
mod files;
mod gnugo;
mod gogui;
mod gomill;
mod handicap;
mod moves;
mod network;
mod params;
mod query;
mod rules;
mod servers;
mod session;
mod stats;
mod time;
mod views;

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
    row("kata-raw-nn", "SYMMETRY [COLOR]", "what the network thinks without a search", network::kata_raw_nn),
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
    row("loadsgf", "FILE [MOVE]", "loads a game, up to before that move, a number or vertex", files::loadsgf),
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
    row("help", "", "all commands with their arguments", gnugo::help),
    row("color", "VERTEX", "what stands on the point: black, white or empty", gnugo::color_of),
    row("findlib", "VERTEX", "the liberties of the chain there", gnugo::findlib),
    row("countlib", "VERTEX", "their number", gnugo::countlib),
    row("final_status", "VERTEX", "what the point or the chain there is at the end", gnugo::final_status),
    row("dragon_status", "[VERTEX]", "which chains live at the end of the game", gnugo::dragon_status),
    row("top_moves", "[COLOR]", "the best moves with their win rates in percent", gnugo::top_moves),
    row("top_moves_black", "", "the same for Black", gnugo::top_moves_black),
    row("top_moves_white", "", "the same for White", gnugo::top_moves_white),
    row("estimate_score", "", "the score as playouts see it, with bounds for White", gnugo::estimate_score),
    row("set_random_seed", "SEED", "sets the seed of the search", gnugo::set_random_seed),
    row("get_random_seed", "", "the seed of the search", gnugo::get_random_seed),
    row("clear_cache", "", "forgets the search tree; the game stays", gnugo::clear_cache),
    row("kgs-chat", "ROOM NAME [WORD]...", "what the engine has to say to that", servers::kgs_chat),
    row("kgs-game_over", "", "frees the memory of the search", servers::kgs_game_over),
    row("cgos-opponent_name", "NAME", "accepted and ignored", servers::noted),
    row("cgos-opponent_rating", "RATING", "the same", servers::noted),
    row("cgos-gameover", "RESULT", "frees the memory of the search", servers::kgs_game_over),
    row("gogui-analyze_commands", "", "what GoGui can show of the engine", gogui::gogui_analyze_commands),
    row("gogui-interrupt", "", "says that `# interrupt` is understood", gogui::gogui_interrupt),
    row(
        "gogui-play_sequence",
        "[COLOR VERTEX]...",
        "makes these moves, all or none",
        gogui::gogui_play_sequence,
    ),
    row("gogui-setup", "[COLOR VERTEX]...", "sets stones on the empty board", gogui::gogui_setup),
    row("gogui-setup_player", "COLOR", "says who plays first", gogui::gogui_setup_player),
    row("gogui-title", "", "name and version for a window", gogui::gogui_title),
    row(
        "gomill-describe_engine",
        "",
        "name, version, settings and parameters",
        gomill::gomill_describe_engine,
    ),
    row("gomill-explain_last_move", "", "what the last move rests on", gomill::gomill_explain_last_move),
    row(
        "gomill-genmove_ex",
        "[COLOR] [claim]",
        "as genmove, or claims a won game",
        gomill::gomill_genmove_ex,
    ),
    row("gomill-cpu_time", "", "as cputime", session::cputime),
    row("gomill-savesgf", "FILE [PROPERTY=VALUE]...", "writes the game to a file", gomill::gomill_savesgf),
    row("tengen-ownership", "", "who owns each point, from -1 (White) to 1 (Black)", views::tengen_ownership),
    row("tengen-visits", "", "the visits of each move", views::tengen_visits),
    row("tengen-win_rates", "", "the win rates of moves, in percent", views::tengen_win_rates),
    row("tengen-rave", "", "their RAVE means, in percent", views::tengen_rave),
    row("tengen-priors", "", "their shares of prior knowledge, in percent", views::tengen_priors),
    row(
        "tengen-move_probabilities",
        "",
        "how likely a strong player makes each move, by its pattern and what some playouts forecast, in percent",
        views::tengen_move_probabilities,
    ),
    row("tengen-variation", "", "the line that the engine expects", views::tengen_variation),
    row("tengen-overview", "", "moves, visits and win rates as a drawing", views::tengen_overview),
    row("tengen-ladders", "", "chains that a ladder catches, as a drawing", views::tengen_ladders),
    row("tengen-groups", "", "life, death and territory as a drawing", views::tengen_groups),
    row(
        "tengen-live_gfx",
        "VIEW",
        "draws on standard error while it thinks, or stops it",
        views::tengen_live_gfx,
    ),
    row("tengen-param", "[LAYER [NAME [VALUE]]]", "tells and sets parameters", params::tengen_param),
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
