//! Report pages in a real headless browser: no console error, no request that
//! leaves the page, nothing wider than a phone, printable, readable in dark
//! and light.
//!
//! Needs a Chromium or Chrome on the path (or in `BROWSER`) beside the Rust
//! toolchain, so it is a test of the feature `browser`: `just browser`, and the
//! continuous integration of the project.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::{TempDir, tempdir};

fn browser() -> String {
    let named = std::env::var("BROWSER").ok();
    let known = ["chromium", "chromium-browser", "google-chrome", "chrome"].map(str::to_owned);
    let found =
        named.into_iter().chain(known).find(|name| Command::new(name).arg("--version").output().is_ok());
    found.expect("a Chromium or Chrome on the path, or its name in BROWSER")
}

fn browse(folder: &Path, page: &Path, args: &[&str]) -> Output {
    let profile = folder.join("profile");
    let mut command = Command::new(browser());
    command.args(["--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr"]);
    command.args(["--virtual-time-budget=4000", "--host-resolver-rules=MAP * ~NOTFOUND"]);
    command.arg(format!("--user-data-dir={}", profile.display())).args(args);
    command.arg(format!("file://{}", page.display())).output().expect("the browser runs")
}

/// One report of each kind of command, written by the binary itself.
fn reports(folder: &TempDir) -> Vec<PathBuf> {
    let runs: &[&[&str]] = &[
        &["run", "first-seat", "--games", "400"],
        &["run", "pro-v-elite", "--games", "60"],
        &["compare", "futbol-dash", "--bots", "rusher", "--with", "halftimes=0", "--max-games", "2000"],
        &["sweep", "king-of-the-pitch", "--bots", "rusher", "--set", "wins-to-win=3..6", "--games", "200"],
        &["tournament", "futbol-dash", "--bots", "random,rusher", "--games", "200"],
        &[
            "tune",
            "king-of-the-pitch",
            "--bots",
            "rusher",
            "--set",
            "wins-to-win=3..6",
            "--target",
            "turns-per-game=60",
            "--games",
            "6000",
        ],
        &["explain", "futbol-dash", "--bots", "rusher", "--games", "60"],
        &["check", "level-thresholds"],
        &[
            "exploit",
            "futbol-dash",
            "--bots",
            "random,rusher",
            "--replies",
            "random,planner",
            "--tries",
            "40",
            "--games",
            "60",
        ],
        &["skill-ladder", "futbol-dash", "--bots", "random,rusher", "--rungs", "2", "--games", "60"],
        &["cards", "futbol-dash", "--bots", "rusher", "--games", "100", "--margin", "0.9"],
        &["playtest", "plan", "king-of-the-pitch", "--set", "players=4", "--bots", "rusher"],
        &["analyse", "futbol-dash", "--bots", "rusher", "--decisions", "60"],
        &["strategy", "futbol-dash", "--bots", "rusher", "--games", "40"],
        &["diff", "kept", "futbol-dash", "--bots", "rusher", "--set", "halftimes=0"],
    ];
    let keep = ["save", "kept", "futbol-dash", "--bots", "rusher", "--games", "200", "--quiet"];
    let kept = Command::new(env!("CARGO_BIN_EXE_levelpitch")).current_dir(folder).args(keep).status();
    assert!(kept.is_ok_and(|status| status.success()), "a baseline to hold an edit against");
    let report = |(i, args): (usize, &&[&str])| {
        let out = folder.path().join(format!("report-{i}"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_levelpitch"));
        command.current_dir(folder).args(*args).args(["--quiet", "--out"]).arg(&out);
        let output = command.output().expect("the binary runs");
        let page = out.join("report.html");
        assert!(page.is_file(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        page
    };
    runs.iter().enumerate().map(report).collect()
}

/// A page that shows the report in a frame of this width and writes what it
/// measured there into its own title. (A headless window has a least width of
/// its own, a frame has not; the report's policy, which would forbid the
/// measuring script, is left out of the copy.)
fn measured(page: &Path, width: u32) -> PathBuf {
    let script = "const d=f.contentDocument,e=d.documentElement,s=f.contentWindow.getComputedStyle(d.body);\
                  document.title=`measured ${e.scrollWidth} ${e.clientWidth} \
                  ${f.contentWindow.performance.getEntriesByType('resource').length} ${s.backgroundColor} ${s.color}`";
    framed(page, [width, 800], script)
}

/// A page that shows the report in a frame of this size, in which a script looks
/// at it.
fn framed(page: &Path, [width, height]: [u32; 2], script: &str) -> PathBuf {
    let text = std::fs::read_to_string(page).expect("a report");
    let policy = text.find("<meta http-equiv=\"Content-Security-Policy\"").expect("a policy");
    let after = text[policy..].find('>').expect("its end") + policy + 1;
    let text = format!("{}{}", &text[..policy], &text[after..]).replace('&', "&amp;").replace('"', "&quot;");
    let script = format!("const f=document.querySelector('iframe');f.onload=()=>{{{script}}}");
    let frame =
        format!("<iframe width={width} height={height} style=\"border:0\" srcdoc=\"{text}\"></iframe>");
    let path = page.with_file_name("measured.html");
    let copy =
        format!("<!doctype html><title>not measured</title><body>{frame}<script>{script}</script></body>");
    std::fs::write(&path, copy).expect("a copy of the report");
    path
}

fn title(dom: &str) -> String {
    let start = dom.find("<title>").expect("a title") + "<title>".len();
    let end = dom[start..].find("</title>").expect("its end") + start;
    dom[start..end].to_owned()
}

/// Perceived lightness, 0 to 255, of `rgb(r, g, b)`.
fn lightness(colour: &str) -> f64 {
    let inside = colour.trim_start_matches(|c: char| !c.is_ascii_digit()).trim_end_matches(')');
    let parts: Vec<f64> = inside.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]
}

#[test]
fn report_pages_are_quiet_offline_narrow_printable_and_readable_in_dark_and_light() {
    let folder = tempdir().expect("a folder");
    for page in reports(&folder) {
        let output = browse(folder.path(), &page, &["--dump-dom"]);
        let log = String::from_utf8_lossy(&output.stderr);
        let complaints: Vec<&str> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
        assert!(complaints.is_empty(), "{}: {complaints:?}", page.display());
        for (width, scheme) in [(390, "light"), (390, "dark"), (1280, "light")] {
            let copy = measured(&page, width);
            let dark = if scheme == "dark" {
                "--blink-settings=preferredColorScheme=0"
            } else {
                "--blink-settings=preferredColorScheme=1"
            };
            let output = browse(folder.path(), &copy, &["--dump-dom", "--window-size=1400,900", dark]);
            let title = title(&String::from_utf8_lossy(&output.stdout));
            let mut words = title.split(' ').skip(1);
            let mut number = || words.next().and_then(|w| w.parse::<u32>().ok()).expect("a measure");
            let (wide, window, requests) = (number(), number(), number());
            assert!(
                window <= width && wide <= window,
                "{}: {wide} px wide in a window of {window}",
                page.display()
            );
            assert_eq!(requests, 0, "{}: everything is inside the page", page.display());
            let colours = title.splitn(5, ' ').nth(4).expect("colours");
            let (background, text) = colours.split_once(") ").expect("two colours");
            let (background, text) = (lightness(background), lightness(text));
            assert!((background - text).abs() > 120.0, "{scheme}: {background} against {text}");
            assert_eq!(background < text, scheme == "dark", "{}: {scheme}: {colours}", page.display());
        }
        let pdf = folder.path().join("page.pdf");
        browse(
            folder.path(),
            &page,
            &["--no-pdf-header-footer", &format!("--print-to-pdf={}", pdf.display())],
        );
        let printed = std::fs::read(&pdf).expect("a printed page");
        assert!(printed.starts_with(b"%PDF") && printed.len() > 20_000, "{} bytes", printed.len());
    }
}

/// What is read without scrolling: the answer and what it means for printing on
/// every page, on that of a run the figures and where the health card begins, too.
#[test]
fn the_first_screen_holds_the_answer_and_the_health_of_the_game() {
    let folder = tempdir().expect("a folder");
    let script = "const d=f.contentDocument,at=(e)=>e?Math.round(e.getBoundingClientRect().bottom):99999,\
                  said=d.querySelectorAll('.verdicts li'),\
                  card=[...d.querySelectorAll('h3.caption')].find(h=>h.textContent.startsWith('Can it be printed'));\
                  document.title=`measured ${at(said[0])} ${at(said[1])} ${at(card)} ${said[0].textContent}`";
    for (number, page) in reports(&folder).into_iter().enumerate() {
        for size in [[1280, 800], [390, 844]] {
            let copy = framed(&page, size, script);
            let output = browse(folder.path(), &copy, &["--dump-dom", "--window-size=1400,900"]);
            let title = title(&String::from_utf8_lossy(&output.stdout));
            let mut words = title.splitn(5, ' ').skip(1);
            let seen = if number < 2 { 3 } else { 1 };
            for (at, what) in ["opening", "answer", "card"].into_iter().enumerate() {
                let bottom = words.next().and_then(|w| w.parse::<u32>().ok()).expect("a place");
                assert!(
                    at >= seen || bottom < size[1],
                    "{}: {what} ends at {bottom} of {size:?}",
                    page.display()
                );
            }
            assert!(
                words.next().is_some_and(|said| said.contains("What this means for printing: ")),
                "{title}"
            );
        }
    }
}
