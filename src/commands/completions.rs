//! `levelpitch completions` and `levelpitch man`.

use clap::builder::PossibleValuesParser;

use super::{Outcome, Refusal, note, out};
use crate::app::App;
use crate::bots::budget::FORMS;
use crate::bots::program;
use crate::cli::{self, CompletionsArgs, ManArgs};
use crate::metric::Metric;
use crate::report::folder;
use crate::scenario::Problem;
use crate::scenario::fault::unknown;

/// Words that a shell may offer, each once, in the order given. They live as
/// long as the process, which ends when they are printed.
fn once(words: impl IntoIterator<Item = String>) -> Vec<&'static str> {
    let mut all: Vec<&'static str> = Vec::new();
    for word in words {
        if !all.contains(&word.as_str()) {
            all.push(word.leak());
        }
    }
    all
}

/// The command line with what this program knows by name: games, scenarios,
/// switches, bots and metrics. Only shells are told: a file or another value is
/// taken as well.
fn knowing(app: &App) -> clap::Command {
    let ids = once(app.ids().map(str::to_owned));
    let scenarios = once(app.ids().chain(app.scenarios.iter().map(|(name, _)| *name)).map(str::to_owned));
    let rulesets = || app.rulesets.iter();
    let switches =
        once(rulesets().flat_map(|game| game.switches.iter().map(|switch| format!("{}=", switch.key))));
    let bots = rulesets().flat_map(|game| game.bots().into_iter().map(|(name, _)| name.to_owned()));
    let searches = FORMS.iter().map(|(_, form, _)| form.replace('N', "256"));
    let outside = [program::PREFIX, program::CHOICES].map(str::to_owned);
    let bots = once(bots.chain(searches).chain(outside));
    let metrics = once(rulesets().flat_map(|game| {
        let known = game.metrics_at(2);
        known.all().chain(known.medians()).map(Metric::name).collect::<Vec<_>>()
    }));
    let offered: [(&str, &[&'static str]); 14] = [
        ("game", &ids),
        ("second", &scenarios),
        ("sources", &scenarios),
        ("ruleset", &ids),
        ("scenario", &scenarios),
        ("scenarios", &scenarios),
        ("set", &switches),
        ("with", &switches),
        ("bots", &bots),
        ("oracle", &bots),
        ("beside", &bots),
        ("metric", &metrics),
        ("metrics", &metrics),
        ("targets", &metrics),
    ];
    let mut command = cli::command(app);
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(name, |mut sub| {
            for (id, words) in offered {
                if sub.get_arguments().any(|arg| arg.get_id() == id) {
                    let words = PossibleValuesParser::new(words.iter().copied());
                    sub = sub.mut_arg(id, |arg| arg.value_parser(words).hide_possible_values(true));
                }
            }
            sub
        });
    }
    command
}

pub fn execute(app: &App, args: &CompletionsArgs) -> Outcome {
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut knowing(app), app.program.name, &mut bytes);
    out(&String::from_utf8_lossy(&bytes))?;
    Ok(0)
}

/// A page of the manual.
fn page(command: &clap::Command) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut bytes).map_err(Refusal::new)?;
    Ok(bytes)
}

pub fn man(app: &App, args: &ManArgs) -> Outcome {
    let mut command = cli::command(app).disable_help_subcommand(true);
    command.build();
    if let Some(folder) = &args.out {
        folder::prepare(folder)?;
        let name =
            |command: &clap::Command| command.get_display_name().unwrap_or(command.get_name()).to_owned();
        let all: Vec<&clap::Command> = std::iter::once(&command).chain(command.get_subcommands()).collect();
        for command in &all {
            folder::write(&folder.join(format!("{}.1", name(command))), &page(command)?)?;
        }
        note(format_args!("{} pages in {}", all.len(), folder.display()));
        return Ok(0);
    }
    let named = |name: &String| {
        let known: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        command.find_subcommand(name).ok_or_else(|| Problem::flag(unknown("command", name, &known)))
    };
    let shown = args.command.as_ref().map(named).transpose()?.unwrap_or(&command);
    out(&String::from_utf8_lossy(&page(shown)?))?;
    Ok(0)
}
