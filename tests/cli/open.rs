//! `levelpitch open` as a user runs it.

use super::support;

use support::{expect, files, json, refused, text};
use tempfile::tempdir;

#[test]
fn every_report_of_a_folder_is_listed_with_its_answer_the_newest_first() {
    let folder = tempdir().unwrap();
    let run =
        |game: &str| expect(folder.path(), &["run", game, "--bots", "random", "--games", "40", "-q"], 0);
    run("king-of-the-pitch");
    std::thread::sleep(std::time::Duration::from_millis(20));
    run("futbol-dash");
    let compare =
        ["compare", "futbol-dash", "--bots", "rusher", "--with", "halftimes=0", "--max-games", "400"];
    std::thread::sleep(std::time::Duration::from_millis(20));
    expect(folder.path(), &support::with(&compare, &["-q", "--out", "reports/mine/<b>&'x"]), 3);
    let out = expect(folder.path(), &["open"], 0);
    assert!(out.starts_with("3 reports") && out.contains("Report: reports/index.html\n"), "{out}");
    let place = |what: &str| out.find(what).unwrap_or_else(|| panic!("{what} in {out}"));
    assert!(place("halftimes") < place("futbol-dash "), "{out}");
    assert!(place("futbol-dash ") < place("king-of-the-pitch"), "{out}");
    let written = files(&folder.path().join("reports"));
    let page = text(&written["index.html"]);
    assert!(page.contains("href=\"./mine/%3Cb%3E%26%27x/report.html\"") && !page.contains("<b>"), "{page}");
    assert!(
        page.contains("Futbol Dash is ") && page.contains("href=\"./futbol-dash-bots-random/report.html\"")
    );
    // Again, after one more, it is brought up to date; a report itself is shown.
    run("time-vault-soccer");
    let document = json(&expect(folder.path(), &["open", "--format", "json"], 0));
    assert_eq!(document["reports"].as_array().unwrap().len(), 4);
    assert_eq!(document["reports"][0]["page"], "time-vault-soccer-bots-random/report.html");
    let out = expect(folder.path(), &["open", "reports/futbol-dash-bots-random"], 0);
    assert_eq!(out, "Report: reports/futbol-dash-bots-random/report.html\n");
    assert!(!folder.path().join("reports/futbol-dash-bots-random/index.html").exists());
}

#[test]
fn a_folder_without_reports_and_a_strangers_page_are_left_alone() {
    let folder = tempdir().unwrap();
    assert!(refused(folder.path(), &["open"]).contains("reports: found no such folder"));
    std::fs::create_dir_all(folder.path().join("reports/x")).unwrap();
    let said = refused(folder.path(), &["open"]);
    assert!(said.contains("found no report in it") && said.contains("levelpitch run"), "{said}");
    expect(folder.path(), &["run", "futbol-dash", "--bots", "random", "--games", "40", "-q"], 0);
    std::fs::write(folder.path().join("reports/index.html"), "mine").unwrap();
    assert!(refused(folder.path(), &["open"]).contains("index.html"));
    assert_eq!(std::fs::read_to_string(folder.path().join("reports/index.html")).unwrap(), "mine");
}

/// What a report says of itself may be anybody's text, or nothing at all.
#[test]
fn a_damaged_headline_is_listed_by_its_folder() {
    let folder = tempdir().unwrap();
    expect(folder.path(), &["run", "futbol-dash", "--bots", "random", "--games", "40", "-q"], 0);
    let report = folder.path().join("reports/futbol-dash-bots-random");
    for bad in ["", "[", "{\"title\": 3}"] {
        std::fs::write(report.join("answer.json"), bad).unwrap();
        let out = expect(folder.path(), &["open"], 0);
        assert!(out.contains("futbol-dash-bots-random") && out.contains("no answer was kept"), "{out}");
    }
}
