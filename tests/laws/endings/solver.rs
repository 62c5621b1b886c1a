//! What the moves of a small position are worth, exactly.
//!
//! In: a position of a game between two, as the seat asked knows it. Out: each
//! legal move's chance to win, a shared win counted in shares, by walking
//! through everything that chance may bring and everything that the seat can't
//! see. Whoever is asked after it answers best, unless the game says who
//! answers for it.

use levelpitch::chance::enumerate::Branches;
use levelpitch::chance::{MAX_SEATS, Whim, enumerate};
use levelpitch::game::{Outcome, Ruleset, Seen, Turn, WIN};
use levelpitch::moves::MoveSet;
use levelpitch::seed::Luck;
use levelpitch::watch::Silent;

/// Chances to win that differ by no more are equal: all are sums of a few
/// thousand exact fractions.
pub const TOLERANCE: f64 = 1e-9;

/// A position of a game.
pub struct Position<'a, R: Ruleset> {
    pub rules: &'a R::Rules,
    pub state: R::State,
    /// The state before the latest move, if there was one.
    pub before: Option<R::State>,
    pub seat: u8,
    pub moves: &'a R::Moves,
}

impl<R: Ruleset> Position<'_, R> {
    /// What the seat asked sees.
    pub fn seen(&self) -> Seen {
        told::<R>(self.rules, &self.state, self.seat)
    }
}

/// What a seat sees.
pub fn told<R: Ruleset>(rules: &R::Rules, state: &R::State, seat: u8) -> Seen {
    let mut seen = Seen::default();
    R::tell(rules, R::view(rules, state, seat), &mut seen);
    seen
}

/// All legal moves.
pub fn legal<R: Ruleset>(rules: &R::Rules, state: &R::State) -> R::Moves {
    let mut moves = R::Moves::default();
    R::legal(rules, state, &mut moves);
    moves
}

/// Every seat's share of a win.
pub type Shares = [f64; MAX_SEATS];

/// A game whose endings are worked out.
pub trait Endings: Ruleset {
    /// Switches, and data as house rules.
    const CHANGES: &'static [(&'static str, &'static str)] = &[];
    /// States to which the moves of a small position, and the answers to them, lead
    /// at most.
    const MOST: u32 = 2_000;
    /// Whether nobody may be asked anything after the position: hands that are not
    /// dealt anew are hidden from those who would be.
    const LAST: bool = false;
    /// Who plays up to the position, by entrant.
    const SCRIPTS: [&'static str; 2];

    /// Whether this is a position to be looked at.
    fn is_wanted(position: &Position<'_, Self>) -> bool;

    /// The states that look like this one to the seat asked, each with how
    /// likely it is: the state alone, where nothing is hidden that any seat will
    /// know. None where it can't be said.
    fn deals(position: &Position<'_, Self>) -> Option<Vec<(f64, Self::State)>> {
        let &Position { rules, ref state, seat, .. } = position;
        let all = |state: &Self::State| [0, 1].map(|other| told::<Self>(rules, state, other));
        let known = all(state);
        let is_known = |draw: u64| {
            let mut whim = Whim::new(Luck::new(3, 3, draw), 0, 0);
            all(&Self::determinize(rules, Self::view(rules, state, seat), &mut whim)) == known
        };
        (0..4).all(is_known).then(|| vec![(1.0, *state)])
    }

    /// Carries out a move. Whoever ends the game by chance alone that has no end
    /// says instead what it is worth.
    fn carry_out(
        rules: &Self::Rules,
        state: &mut Self::State,
        chosen: Self::Move,
        chance: &mut Branches,
    ) -> Option<Outcome> {
        Self::apply(rules, state, chosen, chance, &mut Silent);
        (Self::turn(rules, state) == Turn::Over).then(|| Self::outcome(rules, state))
    }

    /// The answer of whoever answers for a seat; none where it answers best.
    fn answer(
        _rules: &Self::Rules,
        _state: &Self::State,
        _seat: u8,
        _moves: &Self::Moves,
    ) -> Option<Self::Move> {
        None
    }

    /// What a move is worth to every seat; none where that isn't small: where it
    /// leads to more states than are `left` to be looked at.
    fn worth(rules: &Self::Rules, state: &Self::State, chosen: Self::Move, left: &mut u32) -> Option<Shares> {
        expected::<Self>(rules, state, chosen, left)
    }
}

/// How a branch ends: over with these shares of a win, or at a question.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Over([u8; MAX_SEATS]),
    Asked(usize),
}

/// What a move is worth to every seat: the mean over everything that chance may
/// bring.
pub fn expected<R: Endings>(
    rules: &R::Rules,
    state: &R::State,
    chosen: R::Move,
    left: &mut u32,
) -> Option<Shares> {
    let mut asked = Vec::new();
    let ends = enumerate(|chance| {
        *left = left.saturating_sub(1);
        if *left == 0 {
            // A path without a fork is the last.
            return End::Asked(usize::MAX);
        }
        let mut state = *state;
        match R::carry_out(rules, &mut state, chosen, chance) {
            Some(outcome) => End::Over(outcome.share),
            None => {
                asked.push(state);
                End::Asked(asked.len() - 1)
            }
        }
    });
    if *left == 0 {
        return None;
    }
    let mut sum = [0.0; MAX_SEATS];
    for (end, chance) in ends {
        let shares = match end {
            End::Over(shares) => shares.map(|share| f64::from(share) / f64::from(WIN)),
            End::Asked(place) => answered::<R>(rules, &asked[place], left)?,
        };
        for (sum, share) in sum.iter_mut().zip(shares) {
            *sum += chance.value() * share;
        }
    }
    Some(sum)
}

/// What a question is worth to every seat, once it is answered.
fn answered<R: Endings>(rules: &R::Rules, state: &R::State, left: &mut u32) -> Option<Shares> {
    let Turn::Ask(seat) = R::turn(rules, state) else { return None };
    if R::LAST {
        return None;
    }
    let moves = legal::<R>(rules, state);
    if let Some(chosen) = R::answer(rules, state, seat, &moves) {
        return R::worth(rules, state, chosen, left);
    }
    let mut best: Option<Shares> = None;
    for index in 0..moves.len() {
        let shares = R::worth(rules, state, moves.nth(index), left)?;
        if best.is_none_or(|best| shares[usize::from(seat)] > best[usize::from(seat)]) {
            best = Some(shares);
        }
    }
    best
}

/// What each legal move is worth to the seat asked; none where the position
/// isn't small.
pub fn values<R: Endings>(position: &Position<'_, R>) -> Option<Vec<f64>> {
    let &Position { rules, seat, moves, .. } = position;
    let deals = R::deals(position)?;
    let mut left = R::MOST;
    let value = |index: u64| {
        let mut sum = 0.0;
        for (chance, state) in &deals {
            sum += chance * R::worth(rules, state, moves.nth(index), &mut left)?[usize::from(seat)];
        }
        Some(sum)
    };
    (0..moves.len()).map(value).collect()
}
