//! The game in words, for transcripts: names, not numbers.

use super::moves::Move;
use super::play::draft;
use super::rules::Rules;
use super::squads::{DOUBLE_TEAMING, LAMP, LAST_MAN, Origin, Player, Squad, each};
use super::state::{Drafting, Stage, State};
use super::switches::Draft;
use crate::competitions::{Fixture, Format, Kind, TitleBy};

pub(super) fn seat(seat: u8) -> String {
    format!("Seat {seat}")
}

pub(super) const fn line(line: u8) -> &'static str {
    ["goalkeeper", "defender", "midfielder", "forward"][line as usize]
}

fn stars(stars: u8) -> String {
    format!("{stars} star{}", if stars == 1 { "" } else { "s" })
}

/// A player of a squad: `No. 4 (defender, 3 stars)`.
pub(super) fn player(squad: &Squad, player: u8) -> String {
    let at = usize::from(player);
    format!("No. {} ({}, {})", player + 1, line(squad.line[at]), stars(squad.stars[at]))
}

/// A player without a number: `a defender of 3 stars`.
pub(super) fn card_of(player: Player) -> String {
    let skill = match player.skill {
        DOUBLE_TEAMING => " who double-teams",
        LAMP => " who lamps",
        LAST_MAN => " who can be the last man",
        _ => "",
    };
    format!("a {} of {}{skill}", line(player.line), stars(player.stars))
}

fn numbers(players: u16) -> String {
    let list: Vec<String> = each(players).map(|p| (p + 1).to_string()).collect();
    if list.is_empty() { "nobody".to_owned() } else { list.join(", ") }
}

/// Cards by player, both copies as one entry.
pub(super) fn cards(squad: &Squad, mask: u32) -> String {
    let list: Vec<String> =
        (0..32).filter(|card| mask >> card & 1 == 1).map(|card| player(squad, (card / 2) as u8)).collect();
    list.join(", ")
}

pub(super) fn line_up(squad: &Squad, team: u16, bench: u16) -> String {
    format!("Team: {} ({}); bench: {}", numbers(team), stars(squad.stars_of(team)), numbers(bench))
}

pub(super) fn order(draft: &Drafting, bosses: u8) -> String {
    let names: Vec<String> = draft.order[..usize::from(bosses)].iter().map(|&boss| seat(boss)).collect();
    names.join(", ")
}

/// A Boss's squad at the start of the matches.
pub(super) fn squad(rules: &Rules, squad: &Squad, boss: u8) -> String {
    let origin = match squad.origin {
        Origin::Preset(preset) => rules.presets[usize::from(preset)].title.clone(),
        Origin::Generated => "a generated squad".to_owned(),
        Origin::Own => "an own squad".to_owned(),
    };
    let lines: Vec<String> = squad
        .lines
        .iter()
        .zip(["GK", "DEF", "MID", "FWD"])
        .map(|(&players, name)| {
            let list: Vec<String> = each(players).map(|p| squad.stars[usize::from(p)].to_string()).collect();
            format!("{name} {}", list.join(","))
        })
        .collect();
    let (tier, lines) = (squad.tier().name(), lines.join("; "));
    format!("{} plays {origin}: {tier}, {} ({lines})", seat(boss), stars(squad.total))
}

pub(super) fn fixture(state: &State, fixture: Fixture, replay: bool) -> String {
    let part = match fixture.kind {
        Kind::Single => "Match".to_owned(),
        Kind::League => format!("League, round {}", fixture.round + 1),
        Kind::TieBreak => "Match for the title".to_owned(),
        Kind::Cup => format!("Cup, round {}", fixture.round + 1),
    };
    let [first, second] = fixture.sides.map(seat);
    let meets = if state.game.has_home {
        format!("{first} at home to {second}")
    } else {
        format!("{first} v {second}")
    };
    let cap = state.game.cap.map_or_else(String::new, |cap| format!("; at most {cap} stars per team"));
    let out: Vec<String> = state
        .game
        .sides
        .iter()
        .filter(|side| side.open.suspended != 0)
        .map(|side| format!("; {} misses {}", seat(side.open.boss), numbers(side.open.suspended)))
        .collect();
    let again = if replay { " (replay)" } else { "" };
    format!("{part}{again}: {meets}{cap}{}", out.concat())
}

