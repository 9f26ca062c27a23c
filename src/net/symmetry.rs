//! The eight symmetries of the board, for planes of numbers row by row.

/// A symmetry: a reflection, and then perhaps an exchange of columns and rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// Leaves everything where it is.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// Number of symmetries.
    pub const COUNT: usize = 8;

    /// The symmetry with that number, 0 to 7, in KataGo's order: 1 turns the board upside down, 2 left to right, 4
    /// exchanges columns and rows (which boards that are not square do not take part in). Modulo 8.
    pub const fn new(number: usize) -> Symmetry {
        Symmetry((number % Symmetry::COUNT) as u8)
    }

    /// Its number, 0 to 7.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// All of them in order.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..Symmetry::COUNT).map(Symmetry::new)
    }

    /// Where the number at `index` of a plane goes.
    fn place(self, index: usize, width: usize, height: usize) -> usize {
        let (mut row, mut column) = (index / width, index % width);
        if self.0 & 1 != 0 {
            row = height - 1 - row;
        }
        if self.0 & 2 != 0 {
            column = width - 1 - column;
        }
        if self.0 & 4 != 0 && width == height {
            (row, column) = (column, row);
        }
        row * width + column
    }

    /// The planes, each of `width` times `height` numbers, under this symmetry.
    ///
    /// # Panics
    /// If `planes` does not hold whole planes.
    pub fn apply(self, planes: &[f32], width: usize, height: usize) -> Vec<f32> {
        self.map(planes, width, height, |from, to, moved, plane| moved[to] = plane[from])
    }

    /// Undoes [`Symmetry::apply`].
    pub fn undo(self, planes: &[f32], width: usize, height: usize) -> Vec<f32> {
        self.map(planes, width, height, |from, to, moved, plane| moved[from] = plane[to])
    }

    fn map(
        self,
        planes: &[f32],
        width: usize,
        height: usize,
        set: impl Fn(usize, usize, &mut [f32], &[f32]),
    ) -> Vec<f32> {
        let area = width * height;
        assert_eq!(planes.len() % area, 0, "planes of another size");
        let mut moved = vec![0.0; planes.len()];
        let places: Vec<usize> = (0..area).map(|index| self.place(index, width, height)).collect();
        for (moved, plane) in moved.chunks_mut(area).zip(planes.chunks(area)) {
            places.iter().enumerate().for_each(|(from, &to)| set(from, to, moved, plane));
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_symmetry_is_undone_and_they_all_differ() {
        for (width, height, different) in [(3, 3, 8), (4, 2, 4)] {
            let plane: Vec<f32> = (0..2 * width * height).map(|i| i as f32).collect();
            let mut images: Vec<Vec<f32>> = Vec::new();
            for symmetry in Symmetry::all() {
                let image = symmetry.apply(&plane, width, height);
                assert_eq!(symmetry.undo(&image, width, height), plane);
                if !images.contains(&image) {
                    images.push(image);
                }
            }
            assert_eq!(images.len(), different);
        }
    }

    #[test]
    fn the_numbers_are_those_of_katago() {
        let plane = [0.0, 1.0, 2.0, 3.0];
        let image = |number| Symmetry::new(number).apply(&plane, 2, 2);
        assert_eq!(image(1), [2.0, 3.0, 0.0, 1.0]);
        assert_eq!(image(2), [1.0, 0.0, 3.0, 2.0]);
        assert_eq!(image(4), [0.0, 2.0, 1.0, 3.0]);
    }
}
