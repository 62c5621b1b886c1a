//! Cup Wednesdays: bracket, home sides, penalties.

use super::super::state::{AWAY, Fixture, HOME, Next};
use super::super::switches::CupTie;
use super::super::tiles::{Claim, NONE};
use super::super::words;
use super::{LOTS, PENALTY, Play};
use crate::chance::Chance;
use crate::watch::{Topic, Watch};

/// Penalties until the numbers differ (TOS-PEN-01, TOS-PEN-02): winning side,
/// goals of the last round, rounds. After the last round allowed a coin decides.
pub fn shoot_out<C: Chance>(rules: &super::super::rules::Rules, chance: &mut C) -> (usize, [u8; 2], u16) {
    for round in 1..=rules.penalty_rounds {
        let goals = [0, 1].map(|_| chance.lottery(PENALTY, &rules.penalty_roll) as u8);
        if goals[HOME] != goals[AWAY] {
            return (usize::from(goals[AWAY] > goals[HOME]), goals, round);
        }
    }
    (usize::from(chance.coin(LOTS)), [0; 2], rules.penalty_rounds)
}

impl<C: Chance, W: Watch> Play<'_, C, W> {
    /// Cup match `index`: quarter-finals 0 to 3, semi-finals 4 and 5, final 6;
    /// when the day's matches are over the market opens (TOS-DAY-05).
    pub(in super::super) fn cup_match(&mut self, index: u8) {
        let end = match self.s.week {
            6 => 4,
            8 => 6,
            _ => 7,
        };
        if index == end {
            self.open_market();
            return;
        }
        let boxes = 2 * usize::from(index);
        let drawn = [self.s.bracket[boxes], self.s.bracket[boxes + 1]];
        for club in drawn {
            let seat = self.s.seat_of[usize::from(club)];
            if seat != NONE {
                self.s.clubs[usize::from(seat)].played_cup = true;
            }
        }
        let round =
            ["quarter-final", "semi-final", "final"][usize::from(index >= 4) + usize::from(index == 6)];
        self.watch.say(Topic::Phase, None, || {
            let name = |club: u8| words::CLUB_NAMES[usize::from(club)];
            format!("Cup {round}: {} v {}", name(drawn[0]), name(drawn[1]))
        });
        if drawn.iter().all(|&club| self.s.seat_of[usize::from(club)] == NONE) {
            let side = self.neutral_cup_match(drawn);
            self.advance(index, drawn, side);
            self.s.next = Next::Cup(index + 1);
            return;
        }
        // The club with fewer league points is at home (TOS-CUP-03).
        let points = drawn.map(|club| self.s.points[usize::from(club)]);
        let home = if points[0] == points[1] {
            usize::from(self.chance.coin(LOTS))
        } else {
            usize::from(points[1] < points[0])
        };
        self.kick_off(Fixture::Cup(index), [drawn[home], drawn[1 - home]]);
    }

    /// The winner advances, the loser is out; cup releases that are decided by
    /// this are settled (TOS-PRESS-09).
    pub(in super::super) fn advance(&mut self, index: u8, clubs: [u8; 2], side: usize) {
        let (winner, loser) = (clubs[side], clubs[1 - side]);
        self.s.bracket[8 + usize::from(index)] = winner;
        self.s.cup_round[usize::from(winner)] += 1;
        self.s.out |= 1 << loser;
        self.watch.say(Topic::Result, None, || {
            let then = if index == 6 { "win the cup" } else { "advance in the cup" };
            format!("{} {then}", words::CLUB_NAMES[usize::from(winner)])
        });
        for (club, kept) in [(winner, true), (loser, false)] {
            let seat = self.s.seat_of[usize::from(club)];
            if seat != NONE && (index == 6 || !kept) {
                self.settle_releases(seat, |claim| (claim == Claim::Cup).then_some(kept));
            }
        }
    }

    /// Penalties between the clubs of a match.
    pub(in super::super) fn shoot_out(&mut self, clubs: [u8; 2]) -> usize {
        let (side, goals, rounds) = shoot_out(self.rules, self.chance);
        self.s.log.shoot_outs += 1;
        self.s.log.shoot_out_rounds += rounds;
        self.watch.say(Topic::Dice, None, || {
            format!(
                "Penalties, {rounds} round{}: {} {}, {} {}",
                if rounds == 1 { "" } else { "s" },
                words::CLUB_NAMES[usize::from(clubs[HOME])],
                goals[HOME],
                words::CLUB_NAMES[usize::from(clubs[AWAY])],
                goals[AWAY]
            )
        });
        side
    }

    /// A drawn cup match of a player (TOS-CUP-04, TOS-NR-03): the winning side.
    pub(in super::super) fn settle_draw(&mut self) -> usize {
        let game = &self.s.game;
        if self.rules.no_random {
            match self.rules.cup_tie {
                CupTie::Penalties => {}
                CupTie::HomeWins => return HOME,
                CupTie::HigherDefence => {
                    let defence = [game.levels[HOME][1], game.levels[AWAY][1]];
                    return if defence[HOME] == defence[AWAY] {
                        usize::from(self.chance.coin(LOTS))
                    } else {
                        usize::from(defence[AWAY] > defence[HOME])
                    };
                }
            }
        }
        let clubs = game.clubs;
        self.shoot_out(clubs)
    }
}
