//! Writing a saved game as it goes.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use bastide_engine::game::Game;
use bastide_engine::log::Record;

use crate::error::Error;
use crate::save::{Header, INTERVAL, Line, Mark, Saved};
use crate::view;

/// A saved game that is being written.
#[derive(Debug)]
pub struct SaveFile {
    path: PathBuf,
    file: File,
    /// Where each entry of the log begins.
    begins: Vec<u64>,
    end: u64,
    /// How many entries the log had at the last mark.
    marked: usize,
}

impl SaveFile {
    /// Begins a new file.
    ///
    /// The header comes into the file as a whole or not at all.
    ///
    /// # Errors
    ///
    /// When there is a file of this name already, or it cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<SaveFile, Error> {
        if path.exists() {
            let reason = std::io::Error::new(
                std::io::ErrorKind::AlreadyExists,
                "there is a file of this name already",
            );
            return Err(Error::io("write", path, reason));
        }
        SaveFile::replace(path, header)
    }

    /// Begins a file in the place of another one.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn replace(path: &Path, header: &Header) -> Result<SaveFile, Error> {
        let failed = |reason| Error::io("write", path, reason);
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".new");
        let fresh = path.with_file_name(name);
        let text = serde_json::to_string(header).map_err(|error| failed(error.into()))? + "\n";
        fs::write(&fresh, &text).map_err(failed)?;
        fs::rename(&fresh, path).map_err(failed)?;
        SaveFile::at(path, Vec::new(), text.len() as u64)
    }

    /// Goes on with a file that was read; a torn line at its end is cut off.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn resume(path: &Path, saved: &Saved) -> Result<SaveFile, Error> {
        let entries = saved.lines.iter().filter(|(_, _, line)| matches!(line, Line::Entry(_)));
        let begins: Vec<u64> = entries.map(|(_, begin, _)| *begin).collect();
        SaveFile::at(path, begins, saved.sound)
    }

    fn at(path: &Path, begins: Vec<u64>, end: u64) -> Result<SaveFile, Error> {
        let failed = |reason| Error::io("write", path, reason);
        let mut file = OpenOptions::new().write(true).open(path).map_err(failed)?;
        file.set_len(end).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let marked = begins.len();
        Ok(SaveFile { path: path.to_owned(), file, begins, end, marked })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Brings the file to where the game is: appends what was decided since, or cuts off what was
    /// taken back. To be called after every decision, and after every undo before another decision.
    ///
    /// # Errors
    ///
    /// When it cannot be written, and for a game whose rules were changed in the middle.
    pub fn sync(&mut self, game: &Game) -> Result<(), Error> {
        check_log(game)?;
        let log = game.log();
        if let Some(begin) = self.begins.get(log.len()).copied() {
            self.cut(log.len(), begin)?;
        }
        let mut text = String::new();
        for at in self.begins.len()..log.len() {
            self.begins.push(self.end + text.len() as u64);
            text.push_str(&entry_line(game, at));
        }
        let due = log.len() >= self.marked + INTERVAL || game.is_over() && log.len() > self.marked;
        if due {
            let mark = Mark { entries: log.len(), hash: view::hash(game) };
            text.push_str(&Line::Mark(mark).text());
            text.push('\n');
            self.marked = log.len();
        }
        let write = |file: &mut File| file.write_all(text.as_bytes()).and_then(|()| file.flush());
        write(&mut self.file).map_err(|reason| Error::io("write", &self.path, reason))?;
        self.end += text.len() as u64;
        Ok(())
    }

    fn cut(&mut self, entries: usize, begin: u64) -> Result<(), Error> {
        let cut = |file: &mut File| file.set_len(begin).and_then(|()| file.seek(SeekFrom::Start(begin)));
        cut(&mut self.file).map_err(|reason| Error::io("write", &self.path, reason))?;
        self.begins.truncate(entries);
        self.end = begin;
        self.marked = self.marked.min(entries);
        Ok(())
    }
}

/// An entry of the log as a line with its end.
fn entry_line(game: &Game, at: usize) -> String {
    let record = Record::of(game, at).unwrap_or_default();
    Line::Entry(Box::new(record)).text() + "\n"
}

/// A game whose rules were changed in the middle is not what comes out when its log is played.
fn check_log(game: &Game) -> Result<(), Error> {
    if game.is_carried() {
        let reason = "this game cannot be saved: its rules were changed in the middle, \
                      so that it cannot be played again from its beginning";
        return Err(Error::Save(reason.to_owned()));
    }
    Ok(())
}

/// A whole saved game as text.
///
/// # Errors
///
/// For a game whose rules were changed in the middle ([`Game::is_carried`]).
pub fn text(header: &Header, game: &Game) -> Result<String, Error> {
    check_log(game)?;
    let mut text = serde_json::to_string(header).unwrap_or_default() + "\n";
    for at in 0..game.log().len() {
        text.push_str(&entry_line(game, at));
    }
    let mark = Mark { entries: game.log().len(), hash: view::hash(game) };
    Ok(text + &Line::Mark(mark).text() + "\n")
}
