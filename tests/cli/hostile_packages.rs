//! Packages that somebody made to do harm, or that were damaged: each is refused, and leaves nothing.

use std::fmt::Write as _;
use std::fs;
use std::io::{Cursor, Write as _};

use bastide::package::{Limits, read};
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::bastide::{folder, run_in};

const MANIFEST: &str = "format = 1\nid = \"mills\"\nname = \"Mills\"\nversion = \"1.0.0\"\napi = 1\n";

/// The entries of a package that is not finished.
struct Forged {
    index: String,
    entries: Vec<(String, Vec<u8>)>,
    options: SimpleFileOptions,
}

impl Forged {
    /// A package with a manifest and some files, and an index that says so.
    fn of(files: &[(&str, &str)]) -> Forged {
        Forged::with_manifest(MANIFEST, files)
    }

    fn with_manifest(manifest: &str, files: &[(&str, &str)]) -> Forged {
        let mut all = vec![("expansion.toml", manifest)];
        all.extend_from_slice(files);
        let mut sorted = all.clone();
        sorted.sort_unstable();
        let mut hash = Sha256::new();
        for part in sorted.iter().flat_map(|(path, text)| [path, text]) {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        let mut digits = String::new();
        for byte in hash.finalize() {
            write!(digits, "{byte:02x}").unwrap();
        }
        let index = format!(
            "{{\"format\":1,\"id\":\"mills\",\"name\":\"Mills\",\"version\":\"1.0.0\",\"api\":1,\"hash\":\"sha256:{digits}\"}}"
        );
        let entries = all.iter().map(|(path, text)| (format!("mills/{path}"), text.as_bytes().to_vec()));
        Forged { index, entries: entries.collect(), options: options() }
    }

    /// The same with one entry more, of which the index knows nothing.
    fn and(mut self, path: &str, content: &[u8]) -> Forged {
        self.entries.push((path.to_owned(), content.to_vec()));
        self
    }

    fn index(mut self, from: &str, to: &str) -> Forged {
        assert!(self.index.contains(from));
        self.index = self.index.replace(from, to);
        self
    }

    fn bytes(&self) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        writer.start_file("package.json", self.options).unwrap();
        writer.write_all(self.index.as_bytes()).unwrap();
        for (path, content) in &self.entries {
            writer.start_file(path.as_str(), self.options).unwrap();
            writer.write_all(content).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    /// The bytes with one name in place of another as long, which the writer would not write.
    fn renamed(&self, from: &str, to: &[u8]) -> Vec<u8> {
        replace(self.bytes(), from.as_bytes(), to)
    }
}

fn options() -> SimpleFileOptions {
    SimpleFileOptions::default().compression_method(CompressionMethod::Stored)
}

fn replace(mut bytes: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let found: Vec<usize> =
        (0..bytes.len() - from.len()).filter(|at| bytes[*at..].starts_with(from)).collect();
    assert!(!found.is_empty());
    for at in found {
        bytes[at..at + from.len()].copy_from_slice(to);
    }
    bytes
}

/// What is said of bytes that are no package to add.
fn refusal(bytes: &[u8]) -> String {
    refusal_within(bytes, Limits::default())
}

fn refusal_within(bytes: &[u8], limits: Limits) -> String {
    match read(bytes, limits) {
        Ok(package) => panic!("it is taken for a package: {:?}", package.index),
        Err(error) => error.to_string(),
    }
}

fn says(bytes: &[u8], text: &str) {
    let refusal = refusal(bytes);
    assert!(refusal.contains(text), "{refusal}");
}

#[test]
fn what_is_built_here_without_harm_is_a_package() {
    let forged = Forged::of(&[("main.lua", "return {}\n"), ("tests/a_test.lua", "")]);
    let package = read(&forged.bytes(), Limits::default()).unwrap();
    assert_eq!(package.files.len(), 3);
    assert_eq!(package.file_name(), "mills-1.0.0.bastide");
}

#[test]
fn paths_that_leave_the_folder_are_refused() {
    for (path, why) in [
        ("mills/../x.lua", "would leave the folder"),
        ("../mills/xx.lua", "would leave the folder"),
        ("mills/./xxx.lua", "would leave the folder"),
        ("/mills/xxxx.lua", "begins with `/`"),
        ("C:/mills/xx.lua", "names a drive"),
        ("mills/x.lua:zzz", "names a drive"),
        ("mills\\xx\\xx.lua", "separates folders on some machines only"),
        ("..\\mills\\xx.lua", "separates folders on some machines only"),
        ("mills//xxxx.lua", "a part of its name is empty"),
        ("mills/aux.xx.md", "means a device"),
        ("mills/LPT1/x.md", "means a device"),
        ("mills/.bashrc.md", "is hidden"),
        ("mills/x.lua...", "ends with a dot"),
        ("mills/x\u{202e}xx.md", "expected letters from a to z"),
        ("mills/x\0xxxx.md", "expected letters from a to z"),
        ("mills/xx xxx.md", "expected letters from a to z"),
    ] {
        let placeholder: String = "q".repeat(path.len());
        let bytes = Forged::of(&[]).and(&placeholder, b"x").renamed(&placeholder, path.as_bytes());
        says(&bytes, why);
    }
    let bytes =
        Forged::of(&[]).and("mills/qqqq.md", b"x").renamed("mills/qqqq.md", b"mills/\xff\xfe\xfd\xfc.md");
    says(&bytes, "expected letters from a to z");
    says(&Forged::of(&[]).and(&format!("mills/{}.md", "x".repeat(300)), b"x").bytes(), "is too long");
    says(&Forged::of(&[]).and("other/main.lua", b"x").bytes(), "does not lie in the folder `mills`");
    says(&Forged::of(&[]).and("millstone.lua", b"x").bytes(), "does not lie in the folder `mills`");
}

#[test]
fn links_folders_and_devices_are_refused() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let forged = Forged::of(&[]);
    writer.start_file("package.json", options()).unwrap();
    writer.write_all(forged.index.as_bytes()).unwrap();
    writer.add_symlink("mills/link.lua", "/etc/passwd", options()).unwrap();
    says(&writer.finish().unwrap().into_inner(), "`mills/link.lua` cannot be in a package: it is a link");
    let folder = Forged::of(&[]).and("mills/lib_", b"").renamed("mills/lib_", b"mills/lib/");
    says(&folder, "`mills/lib/` cannot be in a package: it is a folder");
    // The mode of a device, in the place of that of a plain file.
    let mut bytes = Forged { options: options().unix_permissions(0o644), ..Forged::of(&[]) }.bytes();
    let mode = u32::to_le_bytes(0o100_644 << 16);
    bytes = replace(bytes, &mode, &u32::to_le_bytes(0o060_644 << 16));
    says(&bytes, "it is a device");
}

#[test]
fn names_that_are_one_file_somewhere_are_refused() {
    let twice = Forged::of(&[]).and("mills/main.lua", b"1").and("mills/mayn.lua", b"2");
    says(
        &twice.renamed("mills/mayn.lua", b"mills/main.lua"),
        "`mills/main.lua` and `mills/main.lua` are one file",
    );
    let cased = Forged::of(&[("main.lua", ""), ("Main.lua", "")]);
    says(&cased.bytes(), "`mills/main.lua` and `mills/Main.lua` are one file on some machines");
    let folders = Forged::of(&[("lib/a.lua", ""), ("LIB/b.lua", "")]);
    says(&folders.bytes(), "`mills/lib` and `mills/LIB` are one file on some machines");
    let both = Forged::of(&[("lib.lua", ""), ("lib.lua/b.lua", "")]);
    says(&both.bytes(), "`mills/lib.lua` and `mills/lib.lua` are one file");
    says(&Forged::of(&[]).and("package.md", b"").renamed("package.md", b"PACKAGE.MD"), "does not lie");
}

#[test]
fn files_of_other_kinds_are_refused() {
    for path in ["run.sh", "lib/native.so", "x.lua.exe", "Makefile", "tiles/a.svg", "a.luac"] {
        says(&Forged::of(&[(path, "x")]).bytes(), "cannot be in a package: an expansion consists of");
    }
    says(&Forged::of(&[]).and("mills/main.lua", &[0xff, 0xfe, 0]).bytes(), "it is no text in UTF-8");
}

#[test]
fn what_is_too_large_is_refused_while_it_is_unpacked() {
    let small = Limits { archive: 8192, file: 2048, total: 4096, files: 6 };
    let many = Forged::of(&[("a.lua", ""), ("b.lua", ""), ("c.lua", ""), ("d.lua", ""), ("e.lua", "")]);
    assert!(read(&many.bytes(), small).is_ok());
    let refused = refusal_within(&many.and("mills/f.lua", b"").bytes(), small);
    assert!(refused.contains("more than 6 files"), "{refused}");
    let large = "x".repeat(2049);
    let refused = refusal_within(&Forged::of(&[("a.lua", &large)]).bytes(), small);
    assert!(refused.contains("`mills/a.lua` is larger than 2 KiB"), "{refused}");
    let half = "x".repeat(1900);
    let refused =
        refusal_within(&Forged::of(&[("a.lua", &half), ("b.lua", &half), ("c.lua", &half)]).bytes(), small);
    assert!(refused.contains("what it unpacks to is larger than 4 KiB"), "{refused}");
    let refused = refusal_within(&[0; 9000], small);
    assert!(refused.contains("it is larger than 8 KiB"), "{refused}");
}

#[test]
fn a_bomb_does_not_go_off() {
    // A hundred megabytes of nothing in a hundred kilobytes.
    let deflated = options().compression_method(CompressionMethod::Deflated);
    let forged = Forged { options: deflated, ..Forged::of(&[]) };
    let bomb = forged.and("mills/main.lua", &vec![b' '; 100 << 20]).bytes();
    assert!(bomb.len() < 1 << 20, "{}", bomb.len());
    says(&bomb, "`mills/main.lua` is larger than 2048 KiB");
    // One that lies about its size: what the archive says is not believed.
    let lie = replace(bomb, &u32::to_le_bytes(100 << 20), &u32::to_le_bytes(10));
    says(&lie, "mills/main.lua");
}

#[test]
fn what_was_changed_after_it_was_packed_is_refused() {
    let forged = Forged::of(&[("main.lua", "return {}\n")]);
    says(&forged.and("mills/more.lua", b"x").bytes(), "its files are not those that were packed");
    let forged = Forged::of(&[("main.lua", "return {}\n")]);
    says(&replace(forged.bytes(), b"return {}\n", b"error {}\n\n"), "main.lua` cannot be unpacked");
    says(&forged.index("sha256:", "sha256:0").bytes(), "its files are not those that were packed");
    let forged = Forged::of(&[("main.lua", "return {}\n")]);
    says(
        &forged.index("\"1.0.0\"", "\"1.0.1\"").bytes(),
        "package.json says version `1.0.1`, and expansion.toml says `1.0.0`",
    );
    says(&Forged::of(&[]).index("\"Mills\"", "\"Nice\"").bytes(), "says name `Nice`");
    // The directory at the end names another file than the one that is there.
    let mut bytes = Forged::of(&[("main.lua", "return {}\n")]).bytes();
    let at = bytes.len() - bytes.windows(14).rev().position(|part| part == b"mills/main.lua").unwrap() - 14;
    bytes[at..at + 14].copy_from_slice(b"mills/mine.lua");
    says(&bytes, "the directory at its end lists other files than it holds");
}

#[test]
fn versions_that_are_not_known_are_refused() {
    says(
        &Forged::of(&[]).index("\"format\":1", "\"format\":2").bytes(),
        "of format 2, and this program knows format 1",
    );
    says(
        &Forged::of(&[]).index("\"api\":1", "\"api\":9").bytes(),
        "script interface 9, and this program has 1; update",
    );
    says(
        &Forged::of(&[]).index("\"api\":1", "\"api\":0").bytes(),
        "script interface 0, and this program has 1",
    );
    let later = Forged::with_manifest(&MANIFEST.replace("api = 1", "api = 2"), &[]);
    says(&later.bytes(), "script interface 2 is unknown");
}

#[test]
fn what_is_no_package_is_refused() {
    says(b"", "it is no package");
    says(b"format = 1", "it is no package");
    let bytes = Forged::of(&[("main.lua", "return {}\n")]).bytes();
    for length in [10, 100, bytes.len() / 2, bytes.len() - 30] {
        says(&bytes[..length], "it is no package");
    }
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("mills/expansion.toml", options()).unwrap();
    writer.write_all(MANIFEST.as_bytes()).unwrap();
    says(
        &writer.finish().unwrap().into_inner(),
        "does not begin with package.json; `bastide pack` makes one",
    );
    says(&Forged::of(&[]).index("\"mills\"", "\"../x\"").bytes(), "`../x` cannot be the id");
    says(&Forged::of(&[]).index("\"mills\"", "\"Mills\"").bytes(), "`Mills` cannot be the id");
    says(&Forged::of(&[]).index("{", "[").bytes(), "package.json: ");
    says(&Forged::of(&[]).index("\"api\"", "\"run\":\"x\",\"api\"").bytes(), "unknown field `run`");
    says(&Forged::with_manifest("format = ", &[]).bytes(), "its expansion.toml has mistakes");
    let other = Forged::with_manifest(&MANIFEST.replace("\"mills\"", "\"wells\""), &[]);
    says(&other.bytes(), "the id is `wells`, but the folder is called `mills`");
    let bytes =
        Forged { entries: vec![("mills/main.lua".to_owned(), Vec::new())], ..Forged::of(&[]) }.bytes();
    says(&bytes, "it holds no expansion.toml");
}

#[test]
fn no_byte_that_is_cut_off_or_turned_makes_another_package() {
    let bytes = Forged::of(&[("main.lua", "return {}\n")]).bytes();
    let package = read(&bytes, Limits::default()).unwrap();
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length], Limits::default()).is_err(), "cut off at {length}");
    }
    for at in 0..bytes.len() {
        let mut turned = bytes.clone();
        turned[at] ^= 0x41;
        // Where the archive has notes that nobody reads, it stays what it was.
        if let Ok(read) = read(&turned, Limits::default()) {
            assert_eq!(read.files, package.files, "byte {at}");
        }
    }
}

