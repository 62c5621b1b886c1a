//! The game in words: clubs, days, tiles and moves for transcripts.

use super::moves::{self, kind};
use super::play::lineup::Objective;
use super::play::variants::TEAM_NAMES;
use super::rules::Rules;
use super::state::{CLUBS, Question, State};
use super::tiles::{BASIC_NAMES, ICON_NAMES, Kind, NONE, SIDE_NAMES, SLOT_NAMES, SLOTS, START_MANAGER};

/// Names of the clubs (TOS-COMP-01).
pub const CLUB_NAMES: [&str; CLUBS] =
    ["Mollerusa", "Mojea", "Palmeras", "Lagartos", "K-Letri", "Parranda", "Los Mineros", "Vetusto"];

const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const CORNERS: [&str; 4] = ["north-west", "north-east", "south-east", "south-west"];

/// What the letters of the components mean, for the head of a transcript.
pub const KEY: [&str; 3] = [
    "Skills: LD, CD, RD left, central, right defence; LC, RC left, right cross; PA pass; SH shot",
    "Icons by side of the tile, N:T is Tackle in the north: S Shoot, T Tackle, P Pass, E Team play, C Cross",
    "Places: GK goalkeeper; LB, CBL, CBR, RB backs; LM, CML, CMR, RM midfield; STL, STR strikers",
];

/// A player's club: `Palmeras (seat 1)`.
#[must_use]
pub fn who(state: &State, seat: u8) -> String {
    let club = usize::from(state.clubs[usize::from(seat)].number);
    format!("{} (seat {seat})", CLUB_NAMES.get(club).unwrap_or(&"A club"))
}

/// A day's heading.
#[must_use]
pub fn day(week: u8, day: u8) -> String {
    let name = DAYS[usize::from(day % 7)];
    if week == 0 { format!("Pre-season, {name}") } else { format!("Week {week}, {name}") }
}

/// A market space by its dice: row (white), column (blue).
#[must_use]
pub fn space(rules: &Rules, space: u8) -> String {
    let (row, column) = (usize::from(space) / rules.map.columns, usize::from(space) % rules.map.columns);
    format!("{},{}", row + 1, column + 1)
}

/// A street space: row or column of blocks and the place along it.
#[must_use]
pub fn street(rules: &Rules, street: u8) -> String {
    let (rows, columns) = (rules.map.rows, rules.map.columns);
    let street = usize::from(street);
    let across = (rows + 1) * columns;
    if street < across {
        format!("street row {}, block {}", street / columns + 1, street % columns + 1)
    } else {
        let rest = street - across;
        format!("street column {}, block {}", rest % (columns + 1) + 1, rest / (columns + 1) + 1)
    }
}

fn footballer(rules: &Rules, state: &State, tile: u8) -> String {
    let print = &rules.prints[usize::from(tile)];
    let word = state.word(rules, tile);
    let name = &rules.names[usize::from(tile)];
    let who = if name.is_empty() { &rules.templates[usize::from(print.template)] } else { name };
    let icons: Vec<String> = (0..4_u8)
        .filter(|&side| word.icon(side) > 0)
        .map(|side| {
            format!("{}:{}", SIDE_NAMES[usize::from(side)], ICON_NAMES[usize::from(word.icon(side)) - 1])
        })
        .collect();
    let icons = if icons.is_empty() { String::new() } else { format!(", {}", icons.join(" ")) };
    format!(
        "{who} no. {} ({} {}{icons}; {} $)",
        word.shirt(),
        BASIC_NAMES[usize::from(print.main)],
        word.skill(print.main),
        word.price()
    )
}

/// A tile with what matters about it.
#[must_use]
pub fn tile(rules: &Rules, state: &State, tile: u8) -> String {
    if tile == NONE {
        return "nothing".to_owned();
    }
    let print = &rules.prints[usize::from(tile)];
    let word = state.word(rules, tile);
    if print.blank {
        return format!("blank {}, which nobody may take", print.kind.name());
    }
    match print.kind {
        Kind::Footballer => footballer(rules, state, tile),
        Kind::Manager if tile == START_MANAGER => "starting manager".to_owned(),
        Kind::Manager => {
            let trains: Vec<String> = (0..5)
                .filter(|&k| word.skill(k) > 0)
                .map(|k| format!("{}+{}", ICON_NAMES[usize::from(k)], word.skill(k)))
                .collect();
            let flips: Vec<&str> = (0..SLOTS)
                .filter(|&slot| print.flips >> slot & 1 == 1)
                .map(|slot| SLOT_NAMES[slot])
                .collect();
            let flips =
                if flips.is_empty() { String::new() } else { format!(", flips {}", flips.join(" and ")) };
            format!("manager (trains {}{flips}; {} $)", trains.join(" "), word.price())
        }
        Kind::Scout => {
            let points = if print.points == 1 { "point" } else { "points" };
            format!("talent scout ({} operation {points})", print.points)
        }
        Kind::Secretary => {
            let faces: Vec<String> = print
                .faces
                .iter()
                .map(|&bill| if bill == 0 { "broken".to_owned() } else { bill.to_string() })
                .collect();
            format!("technical secretary ({})", faces.join(", "))
        }
        Kind::Community => {
            let [win, draw, loss] = print.steps;
            format!("community manager ({win}/{draw}/{loss})")
        }
        Kind::Advertising | Kind::Television => {
            let [weekly, home, win] = print.amounts;
            format!("{} ({weekly} a week, {home} at home, {win} for a win)", print.kind.name())
        }
        Kind::Friendly => format!("friendly ({} $)", word.cash()),
        Kind::Press => {
            format!("press release “{}”", print.claim.words())
        }
        Kind::Sales => format!("Sales tile (bonus {} $)", print.bonus),
    }
}

