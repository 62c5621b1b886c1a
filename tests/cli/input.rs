//! What a user may type, and what is said to what cannot be meant.

use super::support::{expect, levelpitch, refused, text, with};

use tempfile::tempdir;

#[test]
fn a_tolerance_has_the_unit_of_its_value() {
    let folder = tempdir().unwrap();
    let tune = |target: &str| {
        let set = ["tune", "futbol-dash", "--bots", "random", "--set", "halftimes=0|1", "--games", "2000"];
        let more = ["--target", target, "--no-files", "--format", "md"];
        levelpitch(folder.path(), &[&set[..], &more].concat())
    };
    let met = text(&tune("shoot-out-share=30 %±5").stdout);
    assert!(met.contains("30 % ± 5") && !met.contains("± 500"), "{met}");
    let wrong = tune("shoot-out-share=0.3±5");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("a tolerance below 1"), "{}", text(&wrong.stderr));
}

#[test]
fn a_game_without_squads_takes_none() {
    let folder = tempdir().unwrap();
    let said = refused(folder.path(), &["run", "king-of-the-pitch", "--squads", "nonsense", "--no-files"]);
    assert!(said.contains("`nonsense`") && said.contains("King of the Pitch has no squads"), "{said}");
    let known = [
        "run",
        "time-vault-soccer",
        "--squads",
        "debut-50s,nucleus-italy",
        "--games",
        "20",
        "--no-files",
        "-q",
    ];
    expect(folder.path(), &[&known[..], &["--bots", "random"]].concat(), 0);
}

