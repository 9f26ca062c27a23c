//! Shapes: what stands around a point, in nested neighbourhoods, the same whichever way the board is turned.
//!
//! A neighbourhood of size d holds the points at gridcular distance dx + dy + max(dx, dy) <= d (Stern, Herbrich, Graepel
//! 2006). Its key is the smallest of the hashes of its eight mirrored and turned images, so that they all have the same.
//! The eight are computed side by side. Stones are told as own and enemy ones, not by colour.

use crate::board::{Board, Cell, Color, Point};
use std::ops::Range;

/// Sizes of the neighbourhoods, from 3x3 up. A shape of one size is only looked at if that of the size before is known.
pub const SIZES: [i32; 8] = [3, 4, 5, 6, 7, 8, 10, 12];

/// Columns and rows that the largest neighbourhood reaches.
const REACH: usize = 6;

/// Width of a window: the largest board with a margin on both sides.
const WIDTH: usize = crate::board::MAX_SIDE + 2 * REACH;

/// Number of points of the largest neighbourhood, its centre left out.
const OFFSETS: usize = count_within(SIZES[SIZES.len() - 1]);

/// The key of a shape.
pub type Key = u32;

/// Eight hashes side by side, one for each image.
type Lanes = [u32; 8];

/// What a window shows of a point: an empty one, an own stone, an enemy stone, no board.
const KINDS: usize = 4;

/// Gridcular distance of an offset from the centre.
const fn distance(columns: i32, rows: i32) -> i32 {
    let (x, y) = (columns.abs(), rows.abs());
    x + y + if x > y { x } else { y }
}

const fn count_within(size: i32) -> usize {
    let (mut count, mut i) = (0, 0);
    let side = 2 * REACH as i32 + 1;
    while i < side * side {
        let d = distance(i % side - REACH as i32, i / side - REACH as i32);
        count += (d > 0 && d <= size) as usize;
        i += 1;
    }
    count
}

/// A well mixed number for each argument (splitmix64, Steele et al. 2014).
const fn mixed(n: u64) -> u64 {
    let z = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The key of `kind` at an offset, under one numbering of the offsets.
const fn key_at(columns: i32, rows: i32, kind: usize) -> u32 {
    let place = (columns + 64) * 128 + rows + 64;
    (mixed(place as u64 * 16 + kind as u64 + 1) >> 32) as u32
}

/// The eight images of an offset.
const fn images(columns: i32, rows: i32) -> [(i32, i32); 8] {
    let (x, y) = (columns, rows);
    [(x, y), (-x, y), (x, -y), (-x, -y), (y, x), (-y, x), (y, -x), (-y, -x)]
}

const fn lanes_at(columns: i32, rows: i32, kind: usize) -> Lanes {
    let images = images(columns, rows);
    let mut lanes = [0; 8];
    let mut i = 0;
    while i < 8 {
        lanes[i] = key_at(images[i].0, images[i].1, kind);
        i += 1;
    }
    lanes
}

/// An offset within the window, and what each kind of point adds to the hashes there.
#[derive(Clone, Copy)]
struct Place {
    offset: isize,
    lanes: [Lanes; KINDS],
}

/// The offsets of the largest neighbourhood, nearest first.
static PLACES: [Place; OFFSETS] = places();

const fn places() -> [Place; OFFSETS] {
    let mut places = [Place { offset: 0, lanes: [[0; 8]; KINDS] }; OFFSETS];
    let (mut found, mut wanted) = (0, 1);
    let reach = REACH as i32;
    while wanted <= SIZES[SIZES.len() - 1] {
        let mut rows = -reach;
        while rows <= reach {
            let mut columns = -reach;
            while columns <= reach {
                if distance(columns, rows) == wanted {
                    let mut lanes = [[0; 8]; KINDS];
                    let mut kind = 1;
                    while kind < KINDS {
                        lanes[kind] = lanes_at(columns, rows, kind);
                        kind += 1;
                    }
                    places[found] = Place { offset: (rows * WIDTH as i32 + columns) as isize, lanes };
                    found += 1;
                }
                columns += 1;
            }
            rows += 1;
        }
        wanted += 1;
    }
    places
}

/// What a liberty class adds to a stone next to the centre: with one liberty, with two, with more.
static LIBERTY_LANES: [[[Lanes; 3]; 2]; 4] = liberty_lanes();

const fn liberty_lanes() -> [[[Lanes; 3]; 2]; 4] {
    // In the order of `Point::neighbours`.
    let beside = [(0, -1), (-1, 0), (1, 0), (0, 1)];
    let mut all = [[[[0; 8]; 3]; 2]; 4];
    let mut i = 0;
    while i < 24 {
        let (side, owner, class) = (i / 6, i / 3 % 2, i % 3);
        all[side][owner][class] = lanes_at(beside[side].0, beside[side].1, KINDS + owner * 3 + class);
        i += 1;
    }
    all
}

/// The largest gridcular distance at which the last move is part of a shape.
const LAST_REACH: i32 = 7;

/// The side of the square of offsets around a point that the last move may have.
const LAST_SIDE: usize = 2 * REACH + 1;

/// What the last move adds, for each offset from the centre, row by row.
static LAST_LANES: [Lanes; LAST_SIDE * LAST_SIDE] = last_lanes();

const fn last_lanes() -> [Lanes; LAST_SIDE * LAST_SIDE] {
    let mut all = [[0; 8]; LAST_SIDE * LAST_SIDE];
    let mut i = 0;
    while i < all.len() {
        let (columns, rows) = (i % LAST_SIDE, i / LAST_SIDE);
        all[i] = lanes_at(columns as i32 - REACH as i32, rows as i32 - REACH as i32, KINDS + 6);
        i += 1;
    }
    all
}

/// What a last move adds to the shapes around `point`, if it is near.
fn last_lanes_at(point: Point, last: Point) -> Option<&'static Lanes> {
    if last == Point::NONE {
        return None;
    }
    let columns = last.column() as i32 - point.column() as i32;
    let rows = last.row() as i32 - point.row() as i32;
    let index = |offset: i32| (offset + REACH as i32) as usize;
    (distance(columns, rows) <= LAST_REACH).then(|| &LAST_LANES[index(rows) * LAST_SIDE + index(columns)])
}

