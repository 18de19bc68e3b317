//! Which lines of an expansion's scripts ran, told by file, and as LCOV for editors.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use bastide_script::coverage::{Coverage, Lines};

use crate::shelf::Shelf;

/// What ran of one expansion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Its files, by name.
    pub files: Vec<FileReport>,
    /// The hooks and actions that were never called.
    pub uncalled: Vec<String>,
    /// How many hooks and actions it has.
    pub handlers: usize,
}

/// What ran of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileReport {
    /// Its path, with the expansion's folder.
    pub path: String,
    /// How often each line ran on which something can run; none where nothing loaded the file.
    pub lines: Lines,
}

impl FileReport {
    /// How many lines ran.
    pub fn hit(&self) -> usize {
        self.lines.values().filter(|hits| **hits > 0).count()
    }

    /// The lines that did not run: ranges that only lines without anything to run interrupt.
    pub fn missed(&self) -> Vec<RangeInclusive<u32>> {
        let mut ranges: Vec<RangeInclusive<u32>> = Vec::new();
        let mut open = false;
        for (line, hits) in &self.lines {
            match ranges.last_mut() {
                Some(range) if open && *hits == 0 => *range = *range.start()..=*line,
                _ if *hits == 0 => ranges.push(*line..=*line),
                _ => {}
            }
            open = *hits == 0;
        }
        ranges
    }
}

/// What was recorded of one expansion, with the files that nothing loaded.
pub fn report(shelf: &Shelf, coverage: &Coverage, id: &str, folder: &str) -> Report {
    let prefix = format!("{folder}/");
    let file = |path: String| {
        let name = path.strip_prefix(&prefix).unwrap_or(&path).to_owned();
        let counts = name.ends_with(".lua") && !name.starts_with("tests/");
        let lines = coverage.files.get(&(id.to_owned(), name)).cloned().unwrap_or_default();
        counts.then_some(FileReport { path, lines })
    };
    let own = coverage.handlers.iter().filter(|((expansion, _), _)| expansion == id);
    Report {
        files: shelf.walk(folder).into_iter().filter_map(file).collect(),
        uncalled: own
            .clone()
            .filter(|(_, calls)| **calls == 0)
            .map(|((_, handler), _)| handler.clone())
            .collect(),
        handlers: own.count(),
    }
}

/// Files as LCOV, a text format that editors show.
pub fn lcov<'a>(files: impl IntoIterator<Item = &'a FileReport>) -> String {
    let mut text = String::new();
    for file in files.into_iter().filter(|file| !file.lines.is_empty()) {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "TN:\nSF:{}", file.path);
        for (line, hits) in &file.lines {
            let _ = writeln!(text, "DA:{line},{hits}");
        }
        let _ = writeln!(text, "LF:{}\nLH:{}\nend_of_record", file.lines.len(), file.hit());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(lines: &[(u32, u64)]) -> FileReport {
        FileReport { path: "mills/main.lua".to_owned(), lines: lines.iter().copied().collect() }
    }

    #[test]
    fn ranges_go_over_lines_without_anything_to_run() {
        let found = file(&[(1, 1), (3, 0), (4, 0), (9, 0), (10, 2), (11, 0)]);
        assert_eq!(found.missed(), [3..=9, 11..=11]);
        assert_eq!(found.hit(), 2);
        assert!(file(&[(1, 1)]).missed().is_empty() && file(&[]).missed().is_empty());
    }

    #[test]
    fn lcov_counts_lines_and_leaves_out_what_was_not_loaded() {
        let expected = "TN:\nSF:mills/main.lua\nDA:1,3\nDA:2,0\nLF:2\nLH:1\nend_of_record\n";
        assert_eq!(lcov(&[file(&[(1, 3), (2, 0)]), file(&[])]), expected);
    }
}
