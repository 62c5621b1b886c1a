//! Which moves are legal. They are counted and unranked from a few masks: the
//! list, in rising order of the tuple, is never written down.

use super::cards::{
    self, Cards, FIELD_END, INSTANTS, NONE, Official, REDS, REFEREES, SUBS, TACKLES, YELLOWS, ones, select,
};
use super::moves::{Move, kind};
use super::pitch::Pitch;
use super::rules::{HAND_LIMIT, Rules};
use super::sevens::Sevens;
use super::slots::{self, Counts};
use super::state::{Phase, State};
use crate::moves::MoveSet;

/// Cards that may be named on one pitch: distinct ones by index, and for a
/// double-Tackle the second Super Sub of a class of which two lie there.
#[derive(Debug, Clone, Copy, Default)]
struct Targets {
    seat: u8,
    walled: bool,
    count: u32,
    kinds: u128,
    /// Lowest and second index of a class of Super Subs; `NONE` if there is
    /// none: unbooked, booked.
    twins: [[u8; 2]; 2],
}

impl Targets {
    #[inline]
    fn of(pitch: &Pitch, seat: u8, walled: bool) -> Self {
        let kinds = pitch.kinds();
        Self { seat, walled, count: pitch.count(kinds), kinds, twins: [[NONE; 2]; 2] }
    }

    /// Fills in the twins, needed by double-Tackles alone.
    fn with_twins(mut self, pitch: &Pitch) -> Self {
        if pitch.counts[5] < 2 {
            return self;
        }
        for (place, &card) in pitch.cards().iter().enumerate() {
            if cards::is_sub(card) {
                let twins = &mut self.twins[usize::from(pitch.is_booked(card))];
                if twins[0] == NONE {
                    twins[0] = place as u8;
                } else if twins[1] == NONE {
                    twins[1] = place as u8;
                }
            }
        }
        self
    }

    #[inline]
    fn place(&self, rank: u32) -> u8 {
        // Without twins the kinds are 0, 1, 2, ...
        if self.kinds & (self.kinds + 1) == 0 { rank as u8 } else { select(self.kinds, rank) as u8 }
    }

    /// Indices that may follow `first` in a pair.
    fn partners(&self, first: u8) -> u128 {
        let mut above = self.kinds & !((2 << first) - 1);
        for [lowest, second] in self.twins {
            if lowest == first && second != NONE {
                above |= 1 << second;
            }
        }
        above
    }

    fn pairs(&self) -> u32 {
        let twins = self.twins.iter().filter(|twins| twins[1] != NONE).count() as u32;
        self.count * self.count.saturating_sub(1) / 2 + twins
    }

    fn pair(&self, rank: u32) -> (u8, u8) {
        let mut left = rank;
        for first in ones(self.kinds) {
            let partners = self.partners(first);
            if left < partners.count_ones() {
                return (first, select(partners, left) as u8);
            }
            left -= partners.count_ones();
        }
        (NONE, NONE)
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Mode {
    #[default]
    List,
    Act,
    Play(u8),
    Discard,
    Seven,
    Swap,
}

/// The legal moves of one decision.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    mode: Mode,
    total: u64,
    /// Short lists.
    list: [Move; 5],
    hand: Cards,
    /// The lowest of every action card held, for discards.
    leaders: u64,
    /// Distinct field cards that may be played.
    plays: u32,
    /// Which cards are held: Tackle, Yellow, Red.
    attacks: [bool; 3],
    double: bool,
    targets: [Targets; 3],
    target_count: usize,
    /// ADDED TIME, SUBSTITUTION, QUICK RESTART, THE WALL, OVERTURNED.
    referees: [bool; 5],
    /// Own cards that may be exchanged or cleared, by index.
    own: u128,
    marked: u128,
    swap: Swaps,
    sevens: Sevens,
}

/// Which exchanges leave a legal seven (FORF-07).
#[derive(Debug, Clone, Copy, Default)]
struct Swaps {
    field: u128,
    order: [u64; 15],
    counts: Counts,
    one_ten: bool,
    cap: u8,
}

impl Swaps {
    fn card(&self, place: u8) -> u8 {
        (self.order[usize::from(place) / 8] >> (place % 8 * 8)) as u8
    }

