//! `levelpitch rerun`: the proof that a run, or the document of any command
//! that plays, can be reproduced; or the rest of an interrupted run.

use std::fmt;
use std::process::{Command, Stdio};

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::Value;

use super::desk::Desk;
use super::notebook::Notebook;
use super::pipeline::Room;
use super::{Outcome, Refusal, note, out, pipeline};
use crate::app::App;
use crate::bots::program;
use crate::campaign::Ended;
use crate::cli::{self, RerunArgs};
use crate::report::manifest;
use crate::scenario::Problem;
use crate::scenario::arm::shell_word;
#[cfg(feature = "tables")]
use crate::settings::PROGRAM;

/// Most bytes of a command's words, a space behind each.
const LONGEST: usize = 1 << 20;

/// What a document of any command says of how it was made.
#[derive(Deserialize)]
struct Document {
    version: String,
    arguments: Words,
}

/// The words of a command, up to the first that is too much.
struct Words(Vec<String>);

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Words;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("a list of words")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Words, A::Error> {
                let (mut words, mut bytes) = (Vec::new(), 0);
                while bytes <= LONGEST
                    && let Some(word) = list.next_element::<String>()?
                {
                    bytes += word.len() + 1;
                    words.push(word);
                }
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Words(words))
            }
        }
        from.deserialize_seq(List)
    }
}

/// The words of a command that may name a bot.
pub fn named(arguments: &[String]) -> impl Iterator<Item = &str> {
    arguments.iter().flat_map(|word| word.split([',', '=', '|']))
}

/// Carries out the command that a document was made by, in a process of its
/// own, and says whether the same document comes out.
fn replayed(app: &App, args: &RerunArgs, name: &str, text: &str, document: &Document) -> Outcome {
    let refuse = |found: String, allowed: String| Err(Problem::file(name, found, allowed).into());
    let Document { version, arguments: Words(arguments) } = document;
    if version != app.program.version {
        let allowed = format!("version {}: rules may have changed in between", app.program.version);
        return refuse(format!("a document by version {version}"), allowed);
    }
    if arguments.iter().map(|word| word.len() + 1).sum::<usize>() > LONGEST {
        let most = LONGEST >> 20;
        return refuse(format!("a command of more than {most} MiB"), format!("one of at most {most} MiB"));
    }
    let command = arguments.first().map(String::as_str).unwrap_or_default();
    if !cli::is_playable(app, arguments) {
        let allowed = format!("a document of {}", cli::PLAYED.join(", "));
        return refuse(format!("a document of the command `{command}`"), allowed);
    }
    pipeline::consented(name, named(arguments), args.allow_programs)?;
    let program = std::env::current_exe().map_err(Refusal::new)?;
    let threads = args.threads.to_string();
    let mut process = Command::new(program);
    // Options stand before words that only look like some.
    let (options, rest) =
        arguments.split_at(arguments.iter().position(|word| word == "--").unwrap_or(arguments.len()));
    process.args(options).args(["--format", "json", "--quiet", "--threads", &threads]);
    if command != "check" {
        process.arg("--no-files");
    }
    if args.allow_programs {
        process.arg("--allow-programs");
    }
    let output = process.args(rest).stderr(Stdio::inherit()).output().map_err(Refusal::new)?;
    match output.status.code() {
        Some(130) => return Ok(130),
        Some(2) | None => {
            return refuse("a command that is refused today".to_owned(), "an unedited document".to_owned());
        }
        Some(_) => {}
    }
    let command = arguments.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ");
    if output.stdout == text.as_bytes() {
        out(&format!("identical: `{} {command}` gives {name} byte for byte\n", app.program.name))?;
        return Ok(0);
    }
    let place = if text.len() > 2 * output.stdout.len() {
        // As values, these texts might not fit into memory.
        format!("{} bytes instead of {}", text.len(), output.stdout.len())
    } else {
        let parsed = |text: &[u8]| serde_json::from_slice::<Value>(text).unwrap_or_default();
        let place = parting(&parsed(text.as_bytes()), &parsed(&output.stdout));
        place.map_or("in its layout only".to_owned(), |place| format!("first at {place}"))
    };
    out(&format!("different: {place}; `{} {command}`\n", app.program.name))?;
    Ok(1)
}

