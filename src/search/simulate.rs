//! One simulation: down the tree, one playout, back up. Each thread has a [`Simulator`] of its own.

use super::prior::Priors;
use super::run::{Claim, Grow};
use super::sampling::{Sampling, forecast};
use super::select;
use super::settled::settled;
use super::tree::{Node, NodeId, Tree};
use super::wanted::Wanted;
use crate::board::{Board, Color, Move, Point, PointMap};
use crate::params::Params;
use crate::pattern::forecast::Forecast;
use crate::playout::{Playout, Rng};
use crate::rules::score::{Status, score};
use crate::rules::{Game, KoRule};
use fxhash::FxHashSet;
use rand::seq::SliceRandom;

/// A node on the way down, and the position's hash when it was reached.
struct Step {
    node: NodeId,
    point: Point,
    hash: u64,
}

/// Simulations between two looks at the clock and the stop signal.
const LOOK_STRIDE: u64 = 16;

/// Runs simulations of one position on a tree.
pub struct Simulator<'a> {
    game: &'a Game,
    root_color: Color,
    params: &'a Params,
    tree: &'a Tree,
    rng: &'a mut Rng,
    playout: Playout,
    board: Board,
    path: Vec<Step>,
    /// Positions of the game: only these can be repeated from the tree's first capture on.
    seen: FxHashSet<u64>,
    /// For each point, the place of its first play in the sequence of path and playout, counted from 1; negative for a
    /// play of White. 0 where nobody played.
    first_play: PointMap<i32>,
    expand_visits: u32,
    rave_equiv: f32,
    even_prior: f32,
    learned_prior: f32,
    wanted: &'a Wanted,
    /// For each colour, where it has nothing to gain.
    settled: [PointMap<bool>; 2],
    sampling: Option<&'a Sampling>,
    forecast: Option<Forecast>,
    /// Playouts in the sampling from which it is asked for the next forecast.
    next_forecast: i64,
    /// Whether the root's pass gets a share of the simulations, whatever it promises.
    tries_pass: bool,
    /// Simulations so far, and those of them that went to the root's pass because it was owed one.
    simulations: u32,
    passes: u32,
    /// What is taken off the area of a playout from the root's position to make it a score.
    compensation: i32,
    /// Whether one pass at the root ends the game, as the second of two.
    stops_by_pass: bool,
    /// The index of the root's child that the simulation began with.
    first_child: Option<usize>,
}

impl<'a> Simulator<'a> {
    /// A simulator for the game's position with `color` to move, that tries the moves that are wanted and tells `sampling`
    /// how its playouts end.
    pub fn new(
        game: &'a Game,
        color: Color,
        params: &'a Params,
        tree: &'a Tree,
        rng: &'a mut Rng,
        wanted: &'a Wanted,
        sampling: Option<&'a Sampling>,
    ) -> Self {
        let side = game.size().width().max(game.size().height());
        Simulator {
            game,
            root_color: color,
            params,
            tree,
            rng,
            playout: Playout::new(params.playout.clone()),
            board: game.board().clone(),
            path: Vec::new(),
            seen: game.positions().iter().copied().collect(),
            first_play: PointMap::filled(0),
            expand_visits: params.search.expand_visits(side),
            rave_equiv: params.search.rave_equiv(side),
            even_prior: params.search.even_prior(side),
            learned_prior: params.search.learned_prior(side),
            wanted,
            settled: settled(game, wanted),
            sampling,
            forecast: None,
            next_forecast: i64::from(params.search.forecast_playouts),
            tries_pass: !game.rules.counts_area(),
            simulations: 0,
            passes: 0,
            compensation: area_compensation(game),
            stops_by_pass: !game.is_over() && is_over_by_pass(game, color),
            first_child: None,
        }
    }

    /// The same with what earlier playouts say of the position.
    pub fn with_forecast(self, forecast: Option<Forecast>) -> Self {
        Simulator { forecast, ..self }
    }

    /// The same, if asked for with a share of the simulations for the root's pass: where only territory counts it has one anyway.
    pub fn trying_pass(self, is_asked_for: bool) -> Self {
        Simulator { tries_pass: self.tries_pass || is_asked_for, ..self }
    }

