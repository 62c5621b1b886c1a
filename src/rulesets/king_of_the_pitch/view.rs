//! What a seat may see (KOP-INFO-01 to -04), and a guess at the rest.

use super::KingOfThePitch;
use super::data::{COLOURS, POSITIONS};
use super::dice::{Bout, LEVELS};
use super::rules::{KINDS, Rules, kind_name};
use super::state::{BONUSES, CARDS, HAND, MATCHES, NONE, Phase, State, Team, VARS, ids};
use super::switches::CommitOrder;
use super::words::COMMITMENTS;
use crate::chance::Whim;
use crate::game::{Seen, Sight};

impl Sight for KingOfThePitch {
    type View<'a> = View<'a>;

    #[inline]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: u8) -> View<'a> {
        View { rules, state, seat }
    }

    fn determinize(rules: &Rules, view: View<'_>, whim: &mut Whim) -> State {
        let mut state = *view.state;
        if rules.captains {
            view.deal_captains(&mut state, whim);
        }
        if !rules.tracked {
            view.deal_hands(&mut state, whim);
        }
        if state.phase == Phase::King && view.committed(0).is_none() {
            let rival = state.team(state.sides[0]);
            let options = super::moves::commitments(rival);
            let rank = whim.below(options.count_ones());
            state.choices[0] =
                (0..4).filter(|choice| options >> choice & 1 == 1).nth(rank as usize).unwrap_or(0);
        }
        state
    }
}

/// The table as one seat sees it.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    rules: &'a Rules,
    state: &'a State,
    seat: u8,
}

impl<'a> View<'a> {
    /// Whose view it is.
    #[must_use]
    pub const fn seat(self) -> u8 {
        self.seat
    }

    /// The decision asked.
    #[must_use]
    pub const fn phase(self) -> Phase {
        self.state.phase
    }

    /// The King of the pitch.
    #[must_use]
    pub const fn king(self) -> u8 {
        self.state.king
    }

    /// The player of the next turn.
    #[must_use]
    pub fn next_seat(self) -> u8 {
        if self.rules.house.plain {
            (self.seat + 1) % self.rules.players
        } else {
            self.state.rounds.following(self.state.active, self.rules.players)
        }
    }

    /// Challenger and King of the match being played.
    #[must_use]
    pub const fn sides(self) -> [u8; 2] {
        self.state.sides
    }

    /// The match being played: its dice lie open.
    #[must_use]
    pub const fn bout(self) -> Bout {
        self.state.bout
    }

