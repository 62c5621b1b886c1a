//! Weeks and days: Monday to Sunday, Collection, friendlies, market movement.

use super::super::rules::Rules;
use super::super::state::{LEAGUE, Next, SEATS, State};
use super::super::tiles::{Kind, NONE};
use super::super::words;
use super::lineup::{self, Objective};
use super::{ABSENT, Play};
use crate::chance::Chance;
use crate::watch::{Topic, Watch};

/// Tuesday.
pub const TUESDAY: u8 = 1;
/// Wednesday.
pub const WEDNESDAY: u8 = 2;
/// Saturday.
pub const SATURDAY: u8 = 5;
/// Sunday.
pub const SUNDAY: u8 = 6;

/// Weeks after which levels are noted for the smoke bands.
pub const NOTED: [u8; 5] = [0, 2, 5, 8, 10];

/// Whether cup matches are played on this week's Wednesday (TOS-WEEK-02).
#[must_use]
pub const fn cup_week(week: u8) -> bool {
    matches!(week, 6 | 8 | 10)
}

/// Whether a seat must cash a friendly this Wednesday (TOS-DAY-04,
/// TOS-FRI-03).
pub(in super::super) fn friendly_today(rules: &Rules, state: &State, seat: u8) -> bool {
    let club = &state.clubs[usize::from(seat)];
    state.day == WEDNESDAY && club.friendly != NONE && (state.week > 0 || !rules.friendly_sunday)
}

