//! Files of recorded games: written by `replay --record`, read by `analyse
//! --choices`.

use std::path::Path;

use super::{Refusal, note, pipeline};
use crate::arena::runner::Replay;
use crate::bots::program::{Header, PROTOCOL, Record};
use crate::report::folder;
use crate::scenario::fault::quoted;
use crate::scenario::resolve::MOST_GAMES;
use crate::scenario::{Plan, PlanArm, Problem};
use crate::settings::Fault;

/// The checksum of an arm's component data, if they are not the game's own.
fn data(arm: &PlanArm) -> Option<String> {
    let text = arm.data_text();
    (text != arm.ruleset.facts().data).then(|| blake3::hash(text.as_bytes()).to_hex().to_string())
}

/// What the first line of a record says of the games of an arm.
#[must_use]
pub fn header(plan: &Plan, index: usize) -> Header {
    let arm = &plan.arms[index];
    Header {
        protocol: PROTOCOL,
        program: env!("CARGO_PKG_NAME").to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        ruleset: arm.ruleset.id.to_owned(),
        settings: arm.settings.changed().map(|(key, value)| (key.to_owned(), value.to_owned())).collect(),
        data: data(arm),
        seed: plan.seed,
        bots: arm.bots.clone(),
        squads: arm.squads.iter().flatten().cloned().collect(),
        luck: arm.own_luck().map(str::to_owned),
        paired: arm.paired,
        rotated: arm.rotates,
    }
}

/// Reads a record.
///
/// # Errors
/// A file that can't be read, or its first line that is wrong.
pub fn read(path: &Path) -> Result<Record, Refusal> {
    let (file, text) = (path.display().to_string(), pipeline::read(path)?);
    Record::read(&file, &text).map_err(|(line, fault)| Problem { file, line: Some(line), fault }.into())
}

/// Whether a record is of this game.
///
/// # Errors
/// The game that it is of.
pub fn of_game(record: &Record, ruleset: &str) -> Result<(), Refusal> {
    let then = &record.header().ruleset;
    if then == ruleset {
        return Ok(());
    }
    let fault = Fault::new("ruleset", format!("`{then}`"), ruleset);
    Err(Problem { file: record.file().to_owned(), line: Some(1), fault }.into())
}

/// Puts an arm on the luck of a record, and says whether it is what was played.
///
/// # Errors
/// What the record was played with instead.
pub fn held(plan: &mut Plan, index: usize, record: &Record) -> Result<(), Refusal> {
    let (now, then) = (header(plan, index), record.header());
    let at = |fault| Refusal::from(Problem { file: record.file().to_owned(), line: Some(1), fault });
    of_game(record, &now.ruleset)?;
    if now.bots.len() != then.bots.len() {
        let allowed = format!("one for each of {} players", now.bots.len());
        return Err(at(Fault::new("bots", quoted(&then.bots), allowed)));
    }
    if now.settings != then.settings {
        let told = |header: &Header| {
            let set: Vec<String> =
                header.settings.iter().map(|(key, value)| format!("{key}={value}")).collect();
            if set.is_empty() { "the game as printed".to_owned() } else { set.join(", ") }
        };
        return Err(at(Fault::new("settings", told(then), told(&now))));
    }
    if now.data != then.data {
        let told = |data: &Option<String>| {
            data.as_ref()
                .map_or("the game's own data".to_owned(), |sum| format!("data with the checksum {sum}"))
        };
        let fault = Fault::new("data", told(&then.data), told(&now.data));
        return Err(at(fault.hint("the data that it was played with: --data FILE, --bot FILE")));
    }
    if let Some(game) = record.games().into_iter().find(|&game| game >= MOST_GAMES) {
        let allowed = format!("0 to {}", MOST_GAMES - 1);
        return Err(Problem::file(record.file(), format!("game {game}"), allowed).into());
    }
    let arm = &mut plan.arms[index];
    arm.pairing = then.luck.clone().unwrap_or_else(|| arm.usual_luck());
    (arm.paired, arm.rotates) = (then.paired, then.rotated);
    Ok(())
}

/// Adds what programs were asked in a game, and answered, to a file.
///
/// # Errors
/// When nobody answered, or the file holds something else.
pub fn keep(path: &Path, plan: &Plan, index: usize, replay: &Replay) -> Result<(), Refusal> {
    if replay.said.is_empty() {
        let allowed = "a program among --bots that is asked something, such as program:examples/play.py";
        return Err(Problem::flag(Fault::new("--record", "nobody's choices", allowed)).into());
    }
    let head = serde_json::to_string(&header(plan, index)).map_err(Refusal::new)?;
    let mut text = format!("{{\"type\":\"record\",{}\n", &head[1..]);
    if path.exists() {
        let record = read(path)?;
        let (now, then) = (header(plan, index), record.header());
        if now != *then {
            let allowed = "one file for each way to play: the same settings, seed and bots";
            return Err(Problem::file(record.file(), "games that were played otherwise", allowed).into());
        }
        if record.games().contains(&replay.game) {
            let allowed = "a game that is not in it: --game N";
            return Err(Problem::file(record.file(), format!("game {} already", replay.game), allowed).into());
        }
        text = pipeline::read(path)?;
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
    folder::write(path, (text + &replay.said).as_bytes())?;
    note(format_args!("game {} is in {}", replay.game, path.display()));
    Ok(())
}
