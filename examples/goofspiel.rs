//! Goofspiel, the game of pure strategy: sealed bids in one file.
//!
//! Prizes turn up one by one; everybody bids one card of the own hand, face
//! down, and the highest takes the prize. Simultaneous bids are questions asked
//! of one seat after another: a seat's view is the table with the others' bids
//! taken back into their hands, and a bot that searches deals them anew.
//!
//! ```sh
//! cargo run --release --example goofspiel -- run
//! cargo run --release --example goofspiel -- tournament goofspiel
//! ```

use levelpitch::App;
use levelpitch::chance::{Chance, Draw, Whim};
use levelpitch::game::{
    BotInfo, Bots, Build, Facts, Game, Intervention, Observe, Outcome, Play, Record, Sight, Tables, Turn,
};
use levelpitch::law;
use levelpitch::moves::{MoveMask, MoveSet};
use levelpitch::settings::Fault;
use levelpitch::watch::{Topic, Watch};
use serde::Deserialize;

const SEATS: usize = 4;
const CARDS: usize = 13;
const NAMES: [&str; CARDS] = ["Ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King"];

/// What is printed on the components, to be exported, edited and loaded.
const DATA: &str = "\
# What each prize is worth, Ace to King.
prizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
";

/// The rules by number: what the command `rules` shows and switches refer to.
const LEDGER: &str = "\
| id | rule | status |
|---|---|---|
| GS-01 | Two to four players hold one suit each, Ace (low) to King. | given |
| GS-02 | The cards of a further suit are the prizes, turned up one by one in random order; each is worth its rank. | given |
| GS-03 | For each prize all players bid one card of their hand, face down, and turn them up together; the highest takes the prize. Bids are spent. | given |
| GS-04 | If several bids are highest, the prize is discarded. | given |
| GS-05 | Or they share its points; what can't be divided is added to the next prize. | given |
| GS-06 | Or all of it is added to the next prize. | given |
| GS-07 | When all prizes are gone, most points win; equal points share the win. | given |
| GS-08 | House rule: fewer cards per suit, from the Ace upwards. | given |
";

levelpitch::switches! {
    /// What can be set.
    struct Variant;
    "players" players: {u8 in 2..=4} = "2", Rulebook "GS-01", "how many play", try ["2", "3", "4"];
    "ties" ties: {enum Ties { Discarded "discarded", Shared "shared", CarriedOver "carried-over" }} = "discarded",
        Rulebook "GS-04, GS-05, GS-06", "what becomes of a prize for which several bids are highest";
    "cards" cards: {u8 in 3..=13} = "13", House "GS-08", "cards per suit", try ["13", "5", "9"];
}

