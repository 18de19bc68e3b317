//! `--watch`: runs again whenever something is saved.

use bastide::testing::Suite;
use bastide::watch::{ENDINGS, Watch};

use super::{Args, once};
use crate::commands::out::note;
use crate::commands::{Failure, Out, Outcome};

/// Runs everything, and then what is saved, until the program is ended.
pub(super) fn run(args: &Args, seed: u64, out: &mut Out) -> Outcome {
    // Rules and snapshots are looked at, too.
    let endings = [&ENDINGS[..], &[".md", ".snap"]].concat();
    let mut watch = Watch::with_endings(&args.paths, &endings)?;
    // What is wrong with the arguments themselves is told at once.
    once(args, seed, &|_| true, out)?;
    loop {
        // What the run itself has kept is no reason for another one.
        if args.accept {
            watch.catch_up();
        }
        out.line("\nWaiting for a file to be saved; Ctrl-C ends it.")?;
        out.flush()?;
        let Some(saved) = watch.wait(None)? else { continue };
        let names: Vec<String> = saved.files.iter().map(|file| file.display().to_string()).collect();
        out.line(format_args!("\n==== saved: {}\n", names.join(", ")))?;
        let within = |suite: &Suite| saved.files.iter().any(|file| is_within(file, &suite.folder));
        match once(args, seed, &within, out) {
            Ok(_) => {}
            Err(Failure::Unread) => return Err(Failure::Unread),
            // Somebody is in the middle of something; it may be well after the next save.
            Err(failure) => failure.message().into_iter().for_each(note),
        }
    }
}

/// Whether a file lies in a folder; each may be written in another way.
fn is_within(file: &std::path::Path, folder: &str) -> bool {
    let absolute = |path: &std::path::Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    absolute(file).starts_with(absolute(std::path::Path::new(folder)))
}
