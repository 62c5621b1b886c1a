//! Names that mean harm, in every place where an input names something: what a
//! terminal, a spreadsheet, a browser or a build service would act on is refused
//! or arrives as the letters that it is, and nothing is written beside `--out`.

use super::support::{BINARY, files, levelpitch, text, with};

use std::fmt::Write as _;
use std::path::Path;
use std::process::Output;

use tempfile::tempdir;

/// Names that no reader takes.
const REFUSED: [&str; 10] = [
    "\tcell",
    "\u{1b}[2Jgone",
    "bell\u{7}",
    "nul\u{0}",
    "a\u{202e}b",
    "a\u{2066}b",
    "x\n::error::boo",
    "::error::boo",
    "wide ::error::boo",
    "##[error]boo",
];

/// Names that are odd and harmless as long as nobody acts on them.
const TAKEN: [&str; 12] = [
    "=HYPERLINK(1)",
    "+cmd|' /C calc'!A0",
    "@SUM(1)",
    "-2+3",
    "<script>alert(1)</script>",
    "\" onload=\"x' & ]]>",
    "|a|`b`|",
    "```",
    "../../x",
    "--out=../x",
    "[a](javascript:b) ![c](http://d)",
    "$(touch x) %0A %1$s {{7*7}}",
];

/// Both, and one that is very long.
fn names() -> Vec<String> {
    let all = REFUSED.iter().chain(&TAKEN).map(|&name| name.to_owned());
    all.chain(["long".repeat(300)]).collect()
}

/// A name as a text of TOML.
fn quoted(name: &str) -> String {
    serde_json::to_string(name).unwrap()
}