    /// Distinct hand cards that may come in for the card at `place`.
    fn incoming(&self, hand: &Cards, place: u8) -> u128 {
        let outgoing = self.card(place);
        let mut counts = self.counts;
        counts[slots::class(outgoing)] -= 1;
        let distinct = distinct_field(hand);
        let capped = usize::from(self.cap) < cards::MAX_NATIONS;
        let mut allowed = 0;
        for card in ones(distinct) {
            let mut after = counts;
            after[slots::class(card)] += 1;
            let field = self.field & !(1 << outgoing) | 1 << card;
            let fits = slots::empty_slots(&after, self.one_ten) == 0
                && (!capped || slots::empty_slots_capped(field, self.one_ten, self.cap) == 0);
            allowed |= u128::from(fits) << card;
        }
        allowed
    }
}

/// Players, and the lowest Super Sub.
#[inline]
fn distinct_field(hand: &Cards) -> u128 {
    let subs = hand.field & SUBS;
    hand.field & !SUBS | subs & subs.wrapping_neg()
}

impl Options {
    fn listed(&mut self, moves: &[Move]) {
        self.mode = Mode::List;
        self.list[..moves.len()].copy_from_slice(moves);
        self.total = moves.len() as u64;
    }

    /// Fills in the legal moves of the question that `state` asks.
    #[inline]
    pub fn fill(&mut self, rules: &Rules, state: &State) {
        let seat = usize::from(state.asked);
        let hand = &state.hands[seat];
        match state.phase {
            Phase::Act => self.actions(rules, state),
            Phase::Quick | Phase::Restart => {
                let none = if state.phase == Phase::Quick { kind::PASS } else { kind::NO_CHANGE };
                self.play(hand, none, state.pitches[seat].len < rules.pitch_limit);
            }
            Phase::WindowA | Phase::WindowD => {
                self.listed(&[Move::plain(kind::DECLINE), Move::plain(kind::ANSWER_PLAY_ON)]);
            }
            Phase::WindowB => self.listed(&[Move::plain(kind::DECLINE), Move::plain(kind::ANSWER_VAR)]),
            Phase::WindowC => self.listed(&[Move::plain(kind::DECLINE), Move::plain(kind::ANSWER_OFFSIDE)]),
            Phase::Limit | Phase::MatchLimit => {
                self.mode = Mode::Discard;
                self.hand = *hand;
                self.leaders = cards::leaders(hand.action);
                self.total = u64::from(hand.field_kinds() + self.leaders.count_ones());
            }
            Phase::Call => self.listed(&[Move::plain(kind::NO_CALL), Move::plain(kind::CALL)]),
            Phase::Name => {
                let pitch = &state.pitches[seat];
                self.mode = Mode::Seven;
                self.sevens = pitch.sevens(rules);
                self.total = self.sevens.len();
            }
            Phase::Drama => self.instants(state, hand),
            Phase::Swap => self.swaps(rules, &state.pitches[seat], hand),
            Phase::Over => self.total = 0,
        }
    }

    fn play(&mut self, hand: &Cards, none: u8, room: bool) {
        self.mode = Mode::Play(none);
        self.hand = *hand;
        self.plays = if room { hand.field_kinds() } else { 0 };
        self.total = 1 + u64::from(self.plays);
    }

    fn instants(&mut self, state: &State, hand: &Cards) {
        let mut list = [Move::plain(kind::NO_INSTANT); 5];
        let mut count = 1;
        let mut add = |chosen| {
            list[count] = chosen;
            count += 1;
        };
        if hand.has(Official::VarReview.mask()) {
            add(Move::plain(kind::VAR));
        }
        if hand.has(Official::Offside.mask()) {
            add(Move::plain(kind::OFFSIDE));
        }
        if hand.has(Official::PlayOn.mask()) {
            add(Move::plain(kind::PLAY_ON));
            if state.official.is_some() {
                add(Move::new(kind::PLAY_ON, 1, 0, 0));
            }
        }
        self.listed(&list[..count]);
    }

    fn swaps(&mut self, rules: &Rules, pitch: &Pitch, hand: &Cards) {
        self.mode = Mode::Swap;
        self.hand = *hand;
        self.own = pitch.kinds();
        let mut order = [0; 15];
        for (place, &card) in pitch.cards().iter().enumerate() {
            order[place / 8] |= u64::from(card) << (place % 8 * 8);
        }
        self.swap = Swaps {
            field: pitch.field,
            order,
            counts: pitch.counts,
            one_ten: rules.one_ten,
            cap: rules.nations_cap,
        };
        let exchanges: u32 = ones(self.own).map(|p| self.swap.incoming(hand, p).count_ones()).sum();
        self.total = 1 + u64::from(exchanges);
    }