impl<C: Chance, W: Watch> Play<'_, C, W> {
    /// Monday: the marker passes, then Collection (TOS-DAY-01).
    pub(in super::super) fn monday(&mut self) {
        let week = self.s.week;
        self.s.day = 0;
        self.watch.say(Topic::Phase, None, || {
            if week == 0 { "Pre-season".to_owned() } else { format!("Week {week}") }
        });
        if week > 0 || self.rules.pass_first {
            self.s.first = self.next_first();
        }
        self.order_market();
        let first = self.s.first;
        self.watch.say(Topic::Effect, Some(first), || {
            format!("Monday: {} holds the first-player marker; Collection", words::who(self.s, first))
        });
        for place in 0..self.rules.players {
            let seat = self.s.seat_at(self.rules, place);
            self.s.clubs[usize::from(seat)].lost_reroll = false;
            self.collect(seat);
        }
        self.s.next = if self.rules.fatigue { Next::Recover(0) } else { Next::DayEnd };
    }

    /// Who gets the marker: the left neighbour of its holder; by house rule the
    /// player with fewest league points, or at half-time whoever sits across
    /// (TOS-DAY-01, TOS-HOUSE-03, -07).
    fn next_first(&self) -> u8 {
        let (rules, players) = (self.rules, self.rules.players);
        let points = |seat: u8| self.s.points[usize::from(self.s.clubs[usize::from(seat)].number)];
        if rules.house.lowest_begins {
            let from_left = (1..=players).map(|place| self.s.seat_at(rules, place % players));
            return from_left.min_by_key(|&seat| points(seat)).unwrap_or(self.s.first);
        }
        if rules.house.swaps_before(self.s.week) {
            return players - 1 - (self.s.first + 1) % players;
        }
        self.s.seat_at(rules, 1 % players)
    }

    /// Order of the week's market turns: clockwise from the marker, or fewest
    /// league points first with ties in that order (`catch-up-order`).
    fn order_market(&mut self) {
        let players = usize::from(self.rules.players);
        let mut order = [0; SEATS];
        for (place, seat) in (0..self.rules.players).zip(&mut order) {
            *seat = self.s.seat_at(self.rules, place);
        }
        if self.rules.fewest_first {
            let points = |seat: u8| self.s.points[usize::from(self.s.clubs[usize::from(seat)].number)];
            // Insertion sort: stable, and there are at most four.
            for k in 1..players {
                let mut at = k;
                while at > 0 && points(order[at]) < points(order[at - 1]) {
                    order.swap(at, at - 1);
                    at -= 1;
                }
            }
        }
        self.s.order = order;
    }

    /// A day other than Monday begins.
    pub(in super::super) fn day(&mut self) {
        let (week, day) = (self.s.week, self.s.day);
        self.watch.say(Topic::Phase, None, || words::day(week, day));
        for club in &mut self.s.clubs {
            club.played_cup = false;
        }
        if day == SUNDAY {
            if week > 0 {
                self.s.next = Next::League(0);
                return;
            }
            if self.rules.friendly_sunday {
                for place in 0..self.rules.players {
                    let seat = self.s.seat_at(self.rules, place);
                    self.cash_friendly(seat);
                }
            }
            self.s.next = Next::DayEnd;
            return;
        }
        if day == WEDNESDAY && self.rules.cup && cup_week(week) {
            self.s.next = Next::Cup(match week {
                6 => 0,
                8 => 4,
                _ => 6,
            });
            return;
        }
        self.open_market();
    }

    /// Absent buyers, then the market turns (TOS-SOLO-04).
    pub(in super::super) fn open_market(&mut self) {
        self.s.next = Next::Market(0);
        if self.rules.absent == 0 || self.market_dead() {
            return;
        }
        let somebody = (0..self.rules.players).any(|seat| {
            !self.s.clubs[usize::from(seat)].played_cup && !friendly_today(self.rules, self.s, seat)
        });
        if somebody {
            for _ in 0..self.rules.absent {
                self.remove_one();
            }
        }
    }

    /// One removal roll: a white and a blue die name a market space
    /// (TOS-SOLO-01, TOS-SOLO-02).
    fn remove_one(&mut self) {
        let white = self.chance.die(ABSENT, 6);
        let blue = self.chance.die(ABSENT, 6);
        let (row, column) = (usize::from(white) - 1, usize::from(blue) - 1);
        let map = &self.rules.map;
        let space =
            if row < map.rows && column < map.columns { Some(map.columns * row + column) } else { None };
        let tile = space.map_or(NONE, |space| self.s.market.space[space]);
        let (state, rules) = (&*self.s, self.rules);
        self.watch.say(Topic::Dice, None, || {
            let gone = if tile == NONE {
                "nothing".to_owned()
            } else {
                format!("the {} leaves the game", words::tile(rules, state, tile))
            };
            format!("Absent buyers roll white {white}, blue {blue}: {gone}")
        });
        if let (Some(space), true) = (space, tile != NONE) {
            self.clear_space(space as u8);
            self.s.log.absent += 1;
        }
    }

    /// Takes the tile off a market space.
    #[inline]
    pub(in super::super) fn clear_space(&mut self, space: u8) {
        self.s.market.space[usize::from(space)] = NONE;
        self.s.market.cubes &= !(1 << space);
    }

    /// Whether Market Days are skipped (TOS-DAY-09).
    pub(in super::super) fn market_dead(&self) -> bool {
        self.s.market.bare() && self.supply() == 0
    }

    /// Cashes a friendly, if one is held (TOS-FRI-04, TOS-FAT-04).
    pub(in super::super) fn cash_friendly(&mut self, seat: u8) {
        let at = usize::from(seat);
        let tile = self.s.clubs[at].friendly;
        if tile == NONE {
            return;
        }
        let word = self.s.word(self.rules, tile);
        self.s.clubs[at].friendly = NONE;
        self.s.clubs[at].log.friendlies += 1;
        self.receive(seat, Kind::Friendly, i16::from(word.cash()));
        self.say_received(seat, i16::from(word.cash()), "for a friendly");
        if self.rules.fatigue {
            let club = &mut self.s.clubs[at];
            club.energy = (club.energy - word.energy() as i8).max(self.rules.energy.0);
            let energy = club.energy;
            self.watch.say(Topic::Effect, Some(seat), || {
                format!("{}: Energy falls to {energy}", words::who(self.s, seat))
            });
        }
    }

    /// The day marker advances (TOS-WEEK-03).
    pub(in super::super) fn end_day(&mut self) {
        if self.s.day == SATURDAY {
            self.move_market();
        }
        if self.s.day < SUNDAY {
            self.s.day += 1;
            self.s.next = Next::Day;
            return;
        }
        self.note_week();
        self.say_week();
        if self.s.week == self.rules.house.weeks {
            self.settle_league_releases();
            self.s.next = Next::Final(0);
        } else {
            self.s.week += 1;
            self.s.next = Next::Monday;
        }
    }

    /// Market movement (TOS-MOVE-01, TOS-MOVE-02).
    pub(in super::super) fn move_market(&mut self) {
        let mut left = self.s.market.cubes;
        while left != 0 {
            let space = left.trailing_zeros() as u8;
            left &= left - 1;
            let tile = self.s.market.space[usize::from(space)];
            let (state, rules) = (&*self.s, self.rules);
            self.watch.say(Topic::Card, None, || {
                format!("The {} leaves the market unsold", words::tile(rules, state, tile))
            });
            self.clear_space(space);
            self.s.log.discarded += 1;
        }
        for space in 0..self.rules.map.spaces {
            self.s.market.cubes |= u32::from(self.s.market.space[space] != NONE) << space;
        }
        self.refill();
    }

    /// Notes levels and balances at the end of a week, for tallies.
    fn note_week(&mut self) {
        let week = self.s.week;
        let Some(place) = NOTED.iter().position(|&noted| noted == week) else { return };
        for seat in 0..self.rules.players {
            let at = usize::from(seat);
            let levels = if week == 0 { self.planned_levels(seat) } else { self.s.clubs[at].raw };
            self.s.clubs[at].log.week_levels[place] = levels;
            if week == 5 {
                self.s.clubs[at].log.balance_week_5 = self.s.shown_balance(self.rules, seat) as i8;
            }
        }
        if week == 5 {
            let top = self.s.points[..6].iter().copied().max().unwrap_or(0);
            for (club, &points) in self.s.points[..6].iter().enumerate() {
                self.s.log.leaders_week_5 |= u8::from(points == top) << club;
            }
        }
    }

    /// Where every player's club stands at the end of a week, for a reader.
    fn say_week(&mut self) {
        if !W::ON {
            return;
        }
        let week = self.s.week;
        self.watch.say(Topic::Phase, None, || {
            if week == 0 { "End of the pre-season".to_owned() } else { format!("End of week {week}") }
        });
        for seat in 0..self.rules.players {
            let club = &self.s.clubs[usize::from(seat)];
            let [attack, defence] = self.planned_levels(seat);
            let league = &self.s.points[..LEAGUE];
            let points = league[usize::from(club.number)];
            let place = 1 + league.iter().filter(|&&other| other > points).count();
            let table = match week {
                0 => String::new(),
                _ => format!("; place {place} of {LEAGUE} in the league with {points} points"),
            };
            let balance = self.s.shown_balance(self.rules, seat);
            let (squad, cash) = (club.squad().len(), club.cash);
            let text = format!(
                "{}: {squad} footballers, levels {attack} in attack and {defence} in defence, {cash} $, balance \
                 {balance:+}{table}",
                words::who(self.s, seat)
            );
            self.watch.say(Topic::Result, Some(seat), || text);
        }
    }

    /// Levels that a club could announce: best sum over its managers.
    fn planned_levels(&self, seat: u8) -> [u8; 2] {
        let club = &self.s.clubs[usize::from(seat)];
        let mut best = ([0, 0], i64::MIN);
        for &principal in club.managers() {
            let crew = lineup::Club {
                squad: club.squad(),
                extra: None,
                managers: club.managers(),
                principal,
                previous: &club.eleven,
            };
            let found = lineup::best(self.rules, self.s.tiles(self.rules), crew, Objective::Sum);
            let key = Objective::Sum.key(self.rules, found.attack, found.defence);
            if key > best.1 {
                best = ([self.rules.level(found.attack), self.rules.level(found.defence)], key);
            }
        }
        best.0
    }
}
