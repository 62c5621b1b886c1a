//! The planner: everything in estimated victory points.
//!
//! Open weights of the ledger, decided here: contracts count the Collections
//! and matches that are left; a fan is worth 1 VP and half the money of the
//! weeks left; releases on the league trust the present table.

use super::super::moves::{LINE_UP, Moves, TEAM, code};
use super::super::play::lineup::Objective;
use super::super::rules::Rules;
use super::super::tiles::{Claim, Kind, NONE};
use super::super::view::View;
use super::Memory;
use super::forecast;
use super::utility::{UNIT, weeks};
use crate::moves::MoveSet;

/// League matches still to play.
fn matches_left(view: View<'_>) -> i64 {
    (11 - i64::from(view.week())).min(10)
}

/// What the balance marker shows, clamped.
fn shown(view: View<'_>, balance: i64) -> i64 {
    let (low, high) = view.rules().balance;
    balance.clamp(i64::from(low), i64::from(high))
}

/// Money that a price and a change of balance cost until the end, and whether
/// cash stays at 0 or more until week 10.
fn projected(view: View<'_>, price: i64, change: i64) -> (i64, bool) {
    let collections = 10 - i64::from(view.week());
    let balance = i64::from(view.balance());
    let (before, after) = (shown(view, balance), shown(view, balance + change));
    let cash = i64::from(view.own().cash()) - price;
    (price + (before - after) * collections, cash >= 0 && cash + after * collections >= 0)
}

/// VP per unit of gain: 0.083 from the level track, 0.015 per week from the
/// league.
fn per_gain(view: View<'_>) -> i64 {
    83_000 + 15_000 * weeks(view)
}

/// Utility of a tile, in millionths of a victory point.
pub fn utility(view: View<'_>, memory: &mut Memory, tile: u8) -> i64 {
    let word = view.word(tile);
    let print = view.print(tile);
    let own = view.own();
    let w = weeks(view);
    let staff = own.staff();
    let salary = |tile: u8| i64::from(view.word(tile).salary());
    match print.kind {
        Kind::Footballer | Kind::Manager => {
            let (price, pay) = (i64::from(word.price()), i64::from(word.salary()));
            let (_, solvent) = projected(view, price, -pay);
            if !solvent {
                return 0;
            }
            let gain = memory.gain(view, tile);
            i64::from(gain.twice) * per_gain(view) / 2 + UNIT * i64::from(gain.fills)
                - UNIT / 10 * (price + pay * w)
        }
        Kind::Advertising | Kind::Television => {
            let old = own.contracts()[usize::from(print.kind == Kind::Television)];
            let amounts = if old == NONE { [0; 3] } else { view.print(old).amounts };
            let more = |k: usize| i64::from(print.amounts[k]) - i64::from(amounts[k]);
            let (cost, _) = projected(view, 0, more(0));
            let left = matches_left(view);
            // Half the matches are at home, four in ten are won.
            UNIT / 10 * -cost + UNIT / 100 * left * (5 * more(1) + 4 * more(2))
        }
        Kind::Scout => {
            let supply = i64::from(view.supply()) / 10 + 1;
            let more = i64::from(print.points) - i64::from(view.print(staff[0]).points);
            UNIT * 15 / 100 * more * w.min(supply) - UNIT / 10 * (salary(tile) - salary(staff[0])) * w
        }
        Kind::Community => {
            let old = view.print(staff[2]).steps;
            let more = |k: usize| i64::from(print.steps[k]) - i64::from(old[k]);
            // Hundredths of a step per match, then fans of five steps.
            let steps = (40 * more(0) + 27 * more(1) + 33 * more(2)) * matches_left(view);
            let fan = UNIT + UNIT / 20 * matches_left(view);
            steps * fan / (100 * i64::from(view.rules().satisfaction))
                - UNIT / 10 * (salary(tile) - salary(staff[2])) * w
        }
        Kind::Secretary => {
            let old = view.print(staff[1]);
            let better = (print.broken(), print.bills()) < (old.broken(), old.bills());
            UNIT / 5 * i64::from(better) - UNIT / 10 * (salary(tile) - salary(staff[1])) * w
        }
        Kind::Friendly => {
            let tired = if view.rules().fatigue { i64::from(word.energy()) * UNIT / 5 } else { 0 };
            UNIT / 10 * i64::from(word.cash()) - tired
        }
        Kind::Press => press(view, memory, print.claim),
        Kind::Sales => for_sale(view, memory).map_or(0, |(_, worth)| worth * 2 / 3),
    }
}

