//! What a search keeps of its network from move to move.

use super::{Biases, Cache, Court, Utility, doublings_of_white, prepare_root};
use crate::board::{Color, Size};
use crate::net::Network;
use crate::params::NetParams;
use crate::playout::Rng;
use crate::rules::Game;
use crate::search::tree::Tree;
use crate::search::wanted::Wanted;
use std::sync::Arc;

/// The network, its verdicts so far, and how they are to be taken.
#[derive(Debug)]
pub struct Chamber {
    network: Arc<Network>,
    /// The verdicts on boards of one size.
    cache: Option<(Size, Cache)>,
    /// How far the network is off in kinds of positions, as far as the tree knows.
    biases: Biases,
    /// By how much the network takes White to be the stronger player.
    doublings_of_white: f64,
    /// What scores are worth in the tree.
    utility: Utility,
}

impl Chamber {
    /// A chamber without any verdict.
    pub fn new(network: Arc<Network>) -> Chamber {
        let (biases, utility) = (Biases::default(), Utility::default());
        Chamber { network, cache: None, biases, doublings_of_white: 0.0, utility }
    }

    /// Forgets all verdicts and gives their memory back.
    pub fn clear(&mut self) {
        self.cache = None;
    }

    /// Makes the moves at the root of a tree for the game's position, those that are wanted and a pass. Up to `megabytes` go
    /// to the verdicts.
    #[expect(clippy::too_many_arguments, reason = "all that a search has, once for each search")]
    pub fn prepare(
        &mut self,
        game: &Game,
        color: Color,
        tree: &mut Tree,
        rng: &mut Rng,
        params: &NetParams,
        megabytes: usize,
        wanted: &Wanted,
    ) {
        self.set_doublings(game, color, tree, params);
        let cache = match self.cache.take() {
            Some((size, cache)) if size == game.size() => cache,
            _ => Cache::new(megabytes, game.size().area()),
        };
        self.cache = Some((game.size(), cache));
        self.keep_biases(tree, params);
        let court = self.court(params).expect("invariant: there is a cache");
        self.utility = prepare_root(court, game, color, tree, rng, wanted);
    }

    /// States which player the network takes for the stronger one. Verdicts that took it otherwise are forgotten.
    fn set_doublings(&mut self, game: &Game, color: Color, tree: &mut Tree, params: &NetParams) {
        let root = tree.root();
        let wins = (tree.opinion(root).count() > 0).then(|| tree.node(root).win_rate()).flatten();
        let black_wins = wins.map(|wins| if color == Color::Black { 1.0 - wins } else { wins });
        let doublings = doublings_of_white(game, params, black_wins);
        if doublings != self.doublings_of_white {
            self.doublings_of_white = doublings;
            self.cache = None;
            tree.clear();
        }
    }

    /// Lets what nodes have found that are not in the tree any more count less. A new tree begins without biases.
    fn keep_biases(&mut self, tree: &Tree, params: &NetParams) {
        if tree.opinion(tree.root()).count() == 0 {
            self.biases = Biases::default();
            return;
        }
        self.biases.fade(1.0 - params.bias_fading);
        let mut open = vec![tree.root()];
        while let Some(id) = open.pop() {
            self.biases.restore(tree.opinion(id).bias(), params.bias_fading);
            let children = tree.children(id).iter().take_while(|child| child.visits() > 0);
            open.extend((0..children.count()).map(|index| tree.child_id(id, index)));
        }
    }

    /// What scores are worth in the tree.
    pub fn utility(&self) -> Utility {
        self.utility
    }

    /// What the threads of a search judge with, once the root has been prepared.
    pub fn court<'a>(&'a self, params: &'a NetParams) -> Option<Court<'a>> {
        let (_, cache) = self.cache.as_ref()?;
        let doublings_of_white = self.doublings_of_white;
        Some(Court { network: &self.network, cache, biases: &self.biases, params, doublings_of_white })
    }
}