#[test]
fn the_id_of_a_bundled_expansion_is_refused_and_nothing_is_left() {
    let here = folder("hostile");
    let add = |name: &str, bytes: &[u8]| {
        fs::write(here.join(name), bytes).unwrap();
        let run = run_in(&here, &["add", name], "");
        assert_eq!(run.code, 1, "{}", run.out);
        assert!(!here.join("expansions").exists(), "{name}");
        run.err
    };
    let forged = Forged::with_manifest(&MANIFEST.replace("mills", "river"), &[]);
    let mut forged = forged.index("\"mills\"", "\"river\"");
    for (path, _) in &mut forged.entries {
        *path = path.replace("mills/", "river/");
    }
    let refused = add("river.bastide", &forged.bytes());
    assert!(refused.contains("`river` is the id of a bundled expansion"), "{refused}");
    let refused = add("torn.bastide", &Forged::of(&[]).bytes()[..80]);
    assert!(refused.contains("`torn.bastide` is not added: it is no package"), "{refused}");
    add("links.bastide", &Forged::of(&[]).and("mills/../../x.lua", b"x").bytes());
    // A file where the folder belongs: nothing is written beside it.
    fs::write(here.join("good.bastide"), Forged::of(&[]).bytes()).unwrap();
    fs::create_dir(here.join("expansions")).unwrap();
    fs::write(here.join("expansions/mills"), "mine").unwrap();
    let run = run_in(&here, &["add", "good.bastide", "--force"], "");
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.err.contains("is there already and is no folder"), "{}", run.err);
    assert_eq!(fs::read_to_string(here.join("expansions/mills")).unwrap(), "mine");
    assert_eq!(fs::read_dir(here.join("expansions")).unwrap().count(), 1);
    // A file where the game folder's own folder belongs.
    fs::remove_dir_all(here.join("expansions")).unwrap();
    fs::write(here.join("expansions"), "mine").unwrap();
    let run = run_in(&here, &["add", "good.bastide"], "");
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.err.contains("cannot write"), "{}", run.err);
    assert_eq!(fs::read_to_string(here.join("expansions")).unwrap(), "mine");
}
