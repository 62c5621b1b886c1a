//! What holds in every state of every variant: every card is in one place, what
//! is counted agrees with it, and nothing exceeds its bound. In: rules and a
//! state. Out: the first law that is broken.

use super::play::shots::Shot;
use super::rules::Rules;
use super::state::{Phase, State};
use super::switches::{CatchUp, OwnGoal};
use crate::law;

/// # Errors
/// The first law that is broken.
pub fn kept(rules: &Rules, state: &State) -> Result<(), String> {
    places(rules, state)?;
    piles(rules, state)?;
    points(rules, state)?;
    goals(rules, state)?;
    counts(rules, state)
}

/// Every action card is in exactly one place.
fn places(rules: &Rules, state: &State) -> Result<(), String> {
    let mut seen = [0_u64; 2];
    let mut twice = false;
    let mut add = |word: usize, cards: u64| {
        twice |= seen[word] & cards != 0;
        seen[word] |= cards;
    };
    for &id in &state.deck[..usize::from(state.deck_len)] {
        add(usize::from(id >> 6), 1 << (id & 63));
    }
    for word in 0..2 {
        add(word, state.discard.0[word]);
        for seat in &state.seats {
            add(word, seat.hand.0[word]);
        }
    }
    for seat in &state.seats {
        add(0, seat.front);
    }
    for pile in [state.pending, state.red_pile, state.removed, state.chain] {
        add(1, pile);
    }
    add(rules.word(state.laid.kind), state.laid.bit);
    let mut all = [0_u64; 2];
    for &id in &rules.deck[..usize::from(rules.cards)] {
        all[usize::from(id >> 6)] |= 1 << (id & 63);
    }
    law!(!twice, "a card is in two places");
    law!(seen == all, "cards of the Action Deck are lost or new");
    Ok(())
}

/// What lies in front of players and in piles is what is counted of it.
fn piles(rules: &Rules, state: &State) -> Result<(), String> {
    law!(state.chain.count_ones() == u32::from(state.chain_len), "a chain of another length");
    let (mut yellow, mut reds) = (0, 0);
    let mut shots = state.grid;
    for (index, seat) in state.seats.iter().enumerate() {
        law!(u32::from(seat.hand_len) == seat.hand.len(), "seat {index} holds another number of cards");
        for kind in 0..rules.kinds() {
            let held = state.held(rules, index as u8, kind) > 0;
            law!((seat.kinds >> kind & 1 == 1) == held, "seat {index}: kinds that are not in hand");
        }
        yellow += u32::from(seat.yellow);
        reds += u32::from(seat.reds);
        for (all, turned) in shots.iter_mut().zip(seat.turned) {
            *all += turned;
        }
    }
    law!(
        (yellow, reds) == (state.pending.count_ones(), state.red_pile.count_ones()),
        "Yellow or Red Cards of nobody"
    );
    law!(shots == rules.grid, "shot cards are lost or new: {shots:?} of {:?}", rules.grid);
    Ok(())
}

/// Attack points are what lies in front of a seat (FD-AP-01).
fn points(rules: &Rules, state: &State) -> Result<(), String> {
    let house = &rules.house;
    let free = house.openings.iter().any(|opening| opening.ap > 0) || house.catch_up == CatchUp::Ap1;
    for (index, seat) in state.seats.iter().enumerate() {
        law!(seat.ap < rules.ap_target, "seat {index} has {} attack points and has not shot", seat.ap);
        if !rules.clamp && !free && !rules.miss_keeps {
            let mut sum = 0_i32;
            for kind in 0..rules.specials {
                let cards = (seat.front & rules.copies[usize::from(kind)]).count_ones() as i32;
                let value = i32::from(rules.value[usize::from(kind)]);
                sum += if kind < rules.offensive { cards * value } else { -cards * value };
            }
            law!(
                sum == i32::from(seat.ap),
                "seat {index} has {} attack points of cards worth {sum}",
                seat.ap
            );
        }
    }
    Ok(())
}

/// Every goal was turned up.
fn goals(rules: &Rules, state: &State) -> Result<(), String> {
    let players = u32::from(rules.players);
    let goals: u32 = state.seats.iter().map(|seat| u32::from(seat.goals)).sum();
    let given: u32 = rules.house.openings.iter().map(|opening| u32::from(opening.goals)).sum();
    let turned = state.counts.turned;
    let (shot, own) = (given + turned[Shot::Goal as usize], turned[Shot::OwnGoal as usize]);
    let whole = match rules.own_goal {
        OwnGoal::AllOpponents => goals == shot + (players - 1) * own,
        OwnGoal::LeaderOnly => goals == shot + own,
        OwnGoal::MinusOne => goals <= shot,
    };
    law!(whole, "{goals} goals of {shot} Goals and {own} Own Goals");
    if !rules.express {
        let won = state.seats.iter().any(|seat| seat.goals >= rules.goals_to_win);
        law!(state.phase == Phase::Over || !won, "a match goes on after the last goal");
        let most = players * u32::from(rules.goals_to_win) + players - 1;
        law!(goals <= most, "{goals} goals where {most} are the most");
    }
    Ok(())
}

/// Counts do not exceed what they are counts of.
fn counts(rules: &Rules, state: &State) -> Result<(), String> {
    let counts = &state.counts;
    law!(counts.turns <= rules.max_turns && counts.skipped <= counts.turns, "{} turns", counts.turns);
    law!(counts.no_legal <= counts.turns - counts.skipped, "more turns without a legal card than turns");
    law!(
        counts.shots <= counts.turns * u32::from(rules.plays),
        "{} shots in {} turns",
        counts.shots,
        counts.turns
    );
    let fouls: u32 = counts.chains.iter().map(|&chains| u32::from(chains)).sum();
    if state.phase == Phase::Play {
        let fits = fouls >= counts.cancelled && fouls <= counts.fouls + counts.vars;
        law!(fits, "{fouls} chains of {} Fouls and {} V.A.R.s", counts.fouls, counts.vars);
    }
    law!(!rules.deck_ends || counts.reshuffles == 0, "a reshuffle where the deck ends");
    Ok(())
}
