//! Rules about the repository itself: sizes, unfinished work, names, citations, links.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The most lines of a source file. The longest function is limited by clippy.
const LINES_MAX: usize = 600;
/// The same for tests: worked examples stand together, in the order of the rules.
const TEST_LINES_MAX: usize = 700;

const GAMES: [&str; 5] = ["judo", "necro", "orcain", "tank", "tcg"];

/// Crates that every other part of the workspace uses: here a name means one thing.
const SHARED: [&str; 8] = ["core", "bots", "sim", "store", "server", "cli", "testkit", "games"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn gather(dir: &Path, found: &mut Vec<PathBuf>) {
    let skipped = ["target", "node_modules", "dist", ".git"];
    for entry in std::fs::read_dir(dir).expect("a directory of the repository") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && !skipped.contains(&name) {
            gather(&path, found);
        } else if path.is_file() {
            found.push(path);
        }
    }
}

/// Files below these directories with one of these endings: path from the root, and text.
fn files(dirs: &[&str], endings: &[&str]) -> Vec<(String, String)> {
    let root = root();
    let mut found = Vec::new();
    dirs.iter().for_each(|dir| gather(&root.join(dir), &mut found));
    found.sort();
    let ends = |path: &PathBuf| {
        path.extension().and_then(|ending| ending.to_str()).is_some_and(|e| endings.contains(&e))
    };
    let read = |path: PathBuf| {
        let name = path.strip_prefix(&root).expect("below the root").display().to_string();
        (name, std::fs::read_to_string(&path).expect("text"))
    };
    found.into_iter().filter(ends).map(read).collect()
}

fn none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn files_are_short() {
    let long = |(name, text): &(String, String)| {
        let (lines, tests) = (text.lines().count(), name.contains("/tests/"));
        let most = if tests { TEST_LINES_MAX } else { LINES_MAX };
        let generated = text.lines().next().is_some_and(|line| line.contains("do not edit"));
        (lines > most && !generated).then(|| format!("{name}: {lines} lines; at most {most}"))
    };
    let sources = files(&["crates", "web/src"], &["rs", "ts"]);
    none(&sources.iter().filter_map(long).collect::<Vec<_>>());
}

#[test]
fn nothing_is_left_unfinished() {
    let marks = ["TO", "FIX", "XX", "HA"].iter().zip(["DO", "ME", "X", "CK"]);
    let mut marks: Vec<String> = marks.map(|(a, b)| format!("{a}{b}")).collect();
    marks.extend(["todo", "unimplemented", "dbg"].map(|name| format!("{name}!(")));
    let sources =
        files(&["crates", "web/src", "docs", "scripts"], &["rs", "ts", "svelte", "md", "sh"]);
    let mut faults = Vec::new();
    for (name, text) in &sources {
        for (at, line) in text.lines().enumerate() {
            let word = |mark: &&String| {
                line.match_indices(mark.as_str()).any(|(place, _)| is_word(line, place, mark))
            };
            faults.extend(marks.iter().find(word).map(|mark| format!("{name}:{}: {mark}", at + 1)));
        }
    }
    none(&faults);
}

/// Whether a found text is not part of a longer word.
fn is_word(line: &str, at: usize, text: &str) -> bool {
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    !line[..at].chars().next_back().is_some_and(letter)
        && !line[at + text.len()..].chars().next().is_some_and(letter)
}

/// The numbers of sections and paragraphs of a rules document.
fn sections(text: &str) -> BTreeSet<String> {
    let number = |line: &str| {
        let line = line.trim_start_matches(['#', ' ', '*', '-', '|', '(', '§']);
        let end = line.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(line.len());
        let number = line[..end].trim_end_matches('.');
        number.starts_with(|c: char| c.is_ascii_digit()).then(|| number.to_owned())
    };
    text.lines().filter_map(number).collect()
}

/// The numbers that a line cites as `rules 5.2, 6.3`.
fn cited(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in line.match_indices("rules ") {
        let rest = &line[at + "rules ".len()..];
        let end = rest.find(|c: char| !c.is_ascii_digit() && !"., ".contains(c));
        let list = &rest[..end.unwrap_or(rest.len())];
        let numbers = list.split(',').map(|number| number.trim().trim_end_matches('.'));
        found.extend(numbers.filter(|n| !n.is_empty() && !n.contains(' ')).map(str::to_owned));
    }
    found
}

