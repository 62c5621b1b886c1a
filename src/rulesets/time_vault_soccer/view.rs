//! What a seat may see, and states that look the same to it.
//!
//! Public: squads, teams once shown, benches, pillars, discards, sizes of hands
//! and decks, home points, bookings, suspensions, scores, tables, the pool,
//! money. Private: the own hand, the own unrevealed choice. Hidden: the other
//! hand, the order of decks, unrevealed bids, teams and squads.

use super::TimeVaultSoccer;
use super::builds::Objective;
use super::play::draft;
use super::play::pitch::{self, Pitch};
use super::rules::Rules;
use super::sides::{Match, Open, Step};
use super::squads::{Player, SQUAD, Squad, cards_of, each};
use super::state::{Stage, State};
use super::words;
use crate::chance::{Chance, Draw, Lottery, MAX_SEATS, Source, Whim};
use crate::game::{Seen, Sight};

impl Sight for TimeVaultSoccer {
    type View<'a> = View<'a>;

    #[inline]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: u8) -> View<'a> {
        View { rules, state, seat }
    }

    fn determinize(rules: &Rules, view: View<'_>, whim: &mut Whim) -> State {
        let mut state = *view.state;
        match state.stage {
            Stage::Match => view.half().hide(&mut state.game, whim),
            Stage::Bid => {
                for boss in 0..rules.bosses {
                    if boss != view.seat && state.draft.done >> boss & 1 == 1 {
                        let money = u32::from(state.draft.money[usize::from(boss)]);
                        state.draft.bids[usize::from(boss)] = whim.below(money + 1) as u16;
                    }
                }
            }
            Stage::Build => {
                for boss in 0..rules.bosses {
                    let place = usize::from(boss);
                    if boss != view.seat && state.draft.built[place] != [0; SQUAD] {
                        let start = draft::start_of(rules, &state, boss);
                        state.draft.built[place] = rules.builds(start, Objective::Any).sample(whim);
                    }
                }
            }
            _ => {}
        }
        state
    }
}

/// What one seat sees of a game.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    rules: &'a Rules,
    state: &'a State,
    seat: u8,
}

/// What one side sees of the current match.
#[derive(Debug, Clone, Copy)]
pub(super) struct Half<'a> {
    pub(super) rules: &'a Rules,
    squads: [&'a Squad; 2],
    game: &'a Match,
    side: usize,
}

