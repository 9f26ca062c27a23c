//! Memory that grows by chunks and is given back only as a whole: items are taken in runs that lie within a chunk.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// log2 of the number of items allocated at a time.
const CHUNK_BITS: u32 = 14;
/// Items allocated at a time.
pub const CHUNK: u32 = 1 << CHUNK_BITS;
/// Bytes that are left to the rest of the program when the system's memory ends before the arena's.
const SPARE: usize = 16 << 20;

/// Bytes that a thread of the search may take after it was started: boards for readings, and what the allocator sets aside.
const SPARE_FOR_THREAD: usize = 1 << 20;

/// Whether the system has memory for small allocations, whose failure ends the program, of so many threads that were just
/// started: [`SPARE`] bytes more and as much as these may take.
pub fn has_spare_memory(threads: usize) -> bool {
    let mut spare = Vec::<u8>::new();
    let is_granted = spare.try_reserve_exact(SPARE + threads * SPARE_FOR_THREAD).is_ok();
    // Else the optimizer may leave the spare memory out, since nothing is ever written to it.
    drop(std::hint::black_box(spare));
    is_granted
}

/// Items of one kind, shared by threads.
#[derive(Debug)]
pub struct Arena<T> {
    chunks: Box<[OnceLock<Box<[T]>>]>,
    used: AtomicU32,
}

impl<T: Default> Arena<T> {
    /// Room for so many chunks, one of them allocated; the first item is taken.
    pub fn new(chunks: usize) -> Arena<T> {
        let arena = Arena { chunks: (0..chunks).map(|_| OnceLock::new()).collect(), used: AtomicU32::new(1) };
        arena.chunk(0);
        arena
    }

    /// How many chunks `bytes` have room for; at least one, and no more than a number of 32 bits counts.
    pub fn chunks_in(bytes: usize) -> usize {
        (bytes / (CHUNK as usize * size_of::<T>())).clamp(1, (u32::MAX >> CHUNK_BITS) as usize)
    }

    /// The item with that place.
    #[inline]
    pub fn item(&self, place: u32) -> &T {
        &self.chunk(place >> CHUNK_BITS)[(place & (CHUNK - 1)) as usize]
    }

    /// A run of items that was taken.
    #[inline]
    pub fn run(&self, first: u32, count: usize) -> &[T] {
        let start = (first & (CHUNK - 1)) as usize;
        &self.chunk(first >> CHUNK_BITS)[start..start + count]
    }

    /// Takes a run of `count` items, at most [`CHUNK`], and tells where it begins; `None` if there is no room for it.
    pub fn take(&self, count: u32) -> Option<u32> {
        let mut used = self.used.load(Relaxed);
        loop {
            let room = CHUNK - (used & (CHUNK - 1));
            let first = if count <= room { used } else { used + room };
            if (first + count).div_ceil(CHUNK) as usize > self.chunks.len() || !self.has_chunk(first) {
                return None;
            }
            match self.used.compare_exchange_weak(used, first + count, Relaxed, Relaxed) {
                Ok(_) => return Some(first),
                Err(now) => used = now,
            }
        }
    }

    /// Number of items taken.
    pub fn len(&self) -> usize {
        self.used.load(Relaxed) as usize
    }

    /// The most items there may be.
    pub fn capacity(&self) -> usize {
        self.chunks.len() * CHUNK as usize
    }

    /// The most chunks there may be.
    pub fn chunks(&self) -> usize {
        self.chunks.len()
    }

    /// Number of chunks allocated so far.
    pub fn allocated(&self) -> usize {
        self.chunks.iter().filter(|chunk| chunk.get().is_some()).count()
    }

    /// Bytes of so many chunks.
    pub fn bytes_of(chunks: usize) -> usize {
        chunks * CHUNK as usize * size_of::<T>()
    }

    fn chunk(&self, index: u32) -> &[T] {
        self.chunks[index as usize].get_or_init(|| (0..CHUNK).map(|_| T::default()).collect())
    }

    /// Whether there is the chunk with the place `first`; makes it if the system has the memory for it and [`SPARE`] more.
    fn has_chunk(&self, first: u32) -> bool {
        let chunk = &self.chunks[(first >> CHUNK_BITS) as usize];
        if chunk.get().is_some() {
            return true;
        }
        let mut items = Vec::<T>::new();
        let is_granted = items.try_reserve_exact(CHUNK as usize).is_ok() && has_spare_memory(0);
        if is_granted {
            items.resize_with(CHUNK as usize, T::default);
            chunk.get_or_init(|| items.into_boxed_slice());
        }
        is_granted
    }
}
