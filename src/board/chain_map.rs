//! Numbers of chains, and arrays that only they index.

use std::ops::{Index, IndexMut};

/// Number of values a [`ChainId`] can have. There are at most 625 chains and the dummy; a power of two makes every index
/// valid by a mask.
const CHAINS: usize = 1024;
const MASK: u16 = CHAINS as u16 - 1;

/// The number of a chain; two stones are connected if they have the same. Valid until the board changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ChainId(u16);

impl ChainId {
    /// What empty and guard points have instead of a chain.
    pub(super) const DUMMY: ChainId = ChainId(0);

    #[inline]
    pub(super) fn index(self) -> u16 {
        self.0
    }
}

/// An array with one entry for each chain number.
#[derive(Clone, Debug)]
pub(super) struct ChainMap<T>([T; CHAINS]);

impl<T: Copy> ChainMap<T> {
    pub fn filled(value: T) -> ChainMap<T> {
        ChainMap([value; CHAINS])
    }

    /// Takes over the entries of the dummy and the first `chains` numbers.
    #[inline]
    pub fn copy_first(&mut self, other: &ChainMap<T>, chains: usize) {
        self.0[..=chains].copy_from_slice(&other.0[..=chains]);
    }
}

impl<T> Index<ChainId> for ChainMap<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, chain: ChainId) -> &T {
        debug_assert!((chain.0 as usize) < CHAINS);
        // SAFETY: a `ChainId` is below `CHAINS`: its field is private to this file, which only builds masked ones.
        unsafe { self.0.get_unchecked(chain.0 as usize) }
    }
}

impl<T> IndexMut<ChainId> for ChainMap<T> {
    #[inline(always)]
    fn index_mut(&mut self, chain: ChainId) -> &mut T {
        debug_assert!((chain.0 as usize) < CHAINS);
        // SAFETY: as in `index`.
        unsafe { self.0.get_unchecked_mut(chain.0 as usize) }
    }
}

/// The numbers that no chain has: a stack, so that few numbers are in use and their entries stay in the cache.
#[derive(Clone, Debug)]
pub(super) struct FreeChains {
    stack: ChainMap<ChainId>,
    used: u16,
}

impl FreeChains {
    pub fn new() -> FreeChains {
        FreeChains { stack: ChainMap(std::array::from_fn(|i| ChainId((i as u16 + 1) & MASK))), used: 0 }
    }

    /// The number that [`FreeChains::take`] would take.
    #[inline]
    pub fn next(&self) -> ChainId {
        self.stack[ChainId(self.used & MASK)]
    }

    /// Takes the next number if `wanted`.
    #[inline]
    pub fn take_if(&mut self, wanted: bool) {
        self.used += u16::from(wanted);
    }

    #[inline]
    pub fn give_back(&mut self, chain: ChainId) {
        self.used -= 1;
        self.stack[ChainId(self.used & MASK)] = chain;
    }

    /// Number of chains on the board.
    pub fn used(&self) -> usize {
        self.used as usize
    }

    #[inline]
    pub fn copy_first(&mut self, other: &FreeChains, chains: usize) {
        self.used = other.used;
        self.stack.copy_first(&other.stack, chains);
    }
}
