//! A folder of reports, whole at every moment.

use super::*;
use disk::Failing;

#[test]
fn a_failed_set_leaves_the_old_files_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a"), "old").unwrap();
    fs::create_dir(folder.path().join("b")).unwrap();
    fs::write(folder.path().join("b/x"), "").unwrap();
    let files = [("a".to_owned(), b"new".to_vec()), ("b/x/y".to_owned(), b"new".to_vec())];
    assert!(write_all(folder.path(), || files.clone(), Terms::default()).is_err());
    assert_eq!(fs::read_to_string(folder.path().join("a")).unwrap(), "old");
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names.len(), 3, "only what is kept stays behind: {names:?}");
    assert!(folder.path().join(KEPT).join("a").is_file());
    write_all(folder.path(), || [("plots/a.svg".to_owned(), b"new".to_vec())], Terms::default()).unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("plots/a.svg")).unwrap(), "new");
}

#[test]
fn the_next_report_takes_the_last_one_with_it_and_nothing_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let set = |names: &[&str]| -> Vec<(String, Vec<u8>)> {
        names.iter().map(|name| ((*name).to_owned(), name.as_bytes().to_vec())).collect()
    };
    let first = set(&["report.html", "plots/a.svg", "plots/b.svg", "c.csv", "old/x.svg"]);
    write_all(folder.path(), || first.clone(), Terms::default()).unwrap();
    fs::write(at("plots/mine.svg"), "mine").unwrap();
    fs::write(at("c.csv"), "edited").unwrap();
    ours(folder.path(), &["summary.csv"]).unwrap();
    write_all(folder.path(), || set(&["report.html", "plots/a.svg"]), Terms::default()).unwrap();
    for (name, there) in [
        ("plots/a.svg", true),
        ("plots/b.svg", false),
        ("plots/mine.svg", true),
        ("c.csv", true),
        ("old", false),
    ] {
        assert_eq!(at(name).exists(), there, "{name}");
    }
    assert_eq!(fs::read_to_string(at("c.csv")).unwrap(), "edited");
}

#[test]
fn a_list_cannot_point_outside_its_folder() {
    let outer = tempfile::tempdir().unwrap();
    let (folder, victim) = (outer.path().join("in"), outer.path().join("victim"));
    fs::create_dir(&folder).unwrap();
    fs::write(&victim, "x").unwrap();
    let hash = blake3::hash(b"x").to_hex();
    let list = format!("{{\"files\": {{\"../victim\": \"{hash}\", \"{}\": \"{hash}\"}}}}", victim.display());
    fs::write(folder.join(LIST), list).unwrap();
    write_all(&folder, Vec::new, Terms::default()).unwrap();
    assert!(victim.exists());
}

#[test]
fn a_strangers_table_is_told_before_play() {
    let folder = tempfile::tempdir().unwrap();
    ours(folder.path(), &["summary.csv"]).unwrap();
    fs::write(folder.path().join("notes.txt"), "").unwrap();
    ours(folder.path(), &["summary.csv"]).unwrap();
    fs::write(folder.path().join("summary.csv"), "mine").unwrap();
    let refused = ours(folder.path(), &["summary.csv"]).unwrap_err().to_string();
    assert!(refused.contains("summary.csv"), "{refused}");
}

/// Files of any name, at the end at the latest: nothing of theirs is replaced.
#[test]
fn no_strangers_file_is_written_over() {
    let set = |text: &str| vec![("answer.csv".to_owned(), text.as_bytes().to_vec())];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answer.csv");
    fs::write(&path, "mine").unwrap();
    let refused = write_all(folder.path(), || set("theirs"), Terms::default()).unwrap_err();
    assert!(refused.to_string().contains("answer.csv: cannot be written: it is there already"), "{refused}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    assert!(refused.kept.is_some(), "what was found is kept");
    // The same text, a file that the report is made from, and one of an earlier report.
    write_all(folder.path(), || set("mine"), Terms::default()).unwrap();
    fs::remove_file(folder.path().join(LIST)).unwrap();
    write_all(folder.path(), || set("made from it"), Terms { own: &["answer.csv"], ..Terms::default() })
        .unwrap();
    write_all(folder.path(), || set("next"), Terms::default()).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "next");
    let other = tempfile::tempdir().unwrap();
    fs::write(other.path().join(LIST), "somebody's list").unwrap();
    assert!(write_all(other.path(), || set("x"), Terms::default()).is_err());
}

#[test]
fn a_report_that_was_interrupted_is_no_finished_one() {
    let folder = tempfile::tempdir().unwrap();
    let put = |interrupted| {
        write_all(folder.path(), || report("new"), Terms { interrupted, ..Terms::default() }).unwrap();
        is_finished(folder.path())
    };
    assert!(!is_finished(folder.path()));
    assert!(!put(true) && put(false) && !put(true));
}