    #[inline]
    fn actions(&mut self, rules: &Rules, state: &State) {
        let seat = usize::from(state.asked);
        let hand = &state.hands[seat];
        let pitch = &state.pitches[seat];
        self.mode = Mode::Act;
        self.hand = *hand;
        let kinds = hand.field_kinds();
        self.plays = if pitch.len < rules.pitch_limit { kinds } else { 0 };
        self.target_count = 0;
        let mut total = 1 + u64::from(self.plays);
        if hand.action & (TACKLES | YELLOWS | REDS) == 0 {
            self.attacks = [false; 3];
            self.double = false;
        } else {
            self.attacks = [hand.has(TACKLES), hand.has(YELLOWS), hand.has(REDS)];
            let tackles = if rules.derby_one_card { 1 } else { 2 };
            self.double = rules.derby && (hand.action & TACKLES).count_ones() >= tackles;
            for other in 0..rules.managers {
                if other == state.asked || !state.plays(other) {
                    continue;
                }
                let there = &state.pitches[usize::from(other)];
                let mut targets = Targets::of(there, other, state.walls >> other & 1 == 1);
                if self.double {
                    targets = targets.with_twins(there);
                }
                if !targets.walled {
                    total += u64::from(targets.count) * u64::from(self.attacks[0]);
                    if self.double {
                        total += u64::from(targets.pairs());
                    }
                }
                total += u64::from(targets.count) * (u64::from(self.attacks[1]) + u64::from(self.attacks[2]));
                self.targets[self.target_count] = targets;
                self.target_count += 1;
            }
        }
        if rules.build_referees && hand.action & REFEREES & !INSTANTS != 0 {
            let held = |official: Official| hand.has(official.mask());
            let open = state.closing == 0 && state.caller == super::state::NOBODY;
            let added = held(Official::AddedTime) && open && !state.extra_turn && !state.extra_due;
            self.own = pitch.kinds();
            self.marked = 0;
            if held(Official::Overturned) {
                for place in ones(self.own) {
                    let booked = pitch.is_booked(pitch.order[usize::from(place)]);
                    self.marked |= u128::from(booked) << place;
                }
            }
            let exchanges = pitch.count(self.own) * kinds;
            let exchange = held(Official::Substitution) && exchanges > 0;
            let (restart, wall) = (held(Official::QuickRestart), held(Official::TheWall));
            total += u64::from(added) + u64::from(restart) + u64::from(wall);
            total += u64::from(exchange) * u64::from(exchanges);
            if self.marked != 0 {
                total += u64::from(self.marked.count_ones());
            }
            // Last: bytes just written are slow to be read together.
            self.referees = [added, exchange, restart, wall, self.marked != 0];
        } else {
            self.referees = [false; 5];
        }
        self.total = total;
    }

    fn action(&self, index: u64) -> Move {
        let mut left = index as u32;
        if left == 0 {
            return Move::plain(kind::PASS);
        }
        left -= 1;
        if left < self.plays {
            return Move::new(kind::PLAY, left as u8, 0, 0);
        }
        left -= self.plays;
        let targets = &self.targets[..self.target_count];
        for (attack, held) in [kind::TACKLE, kind::YELLOW, kind::RED].into_iter().zip(self.attacks) {
            if !held {
                continue;
            }
            for there in targets.iter().filter(|t| attack != kind::TACKLE || !t.walled) {
                if left < there.count {
                    return Move::new(attack, there.seat, there.place(left), 0);
                }
                left -= there.count;
            }
        }
        if self.double {
            for there in targets.iter().filter(|t| !t.walled) {
                if left < there.pairs() {
                    let (first, second) = there.pair(left);
                    return Move::new(kind::TACKLE2, there.seat, first, second);
                }
                left -= there.pairs();
            }
        }
        let [added, exchange, restart, wall, clear] = self.referees;
        if added {
            if left == 0 {
                return Move::plain(kind::ADDED_TIME);
            }
            left -= 1;
        }
        if exchange {
            let kinds = self.hand.field_kinds();
            let exchanges = self.own.count_ones() * kinds;
            if left < exchanges {
                let place = select(self.own, left / kinds) as u8;
                return Move::new(kind::SUBSTITUTION, place, (left % kinds) as u8, 0);
            }
            left -= exchanges;
        }
        for (held, plain) in [(restart, kind::QUICK_RESTART), (wall, kind::THE_WALL)] {
            if held {
                if left == 0 {
                    return Move::plain(plain);
                }
                left -= 1;
            }
        }
        debug_assert!(clear && left < self.marked.count_ones());
        Move::new(kind::OVERTURNED, select(self.marked, left) as u8, 0, 0)
    }