pub(super) fn result(sides: [u8; 2], goals: [u8; 2]) -> String {
    format!("Full time: {}", score(sides, goals))
}

/// `Seat 0 1-2 Seat 1`.
pub(super) fn score(sides: [u8; 2], goals: [u8; 2]) -> String {
    format!("{} {}-{} {}", seat(sides[0]), goals[0], goals[1], seat(sides[1]))
}

pub(super) fn ending(state: &State) -> String {
    let season = &state.season;
    if state.stopped.is_some() {
        return "Unfinished: no winner is counted".to_owned();
    }
    let by = match season.title_by {
        TitleBy::Open => "",
        TitleBy::Points => " on points",
        TitleBy::Difference => " on goal difference",
        TitleBy::TieBreak => " after a match for the title",
    };
    match season.plan().format {
        Format::Single => {
            state.winner.map_or_else(|| "A draw".to_owned(), |winner| format!("{} wins", seat(winner)))
        }
        Format::Cup => format!("{} wins the cup", seat(season.cup_winner)),
        Format::League => format!("{} is Champion{by}", seat(season.champion)),
        Format::Season if season.champion == season.cup_winner => {
            format!("{} does the double, Champion{by} and cup winner", seat(season.champion))
        }
        Format::Season => {
            format!("{} is Champion{by}, {} wins the cup", seat(season.champion), seat(season.cup_winner))
        }
    }
}

/// A move in words.
pub(super) fn describe(rules: &Rules, state: &State, chosen: Move) -> String {
    let squad = || {
        let pair = state.pair();
        pair[state.game.asked()]
    };
    let with = |home: u8| if home > 0 { format!(" with {home} home points") } else { String::new() };
    match chosen {
        Move::Preset(preset) => format!("chooses {}", rules.presets[usize::from(preset)].title),
        Move::Squad(ids) => {
            let mut names: Vec<String> = Vec::new();
            for (place, &preset) in rules.collection_presets.iter().enumerate() {
                let own: Vec<String> = ids
                    .iter()
                    .filter(|&&id| usize::from(id / 16) == place)
                    .map(|&id| (id % 16 + 1).to_string())
                    .collect();
                if !own.is_empty() {
                    let title = &rules.presets[usize::from(preset)].title;
                    names.push(format!("{title} No. {}", own.join(", ")));
                }
            }
            format!("builds a squad from {}", names.join("; "))
        }
        Move::Pick(index) => {
            let kind = if state.stage == Stage::Free { "takes on a free transfer" } else { "picks" };
            format!("{kind} {}", card_of(draft::pool_player(state, index)))
        }
        Move::Nominate(index) => format!("nominates {}", card_of(draft::pool_player(state, index))),
        Move::Bid(0) => "does not bid".to_owned(),
        Move::Bid(pounds) => format!("bids £{pounds}"),
        // Who they are is told when both teams are shown.
        Move::Team { team, bench } => {
            format!("picks a team of {} and a bench of {}", team.count_ones(), bench.count_ones())
        }
        Move::Substitute { off, on } => {
            format!("takes {} off for {}", player(squad(), off), player(squad(), on))
        }
        Move::Stop => "makes no further substitution".to_owned(),
        Move::Play { player: p, defence, home, skill } => {
            let pillar = if defence { "Defence" } else { "Attack" };
            let skill = match skill {
                0 => String::new(),
                1 => ", double-teaming".to_owned(),
                lamp => {
                    let asked = state.game.asked();
                    let card = state.game.sides[1 - asked].open.attack.cards[usize::from(lamp - 2)];
                    format!(", lamping {}", player(state.pair()[1 - asked], card / 2))
                }
            };
            format!("plays {} to {pillar}{}{skill}", player(squad(), p), with(home))
        }
        Move::Shoot(true) => "shoots".to_owned(),
        Move::Shoot(false) => "holds the shot".to_owned(),
        Move::NoAnswer => "does not answer the shot".to_owned(),
        Move::Answer { player: p, home, double } => {
            let double = if double { ", double-teaming" } else { "" };
            format!("answers with {}{}{double}", player(squad(), p), with(home))
        }
        Move::LastMan { player: p } => format!("sends {} in as the last man", player(squad(), p)),
    }
}

