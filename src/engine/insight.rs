//! What the engine thinks, for those who ask: the last decision, the present position, and whether a game is won for sure.

use super::{Decision, Engine, Settings};
use crate::board::{Color, Move, Point, PointMap};
use crate::params::Params;
use crate::pattern::features::Position;
use crate::pattern::{BoardClass, Model};
use crate::playout::Rng;
use crate::rules::Tax;
use crate::rules::benson::pass_alive;
use crate::rules::score::Owner;
use crate::rules::teire::final_owners;
use crate::search::{Limits, Report, Wanted, Watch, area_compensation, forecast};
use rand::SeedableRng;

/// The engine's last decision and what it rests on.
#[derive(Clone, Debug)]
pub struct Thought {
    /// Whose move it was.
    pub color: Color,
    /// What the engine decided.
    pub decision: Decision,
    /// What the search found; `None` if none was needed.
    pub report: Option<Report>,
}

impl Engine {
    /// The last decision since the game began.
    pub fn thought(&self) -> Option<&Thought> {
        self.thought.as_ref()
    }

    /// What a search finds for `color` in the present position: the last search, if it was about just this, or else a new
    /// one with the usual limits. It ends early if `watch` says so.
    pub fn look(&mut self, color: Color, watch: &dyn Watch) -> Report {
        let enough = u64::from(match self.has_network() {
            true => self.params.net.least_visits,
            false => self.params.search.resign_min_visits,
        });
        self.search.set_komi_shift(0);
        match self.search.found(&self.game, color) {
            Some(report) if report.playouts >= enough => report.clone(),
            _ => {
                let playouts = self.settings.playouts.unwrap_or(self.usual_playouts());
                let limits = Limits { playouts: Some(playouts), time: None };
                self.search.think(&self.game, color, &limits, watch)
            }
        }
    }

    /// Restricts the moves that the next decision may try.
    pub fn restrict(&mut self, wanted: Wanted) {
        self.wanted = wanted;
    }

    /// A report about a decision that needed no search, because the game is won as it stands.
    pub fn certain_report(&mut self, color: Color, decision: Decision) -> Report {
        let mv = match decision {
            Decision::Move(mv) => mv,
            Decision::Resign => Move::Pass,
        };
        let status = self.status();
        let (game, owners) = (&self.game, final_owners(&self.game, &status));
        let mut ownership = PointMap::filled(0.0);
        for point in game.size().points() {
            let owner = match owners[point] {
                Some(Owner::Territory(owner) | Owner::SekiEye(owner)) => Some(owner),
                Some(Owner::Dame) => None,
                None => game.board().cell(point).color(),
            };
            ownership[point] = f64::from(owner.map_or(0, Color::sign) * color.sign());
        }
        let lead = f64::from(self.final_score().margin() * color.sign()) / 2.0;
        Report::certain(color, mv, lead, ownership)
    }

    /// Whether `color` wins even by passing from here on: where the area counts, by what is unconditionally alive (Benson),
    /// all other points given to the opponent. False by rules that add something to the area or take it off.
    pub fn has_won_for_sure(&self, color: Color) -> bool {
        let game = &self.game;
        let counts_plain_area =
            game.rules.counts_area() && game.rules.tax == Tax::None && !game.rules.pass_stones;
        if !counts_plain_area || game.rules.button || game.rules.first_pass_point {
            return false;
        }
        let safe = pass_alive(game.board(), color);
        let points = game.size().points().filter(|&p| safe.stones[p] || safe.territory[p]).count() as i32;
        let margin = 2 * (2 * points - game.size().area() as i32);
        margin - game.compensation() * color.sign() > 0
    }

    /// Each legal play of the player whose turn it is, and how likely a strong player makes it by the move model.
    pub fn move_probabilities(&self) -> Vec<(Point, f32)> {
        let (game, params) = (&self.game, &self.params);
        let (board, color) = (game.board(), game.to_play());
        let mut latest = game.latest();
        let recent = std::array::from_fn(|_| latest.next().unwrap_or(Point::NONE));
        // The same generator each time, so that the same is told of the same position.
        let (playouts, rng) = (params.search.forecast_playouts, &mut Rng::seed_from_u64(1));
        let forecast =
            forecast(board, color, recent, area_compensation(game), &params.playout, playouts, rng);
        let forecast = (playouts > 0).then_some(&forecast);
        let position = Position::new(board, color, recent).with_forecast(forecast);
        let (points, class) = (game.legal_points(color), BoardClass::of(board.size()));
        let probabilities = Model::embedded(class).probabilities(class, &position, &points);
        points.into_iter().zip(probabilities).collect()
    }

    /// All tunables.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Changes tunables. What was thought with the old ones is forgotten.
    ///
    /// # Errors
    /// That of `change`, in words; then nothing has changed.
    pub fn change_params(
        &mut self,
        change: impl FnOnce(&mut Params) -> Result<(), String>,
    ) -> Result<(), String> {
        let mut params = self.params.clone();
        change(&mut params)?;
        self.search.set_params(params.clone());
        self.params = params;
        self.judged = None;
        Ok(())
    }

    /// What the user set for the session.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Sets it anew. Another number of threads, other memory or another seed begins a new search.
    pub fn set_settings(&mut self, settings: Settings) {
        let of_search = |s: &Settings| (s.threads, s.megabytes, s.seed);
        if of_search(&settings) != of_search(&self.settings) {
            self.search = super::search_for(&self.params, &settings);
            self.rng = Rng::seed_from_u64(settings.seed);
        }
        self.settings = settings;
    }

    /// Forgets what was thought and gives the memory back; the game stays.
    pub fn forget(&mut self) {
        self.search.clear();
        self.judged = None;
        self.generated = 0;
    }
}
