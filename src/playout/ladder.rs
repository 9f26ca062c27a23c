//! Ladders, read out move by move.
//!
//! A chain in atari runs; each time it has two liberties the attacker gives atari on one of them. It is caught if it ever
//! cannot get two liberties, and escapes with three or by taking a chain of the attacker's that it is caught by. The
//! reading plays on copies of the board, so it belongs to the tree's priors and not into playouts.

use crate::board::{Board, Color, Point, Points};

/// Moves that one reading may try. A ladder across a 19x19 board takes about a hundred.
const MOST_MOVES: u32 = 400;

/// Whether the chain in atari of the stone on `chain` can be saved by its owner, who plays first.
pub fn can_escape(board: &Board, chain: Point) -> bool {
    let mut left = MOST_MOVES;
    escapes(board, chain, &mut left)
}

/// Whether the chain of two liberties of the stone on `chain` is caught by the opponent's atari on `atari`.
pub fn catches(board: &Board, chain: Point, atari: Point) -> bool {
    let Some(owner) = board.cell(chain).color() else { return false };
    let mut left = MOST_MOVES;
    is_caught_by(board, owner, chain, atari, &mut left)
}

fn escapes(board: &Board, chain: Point, left: &mut u32) -> bool {
    let Some(owner) = board.cell(chain).color() else { return false };
    let mut answers = captures_around(board, owner, chain);
    answers.push(board.only_liberty(chain));
    for answer in answers {
        if *left == 0 {
            return true;
        }
        *left -= 1;
        if !board.is_legal(owner, answer) {
            continue;
        }
        // A run that takes nothing needs no copy to be judged, unless it leaves two liberties.
        if !board.has_atari_next_to(answer, owner.opponent()) {
            match board.liberties_after(owner, answer, 3) {
                0 | 1 => continue,
                2 => {}
                _ => return true,
            }
        }
        let mut after = board.scratch_copy();
        after.play(owner, answer);
        let is_free = match after.liberties(chain) {
            1 => false,
            2 => !after
                .two_liberties(chain)
                .into_iter()
                .any(|atari| is_caught_by(&after, owner, chain, atari, left)),
            _ => true,
        };
        if is_free {
            return true;
        }
    }
    false
}

fn is_caught_by(board: &Board, owner: Color, chain: Point, atari: Point, left: &mut u32) -> bool {
    if *left == 0 || !board.is_legal(owner.opponent(), atari) {
        return false;
    }
    *left -= 1;
    if runs_into_the_open(board, chain, atari) {
        return false;
    }
    let mut after = board.scratch_copy();
    after.play(owner.opponent(), atari);
    after.in_atari(chain) && !escapes(&after, chain, left)
}

/// Whether the chain of two liberties has three empty points before it when it answers that atari by a run: nothing needs to be
/// read then.
fn runs_into_the_open(board: &Board, chain: Point, atari: Point) -> bool {
    let [first, second] = board.two_liberties(chain);
    let run = if first == atari { second } else { first };
    let is_open = |q: &Point| *q != atari && board.is_empty(*q);
    run.neighbours().iter().filter(|q| is_open(q)).count() >= 3
}