#[test]
fn an_arm_that_was_changed_is_called_by_its_changes() {
    let folder = tempdir().unwrap();
    let base =
        ["run", "futbol-dash", "--bots", "random", "--games", "40", "--format", "json", "--no-files", "-q"];
    let names = |more: &[&str]| -> Vec<String> {
        let all = super::support::json(&expect(folder.path(), &[&base[..], more].concat(), 0));
        let arms = all["arms"].as_array().unwrap();
        arms.iter().map(|arm| arm["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&[]), ["as printed"]);
    assert_eq!(names(&["--set", "players=3", "--set", "halftimes=2"]), ["players = 3, halftimes = 2"]);
    expect(folder.path(), &["data", "futbol-dash", "-o", "cards.toml"], 0);
    assert_eq!(names(&["--data", "cards.toml"]), ["data of cards.toml"]);
    // What a file says of that arm still finds it.
    let budget = "ruleset = \"futbol-dash\"\nbots = \"random\"\ngames = 200\n[vary]\nhalftimes = [0]\n\
                  [[budget]]\nmetric = \"turns-per-game\"\narm = \"as printed\"\nmin = 1\n";
    std::fs::write(folder.path().join("b.toml"), budget).unwrap();
    expect(folder.path(), &["run", "b.toml", "--set", "players=3", "--no-files", "-q"], 0);
}

#[test]
fn one_key_is_set_once() {
    let said = refused(
        tempdir().unwrap().path(),
        &["run", "futbol-dash", "--set", "players=3", "--set", "players=4"],
    );
    assert!(said.contains("players: found the key twice"), "{said}");
}

#[test]
fn several_values_are_sent_to_sweep() {
    for value in ["players=2..5", "players=2|3"] {
        let said = refused(tempdir().unwrap().path(), &["run", "futbol-dash", "--set", value]);
        assert!(said.contains("sweep … --set") && said.contains(value), "{said}");
    }
}

#[test]
fn numbers_of_games_may_have_powers_of_ten() {
    let folder = tempdir().unwrap();
    let run = |games| {
        let all = [
            "run",
            "futbol-dash",
            "--bots",
            "random",
            "--no-files",
            "-q",
            "--format",
            "csv",
            "--games",
            games,
        ];
        expect(folder.path(), &all, 0)
    };
    assert_eq!(run("1e2"), run("100"));
    assert_eq!(run("0.1k"), run("100"));
}

#[test]
fn a_name_that_is_nearly_one_or_anothers_is_answered() {
    let folder = tempdir().unwrap();
    let said = refused(folder.path(), &["rnu", "futbol-dash"]);
    assert!(said.contains("did you mean") && said.contains("run"), "{said}");
    let said = refused(folder.path(), &["explain", "futbol-dash", "--metric", "pro-win-share"]);
    assert!(said.contains("`pro-win-share` is a metric of Time Vault Soccer"), "{said}");
    let said = refused(folder.path(), &["run", "futbol-dash", "--set", "first-king=roll"]);
    assert!(said.contains("`first-king` is a switch of King of the Pitch"), "{said}");
    let said = refused(folder.path(), &["explain", "time-of-soccer", "--metric", "home-advantage"]);
    assert!(said.contains("`home-"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_never_ends_is_not_read_to_its_end() {
    for args in [["run", "/dev/zero"], ["rerun", "/dev/zero"], ["check", "/dev/zero"]] {
        let said = refused(tempdir().unwrap().path(), &args);
        assert!(said.contains("/dev/zero") && said.contains("more than"), "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_nobody_gets_is_no_success() {
    for args in [
        &["list"][..],
        &["--help"],
        &["run", "--help"],
        &["rules", "futbol-dash"],
        &["run", "futbol-dash", "--bots", "random", "--games", "20", "--no-files", "-q"],
        &["run", "futbol-dash", "--bots", "random", "--games", "20", "--no-files", "-q", "--format", "json"],
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(super::support::BINARY);
        let status = command.args(args).stdout(full).stderr(std::process::Stdio::null()).status().unwrap();
        assert_eq!(status.code(), Some(2), "{args:?}");
    }
}

/// Runs levelpitch with so many kibibytes of memory.
#[cfg(target_os = "linux")]
fn cramped(folder: &std::path::Path, kibibytes: u32, args: &[&str]) -> std::process::Output {
    let line = format!("ulimit -v {kibibytes}; exec \"$0\" \"$@\"");
    let mut command = std::process::Command::new("sh");
    command
        .current_dir(folder)
        .args(["-c", &line, super::support::BINARY])
        .args(args)
        .output()
        .expect("a shell")
}

#[cfg(target_os = "linux")]
#[test]
fn without_memory_one_line_says_so_and_the_old_report_stays() {
    use super::support::{files, text};
    let folder = tempdir().unwrap();
    let (folder, report) = (folder.path(), folder.path().join("report"));
    let run = |seed| {
        [
            "run",
            "futbol-dash",
            "--bots",
            "random",
            "--games",
            "200",
            "--threads",
            "1",
            "--out",
            "report",
            "-q",
            "--seed",
            seed,
        ]
    };
    expect(folder, &run("2"), 0);
    let new = files(&report);
    expect(folder, &run("1"), 0);
    let old = files(&report);
    // What the loader needs to start the program at all.
    let least = (1..100).map(|step| step * 4000);
    let least = least.into_iter().find(|&least| cramped(folder, least, &["--version"]).status.success());
    let least = least.expect("a limit that the program starts under");
    // And what it needs to come to its end, which hangs on how it was compiled, and from
    // start to start on where things come to lie: once it may have been lucky.
    let mut more = (1..100).map(|step| step * 4000);
    let more = more.find(|more| cramped(folder, least + more, &run("1")).status.success());
    let more = more.expect("a limit that a run ends under");
    let mut ends = [0; 3];
    for step in (0..=30).chain([40, 60, 80]) {
        let output = cramped(folder, least + more * step / 20, &run("2"));
        let said = text(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 2)), "{:?} {said}", output.status);
        if output.status.success() {
            assert!(files(&report) == new, "the new report is whole");
            expect(folder, &run("1"), 0);
        } else {
            let errors = said.lines().filter(|line| line.starts_with("error: ")).count();
            assert!(errors == 1, "{said}");
            let left = |name: &String| !name.starts_with(".report-new/");
            let left: std::collections::BTreeMap<_, _> =
                files(&report).into_iter().filter(|(name, _)| left(name)).collect();
            assert!(left == old, "the old report stays: {said}");
        }
        ends[usize::from(output.status.success()) + usize::from(said.contains("no memory is left")) * 2] += 1;
    }
    assert!(ends[1] > 0 && ends[2] > 0, "{ends:?}");
    expect(folder, &run("2"), 0);
    assert!(files(&report) == new, "nothing of the others is left");
}

/// Threads ask for memory past the allocator when they start: where they get none the C
/// library aborts the program, and polars panics.
#[cfg(target_os = "linux")]
#[test]
fn a_thread_without_memory_is_told_as_any_other_fault() {
    use super::support::text;
    let folder = tempdir().unwrap();
    let plan = ["futbol-dash", "--bots", "random", "--games", "40", "-q", "--threads"];
    // Of a report's pictures (5 MB each), which are drawn on all threads, a lucky run held
    // one after the other, another may hold as many as it has threads.
    let commands: &[(&str, u32, u32, &[&str])] = &[
        ("run", 1700, 0, &["48", "--no-files"]),
        #[cfg(feature = "tables")]
        ("games", 3400, 0, &["4", "--out", "games"]),
        #[cfg(feature = "tables")]
        ("run", 3400, 4 * 5_100, &["4", "--out", "report", "--parquet"]),
    ];
    for (command, step, at_once, more) in commands {
        let words: Vec<&str> = [*command].iter().chain(&plan).chain(*more).copied().collect();
        let (mut ends, mut enough) = ([0; 2], u32::MAX);
        for limit in (66_000..66_000 + 120 * 1700).step_by(*step as usize) {
            let output = cramped(folder.path(), limit, &words);
            let said = text(&output.stderr);
            match output.status.code() {
                Some(0) => {
                    ends[0] += 1;
                    enough = enough.min(limit);
                }
                Some(2) => {
                    assert!(said.starts_with("error: ") && said.lines().count() == 1, "{said}");
                    // What was once enough is, but for how it comes to lie.
                    let surely = (enough / 10).saturating_mul(11).saturating_add(*at_once);
                    assert!(limit < surely, "{limit} KiB, and {enough} were enough: {said}");
                    ends[1] += 1;
                }
                // Not even the loader could map the program.
                _ if said.contains("while loading shared libraries") => {}
                other => panic!("{other:?} {:?} {said}", output.status),
            }
        }
        assert!(ends[0] > 0 && ends[1] > 0, "{words:?} {ends:?}");
    }
}

/// A limit of how long a file may grow, which comes with a signal.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_may_grow_no_further_is_told_as_a_full_disk() {
    use super::support::{files, text};
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let plan = ["run", "futbol-dash", "--bots", "random", "--games", "40", "-q", "--out", "report", "--seed"];
    expect(folder, &[&plan[..], &["1"]].concat(), 0);
    let old = files(&folder.join("report"));
    // Blocks of 512 bytes: less than the report's longest file has.
    let output = std::process::Command::new("sh")
        .current_dir(folder)
        .args(["-c", "ulimit -f 20; exec \"$0\" \"$@\"", super::support::BINARY])
        .args(plan)
        .arg("2")
        .output()
        .expect("a shell");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{:?} {said}", output.status);
    assert!(said.starts_with("error: report/") && said.lines().count() == 1, "{said}");
    assert!(said.contains("cannot be written: File too large"), "{said}");
    let new = files(&folder.join("report"));
    assert!(old.iter().all(|(name, bytes)| new.get(name) == Some(bytes)), "the old report stays");
}

/// Where the limit of processes grants no thread, of which polars panics.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_processes_is_told_as_any_other_fault() {
    use super::support::text;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    let folder = tempdir().unwrap();
    let folder = folder.path();
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o777)).unwrap();
    // The limit is none to the superuser, who plays as somebody else: somebody who may not look
    // where the program has been built.
    let own = folder.metadata().unwrap().uid();
    let program = folder.join("levelpitch");
    std::fs::copy(super::support::BINARY, &program).unwrap();
    let plan = ["futbol-dash", "--bots", "random", "--games", "40", "-q", "--threads", "2"];
    let commands: &[(&str, &[&str])] = &[
        ("run", &["--no-files"]),
        ("run", &["--out", "report"]),
        #[cfg(feature = "tables")]
        ("games", &["--out", "games", "--format", "parquet"]),
        #[cfg(feature = "tables")]
        ("run", &["--out", "report", "--parquet"]),
    ];
    for (command, more) in commands {
        let mut shell = std::process::Command::new("sh");
        // Shells don't agree on the letter.
        let line = "{ ulimit -u 1 || ulimit -p 1; } 2>/dev/null; exec \"$0\" \"$@\"";
        shell.current_dir(folder).args(["-c", line]).arg(&program);
        if own == 0 {
            shell.uid(54_321);
        }
        let output = shell.arg(command).args(plan).args(*more).output().expect("a shell");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command} {more:?}: {said}");
        assert!(said.starts_with("error: ") && said.lines().count() == 1, "{command} {more:?}: {said}");
        assert!(said.contains("limit of processes"), "{said}");
        assert!(!folder.join("report").join("run.json").exists() && !folder.join("games").exists());
    }
}

/// Numbers in the data are counted in small integers, and what does not fit is told.
#[test]
fn data_that_do_not_fit_are_refused_and_others_are_played() {
    let folder = tempdir().unwrap();
    for (set, told) in [
        ("generator.price_min=64", "at most 63"),
        ("manager.price.0=64", "at most 63"),
        ("generator.starter_salary=16", "at most 15"),
        ("start.secretary_salary=255", "at most 15"),
        ("press.TOP2.0=128", "0 to 30"),
        ("press.WIN.1=-1", "0 to 30"),
        ("friendly.energy.1=255", "at most 20"),
        ("start.community_draw_loss.0=255", "at most 50"),
        ("manager.training.0.0=16", "at most 9"),
        ("scout.points.0.0=8", "at most 7"),
        ("neutral.level.0.0=255", "at most 10"),
        ("map.used_columns=0", "two or more are used"),
    ] {
        let set = format!("data.{set}");
        let said =
            refused(folder.path(), &["run", "time-of-soccer", "--set", &set, "--no-files", "--games", "4"]);
        assert!(said.contains(told), "{set}: {said}");
    }
    let quick = ["--bots", "random", "--games", "4", "--threads", "1", "--no-files", "-q", "--verify"];
    for (game, set) in [
        ("king-of-the-pitch", "chips.bronze=30"),
        ("king-of-the-pitch", "cubes.gold=13"),
        ("time-of-soccer", "press.WIN.1=30"),
    ] {
        let set = format!("data.{set}");
        expect(folder.path(), &with(&["run", game, "--set", &set], &quick), 0);
    }
    for sets in [
        &["data.shots.goal=0"][..],
        &["data.shots.goal=2", "grid-empty=no-goal"],
        &["data.shots.corner=12"],
        &["data.shots.save=0"],
        &["data.shots.goal=0", "shot-replacement=with"],
        &["data.shots.goal=1", "own-goal=minus-one"],
    ] {
        let mut words = vec!["odds", "futbol-dash"];
        for set in sets {
            words.extend(["--set", set]);
        }
        let table = expect(folder.path(), &words, 0);
        assert!(table.contains("Miss") && !table.contains("NaN"), "{sets:?}: {table}");
    }
    let said =
        refused(folder.path(), &["run", "squad-rush-season", "--set", "data.nations.0= ", "--no-files"]);
    assert!(said.contains("1 of them empty"), "{said}");
    let said = refused(folder.path(), &["run", "futbol-dash", "--set", "data.gc_counts.substitution=65535"]);
    assert!(!said.contains("halftimes"), "{said}");
}

#[test]
fn no_name_breaks_a_line_or_a_terminal() {
    let folder = tempdir().unwrap();
    for (name, text) in [
        ("line", "[[budget]]\nname = \"x\\n::error::boo\"\nmetric = \"turns-per-game\"\nmin = 1\n"),
        ("escape", "question = \"\\u001b[2Jgone?\"\n"),
        ("turned", "[[arm]]\nname = \"a\\u202eb\"\n"),
    ] {
        let file = format!("{name}.toml");
        std::fs::write(folder.path().join(&file), format!("ruleset = \"futbol-dash\"\n{text}")).unwrap();
        let said = refused(folder.path(), &["check", &file]);
        assert!(said.contains("a text with the character U+") && said.contains(&file), "{said}");
    }
    let said = refused(folder.path(), &["run", "a\n::error::boo", "--no-files"]);
    assert!(said.lines().all(|line| !line.starts_with("::")), "{said}");
    let said = refused(folder.path(), &["run", "\u{1b}]0;gone\u{7}", "--no-files"]);
    assert!(!said.contains('\u{1b}') && !said.contains('\u{7}'), "{said:?}");
}

#[test]
fn a_table_for_spreadsheets_holds_no_formula() {
    let folder = tempdir().unwrap();
    let arm = "ruleset = \"futbol-dash\"\nbots = \"random\"\ngames = 20\n[[arm]]\nname = \"=HYPERLINK(1)\"\n";
    std::fs::write(folder.path().join("f.toml"), arm).unwrap();
    let table = expect(folder.path(), &["run", "f.toml", "--no-files", "-q", "--format", "csv"], 0);
    assert!(table.contains("'=HYPERLINK(1)") && !table.contains("\n=") && !table.contains(",="), "{table}");
}

#[test]
fn a_zero_has_no_sign() {
    let folder = tempdir().unwrap();
    let sweep = ["sweep", "futbol-dash", "--bots", "random", "--set", "halftimes=0..1", "--games", "200"];
    let target = ["--target", "first-seat-advantage=-0.0", "--no-files", "-q"];
    let told = expect(folder.path(), &[&sweep[..], &target].concat(), 0);
    assert!(told.contains("crosses 0 percentage points") && !told.contains("-0 "), "{told}");
}

#[test]
fn a_file_may_have_any_name() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("a#b.toml"), "ruleset = \"futbol-dash\"\nbots = \"random\"\n").unwrap();
    let compared = ["compare", "a#b.toml", "--with", "halftimes=0", "--games", "200", "--no-files", "-q"];
    let output = levelpitch(folder.path(), &compared);
    assert_ne!(output.status.code(), Some(2), "{}", text(&output.stderr));
}

