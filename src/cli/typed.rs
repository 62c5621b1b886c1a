//! What was typed: numbers of games as people write them, and the words of a
//! command by which its results can be had again.

use std::ffi::OsString;

use clap::parser::ValueSource;

use crate::app::App;
use crate::scenario::resolve::MOST_GAMES;

/// A number of games per arm: `100000`, `100_000`, `100k`, `2M`, `1e5`.
pub(super) fn games(text: &str) -> Result<u64, String> {
    match whole(text) {
        Some(number) if (1..=MOST_GAMES).contains(&number) => Ok(number),
        _ => Err(format!("allowed: a whole number from 1 to {MOST_GAMES}, also as 100k, 2M or 1e5")),
    }
}

/// A whole number with the powers of ten that people write.
fn whole(text: &str) -> Option<u64> {
    let text = text.trim().replace(['_', '\u{202f}', '\''], "");
    let (figures, power) = match text.trim_end_matches(['k', 'K', 'm', 'M']) {
        figures if figures.len() == text.len() => match text.split_once(['e', 'E']) {
            Some((figures, power)) => {
                (figures.to_owned(), power.trim_start_matches('+').parse::<u32>().ok()?)
            }
            None => (text, 0),
        },
        figures => match &text[figures.len()..] {
            "k" | "K" => (figures.to_owned(), 3),
            "m" | "M" => (figures.to_owned(), 6),
            _ => return None,
        },
    };
    let (whole, fraction) = figures.split_once('.').unwrap_or((&figures, ""));
    let fraction = fraction.trim_end_matches('0');
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    // Half a game is none.
    let left = power.checked_sub(u32::try_from(fraction.len()).ok()?)?;
    format!("{whole}{fraction}").parse::<u64>().ok()?.checked_mul(10_u64.checked_pow(left)?)
}

/// Options that say where results go, how fast they come or whether play is
/// verified, and whether a value
/// follows: none of them changes a result.
const ELSEWHERE: [(&str, bool); 19] = [
    ("--allow-programs", false),
    ("--out", true),
    ("-o", true),
    ("--format", true),
    ("--color", true),
    ("--threads", true),
    ("--junit", true),
    ("--markdown", true),
    ("--quiet", false),
    ("-q", false),
    ("--no-files", false),
    ("--parquet", false),
    ("--checkpoint", true),
    ("--parts", true),
    ("--write", true),
    ("--replace", false),
    ("--joined", false),
    (VERIFY, false),
    ("--bot-timeout", true),
];
/// The option that has every game checked.
pub const VERIFY: &str = "--verify";
/// The option that has only a part played.
const SHARD: (&str, bool) = ("--shard", true);

/// The words of a command line, program left out, as far as they say what is
/// played: typed again they give the same results.
#[must_use]
pub fn typed(arguments: &[OsString]) -> Vec<String> {
    let words = without(&ELSEWHERE, arguments.iter().skip(1).map(|word| word.to_string_lossy().into_owned()));
    let options: Vec<&str> = words.iter().map(String::as_str).take_while(|word| *word != "--").collect();
    // The one share of one is the whole.
    let is_whole =
        options.contains(&"--shard=1/1") || options.windows(2).any(|pair| pair == ["--shard", "1/1"]);
    if is_whole { unshared(&words) } else { words }
}

/// The same of all shards.
#[must_use]
pub fn unshared(words: &[String]) -> Vec<String> {
    without(&[SHARD], words.iter().cloned())
}

fn without(options: &[(&str, bool)], mut words: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        let named = |(option, valued): &&(&str, bool)| {
            let rest = word.strip_prefix(option).filter(|_| option.starts_with("--"));
            rest.is_some_and(|rest| rest.is_empty() || (*valued && rest.starts_with('=')))
        };
        match options.iter().find(named) {
            Some((option, true)) if word == *option => drop(words.next()),
            Some(_) => {}
            None if word == "--" => {
                kept.push(word);
                kept.extend(words.by_ref());
            }
            None => {
                let (word, valued) = without_letters(options, &word);
                if valued {
                    words.next();
                }
                kept.extend(word);
            }
        }
    }
    kept
}

/// What is left of a word of single letters (`-qo here`), and whether the word
/// behind it is the value of one that is gone.
fn without_letters(options: &[(&str, bool)], word: &str) -> (Option<String>, bool) {
    let Some(letters) = word.strip_prefix('-').filter(|rest| !rest.is_empty() && !rest.starts_with('-'))
    else {
        return (Some(word.to_owned()), false);
    };
    let mut kept = String::new();
    for (at, letter) in letters.char_indices() {
        let of = |(option, _): &&(&str, bool)| option.chars().eq(['-', letter]);
        match options.iter().find(of) {
            Some((_, true)) => {
                let last = at + letter.len_utf8() == letters.len();
                return ((!kept.is_empty()).then(|| format!("-{kept}")), last);
            }
            Some((_, false)) => {}
            // Whatever follows may be a value.
            None if kept.is_empty() && at == 0 => return (Some(word.to_owned()), false),
            None => kept.push(letter),
        }
    }
    ((!kept.is_empty()).then(|| format!("-{kept}")), false)
}

