//! One match with a player: income, line-ups, attacks, result (D8, D10, D11).

use super::super::luck::Again;
use super::super::rules::Rules;
use super::super::state::{AWAY, Fixture, HOME, Match, Next, Question};
use super::super::switches::{HomeIncome, LineupOrder};
use super::super::tiles::{Claim, NONE, START_MANAGER};
use super::super::words;
use super::economy::satisfy;
use super::lineup::{self, Objective};
use super::{NEUTRAL, NEUTRAL_AGAIN, NEUTRAL_CUP, Play, cup_dice, league_dice, repeat_dice};
use crate::chance::{Chance, Source};
use crate::watch::{Topic, Watch};

/// Shots of an attack level with this many hits (TOS-MATCH-08).
#[inline]
#[must_use]
pub fn shots(rules: &Rules, level: u8, hits: u8) -> u8 {
    rules.shots[usize::from(level)][usize::from(hits)]
}

/// Saves of a defence level with this many hits (TOS-MATCH-09).
#[inline]
#[must_use]
pub fn saves(rules: &Rules, level: u8, hits: u8) -> u8 {
    rules.saves[usize::from(level)][usize::from(hits)]
}

const fn plural(count: u8) -> &'static str {
    if count == 1 { "" } else { "s" }
}

impl<C: Chance, W: Watch> Play<'_, C, W> {
    /// Step 1, income, and what neutrals announce (TOS-MATCH-04, 05, 17).
    pub(in super::super) fn kick_off(&mut self, fixture: Fixture, clubs: [u8; 2]) {
        self.s.game = Match { fixture, clubs, ..Match::NONE };
        for side in [HOME, AWAY] {
            let seat = self.s.seat_of[usize::from(clubs[side])];
            if seat == NONE {
                let level = self.rules.neutral_level(self.s.week).min(self.rules.level_max);
                self.s.game.levels[side] = [level; 2];
                self.announced(side);
                continue;
            }
            match fixture {
                Fixture::League(_) => {
                    let paid = match self.rules.home_income {
                        HomeIncome::Off => false,
                        HomeIncome::On => side == HOME,
                        HomeIncome::Both => true,
                    };
                    if paid {
                        self.receive_contracts(seat, 1, false, "from contracts for the match");
                    }
                }
                Fixture::Cup(_) => {
                    self.receive_contracts(seat, 1, true, "from contracts for the cup match");
                }
            }
        }
        self.s.next = Next::LineUp(0);
    }

    /// The side that announces first (0) or second (1).
    #[inline]
    pub(in super::super) fn announcing(&self, k: u8) -> usize {
        let first = if self.rules.lineup_order == LineupOrder::HomeFirst { HOME } else { AWAY };
        if k == 0 { first } else { 1 - first }
    }

    /// D8 before a match, or on to the next step when the club is neutral.
    pub(in super::super) fn line_up(&mut self, k: u8) {
        let side = self.announcing(k);
        let seat = self.s.seat_of[usize::from(self.s.game.clubs[side])];
        self.s.place = k;
        if seat == NONE {
            self.after_announcement(k);
        } else {
            self.ask(Question::LineUp, seat);
        }
    }

    /// Whether both line-ups stay face down until the second is chosen.
    pub(in super::super) fn face_down(&self) -> bool {
        let players = self.s.game.clubs.iter().all(|&club| self.s.seat_of[usize::from(club)] != NONE);
        players && self.rules.lineup_order == LineupOrder::Simultaneous
    }

    /// D8 answered: a candidate code, 4 × manager + objective.
    pub(in super::super) fn announce(&mut self, candidate: u8) {
        let (k, seat) = (self.s.place, self.s.asked);
        if self.s.day > super::week::SUNDAY {
            self.line_up_as(seat, candidate);
            self.s.next = Next::Final(k + 1);
            return;
        }
        if self.face_down() {
            if k == 0 {
                self.s.game.pending = candidate;
                self.s.next = Next::LineUp(1);
                return;
            }
            let other = self.s.seat_of[usize::from(self.s.game.clubs[self.announcing(0)])];
            let pending = self.s.game.pending;
            self.line_up_as(other, pending);
            self.line_up_as(seat, candidate);
            self.s.next = Next::Team(0);
            return;
        }
        self.line_up_as(seat, candidate);
        self.s.next = Next::Team(k);
    }

    /// Takes up the line-up of a candidate.
    fn line_up_as(&mut self, seat: u8, candidate: u8) {
        let at = usize::from(seat);
        let club = &self.s.clubs[at];
        let principal = club.managers[usize::from(candidate / 4)];
        let crew = lineup::Club {
            squad: club.squad(),
            extra: None,
            managers: club.managers(),
            principal,
            previous: &club.eleven,
        };
        let objective = Objective::CODES[usize::from(candidate % 4)];
        let found = lineup::best(self.rules, self.s.tiles(self.rules), crew, objective);
        let club = &mut self.s.clubs[at];
        club.stamp += u16::from(club.eleven != found.eleven);
        club.eleven = found.eleven;
        club.principal = principal;
        club.raw = [self.rules.level(found.attack), self.rules.level(found.defence)];
        let (state, rules) = (&*self.s, self.rules);
        self.watch.say(Topic::Card, Some(seat), || {
            format!(
                "{} under the {}: {}; attack value {} (level {}), defence value {} (level {})",
                words::who(state, seat),
                words::tile(rules, state, principal),
                words::eleven(rules, state, found.eleven),
                found.attack,
                state.clubs[at].raw[0],
                found.defence,
                state.clubs[at].raw[1]
            )
        });
    }

    /// Marks a side's levels as announced; the home bonus is part of them.
    pub(in super::super) fn announced(&mut self, side: usize) {
        let game = &mut self.s.game;
        if side == HOME {
            let attack = &mut game.levels[HOME][0];
            *attack = (*attack + self.rules.home_bonus).min(self.rules.level_max);
        }
        game.announced[side] = true;
        let seat = self.s.seat_of[usize::from(self.s.game.clubs[side])];
        if seat != NONE {
            let club = &self.s.clubs[usize::from(seat)];
            let own = self.rules.reroll
                && club.has_starting_manager()
                && !club.lost_reroll
                && (!self.rules.reroll_principal || club.principal == START_MANAGER);
            let home = self.rules.home_reroll && side == HOME;
            self.s.game.rerolls[side] = u8::from(own) + u8::from(home);
        }
    }

    pub(in super::super) fn after_announcement(&mut self, k: u8) {
        self.s.next = if k == 0 { Next::LineUp(1) } else { Next::Attack(0) };
    }

    /// Attacking side of the first (0) or second (1) attack.
    #[inline]
    pub(in super::super) fn attacking(&self, k: u8) -> usize {
        let first = if self.rules.home_first { HOME } else { AWAY };
        if k == 0 { first } else { 1 - first }
    }

    /// The stream of a club's dice.
    #[inline]
    fn dice(&self, side: usize, again: bool) -> Source {
        let seat = self.s.seat_of[usize::from(self.s.game.clubs[side])];
        match (seat, self.s.game.fixture, again) {
            (NONE, Fixture::League(_), false) => NEUTRAL,
            (NONE, Fixture::Cup(_), false) => NEUTRAL_CUP,
            (NONE, _, true) => NEUTRAL_AGAIN,
            (_, _, true) => repeat_dice(seat),
            (_, Fixture::League(_), false) => league_dice(seat),
            (_, Fixture::Cup(_), false) => cup_dice(seat),
        }
    }

    /// One roll of a side: hits of an attack or a defence.
    fn roll(&mut self, side: usize, defence: bool, again: bool) {
        let source = self.dice(side, again);
        let rules = self.rules;
        let (lottery, dice) = if defence {
            (&rules.defence_roll, rules.defence_dice)
        } else {
            (&rules.attack_roll, rules.attack_dice)
        };
        let hits = self.chance.lottery(source, lottery) as u8;
        self.s.game.hits = hits;
        self.book_luck(side, defence, again);
        let game = &self.s.game;
        let club = game.clubs[side];
        let seat = self.s.seat_of[usize::from(club)];
        let level = game.levels[side][usize::from(defence)];
        self.watch.say(Topic::Dice, (seat != NONE).then_some(seat), || {
            let verb = match (defence, again) {
                (false, false) => "attack",
                (false, true) => "attack again",
                (true, false) => "defend",
                (true, true) => "defend again",
            };
            let (result, what) = if defence {
                (saves(rules, level, hits), "save")
            } else {
                (shots(rules, level, hits), "shot")
            };
            format!(
                "{} {verb}: {dice} dice, {hits} hit{}, at level {level} {result} {what}{}",
                words::CLUB_NAMES[usize::from(club)],
                plural(hits),
                plural(result)
            )
        });
    }

    /// What may follow a side's next roll.
    fn way(&self, side: usize) -> Again {
        match self.s.seat_of[usize::from(self.s.game.clubs[side])] {
            NONE if self.rules.neutral_reroll => Again::NoHit,
            seat if seat != NONE && self.s.game.rerolls[side] > 0 => Again::Choice,
            _ => Again::Never,
        }
    }

    /// The roll just made is lucky for one side as far as it is unlucky for the
    /// other.
    fn book_luck(&mut self, side: usize, defence: bool, again: bool) {
        let attacking = if defence { 1 - side } else { side };
        let (game, values) = (&self.s.game, &self.rules.goal_values);
        let (level, opposite) = (game.levels[attacking][0], game.levels[1 - attacking][1]);
        let (hits, way) = (game.hits, self.way(side));
        let goals = if defence {
            values.of_defence(opposite, game.shots, hits, way, again)
        } else {
            values.of_attack(level, (opposite, self.way(1 - side)), hits, way, again)
        };
        for (side, goals) in [(attacking, goals), (1 - attacking, -goals)] {
            let seat = self.s.seat_of[usize::from(self.s.game.clubs[side])];
            if seat != NONE {
                self.s.clubs[usize::from(seat)].log.luck += goals;
            }
        }
    }

    /// One roll of a side with a neutral's repeat, for odds: its hits.
    pub(in super::super) fn one_roll(&mut self, side: usize, defence: bool) -> u8 {
        self.roll_and_ask(side, defence);
        self.s.game.hits
    }

    /// Rolls for a side; a neutral repeats a roll without a hit once
    /// (TOS-MATCH-15); a player with a re-roll left is asked. True when asked.
    fn roll_and_ask(&mut self, side: usize, defence: bool) -> bool {
        self.roll(side, defence, false);
        let seat = self.s.seat_of[usize::from(self.s.game.clubs[side])];
        if seat == NONE {
            if self.s.game.hits == 0 && self.rules.neutral_reroll {
                self.s.log.repeats += 1;
                self.roll(side, defence, true);
            }
            return false;
        }
        if self.s.game.rerolls[side] == 0 {
            return false;
        }
        self.ask(if defence { Question::DefenceAgain } else { Question::AttackAgain }, seat);
        true
    }

    /// Step 4 or 5: the attack roll (TOS-MATCH-08), or without dice the whole
    /// attack (TOS-NR-01).
    pub(in super::super) fn attack(&mut self, k: u8) {
        let side = self.attacking(k);
        self.s.place = k;
        if self.rules.no_random {
            let [attack, defence] = [self.s.game.levels[side][0], self.s.game.levels[1 - side][1]];
            self.s.game.shots = attack;
            self.score_goals(k, attack.saturating_sub(defence));
            return;
        }
        if !self.roll_and_ask(side, false) {
            self.s.next = Next::Defend(k);
        }
    }

    /// D10.
    pub(in super::super) fn attack_again(&mut self, again: bool) {
        let k = self.s.place;
        if again {
            self.repeat(self.attacking(k), false);
        }
        self.s.next = Next::Defend(k);
    }

    fn repeat(&mut self, side: usize, defence: bool) {
        self.s.game.rerolls[side] -= 1;
        let seat = self.s.asked;
        self.s.clubs[usize::from(seat)].log.rerolls += 1;
        self.roll(side, defence, true);
    }

    /// Shots are counted, the defence rolls (TOS-MATCH-09).
    pub(in super::super) fn defend(&mut self, k: u8) {
        let side = self.attacking(k);
        let game = &mut self.s.game;
        game.shots = shots(self.rules, game.levels[side][0], game.hits);
        self.s.place = k;
        if !self.roll_and_ask(1 - side, true) {
            self.s.next = Next::Goals(k);
        }
    }

    /// D11.
    pub(in super::super) fn defence_again(&mut self, again: bool) {
        let k = self.s.place;
        if again {
            self.repeat(1 - self.attacking(k), true);
        }
        self.s.next = Next::Goals(k);
    }

    /// Goals = shots less saves, at least 0 (TOS-MATCH-10).
    pub(in super::super) fn count_goals(&mut self, k: u8) {
        let defending = 1 - self.attacking(k);
        let game = &self.s.game;
        let saved = saves(self.rules, game.levels[defending][1], game.hits);
        self.score_goals(k, game.shots.saturating_sub(saved));
    }

    fn score_goals(&mut self, k: u8, goals: u8) {
        let side = self.attacking(k);
        self.s.game.goals[side] = goals;
        let club = self.s.game.clubs[side];
        self.watch.say(Topic::Effect, None, || {
            let plural = if goals == 1 { "goal" } else { "goals" };
            format!("{} score {goals} {plural}", words::CLUB_NAMES[usize::from(club)])
        });
        self.s.next = if k == 0 { Next::Attack(1) } else { Next::FullTime };
    }

    /// Steps 6 to 8: result, victory income, satisfaction, releases.
    pub(in super::super) fn full_time(&mut self) {
        let game = self.s.game;
        let mut winner = match game.goals[HOME].cmp(&game.goals[AWAY]) {
            std::cmp::Ordering::Greater => Some(HOME),
            std::cmp::Ordering::Less => Some(AWAY),
            std::cmp::Ordering::Equal => None,
        };
        self.watch.say(Topic::Result, None, || {
            let name = |side: usize| words::CLUB_NAMES[usize::from(game.clubs[side])];
            format!("{} {}-{} {}", name(HOME), game.goals[HOME], game.goals[AWAY], name(AWAY))
        });
        self.tally_match(winner);
        match game.fixture {
            Fixture::League(_) => self.league_points(game.clubs, winner),
            Fixture::Cup(_) => {
                if winner.is_none() {
                    winner = Some(self.settle_draw());
                }
            }
        }
        for side in [HOME, AWAY] {
            let seat = self.s.seat_of[usize::from(game.clubs[side])];
            if seat != NONE {
                self.after_match(seat, side, winner);
            }
        }
        if let Fixture::League(_) = game.fixture {
            for side in [HOME, AWAY] {
                let seat = self.s.seat_of[usize::from(game.clubs[side])];
                if seat != NONE {
                    let (scored, conceded) = (game.goals[side], game.goals[1 - side]);
                    self.settle_releases(seat, |claim| match claim {
                        Claim::Score1 => Some(scored >= 1),
                        Claim::Score2 => Some(scored >= 2),
                        Claim::WinDraw => Some(scored >= conceded),
                        Claim::Win => Some(scored > conceded),
                        Claim::Clean => Some(conceded == 0),
                        _ => None,
                    });
                }
            }
        }
        self.s.next = match game.fixture {
            Fixture::League(index) => Next::League(index + 1),
            Fixture::Cup(index) => {
                self.advance(index, game.clubs, winner.unwrap_or(HOME));
                Next::Cup(index + 1)
            }
        };
    }

    /// Steps 7 and 8 of one player, and the energy that the team cost.
    fn after_match(&mut self, seat: u8, side: usize, winner: Option<usize>) {
        if winner == Some(side) {
            self.receive_contracts(seat, 2, false, "as victory bonus");
        }
        let result = match winner {
            Some(s) if s == side => 0,
            None => 1,
            Some(_) => 2,
        };
        let rules = self.rules;
        let club = &mut self.s.clubs[usize::from(seat)];
        let steps = rules.prints[usize::from(club.community)].steps[result];
        let gained = satisfy(rules, club, steps);
        if rules.fatigue {
            let cost = rules.team_cost[usize::from(self.s.game.team[side])];
            club.energy = (club.energy - cost).max(rules.energy.0);
        }
        let (satisfaction, fans) = (club.satisfaction, club.fans);
        if steps > 0 {
            self.watch.say(Topic::Effect, Some(seat), || {
                let fan = if gained > 0 { format!("; now {fans} fans") } else { String::new() };
                format!("{}: satisfaction +{steps}, now {satisfaction}{fan}", words::who(self.s, seat))
            });
        }
    }

    fn tally_match(&mut self, winner: Option<usize>) {
        let game = &self.s.game;
        let log = &mut self.s.log;
        log.scores[usize::from(log.played)] = game.goals;
        log.played += 1;
        for goals in game.goals {
            log.goals[usize::from(goals).min(23)] += 1;
        }
        let strength = game.levels.map(|levels| levels[0] + levels[1]);
        if strength[0] != strength[1] {
            log.uneven += 1;
            let stronger = usize::from(strength[1] > strength[0]);
            log.upsets += u8::from(winner == Some(1 - stronger));
        }
        if let Fixture::League(_) = game.fixture {
            log.matches += 1;
            log.home_wins += u8::from(winner == Some(HOME));
            log.draws += u8::from(winner.is_none());
        }
    }
}