/// A line-up, slot by slot.
#[must_use]
pub fn eleven(rules: &Rules, state: &State, eleven: [u8; SLOTS]) -> String {
    let places: Vec<String> = (0..SLOTS)
        .filter(|&slot| eleven[slot] != NONE)
        .map(|slot| format!("{} no. {}", SLOT_NAMES[slot], state.word(rules, eleven[slot]).shirt()))
        .collect();
    if places.is_empty() { "nobody on the pitch".to_owned() } else { places.join(", ") }
}

/// What a move can be that acquires no tile.
pub const ACTS: [&str; 18] = [
    "stop with operation points left",
    "drive",
    "force a parking",
    "sell a footballer",
    "bid for a second-hand footballer",
    "sell nothing",
    "dismiss a manager",
    "choose a team",
    "put recovery points on Fatigue",
    "choose a corner",
    "keep unique footballers",
    "line up",
    "decline a bill",
    "pay a fee",
    "decline a fee",
    "repeat a roll",
    "let a roll stand",
    "pay a bill",
];

/// The act that a move is.
#[must_use]
pub fn act(state: &State, chosen: u16) -> Option<u8> {
    let either = |yes: u8, no: u8| if chosen == moves::YES { yes } else { no };
    Some(match state.question {
        Question::Bill => either(17, 12),
        Question::Fee => either(13, 14),
        Question::AttackAgain | Question::DefenceAgain => either(15, 16),
        Question::Over => return None,
        _ => match kind(chosen) {
            moves::MOVE => 1,
            moves::FORCE => 2,
            moves::SELL => 3,
            moves::BUY => 4,
            moves::DISMISS => 6,
            moves::TEAM => 7,
            moves::RECOVER => 8,
            moves::CORNER => 9,
            moves::KEEP => 10,
            moves::LINE_UP => 11,
            _ if state.question == Question::Sale => 5,
            _ => 0,
        },
    })
}

/// Where a drive leads: there are several in a turn.
#[must_use]
pub fn step(rules: &Rules, state: &State, chosen: u16) -> Option<String> {
    let drives = state.question == Question::Step && kind(chosen) == moves::MOVE;
    drives.then(|| street(rules, chosen as u8))
}

/// A move in the words of the game.
#[must_use]
pub fn describe(rules: &Rules, state: &State, chosen: u16) -> String {
    let argument = chosen as u8;
    let seat = state.asked;
    let club = &state.clubs[usize::from(seat)];
    let who = who(state, seat);
    let on = |space: u8| tile(rules, state, state.market.space[usize::from(space)]);
    let yes = chosen == moves::YES;
    match state.question {
        Question::Bill if yes => format!("{who} pays the bill of {} $", state.bill),
        Question::Bill => format!("{who} declines the bill of {} $", state.bill),
        Question::Fee if yes => format!("{who} pays the fee of {} $", state.bill),
        Question::Fee => format!("{who} declines the fee of {} $", state.bill),
        Question::AttackAgain if yes => format!("{who} repeats the attack roll"),
        Question::AttackAgain => format!("{who} lets the attack roll stand"),
        Question::DefenceAgain if yes => format!("{who} repeats the defence roll"),
        Question::DefenceAgain => format!("{who} lets the defence roll stand"),
        Question::Over => "the season is over".to_owned(),
        _ => match kind(chosen) {
            moves::MOVE => format!("{who} drives to {}", street(rules, argument)),
            moves::ENTER => {
                format!("{who} enters the parking of {}: {}", space(rules, argument), on(argument))
            }
            moves::FORCE => format!("{who} tries to force {}: {}", space(rules, argument), on(argument)),
            moves::SELL => {
                format!(
                    "{who} offers the {} for sale",
                    tile(rules, state, club.squad()[usize::from(argument)])
                )
            }
            moves::BUY => {
                let pile = state.market.pile();
                format!("{who} bids for the second-hand {}", tile(rules, state, pile[usize::from(argument)]))
            }
            moves::DISMISS => {
                format!("{who} dismisses the {}", tile(rules, state, club.managers()[usize::from(argument)]))
            }
            moves::TEAM => format!("{who} plays a {} team", TEAM_NAMES[usize::from(argument)]),
            moves::RECOVER => format!("{who} puts {argument} recovery points on Fatigue"),
            moves::CORNER => {
                format!("{who} puts the car on the {} corner", CORNERS[usize::from(argument)])
            }
            moves::KEEP => {
                let kept: Vec<String> = (0..3_usize)
                    .filter(|&k| argument >> k & 1 == 1)
                    .map(|k| tile(rules, state, state.hand[k]))
                    .collect();
                format!("{who} keeps {}", kept.join("; "))
            }
            moves::LINE_UP => {
                let manager = club.managers()[usize::from(argument / 4)];
                let objective = Objective::CODES[usize::from(argument % 4)];
                format!("{who} lines up under the {}: {}", tile(rules, state, manager), objective.name())
            }
            _ if state.question == Question::Sale => format!("{who} sells nothing"),
            _ => {
                let points = if state.points_left == 1 { "point" } else { "points" };
                format!("{who} stops with {} operation {points} left", state.points_left)
            }
        },
    }
}
