//! What the trained policy looks at: the pillars after a card, the chances of
//! shots on both sides, what a save costs, each with a weight of its own
//! (`trained.toml`).

use std::cell::LazyCell;
use std::ops::Deref;

use super::ahead::{self, Outlook};
use super::unseen::Unseen;
use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::game::Weights;
use crate::rulesets::time_vault_soccer::legal::{Asked, Lamp, Moves};
use crate::rulesets::time_vault_soccer::moves::Move;
use crate::rulesets::time_vault_soccer::squads::{each, players_of};
use crate::rulesets::time_vault_soccer::subs;
use crate::rulesets::time_vault_soccer::view::Half;

crate::features! {
    /// What the policy looks at. Chances are in hundredths, and a goal is worth
    /// about 10 000.
    pub enum Look {
        Attack = "attack": -2000..=4000, "points of the own Attack after a card",
        AttackLate = "attack-late": -4000..=2000, "the same with five cards left or fewer",
        Lead = "lead": -2000..=2000, "points by which it is ahead of the other Defence",
        Chance = "chance": -200..=400, "chance that a shot then scores",
        Defence = "defence": -2000..=4000, "points of the own Defence after a card",
        DefenceLate = "defence-late": -4000..=2000, "the same with five cards left or fewer",
        Behind = "behind": -4000..=1000, "points by which the other Attack is ahead of it",
        Danger = "danger": -400..=100, "chance that the other side can shoot in its turn",
        Threat = "threat": -400..=100, "chance that no card kept in hand saves that shot",
        Answer = "answer": -1000..=2000, "points of the best answer kept in hand",
        SpentAttack = "spent-attack": -2000..=500, "attack of a card played to Defence",
        SpentDefence = "spent-defence": -2000..=500, "defence of a card played to Attack",
        SecondCopy = "second-copy": -16000..=2000, "a yellow card for a second copy",
        SentOff = "sent-off": -32000..=0, "a player sent off",
        Suspended = "suspended": -8000..=0, "stars of a player whom the card would suspend",
        DoubleTeam = "double-team": -16000..=4000, "double-teaming without a shot to answer",
        Lamp = "lamp": -16000..=8000, "a lamp",
        Lamped = "lamped": -1000..=4000, "points that it takes from the other Attack",
        HomeAttack = "home-attack": -8000..=500, "home points on a card to Attack",
        Shoot = "shoot": -16000..=16000, "a shot",
        ShootChance = "shoot-chance": 0..=800, "its chance",
        ShootWaiting = "shoot-waiting": -400..=400, "chance that the best attacker in hand would add",
        ShootAttack = "shoot-attack": -4000..=2000, "points of the Attack that it uses up",
        ShootCleared = "shoot-cleared": -2000..=4000, "points of Defence that it is expected to clear",
        ShootAhead = "shoot-ahead": -8000..=8000, "goals ahead, at most two either way",
        ShootLeft = "shoot-left": -2000..=2000, "own cards left",
        ShootLast = "shoot-last": 0..=32000, "a shot of the last turn",
        Save = "save": 0..=32000, "a save",
        SaveAttack = "save-attack": -4000..=1000, "attack of the card that saves",
        SaveDefence = "save-defence": -2000..=2000, "points of the own Defence with it",
        SaveHome = "save-home": -8000..=500, "home points on it",
        SaveDouble = "save-double": -16000..=4000, "double-teaming to save",
        LastMan = "last-man": -16000..=8000, "a penalty kick instead of a goal",
        LastManLeft = "last-man-left": -2000..=500, "own cards left then",
        LastManCopy = "last-man-copy": -8000..=1000, "another copy of the last man still to come or in play",
        Substitute = "substitute": -16000..=8000, "a substitution",
        SubstituteBooked = "substitute-booked": -4000..=16000, "of a booked player with a card in play",
        SubstituteAlike = "substitute-alike": -4000..=4000, "by one of the same line",
        SubstituteAttack = "substitute-attack": -4000..=4000, "attack gained",
        SubstituteDefence = "substitute-defence": -4000..=4000, "defence gained",
        SubstituteLate = "substitute-late": -4000..=8000, "attack gained with five cards left or fewer and behind",
        StandsPoints = "stands-points": -1000..=1000, "standing: a point of the league, more the later it is",
        StandsDifference = "stands-difference": -1000..=1000, "standing: a goal of the goal difference, likewise",
        StandsLeft = "stands-left": -1000..=1000, "standing: a match of the league still to play, likewise",
        StandsTitle = "stands-title": -16000..=16000, "standing: in the matches for a shared title",
        StandsTitleRound = "stands-title-round": -16000..=16000, "standing: a round of them gone through",
        StandsSuspended = "stands-suspended": -4000..=4000, "standing: stars of those who miss the next match of the league",
        StandsYellow = "stands-yellow": -4000..=4000, "standing: a yellow card on record there",
        StandsChampion = "stands-champion": -16000..=16000, "standing: champion, the cup still to be won",
        StandsCup = "stands-cup": -16000..=16000, "standing: still in the cup",
        StandsCupRound = "stands-cup-round": -16000..=16000, "standing: a round of the cup gone through",
        StandsCupSuspended = "stands-cup-suspended": -4000..=4000, "standing: stars of those who miss the next match of the cup",
        StandsCupYellow = "stands-cup-yellow": -4000..=4000, "standing: a yellow card on record there",
    }
}

