//! GoGui's own commands. What they mean: GoGui's documentation, chapters "Interrupting Commands" and "Analyze Commands".
//!
//! None of its `gogui-rules_...` commands is here: an engine that lists them is taken for the referee of another game.

use super::Reply;
use crate::gtp::Session;
use crate::gtp::error::GtpError;
use crate::gtp::parse::{argument, color, point, vertex};
use crate::params::Params;

/// What GoGui offers in its window "Analyze Commands": type, label, command.
const ANALYZE_COMMANDS: &[&str] = &[
    "dboard/Ownership/tengen-ownership",
    "sboard/Visits/tengen-visits",
    "pspairs/Win Rates/tengen-win_rates",
    "pspairs/RAVE/tengen-rave",
    "pspairs/Priors/tengen-priors",
    "pspairs/Pattern Probabilities/tengen-move_probabilities",
    "var/Principal Variation/tengen-variation",
    "gfx/Search Overview/tengen-overview",
    "gfx/Ladders/tengen-ladders",
    "gfx/Group Status/tengen-groups",
    "hstring/Last Decision/gomill-explain_last_move",
    "string/Score Estimate/estimate_score",
    "string/Final Score/final_score",
    "plist/Dead Stones/final_status_list dead",
    "plist/Stones in Seki/final_status_list seki",
    "plist/Territory of Black/final_status_list black_territory",
    "plist/Territory of White/final_status_list white_territory",
    "plist/Neutral Points/final_status_list dame",
    "plist/Legal Moves/all_legal %c",
    "pspairs/Top Moves/top_moves",
    "plist/Liberties/findlib %p",
    "string/Fate of Point/final_status %p",
    "string/Repetition/tengen-repetition",
    "string/Rules/kata-get-rules",
    "none/Set Rules/kata-set-rules %s",
    "none/Set Level/level %s",
    "none/Live Graphics: Overview/tengen-live_gfx overview",
    "none/Live Graphics: Variation/tengen-live_gfx variation",
    "none/Live Graphics: Ownership/tengen-live_gfx ownership",
    "none/Live Graphics: Off/tengen-live_gfx off",
    "none/Forget the Search Tree/clear_cache",
    "param/Settings/tengen-param engine",
];

pub fn gogui_analyze_commands(_: &mut Session, _: &[String]) -> Reply {
    let layer = |name: &&str| format!("param/Parameters: {name}/tengen-param {name}");
    let commands = ANALYZE_COMMANDS.iter().map(|line| (*line).to_owned());
    Ok(commands.chain(Params::LAYERS.iter().map(layer)).collect::<Vec<_>>().join("\n"))
}

/// Says that the comment `# interrupt` is understood.
pub fn gogui_interrupt(_: &mut Session, _: &[String]) -> Reply {
    Ok(String::new())
}

pub fn gogui_title(session: &mut Session, _: &[String]) -> Reply {
    Ok(format!("{} {}", session.manners.name, session.manners.version))
}

pub fn gogui_play_sequence(session: &mut Session, args: &[String]) -> Reply {
    let moves = args
        .chunks(2)
        .map(|pair| Ok((color(&pair[0])?, vertex(argument(pair, 1, "vertex")?)?)))
        .collect::<Result<Vec<_>, GtpError>>()?;
    session.engine.play_all(&moves)?;
    Ok(String::new())
}

pub fn gogui_setup(session: &mut Session, args: &[String]) -> Reply {
    let size = session.engine.game().size();
    let stones = args
        .chunks(2)
        .map(|pair| Ok((point(argument(pair, 1, "vertex")?, size)?, color(&pair[0])?)))
        .collect::<Result<Vec<_>, GtpError>>()?;
    session.engine.set_up(&stones)?;
    Ok(String::new())
}

pub fn gogui_setup_player(session: &mut Session, args: &[String]) -> Reply {
    let color = color(argument(args, 0, "color")?)?;
    match session.engine.set_first_player(color) {
        true => Ok(String::new()),
        false => Err(GtpError::Other("moves have been made".to_owned())),
    }
}
