//! Copies of boards for readings that play moves and throw them away.

use super::{Board, Size};
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};

/// The most boards that a thread keeps for the next copies, each of 20 kB. Readings that go deeper allocate.
const MOST_KEPT: usize = 16;

thread_local! {
    static KEPT: RefCell<Vec<Box<Board>>> = const { RefCell::new(Vec::new()) };
}

/// A copy of a board, on the heap since a stack of boards would be too large for a thread. When it is dropped its memory waits
/// for the next copy: to allocate and fill a board costs several times as much as to copy what one of its size uses.
#[derive(Debug)]
pub struct ScratchBoard(Option<Box<Board>>);

impl Board {
    /// A copy for a reading.
    pub fn scratch_copy(&self) -> ScratchBoard {
        let kept = KEPT.with_borrow_mut(Vec::pop);
        let mut board = kept.unwrap_or_else(|| on_heap(self.size()));
        (*board).clone_from(self);
        ScratchBoard(Some(board))
    }
}

/// Not inlined, so that no board stands in the caller's frame.
#[inline(never)]
fn on_heap(size: Size) -> Box<Board> {
    Box::new(Board::new(size))
}

impl Drop for ScratchBoard {
    fn drop(&mut self) {
        let board = self.0.take();
        // A thread that ends may have given up its store already.
        let _ = KEPT.try_with(|kept| {
            let mut kept = kept.borrow_mut();
            if kept.len() < MOST_KEPT {
                kept.extend(board);
            }
        });
    }
}

impl Deref for ScratchBoard {
    type Target = Board;

    fn deref(&self) -> &Board {
        self.0.as_ref().expect("invariant: there is a board until it is dropped")
    }
}

impl DerefMut for ScratchBoard {
    fn deref_mut(&mut self) -> &mut Board {
        self.0.as_mut().expect("invariant: there is a board until it is dropped")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Point, Size};

    #[test]
    fn a_copy_is_like_the_original_whatever_was_in_its_memory_before() {
        for side in [19, 9, 25, 5, 19] {
            let mut board = Board::new(Size::square(side));
            board.play(Color::Black, Point::new(1, 1));
            let mut copy = board.scratch_copy();
            assert_eq!((copy.size(), copy.hash()), (board.size(), board.hash()));
            copy.play(Color::White, Point::new(2, 2));
            copy.check().unwrap();
            assert!(board.is_empty(Point::new(2, 2)));
        }
    }

    #[test]
    fn more_copies_than_are_kept_may_be_in_use() {
        let sizes = (1..=MOST_KEPT + 4).map(|i| Size::new(1 + i % 25, 25 - i % 25).expect("a size"));
        let copies: Vec<ScratchBoard> = sizes.clone().map(|size| Board::new(size).scratch_copy()).collect();
        assert!(copies.iter().zip(sizes).all(|(copy, size)| copy.size() == size && copy.check().is_ok()));
    }
}
