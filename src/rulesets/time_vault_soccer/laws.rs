//! What holds in every state of every variant: cards, players and money are
//! conserved, sums are sums, limits are kept. In: rules and a state. Out: the
//! first law that is broken.

use super::rules::Rules;
use super::sides::{Match, Open, Side, Step};
use super::squads::{KEEPER, SQUAD, Squad, cards_of, players_of};
use super::state::{Stage, State};
use super::subs;
use super::switches::Keepers;
use crate::competitions::Row;
use crate::law;

/// # Errors
/// The first law that is broken.
pub fn kept(rules: &Rules, state: &State) -> Result<(), String> {
    drafted(rules, state)?;
    table(rules, state)?;
    if state.stage != Stage::Match {
        return Ok(());
    }
    let game = &state.game;
    for (number, (side, squad)) in game.sides.iter().zip(state.pair()).enumerate() {
        let told = |law: String| format!("side {number}: {law}");
        if game.step == Step::Team {
            let shown = (side.open.team, side.hand, side.open.deck) != (0, 0, 0);
            law!(!shown, "side {number} shows a team before both chose");
            continue;
        }
        places(game, side).map_err(told)?;
        pillars(rules, side, squad).map_err(told)?;
        limits(rules, game, side, squad).map_err(told)?;
    }
    shots(rules, game)
}

/// Every card is in at most one place, and places hold cards of the team.
fn places(game: &Match, side: &Side) -> Result<(), String> {
    let open = &side.open;
    let places =
        [side.hand, side.deck_cards(), side.aside, open.discards, open.attack.mask, open.defence.mask];
    let mut all = 0;
    for place in places {
        law!(all & place == 0, "a card is in two places");
        all |= place;
    }
    law!(side.deck_cards().count_ones() == u32::from(open.deck), "a deck of other cards than are counted");
    let ever = side.chosen.0 | side.chosen.1;
    law!(players_of(all) & !ever == 0, "a card of somebody outside team and bench");
    law!(all.count_ones() <= 2 * side.chosen.0.count_ones(), "more cards than were dealt");
    law!(
        players_of(side.hand | side.deck_cards()) & !open.team == 0,
        "hand or deck hold others than the team"
    );
    law!(open.sent_off & open.team == 0, "a sent-off player is in the team");
    law!(all & cards_of(open.sent_off) == 0, "a card of a sent-off player is left");
    law!((open.team | open.bench) & open.suspended == 0, "a suspended player plays");
    law!(open.second & !open.yellow == 0, "a second yellow without a first");
    law!(open.second & !open.sent_off == 0, "two yellows and not sent off");
    if open.substitutions == 0 && open.sent_off == 0 && !game.extra {
        let dealt = 22.min(2 * open.team.count_ones());
        law!(all.count_ones() == dealt, "{} cards of {dealt} dealt", all.count_ones());
    }
    Ok(())
}

/// Sums are sums.
fn pillars(rules: &Rules, side: &Side, squad: &Squad) -> Result<(), String> {
    let open = &side.open;
    for pillar in [&open.attack, &open.defence] {
        let len = usize::from(pillar.len);
        let mask = pillar.cards().iter().fold(0_u32, |mask, card| mask | 1 << card);
        law!(mask == pillar.mask && mask.count_ones() == u32::from(pillar.len), "a pillar of other cards");
        let sum = pillar.values[..len].iter().map(|&v| u16::from(v)).sum::<u16>();
        law!(pillar.sum == sum, "a pillar of {} that adds up to {sum}", pillar.sum);
        let printed = pillar.cards().iter().map(|c| u16::from(squad.defence[usize::from(c / 2)]));
        law!(pillar.printed == printed.sum::<u16>(), "a pillar of another printed defence");
        let keepers = pillar.cards().iter().filter(|c| squad.line[usize::from(**c / 2)] == KEEPER).count();
        law!(usize::from(pillar.keepers) == keepers, "{} keepers where {keepers} lie", pillar.keepers);
    }
    let most = u16::from(rules.pillar_max) + u16::from(rules.responses);
    law!(u16::from(open.defence.len) <= most, "a Defence of {} cards", open.defence.len);
    Ok(())
}