impl<'a> View<'a> {
    /// The current match from this seat; meaningful where it plays in it.
    #[inline]
    pub(super) fn half(&self) -> Half<'a> {
        let side = usize::from(self.state.game.sides[1].open.boss == self.seat);
        Half { rules: self.rules, squads: self.state.pair(), game: &self.state.game, side }
    }

    /// All of it, in the words of the game.
    pub(super) fn tell(self, seen: &mut Seen) {
        let state = self.state;
        let question = match (state.stage, state.game.step) {
            (Stage::Match, step) => format!("{step:?}"),
            (stage, _) => format!("{stage:?}"),
        };
        seen.say("question", question.to_lowercase());
        let boss = |seat: u8| {
            let (row, mut boss) = (state.season.table.rows[usize::from(seat)], Seen::default());
            boss.say("seat", seat);
            boss.say("points", row.points);
            boss.say("scored", row.scored);
            boss.say("conceded", row.conceded);
            boss
        };
        seen.say("bosses", (0..self.rules.bosses).map(boss).collect::<Vec<_>>());
        match state.stage {
            Stage::Match => self.half().tell(seen),
            Stage::Pick | Stage::Nominate | Stage::Bid | Stage::Free => self.tell_draft(seen),
            Stage::Preset | Stage::Build | Stage::Over => {}
        }
    }

    /// The pool and who has signed whom.
    fn tell_draft(self, seen: &mut Seen) {
        let draft = &self.state.draft;
        let players = |indices: &mut dyn Iterator<Item = u8>| {
            indices.map(|index| words::card_of(self.pool_player(index))).collect::<Vec<String>>()
        };
        let boss = |seat: u8| {
            let (place, mut boss) = (usize::from(seat), Seen::default());
            boss.say("seat", seat);
            boss.say("money", draft.money[place]);
            boss.say("stars", draft.stars[place]);
            let owned = |index: &u8| draft.owner[usize::from(*index)] == seat;
            let all = (0..16 * u16::from(self.rules.bosses)).map(|index| index as u8);
            boss.say("players", players(&mut all.filter(owned)));
            boss
        };
        seen.say("signed", (0..self.rules.bosses).map(boss).collect::<Vec<_>>());
        seen.say("pool", players(&mut draft.pool.iter()));
        seen.say("free-transfers", players(&mut draft.free.iter()));
        let bid = self.state.stage == Stage::Bid;
        seen.may_say("nominated", bid.then(|| words::card_of(self.nominee())));
    }

    /// Yellow cards on record for an own player, and whether they count for
    /// anything.
    pub(super) fn yellows(&self, player: u8) -> Option<u8> {
        self.rules.suspensions.then(|| self.state.discipline.yellows(self.seat, player))
    }

    /// Players whom one more yellow card would suspend.
    pub(super) fn brink(&self) -> u16 {
        if !self.rules.suspensions {
            return 0;
        }
        let today = self.half().own().yellow;
        let reached = |player: &u8| {
            let record = self.state.discipline.yellows(self.seat, *player);
            record + (today >> player & 1) as u8 + 1 >= self.rules.threshold
        };
        (0..SQUAD as u8).filter(reached).fold(0, |players, player| players | 1 << player)
    }

    /// A player of the pool.
    pub(super) fn pool_player(&self, index: u8) -> Player {
        draft::pool_player(self.state, index)
    }

    /// The player up for bids.
    pub(super) fn nominee(&self) -> Player {
        self.pool_player(self.state.draft.nominated)
    }

    /// Players this Boss has signed, per line.
    pub(super) fn signed_lines(&self) -> [u8; 4] {
        let mut lines = [0; 4];
        for index in 0..16 * u16::from(self.rules.bosses) {
            if self.state.draft.owner[usize::from(index)] == self.seat {
                lines[usize::from(self.pool_player(index as u8).line)] += 1;
            }
        }
        lines
    }

    /// Money left and places open.
    pub(super) fn purse(&self) -> (u16, u8) {
        let place = usize::from(self.seat);
        (self.state.draft.money[place], SQUAD as u8 - self.state.draft.count[place])
    }

    /// Sum of B over all players that were ever in the pool.
    pub(super) fn pool_strength(&self) -> u32 {
        let brought = &self.state.squads[..usize::from(self.rules.bosses)];
        brought.iter().flat_map(|squad| squad.stars).map(|stars| u32::from(self.rules.strength(stars))).sum()
    }

    /// The preset that the own exchanges start from.
    pub(super) fn start(&self) -> Option<u8> {
        draft::start_of(self.rules, self.state, self.seat)
    }
}

impl<'a> Half<'a> {
    /// An imagined match, of which everything may be seen.
    pub(super) const fn of(pitch: &Pitch<'a>, game: &'a Match, side: usize) -> Self {
        Self { rules: pitch.rules, squads: pitch.squads, game, side }
    }

    /// The match, in the words of the game.
    fn tell(&self, seen: &mut Seen) {
        let half = |squad: &Squad, open: &Open| {
            let name = |player: u8| words::player(squad, player);
            let names = |players: u16| each(players).map(name).collect::<Vec<_>>();
            let pillar = |cards: &[u8]| cards.iter().map(|card| name(card / 2)).collect::<Vec<_>>();
            let mut side = Seen::default();
            side.say("seat", open.boss);
            side.say("goals", open.goals);
            side.say("squad", (0..SQUAD as u8).map(name).collect::<Vec<_>>());
            side.say("team", names(open.team));
            side.say("bench", names(open.bench));
            side.say("attack", pillar(open.attack.cards()));
            side.say("defence", pillar(open.defence.cards()));
            side.say("discards", words::cards(squad, open.discards));
            side.say("deck-size", open.deck);
            side.say("home-points", open.home_left);
            side.say("substitutions-left", open.subs_left);
            side.say("yellow-cards", names(open.yellow));
            side.say("sent-off", names(open.sent_off));
            side.say("suspended", names(open.suspended));
            side
        };
        let (mut own, mut other) = (half(self.squad(), self.own()), half(self.other_squad(), self.other()));
        own.say("hand", words::cards(self.squad(), self.hand()));
        other.say("hand-size", self.other_hand_size());
        let [attack, defence, their_attack, their_defence] = self.strengths();
        own.say("attack-strength", attack);
        own.say("defence-strength", defence);
        other.say("attack-strength", their_attack);
        other.say("defence-strength", their_defence);
        seen.say("own", own);
        seen.say("other", other);
        seen.say("round", self.game.rounds);
        seen.may_say("most-stars", self.cap());
        seen.say("at-home", self.game.has_home && self.side == 0);
    }

