//! Tests of Time Vault Soccer: a file per part of the ledger, the exact values
//! of its section 5, the bots, and the laws that every state obeys.
//!
//! [`Scene`] is a match set up by hand; [`Table`] is a whole game driven move
//! by move.

mod bookings;
mod bots;
mod competitions;
mod data;
mod drafts;
mod elite;
mod exact;
mod home;
mod house;
mod laws;
mod luck;
mod matches;
mod scramble;
mod squads;
mod substitutions;
mod ties;
mod trained;
mod values;

use super::TimeVaultSoccer;
use super::builds::Objective;
use super::legal::Moves;
use super::moves::Move;
use super::play::pitch::{self, Pitch};
use super::play::{draft, shootout};
use super::rules::Rules;
use super::sides::{Match, Step};
use super::squads::{KEEPER, Origin, Player, SQUAD, Squad, cards_of};
use super::state::{Stage, State};
use super::switches::Keepers;
use crate::chance::{Chance, Fraction, Script, Source, Stream, Whim};
use crate::competitions::{Kind, NOBODY};
use crate::conformance::{build, played};
use crate::game::{Bots, Game, Play, Sight, Turn, WIN};
use crate::moves::MoveSet;
use crate::seed::Luck;
use crate::settings::Fault;
use crate::watch::{Silent, Transcript};
use drafts::{asked, drafting};
use std::collections::BTreeSet;

/// Rules with switches changed and squads named.
fn try_rules(changes: &[(&str, &str)], squads: &[&str]) -> Result<Rules, Vec<Fault>> {
    build::<TimeVaultSoccer>(TimeVaultSoccer::FACTS.data, changes, squads)
}

fn rules_with(changes: &[(&str, &str)], squads: &[&str]) -> Rules {
    try_rules(changes, squads).unwrap_or_else(|faults| panic!("{changes:?}: {faults:?}"))
}

fn rules(changes: &[(&str, &str)]) -> Rules {
    rules_with(changes, &[])
}

/// The line-up of scenes, by player (shirt less one): a goalkeeper, four
/// defenders, four midfielders, two forwards.
const TEAM: u16 = 0b0011_0111_1011_1101;
const BENCH: u16 = !TEAM;

/// A match in the middle, both squads with the lines, icons and skills of the
/// data and two stars per player.
struct Scene {
    rules: Rules,
    players: [[Player; SQUAD]; 2],
    game: Match,
}

impl Scene {
    /// The first side is about to play; nobody holds a card.
    fn new(changes: &[(&str, &str)]) -> Self {
        let rules = rules(changes);
        let mut players = [rules.shape; 2];
        for player in players.iter_mut().flatten() {
            player.stars = 2;
        }
        let mut game = Match { step: Step::Play, ..Match::default() };
        for (boss, side) in (0..).zip(&mut game.sides) {
            side.open.boss = boss;
            side.open.team = TEAM;
            side.open.bench = BENCH;
            side.open.subs_left = rules.subs;
            side.chosen = (TEAM, BENCH);
        }
        Self { rules, players, game }
    }

    /// The first side, with player 3 in hand, may shoot: player 13 alone
    /// attacks, with this value.
    fn shot(changes: &[(&str, &str)], value: u8) -> Self {
        Self::new(changes).attack(0, &[(13, value)]).hand(0, &[3]).step(Step::Shoot)
    }

    fn stars(mut self, side: usize, shirt: u8, stars: u8) -> Self {
        self.players[side][usize::from(shirt) - 1].stars = stars;
        self
    }

    /// Cards by shirt: the first mention is copy 0, the second copy 1.
    fn cards(&self, side: usize, shirts: &[u8]) -> Vec<u8> {
        let own = &self.game.sides[side];
        let mut used =
            own.hand | own.deck_cards() | own.open.attack.mask | own.open.defence.mask | own.open.discards;
        let mut cards = Vec::new();
        for shirt in shirts {
            let first = 2 * (shirt - 1);
            let card = if used >> first & 1 == 0 { first } else { first + 1 };
            assert!(used >> card & 1 == 0, "a third copy of {shirt}");
            used |= 1 << card;
            cards.push(card);
        }
        cards
    }

    fn hand(mut self, side: usize, shirts: &[u8]) -> Self {
        for card in self.cards(side, shirts) {
            self.game.sides[side].hand |= 1 << card;
        }
        self
    }

    fn deck(mut self, side: usize, shirts: &[u8]) -> Self {
        for card in self.cards(side, shirts) {
            let own = &mut self.game.sides[side];
            own.deck[usize::from(own.open.deck)] = card;
            own.open.deck += 1;
        }
        self
    }

    fn attack(mut self, side: usize, cards: &[(u8, u8)]) -> Self {
        for &(shirt, value) in cards {
            let card = self.cards(side, &[shirt])[0];
            let squad = self.squad(side);
            self.game.sides[side].open.attack.push(card, value, &squad);
        }
        self
    }

    fn defence(mut self, side: usize, cards: &[(u8, u8)]) -> Self {
        for &(shirt, value) in cards {
            let card = self.cards(side, &[shirt])[0];
            let squad = self.squad(side);
            self.game.sides[side].open.defence.push(card, value, &squad);
        }
        self
    }