levelpitch::columns! {
    metrics {
        TURNS "turns-per-game" Number per game, "prizes bid for, per game";
        TIES "tie-share" Share per TURNS, "prizes for which several bids were highest, over prizes";
        TAKEN "points-taken" Number per game, "points of all seats, per game";
    }
    distributions {
        POINTS "points" Number, "players", "points of a seat at the end";
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    prizes: [u8; CARDS],
}

#[derive(Debug)]
struct Rules {
    variant: Variant,
    worth: [u8; CARDS],
}

/// Cards are numbered from 0, hands and prizes are bits.
#[derive(Debug, Clone, Copy, Default)]
struct State {
    hands: [u16; SEATS],
    bids: [Option<u8>; SEATS],
    points: [u16; SEATS],
    /// Prizes still face down; their order is decided as they turn up.
    hidden: u16,
    /// The prize bid for, and the points at stake with it.
    prize: u8,
    stake: u16,
    discarded: u16,
    seat: u8,
    turns: u8,
    ties: u8,
    over: bool,
}

impl State {
    fn turn_up<C: Chance, W: Watch>(&mut self, rules: &Rules, chance: &mut C, watch: &mut W) {
        self.over = self.hidden == 0;
        if self.over {
            return;
        }
        let (mut cards, left) = ([0; CARDS], self.hidden.count_ones() as usize);
        cards.iter_mut().zip(MoveMask(self.hidden.into()).iter()).for_each(|(to, card)| *to = card);
        self.prize = cards[chance.draw(Draw { deck: Some(0), seat: 0, epoch: 0 }, &cards[..left])];
        self.hidden ^= 1 << self.prize;
        self.stake += u16::from(rules.worth[usize::from(self.prize)]);
        watch.say(Topic::Card, None, || {
            format!("The {} turns up: {} points at stake", NAMES[usize::from(self.prize)], self.stake)
        });
    }

    /// Who gets what is at stake, by the bids on the table.
    fn settle<W: Watch>(&mut self, rules: &Rules, watch: &mut W) {
        let best = self.bids.iter().max().copied().flatten();
        let number = self.bids.iter().filter(|&&bid| bid == best).count() as u16;
        let share = match rules.variant.ties {
            _ if number == 1 => self.stake,
            Ties::Shared => self.stake / number,
            Ties::Discarded | Ties::CarriedOver => 0,
        };
        for seat in (0..rules.variant.players).filter(|_| share > 0) {
            if self.bids[usize::from(seat)] == best {
                self.points[usize::from(seat)] += share;
                self.stake -= share;
                watch.say(Topic::Effect, Some(seat), || format!("Seat {seat} takes {share} points"));
            }
        }
        self.ties += u8::from(number > 1);
        if rules.variant.ties == Ties::Discarded {
            self.discarded += std::mem::take(&mut self.stake);
        }
        self.turns += 1;
    }

    /// A sealed bid goes back into the hand that it came from.
    fn take_back(&mut self, seat: usize) {
        if let Some(card) = self.bids[seat].take() {
            self.hands[seat] |= 1 << card;
        }
    }

    fn bid(&mut self, seat: usize, card: u8) {
        self.hands[seat] &= !(1 << card);
        self.bids[seat] = Some(card);
    }
}

#[derive(Debug)]
struct Goofspiel;

impl Game for Goofspiel {
    const FACTS: Facts = Facts {
        switches: Variant::SWITCHES,
        data: DATA,
        ledger: LEDGER,
        item: "prize",
        ..Facts::new("goofspiel", "Goofspiel", "card game: sealed bids for prizes, nothing but strategy")
    };

    type Rules = Rules;

    fn build(build: &Build<'_>) -> Result<Rules, Vec<Fault>> {
        let data: Data = toml::from_str(build.data).map_err(|error| vec![Fault::from_toml(&error)])?;
        Ok(Rules { variant: Variant::of(build.settings), worth: data.prizes })
    }

    fn seats(rules: &Rules) -> usize {
        usize::from(rules.variant.players)
    }

    fn interventions(build: &Build<'_>) -> Vec<Intervention> {
        let blank = |place: usize| {
            Intervention::new(NAMES[place], "worth nothing", &[(&format!("data.prizes.{place}"), 0)])
        };
        (0..usize::from(Variant::of(build.settings).cards)).map(blank).collect()
    }
}

impl Play for Goofspiel {
    type State = State;
    type Move = u8;
    type Moves = MoveMask;

    fn setup<C: Chance, W: Watch>(rules: &Rules, seating: &[u8], chance: &mut C, watch: &mut W) -> State {
        let suit = (1 << rules.variant.cards) - 1;
        let mut state = State { hidden: suit, ..State::default() };
        state.hands[..seating.len()].fill(suit);
        state.turn_up(rules, chance, watch);
        state
    }

    fn turn(_rules: &Rules, state: &State) -> Turn {
        if state.over { Turn::Over } else { Turn::Ask(state.seat) }
    }

    fn legal(_rules: &Rules, state: &State, moves: &mut MoveMask) {
        *moves = MoveMask(u128::from(state.hands[usize::from(state.seat)]));
    }

    fn apply<C: Chance, W: Watch>(
        rules: &Rules,
        state: &mut State,
        chosen: u8,
        chance: &mut C,
        watch: &mut W,
    ) {
        state.bid(usize::from(state.seat), chosen);
        state.seat = (state.seat + 1) % rules.variant.players;
        if state.seat > 0 {
            return;
        }
        state.settle(rules, watch);
        state.bids = [None; SEATS];
        state.turn_up(rules, chance, watch);
    }

    /// Every prize is hidden, up, won or discarded, and every card is in a hand or
    /// was bid once.
    fn verify(rules: &Rules, state: &State) -> Result<(), String> {
        let worth = |card: u8| u16::from(rules.worth[usize::from(card)]);
        let hidden: u16 = MoveMask(state.hidden.into()).iter().map(worth).sum();
        let told = state.points.iter().sum::<u16>() + state.stake + state.discarded + hidden;
        let all: u16 = (0..rules.variant.cards).map(worth).sum();
        law!(told == all, "prizes worth {told} of {all}");
        for seat in 0..usize::from(rules.variant.players) {
            let held = state.hands[seat].count_ones() as u8 + u8::from(state.bids[seat].is_some());
            law!(held + state.turns == rules.variant.cards, "seat {seat} holds {held} cards");
        }
        Ok(())
    }

    fn outcome(rules: &Rules, state: &State) -> Outcome {
        Outcome::highest(&state.points[..usize::from(rules.variant.players)])
    }
}

impl Sight for Goofspiel {
    /// The table as the seat sees it.
    type View<'a> = State;

    fn view(_rules: &Rules, state: &State, seat: u8) -> State {
        let mut seen = *state;
        for other in (0..SEATS).filter(|&other| other != usize::from(seat)) {
            seen.take_back(other);
        }
        seen
    }

    fn determinize(_rules: &Rules, mut view: State, whim: &mut Whim) -> State {
        for other in 0..usize::from(view.seat) {
            view.bid(other, MoveMask(view.hands[other].into()).sample(whim));
        }
        view
    }
}

/// Bids so many ranks above the prize, from and to by whim; the lowest card
/// where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Above(u8, u8);

impl Bots for Goofspiel {
    type Bot = Above;
    type Memory = ();

    const BOTS: &'static [BotInfo<Above>] = &[
        BotInfo::new("match", "bids the prize's own rank", Above(0, 0)),
        BotInfo::new("above", "one rank above the prize: beats match", Above(1, 1)),
        BotInfo::new("two-above", "two ranks above the prize: beats above", Above(2, 2)),
        BotInfo::new("sway", "none, one or two ranks above, by whim", Above(0, 2)),
    ];
    fn panel(_seats: usize) -> &'static [&'static str] {
        &["random", "match", "sway"]
    }
    const POLICY: &'static str = "sway";

    fn decide(
        Above(from, to): Above,
        _rules: &Rules,
        view: State,
        moves: &MoveMask,
        _memory: &mut (),
        whim: &mut Whim,
    ) -> u8 {
        let least = view.prize + from + whim.below(u32::from(to - from) + 1) as u8;
        moves.iter().find(|&card| card >= least).unwrap_or(moves.nth(0))
    }
}