    pub(super) const fn pitch(&self) -> Pitch<'a> {
        Pitch { rules: self.rules, squads: self.squads }
    }

    #[inline]
    pub(super) const fn squad(&self) -> &'a Squad {
        self.squads[self.side]
    }

    #[inline]
    pub(super) const fn other_squad(&self) -> &'a Squad {
        self.squads[1 - self.side]
    }

    #[inline]
    pub(super) const fn own(&self) -> &'a Open {
        &self.game.sides[self.side].open
    }

    #[inline]
    pub(super) const fn other(&self) -> &'a Open {
        &self.game.sides[1 - self.side].open
    }

    /// The own hand.
    #[inline]
    pub(super) const fn hand(&self) -> u32 {
        self.game.sides[self.side].hand
    }

    /// Cards of an own player in hand, deck and pillars.
    pub(super) fn copies_left(&self, player: u8) -> u32 {
        let own = &self.game.sides[self.side];
        let cards = own.hand | own.deck_cards() | own.open.attack.mask | own.open.defence.mask;
        (cards & cards_of(1 << player)).count_ones()
    }

    /// Cards left to the own side, hand and deck.
    #[inline]
    pub(super) const fn cards_left(&self) -> u32 {
        self.hand().count_ones() + self.own().deck as u32
    }

    /// Cards in the other hand.
    #[inline]
    pub(super) const fn other_hand_size(&self) -> u32 {
        self.game.sides[1 - self.side].hand.count_ones()
    }

    /// Cards of the other side that are in hand or deck, nobody knows which.
    pub(super) fn unseen(&self) -> u32 {
        let other = &self.game.sides[1 - self.side];
        other.hand | other.deck_cards() | other.aside
    }

    #[inline]
    pub(super) const fn cap(&self) -> Option<u8> {
        self.game.cap
    }

    /// Own Attack, own Defence, opposing Attack, opposing Defence.
    #[inline]
    pub(super) fn strengths(&self) -> [u16; 4] {
        let (own, other) = (self.own(), self.other());
        [
            pitch::attack(own),
            pitch::defence(self.rules, &own.defence),
            pitch::attack(other),
            pitch::defence(self.rules, &other.defence),
        ]
    }

    pub(super) const fn side(&self) -> usize {
        self.side
    }

    /// A copy of the match with the other side's hidden cards resampled.
    pub(super) fn imagine(&self, whim: &mut Whim) -> Match {
        let mut game = *self.game;
        self.hide(&mut game, whim);
        game
    }

    fn hide(&self, game: &mut Match, whim: &mut Whim) {
        let other = 1 - self.side;
        let squad = self.squads[other];
        if game.step == Step::Team {
            if game.sides[other].chosen.0 != 0 {
                let open = &game.sides[other].open;
                let space = pitch::team_space(self.rules, squad, open, game.cap);
                game.sides[other].chosen = space.nth(whim.below_u64(space.len()));
            }
            return;
        }
        let unseen = self.unseen();
        let hidden = &mut game.sides[other];
        let size = hidden.hand.count_ones();
        let mut cards = [0_u8; 32];
        let mut count = 0;
        let mut left = unseen;
        while left != 0 {
            cards[count] = left.trailing_zeros() as u8;
            left &= left - 1;
            count += 1;
        }
        hidden.hand = 0;
        for taken in 0..size as usize {
            let at = taken + whim.below((count - taken) as u32) as usize;
            cards.swap(taken, at);
            hidden.hand |= 1 << cards[taken];
        }
        if hidden.aside != 0 {
            hidden.aside = unseen & !hidden.hand;
        } else {
            let rest = &cards[size as usize..count];
            hidden.deck[..rest.len()].copy_from_slice(rest);
        }
    }
}

/// A bot's imagination as chance: whims in place of streams.
#[derive(Debug)]
pub(super) struct Imagination<'a>(pub &'a mut Whim);

impl Chance for Imagination<'_> {
    fn below(&mut self, _source: Source, n: u32) -> u32 {
        self.0.below(n)
    }

    fn lottery(&mut self, _source: Source, lottery: &Lottery) -> u16 {
        lottery.outcome(self.0.below(lottery.tickets()))
    }

    fn draw(&mut self, _draw: Draw, cards: &[u8]) -> usize {
        self.0.below(cards.len() as u32) as usize
    }
}

// A seat is one of the arrays' places.
const _: () = assert!(MAX_SEATS == 16);