/// Own cards left from which on it is late.
const LATE: i32 = 5;

/// The move worth most; `brink` are players whom one more yellow card would
/// suspend.
pub(in super::super) fn weigh(
    w: &Weights,
    half: &Half<'_>,
    brink: u16,
    moves: &Moves,
    whim: &mut Whim,
) -> Move {
    let rules = half.rules;
    let second = if rules.bookings && rules.second_copy_yellow { ahead::in_play(half.own()) } else { 0 };
    let scale = Scale { w, half, brink, second, cards: half.cards_left() as i32 };
    match moves.asked {
        Asked::Substitute => scale.substitute(moves, whim),
        Asked::Play => scale.card(moves, whim),
        Asked::Shoot => {
            let [attack, _, _, their_defence] = half.strengths().map(i32::from);
            let squad = half.squad();
            let next = Best::of(half, |player| squad.attack[usize::from(player)].into()).first;
            let answers = Unseen::answers(half);
            let goal = answers.goal(attack);
            Move::Shoot(scale.shot(&answers, [attack, their_defence, goal, next], scale.cards) > 0)
        }
        _ => scale.answer(moves, whim),
    }
}

/// The most that a card in hand brings, and the most without that card.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Best {
    player: u8,
    first: i32,
    second: i32,
}

impl Best {
    fn of(half: &Half<'_>, value: impl Fn(u8) -> i32) -> Self {
        let hand = half.hand();
        let mut best = Self { player: 0, first: 0, second: 0 };
        for player in each(players_of(hand)) {
            let value = value(player);
            if value > best.first {
                let kept = if hand >> (2 * player) & 3 == 3 { value } else { best.first };
                best = Self { player, first: value, second: kept };
            } else {
                best.second = best.second.max(value);
            }
        }
        best
    }

    /// Whether a card of this player is the one.
    const fn is(&self, player: u8) -> bool {
        self.player == player
    }

    /// The most that is kept once a card is played.
    const fn kept(&self, played: bool) -> i32 {
        if played { self.second } else { self.first }
    }
}

/// Weights beside what they weigh.
struct Scale<'a> {
    w: &'a Weights,
    half: &'a Half<'a>,
    /// Players whom one more yellow card would suspend.
    brink: u16,
    /// Players whose next card is a yellow one.
    second: u16,
    /// Own cards, hand and deck.
    cards: i32,
}