/// What of a text somebody would act on, by the kind of file it is in.
fn harm(kind: &str, bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    let odd = |letter: &char| {
        *letter != '\n'
            && (letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
    };
    if let Some(letter) = text.chars().find(odd) {
        return Some(format!("U+{:04X}", u32::from(letter)));
    }
    if text.contains("##[") || text.lines().any(|line| line.trim_start().starts_with("::")) {
        return Some("a command of a build service".to_owned());
    }
    match kind {
        "csv" => {
            let mut rows = csv::ReaderBuilder::new().flexible(true).has_headers(false).from_reader(bytes);
            let cells: Vec<String> = rows
                .records()
                .flat_map(|row| row.unwrap().iter().map(str::to_owned).collect::<Vec<_>>())
                .collect();
            let signed = |cell: &str| {
                cell.starts_with(['+', '-']) && !cell[1..].starts_with(|c: char| c.is_ascii_digit())
            };
            let formula = |cell: &&String| cell.starts_with(['=', '@']) || signed(cell) || *cell == "-2+3";
            cells.iter().find(formula).map(|cell| format!("the formula {cell}"))
        }
        "html" | "svg" | "xml" => ["<script>alert", "onload=\"x", "]]>"]
            .into_iter()
            .find(|markup| text.replace("/*]]>*/", "").contains(markup))
            .map(str::to_owned),
        "md" => {
            let bare = text.replace("\\\\", "").replace("\\<", "").replace("\\]", "").replace("\\|", "");
            let columns = |line: &str| line.matches('|').count();
            let mut lines = bare.lines().zip(bare.lines().skip(1));
            let torn =
                lines.find(|(a, b)| a.starts_with('|') && b.starts_with('|') && columns(a) != columns(b));
            let markup =
                ["<script>", "](javascript", "](http://d"].into_iter().find(|markup| bare.contains(markup));
            torn.map(|(a, b)| format!("a torn table:\n{a}\n{b}")).or(markup.map(str::to_owned))
        }
        "json" => serde_json::from_slice::<serde_json::Value>(bytes).err().map(|error| error.to_string()),
        _ => None,
    }
}

/// Runs a command in a folder and looks at all that it says and writes.
fn safe(folder: &Path, words: &[&str]) -> Output {
    let output = levelpitch(folder, words);
    let status = output.status.code();
    assert!(matches!(status, Some(0..=3)), "{words:?}: {status:?} {}", text(&output.stderr));
    let printed = words.windows(2).find(|pair| pair[0] == "--format").map_or("", |pair| pair[1]);
    let said = if status == Some(2) { "" } else { printed };
    for (kind, bytes) in [(said, &output.stdout), ("", &output.stderr)] {
        if let Some(found) = harm(kind, bytes) {
            panic!("{words:?}: {found} in\n{}", text(bytes));
        }
    }
    if folder.join("out").exists() {
        for (name, bytes) in files(&folder.join("out")) {
            let kind = Path::new(&name).extension().and_then(|kind| kind.to_str()).unwrap_or_default();
            if !matches!(kind, "png" | "parquet") {
                let found = harm(kind, &bytes);
                assert_eq!(found, None, "{words:?}: {name}");
            }
        }
    }
    output
}

/// A folder inside of which all is written, and what lies beside it.
fn beside(folder: &Path) -> Vec<String> {
    let mut all: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    all.sort();
    all
}

#[test]
fn names_in_files_are_refused_or_arrive_as_they_are() {
    let outer = tempdir().unwrap();
    let folder = outer.path().join("work");
    std::fs::create_dir(&folder).unwrap();
    let head = "ruleset = \"futbol-dash\"\nbots = \"random\"\ngames = 40\n";
    for name in REFUSED {
        for (file, part) in [
            ("question.toml", format!("question = {}\n", quoted(name))),
            ("arm.toml", format!("[[arm]]\nname = {}\n", quoted(name))),
            (
                "budget.toml",
                format!("[[budget]]\nname = {}\nmetric = \"turns-per-game\"\nmin = 1\n", quoted(name)),
            ),
        ] {
            std::fs::write(folder.join(file), format!("{head}{part}")).unwrap();
            let output = safe(&folder, &["check", file]);
            assert_eq!(output.status.code(), Some(2), "{file}: {name:?}");
        }
    }
    // All that are taken in one scenario.
    let taken: Vec<String> = names().split_off(REFUSED.len());
    let mut scenario = format!("question = {}\n{head}", quoted(&taken.join(" ")));
    for name in &taken {
        let name = quoted(name);
        writeln!(
            scenario,
            "[[arm]]\nname = {name}\n[[budget]]\nname = {name}\nmetric = \"turns-per-game\"\nmin = 1"
        )
        .unwrap();
    }
    std::fs::write(folder.join("all.toml"), scenario).unwrap();
    let before = (beside(outer.path()), beside(&folder));
    for format in ["table", "csv", "md", "json"] {
        let output = safe(&folder, &["run", "all.toml", "--no-files", "-q", "--format", format]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    safe(&folder, &["run", "all.toml", "--out", "out", "-q"]);
    let files = ["--out", "out", "--junit", "out/junit.xml", "--markdown", "out/summary.md", "-q"];
    for format in ["table", "md", "json"] {
        safe(&folder, &with(&["check", "all.toml", "--format", format], &files));
    }
    safe(&folder, &["games", "all.toml", "--games", "4", "--format", "csv", "--out", "out", "-q"]);
    std::fs::remove_dir_all(folder.join("out")).unwrap();
    assert_eq!((beside(outer.path()), beside(&folder)), before);
}

#[test]
fn names_on_the_command_line_are_refused_or_arrive_as_they_are() {
    let outer = tempdir().unwrap();
    let folder = outer.path().join("work");
    std::fs::create_dir(&folder).unwrap();
    for name in names().iter().filter(|name| !name.contains('\0')) {
        let quick = ["--games", "20", "--bots", "random", "--no-files", "-q"];
        let (set, key) = (format!("halftimes={name}"), format!("{name}=1"));
        let (bot, program) = (format!("--bots={name}"), format!("--bots=program:{name}"));
        let (squad, baseline) = (format!("--squads={name}"), format!("--baseline={name}"));
        let (metric, data) = (format!("--metric={name}"), format!("--data={name}"));
        for words in [
            &["run", "--no-files", "-q", "--", name][..],
            &["run", "futbol-dash", "--set", &set, "--no-files"],
            &["run", "futbol-dash", "--set", &key, "--no-files"],
            &["run", "futbol-dash", &bot, "--no-files"],
            &["run", "futbol-dash", &program, "--games", "20", "--no-files"],
            &["run", "futbol-dash", &data, "--no-files"],
            &["run", "time-vault-soccer", &squad, "--no-files"],
            &["explain", "futbol-dash", &metric, "--no-files"],
            &["check", "futbol-dash", &baseline],
            &["merge", "--", name],
            &["rules", "--", name],
        ] {
            assert_eq!(safe(&folder, words).status.code(), Some(2), "{words:?}");
        }
        safe(&folder, &with(&with(&["save"], &quick[..4]), &["-q", "--", name, "futbol-dash"]));
    }
    assert_eq!(beside(outer.path()), ["work"], "nothing climbs out of its folder");
}

/// Names in component data and in what people have written down.
#[test]
fn names_in_data_and_logs_are_refused_or_arrive_as_they_are() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let printed = text(&levelpitch(folder, &["data", "futbol-dash"]).stdout);
    for name in names() {
        assert!(printed.contains("\"Nutmeg\""), "a card with a name");
        std::fs::write(folder.join("cards.toml"), printed.replace("\"Nutmeg\"", &quoted(&name))).unwrap();
        let quick = ["--data", "cards.toml", "--games", "20", "--bots", "random", "-q"];
        let output = safe(folder, &with(&["cards", "futbol-dash", "--no-files", "--format", "md"], &quick));
        let refused = output.status.code() == Some(2);
        assert!(refused == REFUSED.contains(&name.as_str()), "{name:?}: {}", text(&output.stderr));
        let log =
            format!("winner,player 1,player 2,used,notes\n1,\"{0}\",B,,\"{0}\"\n", name.replace('"', "\"\""));
        std::fs::write(folder.join("log.csv"), &log).unwrap();
        let read = [
            "playtest",
            "read",
            "log.csv",
            "futbol-dash",
            "--games",
            "40",
            "--bots",
            "random",
            "-q",
            "--no-files",
        ];
        safe(folder, &with(&read, &["--format", "md"]));
        std::fs::write(
            folder.join("log.csv"),
            log.replacen("1,", &format!("\"{}\",", name.replace('"', "\"\"")), 1),
        )
        .unwrap();
        safe(folder, &read);
    }
    // All in one report with every file of it.
    let taken = TAKEN.join(" ");
    std::fs::write(folder.join("cards.toml"), printed.replace("\"Nutmeg\"", &quoted(&taken))).unwrap();
    let quick = ["--data", "cards.toml", "--games", "20", "--bots", "random", "-q", "--out", "out"];
    for command in ["run", "cards"] {
        safe(folder, &with(&[command, "futbol-dash"], &quick));
    }
}

/// A path that is no Unicode, and files of hostile names in folders that are read.
#[cfg(unix)]
#[test]
fn files_of_any_name_are_told_in_letters() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::PermissionsExt;
    let folder = tempdir().unwrap();
    let folder = folder.path();
    for odd in [&b"a\xff.toml"[..], b"a\xff\x1b[2Jb.toml"].map(OsStr::from_bytes) {
        std::fs::write(folder.join(odd), "ruleset = \"futbol-dash\"\nbots = \"random\"\n").unwrap();
        for command in ["run", "check", "open", "merge", "report", "rerun"] {
            let mut run = std::process::Command::new(BINARY);
            let output = run.current_dir(folder).arg(command).arg(odd).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{command}: {}", text(&output.stdout));
            assert_eq!(harm("", &output.stderr), None, "{command}");
        }
    }
    let reports = folder.join("reports");
    std::fs::create_dir(&reports).unwrap();
    for (at, name) in
        names().iter().filter(|name| !name.contains(['/', '\0']) && name.len() < 200).enumerate()
    {
        let run = ["run", "futbol-dash", "--games", "20", "--bots", "random", "-q", "--out"];
        let own = format!("reports/{at}");
        if at == 0 {
            safe(folder, &with(&run, &[&own]));
        } else {
            // The same report under another name.
            let copy = reports.join(name);
            std::fs::create_dir(&copy).unwrap();
            for file in ["report.html", "answer.json", "run.json"] {
                let _ = std::fs::copy(reports.join("0").join(file), copy.join(file));
            }
        }
        let program = folder.join(name);
        std::fs::write(&program, "#!/bin/sh\n").unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let bot = format!("--bots=program:./{name}");
        assert_eq!(
            safe(folder, &["run", "futbol-dash", &bot, "--games", "20", "--no-files"]).status.code(),
            Some(2)
        );
    }
    let copy = reports.join(OsStr::from_bytes(b"\xff\x07"));
    std::fs::create_dir(&copy).unwrap();
    std::fs::copy(reports.join("0/report.html"), copy.join("report.html")).unwrap();
    safe(folder, &["open", "reports", "--no-browser"]);
    for (name, bytes) in files(&reports).iter().filter(|(name, _)| name.starts_with("index.")) {
        let kind = Path::new(name).extension().and_then(|kind| kind.to_str()).unwrap_or_default();
        assert_eq!(harm(kind, bytes), None, "{name}");
    }
}