fn add(sum: &mut Lanes, lanes: &Lanes) {
    for (a, b) in sum.iter_mut().zip(lanes) {
        *a ^= b;
    }
}

fn smallest(lanes: &Lanes) -> u32 {
    lanes.iter().copied().fold(u32::MAX, u32::min)
}

/// A copy of a board with room around it, seen by the player to move.
pub struct Window {
    kinds: [u8; WIDTH * WIDTH],
}

impl Window {
    /// The board as `color` sees it.
    pub fn new(board: &Board, color: Color) -> Window {
        let mut kinds = [3; WIDTH * WIDTH];
        for point in board.size().points() {
            kinds[place(point)] = match board.cell(point) {
                Cell::Empty => 0,
                cell => 1 + u8::from(!cell.is(color)),
            };
        }
        Window { kinds }
    }

    /// The key of the 3x3 shape around `point` together with how many liberties the chains next to it have (one, two or
    /// more); the same and where the last move stands from there, if it is near; and the key of the shape of each size,
    /// smallest first, computed when it is asked for.
    pub fn shapes(
        &self,
        board: &Board,
        color: Color,
        point: Point,
        last: Point,
    ) -> (Key, Option<Key>, impl Iterator<Item = Key> + '_) {
        let centre = place(point);
        let mut near = [0; 8];
        self.add_places(&mut near, centre, 0..ENDS[0]);
        let mut with_liberties = near;
        for (side, stone) in point.neighbours().into_iter().enumerate() {
            if let Some(owner) = board.cell(stone).color() {
                let class = board.liberties(stone).clamp(1, 3) - 1;
                add(&mut with_liberties, &LIBERTY_LANES[side][usize::from(owner != color)][class]);
            }
        }
        let with_last = last_lanes_at(point, last).map(|lanes| {
            let mut sum = with_liberties;
            add(&mut sum, lanes);
            smallest(&sum) ^ (mixed(2) as u32)
        });
        let (mut hashes, mut done) = (near, ENDS[0]);
        let keys = SIZES.iter().zip(ENDS).map(move |(&size, end)| {
            self.add_places(&mut hashes, centre, done..end);
            done = end;
            smallest(&hashes) ^ (mixed(size as u64) as u32)
        });
        (smallest(&with_liberties) ^ (mixed(1) as u32), with_last, keys)
    }

