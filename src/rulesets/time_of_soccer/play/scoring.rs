//! Final line-ups, victory points, tie-breaks (ledger 1.19).

use super::super::rules::Rules;
use super::super::state::{Account, LEAGUE, Next, Question, State};
use super::super::switches::FansVp;
use super::super::tiles::NONE;
use super::super::words;
use super::week::SUNDAY;
use super::{LOTS, Play};
use crate::chance::Chance;
use crate::watch::{Topic, Watch};

/// Victory points for fans (TOS-VP-06).
#[must_use]
pub fn fans_vp(rules: &Rules, fans: u8) -> i16 {
    let fans = i16::from(fans);
    match rules.vp_fans {
        FansVp::Beyond13 => (fans - 13).max(0),
        FansVp::HalfBeyond10 => (fans - 10).div_euclid(2),
        FansVp::SignedBeyond13 => fans - 13,
    }
}

/// Victory points for money: one per full `vp-money-per` $, rounded down in
/// debt too (TOS-VP-11, TOS-VP-14).
#[must_use]
pub fn money_vp(rules: &Rules, cash: i16) -> i16 {
    if rules.money_vp { cash.div_euclid(rules.money_per) } else { 0 }
}

/// Champion and runner-up bonuses: clubs tied over places share the bonuses of
/// those places, rounded up (TOS-VP-04).
#[must_use]
pub fn league_bonus(rules: &Rules, points: &[u8]) -> [i16; LEAGUE] {
    let mut bonus = [0; LEAGUE];
    for (club, &own) in points.iter().enumerate().take(LEAGUE) {
        let ahead = points.iter().take(LEAGUE).filter(|&&other| other > own).count();
        let tied = points.iter().take(LEAGUE).filter(|&&other| other == own).count();
        let sum: i16 =
            (ahead..ahead + tied).map(|place| rules.league_bonus.get(place).copied().unwrap_or(0)).sum();
        let tied = tied as i16;
        bonus[club] = (sum + tied - 1) / tied;
    }
    bonus
}

/// What the tie-breaks compare after the victory points (TOS-TIE-02): VP from
/// levels, the higher level, $, highest shirt number.
#[must_use]
pub(in super::super) fn tie_break(rules: &Rules, state: &State, club: usize) -> [i16; 4] {
    let [_, higher] = state.final_levels[club];
    let seat = state.seat_of[club];
    if seat == NONE {
        return [state.accounts[club].level, i16::from(higher), 0, 0];
    }
    let own = &state.clubs[usize::from(seat)];
    let shirt = own.squad().iter().map(|&tile| state.word(rules, tile).shirt()).max().unwrap_or(0);
    [state.accounts[club].level, i16::from(higher), own.cash, i16::from(shirt)]
}

/// Levels of a league club by its latest line-up.
fn levels(rules: &Rules, state: &State, club: usize) -> [u8; 2] {
    let seat = state.seat_of[club];
    if seat == NONE {
        return [rules.neutral_level(10).min(rules.level_max); 2];
    }
    let own = &state.clubs[usize::from(seat)];
    let tired = if rules.fatigue { own.fatigue } else { 0 };
    own.raw.map(|level| (level as i8 + tired).clamp(0, rules.level_max as i8) as u8)
}

/// Victory points of the six league clubs if the season were over as it stands.
#[must_use]
pub(in super::super) fn accounts(rules: &Rules, state: &State) -> [Account; LEAGUE] {
    let bonus = league_bonus(rules, &state.points[..LEAGUE]);
    std::array::from_fn(|club| {
        let lower = levels(rules, state, club).into_iter().min().unwrap_or(0);
        let mut account = Account {
            league: i16::from(state.points[club]),
            bonus: bonus[club],
            cup: if rules.cup { rules.vp_cup[usize::from(state.cup_round[club])] } else { 0 },
            level: rules.vp_level[usize::from(lower)],
            ..Account::default()
        };
        let seat = state.seat_of[club];
        if seat != NONE {
            let own = &state.clubs[usize::from(seat)];
            let holes = own.eleven.iter().map(|&tile| i16::from(tile == NONE)).sum::<i16>();
            account.empty = rules.vp_empty * holes;
            account.fans = fans_vp(rules, own.fans);
            account.press = i16::from(own.press_vp);
            account.money = money_vp(rules, own.cash);
        }
        account
    })
}