#[test]
fn cited_rules_exist() {
    let mut faults = Vec::new();
    for game in GAMES {
        let rules = std::fs::read_to_string(root().join(format!("docs/rules/{game}.md")));
        let known = sections(&rules.expect("the rules of every game are in docs/rules"));
        let dirs = [format!("crates/{game}"), format!("web/src/games/{game}")];
        let dirs: Vec<_> = dirs.iter().map(String::as_str).collect();
        for (name, text) in files(&dirs, &["rs", "ts", "svelte"]) {
            for (at, line) in text.lines().enumerate().filter(|(_, line)| line.contains("//")) {
                // A numbered list inside a section has its own numbers.
                let exists = |number: &&String| {
                    known.contains(*number)
                        || number.rsplit_once('.').is_some_and(|(section, item)| {
                            known.contains(section) && known.contains(item)
                        })
                };
                let numbers = cited(line);
                let missing = numbers.iter().filter(|number| !exists(number));
                faults.extend(missing.map(|number| {
                    format!("{name}:{}: docs/rules/{game}.md has no {number}", at + 1)
                }));
            }
        }
    }
    none(&faults);
}

#[test]
fn links_in_documents_resolve() {
    let mut documents = files(&["docs", "crates"], &["md"]);
    for name in ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"] {
        let text = std::fs::read_to_string(root().join(name)).expect("a document");
        documents.push((name.to_owned(), text));
    }
    let mut faults = Vec::new();
    for (name, text) in &documents {
        let folder = root().join(name).parent().expect("a folder").to_owned();
        for part in text.split("](").skip(1) {
            let Some(link) = part.split(')').next() else { continue };
            let path = link.split('#').next().unwrap_or_default();
            let outside = link.contains("://") || path.is_empty() || path.contains(' ');
            if !outside && !folder.join(path).exists() {
                faults.push(format!("{name}: {link} leads nowhere"));
            }
        }
    }
    none(&faults);
}

/// Public types of a crate: name and file.
fn public_types(dir: &str) -> Vec<(String, String)> {
    let kinds = ["struct ", "enum ", "trait ", "type "];
    let mut found = Vec::new();
    for (file, text) in files(&[dir], &["rs"]) {
        for line in text.lines().map(str::trim_start).filter(|line| line.starts_with("pub")) {
            let Some((_, rest)) = line.split_once(' ') else { continue };
            let Some(rest) = kinds.iter().find_map(|kind| rest.strip_prefix(kind)) else {
                continue;
            };
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
            found.push((name, file.clone()));
        }
    }
    found
}

#[test]
fn a_name_means_one_thing() {
    let mut places: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for part in SHARED {
        for (name, file) in public_types(&format!("crates/{part}/src")) {
            places.entry(name).or_default().insert(file);
        }
    }
    // Every command of the program has its `Args`.
    places.remove("Args");
    let several = places.iter().filter(|(_, files)| files.len() > 1);
    none(&several.map(|(name, files)| format!("{name}: {files:?}")).collect::<Vec<_>>());
}

#[test]
fn every_game_has_the_same_files() {
    let files = [
        "action",
        "capabilities",
        "catalogue",
        "config",
        "event",
        "faults",
        "imagine",
        "legal",
        "lib",
        "phase",
        "reason",
        "settings",
        "soak",
        "stats",
        "view",
    ];
    let parts = ["apply", "bots", "guard", "state"];
    let mut faults = Vec::new();
    for game in GAMES {
        let source = root().join(format!("crates/{game}/src"));
        let file = |name: &str| source.join(format!("{name}.rs")).is_file();
        let missing = files.iter().filter(|name| !file(name));
        faults.extend(missing.map(|name| format!("{game}: {name}.rs is missing")));
        let missing = parts.iter().filter(|name| !file(name) && !source.join(name).is_dir());
        faults.extend(missing.map(|name| format!("{game}: {name} is missing")));
    }
    none(&faults);
}