    /// Adds what stands on those of the [`PLACES`] around a centre.
    fn add_places(&self, hashes: &mut Lanes, centre: usize, places: Range<usize>) {
        for at in &PLACES[places] {
            let kind = self.kinds[centre.wrapping_add_signed(at.offset)];
            add(hashes, &at.lanes[usize::from(kind) % KINDS]);
        }
    }
}

/// How many places the neighbourhood of each size has.
const ENDS: [usize; SIZES.len()] = ends();

const fn ends() -> [usize; SIZES.len()] {
    let mut ends = [0; SIZES.len()];
    let mut i = 0;
    while i < SIZES.len() {
        ends[i] = count_within(SIZES[i]);
        i += 1;
    }
    ends
}

fn place(point: Point) -> usize {
    (point.row() + REACH) * WIDTH + point.column() + REACH
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(diagram: &str, color: Color, column: usize, row: usize) -> Vec<Key> {
        let board = Board::from_diagram(diagram).unwrap();
        let (window, point) = (Window::new(&board, color), Point::new(column, row));
        let (with_liberties, _, sizes) = window.shapes(&board, color, point, Point::NONE);
        sizes.chain([with_liberties]).collect()
    }

    #[test]
    fn images_and_swapped_colours_have_the_same_keys() {
        let base = keys("....... .XO.... ..X.... ....... .....O. ....... .......", Color::Black, 3, 4);
        let turned = keys("....... .....X. ....XO. ....... ....... ..O.... .......", Color::Black, 4, 3);
        let mirrored = keys("....... ....OX. ....X.. ....... .O..... ....... .......", Color::Black, 3, 4);
        let swapped = keys("....... .OX.... ..O.... ....... .....X. ....... .......", Color::White, 3, 4);
        assert_eq!(base, mirrored);
        assert_eq!(base, swapped);
        assert_eq!(base, turned);
    }

    #[test]
    fn a_larger_shape_tells_what_a_smaller_one_does_not() {
        let near = keys(
            "......... ......... ......... ......... ......... ......X.. ......... ......... .........",
            Color::Black,
            4,
            4,
        );
        let far = keys(
            "......... ......... ......... ......... ......... ......... ......X.. ......... .........",
            Color::Black,
            4,
            4,
        );
        assert_eq!(near[0], far[0], "both 3x3 are empty");
        assert_ne!(near[3], far[3]);
        assert_eq!(near.len(), SIZES.len() + 1);
    }

    #[test]
    fn the_last_move_is_told_where_it_is_near() {
        let with_last = |diagram: &str, point: (usize, usize), last: (usize, usize)| {
            let board = Board::from_diagram(diagram).unwrap();
            let [point, last] = [point, last].map(|(column, row)| Point::new(column, row));
            Window::new(&board, Color::White).shapes(&board, Color::White, point, last).1
        };
        let diagram = "....... ..X.... ....... ....... ....X.. ....... .......";
        let mirrored = "....... ....X.. ....... ....... ..X.... ....... .......";
        let one = with_last(diagram, (3, 3), (2, 5));
        assert!(one.is_some());
        assert_eq!(one, with_last(mirrored, (3, 3), (4, 5)), "the same in the mirror");
        assert_ne!(one, with_last(diagram, (3, 3), (4, 2)), "another stone was the last");
        assert_eq!(with_last(diagram, (0, 0), (2, 5)), None, "too far");
    }

    #[test]
    fn liberties_of_the_chains_beside_are_told() {
        let two = keys("..... ..O.. .OX.. ..... .....", Color::White, 2, 1);
        let one = keys("..... ..O.. .OXO. ..... .....", Color::White, 2, 1);
        assert_ne!(two[SIZES.len()], one[SIZES.len()]);
    }
}
