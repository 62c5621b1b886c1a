//! Whose turn it is where house rules bend the plain order: a round gives every
//! player one turn, whoever begins it, and at half-time seats may be swapped.

/// When the seats are swapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// Not yet.
    First,
    /// At the end of this round.
    Ending,
    /// They have been.
    Second,
}

/// Who begins the next round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begins {
    /// Whoever began this one.
    Same,
    /// The player behind it in turn order.
    Next,
    /// This seat.
    Seat(u8),
}

/// How far a round has come and which half it belongs to; seats are numbers below
/// the number of players. A swap mirrors them, so that the first changes places
/// with the last and play goes the other way round. One byte: searches copy it
/// for every imagined game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rounds(u8);

/// The bits that count the turns of the round that are over.
const TAKEN: u8 = 63;

impl Rounds {
    /// Before the first turn, or behind it where it is left out.
    #[must_use]
    pub const fn new(first_turn_skipped: bool) -> Self {
        Self(first_turn_skipped as u8)
    }

    /// Which half of the game it is.
    #[must_use]
    pub const fn half(self) -> Half {
        match self.0 >> 6 {
            0 => Half::First,
            1 => Half::Ending,
            _ => Half::Second,
        }
    }

    /// The first half ends with this round.
    pub const fn end_half(&mut self) {
        if matches!(self.half(), Half::First) {
            self.0 |= 1 << 6;
        }
    }

    /// The place of a seat in the turn order, and the seat at a place.
    const fn mirrored(self, place: u8, players: u8) -> u8 {
        match self.half() {
            Half::First | Half::Ending => place,
            Half::Second => players - 1 - place,
        }
    }

    /// Place of whoever began the round in which it is this seat's turn.
    const fn first(self, seat: u8, players: u8) -> u8 {
        (self.mirrored(seat, players) + players - (self.0 & TAKEN) % players) % players
    }

    /// Whether the turn being played is the last of its round.
    #[must_use]
    pub const fn is_last(self, players: u8) -> bool {
        (self.0 & TAKEN) + 1 >= players
    }

    /// Ends the turn of `seat`: the seat of the next one. `begins` is asked after
    /// the last turn of a round, before seats are swapped.
    pub fn next(&mut self, seat: u8, players: u8, begins: impl FnOnce() -> Begins) -> u8 {
        if !self.is_last(players) {
            self.0 += 1;
            return self.mirrored((self.mirrored(seat, players) + 1) % players, players);
        }
        let first = self.first(seat, players);
        let begins = begins();
        self.0 = match self.half() {
            Half::First => 0,
            Half::Ending | Half::Second => 2 << 6,
        };
        match begins {
            Begins::Same => self.mirrored(first, players),
            Begins::Next => self.mirrored((first + 1) % players, players),
            Begins::Seat(seat) => seat,
        }
    }

    /// The seat after `seat`, whose turn it is, as far as it is known: behind the
    /// last of a round whoever begins by plain order.
    #[must_use]
    pub fn following(mut self, seat: u8, players: u8) -> u8 {
        self.next(seat, players, || Begins::Same)
    }

    /// The player with the least of something; of several the first in the order
    /// of the round in which it is the turn of `seat`.
    #[must_use]
    pub fn least<T: Ord>(self, seat: u8, players: u8, of: impl Fn(u8) -> T) -> u8 {
        let first = self.first(seat, players);
        let order = (0..players).map(|place| self.mirrored((first + place) % players, players));
        order.min_by_key(|&seat| of(seat)).unwrap_or(seat)
    }
}

/// The one player who has less of something than every other, if there is one.
#[must_use]
pub fn alone_last<T: Ord>(players: u8, of: impl Fn(u8) -> T) -> Option<u8> {
    let least = (0..players).map(&of).min()?;
    let mut last = (0..players).filter(|&seat| of(seat) == least);
    let seat = last.next()?;
    last.next().is_none().then_some(seat)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(players: u8, skipped: bool, begins: Begins, half_at: usize, count: usize) -> Vec<u8> {
        let mut rounds = Rounds::new(skipped);
        let mut seat = u8::from(skipped);
        let mut seats = vec![seat];
        while seats.len() < count {
            if seats.len() == half_at {
                rounds.end_half();
            }
            let following = rounds.following(seat, players);
            let last = rounds.is_last(players);
            seat = rounds.next(seat, players, || begins);
            assert!(last || seat == following);
            seats.push(seat);
        }
        seats
    }

    #[test]
    fn every_round_gives_everybody_one_turn() {
        assert_eq!(turns(3, false, Begins::Same, 99, 7), [0, 1, 2, 0, 1, 2, 0]);
        assert_eq!(turns(3, true, Begins::Same, 99, 6), [1, 2, 0, 1, 2, 0]);
        assert_eq!(turns(3, false, Begins::Next, 99, 9), [0, 1, 2, 1, 2, 0, 2, 0, 1]);
        assert_eq!(turns(2, false, Begins::Next, 99, 6), [0, 1, 1, 0, 0, 1]);
        assert_eq!(turns(4, false, Begins::Seat(2), 99, 8), [0, 1, 2, 3, 2, 3, 0, 1]);
    }

    #[test]
    fn at_half_time_play_goes_the_other_way_round() {
        assert_eq!(turns(3, false, Begins::Same, 2, 9), [0, 1, 2, 2, 1, 0, 2, 1, 0]);
        assert_eq!(turns(2, false, Begins::Same, 1, 6), [0, 1, 1, 0, 1, 0]);
        assert_eq!(turns(3, false, Begins::Seat(1), 1, 6), [0, 1, 2, 1, 0, 2]);
    }

    #[test]
    fn the_last_is_last_alone() {
        let goals = [2, 1, 1, 3];
        assert_eq!(alone_last(4, |seat| goals[usize::from(seat)]), None);
        assert_eq!(alone_last(2, |seat| goals[usize::from(seat)]), Some(1));
        let mut rounds = Rounds::new(false);
        assert_eq!(rounds.least(0, 4, |seat| goals[usize::from(seat)]), 1);
        rounds.end_half();
        assert_eq!(rounds.half(), Half::Ending);
        let seat = (1..=4).fold(0, |seat, _| rounds.next(seat, 4, || Begins::Same));
        assert_eq!((seat, rounds.half()), (3, Half::Second));
        assert_eq!(rounds.least(seat, 4, |seat| goals[usize::from(seat)]), 2, "the first in turn order");
        rounds.end_half();
        assert_eq!(rounds.half(), Half::Second, "there is one half-time");
    }
}