impl Record for Goofspiel {
    const TABLES: Tables = TABLES;

    fn observe<O: Observe>(rules: &Rules, state: &State, out: &mut O) {
        let points = &state.points[..usize::from(rules.variant.players)];
        out.add(column::TURNS, state.turns);
        out.add(column::TIES, state.ties);
        out.add(column::TAKEN, points.iter().sum::<u16>());
        for &points in points {
            out.bin(bin::POINTS, i32::from(points));
        }
    }

    fn describe(_rules: &Rules, state: &State, chosen: u8) -> String {
        format!("Seat {} bids the {}", state.seat, NAMES[usize::from(chosen)])
    }
}

fn app() -> App {
    App::new("goofspiel", "How should you bid in Goofspiel, the game of pure strategy?")
        .ruleset::<Goofspiel>()
}

fn main() -> std::process::ExitCode {
    app().main()
}

#[cfg(test)]
mod tests {
    use levelpitch::conformance;

    use super::*;

    /// Truths about Goofspiel, which `check` proves on every run of the tests.
    const PLAIN_BIDS: &str = r#"
ruleset = "goofspiel"
games = 40000
seed = 2026

[[arm]]
name = "match against random"
bots = ["match", "random"]

[[arm]]
name = "above against match"
bots = ["above", "match"]

[[arm]]
name = "random against random"
bots = ["random"]

[[budget]]
name = "a random bid takes its share: 56 points for match"
metric = "entrant-0-score"
arm = "match against random"
equal = 56
margin = 0.5

[[budget]]
name = "28 for random"
metric = "entrant-1-score"
arm = "match against random"
equal = 28
margin = 0.5

[[budget]]
name = "one rank above loses the King only"
metric = "entrant-0-score"
arm = "above against match"
equal = 78
margin = 0.5

[[budget]]
name = "no seat has an edge"
metric = "first-seat-advantage"
arm = "random against random"
equal = 0
margin = 0.02
"#;

    #[test]
    fn goofspiel_obeys_the_contract() {
        conformance::check::<Goofspiel>();
    }

    #[test]
    fn no_point_is_lost() {
        let conserved = |rules: &Rules, state: &State| Goofspiel::verify(rules, state).expect("conserved");
        for ties in Ties::ALL {
            let four = [("ties", ties.word()), ("players", "4")];
            conformance::check_variant::<Goofspiel>(&four, 20, conserved);
        }
    }

    #[test]
    fn a_view_hides_the_sealed_bids() {
        let rules = conformance::rules::<Goofspiel>(&[]).expect("the printed game");
        let mut state = State { hands: [0b111, 0b111, 0, 0], seat: 1, ..State::default() };
        state.bid(0, 2);
        let seen = Goofspiel::view(&rules, &state, 1);
        assert_eq!((seen.bids, seen.hands[0]), ([None; SEATS], 0b111));
    }

    #[test]
    fn budgets_that_are_truths_hold() {
        assert_eq!(app().scenario("plain-bids", PLAIN_BIDS).run(["goofspiel", "check", "plain-bids"]), 0);
    }

    /// Everybody holds the whole suit: there is no copy to hand out, which the
    /// command says instead of an empty list.
    #[test]
    fn a_game_that_hands_nothing_out_says_so() {
        assert_eq!(app().run(["goofspiel", "cards", "goofspiel", "--no-files", "--quiet"]), 2);
    }
}
