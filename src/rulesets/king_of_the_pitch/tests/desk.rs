//! A table that a test arranges by hand: cards laid, given and played without
//! chance, then moves with dictated chance.

use super::super::play::market;
use super::*;

pub const BRONZE: u8 = 0;
pub const SILVER: u8 = 1;
pub const GOLD: u8 = 2;

pub struct Desk {
    pub rules: Rules,
    pub state: State,
}

/// Rules of a variant that must be legal.
pub fn rules(changes: &[(&str, &str)]) -> Rules {
    conformance::rules::<KingOfThePitch>(changes).expect("a legal variant")
}

/// PLAY code of a colour and position.
pub fn play(colour: u8, position: u8) -> u8 {
    5 + 11 * colour + position - 1
}

/// SELL CARD code.
pub fn sell(colour: u8, position: u8) -> u8 {
    38 + 11 * colour + position - 1
}

/// SELL CHIP code.
pub fn sell_chip(position: u8) -> u8 {
    71 + position - 1
}

/// Dice of a level's pool in rolled order, d6 first, as the script answer.
pub fn roll(rules: &Rules, level: u8, faces: &[u8]) -> u32 {
    let [d6, _] = rules.book.dice.law.by_level[usize::from(level)];
    let dice: Vec<(u8, bool)> =
        faces.iter().enumerate().map(|(i, &face)| (face, i >= usize::from(d6))).collect();
    let pool = Pool::new(&dice, rules.book.dice.law.d8_first);
    rules.book.dice.tables[usize::from(level)].index(pool) as u32
}

impl Desk {
    /// The printed game with these changes; cubes dealt, nothing drawn.
    pub fn new(changes: &[(&str, &str)]) -> Self {
        let rules = rules(changes);
        Self { state: rules.start, rules }
    }

    /// The id of the `copy`-th player card of a colour and position.
    pub fn player(&self, colour: u8, position: u8, copy: u32) -> u8 {
        let mut cards = self.rules.kind_cards[POSITIONS * usize::from(colour) + usize::from(position) - 1];
        for _ in 0..copy {
            cards &= cards - 1;
        }
        assert_ne!(cards, 0, "no such copy");
        cards.trailing_zeros() as u8
    }

    fn leave_deck(&mut self, card: u8) {
        let left = usize::from(self.state.deck_len);
        let place = self.state.deck[..left].iter().position(|&c| c == card);
        let place = place.unwrap_or_else(|| panic!("card {card} isn't in the deck"));
        self.state.deck[place] = self.state.deck[left - 1];
        self.state.deck_len -= 1;
    }

    /// Lays cards of the deck into the row, the last slot first.
    pub fn lay(mut self, cards: &[u8]) -> Self {
        for &card in cards {
            self.leave_deck(card);
            self.state.enter_row(&self.rules, card);
        }
        self
    }

    /// Lays the five bronze cards for positions 1 to 5.
    pub fn lay_bronze(self) -> Self {
        let cards: Vec<u8> = (1..=5).map(|p| self.player(BRONZE, p, 0)).collect();
        self.lay(&cards)
    }

    /// Gives a card of the deck to a seat.
    pub fn give(mut self, seat: u8, card: u8) -> Self {
        self.leave_deck(card);
        market::give(&self.rules, self.state.team_mut(seat), card);
        self
    }

    /// Moves all cards of the deck to the discard pile.
    pub fn empty_deck(mut self) -> Self {
        for &card in &self.state.deck[..usize::from(self.state.deck_len)] {
            self.state.discard |= 1 << card;
        }
        self.state.deck_len = 0;
        self
    }

    /// Takes all discards out of the game.
    pub fn without_discards(mut self) -> Self {
        self.state.gone |= self.state.discard;
        self.state.discard = 0;
        self
    }

    /// Sets a chip (1 bronze … 4 diamond) on an empty position of a seat.
    pub fn chip(mut self, seat: u8, chip: u8, position: u8) -> Self {
        let team = self.state.team_mut(seat);
        assert_eq!(team.chip(position), 0);
        team.put_chip(chip, position);
        team.columns += self.rules.points[usize::from(chip)][usize::from(position) - 1];
        if chip == 4 {
            team.placed = position;
        }
        if self.rules.chip_limit {
            self.state.move_supply(usize::from(chip), -1);
        }
        self
    }

    /// Brings both columns of a seat to a level with the default thresholds.
    pub fn at_level(self, seat: u8, level: u8) -> Self {
        let golds: &[u8] = match level {
            0 => &[],
            1 => &[1, 7],
            2 => &[1, 5, 7],
            3 => &[1, 2, 5, 7, 8],
            _ => &[1, 2, 3, 7, 8, 9],
        };
        let desk = golds.iter().fold(self, |desk, &position| desk.chip(seat, 3, position));
        assert_eq!(desk.level(seat), level);
        desk
    }

