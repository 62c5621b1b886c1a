//! Utilities of tiles, bills and sales, by bot, in millionths.

use super::super::moves::{NO, SELL, code};
use super::super::tiles::{Claim, FIRST_STARTER, FIRST_UNIQUE, Kind, NONE};
use super::super::view::View;
use super::forecast;
use super::planner;
use super::{Bot, Memory};

/// One unit of utility.
pub const UNIT: i64 = 1_000_000;
/// Utility of a wanted tile without a formula: 0.01.
pub const WANTED: i64 = UNIT / 100;

/// 11 less the week number, pre-season being week 0.
#[must_use]
pub fn weeks(view: View<'_>) -> i64 {
    11 - i64::from(view.week())
}

/// What the salary of a tile would do to the balance: only the difference for
/// staff and contracts (the first element), and the salary alone.
fn balance_change(view: View<'_>, tile: u8) -> i64 {
    let salary = i64::from(view.word(tile).salary());
    let own = view.own();
    let weekly = |tile: u8| if tile == NONE { 0 } else { i64::from(view.print(tile).amounts[0]) };
    match view.kind(tile) {
        Kind::Footballer | Kind::Manager => -salary,
        Kind::Scout => i64::from(view.word(own.staff()[0]).salary()) - salary,
        Kind::Secretary => i64::from(view.word(own.staff()[1]).salary()) - salary,
        Kind::Community => i64::from(view.word(own.staff()[2]).salary()) - salary,
        Kind::Advertising => weekly(tile) - weekly(own.contracts()[0]),
        Kind::Television => weekly(tile) - weekly(own.contracts()[1]),
        Kind::Friendly | Kind::Press | Kind::Sales => 0,
    }
}

/// How much better a staff tile is than the own one; 0 or less if it isn't.
fn improvement(view: View<'_>, tile: u8) -> i64 {
    let print = view.print(tile);
    let staff = |place: usize| view.print(view.own().staff()[place]);
    match print.kind {
        Kind::Scout => i64::from(print.points) - i64::from(staff(0).points),
        Kind::Secretary => {
            let (new, old) = ((print.broken(), print.bills()), (staff(1).broken(), staff(1).bills()));
            i64::from(new < old)
        }
        Kind::Community => {
            let sum = |steps: [u8; 3]| steps.iter().map(|&s| i64::from(s)).sum::<i64>();
            sum(print.steps) - sum(staff(2).steps)
        }
        _ => 0,
    }
}

/// Whether a deal lowers the balance below the bot's bound.
fn breaks(view: View<'_>, tile: u8, bound: i64) -> bool {
    let change = balance_change(view, tile);
    change < 0 && i64::from(view.balance()) + change < bound
}

/// The utility of an enterable tile to a bot.
pub fn utility(bot: Bot, view: View<'_>, memory: &mut Memory, tile: u8) -> i64 {
    match bot {
        Bot::Youth => youth(view, memory, tile),
        Bot::Star => star(view, memory, tile),
        Bot::Banker => banker(view, memory, tile),
        Bot::Planner => planner::utility(view, memory, tile),
    }
}

const fn wanted(condition: bool) -> i64 {
    if condition { WANTED } else { 0 }
}

fn youth(view: View<'_>, memory: &mut Memory, tile: u8) -> i64 {
    let word = view.word(tile);
    match view.kind(tile) {
        Kind::Footballer => {
            if word.price() > 6 || i64::from(view.balance()) < i64::from(word.salary()) {
                return 0;
            }
            let gain = memory.gain(view, tile);
            UNIT / 2 * (i64::from(gain.twice) + 6 * i64::from(gain.fills) - i64::from(word.price()))
        }
        Kind::Press => wanted(matches!(view.claim(tile), Claim::Score1 | Claim::WinDraw)),
        Kind::Scout | Kind::Secretary | Kind::Community => {
            wanted(improvement(view, tile) > 0 && balance_change(view, tile) >= 0)
        }
        Kind::Sales => wanted(for_sale(Bot::Youth, view, memory).is_some()),
        _ => 0,
    }
}

fn star(view: View<'_>, memory: &mut Memory, tile: u8) -> i64 {
    if breaks(view, tile, -4) {
        return 0;
    }
    let word = view.word(tile);
    let by_gain = |memory: &mut Memory| {
        UNIT / 10 * (5 * i64::from(memory.gain(view, tile).twice) - 2 * i64::from(word.price()))
    };
    match view.kind(tile) {
        Kind::Footballer if word.price() >= 7 => by_gain(memory),
        Kind::Manager if (0..5).map(|k| word.skill(k)).sum::<u8>() >= 2 => by_gain(memory),
        // Open weight: a better scout is worth three of value at once, other
        // staff only when nothing else is.
        Kind::Scout => 3 * UNIT * improvement(view, tile).clamp(0, 1),
        Kind::Secretary | Kind::Community => wanted(improvement(view, tile) > 0),
        Kind::Press => wanted(match view.claim(tile) {
            Claim::Win => true,
            Claim::League => view.week() >= 4 && forecast::rank(view) <= 1,
            _ => false,
        }),
        Kind::Sales => wanted(for_sale(Bot::Star, view, memory).is_some()),
        _ => 0,
    }
}

