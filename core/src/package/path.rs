//! Which paths files of a package may have: those that mean the same file on every machine, inside the
//! folder into which they are put.

/// The most letters of a path.
const MAX_PATH: usize = 180;
/// The most folders in one another.
const MAX_DEPTH: usize = 8;
/// Names that mean a device on Windows, whatever their ending.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
/// Endings of the files that an expansion consists of.
const ENDINGS: [&str; 3] = ["toml", "lua", "md"];

/// Why a path cannot be in a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// It is empty, or has an empty part.
    #[error("a part of its name is empty")]
    Empty,
    /// It begins at the root of a disk.
    #[error("it begins with `/`, and so would leave the folder")]
    Absolute,
    /// It has `..` or `.` in it.
    #[error("`.` and `..` would leave the folder")]
    Dots,
    /// It has a backslash in it.
    #[error("`\\` separates folders on some machines only; expected `/`")]
    Backslash,
    /// It begins with the letter of a drive, or has another colon.
    #[error("`:` names a drive on some machines")]
    Colon,
    /// It is hidden.
    #[error("it begins with a dot, and so is hidden")]
    Hidden,
    /// It has a letter that some machines do not write in the same way.
    #[error("expected letters from a to z, digits, `-`, `_` and `.` in its name")]
    Letter,
    /// It ends with a dot, which some machines drop.
    #[error("it ends with a dot")]
    EndsWithDot,
    /// It means a device.
    #[error("it means a device on some machines")]
    Device,
    /// It is very long, or in very many folders.
    #[error("its name is too long, or it lies in too many folders")]
    Long,
    /// It is of another kind than the files of an expansion.
    #[error(
        "an expansion consists of .toml, .lua and .md files, licences, and what its tests and recorded games keep"
    )]
    Kind,
}

/// Checks a path of a package: relative, with `/` between its parts.
///
/// # Errors
///
/// Why it cannot be in a package.
pub fn check_path(path: &str) -> Result<(), PathError> {
    if path.starts_with('/') {
        return Err(PathError::Absolute);
    }
    if path.contains('\\') {
        return Err(PathError::Backslash);
    }
    if path.contains(':') {
        return Err(PathError::Colon);
    }
    if path.len() > MAX_PATH || path.split('/').count() > MAX_DEPTH {
        return Err(PathError::Long);
    }
    path.split('/').try_for_each(check_part)
}

fn check_part(part: &str) -> Result<(), PathError> {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || ['-', '_', '.', '$'].contains(&letter);
    match part {
        "" => return Err(PathError::Empty),
        "." | ".." => return Err(PathError::Dots),
        part if part.starts_with('.') => return Err(PathError::Hidden),
        part if !part.chars().all(plain) => return Err(PathError::Letter),
        part if part.ends_with('.') => return Err(PathError::EndsWithDot),
        _ => {}
    }
    let stem = part.split('.').next().unwrap_or(part).to_ascii_lowercase();
    let numbered = |name: &str| {
        let digit = stem.strip_prefix(name);
        digit.is_some_and(|digit| digit.len() == 1 && digit.bytes().all(|byte| byte.is_ascii_digit()))
    };
    if DEVICES.contains(&stem.as_str()) || numbered("com") || numbered("lpt") {
        return Err(PathError::Device);
    }
    if part.contains('$') { Err(PathError::Letter) } else { Ok(()) }
}

/// Whether an expansion has files of this kind: what the program reads, texts for people, licences, what
/// its tests keep, and recorded games.
pub fn is_of_an_expansion(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    match ending {
        None => name.starts_with("LICENSE") || name.starts_with("LICENCE"),
        Some("txt") => !path.contains('/') || path.starts_with("tests/"),
        Some("snap") => path.starts_with("tests/"),
        Some("jsonl") => path.starts_with("demo/"),
        Some(ending) => ENDINGS.contains(&ending),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_mean_one_file_inside_the_folder() {
        for good in ["main.lua", "lib/a-b_2.lua", "tests/expansions/x/main.lua", "LICENSE-MIT", "a.b.md"] {
            assert_eq!(check_path(good), Ok(()), "{good}");
        }
        for (bad, reason) in [
            ("/etc/passwd", PathError::Absolute),
            ("../main.lua", PathError::Dots),
            ("lib/../../main.lua", PathError::Dots),
            ("lib/./main.lua", PathError::Dots),
            ("lib\\main.lua", PathError::Backslash),
            ("..\\main.lua", PathError::Backslash),
            ("C:/main.lua", PathError::Colon),
            ("C:main.lua", PathError::Colon),
            ("main.lua:stream", PathError::Colon),
            ("lib//main.lua", PathError::Empty),
            ("", PathError::Empty),
            ("lib/", PathError::Empty),
            (".bashrc", PathError::Hidden),
            ("lib/.git/config.md", PathError::Hidden),
            ("maïn.lua", PathError::Letter),
            ("main .lua", PathError::Letter),
            ("ma\0in.lua", PathError::Letter),
            ("ma\nin.lua", PathError::Letter),
            ("ma*in.lua", PathError::Letter),
            ("main.lua.", PathError::EndsWithDot),
            ("lib./main.lua", PathError::EndsWithDot),
            ("nul.lua", PathError::Device),
            ("lib/AUX/main.lua", PathError::Device),
            ("Com1.toml", PathError::Device),
            ("conin$.lua", PathError::Device),
            ("a$.lua", PathError::Letter),
        ] {
            assert_eq!(check_path(bad), Err(reason), "{bad}");
        }
        assert_eq!(check_path(&"a/".repeat(9)), Err(PathError::Long));
        assert_eq!(check_path(&"a".repeat(200)), Err(PathError::Long));
        assert_eq!(check_path("com.lua"), Ok(()));
        assert_eq!(check_path("com10.lua"), Ok(()));
    }

    #[test]
    fn an_expansion_has_files_of_some_kinds() {
        for good in
            ["main.lua", "RULES.md", "LICENSE", "LICENCE-MIT", "licence.txt", "tests/snapshots/a.snap"]
        {
            assert!(is_of_an_expansion(good), "{good}");
        }
        for bad in
            ["run.sh", "a.so", "lib/a.txt", "a.snap", "game.jsonl", "Makefile", "x.lua.exe", "tile.png"]
        {
            assert!(!is_of_an_expansion(bad), "{bad}");
        }
    }
}