    fn has_action(&self, chosen: Move) -> bool {
        let [_, a, b, c, rest @ ..] = chosen.bytes();
        if rest != [0; 4] {
            return false;
        }
        let at = |mask: u128, place: u8| place < 128 && mask >> place & 1 == 1;
        let there = |seat: u8| self.targets[..self.target_count].iter().find(|t| t.seat == seat);
        match chosen.kind() {
            kind::PASS => (a, b, c) == (0, 0, 0),
            kind::PLAY => (b, c) == (0, 0) && u32::from(a) < self.plays,
            kind::TACKLE | kind::YELLOW | kind::RED => {
                let attack = chosen.kind() - kind::TACKLE;
                c == 0
                    && self.attacks[usize::from(attack)]
                    && there(a).is_some_and(|t| at(t.kinds, b) && (attack > 0 || !t.walled))
            }
            kind::TACKLE2 => {
                self.double && there(a).is_some_and(|t| !t.walled && at(t.kinds, b) && at(t.partners(b), c))
            }
            kind::ADDED_TIME => self.referees[0] && (a, b, c) == (0, 0, 0),
            kind::SUBSTITUTION => {
                self.referees[1] && c == 0 && at(self.own, a) && u32::from(b) < self.hand.field_kinds()
            }
            kind::QUICK_RESTART => self.referees[2] && (a, b, c) == (0, 0, 0),
            kind::THE_WALL => self.referees[3] && (a, b, c) == (0, 0, 0),
            kind::OVERTURNED => (b, c) == (0, 0) && self.referees[4] && at(self.marked, a),
            _ => false,
        }
    }

    fn exchange(&self, index: u64) -> Move {
        if index == 0 {
            return Move::plain(kind::NO_CHANGE);
        }
        let mut left = index as u32 - 1;
        for place in ones(self.own) {
            let incoming = self.swap.incoming(&self.hand, place);
            if left < incoming.count_ones() {
                let card = select(incoming, left) as u8;
                return Move::new(kind::SWAP, place, self.hand.index(card), 0);
            }
            left -= incoming.count_ones();
        }
        Move::NONE
    }

    fn discard(&self, index: u64) -> Move {
        let kinds = self.hand.field_kinds();
        let rank = index as u32;
        if rank < kinds {
            return Move::new(kind::DISCARD, rank as u8, 0, 0);
        }
        let card = cards::ACTION + select(u128::from(self.leaders), rank - kinds) as u8;
        Move::new(kind::DISCARD, self.hand.index(card), 0, 0)
    }
}

impl MoveSet for Options {
    type Move = Move;

    #[inline]
    fn len(&self) -> u64 {
        self.total
    }

    #[inline]
    fn nth(&self, index: u64) -> Move {
        debug_assert!(index < self.total);
        match self.mode {
            Mode::List => self.list[index as usize],
            Mode::Act => self.action(index),
            Mode::Play(none) => {
                if index == 0 {
                    Move::plain(none)
                } else {
                    Move::new(kind::PLAY, index as u8 - 1, 0, 0)
                }
            }
            Mode::Discard => self.discard(index),
            Mode::Seven => Move::seven(self.sevens.unrank(index)),
            Mode::Swap => self.exchange(index),
        }
    }

    fn contains(&self, chosen: Move) -> bool {
        match self.mode {
            Mode::List => self.list[..self.total as usize].contains(&chosen),
            Mode::Act => self.has_action(chosen),
            Mode::Play(none) => {
                chosen == Move::plain(none)
                    || chosen == Move::new(kind::PLAY, chosen.a(), 0, 0) && u32::from(chosen.a()) < self.plays
            }
            Mode::Discard => {
                chosen == Move::new(kind::DISCARD, chosen.a(), 0, 0)
                    && u32::from(chosen.a()) < self.hand.len()
                    && self.hand.leads(self.hand.at(chosen.a()))
            }
            Mode::Seven => chosen.kind() == kind::SEVEN && self.sevens.contains(&chosen.named()),
            Mode::Swap => {
                let (place, h) = (chosen.a(), chosen.b());
                if chosen == Move::plain(kind::NO_CHANGE) {
                    return true;
                }
                chosen == Move::new(kind::SWAP, place, h, 0)
                    && place < FIELD_END
                    && self.own >> place & 1 == 1
                    && u32::from(h) < self.hand.fields()
                    && self.swap.incoming(&self.hand, place) >> self.hand.at(h) & 1 == 1
            }
        }
    }
}

/// Whether the hand is over the limit (TURN-05).
#[inline]
#[must_use]
pub fn over_limit(hand: &Cards) -> bool {
    hand.len() > HAND_LIMIT
}
