//! Bastide: a scriptable expansion framework for Carcassonne-style tile games.
//!
//! This is the facade: it brings together the engine, the content and the scripts, and adds what
//! those must not know, the disk and the screen. [`session`] makes games, [`save`] keeps them,
//! [`picture`] and [`narrate`] show them.
//!
//! ```
//! use bastide::session::{Request, Session};
//! use bastide::shelf::Shelf;
//!
//! let request = Request::new(["Alice", "Bob"]);
//! let session = Session::open(&Shelf::bundled(), &request)?;
//! let game = session.game(42)?;
//! assert_eq!(game.state().stack().len(), 70);
//! # Ok::<(), bastide::error::Error>(())
//! ```

pub mod again;
pub mod check;
pub mod editors;
pub mod error;
pub mod explain;
pub mod fix;
pub mod generic;
pub mod ledger;
pub mod lint;
pub mod lua;
pub mod narrate;
pub mod package;
pub mod peer;
pub mod picture;
pub mod protocol;
pub mod reference;
pub mod save;
pub mod scripts;
pub mod session;
pub mod shelf;
pub mod template;
pub mod testing;
pub mod trace;
pub mod view;
pub mod watch;
pub mod workbench;

pub use bastide_content as content;
pub use bastide_engine as engine;
pub use bastide_play as play;
pub use bastide_script as script;
