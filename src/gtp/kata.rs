//! What a search found, in KataGo's words and order: `kata-analyze` and the JSON of `tengen analysis` tell the same.

use crate::search::{MoveReport, Report};

/// A number with its name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figure {
    /// The key.
    pub name: &'static str,
    /// Seen by the player to move.
    pub value: f64,
    /// How the opponent sees it.
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// The chance of a win, 0 to 1.
    Chance,
    /// What one player gains, the other loses.
    Gain,
    /// The same for both.
    Neutral,
}

impl Figure {
    /// The value as the opponent of the player to move sees it.
    pub fn seen_by_opponent(&self) -> f64 {
        match self.kind {
            Kind::Chance => 1.0 - self.value,
            Kind::Gain => -self.value,
            Kind::Neutral => self.value,
        }
    }
}

const fn figure(name: &'static str, value: f64, kind: Kind) -> Figure {
    Figure { name, value, kind }
}

/// The numbers of a move but for its visits.
pub fn move_figures(found: &MoveReport) -> [Figure; 9] {
    [
        figure("utility", gain(found.win_rate), Kind::Gain),
        figure("winrate", found.win_rate, Kind::Chance),
        figure("scoreMean", found.lead, Kind::Gain),
        figure("scoreStdev", found.lead_deviation, Kind::Neutral),
        figure("scoreLead", found.lead, Kind::Gain),
        figure("scoreSelfplay", found.lead, Kind::Gain),
        figure("prior", found.prior, Kind::Neutral),
        figure("lcb", found.lower_bound, Kind::Chance),
        figure("utilityLcb", gain(found.lower_bound), Kind::Gain),
    ]
}

/// The numbers of the position but for its visits.
pub fn root_figures(report: &Report) -> [Figure; 6] {
    [
        figure("utility", gain(report.win_rate), Kind::Gain),
        figure("winrate", report.win_rate, Kind::Chance),
        figure("scoreMean", report.lead, Kind::Gain),
        figure("scoreStdev", report.lead_deviation, Kind::Neutral),
        figure("scoreLead", report.lead, Kind::Gain),
        figure("scoreSelfplay", report.lead, Kind::Gain),
    ]
}

/// A win rate as what is gained: 1 by a win, -1 by a loss.
fn gain(win_rate: f64) -> f64 {
    2.0 * win_rate - 1.0
}