/// Expected value of a release: reward × p − penalty × (1 − p), money at 10 $
/// a point.
pub fn press(view: View<'_>, memory: &mut Memory, claim: Claim) -> i64 {
    let rules = view.rules();
    let [reward, penalty] = rules.press[claim as usize].map(f64::from);
    let own = memory.levels(view);
    let pair = view.next_match();
    let number = view.own().number();
    let neutral = pair.is_some_and(|pair| {
        let other = pair[usize::from(pair[0] == number)];
        view.seat_of(other).is_none()
    });
    let tables = forecast::duel(rules, own, forecast::next_opponent(view), neutral);
    let [win, draw] = forecast::win_draw(&tables);
    let rank = forecast::rank(view);
    let late = f64::from(view.week()) / 10.0;
    let chance = match claim {
        Claim::Score1 => 1.0 - tables[0][0],
        Claim::Score2 => 1.0 - tables[0][0] - tables[0][1],
        Claim::WinDraw => win + draw,
        Claim::Win => win,
        Claim::Clean => tables[1][0],
        Claim::Top2 => [0.4 + 0.5 * late, 0.35 + 0.4 * late, 0.3 - 0.2 * late][rank.min(2)],
        Claim::League => [0.25 + 0.6 * late, 0.2 - 0.1 * late, 0.1 - 0.1 * late][rank.min(2)],
        Claim::Cup => {
            let rounds = [3, 3, 3, 3, 3, 3, 3, 2, 2, 1, 1][usize::from(view.week().min(10))];
            (0..rounds).fold(1.0, |chance, _| chance * (win + 0.5 * draw))
        }
    };
    let worth = reward * chance - penalty * (1.0 - chance);
    let scale = if claim.weekend() { 100_000.0 } else { 1_000_000.0 };
    (worth * scale) as i64
}

/// The footballer to sell, with the victory points that it brings: value,
/// bonus of the Sales tile in use and the salary saved. Only footballers who
/// do not play are sold, so nothing is lost.
pub fn for_sale(view: View<'_>, memory: &mut Memory) -> Option<(u8, i64)> {
    let eleven = memory.eleven(view);
    let mut best = None;
    for (index, &tile) in (0_u8..).zip(view.own().squad()) {
        if eleven.contains(&tile) {
            continue;
        }
        let word = view.word(tile);
        let worth = UNIT / 10 * (i64::from(word.price()) + i64::from(word.salary()) * weeks(view));
        if best.is_none_or(|(_, top)| worth > top) {
            best = Some((index, worth));
        }
    }
    best
}

/// D3, forced: worth it if two thirds of what is left after the mean bill beat
/// the target.
pub fn forces(view: View<'_>, memory: &mut Memory, tile: u8, target: u8) -> bool {
    let secretary = view.print(view.own().staff()[1]);
    let bills = i64::from(6 - secretary.broken());
    if bills == 0 {
        return false;
    }
    let mean = UNIT / 10 * i64::from(secretary.bills()) / bills;
    let worth = (utility(view, memory, tile) - mean) * 2 / 3;
    let best =
        if target == NONE { 0 } else { utility(view, memory, view.market().spaces()[usize::from(target)]) };
    worth > best.max(0)
}

/// D8: the candidate with the best expected points against the opponent as
/// known; at final scoring the best lower level.
#[must_use]
pub fn line_up(rules: &Rules, view: View<'_>) -> u16 {
    let managers = view.own().managers();
    let last = view.day() > super::super::play::week::SUNDAY;
    let opponent = if last { [0; 2] } else { forecast::opponent_levels(view) };
    let neutral = !last && forecast::against_neutral(view);
    let mut seen: [([u8; 2], f64); 12] = [([0; 2], 0.0); 12];
    let mut known = 0;
    let mut best = (0, f64::MIN);
    for (m, &principal) in (0_u8..).zip(managers) {
        let found = view.line_ups(principal, Objective::CODES);
        for ((o, objective), found) in (0_u8..).zip(Objective::CODES).zip(found) {
            if last && objective != Objective::Lower {
                continue;
            }
            let levels = [rules.level(found.attack), rules.level(found.defence)];
            let worth = if last {
                objective.key(rules, found.attack, found.defence) as f64
            } else if let Some(&(_, worth)) = seen[..known].iter().find(|(same, _)| *same == levels) {
                worth
            } else {
                let tables = forecast::duel(rules, levels, opponent, neutral);
                let worth = forecast::value(rules, view.game().fixture(), forecast::win_draw(&tables));
                seen[known] = (levels, worth);
                known += 1;
                worth
            };
            if worth > best.1 {
                best = (4 * m + o, worth);
            }
        }
    }
    code(LINE_UP, best.0)
}

/// D9: expected points less 0.15 per point of Energy below 2 after the match.
#[must_use]
pub fn team(rules: &Rules, view: View<'_>, moves: &Moves) -> u16 {
    let opponent = forecast::opponent_levels(view);
    let neutral = forecast::against_neutral(view);
    let club = view.own();
    let mut best = (code(TEAM, 2), f64::MIN);
    for index in 0..moves.len() {
        let option = moves.nth(index);
        let team = usize::from(option & 0xFF);
        let less = club.fatigue() - rules.team_loss[team];
        let levels =
            club.raw_levels().map(|level| (level as i8 + less).clamp(0, rules.level_max as i8) as u8);
        let tables = forecast::duel(rules, levels, opponent, neutral);
        let energy = club.energy() - rules.team_cost[team];
        let worth = forecast::value(rules, view.game().fixture(), forecast::win_draw(&tables))
            - 0.15 * f64::from((2 - energy).max(0));
        if worth > best.1 {
            best = (option, worth);
        }
    }
    best.0
}

/// D10, D11: exact backward induction.
#[must_use]
pub fn again(rules: &Rules, view: View<'_>) -> bool {
    forecast::repeat_is_better(rules, view)
}
