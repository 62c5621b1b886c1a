//! Which cards, tiles and actions nobody uses.
//!
//! In: the uses that several arms of one game counted. Out: how many items are
//! used in fewer than so many of their games, with an interval that says how
//! many that may be once more is played.

use super::ArmResult;
use crate::stats::many::level_of_each;
use crate::stats::rate::Ends;
use crate::stats::{Estimate, Method};

/// The items that hardly anybody uses.
#[derive(Debug, Clone)]
pub struct Unused {
    /// Those that are surely rarer, in the order of the game.
    pub items: Vec<String>,
    /// How many the game has.
    pub of: usize,
    /// Their share of all items; its interval reaches to the share of those that
    /// may be rarer.
    pub share: Estimate,
}

/// Whether an item that was used in so many of these games is surely used in less
/// than a share `limit` of them, and whether it may be, all of `items` at once.
#[must_use]
pub fn rare(uses: u64, games: u64, blocks: u64, limit: f64, items: usize, level: f64) -> [bool; 2] {
    // Several seats of a game may use it: then these are too many, and it is
    // not called rare for that.
    let share = (uses as f64 / games.max(1) as f64).min(1.0);
    let (low, high) = Ends::of(share, blocks as f64, level_of_each(level, items)).ends;
    [high < limit, low < limit]
}

/// The items that are used in less than `rare` (a share) of the games of these
/// arms, which play the same game with different bots; those that `exists`
/// denies are no part of the game. A block of all arms counts as one game: sharing
/// luck can do no worse. The intervals of all items hold at once (Bonferroni).
/// `None` without games or items.
#[must_use]
pub fn unused(
    results: &[&ArmResult],
    exists: impl Fn(usize) -> bool,
    rare: f64,
    level: f64,
) -> Option<Unused> {
    let first = results.first()?;
    let games: u64 = results.iter().map(|result| result.games).sum();
    let blocks: u64 = results.iter().map(|result| result.blocks).max()?;
    let items: Vec<usize> = (0..first.items.len()).filter(|&item| exists(item)).collect();
    let all = items.len();
    let (mut surely, mut possibly) = (Vec::new(), 0);
    for item in items {
        let used = results.iter().filter_map(|result| result.usage.get(item));
        let used = used.map(|usage| usage.seat_games).sum();
        let [sure, may] = self::rare(used, games, blocks, rare, all, level);
        possibly += usize::from(may);
        if sure {
            surely.push(first.items[item].clone());
        }
    }
    if all == 0 || blocks == 0 {
        return None;
    }
    let of = |items: usize| items as f64 / all as f64;
    let ends = (of(surely.len()), of(possibly));
    let share = Estimate::new(ends.0, ends, level, Method::Bonferroni, blocks);
    Some(Unused { items: surely, of: all, share })
}
