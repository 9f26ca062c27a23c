//! Which moves a search is told to leave out or to keep to.

use crate::board::{Color, Move};

/// A restriction of one player's moves.
#[derive(Clone, Debug)]
struct Restriction {
    color: Color,
    moves: Vec<Move>,
    /// Holds for moves that fewer moves than this precede in the search; 1 binds the root alone.
    until_depth: usize,
    /// Whether the moves are all there is; otherwise they are left out.
    is_exclusive: bool,
}

/// The moves that a search may try; all of them by default. Where nothing would be left, a pass is.
#[derive(Clone, Debug, Default)]
pub struct Wanted(Vec<Restriction>);

impl Wanted {
    /// Leaves out these moves of `color` wherever fewer than `until_depth` moves precede them in the search.
    pub fn avoid(&mut self, color: Color, moves: Vec<Move>, until_depth: usize) {
        self.0.push(Restriction { color, moves, until_depth, is_exclusive: false });
    }

    /// Keeps `color` to these moves there. What is allowed in several calls is allowed together.
    pub fn allow(&mut self, color: Color, moves: Vec<Move>, until_depth: usize) {
        self.0.push(Restriction { color, moves, until_depth, is_exclusive: true });
    }

    /// Whether every move is wanted.
    pub fn is_unrestricted(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `color` may try the move after that many moves from the root on.
    pub fn has(&self, depth: usize, color: Color, mv: Move) -> bool {
        let (mut is_kept, mut is_allowed) = (false, false);
        for restriction in self.0.iter().filter(|r| r.color == color && depth < r.until_depth) {
            let is_named = restriction.moves.contains(&mv);
            match restriction.is_exclusive {
                true => (is_kept, is_allowed) = (true, is_allowed || is_named),
                false if is_named => return false,
                false => {}
            }
        }
        is_allowed || !is_kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;

    const A1: Move = Move::Place(Point::new(0, 0));
    const F6: Move = Move::Place(Point::new(5, 5));

    #[test]
    fn restrictions_bind_their_colour_and_depth_only() {
        let mut wanted = Wanted::default();
        assert!(wanted.is_unrestricted() && wanted.has(0, Color::Black, A1));
        wanted.avoid(Color::Black, vec![A1, Move::Pass], 3);
        assert!(!wanted.has(0, Color::Black, A1) && !wanted.has(2, Color::Black, Move::Pass));
        assert!(wanted.has(3, Color::Black, A1) && wanted.has(1, Color::White, A1));
        assert!(wanted.has(0, Color::Black, F6) && !wanted.is_unrestricted());
    }

    #[test]
    fn what_is_allowed_adds_up_and_leaves_nothing_else() {
        let mut wanted = Wanted::default();
        wanted.allow(Color::White, vec![A1], 1);
        wanted.allow(Color::White, vec![Move::Pass], 1);
        assert!(wanted.has(0, Color::White, A1) && wanted.has(0, Color::White, Move::Pass));
        assert!(!wanted.has(0, Color::White, F6));
        assert!(wanted.has(1, Color::White, F6) && wanted.has(0, Color::Black, F6));
    }
}
