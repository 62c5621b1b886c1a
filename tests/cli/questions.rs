//! The ten questions of the README: each of its commands, with fewer games,
//! answers in its first sentence what is asked.

use super::support;

use support::{expect, levelpitch, text};
use tempfile::tempdir;

const README: &str = include_str!("../../README.md");

/// A question's command as the README has it, what makes it short, its exit
/// status and what kind of sentence it begins with.
struct Question {
    command: &'static str,
    short: &'static str,
    status: i32,
    says: &'static [&'static str],
}

const ASKED: &[Question] = &[
    Question {
        command: "run pro-v-elite",
        short: "--games 1000",
        status: 0,
        says: &["evel", "the Pro squad's share of wins is ", ". The cap of 21 stars raises "],
    },
    Question {
        command: "run home-advantage",
        short: "--games 400",
        status: 0,
        says: &["Where a number of home points brings home wins to 45.5 %: at "],
    },
    Question {
        command: "compare king-of-the-pitch --with first-king=king-has-one-win",
        short: "",
        status: 0,
        says: &["“first-king = king-has-one-win” raises how far the seats are from equal shares"],
    },
    Question {
        command: "check level-thresholds --junit junit.xml --markdown summary.md",
        short: "",
        status: 0,
        says: &["passed: 12 budgets hold"],
    },
    Question {
        command: "tune king-of-the-pitch --set players=4 --set first-king=last-seat-king --set 'bonus-1=none|gold' \
                  --set 'bonus-2=none|gold' --set 'bonus-3=none|gold' --bots calculator --margin 0.04",
        short: "--games 60000",
        status: 0,
        says: &["Bonus-", " makes every seat level, between `calculator` bots"],
    },
    Question {
        command: "run futbol-dash --set players=6 --set match=express",
        short: "--games 400",
        status: 0,
        says: &["Don't print ", "of games are ", "One more of 3 arms is no better"],
    },
    Question {
        command: "run squad-rush-chemistry",
        short: "--games 400",
        status: 0,
        says: &["Where the chemistry penalty brings the mixed plan's share of cups to 50 %: nowhere"],
    },
    Question { command: "cards king-of-the-pitch", short: "--games 200", status: 3, says: &["fine"] },
    Question {
        command: "playtest plan king-of-the-pitch --set players=4",
        short: "",
        status: 0,
        says: &["King of the Pitch: play ", " games with 4 players"],
    },
];

/// The words of a command, quotes taken away as a shell does.
fn words(command: &str) -> Vec<String> {
    command.split_whitespace().map(|word| word.replace('\'', "")).collect()
}

#[test]
fn every_question_of_the_readme_is_answered_in_the_first_sentence() {
    let plain = README.replace("\\\n", " ").split_whitespace().collect::<Vec<_>>().join(" ");
    for Question { command, short, status, says } in ASKED {
        assert!(plain.contains(&format!("levelpitch {command}")), "the README has `{command}`");
        let folder = tempdir().unwrap();
        let words = words(&format!("{command} {short} --quiet"));
        let out = expect(folder.path(), &words.iter().map(String::as_str).collect::<Vec<_>>(), *status);
        let first = out.lines().next().unwrap_or_default();
        for part in *says {
            assert!(first.contains(part), "{command}: {first}");
        }
    }
}

/// The tenth takes two commands: keep the game, edit it, ask what that did.
#[test]
fn what_an_edit_has_done_to_fairness_is_answered_in_the_first_sentence() {
    let folder = tempdir().unwrap();
    let commands = [
        "levelpitch save printed king-of-the-pitch",
        "levelpitch diff printed king-of-the-pitch --data cards.toml",
    ];
    for command in commands {
        assert!(README.contains(command), "the README has `{command}`");
    }
    let run = |words: &str, status: i32| {
        let words: Vec<&str> = words.split_whitespace().skip(1).collect();
        expect(folder.path(), &words, status)
    };
    run(&format!("{} --games 2000 --quiet", commands[0]), 0);
    let data = expect(folder.path(), &["data", "king-of-the-pitch"], 0);
    let edited = data.replacen("own = 2", "own = 3", 1);
    assert_ne!(data, edited, "a number to edit");
    std::fs::write(folder.path().join("cards.toml"), edited).unwrap();
    let words: Vec<&str> = commands[1].split_whitespace().skip(1).chain(["--quiet"]).collect();
    let out = text(&levelpitch(folder.path(), &words).stdout);
    let first = out.lines().next().unwrap_or_default();
    assert!(first.starts_with("King of the Pitch, data.") && first.contains(" 2 → 3"), "{out}");
    assert!(first.contains("level"), "{first}");
}

