//! The 3x3 patterns of the eight points around one, four to a word.

/// The pattern codes of the eight points around one (see [`super::Board::pattern_code`]), in the order of
/// [`super::Point::around`]; [`PatternCodes::OCCUPIED`] for those that are not empty.
///
/// Each word holds four codes of 16 bits, which all operations treat alike: a move of a playout asks for two of these, and
/// one code after the other takes twice the instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PatternCodes([u64; 2]);

/// The same 16 bits four times.
const fn lanes(bits: u16) -> u64 {
    bits as u64 * 0x0001_0001_0001_0001
}

impl PatternCodes {
    /// What stands for the code of a point that is not empty: no empty point has border all around.
    pub const OCCUPIED: u16 = u16::MAX;

    /// The codes around the middle of a 5x5, of which each row has two bits for a cell, from the left, the lowest row
    /// coming first.
    #[inline]
    pub(super) fn of(rows: [u16; 5]) -> PatternCodes {
        let [a, b, c, d, e] = rows.map(u64::from);
        // Three points below and one to the left; one to the right and three above.
        PatternCodes([
            join(three(a) | b << 52, three(b) | c << 52, three(c) | d << 52),
            join(b | three(c) << 16, c | three(d) << 16, d | three(e) << 16),
        ])
    }

    /// The codes with Black and White exchanged.
    #[inline]
    pub fn with_colors_exchanged(self) -> PatternCodes {
        PatternCodes(self.0.map(|word| (word & lanes(0x5555)) << 1 | word >> 1 & lanes(0x5555)))
    }

    /// One code after the other.
    #[inline]
    pub fn to_array(self) -> [u16; 8] {
        std::array::from_fn(|i| (self.0[i / 4] >> (16 * (i % 4))) as u16)
    }
}

/// A row in each of three lanes, with another three of its five cells at bits 4 to 9: the left ones, the middle, the right.
#[inline]
fn three(row: u64) -> u64 {
    row * (1 << 4 | 1 << 18 | 1 << 32)
}

/// Four codes from the rows below, at the height of and above the points, the three cells at bits 4 to 9 of each lane.
#[inline]
fn join(below: u64, middle: u64, above: u64) -> u64 {
    let code = below >> 4 & lanes(0x003f)
        | middle << 2 & lanes(0x00c0)
        | middle & lanes(0x0300)
        | above << 6 & lanes(0xfc00);
    let occupied = (middle >> 6 | middle >> 7) & lanes(1);
    code | (occupied * u64::from(PatternCodes::OCCUPIED))
}
