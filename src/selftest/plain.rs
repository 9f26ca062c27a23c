//! The rules of play written down as they are in the rule books, to compare with: an array of colours, flood fill, and a
//! list of all whole positions. Short and right, not fast, and nothing of it is shared with [`crate::board`].

use crate::rules::{KoRule, Rules};

/// A game on a plain board. Points are numbered row by row from the bottom left corner.
#[derive(Clone, Debug)]
pub struct PlainGame {
    width: usize,
    height: usize,
    rules: Rules,
    /// What stands on each point: 1 for Black, -1 for White, 0 for nothing.
    points: Vec<i8>,
    /// Stones taken by Black and by White.
    prisoners: [u32; 2],
    /// Each position so far, who made it (0 at the start), and whether by a pass.
    history: Vec<(Vec<i8>, i8, bool)>,
}

impl PlainGame {
    /// An empty board.
    pub fn new(width: usize, height: usize, rules: Rules) -> PlainGame {
        let points = vec![0; width * height];
        let history = vec![(points.clone(), 0, false)];
        PlainGame { width, height, rules, points, prisoners: [0; 2], history }
    }

    /// Stones taken by Black and by White.
    pub fn prisoners(&self) -> [u32; 2] {
        self.prisoners
    }

    /// Rows of `.`, `X` and `O`, the top row first, joined by `/`.
    pub fn to_diagram(&self) -> String {
        let letter = |stone: &i8| ['O', '.', 'X'][(stone + 1) as usize];
        let rows = self.points.chunks(self.width).rev();
        rows.map(|row| row.iter().map(letter).collect::<String>()).collect::<Vec<_>>().join("/")
    }

    /// Plays for Black (1) or White (-1) on a point, or passes (`None`). False, and nothing changed, if the rules forbid it.
    pub fn play(&mut self, color: i8, place: Option<usize>) -> bool {
        let Some(place) = place else {
            self.history.push((self.points.clone(), color, true));
            return true;
        };
        let Some((after, taken, lost)) = self.after(color, place) else { return false };
        if self.repeats(color, &after) {
            return false;
        }
        let own = usize::from(color < 0);
        self.prisoners[own] += taken;
        self.prisoners[1 - own] += lost;
        self.points.clone_from(&after);
        self.history.push((after, color, false));
        true
    }

    /// Whether that play is legal.
    pub fn is_legal(&self, color: i8, place: usize) -> bool {
        self.after(color, place).is_some_and(|(after, ..)| !self.repeats(color, &after))
    }

    /// The position after a play, stones taken, and stones lost by suicide; `None` if it is not allowed whatever the ko rule.
    fn after(&self, color: i8, place: usize) -> Option<(Vec<i8>, u32, u32)> {
        if self.points[place] != 0 {
            return None;
        }
        let mut points = self.points.clone();
        points[place] = color;
        let mut taken = 0;
        for next in self.neighbours(place) {
            if points[next] == -color {
                taken += self.remove_if_captured(&mut points, next);
            }
        }
        let lost = self.remove_if_captured(&mut points, place);
        let is_forbidden = lost == 1 || (lost > 1 && !self.rules.suicide);
        (!is_forbidden).then_some((points, taken, lost))
    }

    fn neighbours(&self, place: usize) -> impl Iterator<Item = usize> + use<> {
        let (column, row) = (place % self.width, place / self.width);
        let (width, height) = (self.width, self.height);
        let left = (column > 0).then(|| place - 1);
        let right = (column + 1 < width).then(|| place + 1);
        let below = (row > 0).then(|| place - width);
        let above = (row + 1 < height).then(|| place + width);
        [left, right, below, above].into_iter().flatten()
    }

    /// Takes the chain of that stone off if it has no liberty; returns the number of its stones, or 0.
    fn remove_if_captured(&self, points: &mut [i8], stone: usize) -> u32 {
        let mut chain = vec![stone];
        let mut next = 0;
        while next < chain.len() {
            for neighbour in self.neighbours(chain[next]) {
                if points[neighbour] == 0 {
                    return 0;
                }
                if points[neighbour] == points[stone] && !chain.contains(&neighbour) {
                    chain.push(neighbour);
                }
            }
            next += 1;
        }
        chain.iter().for_each(|&place| points[place] = 0);
        chain.len() as u32
    }

    /// Whether the ko rule forbids `color` to make that position.
    fn repeats(&self, color: i8, after: &[i8]) -> bool {
        let mut same = self.history.iter().enumerate().filter(|(_, (points, ..))| points == after);
        match self.rules.ko {
            KoRule::Simple => {
                let is_reply = self.history.last().is_some_and(|(_, by, _)| *by == -color);
                is_reply && same.any(|(number, _)| number + 2 == self.history.len())
            }
            KoRule::Positional => same.next().is_some(),
            // The player who makes the position is the one who is not to move in it. At the start Black is to move.
            KoRule::Situational => {
                same.any(|(_, (_, by, _))| if *by == 0 { color < 0 } else { *by == color })
            }
            KoRule::Natural => same.any(|(_, (_, by, is_pass))| *by == color && !is_pass),
        }
    }
}
