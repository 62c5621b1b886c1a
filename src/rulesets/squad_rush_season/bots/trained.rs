//! What the trained policy looks at: gains of its own pitch, losses of others',
//! calls, discards, each with a weight of its own (`trained.toml`).

use super::super::cards::{
    self, Card, GK, INSTANTS, Official, REDS, TACKLES, YELLOWS, is_star, is_sub, ones, position,
};
use super::super::moves::{Move, kind};
use super::super::options::Options;
use super::super::pitch::Pitch;
use super::super::squad::{EMPTY_SLOT, Worth};
use super::super::state::{Phase, Row};
use super::super::view::View;
use super::worths::Own;
use super::{Bot, Memory, appraise, appraiser, grows, playable, room};
use crate::chance::{Whim, whim::Pick};
use crate::game::{Bots, Weights};
use crate::moves::MoveSet;

crate::features! {
    /// What the policy looks at. Gains and losses are in points of a pitch's
    /// worth, 12 of which stand for an empty slot.
    pub enum Look {
        PlayGain = "play-gain": -400..=800, "gain of a card played",
        PlaySlot = "play-slot": -8000..=8000, "it fills an empty slot",
        PlaySeven = "play-seven": -8000..=16000, "it completes a seven",
        PlayStar = "play-star": -4000..=4000, "a 10 played that gains",
        PlaySub = "play-sub": -4000..=4000, "a Super Sub played that gains",
        PlaySpare = "play-spare": -8000..=8000, "a card played that gains nothing",
        SpareRating = "spare-rating": -800..=800, "its rating",
        Tackle = "tackle": -8000..=8000, "a Tackle",
        Red = "red": -8000..=8000, "a Red",
        Yellow = "yellow": -8000..=8000, "a Yellow",
        YellowAgain = "yellow-again": -4000..=8000, "a Yellow for a booked card",
        AttackLoss = "attack-loss": -400..=800, "loss of the pitch attacked",
        AttackBreaks = "attack-breaks": -4000..=16000, "it breaks a seven",
        AttackCaller = "attack-caller": -4000..=16000, "it breaks the seven of whoever has called",
        AttackNear = "attack-near": -4000..=8000, "at a pitch that lacks one or two slots",
        AttackHolds = "attack-holds": -4000..=8000, "at a pitch that holds a seven",
        AttackMet = "attack-met": -4000..=8000, "at the manager that is met next",
        AttackLeader = "attack-leader": -4000..=8000, "at the best-placed other",
        AttackKeeper = "attack-keeper": -4000..=8000, "at the only GK",
        AttackStar = "attack-star": -4000..=8000, "at a 10",
        AttackRating = "attack-rating": -800..=800, "rating of the card attacked",
        Exchange = "exchange": -8000..=8000, "a SUBSTITUTION",
        ExchangeGain = "exchange-gain": -400..=800, "its gain",
        Overturned = "overturned": -8000..=8000, "an OVERTURNED",
        Restart = "restart": -8000..=8000, "a QUICK RESTART",
        AddedTime = "added-time": -8000..=16000, "an ADDED TIME",
        Wall = "wall": -8000..=8000, "THE WALL",
        WallSeven = "wall-seven": -4000..=8000, "THE WALL where a seven lies behind it",
        Call = "call": -16000..=16000, "a call",
        CallLead = "call-lead": -800..=800, "worth of the own pitch above 40, calling",
        CallReady = "call-ready": -8000..=8000, "others who hold a seven, calling",
        CallBehind = "call-behind": -800..=800, "points that the best such seven is worth more, calling",
        CallEmpty = "call-empty": -4000..=4000, "empty slots of the others, calling",
        CallSpare = "call-spare": -4000..=4000, "cards on the pitch beyond seven, calling",
        CallGuard = "call-guard": -4000..=4000, "PLAY ON and VAR REVIEW in hand, calling",
        CallCards = "call-cards": -4000..=4000, "attack cards in hand, calling",
        CallLast = "call-last": -16000..=8000, "a call on the last matchday",
        Offside = "offside": -8000..=8000, "an OFFSIDE!",
        OffsideLoss = "offside-loss": -400..=800, "loss of the pitch that the forward leaves",
        Counter = "counter": -8000..=8000, "a PLAY ON against an INSTANT",
        KeepGain = "keep-gain": -400..=800, "gain of a card kept",
        KeepRating = "keep-rating": -400..=800, "rating of a card kept",
        KeepSub = "keep-sub": -4000..=8000, "a Super Sub kept",
        KeepTackle = "keep-tackle": -4000..=8000, "a Tackle kept",
        KeepYellow = "keep-yellow": -4000..=8000, "a Yellow kept",
        KeepRed = "keep-red": -4000..=8000, "a Red kept",
        KeepInstant = "keep-instant": -4000..=8000, "an INSTANT kept",
        KeepReferee = "keep-referee": -4000..=8000, "another referee card kept that can be played",
    }
}

