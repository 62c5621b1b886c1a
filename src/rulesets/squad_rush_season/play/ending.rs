//! The final table, its tie-breaks and sudden death (TABLE-*, SD-*).

use super::Game;
use crate::chance::{Chance, Source};
use crate::game::Column;
use crate::watch::{Topic, Watch};

use super::super::cards::Cards;
use super::super::observe::column;
use super::super::pitch::Pitch;
use super::super::slots;
use super::super::state::{Finish, NOBODY, Row};
use super::super::words;

/// `chance.section` of sudden death, beyond any matchday.
const SUDDEN_DEATH_SECTION: u32 = 100;

/// Seats with the best value of `key` among those of `seats`.
fn best<K: Ord + Copy>(seats: u8, table: &[Row; 4], key: impl Fn(&Row) -> K) -> u8 {
    let mut top = None;
    let mut kept = 0;
    for (seat, row) in table.iter().enumerate().filter(|(seat, _)| seats >> seat & 1 == 1) {
        let value = key(row);
        if top.is_none_or(|t| value > t) {
            (top, kept) = (Some(value), 0);
        }
        if top == Some(value) {
            kept |= 1 << seat;
        }
    }
    kept
}

/// Who leads the table after each step of the ladder: points, then the three
/// tie-breaks that need no play.
#[must_use]
pub fn ladder(seats: u8, table: &[Row; 4]) -> [u8; 4] {
    let points = best(seats, table, |row| row.points);
    let difference = best(points, table, Row::difference);
    let goals = best(difference, table, |row| row.scored);
    [points, difference, goals, best(goals, table, |row| -i32::from(row.sent_off))]
}

impl<C: Chance, W: Watch> Game<'_, C, W> {
    /// After the last matchday (TABLE-01, TABLE-02).
    pub fn season_over(&mut self) {
        let table = self.s.table;
        let n = self.r.managers;
        for seat in 0..n {
            let row = table[usize::from(seat)];
            let place = self.s.place(seat, n);
            self.say(Topic::Result, Some(seat), || {
                let (scored, conceded) = (row.scored, row.conceded);
                format!("{}. {}: {} points, {scored}-{conceded} goals", place, words::seat(seat), row.points)
            });
        }
        if self.s.capped {
            self.s.finish = Finish::BuildCap;
            self.say(Topic::Result, None, || {
                "A build phase was stopped: the season has no winner".to_owned()
            });
            self.over();
            return;
        }
        let steps = ladder((1 << n) - 1, &table);
        let names = [column::BY_POINTS, column::BY_DIFFERENCE, column::BY_GOALS, column::BY_SENT_OFF];
        for (leaders, name) in steps.into_iter().zip(names) {
            if leaders.is_power_of_two() {
                self.win(leaders.trailing_zeros() as u8, name);
                return;
            }
        }
        self.begin_sudden_death(steps[3]);
    }

    fn win(&mut self, winner: u8, step: Column) {
        self.s.count(column::DECIDED);
        self.s.count(step);
        let table = self.s.table;
        let own = table[usize::from(winner)].points;
        let n = usize::from(self.r.managers);
        let next = table[..n].iter().enumerate().filter(|&(seat, _)| seat != usize::from(winner));
        let next = next.map(|(_, row)| row.points).max().unwrap_or(0);
        self.s.add(column::CHAMPION_POINTS, i32::from(own));
        self.s.add(column::CHAMPION_LEAD, i32::from(own) - i32::from(next));
        let mut bare = table;
        for row in &mut bare {
            row.points -= row.boots;
        }
        let everybody = (1 << n) - 1;
        let changed = ladder(everybody, &bare)[3] != ladder(everybody, &table)[3];
        self.s.add(column::BOOT_DECIDES, i32::from(changed));
        self.s.add(column::FIRST_CALLER_WINS, i32::from(self.s.log.first_caller == winner));
        self.s.add(column::STARTER_WINS, i32::from(self.s.log.first_starter == winner));
        let turns = u32::from(self.s.log.counts[column::TURNS.place()]);
        self.s.add(column::RUN_AWAY, i32::from(self.s.log.lead.ran_away(winner, turns)));
        self.s.finish = Finish::Won(winner);
        self.say(Topic::Result, Some(winner), || format!("{} lifts the cup", words::seat(winner)));
        self.over();
    }

    /// A base-game race among the managers still tied (SD-01, SD-02).
    fn begin_sudden_death(&mut self, tied: u8) {
        self.s.count(column::SUDDEN_DEATHS);
        self.say(Topic::Phase, None, || {
            let names: Vec<String> = (0..4).filter(|seat| tied >> seat & 1 == 1).map(words::seat).collect();
            format!("Sudden death: {} start afresh", names.join(", "))
        });
        self.chance.section(SUDDEN_DEATH_SECTION);
        self.s.sudden_death = true;
        self.s.playing = tied;
        self.s.pitches = [Pitch::EMPTY; 4];
        self.s.hands = [Cards::EMPTY; 4];
        self.s.discard = Cards::EMPTY;
        self.s.out = Cards::EMPTY;
        self.s.epoch = self.s.epoch.wrapping_add(1);
        self.s.walls = 0;
        self.s.shrugged = 0;
        self.s.turns = [0; 4];
        self.s.caller = NOBODY;
        self.s.closing = 0;
        self.deal();
        let lot = self.chance.below(Source::TABLE, tied.count_ones());
        let starter = (0..4).filter(|seat| tied >> seat & 1 == 1).nth(lot as usize).unwrap_or(0);
        self.begin_turn(starter, false);
    }

    /// The end of a turn: the first legal seven wins (SD-02, SD-03). Only the
    /// active manager's pitch can have grown.
    pub fn sudden_death_turn_over(&mut self) {
        let seat = self.s.active;
        let pitch = &self.s.pitches[usize::from(seat)];
        let complete =
            if self.r.sudden_season { pitch.complete(self.r) } else { slots::complete_pure(pitch.field) };
        if complete {
            self.win(seat, column::BY_SUDDEN_DEATH);
        } else {
            self.next_turn();
        }
    }

    pub fn sudden_death_capped(&mut self) {
        self.s.finish = Finish::SuddenDeathCap;
        self.say(Topic::Result, None, || {
            "Sudden death is stopped: the tied managers have no winner".to_owned()
        });
        self.over();
    }
}