/// Where `owner` takes a chain in atari next to its own chain.
fn captures_around(board: &Board, owner: Color, chain: Point) -> Points {
    let mut captures = Points::new();
    for stone in board.chain_stones(chain) {
        for enemy in board.ataris_next_to(stone, owner.opponent()) {
            let liberty = board.only_liberty(enemy);
            if !captures.contains(&liberty) {
                captures.push(liberty);
            }
        }
    }
    captures
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(diagram: &str) -> Board {
        Board::from_diagram(diagram).unwrap()
    }

    /// A white stone that Black can chase to the upper right, and what stands in the way.
    fn ladder_towards(rest: &str) -> Board {
        board(&format!("{rest} ......... ..XO..... ...XX.... ......... ........."))
    }

    const STONE: Point = Point::new(3, 3);
    const FROM_ABOVE: Point = Point::new(3, 4);

    #[test]
    fn a_ladder_runs_to_the_edge_and_catches() {
        let plain = ladder_towards("......... ......... ......... .........");
        assert!(catches(&plain, STONE, FROM_ABOVE));
        assert!(!catches(&plain, STONE, Point::new(4, 3)), "from the right it runs free");
        let mut chased = plain.clone();
        chased.play(Color::Black, FROM_ABOVE);
        assert!(!can_escape(&chased, STONE));
    }

    #[test]
    fn a_stone_in_the_way_breaks_the_ladder() {
        let broken = ladder_towards("......... ......... ......O.. .........");
        assert!(!catches(&broken, STONE, FROM_ABOVE));
        let beside = ladder_towards("......... O........ ......... .........");
        assert!(catches(&beside, STONE, FROM_ABOVE));
    }

    #[test]
    fn taking_the_catcher_saves_the_chain() {
        let fight = board(
            "......... ......... ......... ...X..... ..X...... ..XOXO... ...XO.... ......... .........",
        );
        assert!(fight.in_atari(STONE) && fight.in_atari(Point::new(4, 3)));
        assert!(can_escape(&fight, STONE));
        let lost = board(
            "......... ......... ......... ...X..... ..X.X.... ..XOX.... ...X..... ......... .........",
        );
        assert!(!can_escape(&lost, STONE));
    }

    /// [`escapes`] and [`is_caught_by`] without what they know before a move is played.
    fn escapes_plainly(board: &Board, chain: Point, depth: u32) -> bool {
        let owner = board.cell(chain).color().unwrap();
        let mut answers = captures_around(board, owner, chain);
        answers.push(board.only_liberty(chain));
        answers.iter().filter(|answer| board.is_legal(owner, **answer)).any(|&answer| {
            let mut after = board.clone();
            after.play(owner, answer);
            let is_caught = |atari| is_caught_plainly(&after, owner, chain, atari, depth + 1);
            match after.liberties(chain) {
                1 => false,
                2 => depth > 40 || !after.two_liberties(chain).into_iter().any(is_caught),
                _ => true,
            }
        })
    }

    fn is_caught_plainly(board: &Board, owner: Color, chain: Point, atari: Point, depth: u32) -> bool {
        let mut after = board.clone();
        board.is_legal(owner.opponent(), atari) && {
            after.play(owner.opponent(), atari);
            after.in_atari(chain) && !escapes_plainly(&after, chain, depth)
        }
    }

    #[test]
    fn what_is_known_without_a_copy_is_what_a_plain_reading_finds() {
        let (mut board, mut color, mut compared) =
            (Board::new(crate::board::Size::square(7)), Color::Black, 0);
        for step in 0..400_usize {
            let legal: Vec<Point> = board
                .empties()
                .iter()
                .copied()
                .filter(|p| board.is_legal(color, *p) && !board.is_eyelike(color, *p))
                .collect();
            match legal.get(step * step % legal.len().max(1)) {
                Some(&point) => _ = board.play(color, point),
                None => board = Board::new(board.size()),
            }
            color = color.opponent();
            for chain in Color::BOTH.into_iter().flat_map(|color| board.chains(color)) {
                let owner = board.cell(chain).color().unwrap();
                match board.liberties(chain) {
                    1 => assert_eq!(
                        can_escape(&board, chain),
                        escapes_plainly(&board, chain, 0),
                        "{}",
                        board.to_diagram()
                    ),
                    2 => board.two_liberties(chain).into_iter().for_each(|atari| {
                        let plain = is_caught_plainly(&board, owner, chain, atari, 0);
                        assert_eq!(catches(&board, chain, atari), plain, "{}", board.to_diagram());
                    }),
                    _ => continue,
                }
                compared += 1;
            }
        }
        assert!(compared > 1000, "{compared}");
    }

    #[test]
    fn a_reading_to_its_end_fits_on_a_small_stack() {
        let mut wide = Board::new(crate::board::Size::square(25));
        for (column, row) in [(2, 3), (3, 2), (4, 2)] {
            wide.play(Color::Black, Point::new(column, row));
        }
        wide.play(Color::White, STONE);
        let read = move || catches(&wide, STONE, FROM_ABOVE);
        let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(read).unwrap();
        assert!(thread.join().unwrap());
    }

    #[test]
    fn at_the_edge_the_atari_comes_from_the_middle() {
        let edge = board(
            "......... ......... ......... ......... ......... ......... ......... ..XOX.... .........",
        );
        let chain = Point::new(3, 1);
        assert!(catches(&edge, chain, Point::new(3, 2)));
        assert!(!catches(&edge, chain, Point::new(3, 0)));
    }
}