/// Substitutions, bookings, home points and what a team may be.
fn limits(rules: &Rules, game: &Match, side: &Side, squad: &Squad) -> Result<(), String> {
    let open: &Open = &side.open;
    let subs = (open.substitutions, open.subs_left);
    law!(
        subs.0 + subs.1 == rules.subs && subs.1 <= rules.subs,
        "{} substitutions and {} left",
        subs.0,
        subs.1
    );
    let yellows = (open.yellow.count_ones() + open.second.count_ones()) as u8;
    law!(open.yellows == yellows, "{} yellow cards where {yellows} are shown", open.yellows);
    law!(u32::from(open.reds) == open.sent_off.count_ones(), "{} red cards", open.reds);
    // A goal against it may bring the side that is behind a point.
    let given = rules.home_points + 3 + game.sides[0].open.goals + game.sides[1].open.goals;
    law!(open.home_used + open.home_left <= given, "{} home points", open.home_used + open.home_left);
    if game.step != Step::Substitute {
        law!(subs::team_is_legal(rules, squad, open.team, game.cap), "a team beyond its limits");
    }
    if rules.keepers == Keepers::One {
        law!((open.team & squad.lines[usize::from(KEEPER)]).count_ones() <= 2, "three keepers in a team");
    }
    Ok(())
}

/// Shots are goals or saves, and turns are bounded.
fn shots(rules: &Rules, game: &Match) -> Result<(), String> {
    let [a, b] = [&game.sides[0].open, &game.sides[1].open];
    law!(a.shots <= game.turns && b.shots <= game.turns, "more shots than {} turns", game.turns);
    law!(a.goals + b.saves <= a.shots && b.goals + a.saves <= b.shots, "more goals and saves than shots");
    let pending = u8::from(game.step == Step::Answer);
    let answered = a.goals + b.saves + b.goals + a.saves + pending;
    law!(
        answered == a.shots + b.shots,
        "{} shots, {answered} of them goals, saves or open",
        a.shots + b.shots
    );
    let most = 22 + u32::from(rules.subs) + 5 + 1;
    law!(u32::from(game.rounds) <= most, "{} rounds where {most} are the most", game.rounds);
    Ok(())
}

/// Players and money of a draft, and squads of sixteen.
fn drafted(rules: &Rules, state: &State) -> Result<(), String> {
    let draft = &state.draft;
    let bosses = usize::from(rules.bosses);
    match state.stage {
        Stage::Pick | Stage::Nominate | Stage::Bid | Stage::Free => {
            let owned: usize = draft.count[..bosses].iter().map(|&c| usize::from(c)).sum();
            let up = usize::from(state.stage == Stage::Bid);
            let free = if state.stage == Stage::Free { 0 } else { draft.free.len() as usize };
            let all = owned + draft.pool.len() as usize + free + up;
            law!(all == SQUAD * bosses, "{all} players in a draft of {}", SQUAD * bosses);
            law!(
                draft.count[..bosses].iter().all(|&count| usize::from(count) <= SQUAD),
                "a squad of too many"
            );
            if state.stage != Stage::Pick {
                let left: u32 = draft.money[..bosses].iter().map(|&m| u32::from(m)).sum();
                let given = u32::from(rules.budget) * bosses as u32;
                law!(left + draft.spent == given, "{left} left and {} spent of {given}", draft.spent);
            }
        }
        Stage::Match | Stage::Over => {
            for (boss, squad) in state.squads[..bosses].iter().enumerate() {
                let players: u32 = squad.lines.iter().map(|line| line.count_ones()).sum();
                law!(players as usize == SQUAD, "squad {boss} has {players} players");
                law!(
                    squad.stars.iter().all(|s| (1..=5).contains(s)),
                    "squad {boss}: stars {:?}",
                    squad.stars
                );
            }
        }
        Stage::Preset | Stage::Build => {}
    }
    Ok(())
}

/// League results: points between two and three per match, and every goal scored
/// is conceded.
fn table(rules: &Rules, state: &State) -> Result<(), String> {
    let rows = &state.season.table.rows;
    let played: u32 = rows.iter().map(|row| u32::from(row.played())).sum::<u32>() / 2;
    let points: u32 = rows.iter().map(|row| u32::from(row.points)).sum();
    let most = u32::from(rules.plan.win_points) * played;
    law!(2 * played <= points && points <= most, "{points} points of {played} matches");
    let balance: i32 = rows.iter().map(Row::difference).sum();
    law!(balance == 0, "goals scored and conceded differ by {balance}");
    Ok(())
}