    /// Makes the root's children if it has none, after so many playouts for a forecast, which it returns.
    pub fn expand_root(mut self, playouts: u32) -> Option<Forecast> {
        if self.tree.children(self.tree.root()).is_empty() {
            let (recent, compensation, params) = (self.recent(), self.compensation, &self.params.playout);
            let (board, color) = (self.game.board(), self.root_color);
            self.forecast = (playouts > 0)
                .then(|| forecast(board, color, recent, compensation, params, playouts, self.rng));
            self.expand(self.tree.root(), self.root_color);
        }
        self.forecast.take()
    }

    /// Runs one simulation.
    fn simulate(&mut self) {
        self.board.clone_from(self.game.board());
        self.path.clear();
        self.first_child = None;
        self.simulations = self.simulations.saturating_add(1);
        let to_play = self.descend();
        if let Some(sampling) = self.sampling {
            sampling.add_depth(self.path.len());
        }
        let margin = self.evaluate(to_play);
        self.back_up(margin);
    }

    /// Follows the best children to a leaf, which is expanded when it has been visited enough. Returns who is to play
    /// there; the board is the leaf's position.
    fn descend(&mut self) -> Color {
        let mut id = self.tree.root();
        let mut color = self.root_color;
        self.tree.node(id).enter();
        while !self.is_stopped() {
            if self.tree.children(id).is_empty() {
                let is_ripe = self.tree.node(id).visits() > self.expand_visits && !self.tree.is_full();
                if !is_ripe || !self.expand(id, color) {
                    break;
                }
            }
            let children = self.open_children(id);
            let index = self.owed_pass(id).unwrap_or_else(|| select::best_child(children, self.rave_equiv));
            self.first_child.get_or_insert(index);
            id = self.tree.child_id(id, index);
            let node = self.tree.node(id);
            node.enter();
            match node.mv() {
                Move::Place(point) => {
                    self.board.play(color, point);
                }
                Move::Pass => self.board.pass(),
            }
            self.path.push(Step { node: id, point: node.point(), hash: self.board.hash() });
            color = color.opponent();
        }
        color
    }