/// What runs in somebody else's continuous integration: actions by commit, and
/// scenarios behind `--`, where no name is an option.
#[test]
fn the_action_runs_what_was_read() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    if root.join("Cargo.toml.orig").exists() {
        eprintln!("a package holds no workflow");
        return;
    }
    for file in ["action.yml", ".github/workflows/ci.yml"] {
        let text = std::fs::read_to_string(root.join(file)).unwrap();
        for line in text.lines().filter(|line| line.contains("uses:")) {
            let commit = line.split('@').nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_default();
            assert!(commit.len() == 40 && commit.bytes().all(|b| b.is_ascii_hexdigit()), "{file}: {line}");
        }
    }
    let action = std::fs::read_to_string(root.join("action.yml")).unwrap();
    assert!(action.contains("-- \"${scenarios[@]}\""));
}

#[test]
fn too_many_arms_are_told_before_any_is_made() {
    let folder = tempdir().unwrap();
    let values: Vec<String> = (0..100_000).map(|value| (1000 + value).to_string()).collect();
    let text =
        format!("ruleset = \"futbol-dash\"\nbots = \"random\"\n[vary]\nmax-turns = [{}]\n", values.join(","));
    std::fs::write(folder.path().join("many.toml"), text).unwrap();
    let said = refused(folder.path(), &["run", "many.toml", "--no-files"]);
    assert!(said.contains("found 100001 arms; allowed: at most 20000"), "{said}");
}