/// Worth of a pitch above which a call's own is counted.
const GOOD: i32 = 40;

/// The move worth most; of double-Tackles none is looked at, and what is done
/// while pitches are locked is done as the magpie does.
pub(super) fn weigh(
    weights: &Weights,
    view: View<'_>,
    moves: &Options,
    memory: &mut Memory,
    whim: &mut Whim,
) -> Move {
    let scale = Scale { w: weights, view, own: view.pitch(view.seat()) };
    let mut own = Own::new(view, &mut memory.worths);
    match view.phase() {
        Phase::Act => scale.act(&mut own, moves, whim),
        Phase::Quick => {
            let mut pick = Pick::new();
            pick.offer(Move::plain(kind::PASS), 0, whim);
            scale.plays(&mut own, &mut pick, whim);
            pick.option().unwrap_or(Move::plain(kind::PASS))
        }
        Phase::WindowC => {
            if scale.offside() > 0 {
                Move::plain(kind::ANSWER_OFFSIDE)
            } else {
                Move::plain(kind::DECLINE)
            }
        }
        Phase::WindowD => {
            if weights.get(Look::Counter) > 0 {
                Move::plain(kind::ANSWER_PLAY_ON)
            } else {
                Move::plain(kind::DECLINE)
            }
        }
        Phase::Call => Move::plain(if scale.call(own.now()) > 0 { kind::CALL } else { kind::NO_CALL }),
        Phase::Limit | Phase::MatchLimit => scale.discard(&mut own, whim),
        _ => super::SquadRushSeason::decide(Bot::Magpie, view.rules(), view, moves, memory, whim),
    }
}

/// Weights beside what they weigh.
struct Scale<'a> {
    w: &'a Weights,
    view: View<'a>,
    own: &'a Pitch,
}