    /// The children of a node that simulations may follow.
    #[inline]
    fn open_children(&self, id: NodeId) -> &'a [Node] {
        let children = self.tree.children(id);
        let width = select::width(&self.params.search, self.tree.node(id).visits());
        &children[..width.min(children.len())]
    }

    /// The index of the root's pass, if it is tried and has had less than its share of visits: also of those of this search, or
    /// the visits of a tree that is used again would all have to be made up for first.
    fn owed_pass(&mut self, id: NodeId) -> Option<usize> {
        if !self.tries_pass || !self.path.is_empty() {
            return None;
        }
        let children = self.tree.children(id);
        let pass = children.iter().position(|child| child.point() == Point::NONE)?;
        let share = self.params.search.pass_share;
        let is_owed = children[pass].visits().saturating_mul(share) < self.tree.node(id).visits()
            && self.passes.saturating_mul(share) <= self.simulations;
        self.passes += u32::from(is_owed);
        is_owed.then_some(pass)
    }

    /// Whether the last two moves, those of the game included, are passes that end it.
    fn is_stopped(&self) -> bool {
        match self.path.as_slice() {
            [.., a, b] => a.point == Point::NONE && b.point == Point::NONE,
            [only] => only.point == Point::NONE && self.stops_by_pass,
            [] => false,
        }
    }

    /// Makes the children of a leaf: the wanted ones of the legal moves and a pass, below the root as many of the likeliest as
    /// it may ever open. Returns false if the arena is full.
    fn expand(&mut self, id: NodeId, color: Color) -> bool {
        let is_wanted = |mv: Move| self.wanted.has(self.path.len(), color, mv);
        let mut points: Vec<Point> = self.board.empties().to_vec();
        points.sort_unstable();
        points.retain(|&point| is_wanted(Move::Place(point)) && self.is_candidate(color, point));
        let has_pass = points.is_empty() || is_wanted(Move::Pass);
        points.shuffle(self.rng);
        self.look_ahead();
        let (forecast, recent) = (self.forecast.as_ref(), self.recent());
        let (even, learned) = (self.even_prior, self.learned_prior);
        let mut priors = Priors::new(&self.board, color, recent, &points, forecast, even, learned);
        if has_pass {
            priors.insert_pass(self.params.search.widening_start - 1);
        }
        if !self.path.is_empty() {
            priors.keep(select::widest(&self.params.search));
        }
        self.tree.add_children(id, &priors.points(), |index, child| priors.add_to(child, index))
    }

    /// Makes a new forecast when there are a good deal more playouts than for the last.
    fn look_ahead(&mut self) {
        let Some(sampling) = self.sampling else { return };
        let playouts = sampling.playouts();
        if self.next_forecast > 0 && playouts >= self.next_forecast {
            self.forecast = Some(sampling.forecast(self.board.size()));
            self.next_forecast = playouts + playouts / 4;
        }
    }

    /// Whether the rules allow `color` to play on the empty `point` here, and it does not fill an own eye for nothing.
    fn is_candidate(&self, color: Color, point: Point) -> bool {
        let board = &self.board;
        let in_atari = |q: &Point| board.cell(*q).is(color) && board.in_atari(*q);
        if self.settled[color.index()][point]
            || board.is_eyelike(color, point) && !point.neighbours().iter().any(in_atari)
        {
            return false;
        }
        if self.path.is_empty() {
            return self.game.check(color, Move::Place(point)).is_ok();
        }
        let is_legal = match board.suicide_len(color, point) {
            0 => board.ko_point(color) != Some(point),
            stones => stones > 1 && self.game.rules.suicide,
        };
        is_legal && !self.repeats(color, board.hash_after(color, point))
    }

    /// Whether a play of `color` that makes the position `hash` is a repetition that the superko rule forbids.
    fn repeats(&self, color: Color, hash: u64) -> bool {
        if self.game.rules.ko == KoRule::Simple {
            return false;
        }
        let alternates = self.game.rules.ko != KoRule::Positional;
        let by_same_player =
            |index: &usize| (index + usize::from(color != self.root_color)).is_multiple_of(2);
        let on_path = (0..self.path.len())
            .filter(|&i| self.path[i].hash == hash)
            .any(|i| !alternates || by_same_player(&i));
        on_path || (self.seen.contains(&hash) && self.game.repeats(color, hash))
    }

    /// Black's margin in half points, komi included, as a playout from the leaf has it, or as the rules count it where
    /// two passes ended the game with all stones alive.
    fn evaluate(&mut self, to_play: Color) -> i32 {
        self.playout.clear();
        if self.is_stopped() && self.game.rules.all_stones_alive() {
            return self.exact_margin();
        }
        let (compensation, recent) = (self.compensation + self.cost_of_path(), self.recent());
        let outcome = self.playout.run(&mut self.board, to_play, recent, self.rng);
        let margin = outcome.margin - compensation;
        if let Some(sampling) = self.sampling {
            sampling.add(self.first_child, margin, &self.board);
        }
        margin
    }

    /// The last move and the one before, as the playout policy wants them.
    fn recent(&self) -> [Point; 2] {
        let on_path = self.path.iter().rev().map(|step| step.point);
        let mut moves = on_path.chain(self.game.latest());
        std::array::from_fn(|_| moves.next().unwrap_or(Point::NONE))
    }

    fn exact_margin(&self) -> i32 {
        let mut end = self.game.clone();
        let mut color = self.root_color;
        for step in &self.path {
            let mv = if step.point == Point::NONE { Move::Pass } else { Move::Place(step.point) };
            if end.play(color, mv).is_err() {
                break;
            }
            color = color.opponent();
        }
        score(&end, &Status::default()).margin()
    }

    /// What the plays in the tree have cost, as [`area_compensation`] has it for those of the game.
    fn cost_of_path(&self) -> i32 {
        if self.game.rules.counts_area() {
            return 0;
        }
        let mut color = self.root_color;
        let mut plays = 0;
        for step in &self.path {
            plays += if step.point == Point::NONE { 0 } else { color.sign() };
            color = color.opponent();
        }
        2 * plays
    }

    /// Black's result: 1 for a win, 0 for a loss, one half for a draw, moved a little by the size of the margin.
    fn result(&self, margin: i32) -> f32 {
        let win = match margin {
            0 => 0.5,
            m if m > 0 => 1.0,
            _ => 0.0,
        };
        let weight = self.params.search.score_weight;
        let share = margin as f32 / (2 * self.board.size().area()) as f32;
        (1.0 - weight) * win + weight * (0.5 + share.clamp(-1.0, 1.0) / 2.0)
    }

    /// Adds the result to the nodes of the path and the AMAF samples to their children, from the leaf up: `first_play`
    /// then holds the plays from each node on.
    fn back_up(&mut self, margin: i32) {
        let result = self.result(margin);
        let for_color = |color: Color| if color == Color::Black { result } else { 1.0 - result };
        let depth = self.path.len();
        let plays = self.playout.plays();
        let length = depth + plays.len();
        let color_at =
            |i: usize| if i.is_multiple_of(2) { self.root_color } else { self.root_color.opponent() };
        for (i, &point) in plays.iter().enumerate().rev() {
            self.first_play[point] = (depth + i + 1) as i32 * color_at(depth + i).sign();
        }
        self.update_rave(self.leaf(), depth, length, color_at(depth), for_color(color_at(depth)));
        for (i, step) in self.path.iter().enumerate().rev() {
            let color = color_at(i);
            self.tree.node(step.node).add_result(for_color(color));
            self.first_play[step.point] = (i + 1) as i32 * color.sign();
            let parent = if i == 0 { self.tree.root() } else { self.path[i - 1].node };
            self.update_rave(parent, i, length, color, for_color(color));
        }
        self.tree.node(self.tree.root()).add_result(for_color(self.root_color.opponent()));
        let on_path = self.path.iter().map(|step| step.point);
        plays.iter().copied().chain(on_path).for_each(|point| self.first_play[point] = 0);
    }

    fn leaf(&self) -> NodeId {
        self.path.last().map_or(self.tree.root(), |step| step.node)
    }

    /// Gives an AMAF sample to each open child of `id` whose move `color` was the first to play after `start` moves.
    fn update_rave(&self, id: NodeId, start: usize, length: usize, color: Color, result: f32) {
        let steps = (self.params.search.rave_distance_steps - 1) as f32 / (length - start + 1) as f32;
        let sign = color.sign();
        for child in self.open_children(id) {
            let point = child.point();
            let place = self.first_play[point] * sign;
            if place > 0 && point != Point::NONE {
                let weight = 1 + ((length as i32 + 1 - place) as f32 * steps) as i32;
                child.add_rave(weight as f32, result);
            }
        }
    }
}

