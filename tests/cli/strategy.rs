//! `levelpitch strategy` as a user runs it.

use tempfile::tempdir;

use super::support::{expect, json, refused, with};

const QUICK: [&str; 6] = ["strategy", "futbol-dash", "--bots", "rusher", "--games", "30"];

#[test]
fn one_page_says_what_goals_openings_moves_and_cards_are_like() {
    let folder = tempdir().unwrap();
    let out = expect(folder.path(), &with(&QUICK, &["--out", "s"]), 0);
    let first = out.lines().next().unwrap();
    assert!(first.contains("2 `rusher` bots") && first.contains("football's"), "{first}");
    assert!(out.lines().nth(1).unwrap().contains("for printing"), "{out}");
    let tables = [
        "Goals beside football's models: 300 scores",
        "goals of 1st player",
        "One player begins with this",
        "One player may not do one thing",
        "What one more of each is worth",
        "What a head start is worth",
    ];
    for table in tables {
        assert!(out.contains(table), "{table}: {out}");
    }
    for file in ["strategy.json", "openings.csv", "moves.csv", "cards.csv", "goals.csv", "report.html"] {
        assert!(folder.path().join("s").join(file).is_file(), "{file}");
    }
    let goals = std::fs::read_to_string(folder.path().join("s/goals.csv")).unwrap();
    let rows: Vec<&str> = goals.lines().filter_map(|line| line.split(',').next()).collect();
    // A match to three goals has no low scores, which ρ is about.
    assert_eq!(rows, ["what", "dispersion", "draws-beyond-skellam"]);
}

#[test]
fn its_document_comes_out_again_whatever_the_threads_and_shards() {
    let folder = tempdir().unwrap();
    let whole =
        expect(folder.path(), &with(&QUICK, &["--format", "json", "--threads", "1", "--out", "a"]), 0);
    let document = json(&whole);
    assert!(document["openings"].as_array().is_some_and(|openings| openings.len() > 3), "{whole}");
    assert!(document["goals"]["draws"]["estimate"]["value"].is_number());
    assert!(document["goals"]["rho"].is_null(), "a match to three goals has no low scores");
    let again = expect(folder.path(), &["rerun", "a/strategy.json", "--threads", "2"], 0);
    assert!(again.starts_with("identical: `levelpitch strategy futbol-dash"), "{again}");
    for share in ["1/2", "2/2"] {
        let out = format!("part-{}", &share[..1]);
        expect(folder.path(), &with(&QUICK, &["--shard", share, "--out", &out, "--quiet"]), 0);
    }
    let merged = expect(folder.path(), &["merge", "part-1", "part-2", "--format", "json", "--out", "m"], 0);
    assert_eq!(merged, whole);
}

/// A table of one has nobody to open against, and no first player.
#[test]
fn what_a_game_does_not_have_is_left_out_and_what_cannot_be_asked_refused() {
    let folder = tempdir().unwrap();
    let three =
        ["strategy", "futbol-dash", "--set", "players=3", "--bots", "rusher", "--games", "6", "--no-files"];
    let out = expect(folder.path(), &three, 0);
    assert!(!out.contains("Goals beside football's models") && out.contains("One player begins"), "{out}");
    // What King of the Pitch scores are matches won, no goals.
    let king = ["strategy", "king-of-the-pitch", "--bots", "rusher", "--games", "6", "--no-files"];
    let out = expect(folder.path(), &king, 0);
    assert!(!out.contains("football's") && out.contains("One player begins"), "{out}");
    for (args, said) in [
        (&["strategy", "futbol-dsah"][..], "futbol-dash"),
        (&["strategy", "futbol-dash", "--arm", "nobody"], "nobody"),
        (&["strategy", "futbol-dash", "--games", "0"], "1"),
        (&["strategy", "futbol-dash", "--top", "0"], "1 or more"),
    ] {
        let err = refused(folder.path(), args);
        assert!(err.contains(said), "{args:?}: {err}");
    }
}