/// What is allowed may be a name that the file made up.
#[test]
fn a_name_of_an_arm_is_cut_where_a_refusal_lists_it() {
    let folder = tempdir().unwrap();
    let name = "x".repeat(30_000);
    let arms = format!("[[arm]]\nname = \"{name}\"\n[[arm]]\nname = \"b\"\nagainst = \"nothing\"\n");
    std::fs::write(
        folder.path().join("long.toml"),
        format!("ruleset = \"futbol-dash\"\nbots = \"random\"\n{arms}"),
    )
    .unwrap();
    let said = refused(folder.path(), &["run", "long.toml", "--no-files"]);
    assert!(said.len() < 6000 && said.contains("against: found `nothing`"), "{} bytes", said.len());
}

/// Not in the game's own data, which nobody has touched.
#[test]
fn what_a_setting_breaks_in_the_data_is_told_of_the_setting() {
    let folder = tempdir().unwrap();
    let typed = |value: &str| {
        let set = format!("data.shots.goal={value}");
        refused(folder.path(), &["run", "futbol-dash", "--bots", "random", "--set", &set, "--no-files"])
    };
    assert!(
        typed("4294967295").starts_with("error: command line: data.shots.goal: found "),
        "{}",
        typed("-1")
    );
    assert!(
        typed("300").starts_with("error: command line: data.shots: found a total of 310"),
        "{}",
        typed("300")
    );
    let text = "ruleset = \"futbol-dash\"\nbots = \"random\"\n[set]\n\"data.shots.goal\" = 300\n";
    std::fs::write(folder.path().join("set.toml"), text).unwrap();
    let said = refused(folder.path(), &["run", "set.toml", "--no-files"]);
    assert!(said.starts_with("error: set.toml:4: data.shots: found a total of 310"), "{said}");
}