#[test]
fn what_people_fill_in_is_not_lost() {
    let folder = tempfile::tempdir().unwrap();
    write_all(folder.path(), || vec![("log.csv".to_owned(), b"date,winner\n".to_vec())], Terms::default())
        .unwrap();
    untouched(folder.path(), &["log.csv", "other.csv"]).unwrap();
    fs::write(folder.path().join("log.csv"), "date,winner\ntoday,a\n").unwrap();
    let refused = untouched(folder.path(), &["log.csv"]).unwrap_err().to_string();
    assert!(refused.contains("log.csv") && refused.contains("filled in"), "{refused}");
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_a_folder() {
    use std::os::unix::fs::symlink;

    let (folder, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let theirs = outside.path().join("a.svg");
    fs::write(&theirs, "keep").unwrap();
    symlink(outside.path(), folder.path().join("plots")).unwrap();
    let refused = write_all(folder.path(), || report("new"), Terms::default()).unwrap_err().to_string();
    assert!(refused.contains("a link leads out of the folder"), "{refused}");
    // A neighbour's place is no way out either; a link that is named is followed.
    symlink(&theirs, neighbour(&folder.path().join("part.json"))).unwrap();
    write(&folder.path().join("part.json"), b"part").unwrap();
    assert_eq!(fs::read_to_string(&theirs).unwrap(), "keep");
    symlink(&theirs, folder.path().join("junit.xml")).unwrap();
    write(&folder.path().join("junit.xml"), b"<?xml").unwrap();
    assert_eq!(fs::read_to_string(&theirs).unwrap(), "<?xml");
    assert!(folder.path().join("junit.xml").is_symlink());
}

type Set = Vec<(String, Vec<u8>)>;

/// A report of a generation: some files have their names in common.
fn report(generation: &str) -> Set {
    // The first one and the last come in two pieces.
    let names = ["run.json", "run.json", "report.html", "plots/a.svg", "summary.csv"];
    let own = format!("plots/{generation}.svg");
    let names = names.into_iter().chain([own.as_str(), &own]);
    names.map(|name| (name.to_owned(), format!("{generation} {name} ").into_bytes())).collect()
}

/// Every file of a folder but the list, with the generation it is of.
fn generations(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            let inner = generations(&path);
            found.extend(inner.into_iter().map(|(file, text)| (format!("{name}/{file}"), text)));
        } else if name != LIST {
            let text = fs::read_to_string(&path).unwrap();
            found.insert(name, text.split(' ').next().unwrap().to_owned());
        }
    }
    found
}

/// Whichever call fails, alone or with all that follow: who comes next finds the
/// old report or the new one, whole, and what others have put there.
#[test]
fn a_fault_at_any_call_leaves_the_old_report_or_the_new_one() {
    for killed in [false, true] {
        let mut seen = [false; 2];
        for call in 0.. {
            let folder = tempfile::tempdir().unwrap();
            write_all(folder.path(), || report("old"), Terms::default()).unwrap();
            fs::write(folder.path().join("plots/mine.txt"), "mine ").unwrap();
            let disk = Failing::at(call, killed);
            let done = all_on(&disk, folder.path(), report("new"), Terms::default());
            if !disk.has_failed() {
                done.unwrap();
                assert!(call > 12, "{call} calls");
                let both = folder.path().join("plots/new.svg");
                assert_eq!(fs::read_to_string(&both).unwrap(), "new plots/new.svg ".repeat(2));
                assert_eq!(hash(&both), Some(listed(folder.path()).files["plots/new.svg"].clone()));
                break;
            }
            // The next process.
            prepare(folder.path()).unwrap();
            let mut found = generations(folder.path());
            assert_eq!(found.remove("plots/mine.txt").as_deref(), Some("mine"));
            let generation = found["run.json"].clone();
            assert!(found.values().all(|other| *other == generation), "call {call}: {found:?}");
            assert_eq!(found.len(), 5, "call {call}: {found:?}");
            assert!(done.is_err() || generation == "new", "call {call}");
            seen[usize::from(generation == "new")] = true;
        }
        assert_eq!(seen, [true; 2]);
    }
}

#[test]
fn a_report_that_cannot_be_written_leaves_its_counts() {
    let folder = tempfile::tempdir().unwrap();
    write_all(folder.path(), || report("old"), Terms::default()).unwrap();
    fs::remove_file(folder.path().join("summary.csv")).unwrap();
    fs::create_dir(folder.path().join("summary.csv")).unwrap();
    let error = write_all(folder.path(), || report("new"), Terms::default()).unwrap_err();
    let kept = error.kept.clone().unwrap();
    assert_eq!(fs::read_to_string(&kept).unwrap(), "new run.json new run.json ");
    assert!(error.to_string().contains("a folder has this name; the counts are kept, `"), "{error}");
    assert!(!folder.path().join(NEW).exists() && !folder.path().join(PUT).exists());
    fs::remove_dir(folder.path().join("summary.csv")).unwrap();
    write_all(folder.path(), || report("newest"), Terms::default()).unwrap();
    assert!(generations(folder.path()).values().all(|generation| generation == "newest"));
}

#[test]
fn a_folder_that_nobody_wrote_to_is_gone_again() {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("reports/refused");
    drop(hold(&folder).unwrap());
    assert!(outer.path().exists() && !outer.path().join("reports").exists());
    let held = hold(&folder).unwrap();
    write_all(&folder, || [("a".to_owned(), b"new".to_vec())], Terms::default()).unwrap();
    drop(held);
    assert!(folder.join("a").is_file());
    // What was there before stays, empty or not.
    let old = outer.path().join("old");
    fs::create_dir(&old).unwrap();
    drop(hold(&old).unwrap());
    assert!(old.is_dir());
}
