//! The tutorial is followed to the letter: its files are written, its commands typed, and what it shows is
//! what is answered.
//!
//! What a fenced block of `docs/tutorial.md` is, its first line says:
//!
//! | block | meaning |
//! |---|---|
//! | `sh run`, `sh fails` | commands that succeed, or of which the last finds a problem |
//! | `sh` | commands that wait for somebody: they exist, with these options |
//! | `text` | what the commands above answer: these lines, `…` for anything |
//! | `toml new FILE` and the like | a file, whole |
//! | `lua FILE` and the like | the end of a file; of a script, before its last line |
//! | `diff FILE` | lines that go, `-`, and lines that come, `+` |
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails loudly")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A fenced block: what its first line says, the line in the document, and its text.
struct Block {
    info: String,
    line: usize,
    text: String,
}

fn blocks() -> Vec<Block> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tutorial.md");
    let text = fs::read_to_string(path).unwrap();
    let mut found = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let inner = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```");
            let text = inner.flat_map(|line| [line, "\n"]).collect();
            found.push(Block { info: info.to_owned(), line: number + 1, text });
        }
    }
    found
}

struct Reader {
    here: PathBuf,
    /// What the last commands answered.
    said: String,
}

impl Reader {
    /// Runs the program; its exit code. What it answers is kept.
    fn run(&mut self, args: &[&str]) -> i32 {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bastide"));
        let output = command.args(args).current_dir(&self.here).output().unwrap();
        self.said.push_str(&String::from_utf8_lossy(&output.stdout));
        self.said.push_str(&String::from_utf8_lossy(&output.stderr));
        output.status.code().unwrap_or(-1)
    }

    fn follow(&mut self, block: &Block) {
        let at = block.line;
        match block.info.split(' ').collect::<Vec<_>>().as_slice() {
            ["sh", how @ ("run" | "fails")] => self.commands(&block.text, i32::from(*how == "fails"), at),
            ["sh"] => self.known(&block.text, at),
            ["text"] => compare(&block.text, &self.said, at),
            ["diff", file] => self.change(file, &block.text, at),
            [_, "new", file] => fs::write(self.here.join(file), &block.text).unwrap(),
            [_, file] => self.append(file, &block.text),
            other => panic!("docs/tutorial.md:{at}: a block of an unknown kind: {other:?}"),
        }
    }

    fn commands(&mut self, text: &str, code: i32, at: usize) {
        self.said.clear();
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let expected = if index + 1 == lines.len() { code } else { 0 };
            let args: Vec<&str> = words(line);
            assert_eq!(self.run(&args), expected, "docs/tutorial.md:{at}: {line}\n{}", self.said);
        }
    }

    /// The commands exist, and have the options that are used.
    fn known(&mut self, text: &str, at: usize) {
        for line in text.lines() {
            let args = words(line);
            self.said.clear();
            assert_eq!(self.run(&[args[0], "--help"]), 0, "docs/tutorial.md:{at}: {line}\n{}", self.said);
            for option in args.iter().filter(|arg| arg.starts_with("--")) {
                assert!(self.said.contains(option), "docs/tutorial.md:{at}: {option}\n{}", self.said);
            }
        }
    }

    fn append(&self, file: &str, listing: &str) {
        let path = self.here.join(file);
        let text = fs::read_to_string(&path).unwrap();
        let end = if file.ends_with("main.lua") { text.rfind("return ").unwrap() } else { text.len() };
        fs::write(path, format!("{}{listing}{}", &text[..end], &text[end..])).unwrap();
    }

    fn change(&self, file: &str, diff: &str, at: usize) {
        let side = |other: char| -> String {
            let lines = diff.lines().filter(|line| !line.starts_with(other));
            // An empty line of context has lost its space in most editors.
            lines.flat_map(|line| [line.get(1..).unwrap_or_default(), "\n"]).collect()
        };
        let (before, after) = (side('+'), side('-'));
        let path = self.here.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches(&before).count(), 1, "docs/tutorial.md:{at}: in {file}:\n{before}\n{text}");
        fs::write(path, text.replace(&before, &after)).unwrap();
    }
}

/// The words of a command of this program, without its name.
fn words(line: &str) -> Vec<&str> {
    let args = line.strip_prefix("bastide ").unwrap_or_else(|| panic!("not a command of bastide: {line}"));
    args.split(' ').map(|word| word.trim_matches('"')).collect()
}

/// Compares what is shown with what was said. A line of `…` alone stands for any lines; before, behind and
/// between words for any words.
fn compare(shown: &str, said: &str, at: usize) {
    let mut rest: Vec<&str> = said.lines().collect();
    let mut anywhere = false;
    for line in shown.lines() {
        if line == "…" {
            anywhere = true;
            continue;
        }
        let found = rest.iter().position(|said| is_like(line, said));
        let good = found.is_some_and(|found| anywhere || found == 0);
        assert!(good, "docs/tutorial.md:{at}: not answered: {line}\n---\n{said}");
        rest.drain(..=found.unwrap());
        anywhere = false;
    }
    assert!(anywhere || rest.is_empty(), "docs/tutorial.md:{at}: more was answered: {rest:?}");
}

fn is_like(shown: &str, said: &str) -> bool {
    let parts: Vec<&str> = shown.split('…').collect();
    let (first, last) = (parts[0], parts[parts.len() - 1]);
    if parts.len() == 1 {
        return shown == said.trim_end();
    }
    let Some(mut rest) = said.strip_prefix(first).and_then(|rest| rest.strip_suffix(last)) else {
        return false;
    };
    for part in &parts[1..parts.len() - 1] {
        match rest.split_once(part) {
            Some((_, behind)) => rest = behind,
            None => return false,
        }
    }
    true
}

#[test]
fn whoever_follows_the_tutorial_sees_what_it_shows() {
    let here = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tutorial");
    let _ = fs::remove_dir_all(&here);
    fs::create_dir_all(&here).unwrap();
    let mut reader = Reader { here, said: String::new() };
    let all = blocks();
    all.iter().for_each(|block| reader.follow(block));
    let count = |kind: &str| all.iter().filter(|block| block.info.starts_with(kind)).count();
    assert!(count("sh run") >= 10 && count("sh fails") >= 5 && count("text") >= 12, "it was followed");
    // What the reader ends with is as tidy as what `bastide new` makes.
    assert_eq!(reader.run(&["check", "bees"]), 0, "{}", reader.said);
}

#[test]
fn what_differs_from_what_is_shown_is_noticed() {
    assert!(is_like("a…c", "abc") && is_like("…", "x") && is_like("…b…", "abc") && is_like("a", "a"));
    assert!(!is_like("a…c", "abd") && !is_like("…x…", "abc") && !is_like("a", "ab"));
    for (shown, said) in
        [("a\nb", "a\nc"), ("a", "a\nb"), ("a\nc", "a\nb\nc"), ("b\n…\na", "a\nb"), ("a", "")]
    {
        let noticed = std::panic::catch_unwind(|| compare(shown, said, 0));
        assert!(noticed.is_err(), "{shown:?} is not {said:?}");
    }
    compare("a\n…\nc\n…", "a\nb\nb\nc\nd", 0);
}