/// Commands that can be carried out for a file that names them: they play and
/// print, and write nowhere but where they are told.
pub const PLAYED: [&str; 15] = [
    "run",
    "compare",
    "diff",
    "sweep",
    "tune",
    "explain",
    "analyse",
    "cards",
    "strategy",
    "tournament",
    "exploit",
    "skill-ladder",
    "train",
    "check",
    "playtest",
];

/// Commands that play and make no document that could be had again.
const UNTOLD: [&str; 3] = ["games", "save", "calibrate"];

/// Whether these are the words of a command that plays and prints, as it would write
/// them down: where results go is never part of them, in whatever way it is spelled.
#[must_use]
pub fn is_playable(app: &App, arguments: &[String]) -> bool {
    is_of(app, &PLAYED, arguments)
}

/// The same of a command whose shards are joined: whoever does says where to.
#[must_use]
pub fn is_joinable(app: &App, arguments: &[String]) -> bool {
    is_playable(app, arguments) || is_of(app, &UNTOLD, arguments)
}

fn is_of(app: &App, commands: &[&str], arguments: &[String]) -> bool {
    let words =
        || std::iter::once(app.program.name).chain(arguments.iter().map(String::as_str)).map(OsString::from);
    if !arguments.first().is_some_and(|command| commands.contains(&command.as_str()))
        || typed(&words().collect::<Vec<_>>()) != arguments
    {
        return false;
    }
    let Ok(matches) = super::command(app).try_get_matches_from(words()) else { return false };
    let Some((_, mut inner)) = matches.subcommand() else { return false };
    while let Some((_, step)) = inner.subcommand() {
        inner = step;
    }
    let elsewhere = ELSEWHERE.iter().filter_map(|(option, _)| option.strip_prefix("--"));
    let mut ids = elsewhere.map(|option| option.replace('-', "_"));
    !ids.any(|id| {
        inner.try_contains_id(&id).is_ok_and(|known| known)
            && inner.value_source(&id) == Some(ValueSource::CommandLine)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_kept_without_where_its_results_go() {
        let kept = |line: &str| typed(&line.split(' ').map(Into::into).collect::<Vec<_>>()).join(" ");
        assert_eq!(
            kept("lp tune x --set a=1..3 -q --out here --threads=2 -oelse --format json --seed 7"),
            "tune x --set a=1..3 --seed 7"
        );
        let words = ["sweep", "x", "--shard", "1/2", "--shard=2/2", "--", "--shard"].map(str::to_owned);
        assert_eq!(unshared(&words), ["sweep", "x", "--", "--shard"]);
        assert_eq!(kept("lp run x --shard 1/1 --seed 7"), "run x --seed 7");
        assert_eq!(kept("lp run x --shard=1/1"), "run x");
        assert_eq!(kept("lp run x --shard 1/2 -- --shard 1/1"), "run x --shard 1/2 -- --shard 1/1");
        assert_eq!(kept("lp run x -qo here --seed 7"), "run x --seed 7");
        assert_eq!(kept("lp run x -qohere -oq -qq --seed 7"), "run x --seed 7");
        assert_eq!(kept("lp sweep x --target a=-1 -1 -v -- -qo"), "sweep x --target a=-1 -1 -v -- -qo");
        assert_eq!(kept("lp check x --junit a.xml --markdown=b.md --strict -- -q"), "check x --strict -- -q");
    }

    #[test]
    fn a_file_has_no_command_write_where_it_likes() {
        let app = crate::rulesets::app();
        let may = |line: &str| is_playable(&app, &line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert!(may("run futbol-dash --games 200") && may("check first-seat --strict"));
        assert!(may("playtest read log.csv futbol-dash") && !may("playtest read log.csv futbol-dash -ox"));
        let joined = |line: &str| is_joinable(&app, &line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert!(
            joined("save printed x") && !joined("save printed x --replace") && !joined("games x -o/tmp/x")
        );
        for line in [
            "run x -qo/tmp/x",
            "run x -o/tmp/x",
            "check x --junit=a.xml",
            "check x --checkpoint=c",
            "run x --parquet",
            "save printed x",
            "run x --no-such",
            "",
        ] {
            assert!(!may(line), "{line}");
        }
    }

    #[test]
    fn numbers_of_games_are_written_as_people_do() {
        for (text, number) in [
            ("100000", 100_000),
            ("100_000", 100_000),
            ("1e5", 100_000),
            ("1E+5", 100_000),
            ("1.5e3", 1500),
            ("100k", 100_000),
            ("2.5K", 2500),
            ("2M", 2_000_000),
        ] {
            assert_eq!(games(text), Ok(number), "{text}");
        }
        for wrong in ["", "0", "-1", "1.5", "1e-3", "k", "1kk", "1e99", "2.0005k", "ten", "1e", "e5"] {
            assert!(games(wrong).is_err(), "{wrong}");
        }
    }
}