/// The nearest name is looked for to every wrong one: of 30 000 that takes ten seconds.
/// Whatever was typed, and whoever repeats it.
#[test]
fn no_refusal_is_as_long_as_what_it_refuses() {
    let folder = tempdir().unwrap();
    let long = "po".repeat(30_000);
    let option = format!("--checkpoint{long}");
    let set = format!("data.shots.{long}=1");
    std::fs::write(folder.path().join("b.toml"), "ruleset = \"futbol-dash\"\n").unwrap();
    for args in [
        &[long.as_str()][..],
        &["run", "futbol-dash", &option],
        &["run", &long],
        &["sweep", "futbol-dash", "--set", &set, "--set", "halftimes=0|1", "--no-files"],
        &["check", "b.toml", "--junit", &long],
    ] {
        let said = refused(folder.path(), args);
        assert!(said.starts_with("error: ") && said.contains("popo") && said.contains("letters)"), "{said}");
        assert!(said.lines().all(|line| line.len() < 10_000), "{} letters", said.len());
    }
}

#[test]
fn too_many_keys_are_told_before_any_is_read() {
    let folder = tempdir().unwrap();
    let keys: Vec<String> = (0..2001).map(|number| format!("gen-m-main-shift-{number} = 0")).collect();
    let text = format!("ruleset = \"time-of-soccer\"\n[set]\n{}\n", keys.join("\n"));
    std::fs::write(folder.path().join("many.toml"), text).unwrap();
    let said = refused(folder.path(), &["run", "many.toml", "--no-files"]);
    assert!(said.contains("set: found 2001 keys for one arm; allowed: at most 2000"), "{said}");
    let keys: Vec<String> = (0..2001).map(|number| format!("neutral-l-bot{number}=rer")).collect();
    let set = keys.iter().flat_map(|key| ["--set", key]);
    for game in ["time-of-soccer", "--all"] {
        let run: Vec<&str> = ["run", game, "--no-files"].into_iter().chain(set.clone()).collect();
        let said = refused(folder.path(), &run);
        assert_eq!(said, "error: command line: set: found 2001 keys for one arm; allowed: at most 2000\n");
    }
    let set = keys[..2000].iter().flat_map(|key| ["--set", key]);
    let run: Vec<&str> = ["run", "--all", "--no-files"].into_iter().chain(set).collect();
    let said = refused(folder.path(), &run);
    assert_eq!(said.lines().count(), 101, "{said}");
}

