//! The lock, the matches, the officials and their effects (MATCH-*, FORF-*,
//! OFF-*, DRAMA-*).

use super::Game;
use crate::chance::{Chance, Source};
use crate::watch::{Topic, Watch};

use super::super::cards::{INSTANTS, NONE, Official};
use super::super::moves::{Move, kind};
use super::super::observe::{Effects, column};
use super::super::options::over_limit;
use super::super::rules::Source as OfficialSource;
use super::super::score::{self, Conditions, Side};
use super::super::sevens::{NO_SEVEN, Seven};
use super::super::state::{NOBODY, Naming, Phase};
use super::super::words;
use super::fixtures::fixtures;

/// What two INSTANTs revealed together come to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shown {
    /// Sides hit by VAR REVIEW.
    pub var_on: [bool; 2],
    /// Sides hit by OFFSIDE!.
    pub offside_on: [bool; 2],
    /// The official's call is cancelled.
    pub cancelled: bool,
}

/// Which INSTANTs take effect: a PLAY ON at the other INSTANT annuls it,
/// whatever that INSTANT is aimed at (DRAMA-07).
#[must_use]
pub fn resolve(chosen: [Move; 2]) -> Shown {
    let mut shown = Shown::default();
    for side in 0..2 {
        let other = 1 - side;
        if chosen[other] == Move::plain(kind::PLAY_ON) {
            continue;
        }
        match chosen[side].kind() {
            kind::VAR => shown.var_on[other] = true,
            kind::OFFSIDE => shown.offside_on[other] = true,
            kind::PLAY_ON => shown.cancelled |= chosen[side].a() == 1,
            _ => {}
        }
    }
    shown
}

