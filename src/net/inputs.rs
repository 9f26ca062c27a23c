//! What a network sees of a position: KataGo's input features, version 7.

/// Number of input planes, each with one value for each point.
pub const PLANES: usize = 22;

/// Number of input values for the whole board.
pub const GLOBALS: usize = 19;

/// The input features of one position, from the point of view of the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Inputs {
    /// Columns of the board.
    pub width: usize,
    /// Rows of the board.
    pub height: usize,
    /// [`PLANES`] planes of `height` rows of `width` values. Row 0 is the top row of the board.
    pub planes: Vec<f32>,
    /// The values for the whole board.
    pub globals: [f32; GLOBALS],
}

impl Inputs {
    /// All features 0, even that for points on the board.
    pub fn zero(width: usize, height: usize) -> Inputs {
        Inputs { width, height, planes: vec![0.0; PLANES * width * height], globals: [0.0; GLOBALS] }
    }
}
