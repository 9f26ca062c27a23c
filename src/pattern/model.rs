//! The weights of the features, and the probabilities that follow from them.

use super::features::{FEATURES, Position};
use super::shape::Key;
use crate::board::{Point, Size};
use fxhash::FxHashMap;
use std::fmt;
use std::sync::LazyLock;

/// Boards that have weights of their own for all features but shapes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardClass {
    /// The longer side is at most 10.
    Small,
    /// At most 15.
    Middle,
    /// Longer.
    Large,
}

impl BoardClass {
    /// All classes in order.
    pub const ALL: [BoardClass; 3] = [BoardClass::Small, BoardClass::Middle, BoardClass::Large];

    /// The class of a board.
    pub fn of(size: Size) -> BoardClass {
        match size.width().max(size.height()) {
            0..=10 => BoardClass::Small,
            11..=15 => BoardClass::Middle,
            _ => BoardClass::Large,
        }
    }
}

/// Why a file of weights cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WeightsError {
    /// It ends before its end, or goes on after it.
    Length,
    /// It was made for other features.
    Features,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            WeightsError::Length => "the file of pattern weights is cut or too long",
            WeightsError::Features => "the file of pattern weights is for other features",
        })
    }
}

impl std::error::Error for WeightsError {}

/// A log-linear model of moves.
#[derive(Clone, Debug)]
pub struct Model {
    features: [Vec<f32>; 3],
    shapes: FxHashMap<Key, f32>,
}

/// A weight of a shape in the file is this part of 1.
const GRAIN: f32 = 1.0 / 512.0;

impl Model {
    /// A model from the weights of features, for each [`BoardClass`], and shapes.
    ///
    /// # Panics
    /// If there are not [`FEATURES`] weights for each class.
    pub fn new(features: [Vec<f32>; 3], shapes: impl IntoIterator<Item = (Key, f32)>) -> Model {
        assert!(features.iter().all(|weights| weights.len() == FEATURES));
        Model { features, shapes: shapes.into_iter().collect() }
    }

    /// The model that the program comes with for boards of that class. Small boards have one of their own: the same shapes
    /// are worth other things there.
    pub fn embedded(class: BoardClass) -> &'static Model {
        static SMALL: LazyLock<Model> = LazyLock::new(|| of_program(include_bytes!("weights_small.bin")));
        static LARGER: LazyLock<Model> = LazyLock::new(|| of_program(include_bytes!("weights.bin")));
        if class == BoardClass::Small { &SMALL } else { &LARGER }
    }

    /// A model from the bytes of a file. Numbers are little-endian: how many features and shapes there are (`u32`), the
    /// weights of the features for each class (`f32`), the shapes' keys (`u32`), their weights in 512ths (`i16`).
    ///
    /// # Errors
    /// [`WeightsError`] says what is wrong with it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Model, WeightsError> {
        let mut rest = bytes;
        let mut word = || {
            let (first, others) = rest.split_first_chunk::<4>().ok_or(WeightsError::Length)?;
            rest = others;
            Ok(*first)
        };
        if u32::from_le_bytes(word()?) as usize != FEATURES {
            return Err(WeightsError::Features);
        }
        let shape_count = u32::from_le_bytes(word()?) as usize;
        let mut features = [const { Vec::new() }; 3];
        for weights in &mut features {
            for _ in 0..FEATURES {
                weights.push(f32::from_le_bytes(word()?));
            }
        }
        if shape_count.checked_mul(6) != Some(rest.len()) {
            return Err(WeightsError::Length);
        }
        let (keys, weights) = rest.split_at(4 * shape_count);
        let keys = keys.as_chunks::<4>().0.iter().map(|key| Key::from_le_bytes(*key));
        let weights = weights.as_chunks::<2>().0.iter().map(|w| f32::from(i16::from_le_bytes(*w)) * GRAIN);
        Ok(Model::new(features, keys.zip(weights)))
    }

    /// The bytes of a file, as [`Model::from_bytes`] reads them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut shapes: Vec<(Key, f32)> = self.shapes().collect();
        shapes.sort_unstable_by_key(|(key, _)| *key);
        let counts = [FEATURES as u32, shapes.len() as u32];
        let mut bytes: Vec<u8> = counts.into_iter().flat_map(u32::to_le_bytes).collect();
        bytes.extend(self.features.iter().flatten().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(shapes.iter().flat_map(|(key, _)| key.to_le_bytes()));
        bytes.extend(shapes.iter().flat_map(|(_, weight)| ((weight / GRAIN).round() as i16).to_le_bytes()));
        bytes
    }

    /// The weights of the features for each [`BoardClass`].
    pub fn features(&self) -> &[Vec<f32>; 3] {
        &self.features
    }

    /// The shapes with their weights, in no order.
    pub fn shapes(&self) -> impl Iterator<Item = (Key, f32)> {
        self.shapes.iter().map(|(key, weight)| (*key, *weight))
    }

    /// Number of shapes that the model knows.
    pub fn shape_count(&self) -> usize {
        self.shapes.len()
    }

    /// The logarithm of the strength of a play on the empty `point`.
    pub fn strength(&self, class: BoardClass, position: &Position, point: Point) -> f32 {
        let weights = &self.features[class as usize];
        let mut sum = 0.0;
        position.features(point, |feature| sum += weights[feature]);
        let (with_liberties, with_last, sizes) = position.shapes(point);
        sum += self.shapes.get(&with_liberties).unwrap_or(&0.0);
        sum += with_last.and_then(|key| self.shapes.get(&key)).unwrap_or(&0.0);
        sum + sizes.map_while(|key| self.shapes.get(&key)).sum::<f32>()
    }

    /// The probability of each of the `points` for the player to move, among these.
    pub fn probabilities(&self, class: BoardClass, position: &Position, points: &[Point]) -> Vec<f32> {
        let mut strengths: Vec<f32> =
            points.iter().map(|point| self.strength(class, position, *point)).collect();
        let most = strengths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for strength in &mut strengths {
            *strength = libm::expf(*strength - most);
            sum += *strength;
        }
        strengths.iter_mut().for_each(|strength| *strength /= sum);
        strengths
    }
}