impl<C: Chance, W: Watch> Game<'_, C, W> {
    /// Pitches are locked (MATCH-01, FORF-01).
    pub fn lock(&mut self) {
        let anchor = if self.s.caller == NOBODY { self.s.starter } else { self.s.caller };
        (self.s.fixtures, self.s.fixture_count) = fixtures(self.r, self.s.matchday, anchor);
        self.s.fixture = 0;
        self.s.sevens = [NO_SEVEN; 4];
        self.s.legal = 0;
        for seat in 0..self.r.managers {
            let complete = self.s.pitches[usize::from(seat)].complete(self.r);
            self.s.legal |= u8::from(complete) << seat;
        }
        if self.s.caller != NOBODY && self.s.legal >> self.s.caller & 1 == 0 {
            self.s.count(column::CALLER_FORFEITS);
        }
        let day = self.s.matchday + 1;
        self.say(Topic::Phase, None, || format!("Matchday {day}: pitches are locked"));
        if self.r.name_after_official || self.s.legal == 0 {
            self.next_fixture();
        } else {
            self.ask_names(self.s.legal, Naming::Lock);
        }
    }

    fn ask_names(&mut self, seats: u8, naming: Naming) {
        self.s.naming = naming;
        self.s.namers = seats;
        self.s.to_name = seats;
        self.ask(Phase::Name, seats.trailing_zeros() as u8);
    }

    pub fn name(&mut self, seven: Seven) {
        let seat = self.s.asked;
        self.s.hidden_sevens[usize::from(seat)] = seven;
        self.s.to_name &= !(1 << seat);
        if self.s.to_name != 0 {
            self.ask(Phase::Name, self.s.to_name.trailing_zeros() as u8);
            return;
        }
        let rules = self.r;
        for seat in 0..4 {
            if self.s.namers >> seat & 1 == 1 {
                let seven = self.s.hidden_sevens[usize::from(seat)];
                self.s.sevens[usize::from(seat)] = seven;
                self.say(Topic::Card, Some(seat), || {
                    format!("{} names {}", words::seat(seat), words::seven(rules, &seven))
                });
            }
        }
        match self.s.naming {
            Naming::Lock => self.next_fixture(),
            Naming::Flipped => self.ask_drama(0),
            Naming::Reopened => self.score_match(),
        }
    }

    /// Resolves fixtures until a question or the end of the matchday.
    fn next_fixture(&mut self) {
        while self.s.fixture < self.s.fixture_count {
            let [a, b] = self.s.sides();
            let complete = self.s.legal;
            let legal = |seat: u8| complete >> seat & 1 == 1;
            self.s.count(column::FIXTURES);
            self.s.add(column::SIDES, 2);
            match (legal(a), legal(b)) {
                (true, true) => return self.begin_match(),
                (true, false) => self.forfeit(a, b),
                (false, true) => self.forfeit(b, a),
                (false, false) => self.double_forfeit(a, b),
            }
            self.s.fixture += 1;
        }
        self.matchday_over();
    }

    fn forfeit(&mut self, winner: u8, loser: u8) {
        let goals = u16::from(self.r.forfeit_score);
        self.s.count(column::FORFEITS);
        self.record(winner, goals, 0);
        self.record(loser, 0, goals);
        let mut points = u16::from(self.r.win_points);
        let seven = self.s.sevens[usize::from(winner)];
        if self.r.boot_walkover && seven != NO_SEVEN {
            let side = Side::new(self.r, &seven, 0);
            if side.star {
                points += self.golden_boot(winner);
            }
        }
        self.award(winner, points);
        self.say(Topic::Result, Some(winner), || {
            format!("{} forfeits: {} wins {goals}-0", words::seat(loser), words::seat(winner))
        });
    }

    fn double_forfeit(&mut self, a: u8, b: u8) {
        self.s.add(column::FORFEITS, 2);
        self.s.count(column::DOUBLE_FORFEITS);
        if !self.r.void_double_forfeit {
            let goals = u16::from(self.r.forfeit_score);
            self.record(a, 0, goals);
            self.record(b, 0, goals);
        }
        self.say(Topic::Result, None, || format!("{} and {} both forfeit", words::seat(a), words::seat(b)));
    }

    fn record(&mut self, seat: u8, scored: u16, conceded: u16) {
        let row = &mut self.s.table[usize::from(seat)];
        row.scored += scored;
        row.conceded += conceded;
    }

    fn award(&mut self, seat: u8, points: u16) {
        self.s.table[usize::from(seat)].points += points;
        self.s.add(column::POINTS, i32::from(points));
        if seat == self.s.caller {
            self.s.add(column::CALLER_POINTS, i32::from(points));
        }
    }

    fn golden_boot(&mut self, seat: u8) -> u16 {
        let points = u16::from(self.r.golden_boot);
        self.s.table[usize::from(seat)].boots += points;
        self.s.add(column::BOOT_POINTS, i32::from(points));
        points
    }

    /// The official is flipped (OFF-01).
    fn flip(&mut self) {
        let official = match &self.r.official {
            OfficialSource::Nobody => None,
            OfficialSource::Only(official) => Some(*official),
            OfficialSource::Weighted(lottery) => {
                let name = self.chance.lottery(Source::named(0), lottery);
                Some(Official::ALL[usize::from(name)])
            }
            OfficialSource::Deck => {
                let card = self.flip_from_deck();
                if card == NONE {
                    self.s.count(column::NO_OFFICIAL);
                    None
                } else {
                    self.s.official_cards[usize::from(self.s.second_leg)] = card;
                    Some(Official::of(card))
                }
            }
        };
        self.s.official = official;
        self.s.official_cancelled = false;
        self.say(Topic::Card, None, || match official {
            Some(official) => format!("The official: {}", words::official(official)),
            None => "No official".to_owned(),
        });
    }

    fn begin_match(&mut self) {
        let [a, b] = self.s.sides();
        self.say(Topic::Phase, None, || format!("{} meets {}", words::seat(a), words::seat(b)));
        self.s.second_leg = false;
        self.s.leg_goals = [0; 2];
        self.s.var_on = [false; 2];
        self.s.offside_on = [false; 2];
        self.s.hidden = [Move::plain(kind::NO_INSTANT); 2];
        self.flip();
        if self.r.name_after_official {
            self.ask_names(1 << a | 1 << b, Naming::Flipped);
        } else {
            self.ask_drama(0);
        }
    }

    /// D10 for the sides from `side` on that hold an INSTANT (DRAMA-02).
    fn ask_drama(&mut self, side: usize) {
        if self.r.drama {
            for seat in self.s.sides().into_iter().skip(side) {
                if self.s.hands[usize::from(seat)].has(INSTANTS) {
                    self.ask(Phase::Drama, seat);
                    return;
                }
            }
            self.reveal_instants();
        }
        self.reopen();
    }

    pub fn drama_choice(&mut self, chosen: Move) {
        let side = usize::from(self.s.asked == self.s.sides()[1]);
        self.s.hidden[side] = chosen;
        self.ask_drama(side + 1);
    }

    /// Both INSTANTs are shown and cancel each other or the official
    /// (DRAMA-06, DRAMA-07).
    fn reveal_instants(&mut self) {
        let chosen = self.s.hidden;
        let seats = self.s.sides();
        for (side, seat) in seats.into_iter().enumerate() {
            let instant = match chosen[side].kind() {
                kind::VAR => Official::VarReview,
                kind::OFFSIDE => Official::Offside,
                kind::PLAY_ON => Official::PlayOn,
                _ => continue,
            };
            self.spend_one(seat, instant.mask());
            self.s.count(column::DRAMA_CARDS);
            self.say(Topic::Card, Some(seat), || {
                format!("{} plays {}", words::seat(seat), words::official(instant))
            });
        }
        let shown = resolve(chosen);
        self.s.var_on = shown.var_on;
        self.s.offside_on = shown.offside_on;
        self.s.official_cancelled = shown.cancelled;
        if self.s.official_cancelled {
            self.s.count(column::DRAMA_CANCELS);
            self.say(Topic::Effect, None, || "The official's call is cancelled".to_owned());
        }
    }

    /// SUBSTITUTION and QUICK RESTART open the pitches (MATCH-03).
    fn reopen(&mut self) {
        self.s.changed = 0;
        self.s.hidden = [Move::plain(kind::NO_CHANGE); 2];
        let [a, b] = self.s.sides();
        match self.s.call() {
            Some(Official::Substitution) => self.ask(Phase::Swap, a),
            Some(Official::QuickRestart) => {
                for seat in [a, b] {
                    self.draw(seat);
                    self.draw(seat);
                }
                self.ask(Phase::Restart, a);
            }
            _ => self.score_match(),
        }
    }

    pub fn swap_choice(&mut self, chosen: Move) {
        let sides = self.s.sides();
        let side = usize::from(self.s.asked == sides[1]);
        self.s.hidden[side] = chosen;
        if side == 0 {
            self.ask(Phase::Swap, sides[1]);
            return;
        }
        let choices = self.s.hidden;
        for (seat, choice) in sides.into_iter().zip(choices) {
            if choice.kind() == kind::SWAP {
                self.exchange(seat, choice.a(), choice.b());
                self.s.count(column::SWAPS);
                self.s.changed |= 1 << seat;
            }
        }
        self.name_again();
    }

    pub fn restart_choice(&mut self, chosen: Move) {
        let sides = self.s.sides();
        let seat = self.s.asked;
        if chosen.kind() == kind::PLAY {
            let card = self.hand(seat).at(chosen.a());
            self.put(seat, card);
            self.s.count(column::RESTARTS);
            self.s.changed |= 1 << seat;
        }
        if seat == sides[0] {
            self.ask(Phase::Restart, sides[1]);
        } else {
            self.match_limit();
        }
    }

    /// Hands over the limit after QUICK RESTART, in order of the sides.
    pub fn match_limit(&mut self) {
        for seat in self.s.sides() {
            if over_limit(&self.s.hands[usize::from(seat)]) {
                self.ask(Phase::MatchLimit, seat);
                return;
            }
        }
        self.name_again();
    }

    fn name_again(&mut self) {
        if self.s.changed == 0 {
            self.score_match();
        } else {
            self.ask_names(self.s.changed, Naming::Reopened);
        }
    }

    /// The score; under ADDED TIME with a second official, leg by leg.
    fn score_match(&mut self) {
        let seats = self.s.sides();
        let sides = seats.map(|seat| {
            let place = usize::from(seat);
            Side::new(self.r, &self.s.sevens[place], self.s.pitches[place].booked)
        });
        let conditions =
            Conditions { official: self.s.call(), var_on: self.s.var_on, offside_on: self.s.offside_on };
        for (place, seat) in seats.into_iter().enumerate() {
            let (var, offside) = (conditions.var_on[place], conditions.offside_on[place]);
            let (rules, side) = (self.r, sides[place]);
            self.say(Topic::Effect, Some(seat), || {
                let totals = side.totals(rules, conditions.official, var, offside);
                let nations = if side.nations == 1 { "nation" } else { "nations" };
                format!(
                    "{}: Defence {}, Attack {} with {} {nations}",
                    words::seat(seat),
                    totals.defence,
                    totals.attack,
                    side.nations
                )
            });
        }
        let leg = score::goals(self.r, &sides, conditions);
        let first_leg =
            self.r.leg_official && !self.s.second_leg && conditions.official == Some(Official::AddedTime);
        self.s.leg_goals[0] += leg[0];
        self.s.leg_goals[1] += leg[1];
        if first_leg {
            self.say(Topic::Result, None, || format!("First leg {}-{}", leg[0], leg[1]));
            self.s.second_leg = true;
            self.flip();
            self.reopen();
            return;
        }
        self.result(seats, &sides);
    }

    fn result(&mut self, seats: [u8; 2], sides: &[Side; 2]) {
        let goals = self.s.leg_goals;
        self.record(seats[0], goals[0], goals[1]);
        self.record(seats[1], goals[1], goals[0]);
        if goals[0] == goals[1] {
            for seat in seats {
                self.award(seat, 1);
            }
        } else {
            let winner = usize::from(goals[1] > goals[0]);
            let mut points = u16::from(self.r.win_points);
            self.s.count(column::WINS);
            if sides[winner].star {
                self.s.count(column::BOOT_WINS);
                points += self.golden_boot(seats[winner]);
            }
            self.award(seats[winner], points);
        }
        self.log_match(seats, sides);
        self.say(Topic::Result, None, || {
            format!("{} {}-{} {}", words::seat(seats[0]), goals[0], goals[1], words::seat(seats[1]))
        });
        for leg in 0..2 {
            let card = std::mem::replace(&mut self.s.official_cards[leg], NONE);
            if card != NONE {
                self.s.discard.insert(card);
            }
        }
        self.s.official = None;
        self.s.fixture += 1;
        self.next_fixture();
    }

    fn log_match(&mut self, seats: [u8; 2], sides: &[Side; 2]) {
        let goals = self.s.leg_goals;
        let plain = score::goals(self.r, sides, Conditions::default());
        let totals = sides.map(|side| score::plain_totals(self.r, &side));
        let strength = totals.map(|t| t.attack + t.defence);
        let changed = goals[0].cmp(&goals[1]) != plain[0].cmp(&plain[1]);
        let drawn = goals[0] == goals[1];
        let winner = usize::from(goals[1] > goals[0]);
        let (mut upset, mut held) = (false, false);
        let s = &mut *self.s;
        s.count(column::MATCHES);
        s.add(column::GOALS, i32::from(goals[0] + goals[1]));
        s.add(column::MARGIN, i32::from(goals[0].abs_diff(goals[1])));
        s.add(column::PLAIN_GOALS, i32::from(plain[0] + plain[1]));
        s.add(column::PLAIN_DRAWS, i32::from(plain[0] == plain[1]));
        s.add(column::DRAWS, i32::from(drawn));
        s.add(column::GOALLESS, i32::from(goals == [0, 0]));
        s.add(column::CHANGED, i32::from(changed));
        if strength[0] != strength[1] {
            let favourite = usize::from(strength[1] > strength[0]);
            held = !drawn && winner == favourite;
            upset = !drawn && winner != favourite;
            s.count(column::FAVOURED);
            s.add(column::FAVOURITE_WINS, i32::from(held));
            s.add(column::UPSETS, i32::from(upset));
        }
        let pure = sides.map(|side| side.nations <= 1);
        if pure[0] != pure[1] {
            s.count(column::PURE_MIXED);
            s.add(column::PURE_DRAWS, i32::from(drawn));
            s.add(column::PURE_WINS, i32::from(!drawn && pure[winner]));
        }
        for (seat, side) in seats.into_iter().zip(sides) {
            let total = score::plain_totals(self.r, side);
            s.count(column::SEVENS);
            s.add(column::PURE_SEVENS, i32::from(side.nations <= 1));
            s.add(column::SEVEN_NATIONS, side.nations as i32);
            s.add(column::SEVEN_SUBS, side.subs as i32);
            s.add(column::SEVEN_STARS, i32::from(side.star));
            s.add(column::SEVEN_DEFENCE, total.defence.max(0));
            s.add(column::SEVEN_ATTACK, total.attack.max(0));
            s.add(column::SEVEN_BOOKED, side.bookings() as i32);
            s.add(column::PITCH_CARDS, i32::from(s.pitches[usize::from(seat)].len));
            s.log.nations[side.nations as usize] += 1;
        }
        // The call that was flipped, also where PLAY ON cancelled it: drama
        // belongs to what an official's name is worth.
        let flipped = if s.second_leg { Some(Official::AddedTime) } else { s.official };
        let effects = Effects { goals: goals[0] + goals[1], drawn, upset, favourite: held, changed };
        effects.count(flipped.map_or(Official::COUNT, |official| official as usize), &mut s.log.counts);
        s.log.results[usize::from(s.log.result_count) % 40] = goals;
        s.log.result_count = (s.log.result_count + 1).min(40);
    }
}