/// Three thousand bots, all against all, took 24 GB before the first game; as many
/// scenarios or numbers are read for minutes, and no signal ends that.
#[test]
fn lists_of_bots_have_an_end() {
    let folder = tempdir().unwrap();
    let bots: Vec<String> = (1..=101).map(|playouts| format!("tree-{playouts}")).collect();
    let bots = bots.join(",");
    for command in ["run", "tournament", "exploit", "skill-ladder", "train", "compare"] {
        let said = refused(folder.path(), &[command, "futbol-dash", "--bots", &bots]);
        assert_eq!(
            said, "error: command line: --bots: found 101 of them; allowed: at most 100\n",
            "{command}"
        );
    }
    let said = refused(folder.path(), &["exploit", "futbol-dash", "--replies", &bots]);
    assert_eq!(said, "error: command line: --replies: found 101 of them; allowed: at most 100\n");
    let playouts = vec!["8"; 101].join(",");
    let said = refused(folder.path(), &["exploit", "futbol-dash", "--playouts", &playouts]);
    assert_eq!(said, "error: command line: --playouts: found 101 of them; allowed: at most 100\n");
    let said = refused(folder.path(), &["playtest", "plan", "futbol-dash", "--games", &playouts]);
    assert_eq!(said, "error: command line: --games: found 101 of them; allowed: at most 100\n");
    for command in ["run", "check"] {
        let said = refused(folder.path(), &with(&[command], &["futbol-dash"; 1001]));
        assert_eq!(said, "error: command line: SCENARIO: found 1001 of them; allowed: at most 1000\n");
    }
    let said = refused(folder.path(), &["calibrate", "futbol-dash", "futbol-dash"]);
    assert_eq!(said, "error: command line: RULESET: found `futbol-dash` twice; allowed: each once\n");
}