/// What is taken off the area of a playout from the game's position to make it a score, in half points: komi, a compensation
/// for a handicap, and what the plays have cost.
///
/// Under territory scoring a play in territory costs a point, so that the area of a playout counts as territory less the
/// plays Black made more than White up to the leaf. With pass stones a pass costs one too, and the score is that of the area.
pub fn area_compensation(game: &Game) -> i32 {
    if game.rules.counts_area() {
        return game.compensation();
    }
    let plays: i32 = game.turns().iter().filter(|t| t.mv != Move::Pass).map(|t| t.color.sign()).sum();
    let [black, white] = Color::BOTH.map(|color| game.start().stone_count(color) as i32);
    game.compensation() + 2 * (plays + black - white)
}

/// Whether the game has ended after a pass of `color`.
fn is_over_by_pass(game: &Game, color: Color) -> bool {
    let mut after = game.clone();
    after.play(color, Move::Pass).is_ok() && after.is_over()
}

impl Grow for Simulator<'_> {
    fn tree(&self) -> &Tree {
        self.tree
    }

    fn stride(&self) -> u64 {
        LOOK_STRIDE
    }

    fn grow(&mut self, claim: &Claim) -> bool {
        let is_allowed = claim.take();
        if is_allowed {
            self.simulate();
        }
        is_allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rules::Rules;

    #[test]
    fn a_pass_ends_the_game_only_as_the_second_of_two() {
        let mut game = Game::new(Size::square(5), Rules::BASIC, 0);
        assert!(!is_over_by_pass(&game, Color::Black));
        game.play(Color::Black, Move::Pass).unwrap();
        assert!(is_over_by_pass(&game, Color::White) && !is_over_by_pass(&game, Color::Black));
        game.play(Color::White, Move::Pass).unwrap();
        game.resume(Color::Black);
        assert!(!is_over_by_pass(&game, Color::Black), "the passes before a resumption do not count");
    }
}