    /// Sets the cubes of a seat, leaving the bank alone.
    pub fn cubes(mut self, seat: u8, cubes: [u16; 3]) -> Self {
        for (colour, count) in cubes.into_iter().enumerate() {
            let team = self.state.team_mut(seat);
            let now = team.cubes[colour];
            team.move_cubes(colour, count as i16 - now as i16);
        }
        self
    }

    /// Sets the bank, leaving the teams alone.
    pub fn bank(mut self, cubes: [u16; 3]) -> Self {
        for (colour, count) in cubes.into_iter().enumerate() {
            let now = self.state.bank[colour];
            self.state.move_bank(colour, count as i16 - now as i16);
        }
        self
    }

    /// Makes it the turn of a seat.
    pub fn turn_of(mut self, seat: u8) -> Self {
        self.state.active = seat;
        self.state.asked = seat;
        self
    }

    /// Level of a seat without BONUS.
    pub fn level(&self, seat: u8) -> u8 {
        self.state.team(seat).level(&self.rules, false)
    }

    /// Defence and attack of a seat.
    pub fn columns(&self, seat: u8) -> (u8, u8) {
        let team = self.state.team(seat);
        (team.defence(), team.attack())
    }

    /// The legal codes.
    pub fn legal(&self) -> Vec<u8> {
        let mut moves = RankedMask::default();
        KingOfThePitch::legal(&self.rules, &self.state, &mut moves);
        moves.mask.iter().collect()
    }

    /// Whether a code is legal.
    pub fn can(&self, code: u8) -> bool {
        self.legal().contains(&code)
    }

    /// Cards of the row, from the last slot on.
    pub fn row(&self) -> Vec<u8> {
        (0..usize::from(self.state.row_len)).map(|place| self.state.card(place)).collect()
    }

    /// Who is asked what.
    pub fn asked(&self) -> (u8, Phase) {
        match KingOfThePitch::turn(&self.rules, &self.state) {
            Turn::Ask(seat) => (seat, self.state.phase),
            Turn::Over => panic!("the game is over"),
        }
    }

    /// Plays a legal code with dictated chance, all of which must be used.
    pub fn act(&mut self, code: u8, mut script: Script) {
        assert!(self.can(code), "code {code} is not legal: {:?}", self.legal());
        KingOfThePitch::apply(&self.rules, &mut self.state, code, &mut script, &mut Silent);
        script.done();
    }

    /// Plays a code that needs no chance.
    pub fn quiet(&mut self, code: u8) {
        self.act(code, Script::default());
    }

    /// Plays codes that need no chance, one after the other.
    pub fn plays(&mut self, codes: &[u8]) {
        for &code in codes {
            self.quiet(code);
        }
    }

    /// Plays a code after which this card enters the row.
    pub fn draws(&mut self, code: u8, card: u8) {
        self.act(code, Script::default().then_cards(&[card]));
    }

    /// Plays a TAKE after which gold 1 enters the row: its id.
    pub fn takes(&mut self, code: u8) -> u8 {
        let new = self.player(GOLD, 1, 0);
        self.draws(code, new);
        new
    }

    /// A challenge with these rolls, challenger's faces first, then further
    /// dice; both sides must hold nothing to commit.
    pub fn fight(&mut self, challenger: &[u8], king: &[u8], further: &[u8]) {
        let script = self.rolls(challenger, king, further);
        self.act(MATCH, script);
    }

    /// The script of both rolls at the levels without BONUS.
    pub fn rolls(&self, challenger: &[u8], king: &[u8], further: &[u8]) -> Script {
        let levels = [self.level(self.state.active), self.level(self.state.king)];
        self.rolls_at(levels, challenger, king, further)
    }

    /// The script of both rolls at given levels.
    pub fn rolls_at(&self, levels: [u8; 2], challenger: &[u8], king: &[u8], further: &[u8]) -> Script {
        let first = roll(&self.rules, levels[0], challenger);
        let second = roll(&self.rules, levels[1], king);
        Script::default().then(&[first, second]).then_dice(further)
    }

    /// Gives a seat a MATCH card, the lowest in the deck.
    pub fn ready(self, seat: u8) -> Self {
        let card = self.next_event(ids::MATCH);
        self.give(seat, card)
    }

    /// The first card of a kind that is still in the deck, from its first id.
    pub fn next_event(&self, first: u8) -> u8 {
        let deck = &self.state.deck[..usize::from(self.state.deck_len)];
        *deck.iter().filter(|&&card| card >= first).min().expect("such a card is left")
    }

    /// Victories of a seat.
    pub fn victories(&self, seat: u8) -> u8 {
        self.state.team(seat).victories
    }

    /// Whether PASS is all that is left.
    pub fn must_pass(&self) -> bool {
        self.legal() == [PASS]
    }
}

impl Desk {
    /// What a seat sees.
    pub fn view(&self, seat: u8) -> crate::rulesets::king_of_the_pitch::view::View<'_> {
        KingOfThePitch::view(&self.rules, &self.state, seat)
    }
}
