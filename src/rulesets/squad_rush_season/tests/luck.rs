//! Luck is what was drawn minus the mean of what could have been drawn:
//! nothing over the cards of any deck that seasons come to, and nothing over
//! seasons.

use super::super::cards::SUBS;
use super::super::luck::{BEGINNING, mean, needed, values};
use super::super::play::Game;
use super::*;
use crate::conformance::{check_luck, rules};
use crate::game::{Game as _, LUCK, Record, Turn};

fn with(changes: &[(&str, &str)]) -> Rules {
    rules::<SquadRushSeason>(changes).expect("these switches are allowed")
}

/// Draws the card at this place.
struct Place(usize);

impl Chance for Place {
    fn below(&mut self, _: Source, _: u32) -> u32 {
        self.0 as u32
    }
    fn lottery(&mut self, _: Source, _: &Lottery) -> u16 {
        unreachable!("a draw has no lottery")
    }
    fn draw(&mut self, _: Draw, cards: &[Card]) -> usize {
        assert!(self.0 < cards.len());
        self.0
    }
}

/// Every state at which a season of these bots asks something.
fn season(rules: &Rules, bot: &str, block: u64, mut look: impl FnMut(&State)) -> State {
    let luck = Luck::new(31, 7, block);
    let mut chance = Stream::new(luck);
    let seats = SquadRushSeason::seats(rules);
    let script = SquadRushSeason::BOTS.iter().find(|info| info.name == bot);
    let mut whims: Vec<Whim> = (0..seats as u8).map(|entrant| Whim::new(luck, entrant, 0)).collect();
    let mut memory = [<SquadRushSeason as Bots>::Memory::default(); 4];
    let mut state = SquadRushSeason::setup(rules, &[], &mut chance, &mut Silent);
    let mut moves = Options::default();
    while let Turn::Ask(seat) = SquadRushSeason::turn(rules, &state) {
        look(&state);
        moves.fill(rules, &state);
        let place = usize::from(seat);
        let chosen = if moves.len() == 1 {
            moves.nth(0)
        } else {
            let view = SquadRushSeason::view(rules, &state, seat);
            let whim = &mut whims[place];
            match script {
                Some(info) => {
                    SquadRushSeason::decide(info.bot, rules, view, &moves, &mut memory[place], whim)
                }
                None => SquadRushSeason::random(rules, view, &moves, whim),
            }
        };
        SquadRushSeason::apply(rules, &mut state, chosen, &mut chance, &mut Silent);
    }
    state
}

/// Over all cards that may come next, each once, a seat's luck adds up to
/// nothing but rounding.
fn no_luck_over_the_deck(rules: &Rules, state: &State, seat: u8) {
    let mut total = 0_i64;
    for place in 0..usize::from(state.deck_len) {
        let mut after = *state;
        let (mut chance, mut watch) = (Place(place), Silent);
        Game { r: rules, s: &mut after, chance: &mut chance, watch: &mut watch }.draw(seat);
        total += i64::from(after.luck[usize::from(seat)] - state.luck[usize::from(seat)]);
    }
    let rounding = 0.53 * f64::from(state.deck_len);
    assert!(total.abs() as f64 <= rounding, "{total} over {} cards", state.deck_len);
}

/// The sum that a mean is taken of is that of the cards in the deck.
fn kept_in_step(rules: &Rules, state: &State) {
    let deck = &state.deck[..usize::from(state.deck_len)];
    let sum: i32 = deck.iter().map(|&card| rules.draw_value[usize::from(card)]).sum();
    assert_eq!(state.deck_value, sum);
}

#[test]
fn a_draw_is_worth_its_exact_mean() {
    let (mut states, mut on_one_nation) = (0, 0);
    for (changes, bot) in [
        (&[][..], "random"),
        (&[], "loyalist"),
        (&[("managers", "4")], "loyalist"),
        (&[("managers", "3"), ("super-subs", "8"), ("sent-off-to", "out-of-game")], "spoiler"),
        (&[("nations", "10"), ("referee-copies", "3"), ("tackle-effect", "steal")], "magpie"),
        (&[("pitch-carry-over", "clear"), ("first-starter", "seat-0")], "loyalist"),
    ] {
        let rules = with(changes);
        let mut asked = 0;
        let mut whim = Whim::new(Luck::new(31, 8, 1), 0, 0);
        let end = season(&rules, bot, 1, |state| {
            kept_in_step(&rules, state);
            asked += 1;
            if asked % 11 == 0 && !state.sudden_death {
                let view = SquadRushSeason::view(&rules, state, state.asked);
                kept_in_step(&rules, &SquadRushSeason::determinize(&rules, view, &mut whim));
                for seat in 0..rules.managers() {
                    no_luck_over_the_deck(&rules, state, seat);
                    let (pitch, hand) = (&state.pitches[usize::from(seat)], &state.hands[usize::from(seat)]);
                    on_one_nation += u32::from(needed(pitch.field, hand.field) != 0);
                    states += 1;
                }
            }
        });
        assert_eq!(end.phase, Phase::Over);
    }
    assert!(states > 100 && on_one_nation > 20, "{on_one_nation} of {states} pitches of one nation");
}