/// Boss by Boss: what stars are put into, as a map, and squads that `run` takes.
#[test]
fn the_best_squads_are_a_map_and_can_be_played() {
    let folder = tempdir().unwrap();
    let vault = ["strategy", "time-vault-soccer", "--bots", "hoofer", "--games", "20"];
    let out = expect(folder.path(), &with(&vault, &["--out", "v"]), 0);
    for said in
        ["The best squad of every kind", "where the stars lie", "Pro, 26 stars", "Elite, 32 stars", "stars:"]
    {
        assert!(out.contains(said), "{said}: {out}");
    }
    let rows = std::fs::read_to_string(folder.path().join("v/squads.csv")).unwrap();
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!(rows.len(), 31);
    assert!(rows[0].starts_with("row,column,squad,ruling,worth,"), "{}", rows[0]);
    let page = std::fs::read_to_string(folder.path().join("v/report.html")).unwrap();
    assert!(page.contains("The best squads"), "no map");
    let squad = rows[1].split(',').find(|cell| cell.starts_with("stars:")).unwrap();
    let squads = format!("{squad},debut-60s");
    let run =
        ["run", "time-vault-soccer", "--bots", "hoofer", "--squads", &squads, "--games", "20", "--no-files"];
    expect(folder.path(), &run, 0);
    // The same again from parts: the search is played in each, the games are shared out.
    let whole =
        expect(folder.path(), &with(&vault, &["--format", "json", "--threads", "1", "--no-files"]), 0);
    assert_eq!(json(&whole)["squads"]["cells"].as_array().map(Vec::len), Some(30));
    for share in ["1/2", "2/2"] {
        let out = format!("vault-{}", &share[..1]);
        expect(folder.path(), &with(&vault, &["--shard", share, "--out", &out, "--quiet"]), 0);
    }
    let merged =
        expect(folder.path(), &["merge", "vault-1", "vault-2", "--format", "json", "--out", "vm"], 0);
    assert_eq!(merged, whole);
}

/// What a mix of nations comes to needs no play.
#[test]
fn the_best_sevens_are_exact_and_rules_are_weighed() {
    let folder = tempdir().unwrap();
    let rush = ["strategy", "squad-rush-season", "--bots", "random", "--games", "3", "--out", "r"];
    let out = expect(folder.path(), &rush, 0);
    for said in
        ["nations in the seven", "Every squad of each kind was looked at", "What rules are worth", "captains"]
    {
        assert!(out.contains(said), "{said}: {out}");
    }
    let document = json(&std::fs::read_to_string(folder.path().join("r/strategy.json")).unwrap());
    assert_eq!((&document["squads"]["games"], &document["squads"]["tried"]), (&0.into(), &0.into()));
    let cell = &document["squads"]["cells"][0];
    assert_eq!((&cell["column"], &cell["worth"]["method"]), (&"1 nation".into(), &"exact".into()));
    assert_eq!(cell["worth"]["low"], cell["worth"]["high"]);
    assert_eq!(document["rules"][0]["rule"], "captains");
    let rows = std::fs::read_to_string(folder.path().join("r/rules.csv")).unwrap();
    assert!(rows.starts_with("rule,set,metric,change,") && rows.contains("captains-armband = on"), "{rows}");
    let page = std::fs::read_to_string(folder.path().join("r/report.html")).unwrap();
    assert!(page.contains("What wins and what loses") && page.contains("The best squads"), "no figures");
}

/// The caller gets no more turns and everybody else does (SQR-CALL-05): whoever
/// may not call wins more, and that is what the page says first.
#[test]
fn the_largest_trap_is_told_first() {
    let folder = tempdir().unwrap();
    let words = ["strategy", "squad-rush-season", "--bots", "trained", "--games", "100", "--no-files"];
    let out = expect(folder.path(), &words, 0);
    assert!(out.starts_with("In play of 2 `trained` bots “FULL-TIME call” (+"), "{out}");
    assert!(out.lines().nth(1).unwrap().contains("printing: look at the traps"), "{out}");
    let mut bans = out.lines().skip_while(|line| !line.starts_with("One player may not do one thing"));
    let trap = bans.find(|line| line.contains(" a trap "));
    assert!(trap.is_some_and(|row| row.starts_with("FULL-TIME call")), "{out}");
}