impl Scale<'_> {
    /// The card worth most. One that adds nothing to Attack goes there only if it
    /// is the last in hand.
    fn card(&self, moves: &Moves, whim: &mut Whim) -> Move {
        let Self { w, half, .. } = *self;
        let squad = half.squad();
        let [attack, defence, their_attack, their_defence] = half.strengths().map(i32::from);
        // Only an Attack that is ahead can shoot.
        let (answers, attackers) = (LazyCell::new(|| Unseen::answers(half)), Unseen::attackers(half));
        let answering = Outlook::answer(half);
        let save = Best::of(half, |player| i32::from(answering.with(player, 0, 0).0) - defence);
        let next = Best::of(half, |player| squad.attack[usize::from(player)].into());
        // One card is one bit.
        let last = half.hand().is_power_of_two();
        let points = match half.own().home_left {
            home if half.rules.home_in_defence && !last => i32::from(home.min(half.rules.home_per_card)),
            _ => 0,
        };
        // Each pillar is worth the same for all cards that go to the other, but
        // for the one that the best attack or answer is lost with.
        let forward =
            |attack: i32, lost: bool| self.forward(&answers, [attack, their_defence, next.kept(lost)]);
        let back = |defence: i32, lamped: i32, lost: bool| {
            self.back(&attackers, [defence, their_attack - lamped, lamped, save.kept(lost) + points])
        };
        let (here, there) = (
            [false, true].map(|lost| forward(attack, lost)),
            [false, true].map(|lost| back(defence, 0, lost)),
        );
        let (to_attack, to_defence) = (Outlook::attack(half), Outlook::defence(half));
        let mut pick = Pick::new();
        for player in each(moves.players()) {
            let at = usize::from(player);
            let (attacker, saver) = (next.is(player), save.is(player));
            let spent = w.times(Look::SpentDefence, squad.defence[at].into())
                + self.bookings(&to_attack, player, 0)
                + there[usize::from(saver)];
            for home in 0..=moves.most_home_in_attack() {
                let (strength, adds) = to_attack.with(player, home, 0);
                if adds > 0 || last {
                    let worth = forward(strength.into(), attacker) + w.times(Look::HomeAttack, home.into());
                    pick.offer(ahead::forward(player, home), worth + spent, whim);
                }
            }
            let spent = w.times(Look::SpentAttack, squad.attack[at].into()) + here[usize::from(attacker)];
            let mut offer = |skill: u8, lamped: i32, extra: i64| {
                let worth = back(to_defence.with(player, 0, skill).0.into(), lamped, saver);
                let price = self.bookings(&to_defence, player, skill) + extra;
                pick.offer(ahead::back(player, skill), worth + spent + price, whim);
            };
            offer(0, 0, 0);
            if moves.doubles() >> player & 1 == 1 {
                offer(1, 0, w.get(Look::DoubleTeam));
            }
            if let Some(&Lamp { targets, .. }) = moves.lamps().iter().find(|lamp| lamp.player == player) {
                let values = &half.other().attack.values;
                let mut left = targets;
                while left != 0 {
                    let target = left.trailing_zeros() as u8;
                    left &= left - 1;
                    let value = values[usize::from(target)].into();
                    offer(2 + target, value, w.get(Look::Lamp) + w.times(Look::Lamped, value));
                }
            }
        }
        pick.option().unwrap_or(Move::Stop)
    }

    /// What the own Attack is worth after a card, with the shot that may follow
    /// and the best attack kept in hand.
    #[inline]
    fn forward(&self, answers: &impl Deref<Target = Unseen>, [attack, their_defence, next]: [i32; 3]) -> i64 {
        let w = self.w;
        let left = self.cards - 1;
        let built =
            w.times(Look::Attack, attack) + w.times(Look::AttackLate, attack * i32::from(left <= LATE));
        if attack <= their_defence {
            return built;
        }
        let goal = answers.goal(attack);
        built
            + w.times(Look::Lead, attack - their_defence)
            + w.times(Look::Chance, goal)
            + self.shot(answers, [attack, their_defence, goal, next], left).max(0)
    }

    /// What the own Defence is worth after a card, with so many points lamped and
    /// such an answer kept in hand.
    #[inline]
    fn back(&self, attackers: &Unseen, [defence, their_attack, lamped, answer]: [i32; 4]) -> i64 {
        let w = self.w;
        let behind = their_attack - defence;
        let beaten = |by: i32| if behind > by { 100 } else { attackers.chance(defence + lamped + by + 1) };
        w.times(Look::Defence, defence)
            + w.times(Look::DefenceLate, defence * i32::from(self.cards - 1 <= LATE))
            + w.times(Look::Behind, behind.max(0))
            + w.times(Look::Danger, beaten(0))
            + w.times(Look::Threat, beaten(answer))
            + w.times(Look::Answer, answer)
    }

    /// What a shot is worth, of this Attack at this Defence with this chance,
    /// while so many own cards are left, of which the best adds `next`.
    #[inline]
    fn shot(&self, answers: &Unseen, [attack, defence, goal, next]: [i32; 4], left: i32) -> i64 {
        let Self { w, half, .. } = *self;
        let ahead = i32::from(half.own().goals) - i32::from(half.other().goals);
        let last = left == 0 || half.other().deck == 0 && half.other_hand_size() == 0;
        w.get(Look::Shoot)
            + w.times(Look::ShootChance, goal)
            + w.times(Look::ShootWaiting, answers.goal(attack + next) - goal)
            + w.times(Look::ShootAttack, attack)
            + w.times(Look::ShootCleared, defence * goal) / 100
            + w.times(Look::ShootAhead, ahead.clamp(-2, 2))
            + w.times(Look::ShootLeft, left)
            + w.get(Look::ShootLast) * i64::from(last)
    }

    /// What the cards shown for a play cost.
    #[inline]
    fn bookings(&self, outlook: &Outlook<'_>, player: u8, skill: u8) -> i64 {
        let second = self.second >> player & 1 == 1;
        if second || skill > 0 && self.half.rules.bookings { self.booked(outlook, player, skill) } else { 0 }
    }

    /// The same where there is one.
    fn booked(&self, outlook: &Outlook<'_>, player: u8, skill: u8) -> i64 {
        let Self { w, half, .. } = *self;
        let stars = half.squad().stars[usize::from(player)];
        let (off, second) = (outlook.sends_off(player, skill), self.second >> player & 1 == 1);
        let suspended = half.rules.suspensions && (off || self.brink >> player & 1 == 1);
        w.get(if off { Look::SentOff } else { Look::SecondCopy }) * i64::from(off || second)
            + w.times(Look::Suspended, i32::from(stars) * i32::from(suspended))
    }

    /// The answer worth most; none is worth nothing.
    fn answer(&self, moves: &Moves, whim: &mut Whim) -> Move {
        let Self { w, half, .. } = *self;
        let squad = half.squad();
        let attack = half.strengths()[2];
        let most = moves.most_home_in_defence();
        let outlook = Outlook::answer(half);
        let mut pick = Pick::new();
        pick.offer(Move::NoAnswer, 0, whim);
        for player in each(moves.players()) {
            for double in [false, true] {
                let skill = u8::from(double);
                let (strength, _) = outlook.with(player, 0, skill);
                let home = attack.saturating_sub(strength);
                let saves = home == 0 || home <= most.into() && outlook.with(player, most, skill).0 >= attack;
                if !saves || double && moves.doubles() >> player & 1 == 0 {
                    continue;
                }
                let worth = w.get(Look::Save)
                    + w.times(Look::SaveAttack, squad.attack[usize::from(player)].into())
                    + w.times(Look::SaveDefence, (strength + home).into())
                    + w.times(Look::SaveHome, home.into())
                    + w.get(Look::SaveDouble) * i64::from(double)
                    + self.bookings(&outlook, player, skill);
                pick.offer(Move::Answer { player, home: home as u8, double }, worth, whim);
            }
        }
        let kick = &half.rules.kick;
        let missed = w.get(Look::Save) * i64::from(kick.weights()[0]) / i64::from(kick.tickets());
        for player in each(moves.last_men()) {
            let gone = if half.rules.bookings { half.copies_left(player) as i32 - 1 } else { 0 };
            let worth = missed
                + w.get(Look::LastMan)
                + w.times(Look::LastManLeft, self.cards - 1)
                + w.times(Look::LastManCopy, gone)
                + self.suspension(player);
            pick.offer(Move::LastMan { player }, worth, whim);
        }
        pick.option().unwrap_or(Move::NoAnswer)
    }

    /// What it costs that a player sent off misses the next match.
    fn suspension(&self, player: u8) -> i64 {
        let stars = self.half.squad().stars[usize::from(player)];
        self.w.times(Look::Suspended, i32::from(stars) * i32::from(self.half.rules.suspensions))
    }

    /// The substitution worth most, if any is worth something.
    fn substitute(&self, moves: &Moves, whim: &mut Whim) -> Move {
        let Self { w, half, .. } = *self;
        let (own, squad) = (half.own(), half.squad());
        let booked = own.yellow & ahead::in_play(own);
        let late = self.cards <= LATE && own.goals < half.other().goals;
        // A pair is worth what comes on more than what goes off.
        let attack = w.get(Look::SubstituteAttack) + w.get(Look::SubstituteLate) * i64::from(late);
        let coming = |on: u8| {
            let at = usize::from(on);
            attack * i64::from(squad.attack[at]) + w.times(Look::SubstituteDefence, squad.defence[at].into())
        };
        let going = |off: u8| {
            w.get(Look::Substitute) + w.get(Look::SubstituteBooked) * i64::from(booked >> off & 1)
                - coming(off)
        };
        let alike = w.get(Look::SubstituteAlike);
        let best = |going: Option<i64>, coming: Option<i64>| Some(going? + coming? + alike.max(0));
        let most = best(each(moves.offs()).map(going).max(), each(moves.all_ons()).map(coming).max());
        // Mostly nobody is worth changing.
        if most.is_none_or(|most| most <= 0) {
            return Move::Stop;
        }
        let legal = |off: u8, on: u8| {
            let team = own.team & !(1 << off) | 1 << on;
            subs::team_is_legal(half.rules, squad, team, half.cap())
        };
        let mut pick = Pick::new();
        pick.offer(Move::Stop, 0, whim);
        for off in each(moves.offs()) {
            let leaves = going(off);
            for on in each(moves.ons(off)) {
                let is_alike = squad.line[usize::from(off)] == squad.line[usize::from(on)];
                let worth = leaves + coming(on) + alike * i64::from(is_alike);
                if worth > 0 && legal(off, on) {
                    pick.offer(Move::Substitute { off, on }, worth, whim);
                }
            }
        }
        pick.option().unwrap_or(Move::Stop)
    }
}