    fn discards(mut self, side: usize, shirts: &[u8]) -> Self {
        for card in self.cards(side, shirts) {
            self.game.sides[side].open.discards |= 1 << card;
        }
        self
    }

    fn home(mut self, points: u8) -> Self {
        self.game.has_home = true;
        self.game.sides[0].open.home_left = points;
        self
    }

    fn cap(mut self, stars: u8) -> Self {
        self.game.cap = Some(stars);
        self
    }

    fn step(mut self, step: Step) -> Self {
        self.game.step = step;
        self
    }

    fn squad(&self, side: usize) -> Squad {
        self.rules.squad(&self.players[side], Origin::Own)
    }

    fn moves(&self) -> Vec<Move> {
        let squads = [self.squad(0), self.squad(1)];
        let mut moves = Moves::default();
        let pitch = Pitch { rules: &self.rules, squads: [&squads[0], &squads[1]] };
        pitch::legal(&pitch, &self.game, &mut moves);
        (0..moves.len()).map(|index| moves.nth(index)).collect()
    }

    /// Makes a move that must be legal; chance must not be asked.
    fn then(&mut self, chosen: Move) -> &mut Self {
        self.with(chosen, Script::default())
    }

    /// Makes a move that must be legal with this chance, all of it.
    fn with(&mut self, chosen: Move, mut script: Script) -> &mut Self {
        assert!(self.moves().contains(&chosen), "{chosen:?} is not among {:?}", self.moves());
        let squads = [self.squad(0), self.squad(1)];
        let pitch = Pitch { rules: &self.rules, squads: [&squads[0], &squads[1]] };
        pitch::apply(&pitch, &mut self.game, chosen, &mut script, &mut Silent);
        script.done();
        self
    }

    fn attack_of(&self, side: usize) -> u16 {
        pitch::attack(&self.game.sides[side].open)
    }

    fn defence_of(&self, side: usize) -> u16 {
        pitch::defence(&self.rules, &self.game.sides[side].open.defence)
    }

    fn open(&self, side: usize) -> &super::sides::Open {
        &self.game.sides[side].open
    }
}

/// `(8, shirt, pillar, home, skill)`.
fn play(shirt: u8, defence: bool, home: u8, skill: u8) -> Move {
    Move::Play { player: shirt - 1, defence, home, skill }
}

fn attack(shirt: u8) -> Move {
    play(shirt, false, 0, 0)
}

fn defend(shirt: u8) -> Move {
    play(shirt, true, 0, 0)
}

fn answer(shirt: u8, home: u8, double: bool) -> Move {
    Move::Answer { player: shirt - 1, home, double }
}

fn bit(shirt: u8) -> u16 {
    1 << (shirt - 1)
}

/// A whole game, driven by hand.
struct Table<C: Chance> {
    rules: Rules,
    state: State,
    chance: C,
    watch: Transcript,
}

impl<C: Chance> Table<C> {
    fn new(rules: Rules, mut chance: C) -> Self {
        let seating: Vec<u8> = (0..rules.bosses).collect();
        let mut watch = Transcript::default();
        let state = TimeVaultSoccer::setup(&rules, &seating, &mut chance, &mut watch);
        Self { rules, state, chance, watch }
    }

    fn turn(&self) -> Turn {
        TimeVaultSoccer::turn(&self.rules, &self.state)
    }

    fn legal(&self) -> Moves {
        let mut moves = Moves::default();
        TimeVaultSoccer::legal(&self.rules, &self.state, &mut moves);
        moves
    }

    fn list(&self) -> Vec<Move> {
        let moves = self.legal();
        (0..moves.len()).map(|index| moves.nth(index)).collect()
    }

    /// Makes a move of this seat (counted from 0), which must be asked.
    fn then(&mut self, seat: u8, chosen: Move) -> &mut Self {
        assert_eq!(self.turn(), Turn::Ask(seat), "{chosen:?}");
        assert!(self.legal().contains(chosen), "{chosen:?} is not legal");
        TimeVaultSoccer::apply(&self.rules, &mut self.state, chosen, &mut self.chance, &mut self.watch);
        self
    }

    /// Plays on by the first legal move until `until` holds.
    fn skip(&mut self, whim: &mut Whim, until: impl Fn(&State) -> bool) {
        while !until(&self.state) {
            let Turn::Ask(seat) = self.turn() else { return };
            let moves = self.legal();
            let chosen = TimeVaultSoccer::random(
                &self.rules,
                TimeVaultSoccer::view(&self.rules, &self.state, seat),
                &moves,
                whim,
            );
            self.then(seat, chosen);
        }
    }
}

fn luck(block: u64) -> Luck {
    Luck::new(2022, 11, block)
}

fn stream(block: u64) -> Stream {
    Stream::new(luck(block))
}

fn whim(block: u64) -> Whim {
    Whim::new(luck(block), 0, 0)
}

/// Plays a game with one bot for all and returns its last state.
fn game(rules: &Rules, bot: &str, block: u64) -> State {
    played::<TimeVaultSoccer, _, _>(rules, &[bot], (luck(block), 0), &mut stream(block), &mut Silent)
}
