//! The ways to the target: every bundle of offensive cards that leads there,
//! found once per rules and looked up by hand.

use super::rules::{MAX_AP, Rules};

/// Offensive kinds at most.
pub(super) const VALUES: usize = 6;
/// Copies of one kind that a way can need: cards of value 1 to the highest
/// target.
const COPIES: usize = MAX_AP;

/// Copies of the offensive kinds.
pub(super) type Bundle = [u8; VALUES];

/// Ways from one number of attack points, as the bits of words.
#[derive(Debug, Clone)]
struct Chunk {
    /// Ways that need no more than so many copies of each kind.
    within: [[u64; COPIES + 1]; VALUES],
    /// Ways of so many cards.
    of_cards: [u64; COPIES + 1],
    /// The cards of each way.
    ways: Vec<Bundle>,
}

impl Chunk {
    fn new(ways: &[Bundle]) -> Self {
        let mut chunk =
            Self { within: [[0; COPIES + 1]; VALUES], of_cards: [0; COPIES + 1], ways: ways.to_vec() };
        for (number, way) in ways.iter().enumerate() {
            for (within, &needed) in chunk.within.iter_mut().zip(way) {
                for ways in &mut within[usize::from(needed)..] {
                    *ways |= 1 << number;
                }
            }
            chunk.of_cards[cards(*way)] |= 1 << number;
        }
        chunk
    }

    /// The ways that a hand can go.
    fn open_to(&self, hand: Bundle) -> u64 {
        let mut open = u64::MAX;
        for (within, copies) in self.within.iter().zip(hand) {
            open &= within[usize::from(copies).min(COPIES)];
        }
        open
    }
}

fn cards(way: Bundle) -> usize {
    way.into_iter().map(usize::from).sum()
}

/// All ways to the target by the attack points from which they set out.
///
/// A hand is a set of ways that it can go: one look-up and one `and` per kind
/// instead of a walk through its cards.
#[derive(Debug, Clone, Default)]
pub(super) struct Ways {
    chunks: [Vec<Chunk>; MAX_AP + 1],
}

impl Ways {
    pub(super) fn new(rules: &Rules) -> Self {
        let mut ways = Self::default();
        for (from, chunks) in (0..=rules.ap_target).zip(&mut ways.chunks) {
            let mut found = Vec::new();
            walk(rules, from, 0, &mut [0; VALUES], &mut found);
            *chunks = found.chunks(64).map(Chunk::new).collect();
        }
        ways
    }

    /// Every bundle of `hand` that leads from `from` exactly to the target (at
    /// least to it where cards stop at the limit), with its number of cards;
    /// ordered by the copies of the first kind, then of the second, and so on.
    pub(super) fn each(&self, from: u8, hand: Bundle) -> impl Iterator<Item = (&Bundle, usize)> {
        self.chunks[usize::from(from)].iter().flat_map(move |chunk| {
            let mut open = chunk.open_to(hand);
            std::iter::from_fn(move || {
                (open != 0).then(|| {
                    let way = &chunk.ways[open.trailing_zeros() as usize];
                    open &= open - 1;
                    (way, cards(*way))
                })
            })
        })
    }

    /// Least number of cards of `hand` that lead from `from` to the target.
    pub(super) fn shortest(&self, from: u8, hand: Bundle) -> Option<u8> {
        let shortest = |chunk: &Chunk| {
            let open = chunk.open_to(hand);
            if open == 0 { None } else { chunk.of_cards.iter().position(|ways| open & ways != 0) }
        };
        self.chunks[usize::from(from)].iter().filter_map(shortest).min().map(|cards| cards as u8)
    }
}

/// Tries every number of copies of each kind in turn, as many as there are.
fn walk(rules: &Rules, ap: u8, kind: u8, way: &mut Bundle, found: &mut Vec<Bundle>) {
    if ap == rules.ap_target {
        found.push(*way);
        return;
    }
    if kind == rules.offensive {
        return;
    }
    let place = usize::from(kind);
    let mut here = ap;
    for copies in 0..=rules.count(kind) {
        way[place] = copies as u8;
        walk(rules, here, kind + 1, way, found);
        match rules.landing(here, rules.value[place]) {
            Some(next) if next > here => here = next,
            _ => break,
        }
    }
    way[place] = 0;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::rules;
    use crate::rulesets::futbol_dash::FutbolDash;

    fn is_a_way(rules: &Rules, from: u8, way: Bundle) -> bool {
        let cards = (0..VALUES).flat_map(|kind| std::iter::repeat_n(kind, usize::from(way[kind])));
        let mut ap = from;
        for kind in cards {
            if ap == rules.ap_target {
                return false;
            }
            match rules.landing(ap, rules.value[kind]) {
                Some(next) => ap = next,
                None => return false,
            }
        }
        ap == rules.ap_target
    }

    /// Every hand of up to three copies of each kind, by trying all bundles.
    #[test]
    fn a_hand_can_go_exactly_the_ways_that_its_cards_make() {
        for set in [&[][..], &[("overshoot", "clamp")], &[("deck-preset", "spread"), ("ap-target", "9")]] {
            let rules = rules::<FutbolDash>(set).expect("a variant");
            let kinds = usize::from(rules.offensive);
            let bundle = |number: usize| -> Bundle {
                std::array::from_fn(|k| if k < kinds { (number >> (2 * k) & 3) as u8 } else { 0 })
            };
            for from in 0..rules.ap_target {
                for hand in (0..1 << (2 * kinds)).step_by(7).map(bundle) {
                    let fits = |way: Bundle| way.into_iter().zip(hand).all(|(needed, held)| needed <= held);
                    let mut all: Vec<Bundle> = (0..1 << (2 * kinds)).map(bundle).collect();
                    all.retain(|&way| fits(way) && is_a_way(&rules, from, way));
                    all.sort_unstable();
                    let found: Vec<Bundle> = rules.ways.each(from, hand).map(|(way, _)| *way).collect();
                    assert_eq!(found, all, "{set:?}: {hand:?} from {from}");
                    let shortest = all.iter().map(|&way| cards(way)).min().map(|cards| cards as u8);
                    assert_eq!(rules.ways.shortest(from, hand), shortest);
                }
            }
        }
    }
}
