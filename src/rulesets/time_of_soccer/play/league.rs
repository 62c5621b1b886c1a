//! League Sundays: fixtures, matches between neutrals, press releases on the
//! league.

use super::super::rules::Rules;
use super::super::state::{AWAY, Fixture, HOME, LEAGUE, Next, State};
use super::super::tiles::{Claim, NONE};
use super::super::words;
use super::{CLASH, CUP_CLASH, LOTS, Play};
use crate::chance::{Chance, Source};
use crate::watch::{Topic, Watch};

/// The three matches of a week, home club first; weeks 6 to 10 exchange home
/// and away (TOS-LGE-08).
#[must_use]
pub(in super::super) fn pairs(rules: &Rules, state: &State, week: u8) -> [[u8; 2]; 3] {
    let tile = rules.fixture[usize::from(state.calendar[usize::from(week - 1) % 5])];
    if week <= 5 { tile } else { tile.map(|[home, away]| [away, home]) }
}

/// Dice between two neutrals (TOS-NVN-02): how the stronger one fares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Clash {
    /// The weaker one wins.
    Weaker,
    /// Equal best dice.
    Draw,
    /// The stronger one wins.
    Stronger,
}

/// Rolls a clash: best white and best blue die (TOS-NVN-03).
pub fn clash<C: Chance>(rules: &Rules, chance: &mut C, source: Source) -> (u8, u8, Clash) {
    let white = 1 + chance.lottery(source, &rules.white_roll) as u8;
    let blue = 1 + chance.lottery(source, &rules.blue_roll) as u8;
    let result = match white.cmp(&blue) {
        std::cmp::Ordering::Less => Clash::Weaker,
        std::cmp::Ordering::Equal => Clash::Draw,
        std::cmp::Ordering::Greater => Clash::Stronger,
    };
    (white, blue, result)
}

impl<C: Chance, W: Watch> Play<'_, C, W> {
    /// League match `index` of the Sunday, or the end of the day.
    pub(in super::super) fn league_match(&mut self, index: u8) {
        if index == 3 {
            self.watch_table();
            self.s.next = Next::DayEnd;
            return;
        }
        let [home, away] = pairs(self.rules, self.s, self.s.week)[usize::from(index)];
        self.watch.say(Topic::Phase, None, || {
            format!("{} v {}", words::CLUB_NAMES[usize::from(home)], words::CLUB_NAMES[usize::from(away)])
        });
        if self.s.seat_of[usize::from(home)] == NONE && self.s.seat_of[usize::from(away)] == NONE {
            self.neutral_league_match([home, away]);
            self.s.next = Next::League(index + 1);
        } else {
            self.kick_off(Fixture::League(index), [home, away]);
        }
    }

    /// Two neutrals: the one with more points rolls white; on equal points the
    /// home club (TOS-NVN-01). No goals are recorded.
    fn neutral_league_match(&mut self, clubs: [u8; 2]) {
        let stronger =
            usize::from(self.s.points[usize::from(clubs[AWAY])] > self.s.points[usize::from(clubs[HOME])]);
        let (white, blue, result) = clash(self.rules, self.chance, CLASH);
        self.say_clash(clubs, stronger, white, blue);
        self.s.log.clashes += 1;
        match result {
            Clash::Draw => self.league_points(clubs, None),
            Clash::Stronger => {
                self.s.log.stronger_wins += 1;
                self.league_points(clubs, Some(stronger));
            }
            Clash::Weaker => self.league_points(clubs, Some(1 - stronger)),
        }
    }

    fn say_clash(&mut self, clubs: [u8; 2], stronger: usize, white: u8, blue: u8) {
        let (rules, name) = (self.rules, |side: usize| words::CLUB_NAMES[usize::from(clubs[side])]);
        self.watch.say(Topic::Dice, None, || {
            format!(
                "Best of {} white for {}: {white}; best of {} blue for {}: {blue}",
                rules.white_dice,
                name(stronger),
                rules.blue_dice,
                name(1 - stronger)
            )
        });
    }

    /// Two neutrals in the cup: equal points are decided by lot, a draw by
    /// penalties (TOS-CUP-05, TOS-CUP-08). Returns the winning side.
    pub(in super::super) fn neutral_cup_match(&mut self, clubs: [u8; 2]) -> usize {
        let points = clubs.map(|club| self.s.points[usize::from(club)]);
        let stronger = if points[0] == points[1] {
            usize::from(self.chance.coin(LOTS))
        } else {
            usize::from(points[1] > points[0])
        };
        let (white, blue, result) = clash(self.rules, self.chance, CUP_CLASH);
        self.say_clash(clubs, stronger, white, blue);
        match result {
            Clash::Stronger => stronger,
            Clash::Weaker => 1 - stronger,
            Clash::Draw => self.shoot_out(clubs),
        }
    }

    /// League points for a result (TOS-LGE-07).
    pub(in super::super) fn league_points(&mut self, clubs: [u8; 2], winner: Option<usize>) {
        if let Some(side) = winner {
            self.s.points[usize::from(clubs[side])] += self.rules.win_points;
            let (name, points) = (clubs[side], self.rules.win_points);
            self.watch.say(Topic::Result, None, || {
                format!("{} win and get {points} league points", words::CLUB_NAMES[usize::from(name)])
            });
        } else {
            for club in clubs {
                self.s.points[usize::from(club)] += 1;
            }
            self.watch.say(Topic::Result, None, || "A draw: one league point each".to_owned());
        }
    }

    fn watch_table(&mut self) {
        let points = self.s.points;
        self.watch.say(Topic::Result, None, || {
            let mut clubs: Vec<usize> = (0..LEAGUE).collect();
            clubs.sort_by_key(|&club| std::cmp::Reverse(points[club]));
            let rows: Vec<String> = clubs
                .into_iter()
                .map(|club| format!("{} {}", words::CLUB_NAMES[club], points[club]))
                .collect();
            format!("League table: {}", rows.join(", "))
        });
    }

    /// League releases, after the last match of week 10; ties count in the
    /// club's favour (TOS-PRESS-07, TOS-PRESS-09).
    pub(in super::super) fn settle_league_releases(&mut self) {
        for place in 0..self.rules.players {
            let seat = self.s.seat_at(self.rules, place);
            let own = self.s.points[usize::from(self.s.clubs[usize::from(seat)].number)];
            let ahead = self.s.points[..LEAGUE].iter().filter(|&&points| points > own).count();
            self.settle_releases(seat, |claim| match claim {
                Claim::League => Some(ahead == 0),
                Claim::Top2 => Some(ahead <= 1),
                _ => None,
            });
        }
    }
}