/// The first place where two documents differ, as a path of keys.
fn parting(a: &Value, b: &Value) -> Option<String> {
    let inside = |key: &str, a: &Value, b: &Value| {
        parting(a, b).map(|rest| if rest.is_empty() { key.to_owned() } else { format!("{key}.{rest}") })
    };
    match (a, b) {
        (Value::Object(x), Value::Object(y)) => {
            let keys = x.keys().chain(y.keys().filter(|key| !x.contains_key(*key)));
            keys.into_iter().find_map(|key| inside(key, &a[key], &b[key]))
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
            (0..x.len()).find_map(|at| inside(&at.to_string(), &x[at], &y[at]))
        }
        _ => (a != b).then(String::new),
    }
}

/// Refuses tables where no run is finished.
#[cfg(feature = "tables")]
fn no_tables(args: &RerunArgs, name: &str) -> Result<(), Refusal> {
    let allowed =
        format!("with --parquet an interrupted run; `{PROGRAM} games` plays any game for its tables");
    if args.parquet { Err(Problem::file(name, "nothing to be finished", allowed).into()) } else { Ok(()) }
}

pub fn execute(app: &App, args: &RerunArgs) -> Outcome {
    let name = args.manifest.display().to_string();
    let text = pipeline::read(&args.manifest)?;
    let document: Option<Document> = serde_json::from_str(&text).ok();
    if let Some(document) = document {
        #[cfg(feature = "tables")]
        no_tables(args, &name)?;
        return replayed(app, args, &name, &text, &document);
    }
    let stored = manifest::read(app, &name, &text)?;
    let (share, ended) = (stored.share, stored.ended);
    let (plan, played) = manifest::plan(app, &name, stored)?;
    let bots = plan.arms.iter().flat_map(|arm| arm.bots.iter().map(String::as_str));
    pipeline::consented(&name, bots, args.allow_programs)?;
    for arm in &plan.arms {
        let now = program::checksums(&arm.bots);
        for (bot, _) in now.iter().filter(|(bot, sum)| arm.programs.get(*bot) != Some(sum)) {
            if ended == Ended::Interrupted {
                let found = format!("games of another `{bot}`: its files have changed");
                let allowed = "the program that has played them, or a run of its own from the first game";
                return Err(Problem::file(&name, found, allowed).into());
            }
            note(format_args!("`{bot}` is not the program that played {name}: its files have changed"));
        }
    }
    let notebook = Notebook::none(app);
    let quiet = args.output.quiet;
    if ended == Ended::Interrupted {
        let named = args.manifest.parent().filter(|folder| !folder.as_os_str().is_empty());
        let beside = named.unwrap_or(std::path::Path::new("."));
        let folder = args.out.as_deref().unwrap_or(beside).to_owned();
        let desk = Desk::made_from(&["run.json"], Some(folder), &args.output)?;
        // What the run has kept beside its report is of no more use then.
        let notebook = Notebook::of_report(app, desk.folder())?;
        let room = Room { threads: args.threads, quiet, notebook: &notebook };
        let campaign = room.play(&plan, share, played)?;
        let mut run = pipeline::judge(plan, share, campaign)?;
        room.try_assumptions(&mut run)?;
        #[cfg(feature = "tables")]
        let outcome =
            if args.parquet { super::run::tabled(&desk, &run, args.threads) } else { desk.tell(&run) };
        #[cfg(not(feature = "tables"))]
        let outcome = desk.tell(&run);
        notebook.told(&outcome);
        return outcome;
    }
    #[cfg(feature = "tables")]
    no_tables(args, &name)?;
    let room = Room { threads: args.threads, quiet, notebook: &notebook };
    let campaign = room.play(&plan, share, Vec::new())?;
    let mut run = pipeline::judge(plan, share, campaign)?;
    room.try_assumptions(&mut run)?;
    if run.ended == Ended::Interrupted {
        note("interrupted: not enough was replayed to compare");
        return Ok(130);
    }
    let again = run.stored();
    if again == text.as_bytes() {
        let games: u64 = run.results.iter().map(|r| r.games).sum();
        out(&format!("identical: {} games reproduce {name} byte for byte\n", crate::verdict::count(games)))?;
        return Ok(0);
    }
    let differing: Vec<String> = run
        .plan
        .arms
        .iter()
        .zip(run.played.iter().zip(&played))
        .filter(|(_, (new, old))| new != old)
        .map(|(arm, _)| arm.name.to_string())
        .collect();
    if differing.is_empty() {
        out(&format!("different: the counts agree, but the text of {name} was changed\n"))?;
    } else {
        out(&format!(
            "different: {} of {} arms: {}\n",
            differing.len(),
            run.plan.arms.len(),
            differing.join(", ")
        ))?;
    }
    Ok(1)
}
