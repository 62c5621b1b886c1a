//! The Fatigue variant: recovery on Monday (D12), team types (D9).

use super::super::moves::team_legal;
use super::super::state::{Next, Question};
use super::super::words;
use super::Play;
use crate::chance::Chance;
use crate::watch::{Topic, Watch};

/// Names of the team types.
pub const TEAM_NAMES: [&str; 3] = ["Starting", "Mixed", "Substitute"];

impl<C: Chance, W: Watch> Play<'_, C, W> {
    /// D12 for the player in this place; without tired legs there is no choice.
    pub(in super::super) fn ask_recovery(&mut self, place: u8) {
        if place == self.rules.players {
            self.s.next = Next::DayEnd;
            return;
        }
        let seat = self.s.seat_at(self.rules, place);
        self.s.place = place;
        self.s.asked = seat;
        if self.s.clubs[usize::from(seat)].fatigue == 0 || self.rules.recovery == 0 {
            self.recover(0);
        } else {
            self.ask(Question::Recovery, seat);
        }
    }

    /// Shares the recovery points (TOS-FAT-07), then settles negative Energy
    /// (TOS-FAT-08, TOS-FAT-09).
    pub(in super::super) fn recover(&mut self, on_fatigue: u8) {
        let seat = self.s.asked;
        let rules = self.rules;
        let club = &mut self.s.clubs[usize::from(seat)];
        let on_fatigue = on_fatigue as i8;
        club.fatigue = (club.fatigue + on_fatigue).min(0);
        club.energy = (club.energy + rules.recovery - on_fatigue).min(rules.energy.1);
        if club.energy < 0 {
            club.fatigue += club.energy;
            club.energy = 0;
            if club.fatigue < rules.fatigue_min {
                club.fatigue = rules.fatigue_min;
                club.lost_reroll = true;
            }
        }
        let (energy, fatigue, lost) = (club.energy, club.fatigue, club.lost_reroll);
        self.watch.say(Topic::Effect, Some(seat), || {
            let lost = if lost { "; the starting manager's re-roll is lost this week" } else { "" };
            format!("{} recovers: Energy {energy}, Fatigue {fatigue}{lost}", words::who(self.s, seat))
        });
        self.s.next = Next::Recover(self.s.place + 1);
    }

    /// D9 of the club announcing first (0) or second (1).
    pub(in super::super) fn team_type(&mut self, k: u8) {
        let side = self.announcing(k);
        let seat = self.s.seat_of[usize::from(self.s.game.clubs[side])];
        self.s.place = k;
        if !self.rules.fatigue {
            self.s.asked = seat;
            self.choose_team(0);
            return;
        }
        let club = &self.s.clubs[usize::from(seat)];
        if (0..2).any(|team| team_legal(self.rules, club, team)) {
            self.ask(Question::Team, seat);
        } else {
            self.s.asked = seat;
            self.choose_team(2);
        }
    }

    /// D9 answered; with simultaneous line-ups the first answer stays face down
    /// until the second is given.
    pub(in super::super) fn choose_team(&mut self, team: u8) {
        let k = self.s.place;
        if self.face_down() {
            if k == 0 {
                self.s.game.pending = team;
                self.s.next = Next::Team(1);
                return;
            }
            let pending = self.s.game.pending;
            self.set_levels(0, pending);
        }
        self.set_levels(k, team);
        self.after_announcement(k);
    }

    /// Reductions by Fatigue and team type, clamped (TOS-FAT-02, TOS-FAT-05,
    /// TOS-FAT-12); the levels are then announced.
    fn set_levels(&mut self, k: u8, team: u8) {
        let side = self.announcing(k);
        let seat = self.s.seat_of[usize::from(self.s.game.clubs[side])];
        let club = &mut self.s.clubs[usize::from(seat)];
        let less =
            if self.rules.fatigue { club.fatigue - self.rules.team_loss[usize::from(team)] } else { 0 };
        club.levels = club.raw.map(|level| (level as i8 + less).clamp(0, self.rules.level_max as i8) as u8);
        self.s.game.team[side] = team;
        self.s.game.levels[side] = self.s.clubs[usize::from(seat)].levels;
        // The home bonus is part of what is announced.
        self.announced(side);
        let levels = self.s.game.levels[side];
        let fatigue = self.rules.fatigue;
        self.watch.say(Topic::Effect, Some(seat), || {
            let team = if fatigue {
                format!(" with a {} team", TEAM_NAMES[usize::from(team)])
            } else {
                String::new()
            };
            let who = words::who(self.s, seat);
            format!("{who} announces attack {}, defence {}{team}", levels[0], levels[1])
        });
    }
}