/// Every arm would tell the same keys anew, each with its nearest name: hours of it.
#[test]
fn arms_behind_a_thousand_faults_are_left() {
    let folder = tempdir().unwrap();
    let keys: Vec<String> = (0..1500).map(|number| format!("neutral-l-bot{number} = \"rer\"")).collect();
    let values: Vec<String> = (1..=5000).map(|number| number.to_string()).collect();
    let (keys, values) = (keys.join("\n"), values.join(", "));
    let text = format!("ruleset = \"time-of-soccer\"\n[set]\n{keys}\n[vary]\nplayers = [{values}]\n");
    std::fs::write(folder.path().join("many.toml"), text).unwrap();
    let said = refused(folder.path(), &["run", "many.toml", "--bots", "random", "--no-files"]);
    let last: Vec<&str> = said.lines().rev().take(2).collect();
    assert_eq!(
        last,
        [
            "error: many.toml: found so many faults that 5000 arms, budgets or findings were not looked at; \
             allowed: none",
            "error: many.toml: found at least 1400 faults more; allowed: none"
        ]
    );
    let arm = |number: usize| format!("[[arm]]\nname = \"{number}\"\nagainst = \"none\"\n");
    let arms: String = (0..3000).map(arm).collect();
    std::fs::write(
        folder.path().join("bases.toml"),
        format!("ruleset = \"futbol-dash\"\nbots = \"random\"\n{arms}"),
    )
    .unwrap();
    let said = refused(folder.path(), &["run", "bases.toml", "--no-files"]);
    assert!(said.starts_with("error: bases.toml:5: against: found `none`; allowed: an earlier arm that shares its luck: there is none\n"), "{said}");
    assert_eq!(said.lines().count(), 102, "{said}");
    assert!(
        said.contains("found so many faults that 1999 arms, budgets or findings were not looked at"),
        "{said}"
    );
    let alike = "[[arm]]\nname = \"a\"\nagainst = \"a\"\n".repeat(3000);
    std::fs::write(
        folder.path().join("alike.toml"),
        format!("ruleset = \"futbol-dash\"\nbots = \"random\"\n{alike}"),
    )
    .unwrap();
    let said = refused(folder.path(), &["run", "alike.toml", "--no-files"]);
    assert!(
        said.starts_with("error: alike.toml:4: name: found `a` twice; allowed: a unique name per arm\n"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 2, "{said}");
    let bots = "\"rndom\", ".repeat(5000);
    let text = format!("ruleset = \"time-of-soccer\"\nbots = [{bots}]\n");
    std::fs::write(folder.path().join("bots.toml"), text).unwrap();
    let said = refused(folder.path(), &["run", "bots.toml", "--no-files"]);
    assert!(said.contains("bots: found 5000 names; allowed: one name for all"), "{said}");
}

#[test]
fn verified_games_give_the_same_answer() {
    let folder = tempdir().unwrap();
    for id in ["futbol-dash", "king-of-the-pitch"] {
        let run = ["run", id, "--bots", "random", "--games", "60", "--no-files", "-q", "--format", "json"];
        let (plain, verified) = (expect(folder.path(), &run, 0), [&run[..], &["--verify"]].concat());
        assert_eq!(expect(folder.path(), &verified, 0), plain, "{id}");
    }
}

/// Within half of all games everything is level.
#[test]
fn a_margin_of_a_share_is_one() {
    let folder = tempdir().unwrap();
    let dash = ["futbol-dash", "--bots", "random", "--games", "60", "--no-files", "--margin"];
    let compared = ["--with", "halftimes=0"];
    for (command, more) in
        [("run", &[][..]), ("compare", &compared), ("sweep", &["--set", "halftimes=0..1"]), ("explain", &[])]
    {
        let typed = |margin| [&[command], &dash[..], &[margin], more].concat();
        let said = refused(folder.path(), &typed("2"));
        assert!(
            said.contains("--margin: found 2; allowed: for seat-gap a share above 0 and below 0.5"),
            "{said}"
        );
    }
    expect(folder.path(), &[&["run"], &dash[..], &["2%"]].concat(), 0);
    // Of turns two are two.
    let turns = [&["compare"], &dash[..], &["2"], &compared, &["--metric", "turns-per-game"]].concat();
    assert!(matches!(levelpitch(folder.path(), &turns).status.code(), Some(0 | 1 | 3)));
    let scenario = "ruleset = \"futbol-dash\"\nbots = \"random\"\n[verdict]\nmargin = 2\n";
    std::fs::write(folder.path().join("wide.toml"), scenario).unwrap();
    let said = refused(folder.path(), &["run", "wide.toml", "--no-files"]);
    assert!(said.contains("wide.toml:4: margin: found 2"), "{said}");
}

#[test]
fn a_file_of_weights_is_told_by_its_own_name_and_line() {
    let folder = tempdir().unwrap();
    let write = |text: &str| std::fs::write(folder.path().join("w.toml"), text).unwrap();
    let dash = ["run", "futbol-dash", "--bots", "trained", "--games", "20", "--no-files", "--bot", "w.toml"];
    write("# mine\n[trained.seats-2]\nno-such-thing = 1\ntempo = 99999\n");
    let said = refused(folder.path(), &dash);
    assert!(said.contains("w.toml:2: trained: found 2 weights, none of them of this game"), "{said}");
    let own = levelpitch::rulesets::app().find("futbol-dash").unwrap().features()[0].name;
    write(&format!("# mine\n[trained.seats-2]\n{own} = 99999\n"));
    let said = refused(folder.path(), &dash);
    assert!(said.contains(&format!("w.toml:3: trained.seats-2.{own}: found 99999")), "{said}");
    write(&format!("[trained.seats-2]\n{own} = 1\n"));
    let said = refused(folder.path(), &with(&dash, &["--set", "players=4"]));
    assert!(said.contains("--bot: found weights for 2 seats alone"), "{said}");
    expect(folder.path(), &dash, 0);
}

#[test]
fn lists_are_of_the_game_that_is_named_and_of_the_form_that_is_asked() {
    let folder = tempdir().unwrap();
    let all = expect(folder.path(), &["list", "scenarios"], 0).lines().count();
    let own = expect(folder.path(), &["list", "scenarios", "futbol-dash"], 0);
    assert!(own.contains("halftimes") && !own.contains("pro-v-elite") && own.lines().count() < all, "{own}");
    for typed in [&["list", "metrics", "--format", "csv"][..], &["rules", "futbol-dash", "--format", "csv"]] {
        let out = expect(folder.path(), typed, 0);
        let mut rows = csv::Reader::from_reader(out.as_bytes());
        let columns = rows.headers().unwrap().len();
        assert!(columns > 1 && rows.records().all(|row| row.unwrap().len() == columns), "{out}");
    }
    let replay = ["replay", "futbol-dash", "--bots", "random", "--format", "csv"];
    assert!(refused(folder.path(), &replay).contains("--format: found csv"));
    let many = ["run", "futbol-dash", "--bots", "random", "--threads", "100000000", "--no-files"];
    assert!(refused(folder.path(), &many).contains("1 to 1024"), "threads");
}

/// The hunt through data files found these lines: the parser went down until the
/// stack ended.
#[test]
fn brackets_that_nothing_closes_are_refused_by_their_line() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("deep.toml"), "bronze = {[points]\n".repeat(40_000)).unwrap();
    let data = ["run", "king-of-the-pitch", "--data", "deep.toml", "--no-files"];
    for command in [&["run", "deep.toml"][..], &data, &["run", "king-of-the-pitch", "--bot", "deep.toml"]] {
        let said = refused(folder.path(), command);
        assert!(
            said.starts_with("error: deep.toml:80: TOML: found more than 80 brackets"),
            "{command:?}: {said}"
        );
    }
}

