//! Which game is which: block, rotation, seating. All pure functions of the
//! game's number, so any share of the work can be done anywhere.

use std::ops::Range;

use crate::chance::MAX_SEATS;

/// Blocks of `rotations` games each that hold at least `games` games.
///
/// A block is every rotation of the entrants over the seats, on the same luck;
/// with two seats a mirrored pair. Entrants that are all alike have nothing to
/// rotate: their block is one game, because a bot without whims would only
/// play the same game again (see `PlanArm::rotations`).
#[must_use]
pub const fn blocks_for(games: u64, rotations: u32) -> u64 {
    games.div_ceil(rotations as u64)
}

/// Block and rotation of game `game`. Where a block is one game the rotation
/// goes on from block to block, so that every entrant still sits everywhere
/// equally often.
#[must_use]
pub const fn place(game: u64, rotations: u32, seats: usize) -> (u64, u32) {
    let block = game / rotations as u64;
    let turns = if rotations == 1 { seats as u64 } else { rotations as u64 };
    (block, (game % turns) as u32)
}

/// `seating[seat]` is the entrant that sits there in this rotation: entrant
/// `e` sits in seat `(e + rotation) mod seats`.
#[must_use]
pub fn seating(rotation: u32, seats: usize) -> [u8; MAX_SEATS] {
    let mut seating = [0; MAX_SEATS];
    for entrant in 0..seats {
        seating[(entrant + rotation as usize) % seats] = entrant as u8;
    }
    seating
}

/// Shard `k` of `n` (`1 <= k <= n`) of `blocks` blocks: a consecutive range;
/// all shards together cover every block once.
#[must_use]
pub fn shard(blocks: u64, k: u64, n: u64) -> Range<u64> {
    let cut = |part: u64| (u128::from(blocks) * u128::from(part) / u128::from(n)) as u64;
    cut(k - 1)..cut(k)
}

/// The block counts at which a run that may stop early is judged: fixed by
/// this list alone, never by the clock, so that stopping is reproducible.
/// Growth by a quarter keeps overshoot below 25 %.
pub fn looks(first: u64, last: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(first.clamp(1, last.max(1)));
    std::iter::from_fn(move || {
        let look = next?;
        next = (look < last).then(|| (look + look.div_ceil(4)).min(last));
        Some(look)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entrant_sits_once_in_every_seat_of_a_block() {
        for seats in 1..=6 {
            for seat in 0..seats {
                let mut seen: Vec<u8> = (0..seats as u32).map(|r| seating(r, seats)[seat]).collect();
                seen.sort_unstable();
                assert_eq!(seen, (0..seats as u8).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn games_follow_one_another_through_blocks_and_rotations() {
        let rotated: Vec<(u64, u32)> = (0..5).map(|game| place(game, 2, 2)).collect();
        assert_eq!(rotated, [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]);
        let single: Vec<(u64, u32)> = (0..5).map(|game| place(game, 1, 3)).collect();
        assert_eq!(single, [(0, 0), (1, 1), (2, 2), (3, 0), (4, 1)]);
        assert_eq!(place(7, 1, 1), (7, 0));
        assert_eq!((blocks_for(5, 2), blocks_for(5, 1)), (3, 5));
    }

    #[test]
    fn shards_cover_every_block_once() {
        for blocks in [0, 1, 7, 1000] {
            for n in 1..=9 {
                let mut next = 0;
                for k in 1..=n {
                    let range = shard(blocks, k, n);
                    assert_eq!(range.start, next);
                    next = range.end;
                }
                assert_eq!(next, blocks);
            }
        }
    }

    #[test]
    fn looks_rise_to_the_last_block() {
        let all: Vec<u64> = looks(100, 1000).collect();
        assert_eq!(all.first(), Some(&100));
        assert_eq!(all.last(), Some(&1000));
        assert!(all.windows(2).all(|w| w[0] < w[1] && w[1] * 4 <= w[0] * 5 + 4));
        assert_eq!(looks(100, 30).collect::<Vec<_>>(), [30]);
    }
}