/// The same for whoever chooses: a team by its players, before it is shown.
pub(super) fn option(rules: &Rules, state: &State, chosen: Move) -> String {
    match chosen {
        Move::Team { team, bench } => {
            format!("picks the team {}; on the bench: {}", numbers(team), numbers(bench))
        }
        _ => describe(rules, state, chosen),
    }
}

/// Uses of a card that are told apart: to Attack, to Defence, as an answer.
const USES: [&str; 3] = ["to Attack", "to Defence", "in answer"];
const SKILLS: [&str; 3] = ["double-teaming", "lamp", "last man"];
/// The first of the skills among the items.
pub(super) const SKILL_ITEMS: usize = 60;

/// A special skill from 1.
pub(super) const fn skill(skill: u8) -> &'static str {
    SKILLS[skill as usize - 1]
}

/// Names of what is tallied: a line, its stars and the use; then skills.
pub(super) fn items() -> Vec<String> {
    let mut names = Vec::new();
    for kind in 0..4 {
        for rating in 1..=5 {
            for usage in USES {
                names.push(format!("{} {} {usage}", line(kind), stars(rating)));
            }
        }
    }
    names.extend(SKILLS.map(str::to_owned));
    names
}

/// What a move can be that plays no card.
pub(super) const ACTS: [&str; 12] = [
    "choose a squad",
    "build a squad",
    "pick a player",
    "nominate a player",
    "no bid",
    "bid",
    "pick team and bench",
    "substitute",
    "no further substitution",
    "shoot",
    "hold the shot",
    "no answer to a shot",
];

/// The act that a move is.
pub(super) const fn act(chosen: Move) -> Option<u8> {
    Some(match chosen {
        Move::Preset(_) => 0,
        Move::Squad(_) => 1,
        Move::Pick(_) => 2,
        Move::Nominate(_) => 3,
        Move::Bid(0) => 4,
        Move::Bid(_) => 5,
        Move::Team { .. } => 6,
        Move::Substitute { .. } => 7,
        Move::Stop => 8,
        Move::Shoot(true) => 9,
        Move::Shoot(false) => 10,
        Move::NoAnswer => 11,
        Move::Play { .. } | Move::Answer { .. } | Move::LastMan { .. } => return None,
    })
}

/// Whether some squad has a player of the item's line and stars.
pub(super) fn has_item(rules: &Rules, item: usize) -> bool {
    let (line, stars) = (item / 15, item % 15 / 3 + 1);
    let fits = |at: (u8, u8)| (usize::from(at.0), usize::from(at.1)) == (line, stars);
    let in_squads = || rules.squads.iter().flat_map(|squad| squad.line.into_iter().zip(squad.stars));
    let drafted = rules.draft != Draft::Preset;
    line > 3
        || in_squads().any(fits)
        || drafted && rules.collection.iter().any(|one| fits((one.line, one.stars)))
}

/// The item that a move uses. A skill counts as the skill.
#[inline]
pub(super) fn item(state: &State, chosen: Move) -> Option<u8> {
    let card = |player: u8, usage: u8| {
        let squad = state.asked_squad();
        let at = usize::from(player);
        15 * squad.line[at] + 3 * (squad.stars[at] - 1) + usage
    };
    match chosen {
        Move::Play { player, defence, skill: 0, .. } => Some(card(player, u8::from(defence))),
        Move::Play { skill, .. } => Some(60 + u8::from(skill > 1)),
        Move::Answer { player, double: false, .. } => Some(card(player, 2)),
        Move::Answer { .. } => Some(60),
        Move::LastMan { .. } => Some(62),
        _ => None,
    }
}