fn of_program(bytes: &[u8]) -> Model {
    Model::from_bytes(bytes).expect("invariant: checked by a test")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color};

    /// The probabilities of all empty points for `color`, largest first.
    fn ranked(board: &Board, color: Color, recent: [Point; 2]) -> Vec<(Point, f32)> {
        let points = board.empties();
        let position = Position::new(board, color, recent);
        let class = BoardClass::of(board.size());
        let probabilities = Model::embedded(class).probabilities(class, &position, points);
        let mut ranked: Vec<_> = points.iter().copied().zip(probabilities).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked
    }

    #[test]
    fn probabilities_sum_to_one() {
        let board = Board::from_diagram("..... .XO.. XOO.. .XX.. .....").unwrap();
        let sum: f32 = ranked(&board, Color::White, [Point::NONE; 2]).iter().map(|(_, p)| p).sum();
        assert!((sum - 1.0).abs() < 1e-4);
    }

    #[test]
    fn a_large_empty_board_is_opened_in_a_corner() {
        let board = Board::new(Size::square(19));
        for (point, _) in &ranked(&board, Color::Black, [Point::NONE; 2])[..8] {
            let line = |at: usize| at.min(18 - at);
            assert!(matches!((line(point.column()), line(point.row())), (2..=4, 2..=4)), "{point:?}");
        }
    }

    #[test]
    fn a_chain_put_into_atari_is_saved() {
        let board = Board::from_diagram(
            "......... ......... ......... ....O.... ..XOX.... ...X..... ......... ......... .........",
        )
        .unwrap();
        let last = Point::new(4, 4);
        assert_eq!(ranked(&board, Color::White, [last, Point::NONE])[0].0, Point::new(3, 5));
    }

    #[test]
    fn a_file_comes_back_as_it_was() {
        let files = [include_bytes!("weights_small.bin").as_slice(), include_bytes!("weights.bin")];
        for (class, file) in [BoardClass::Small, BoardClass::Large].into_iter().zip(files) {
            let model = Model::embedded(class);
            assert_eq!(model.to_bytes(), file);
            assert!(model.shape_count() > 1000);
        }
    }

    #[test]
    fn a_cut_long_or_foreign_file_is_refused() {
        let bytes = Model::embedded(BoardClass::Large).to_bytes();
        let long = [bytes.as_slice(), &[0]].concat();
        for wrong in [&bytes[..3], &bytes[..100], &bytes[..bytes.len() - 1], &long] {
            assert_eq!(Model::from_bytes(wrong).unwrap_err(), WeightsError::Length);
        }
        let foreign = [&[1, 0, 0, 0], &bytes[4..]].concat();
        assert_eq!(Model::from_bytes(&foreign).unwrap_err(), WeightsError::Features);
    }
}
