//! The order of league matches by the circle method.
//!
//! In: number of sides and legs, position in the order. Out: the round and the
//! two numbers that meet, home first. Which side has which number is a matter
//! of lots and not decided here.

/// Matches of one leg: every pair once.
#[must_use]
pub const fn per_leg(sides: u8) -> u16 {
    let n = sides as u16;
    n * (n - 1) / 2
}

/// Matches of a league of `legs` legs.
#[must_use]
pub const fn matches(sides: u8, legs: u8) -> u16 {
    per_leg(sides) * legs as u16
}

/// Round and numbers (home, away) of match `index`, `index < matches(..)`.
///
/// `m` is the number of sides, made even by a dummy whose opponent rests. In
/// round `r` number `r` meets `m - 1` (at home if `r` is even), and
/// `(r + k) mod (m - 1)` is at home to `(r - k) mod (m - 1)`. The second leg
/// repeats the rounds with home and away exchanged.
#[must_use]
pub const fn pairing(sides: u8, index: u16) -> (u8, u8, u8) {
    let dummy = sides % 2 == 1;
    let m = sides + dummy as u8;
    let per_round = (m / 2 - dummy as u8) as u16;
    let leg = index / per_leg(sides);
    let within = index % per_leg(sides);
    let round = (within / per_round) as u8;
    // The dummy's match (k = 0) is left out.
    let k = (within % per_round) as u8 + dummy as u8;
    let (home, away) = if k == 0 {
        if round.is_multiple_of(2) { (round, m - 1) } else { (m - 1, round) }
    } else {
        ((round + k) % (m - 1), (round + (m - 1) - k) % (m - 1))
    };
    let round = round + (m - 1) * leg as u8;
    if leg.is_multiple_of(2) { (round, home, away) } else { (round, away, home) }
}