impl<C: Chance, W: Watch> Play<'_, C, W> {
    /// D8 at final scoring, for the player in this place (TOS-VP-08).
    pub(in super::super) fn final_line_up(&mut self, place: u8) {
        // A day behind Sunday marks line-ups that are not for a match.
        self.s.day = SUNDAY + 1;
        if place == 0 {
            self.watch.say(Topic::Phase, None, || "Final scoring".to_owned());
        }
        if place == self.rules.players {
            self.s.next = Next::Score;
            return;
        }
        self.s.place = place;
        let seat = self.s.seat_at(self.rules, place);
        self.ask(Question::LineUp, seat);
    }

    /// Victory points of the six league clubs and the winner.
    pub(in super::super) fn score(&mut self) {
        for club in 0..LEAGUE {
            let levels = levels(self.rules, self.s, club);
            let seat = self.s.seat_of[club];
            if seat != NONE {
                self.s.clubs[usize::from(seat)].levels = levels;
            }
            self.s.final_levels[club] = [levels[0].min(levels[1]), levels[0].max(levels[1])];
        }
        self.s.accounts = accounts(self.rules, self.s);
        self.find_winner();
        self.say_accounts();
        self.s.question = Question::Over;
        self.s.next = Next::Ask;
    }

    /// Most VP, then the tie-breaks, then a lot (TOS-TIE-01 to 03).
    fn find_winner(&mut self) {
        let rules = self.rules;
        let mut best = [NONE; LEAGUE];
        let mut count = 0;
        let mut top = ([i16::MIN; 5], 0);
        for club in 0..LEAGUE {
            if self.s.seat_of[club] == NONE && !rules.neutral_eligible {
                continue;
            }
            let [a, b, c, d] = tie_break(rules, self.s, club);
            let key = [self.s.accounts[club].total(), a, b, c, d];
            if key > top.0 {
                top.0 = key;
                count = 0;
            }
            if key == top.0 {
                best[count] = club as u8;
                count += 1;
            }
        }
        self.s.log.tied = count > 1;
        let lot = if count > 1 { self.chance.below(LOTS, count as u32) as usize } else { 0 };
        self.s.winner = best[lot];
    }

    /// Which tie-break (TOS-TIE-02) told the winner from the others with as
    /// many victory points; nothing if there was no other.
    fn decided_by(&self) -> Option<&'static str> {
        const BY: [&str; 4] = [
            ", level with another club, on the points for levels",
            ", level with another club, on the higher level",
            ", level with another club, on money",
            ", level with another club, on the highest shirt number",
        ];
        let winner = usize::from(self.s.winner);
        let eligible = |club: &usize| self.s.seat_of[*club] != NONE || self.rules.neutral_eligible;
        let level = |club: &usize| self.s.accounts[*club].total() == self.s.accounts[winner].total();
        let others = (0..LEAGUE).filter(|club| *club != winner && eligible(club)).filter(level);
        let own = tie_break(self.rules, self.s, winner);
        let parted = |club: usize| {
            let other = tie_break(self.rules, self.s, club);
            (0..BY.len()).find(|&k| own[k] != other[k])
        };
        BY.get(others.filter_map(parted).max()?).copied()
    }

    fn say_accounts(&mut self) {
        for club in 0..LEAGUE {
            let account = self.s.accounts[club];
            let seat = self.s.seat_of[club];
            self.watch.say(Topic::Effect, (seat != NONE).then_some(seat), || {
                format!(
                    "{}: {} VP = league {} + bonus {} + cup {} + fans {} + level {} + empty slots {} + press {} + \
                     money {}",
                    words::CLUB_NAMES[club],
                    account.total(),
                    account.league,
                    account.bonus,
                    account.cup,
                    account.fans,
                    account.level,
                    account.empty,
                    account.press,
                    account.money
                )
            });
        }
        let (winner, tied) = (self.s.winner, self.s.log.tied);
        let seat = self.s.seat_of[usize::from(winner)];
        let points = self.s.accounts[usize::from(winner)].total();
        let by = if W::ON { self.decided_by().unwrap_or_default() } else { "" };
        self.watch.say(Topic::Result, (seat != NONE).then_some(seat), || {
            let who = if seat == NONE { "a neutral club".to_owned() } else { format!("seat {seat}") };
            let name = words::CLUB_NAMES[usize::from(winner)];
            let decided = if tied { ", by lot after a full tie" } else { by };
            format!("{name} ({who}) win the game with {points} victory points{decided}")
        });
    }
}