    fn team(self, seat: u8) -> &'a Team {
        self.state.team(seat)
    }

    /// Points of a seat, defence and attack.
    #[must_use]
    pub fn columns(self, seat: u8) -> (u8, u8) {
        let team = self.team(seat);
        (team.defence(), team.attack())
    }

    /// The same in one word, see `Team::columns`.
    #[must_use]
    pub fn packed_columns(self, seat: u8) -> u16 {
        self.team(seat).columns
    }

    /// Level of a seat, with a BONUS card or without.
    #[must_use]
    pub fn level(self, seat: u8, bonus: bool) -> u8 {
        self.team(seat).level(self.rules, bonus)
    }

    /// Chip of a seat at a position: 0 none, 1 bronze … 4 diamond.
    #[must_use]
    pub fn chip(self, seat: u8, position: u8) -> u8 {
        self.team(seat).chip(position)
    }

    /// Cubes of a seat: bronze, silver, gold.
    #[must_use]
    pub fn cubes(self, seat: u8) -> [u16; 3] {
        self.team(seat).cubes
    }

    /// Victories of a seat.
    #[must_use]
    pub fn victories(self, seat: u8) -> u8 {
        self.team(seat).victories
    }

    /// MATCH, V.A.R. and BONUS cards beside the board of a seat.
    #[must_use]
    pub fn events(self, seat: u8) -> [u8; 3] {
        let team = self.team(seat);
        [team.cards[MATCHES], team.cards[VARS], team.cards[BONUSES]]
    }

    /// Number of player cards in the hand of a seat.
    #[must_use]
    pub fn hand_size(self, seat: u8) -> u8 {
        self.team(seat).cards[HAND]
    }

    /// Kinds of player card in the hand of a seat, bit `11 * colour +
    /// position - 1`; unknown for rivals with `hand-knowledge` = private.
    #[must_use]
    pub fn hand(self, seat: u8) -> Option<u64> {
        (self.rules.tracked || seat == self.seat).then(|| self.team(seat).kinds)
    }

    /// Positions that the captain of a seat allows (bit = position number),
    /// where the captain is known: the own one, or one that has been placed.
    #[must_use]
    pub fn captain(self, seat: u8) -> Option<u16> {
        let team = self.team(seat);
        let known = seat == self.seat || team.placed != 0;
        (self.rules.captains && known).then(|| super::moves::captain_positions(self.rules, team))
    }

    /// Where a seat's captain stands, 0 while it is not placed.
    #[must_use]
    pub fn captain_at(self, seat: u8) -> u8 {
        self.team(seat).placed
    }

    /// Cards of the row, from the last slot on.
    pub fn row(self) -> impl Iterator<Item = u8> + use<'a> {
        let state = self.state;
        (0..usize::from(state.row_len)).map(move |place| state.card(place))
    }

    /// The card that a TAKE code takes, and the cubes it costs.
    #[must_use]
    pub fn offer(self, code: u8) -> (u8, u8) {
        let place = self.rules.place_of(code);
        (self.state.card(place), self.rules.cubes_for(place))
    }

    /// Cards on the discard pile, as a set of ids.
    #[must_use]
    pub const fn discard(self) -> u128 {
        self.state.discard
    }

    /// Number of cards in the deck.
    #[must_use]
    pub const fn deck_size(self) -> u8 {
        self.state.deck_len
    }

    /// Cubes in the bank.
    #[must_use]
    pub const fn bank(self) -> [u16; 3] {
        self.state.bank
    }

    /// Chips in the supply, diamonds last.
    #[must_use]
    pub const fn supply(self) -> [u8; 4] {
        let [_, bronze, silver, gold, diamond] = self.state.supply;
        [bronze, silver, gold, diamond]
    }

    /// What a side of the match has committed, as far as this seat knows: the
    /// own choice, or one that has been announced (switch `commit-order`).
    #[must_use]
    pub fn committed(self, side: usize) -> Option<u8> {
        let choice = self.state.choices[side];
        let hidden = self.rules.commit_order == CommitOrder::Blind
            && matches!(self.state.phase, Phase::Challenger | Phase::King)
            && self.state.sides[side] != self.seat;
        (choice != NONE && !hidden).then_some(choice)
    }

    /// All of it, in the words of the game.
    pub(super) fn tell(self, seen: &mut Seen) {
        let rules = self.rules;
        let question = match self.phase() {
            Phase::Die(_) => "die".to_owned(),
            phase => format!("{phase:?}").to_lowercase(),
        };
        seen.say("question", question);
        seen.say("whose-turn", self.state.active);
        seen.say("king", self.king());
        seen.say("king-streak", self.state.streak);
        let player = |seat: u8| {
            let mut player = Seen::default();
            player.say("seat", seat);
            player.say("victories", self.victories(seat));
            player.say("level", LEVELS[usize::from(self.level(seat, false))]);
            let (defence, attack) = self.columns(seat);
            player.say("defence", defence);
            player.say("attack", attack);
            let chip = |position: u8| match self.chip(seat, position) {
                0 => "none",
                chip => COLOURS.get(usize::from(chip) - 1).copied().unwrap_or("diamond"),
            };
            player.say("chips", (1..=POSITIONS as u8).map(chip).collect::<Vec<_>>());
            player.say("cubes", self.cubes(seat).to_vec());
            let [matches, vars, bonuses] = self.events(seat);
            player.say("match-cards", matches);
            player.say("var-cards", vars);
            player.say("bonus-cards", bonuses);
            player.say("hand-size", self.hand_size(seat));
            let kinds = |held: u64| {
                let kinds = (0..KINDS as u8).filter(|&kind| held >> kind & 1 == 1);
                kinds.map(kind_name).collect::<Vec<_>>()
            };
            player.may_say("hand-kinds", self.hand(seat).map(kinds));
            let positions =
                |set: u16| (1..=POSITIONS as u8).filter(|p| set >> p & 1 == 1).collect::<Vec<_>>();
            player.may_say("captain-positions", self.captain(seat).map(positions));
            player.may_say("captain-at", Some(self.captain_at(seat)).filter(|&at| at > 0));
            player
        };
        seen.say("players", (0..rules.players).map(player).collect::<Vec<_>>());
        seen.say("row-from-last", self.row().map(|card| rules.card_name(card)).collect::<Vec<_>>());
        let discard = (0..CARDS as u8).filter(|&card| self.discard() >> card & 1 == 1);
        seen.say("discard", discard.map(|card| rules.card_name(card)).collect::<Vec<_>>());
        seen.say("deck-size", self.deck_size());
        seen.say("bank", self.bank().to_vec());
        seen.say("chip-supply", self.supply().to_vec());
        let in_match = matches!(self.phase(), Phase::Challenger | Phase::King | Phase::Die(_));
        let played = || {
            let mut played = Seen::default();
            played.say("challenger-and-king", self.sides().to_vec());
            for (side, key) in ["challenger-commits", "king-commits"].into_iter().enumerate() {
                played.may_say(key, self.committed(side).map(|choice| COMMITMENTS[usize::from(choice) & 3]));
            }
            if let Phase::Die(side) = self.phase() {
                played.say("re-rolls", side);
                let dice = |side: usize| {
                    let pool = self.bout().pools[side];
                    (0..pool.dice()).map(|at| pool.face(at)).collect::<Vec<_>>()
                };
                played.say("dice", vec![dice(0), dice(1)]);
            }
            played
        };
        seen.may_say("match", in_match.then(played));
    }

    /// Captains that nobody has seen go to rivals who have not placed theirs;
    /// one may stay aside (KOP-CAP-03).
    fn deal_captains(self, state: &mut State, whim: &mut Whim) {
        let mut unseen = [0; 5];
        let mut left = 0;
        for captain in 0..5 {
            let mut seats = (0..self.rules.players).filter(|&s| self.captain(s).is_some());
            if seats.all(|seat| state.team(seat).captain != captain) {
                unseen[left] = captain;
                left += 1;
            }
        }
        for seat in 0..self.rules.players {
            if self.captain(seat).is_none() {
                let place = whim.below(left as u32) as usize;
                state.team_mut(seat).captain = unseen[place];
                left -= 1;
                unseen[place] = unseen[left];
            }
        }
    }

    /// Player cards of rivals' hands are mixed with those in the deck
    /// (`hand-knowledge` = private).
    fn deal_hands(self, state: &mut State, whim: &mut Whim) {
        let rivals = || (0..self.rules.players).filter(|&seat| seat != self.seat);
        let mut pool = [0_u8; 66];
        let mut size = 0;
        let mut hidden = 0_u128;
        for seat in rivals() {
            hidden |= state.team(seat).held & ids::PLAYERS;
        }
        let deck = state.deck;
        let in_deck = &deck[..usize::from(state.deck_len)];
        for &card in in_deck.iter().filter(|&&card| card < ids::MATCH) {
            hidden |= 1 << card;
        }
        while hidden != 0 {
            pool[size] = hidden.trailing_zeros() as u8;
            size += 1;
            hidden &= hidden - 1;
        }
        let mut draw = || {
            let place = whim.below(size as u32) as usize;
            let card = pool[place];
            size -= 1;
            pool[place] = pool[size];
            card
        };
        for seat in rivals() {
            let team = state.team_mut(seat);
            team.held &= !ids::PLAYERS;
            team.kinds = 0;
            for _ in 0..team.cards[HAND] {
                let card = draw();
                team.held |= 1 << card;
                team.kinds |= 1 << self.rules.kind_of[usize::from(card)];
            }
        }
        for place in state.deck[..usize::from(state.deck_len)].iter_mut().filter(|card| **card < ids::MATCH) {
            *place = draw();
        }
    }
}

/// Colour and position of a kind of player card.
#[must_use]
pub const fn colour_and_position(kind: u8) -> (u8, u8) {
    (kind / POSITIONS as u8, kind % POSITIONS as u8 + 1)
}
