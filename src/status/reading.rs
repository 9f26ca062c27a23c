//! Ownership under good play, for fights too large for a proof.
//!
//! A small tree search (UCT with RAVE: Kocsis and Szepesvári 2006, Gelly and Silver 2011) over the points of the unclear
//! fights, with careful playouts below the tree. It maximizes the margin on the board, since all fights count, and reports who
//! owned each point in the later half of its simulations, when the play had become good.

use crate::board::{Board, Color, Point, PointMap};
use crate::params::Params;
use crate::playout::careful::careful_move;
use crate::playout::{Ownership, Playout, Rng};
use rand::SeedableRng;

struct Node {
    /// `Point::NONE` for a pass.
    point: Point,
    visits: f32,
    /// Sum of results, 0 to 1, for the player who moved here.
    sum: f32,
    amaf_visits: f32,
    amaf_sum: f32,
    children: Vec<usize>,
}

impl Node {
    fn new(point: Point) -> Node {
        Node { point, visits: 0.0, sum: 0.0, amaf_visits: 0.0, amaf_sum: 0.0, children: Vec::new() }
    }
}

/// A search from one position.
pub struct Reading<'a> {
    board: &'a Board,
    params: &'a Params,
    /// Where the tree plays.
    points: Vec<Point>,
    /// Where nobody plays, not in playouts either.
    is_closed: &'a dyn Fn(Point) -> bool,
    nodes: Vec<Node>,
    /// Mean margin and its spread so far: what a result is measured against.
    mean: f32,
    spread: f32,
}

impl<'a> Reading<'a> {
    /// A search in which the tree plays on `points` only.
    pub fn new(
        board: &'a Board,
        params: &'a Params,
        points: Vec<Point>,
        is_closed: &'a dyn Fn(Point) -> bool,
    ) -> Reading<'a> {
        Reading { board, params, points, is_closed, nodes: Vec::new(), mean: 0.0, spread: 0.0 }
    }

    /// The ownership if `first` plays first, from that many simulations.
    pub fn ownership(&mut self, first: Color, simulations: u32) -> Ownership {
        let mut rng = Rng::seed_from_u64(self.params.status.seed);
        let mut player = Playout::new(self.params.playout.clone());
        let mut ownership = Ownership::default();
        self.nodes = vec![Node::new(Point::NONE)];
        (self.mean, self.spread) = (0.0, self.board.size().area() as f32);
        for i in 0..simulations {
            let end = self.simulate(&mut player, first, &mut rng, i as f32);
            if 2 * i >= simulations {
                ownership.add(&end);
            }
        }
        ownership
    }

    /// One descent, playout and back-up; returns the final position.
    fn simulate(&mut self, player: &mut Playout, first: Color, rng: &mut Rng, before: f32) -> Board {
        let mut board = self.board.clone();
        board.pass();
        let (mut path, mut plays, mut to_play) = (vec![0], Vec::new(), first);
        loop {
            let at = path[path.len() - 1];
            if self.nodes[at].children.is_empty() {
                if self.nodes[at].visits < self.params.status.expand_visits {
                    break;
                }
                self.expand(at, &board, to_play);
            }
            let child = self.select(at);
            let point = self.nodes[child].point;
            if point == Point::NONE {
                board.pass();
            } else {
                board.play(to_play, point);
            }
            path.push(child);
            plays.push(point);
            to_play = to_play.opponent();
            if plays.len() >= 2 && plays[plays.len() - 2..] == [Point::NONE; 2] {
                break;
            }
        }
        let is_closed = self.is_closed;
        let outcome = player.run_with(&mut board, to_play, rng, |board, color, last, rng| {
            careful_move(board, color, last, rng, is_closed)
        });
        plays.extend(player.plays());
        let result = self.result(outcome.margin as f32, before);
        self.back_up(&path, &plays, first, result);
        board
    }

    /// Black's result between 0 and 1: the margin against the margins so far.
    fn result(&mut self, margin: f32, before: f32) -> f32 {
        let deviation = (margin - self.mean).abs();
        let weight = 1.0 / (before + 1.0).min(200.0);
        self.mean += weight * (margin - self.mean);
        self.spread += weight * (deviation - self.spread);
        1.0 / (1.0 + libm::expf(-(margin - self.mean) / self.spread.max(2.0)))
    }

    fn expand(&mut self, at: usize, board: &Board, to_play: Color) {
        let mut children = vec![Point::NONE];
        children.extend(
            self.points.iter().filter(|p| board.is_legal(to_play, **p) && !board.is_eyelike(to_play, **p)),
        );
        for point in children {
            self.nodes.push(Node::new(point));
            let index = self.nodes.len() - 1;
            self.nodes[at].children.push(index);
        }
    }

    fn select(&self, at: usize) -> usize {
        let parent = &self.nodes[at];
        let value = |child: usize| {
            let node = &self.nodes[child];
            let rave = self.params.status.rave_equiv;
            // Two virtual visits of an even result keep the first answer from deciding.
            let own = (node.sum + 1.0) / (node.visits + 2.0);
            let amaf = (node.amaf_sum + 1.0) / (node.amaf_visits + 2.0);
            let weight = node.amaf_visits
                / (node.amaf_visits + node.visits + node.amaf_visits * node.visits / rave + 1.0);
            let explore = (libm::logf(parent.visits.max(1.0)) / (node.visits + 1.0)).sqrt();
            weight * amaf + (1.0 - weight) * own + self.params.status.exploration * explore
        };
        let best = parent.children.iter().copied().max_by(|a, b| value(*a).total_cmp(&value(*b)));
        best.expect("invariant: an expanded node has the pass")
    }

    fn back_up(&mut self, path: &[usize], plays: &[Point], first: Color, black: f32) {
        let mut first_player = PointMap::filled(None);
        for depth in (0..plays.len()).rev() {
            let color = if depth % 2 == 0 { first } else { first.opponent() };
            if plays[depth] != Point::NONE {
                first_player[plays[depth]] = Some(color);
            }
            if depth >= path.len() {
                continue;
            }
            let result = if color == Color::Black { black } else { 1.0 - black };
            for i in 0..self.nodes[path[depth]].children.len() {
                let child = self.nodes[path[depth]].children[i];
                let node = &mut self.nodes[child];
                if node.point != Point::NONE && first_player[node.point] == Some(color) {
                    node.amaf_visits += 1.0;
                    node.amaf_sum += result;
                }
            }
        }
        for (depth, &index) in path.iter().enumerate() {
            let node = &mut self.nodes[index];
            let mover = if depth % 2 == 1 { first } else { first.opponent() };
            node.visits += 1.0;
            node.sum += if mover == Color::Black { black } else { 1.0 - black };
        }
    }
}