fn banker(view: View<'_>, memory: &mut Memory, tile: u8) -> i64 {
    if breaks(view, tile, 2) {
        return 0;
    }
    let word = view.word(tile);
    let w = weeks(view);
    match view.kind(tile) {
        Kind::Advertising | Kind::Television => UNIT * w * balance_change(view, tile),
        Kind::Scout => UNIT * 4 / 10 * w * improvement(view, tile),
        Kind::Community => UNIT * 3 / 10 * w * improvement(view, tile),
        Kind::Secretary => wanted(improvement(view, tile) > 0),
        Kind::Friendly => UNIT * i64::from(word.cash()),
        Kind::Footballer => {
            let gain = memory.gain(view, tile);
            if w > 8 && !gain.fills {
                return 0;
            }
            UNIT / 10 * (5 * i64::from(gain.twice) - 6 * i64::from(word.price()))
        }
        Kind::Press => wanted(match view.claim(tile) {
            Claim::Score1 | Claim::WinDraw => true,
            Claim::Score2 => {
                let own = memory.levels(view);
                own[0] >= forecast::next_opponent(view)[1]
            }
            _ => false,
        }),
        Kind::Sales => wanted(for_sale(Bot::Banker, view, memory).is_some()),
        Kind::Manager => 0,
    }
}

/// Index of the footballer whom the bot would sell on a Sales tile.
pub fn for_sale(bot: Bot, view: View<'_>, memory: &mut Memory) -> Option<u8> {
    let eleven = memory.eleven(view);
    let own = view.own();
    let bench = |tile: &u8| !eleven.contains(tile);
    let squad = || (0_u8..).zip(own.squad().iter().copied());
    match bot {
        Bot::Youth => squad()
            .find(|(_, tile)| (FIRST_STARTER..FIRST_UNIQUE).contains(&usize::from(*tile)) && bench(tile))
            .map(|(index, _)| index),
        Bot::Star => {
            let wanted = wanted_price(view, memory)?;
            if own.cash() >= wanted {
                return None;
            }
            squad()
                .filter(|(_, tile)| bench(tile))
                .min_by_key(|&(_, tile)| view.word(tile).price())
                .map(|(index, _)| index)
        }
        Bot::Banker => {
            squad().find(|(_, tile)| view.word(*tile).salary() >= 2 && bench(tile)).map(|(index, _)| index)
        }
        Bot::Planner => planner::for_sale(view, memory).map(|(index, _)| index),
    }
}

/// Price of the footballer on the market that the star bot would like best,
/// money aside.
fn wanted_price(view: View<'_>, memory: &mut Memory) -> Option<i16> {
    let mut best = (0, None);
    for &tile in view.market().spaces().iter().filter(|&&tile| tile != NONE) {
        let price = view.word(tile).price();
        if view.kind(tile) == Kind::Footballer && price >= 7 && !breaks(view, tile, -4) {
            let worth = 5 * memory.gain(view, tile).twice - 2 * i32::from(price);
            if worth > best.0 {
                best = (worth, Some(price));
            }
        }
    }
    best.1
}

/// D5.
pub fn sells(bot: Bot, view: View<'_>, memory: &mut Memory) -> u16 {
    for_sale(bot, view, memory).map_or(NO, |index| code(SELL, index))
}

/// D3, forced: star takes what is about to leave and adds 6 or more; planner
/// compares what is left after the mean bill with its target.
pub fn forces(bot: Bot, view: View<'_>, memory: &mut Memory, space: u8, target: u8) -> bool {
    let tile = view.market().spaces()[usize::from(space)];
    if space == target {
        return false;
    }
    match bot {
        Bot::Star => {
            matches!(view.kind(tile), Kind::Footballer | Kind::Manager)
                && view.market().cube(space)
                && star(view, memory, tile) > 0
                && memory.gain(view, tile).twice >= 12
        }
        Bot::Planner => planner::forces(view, memory, tile, target),
        Bot::Youth | Bot::Banker => false,
    }
}

/// D4.
pub fn pays_bill(bot: Bot, view: View<'_>, memory: &mut Memory) -> bool {
    match bot {
        Bot::Star => view.bill() <= 4,
        Bot::Planner => {
            let tile = view.market().spaces()[usize::from(view.at())];
            planner::utility(view, memory, tile) > UNIT / 10 * i64::from(view.bill())
        }
        Bot::Youth | Bot::Banker => false,
    }
}
