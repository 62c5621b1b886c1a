//! The table before any chance: card ids, cubes, the deck's contents.

use super::data::{Components, POSITIONS};
use super::dice::Bout;
use super::house;
use super::rules::Rules;
use super::state::{
    BONUSES, CARDS, End, MATCHES, MAX_MATCHES, NONE, PLACES, Phase, Played, State, Team, VARS, class, ids,
};
use super::switches::{FirstKing, StartCubes, Variant};
use crate::game::rounds::Rounds;
use crate::settings::Fault;

/// Gives every card id its class, kind and count.
pub fn name_cards(rules: &mut Rules) {
    // A card that a house rule takes out leaves a gap in the ids, so that all
    // others keep theirs and with them their luck.
    let printed = [3, 2, 1];
    let even = (rules.components.players.iter().zip(printed)).all(|(c, most)| c.iter().all(|&n| n <= most));
    let mut id = 0_usize;
    for (colour, positions) in rules.components.players.iter().enumerate() {
        for (position, &copies) in positions.iter().enumerate() {
            let kind = POSITIONS * colour + position;
            let gap = if even { printed[colour] - copies } else { 0 };
            for _ in 0..copies {
                rules.class_of[id] = colour as u8;
                rules.kind_of[id] = kind as u8;
                rules.kind_bit[id] = 1 << kind;
                rules.kind_cards[kind] |= 1 << id;
                id += 1;
            }
            id += usize::from(gap);
        }
    }
    for (first, class, counted) in [
        (ids::MATCH, class::MATCH, MATCHES),
        (ids::VAR, class::VAR, VARS),
        (ids::BONUS, class::BONUS, BONUSES),
        (ids::TRANSFER, class::TRANSFER, 0),
    ] {
        rules.class_of[usize::from(first)..CARDS].fill(class);
        rules.counted_at[usize::from(first)..CARDS].fill(counted as u8);
    }
}

/// A table on which nothing has been dealt, everything still in the box.
#[must_use]
pub fn empty_table(components: &Components) -> State {
    State {
        discard: 0,
        gone: 0,
        teams: [Team::EMPTY; PLACES],
        row: 0,
        row_classes: 0,
        log: [Played::default(); MAX_MATCHES],
        bout: Bout::default(),
        blocked: 0,
        turns: 0,
        passes: 0,
        reshuffles: 0,
        dry_rows: 0,
        bank: components.cubes.map(u16::from),
        supply: {
            let [bronze, silver, gold, diamond] = components.chips;
            [0, bronze, silver, gold, diamond]
        },
        chips_left: 7,
        cubes_left: 7,
        phase: Phase::Action,
        end: End::Running,
        asked: 0,
        active: 0,
        rounds: Rounds::new(false),
        king: 0,
        streak: 0,
        acted: 0,
        idle: true,
        idle_turns: 0,
        sides: [0; 2],
        choices: [NONE; 2],
        pending: NONE,
        matches: 0,
        capped_shoot_outs: 0,
        row_len: 0,
        deck_len: 0,
        deck: [0; CARDS],
    }
}

/// The table with cubes dealt and the deck made up, before any chance
/// (KOP-SETUP-04 to -09, -12, -15, KOP-HOUSE-01).
///
/// # Errors
/// A starting bonus that isn't there to be given.
pub fn table(rules: &Rules, variant: &Variant) -> Result<State, Vec<Fault>> {
    let mut state = empty_table(&rules.components);
    let players = u16::from(rules.players);
    let row = usize::from(rules.players) - 2;
    for colour in 0..3 {
        let in_box = u16::from(rules.components.cubes[colour]);
        let printed = u16::from(rules.components.tables[row].cubes[colour]);
        let each = match variant.start_cubes {
            StartCubes::Printed => printed,
            StartCubes::None => 0,
            StartCubes::Double => (2 * printed).min(in_box / players),
        };
        for team in &mut state.teams[..usize::from(rules.players)] {
            team.move_cubes(colour, each as i16);
        }
        state.move_bank(colour, -((each * players) as i16));
    }
    if !rules.cube_limit {
        // A bank without limit never runs out, whatever was dealt.
        state.cubes_left = 7;
    }
    let events = rules.decks[row];
    let firsts = [ids::MATCH, ids::VAR, ids::BONUS, ids::TRANSFER];
    let players = (0..ids::MATCH).filter(|&id| rules.kind_bit[usize::from(id)] != 0);
    let cards = players.chain(firsts.iter().zip(events).flat_map(|(&first, n)| first..first + n));
    for card in cards {
        state.deck[usize::from(state.deck_len)] = card;
        state.deck_len += 1;
    }
    match variant.first_king {
        FirstKing::Roll => {}
        FirstKing::KingHasOneWin => state.team_mut(0).victories = 1,
        FirstKing::LastSeatKing => state.king = rules.players - 1,
    }
    state.rounds = Rounds::new(house::skips_first(variant));
    state.active = u8::from(house::skips_first(variant));
    state.asked = state.active;
    let faults = house::hand_out(rules, &mut state);
    if faults.is_empty() { Ok(state) } else { Err(faults) }
}
