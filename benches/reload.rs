//! What a save costs: everything is opened, and half a game with every bundled expansion is played
//! again. `cargo bench --bench reload`.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a benchmark fails loudly")]

mod support;

use bastide::play::BotKind;
use bastide::session::{ALL, Request};
use bastide::shelf::Shelf;
use bastide::workbench::{Mode, Reload, Until, Workbench};

use support::{Benches, print_each};

fn main() {
    let benches = Benches::from_arguments();
    let (shelf, request) = (Shelf::bundled(), Request::new(["Alice", "Bob"]).with(ALL));
    let bots = [BotKind::Greedy; 2];
    let mut bench = Workbench::begin(&shelf, request, 1, &bots, Until::Middle).expect("it begins");
    let hash = bench.game().hash64();
    for (name, mode) in [
        ("a save, played again from the log", Mode::Replay),
        ("a save, with the state as it is", Mode::KeepState),
    ] {
        let timing = benches.run(name, (true, hash), || match bench.reload(&shelf, mode) {
            Reload::Done(changes) => (changes.is_nothing(), bench.game().hash64()),
            other => panic!("{other:?}"),
        });
        print_each(name, timing, 1);
    }
}