/// Home points are paid in leagues, not in the single match that is played.
#[test]
fn of_a_rule_that_no_game_meets_it_is_told_first_where_one_may() {
    let folder = tempdir().unwrap();
    let game = "time-vault-soccer --bots counter --no-files -q";
    let with = "; try it with `home-advantage-scope = always`";
    let nothing = "games say nothing of";
    for (command, status, said, printing) in [
        (
            "compare --with home-advantage=4 --games 40",
            3,
            "“home-advantage = 4” leaves how far the seats are from equal shares the same in every game",
            nothing,
        ),
        (
            "sweep --set home-advantage=0..2 --games 40",
            0,
            "How far the seats are from equal shares is the same in every game as home-advantage goes 0 → 2",
            nothing,
        ),
        (
            "sweep --set home-advantage=0..1 --set home-points-use=attack-only,both --games 40",
            0,
            "How far the seats are from equal shares is the same in every game at all points",
            nothing,
        ),
        (
            "tune --set home-advantage=0..2 --target first-seat-advantage=0.02 --games 2000",
            3,
            "Every game is the same whatever home-advantage is",
            "nothing by home-advantage; `levelpitch explain` shows",
        ),
    ] {
        let words: Vec<&str> = command.split(' ').chain(game.split(' ')).collect();
        let out = expect(folder.path(), &words, status);
        let mut lines = out.lines();
        let first = lines.next().unwrap();
        assert!(first.starts_with(&format!("{said}{with}")), "{command}: {first}");
        assert!(lines.next().unwrap().contains(printing), "{command}: {out}");
        assert!(!out.contains(" lies at "), "{command}: {out}");
    }
    // Where games meet it, nothing of the kind is said.
    let met = format!("compare --with home-advantage=0 --set home-advantage-scope=always --games 400 {game}");
    let output = levelpitch(folder.path(), &met.split(' ').collect::<Vec<_>>());
    assert!(!text(&output.stdout).contains("try it with"), "{}", text(&output.stdout));
}

/// Who plays better wins more often on a level pitch, too.
#[test]
fn no_share_of_different_bots_is_called_level_or_not() {
    let folder = tempdir().unwrap();
    let game = "futbol-dash --bots planner,rusher --no-files -q";
    for (command, said, printing) in [
        (
            "compare --with halftimes=2 --games 100",
            "share of wins of `planner`",
            "nothing is said here of fairness",
        ),
        (
            "sweep --set halftimes=0..2 --games 100",
            "Share of wins of `planner`",
            "nothing is said of fairness",
        ),
        ("explain --games 20 --top 3", "share of wins of `planner`", "no value of it is called fair"),
        ("run --games 400", "`planner` wins more than its share against `rusher`", "for you to weigh"),
    ] {
        let words: Vec<&str> = command.split(' ').chain(game.split(' ')).collect();
        let out = text(&levelpitch(folder.path(), &words).stdout);
        let first: Vec<&str> = out.lines().take(2).collect();
        assert!(first[0].contains(said) && first[1].contains(printing), "{command}: {out}");
        assert!(!out.contains("ot level") && !out.contains(" is level"), "{command}: {out}");
    }
    // Squads are no skill.
    let squads = ["pro-v-elite#cap of 21", "--with", "go-pro-cap=off", "--games", "40", "--no-files", "-q"];
    let output = levelpitch(folder.path(), &[&["compare"][..], &squads].concat());
    assert!(text(&output.stdout).contains("Against a margin"), "{}", text(&output.stderr));
}

/// The settings can make one side Pro and the other Elite: then who wins is asked, not
/// only which seat does.
#[test]
fn sides_that_the_settings_set_apart_are_told_first() {
    let folder = tempdir().unwrap();
    let run = |words: &str| {
        let all = format!("run time-vault-soccer {words} --no-files -q");
        text(&levelpitch(folder.path(), &all.split(' ').collect::<Vec<_>>()).stdout)
    };
    let out = run("--set squad-tier=pro-v-elite --bots counter --games 4000");
    let mut lines = out.lines();
    let first = lines.next().unwrap();
    let said = "Between 2 `counter` bots, `Pro` wins more than its share against `Elite`";
    assert!(first.starts_with(said) && first.contains(". Time Vault Soccer is "), "{out}");
    assert!(
        lines.next().unwrap().contains("not as it is, if `Pro` is to win as often as the others"),
        "{out}"
    );
    // Different bots are no sides of the rules.
    let unlike = run("--set squad-tier=pro-v-elite --bots counter,random --games 400");
    assert!(unlike.starts_with("`counter` with `Pro` wins more than its share against"), "{unlike}");
    assert!(!unlike.contains("not as it is, if"), "{unlike}");
    // And so what a change does is asked of them.
    let change = "time-vault-soccer --set squad-tier=pro-v-elite --bots counter --no-files -q";
    for (command, said) in [
        (
            "compare --with go-pro-cap=off --games 400",
            "“squad-tier = pro-v-elite, go-pro-cap = off” lowers the share of wins of `Pro`",
        ),
        ("sweep --set go-pro-cap=on,off --games 400", "Share of wins of `Pro`"),
        ("explain --games 200 --top 3", "The share of wins of `Pro` in Time Vault Soccer"),
    ] {
        let words: Vec<&str> = command.split(' ').chain(change.split(' ')).collect();
        let out = text(&levelpitch(folder.path(), &words).stdout);
        assert!(out.starts_with(said), "{command}: {out}");
    }
    // Of two sides alike nothing of the kind is said.
    assert!(!run("--bots counter --games 100").contains("`Pro`"));
    let league =
        run("--set squad-tier=pro-v-elite --set competition=league --set bosses=3 --bots counter --games 40");
    assert!(league.contains("the one `Elite`") && league.contains("against 2 `Pro`"), "{league}");
}