/// The lot of who begins: nothing over the seats that it may fall on.
#[test]
fn the_lot_of_who_begins_is_worth_nothing_on_average() {
    for managers in 2_u8..=4 {
        let rules = with(&[("managers", &managers.to_string()), ("hand-start", "4")]);
        let mut sums = [0_i32; 4];
        for starter in 0..managers {
            let mut state = State::blank();
            let (mut chance, mut watch) = (Place(0), Silent);
            Game { r: &rules, s: &mut state, chance: &mut chance, watch: &mut watch }
                .lot_of_beginning(starter);
            let own = state.luck[usize::from(starter)];
            assert!(own < 0 && state.luck.iter().sum::<i32>() == 0);
            assert_eq!(own, BEGINNING / i32::from(managers) - BEGINNING);
            for (sum, luck) in sums.iter_mut().zip(state.luck) {
                *sum += luck;
            }
        }
        assert_eq!(sums, [0; 4]);
    }
}

/// Means by table are those by division, within 0.52 of a unit.
#[test]
fn a_mean_is_a_division() {
    for cards in 1..=177_u8 {
        for all in [0, 1, 2, 99_999, 1_000_003, 33_554_431, 52_000_000] {
            let off = f64::from(mean(all, cards)) - f64::from(all) / f64::from(cards);
            assert!(off.abs() <= 0.52, "{all} over {cards}: off by {off}");
        }
    }
}

#[test]
fn better_cards_are_worth_more_and_none_is_below_nothing() {
    let rules = with(&[]);
    let values = values(&rules.printed.ratings);
    assert!(values.iter().all(|&value| value >= 0));
    for a in 0..SUB {
        for b in 0..SUB {
            let (goal, other) = (a.is_multiple_of(SQUAD), b.is_multiple_of(SQUAD));
            if goal == other && rules.current(a, false) > rules.current(b, false) {
                assert!(values[usize::from(a)] >= values[usize::from(b)], "{a} and {b}");
            }
        }
    }
}

/// Places of a squad: 0 GK, 1 to 4 DEF, 5 to 7 MID, 8 to 10 FWD.
#[test]
fn what_fills_a_gap() {
    let of = |nation: u32, places: &[u32]| places.iter().fold(0_u128, |s, p| s | 1 << (11 * nation + p));
    assert_eq!(needed(0, of(2, &[0, 1, 5])), 0, "nothing lies on the pitch");
    assert_eq!(needed(of(2, &[1]), 0), 0, "one player makes no nation");
    assert_eq!(needed(of(2, &[1]) | of(3, &[5]), 0), 0, "two nations");
    assert_eq!(needed(of(2, &[1, 4]), 0), of(2, &[0, 5, 6, 7, 8, 9, 10]) | SUBS);
    assert_eq!(needed(of(2, &[1, 4]) | 1 << SUB, of(2, &[0, 6])), of(2, &[5, 7, 8, 9, 10]) | SUBS);
    assert_eq!(needed(of(5, &[0, 1, 2, 5, 6, 8]), of(5, &[9]) | of(1, &[3])), 0, "nothing is missing");
}

#[test]
fn luck_is_compared_with_the_rivals() {
    for managers in ["2", "3", "4"] {
        let rules = with(&[("managers", managers)]);
        let state = season(&rules, "random", 3, |_| ());
        let luck = SquadRushSeason::luck(&rules, &state);
        let seats = SquadRushSeason::seats(&rules);
        assert!(luck[..seats].iter().sum::<i32>().abs() < 4, "{luck:?}");
        assert!(
            luck[..seats].iter().any(|&l| l.abs() > LUCK / 1000) && luck[seats..].iter().all(|&l| l == 0)
        );
    }
}

#[test]
fn luck_is_nothing_on_average() {
    for (changes, bot, seasons) in [
        (&[][..], "random", 1500),
        (&[], "loyalist", 1500),
        (&[], "magpie", 1500),
        (&[], "spoiler", 1500),
        (&[("managers", "3")], "loyalist", 600),
        (&[("managers", "4")], "magpie", 400),
        (&[("thin-threshold", "40"), ("match-official", "off")], "loyalist", 600),
    ] {
        assert!(check_luck::<SquadRushSeason>(changes, bot, seasons) > 0.0);
    }
}