impl Scale<'_> {
    fn flag(&self, feature: Look, holds: bool) -> i64 {
        self.w.get(feature) * i64::from(holds)
    }

    fn act(&self, own: &mut Own<'_, '_>, moves: &Options, whim: &mut Whim) -> Move {
        let mut pick = Pick::new();
        pick.offer(Move::plain(kind::PASS), 0, whim);
        self.plays(own, &mut pick, whim);
        self.attacks(&mut pick, whim);
        if self.view.rules().build_referees {
            self.referees(own, moves, &mut pick, whim);
        }
        pick.option().unwrap_or(Move::plain(kind::PASS))
    }

    /// Players and Super Subs of the hand.
    fn plays(&self, own: &mut Own<'_, '_>, pick: &mut Pick<Move, i64>, whim: &mut Whim) {
        let (w, view) = (self.w, self.view);
        if !room(view) {
            return;
        }
        let now = own.now();
        // The lowest of alike cards come last, so that these are all of the hand's.
        for (card, index) in ones(playable(view)).zip(0..) {
            let wanted = |ceiling: i32| pick.may_keep(self.play_at_most(card, now, ceiling));
            let Some(then) = own.with(card, wanted) else { continue };
            let gain = then.value - now.value;
            let worth = if gain > 0 || then.empty < now.empty {
                w.times(Look::PlayGain, gain)
                    + self.flag(Look::PlaySlot, then.empty < now.empty)
                    + self.flag(Look::PlaySeven, then.empty == 0 && now.empty > 0)
                    + self.flag(Look::PlayStar, is_star(card))
                    + self.flag(Look::PlaySub, is_sub(card))
            } else {
                let rating = view.rules().current(card, false);
                w.get(Look::PlaySpare) + w.times(Look::SpareRating, rating)
            };
            pick.offer(Move::new(kind::PLAY, index, 0, 0), worth, whim);
        }
    }

    /// What a card played can be worth at most that gains no more than this.
    fn play_at_most(&self, card: Card, now: Worth, ceiling: i32) -> i64 {
        let w = self.w;
        if w.get(Look::PlayGain) < 0 {
            return i64::MAX;
        }
        let gaining = w.most(Look::PlayGain, ceiling)
            + w.most(Look::PlaySlot, i32::from(now.empty > 0))
            + w.most(Look::PlaySeven, i32::from(now.empty > 0))
            + self.flag(Look::PlayStar, is_star(card))
            + self.flag(Look::PlaySub, is_sub(card));
        let rating = self.view.rules().current(card, false);
        gaining.max(w.get(Look::PlaySpare) + w.times(Look::SpareRating, rating))
    }

    /// Tackles, Yellows and Reds in hand, at every card that may be named.
    fn attacks(&self, pick: &mut Pick<Move, i64>, whim: &mut Whim) {
        let (w, view, rules) = (self.w, self.view, self.view.rules());
        let has = |group: u64| view.hand().has(group);
        let off = match (has(REDS), has(TACKLES)) {
            (false, false) if !has(YELLOWS) => return,
            held => held,
        };
        let met = view.next_opponent();
        let best = view.others().map(|seat| view.row(seat).standing()).max();
        for victim in view.others() {
            let pitch = view.pitch(victim);
            let mut appraiser = appraiser(view, victim);
            let (before, seven) = appraiser.measure();
            let here = self.flag(Look::AttackMet, met == Some(victim))
                + self.flag(Look::AttackLeader, best == Some(Row::standing(view.row(victim))))
                + self.flag(Look::AttackNear, (1..=2).contains(&before.empty))
                + self.flag(Look::AttackHolds, before.empty == 0);
            let called = view.caller() == Some(victim);
            let dearest = [false, true].map(|booked| self.dearest(off, view.walled(victim), booked));
            for place in ones(pitch.kinds()) {
                let card = pitch.cards()[usize::from(place)];
                let booked = pitch.is_booked(card);
                let rating = rules.current(card, booked);
                let named = here
                    + self.flag(Look::AttackKeeper, position(card) == GK && pitch.counts[GK] == 1)
                    + self.flag(Look::AttackStar, is_star(card))
                    + w.times(Look::AttackRating, rating);
                let (off_worth, marked_worth) = dearest[usize::from(booked)];
                if let Some(most) = self.most_loss(pitch, before, card, called)
                    && !pick.may_keep(named + marked_worth.max(off_worth + most))
                {
                    continue;
                }
                let then = if seven.spares(rules, card, booked) {
                    before
                } else {
                    appraiser.worth_without(card, pitch.field(), pitch.booked())
                };
                let sent_off = named + self.loss(before, then, called);
                if off.0 {
                    let worth = w.get(Look::Red) + sent_off;
                    pick.offer(Move::new(kind::RED, victim, place, 0), worth, whim);
                }
                if off.1 && !view.walled(victim) {
                    let worth = w.get(Look::Tackle) + sent_off;
                    pick.offer(Move::new(kind::TACKLE, victim, place, 0), worth, whim);
                }
                if has(YELLOWS) {
                    let worth = if booked && rules.second_yellow_off {
                        w.get(Look::YellowAgain) + sent_off
                    } else {
                        // A marker costs a card of the seven one point.
                        let counts = !booked && then.value < before.value;
                        named + self.flag(Look::AttackLoss, counts)
                    };
                    let yellow = Move::new(kind::YELLOW, victim, place, 0);
                    pick.offer(yellow, w.get(Look::Yellow) + worth, whim);
                }
            }
        }
    }

    /// The most that a card is worth, apart from what is lost, for which another is
    /// sent off, and that it is worth to book one.
    fn dearest(&self, (red, tackle): (bool, bool), walled: bool, booked: bool) -> (i64, i64) {
        const NEVER: i64 = i64::MIN / 2;
        let (w, rules) = (self.w, self.view.rules());
        let yellow = self.view.hand().has(YELLOWS);
        let again = booked && rules.second_yellow_off;
        let of = |held: bool, worth: i64| if held { worth } else { NEVER };
        let off = of(red, w.get(Look::Red))
            .max(of(tackle && !walled, w.get(Look::Tackle)))
            .max(of(yellow && again, w.get(Look::Yellow) + w.get(Look::YellowAgain)));
        (off, of(yellow && !again, w.get(Look::Yellow) + w.most(Look::AttackLoss, 1)))
    }

    /// The most that the loss of one card of a pitch is worth, if that is known.
    fn most_loss(&self, pitch: &Pitch, before: Worth, card: Card, called: bool) -> Option<i64> {
        let (w, rules) = (self.w, self.view.rules());
        let worth = rules.current(card, pitch.is_booked(card)) + EMPTY_SLOT;
        if before.empty > 0 {
            // A partial seven loses no more than the card that goes, and no less
            // than nothing.
            return (rules.home_bonus == 0).then(|| w.most(Look::AttackLoss, worth));
        }
        grows(self.view).then(|| {
            if pitch.breaks_without(rules, card) {
                w.most(Look::AttackLoss, worth)
                    + w.get(Look::AttackBreaks)
                    + self.flag(Look::AttackCaller, called)
            } else {
                // Another steps in.
                w.most(Look::AttackLoss, worth - rules.least_worth + rules.steps[7])
            }
        })
    }

    /// What it is worth that a pitch comes down from one worth to another.
    fn loss(&self, before: Worth, then: Worth, called: bool) -> i64 {
        let breaks = before.empty == 0 && then.empty > 0;
        self.w.times(Look::AttackLoss, before.value - then.value)
            + self.flag(Look::AttackBreaks, breaks)
            + self.flag(Look::AttackCaller, breaks && called)
    }

    /// Referee cards that do something in the build phase.
    fn referees(&self, own: &mut Own<'_, '_>, moves: &Options, pick: &mut Pick<Move, i64>, whim: &mut Whim) {
        let (w, view) = (self.w, self.view);
        let held = |official: Official| view.hand().has(official.mask());
        let added = Move::plain(kind::ADDED_TIME);
        if held(Official::AddedTime) && moves.contains(added) {
            pick.offer(added, w.get(Look::AddedTime), whim);
        }
        if held(Official::QuickRestart) {
            pick.offer(Move::plain(kind::QUICK_RESTART), w.get(Look::Restart), whim);
        }
        if held(Official::TheWall) {
            let behind = self.own.complete(view.rules());
            let worth = w.get(Look::Wall) + self.flag(Look::WallSeven, behind);
            pick.offer(Move::plain(kind::THE_WALL), worth, whim);
        }
        if held(Official::Substitution) {
            let now = own.now().value;
            let (rules, incoming) = (view.rules(), playable(view));
            let worth = |card: Card, booked: bool| rules.current(card, booked) + EMPTY_SLOT;
            let gain = ones(incoming).map(|card| worth(card, false)).max().unwrap_or(0);
            for place in ones(self.own.kinds()) {
                let outgoing = self.own.cards()[usize::from(place)];
                // No more is gained than one card is worth, or lost than the other is.
                let lost = w.times(Look::ExchangeGain, -worth(outgoing, self.own.is_booked(outgoing)));
                let most = w.get(Look::Exchange) + w.most(Look::ExchangeGain, gain).max(lost);
                if grows(view) && !pick.may_keep(most) {
                    continue;
                }
                let (field, booked) =
                    (self.own.field() & !(1 << outgoing), self.own.booked() & !(1 << outgoing));
                let mut rest = appraise(view, field, booked);
                rest.measure();
                let marked = self.own.is_booked(outgoing) && !rules.sub_clears;
                for card in ones(incoming) {
                    let gain = rest.worth_with(card, marked).value - now;
                    let worth = w.get(Look::Exchange) + w.times(Look::ExchangeGain, gain);
                    let exchange = Move::new(kind::SUBSTITUTION, place, view.hand().index(card), 0);
                    pick.offer(exchange, worth, whim);
                }
            }
        }
        if held(Official::Overturned) && self.own.booked() != 0 {
            let now = own.now().value;
            for place in ones(self.own.kinds()) {
                let card = self.own.cards()[usize::from(place)];
                if self.own.is_booked(card) {
                    let cleared = appraise(view, self.own.field(), self.own.booked() & !(1 << card));
                    let gain = cleared.worth().value - now;
                    let worth = w.get(Look::Overturned) + w.times(Look::PlayGain, gain);
                    pick.offer(Move::new(kind::OVERTURNED, place, 0, 0), worth, whim);
                }
            }
        }
    }

    /// What a call is worth; above nothing it is made.
    fn call(&self, own: Worth) -> i64 {
        let (w, view) = (self.w, self.view);
        let own = own.value;
        let (mut ready, mut empty, mut behind) = (0, 0, 0);
        for seat in view.others() {
            let worth = appraiser(view, seat).worth();
            if worth.empty == 0 {
                ready += 1;
                behind = behind.max(worth.value - own);
            }
            empty += i32::from(worth.empty);
        }
        let (hand, rules) = (view.hand(), view.rules());
        let held = |mask: u64| (hand.action & mask).count_ones() as i32;
        w.get(Look::Call)
            + w.times(Look::CallLead, own - GOOD)
            + w.times(Look::CallReady, ready)
            + w.times(Look::CallBehind, behind)
            + w.times(Look::CallEmpty, empty)
            + w.times(Look::CallSpare, self.own.cards().len() as i32 - 7)
            + w.times(Look::CallGuard, held(Official::PlayOn.mask() | Official::VarReview.mask()))
            + w.times(Look::CallCards, held(TACKLES | YELLOWS | REDS))
            + self.flag(Look::CallLast, view.matchday() + 1 >= rules.matchdays)
    }

    /// What OFFSIDE! is worth against the forward just played.
    fn offside(&self) -> i64 {
        let view = self.view;
        let (_, card) = view.named();
        let gone = 1 << card;
        let loss = |seat: u8| {
            let pitch = view.pitch(seat);
            let then = appraise(view, pitch.field() & !gone, pitch.booked() & !gone);
            appraiser(view, seat).worth().value - then.worth().value
        };
        let there = view.others().find(|&seat| view.pitch(seat).field() & gone != 0);
        self.w.get(Look::Offside) + self.w.times(Look::OffsideLoss, there.map_or(0, loss))
    }

    /// The discard of what is least worth keeping.
    fn discard(&self, own: &mut Own<'_, '_>, whim: &mut Whim) -> Move {
        let (w, view) = (self.w, self.view);
        let (hand, rules) = (view.hand(), view.rules());
        let leaders = hand.leaders();
        let now = own.now();
        // Whether a card that gains is never less worth keeping for it.
        let gains = grows(view) && w.get(Look::KeepGain) >= 0;
        let mut pick = Pick::new();
        for card in ones(leaders.field) {
            let least = w.times(Look::KeepRating, rules.current(card, false))
                + self.flag(Look::KeepSub, is_sub(card));
            let wanted = |_| !gains || pick.may_keep(-least);
            let Some(then) = own.with(card, wanted) else { continue };
            pick.offer(card, -least - w.times(Look::KeepGain, then.value - now.value), whim);
        }
        for bit in ones(u128::from(leaders.action)) {
            pick.offer(cards::ACTION + bit, -self.keep(1 << bit), whim);
        }
        Move::new(kind::DISCARD, pick.option().map_or(0, |card: Card| hand.index(card)), 0, 0)
    }

    /// What it is worth to keep an action card, given as its bit.
    fn keep(&self, card: u64) -> i64 {
        let never = [Official::SetPiece, Official::Reverse, Official::Whistle];
        let groups = [
            (TACKLES, Look::KeepTackle),
            (YELLOWS, Look::KeepYellow),
            (REDS, Look::KeepRed),
            (INSTANTS, Look::KeepInstant),
        ];
        if let Some((_, look)) = groups.into_iter().find(|(group, _)| group & card != 0) {
            return self.w.get(look);
        }
        let unplayed = never.iter().any(|official| official.mask() & card != 0);
        self.flag(Look::KeepReferee, !unplayed && self.view.rules().build_referees)
    }
}