/// The hunt through data files found a list of 33 000 wrong names that took two
/// seconds, and a megabyte of them took twenty: the line of every fault was counted
/// from the first. Of what is that long nobody reads more than the beginning.
#[test]
fn thousands_of_faults_are_told_by_the_first_and_longer_texts_not_read() {
    let folder = tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let keys = (0..60_000).map(|n| format!("key-{n} = 1\n")).collect::<Vec<_>>().concat();
    write("keys.toml", &format!("ruleset = \"futbol-dash\"\n{keys}"));
    write("odd.toml", &format!("ruleset = \"futbol-dash\"\n{}", "what = wins\"\n".repeat(3000)));
    let box_data = expect(folder.path(), &["data", "time-of-soccer"], 0);
    let slots = "slots = [\"CBL\", \"CBR\", \"CML\", \"CMR\"]";
    assert!(box_data.contains(slots));
    write("slots.toml", &box_data.replacen(slots, &format!("slots = [{}]", "\"\",".repeat(60_000)), 1));
    write("weights.toml", &format!("[trained.seats-2]\nshot = 1\n{keys}"));
    let scenarios = [&["run", "keys.toml"][..], &["run", "odd.toml"]];
    // The same fault is told once.
    let said = refused(folder.path(), &["run", "time-of-soccer", "--data", "slots.toml"]);
    assert_eq!(said.lines().count(), 2, "{said}");
    let weights = &["run", "futbol-dash", "--bot", "weights.toml"][..];
    for command in scenarios.into_iter().chain([weights]) {
        let said = refused(folder.path(), command);
        let last = said.lines().last().unwrap();
        assert_eq!(said.lines().count(), 101, "{command:?}");
        assert!(last.contains("at least 9") && last.ends_with(" faults more; allowed: none"), "{last}");
    }
    write("long.toml", &format!("# {}\n{keys}", " ".repeat(1 << 20)));
    write("odder.toml", &"=\n".repeat(1 << 20));
    let said = refused(folder.path(), &["run", "odder.toml"]);
    assert!(said.lines().count() == 1 && said.starts_with("error: odder.toml:1: TOML: found "), "{said}");
    write("longer.toml", &format!("# {}\n{keys}", " ".repeat(8 << 20)));
    for (command, most) in [
        (&["run", "longer.toml"][..], 8),
        (&["run", "futbol-dash", "--data", "long.toml"], 1),
        (&["run", "futbol-dash", "--bot", "long.toml"], 1),
    ] {
        let said = refused(folder.path(), command);
        assert_eq!(said.lines().count(), 1, "{command:?}: {said}");
        assert!(
            said.contains("toml: TOML: found ") && said.contains(&format!("at most {most} MiB")),
            "{said}"
        );
    }
}
