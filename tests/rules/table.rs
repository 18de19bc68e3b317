//! Small games, written down. One line is one step:
//!
//! ```text
//! players 3                    the number of players, 2 unless it is said
//! option tiny_city half        an option of the base game
//! start E 0,0 r0               a tile that lies there at the beginning, instead of D at 0,0
//! stack U U                    tiles in the stack besides those that the lines draw
//!
//! a V 1,0 r1 road => a 2       player a draws V, places it, deploys on its road, and scores 2
//! a V 1,0 r1                   ... and deploys nothing
//! a V 1,0 r1 field:NL          ... on the field at its north side's left, as the tile lies
//! a V 1,0 r1 mayor@city        ... another piece than the follower
//! a V 1,0 r1 ..                ... and stops before deploying; the lines to come decide
//! deploy road => a 2           deploys
//! pass                         deploys nothing
//! recall => a 3                takes a piece back
//! no recall                    ... which is no option now
//! discard C                    the next draw was C, which had no place
//!
//! refuse V 1,0 r2 "text"       this placement is refused, with a message that holds this text
//! refuse road "text"           this deployment is refused
//! turns V 1,0 r1 r2            the turns in which V may lie there, in this decision
//! options road:W field:NL      what may be deployed on in this decision, in any order
//! nobody deploys               the last step left nobody asked to deploy
//! points a 4 b 2               the points so far, 0 for whom is not named
//! supply a 6                   the followers in a supply
//! stands 0,0 city a a b        the owners of the followers on a feature
//! complete 0,0 city            whether a feature is complete
//! open 0,0 city
//! left V 2                     how many of a tile are in the stack
//! over a b                     the game is over, and these have won
//! end a 3 b 1                  the points that the final scoring gave
//! ```
//!
//! A line that says nothing of points asserts that nobody scores. The stack holds just the tiles
//! that the lines draw, so that the game ends after the last of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use bastide_engine::decision::{Choice, Prompt};
use bastide_engine::event::Event;
use bastide_engine::feature::SegmentId;
use bastide_engine::game::{Entry, Game};
use bastide_engine::geometry::{Port, Pos, Rotation};
use bastide_engine::luck::{Chance, Forced};
use bastide_engine::piece::Location;
use bastide_engine::ruleset::{Player, Ruleset, Setup, StartTile};
use bastide_engine::tile::{AttributeId, AttributeValue, FeatureKindId, PieceKindId, TileDef};

use crate::common::{base_setup, picture};

type Points = BTreeMap<String, i32>;

/// Plays a case of these statements, and says what is wrong with it.
pub fn check(statements: &str, case: &str) {
    if let Err((line, board, fault)) = run(case) {
        panic!("{statements}, at `{line}`: {fault}\n{board}in the case\n{case}");
    }
}

/// Asserts that a case fails with a message that holds a text: the tester is tested.
pub fn check_fails(case: &str, text: &str) {
    match run(case) {
        Ok(()) => panic!("this case should fail:\n{case}"),
        Err((_, _, fault)) => assert!(fault.contains(text), "`{fault}` does not hold `{text}`"),
    }
}

/// The line that failed, the board there, and what is wrong.
type Failure = (String, String, String);

fn run(case: &str) -> Result<(), Failure> {
    let lines: Vec<&str> = case
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty())
        .collect();
    let mut table = Table::new(&lines).map_err(|fault| ("the setup".to_owned(), String::new(), fault))?;
    for line in lines {
        if let Err(fault) = table.line(line) {
            return Err((line.to_owned(), picture::board(&table.game), fault));
        }
    }
    Ok(())
}

/// A game, and what its last steps gave.
struct Table {
    game: Game,
    /// How many draws the lines have told of.
    drawn: usize,
    /// Whether the last step left somebody asked to deploy.
    asked: bool,
    /// Points of this turn, and of the final scoring.
    turn: Points,
    last: Points,
}

type Checked = Result<(), String>;

impl Table {
    fn new(lines: &[&str]) -> Result<Table, String> {
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let lines: Vec<Vec<String>> = lines.iter().map(|line| words(line)).collect();
        let mut players = 2;
        let mut options = Vec::new();
        let mut start = Vec::new();
        let (mut draws, mut others) = (Vec::new(), Vec::new());
        for line in &lines {
            match line[0].as_str() {
                "players" => players = number(&line[1])? as usize,
                "option" => options.push((line[1].as_str(), line[2].as_str())),
                "start" => start.push(StartTile {
                    tile: format!("base/{}", line[1]),
                    pos: cell(&line[2])?,
                    rotation: turn(&line[3])?,
                }),
                "stack" => others.extend(line[1..].iter().cloned()),
                "discard" => draws.push(line[1].clone()),
                word if is_player(word) => draws.push(line[1].clone()),
                _ => {}
            }
        }
        let mut setup = base_setup(players, &options);
        if !start.is_empty() {
            setup.start = start;
        }
        setup.tiles.push(coat(&setup));
        let ids = draws.iter().chain(&others).map(|tile| format!("base/{tile}"));
        setup.stack =
            ids.chain(setup.start.iter().map(|start| start.tile.clone())).map(|id| (id, 1)).collect();
        let rules = Arc::new(Ruleset::new(setup).map_err(|errors| errors.to_string())?);
        let mut forced = Forced::new();
        for tile in &draws {
            let id = rules.tile_id(&format!("base/{tile}")).ok_or(format!("no tile {tile}"))?;
            forced.push_back(Chance::Draw(id));
        }
        let mut game = Game::with_host(rules, 1, None, forced).map_err(|error| error.to_string())?;
        game.keep_journal();
        Ok(Table { game, drawn: 0, asked: false, turn: Points::new(), last: Points::new() })
    }

    fn line(&mut self, line: &str) -> Checked {
        let (step, expected) = match line.split_once("=>") {
            Some((step, points)) => (step.trim(), read_points(points)?),
            None => (line, Points::new()),
        };
        let (step, message) = match step.split_once('"') {
            Some((step, message)) => (step.trim(), message.trim_end_matches('"')),
            None => (step, ""),
        };
        let words: Vec<&str> = step.split_whitespace().collect();
        match words.as_slice() {
            ["players" | "option" | "start" | "stack", ..] => Ok(()),
            [player, tile, pos, rotation, rest @ ..] if is_player(player) => {
                self.turn(player, tile, pos, rotation, rest)?;
                self.scored(expected)
            }
            ["deploy", spec] => {
                self.turn.clear();
                self.deploy(spec)?;
                self.scored(expected)
            }
            ["pass"] => {
                self.turn.clear();
                self.apply(Choice::Pass)?;
                self.scored(expected)
            }
            ["recall"] => {
                self.turn.clear();
                let recall = |choice: &&Choice| matches!(choice, Choice::Recall { .. });
                let choice = *self.options().iter().find(recall).ok_or("nothing can be taken back")?;
                self.apply(choice)?;
                self.scored(expected)
            }
            ["no", "recall"] => {
                let recall = |choice: &Choice| matches!(choice, Choice::Recall { .. });
                same("something can be taken back", self.options().iter().any(recall), false)
            }
            ["discard", tile] => self.discarded(tile),
            ["refuse", tile, pos, rotation] => self.refuse_place(tile, pos, rotation, message),
            ["refuse", spec] => self.refuse(self.deployment(spec)?, message),
            ["refuse", pos, spec] => {
                let (piece, feature) = piece_and_feature(spec);
                let choice =
                    Choice::Deploy { kind: self.piece(piece)?, segment: self.segment(pos, feature)? };
                self.refuse(choice, message)
            }
            ["turns", tile, pos, turns @ ..] => self.turns(tile, pos, turns),
            ["options", specs @ ..] => self.offered(specs),
            ["nobody", "deploys"] => same("somebody was asked to deploy", self.asked, false),
            ["points", points @ ..] => same("points", self.points(), read_points(&points.join(" "))?),
            ["supply", player, count] => {
                let left = self.game.state().supply(self.player(player)?, PieceKindId::FOLLOWER);
                same("followers in the supply", left, number(count)? as usize)
            }
            ["stands", pos, feature, owners @ ..] => self.stands(pos, feature, owners),
            [word @ ("complete" | "open"), pos, feature] => {
                let segment = self.segment(pos, feature)?;
                let complete = self.game.state().features().is_complete(self.game.rules(), segment);
                same("complete", complete, *word == "complete")
            }
            ["left", tile, count] => {
                let tile = self.game.rules().tile_id(&format!("base/{tile}")).ok_or("no such tile")?;
                same("tiles left", i32::from(self.game.state().stack().count(tile)), number(count)?)
            }
            ["over", winners @ ..] => self.over(winners),
            ["end", points @ ..] => {
                same("the game is over", self.game.is_over(), true)?;
                same("final points", std::mem::take(&mut self.last), read_points(&points.join(" "))?)
            }
            _ => Err("no such line".to_owned()),
        }
    }

    /// Draws, places, and deploys or not.
    fn turn(&mut self, player: &str, tile: &str, pos: &str, rotation: &str, rest: &[&str]) -> Checked {
        self.in_hand(tile)?;
        self.drawn += 1;
        self.turn.clear();
        let active = self.game.rules().name(self.game.state().active()).to_owned();
        if player != "." {
            same("the player whose turn it is", active.as_str(), player)?;
        }
        self.apply(Choice::Place { pos: cell(pos)?, rotation: turn(rotation)? })?;
        let asked = self.asked;
        match rest {
            [".."] => same("somebody may deploy", asked, true),
            [spec] => self.deploy(spec),
            [] if asked => self.apply(Choice::Pass),
            [] => Ok(()),
            _ => Err("more words than a turn has".to_owned()),
        }
    }

    fn in_hand(&self, tile: &str) -> Checked {
        let hand = self.game.state().hand().map(|hand| self.game.rules().tile(hand).def.id.clone());
        same("the tile in hand", hand, Some(format!("base/{tile}")))
    }

    /// Makes a choice and counts who gets what.
    fn apply(&mut self, choice: Choice) -> Checked {
        self.game.apply(choice).map_err(|error| error.to_string())?;
        let prompt = self.game.decision().map(|decision| decision.prompt);
        // Passing answers the question; it does not undo that it was asked.
        self.asked = matches!(prompt, Some(Prompt::Deploy)) || choice == Choice::Pass && self.asked;
        let mut ended = self.game.is_over() && !has_turn_end(&self.game);
        for event in self.game.journal() {
            match event {
                Event::TurnEnded { .. } => ended = self.game.is_over(),
                Event::PointsAwarded(award) => {
                    let points = if ended { &mut self.last } else { &mut self.turn };
                    *points.entry(self.game.rules().name(award.player).to_owned()).or_default() +=
                        award.points;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn scored(&self, expected: Points) -> Checked {
        same("points of this turn", self.turn.clone(), expected)
    }

    fn deploy(&mut self, spec: &str) -> Checked {
        self.apply(self.deployment(spec)?)
    }

    fn options(&self) -> Vec<Choice> {
        self.game.decision().map(|decision| decision.list()).unwrap_or_default()
    }

    /// The choice to deploy on the tile just placed.
    fn deployment(&self, spec: &str) -> Result<Choice, String> {
        let (piece, feature) = piece_and_feature(spec);
        let placed = self.game.state().placed().ok_or("no tile was placed")?;
        let pos = self.game.state().board().tile(placed).pos;
        Ok(Choice::Deploy { kind: self.piece(piece)?, segment: self.segment(&pos.to_string(), feature)? })
    }

    fn piece(&self, name: &str) -> Result<PieceKindId, String> {
        self.game.rules().vocabulary().piece_kind(name).ok_or(format!("no piece `{name}`"))
    }

    /// A segment by its cell, its kind, and, where there are several, a port as the tile lies.
    fn segment(&self, pos: &str, spec: &str) -> Result<SegmentId, String> {
        let state = self.game.state();
        let tile = state.board().at(cell(pos)?).ok_or(format!("no tile at {pos}"))?;
        let (kind, port) = spec.split_once(':').unwrap_or((spec, ""));
        let wanted = self.game.rules().vocabulary().feature_kind(kind).ok_or(format!("no kind `{kind}`"))?;
        if !port.is_empty() {
            let port: Port = port.parse().map_err(|_| format!("no port `{port}`"))?;
            let found = self.game.scene().segment_at(tile, port).ok_or("no segment there")?;
            return same("the kind at that port", state.features().kind(found), wanted).map(|()| found);
        }
        let found: Vec<SegmentId> =
            self.game.scene().segments(tile).filter(|at| state.features().kind(*at) == wanted).collect();
        match found.as_slice() {
            [one] => Ok(*one),
            _ => Err(format!("{} segments are a {kind} at {pos}", found.len())),
        }
    }

    /// The next draw was this tile, and another followed it or the game is over.
    fn discarded(&mut self, tile: &str) -> Checked {
        let log = self.game.log().iter();
        let draws: Vec<&str> = log
            .filter_map(|entry| match entry {
                Entry::Chance(Chance::Draw(tile)) => Some(self.game.rules().tile(*tile).def.id.as_str()),
                _ => None,
            })
            .collect();
        let wanted = format!("base/{tile}");
        same("the tile drawn", draws.get(self.drawn).copied(), Some(wanted.as_str()))?;
        self.drawn += 1;
        same("it is discarded", draws.len() > self.drawn || self.game.is_over(), true)
    }

    fn refuse_place(&mut self, tile: &str, pos: &str, rotation: &str, message: &str) -> Checked {
        self.in_hand(tile)?;
        self.refuse(Choice::Place { pos: cell(pos)?, rotation: turn(rotation)? }, message)
    }

    fn refuse(&mut self, choice: Choice, message: &str) -> Checked {
        let before = self.game.hash64();
        match self.game.apply(choice) {
            Ok(()) => return Err("this should be refused".to_owned()),
            Err(error) if !message.is_empty() && error.to_string().contains(message) => {}
            Err(error) => return Err(format!("refused with the message `{error}`")),
        }
        same("the state after a refusal", self.game.hash64(), before)
    }

    fn turns(&self, tile: &str, pos: &str, turns: &[&str]) -> Checked {
        self.in_hand(tile)?;
        let wanted = cell(pos)?;
        let found: Vec<String> = self
            .options()
            .iter()
            .filter_map(|choice| match choice {
                Choice::Place { pos, rotation } if *pos == wanted => Some(format!("r{rotation}")),
                _ => None,
            })
            .collect();
        same("the legal turns", found.join(" "), turns.join(" "))
    }

    fn offered(&self, specs: &[&str]) -> Checked {
        let mut wanted = Vec::new();
        for spec in specs {
            wanted.push(self.deployment(spec)?);
        }
        let found: Vec<Choice> =
            self.options().into_iter().filter(|choice| matches!(choice, Choice::Deploy { .. })).collect();
        let key = |choice: &Choice| format!("{choice:?}");
        wanted.sort_by_key(key);
        let mut sorted = found.clone();
        sorted.sort_by_key(key);
        if sorted == wanted {
            return Ok(());
        }
        let names: Vec<String> = found.iter().map(|choice| self.game.scene().describe(choice)).collect();
        Err(format!("the options are: {}", names.join("; ")))
    }

    fn points(&self) -> Points {
        let rules = self.game.rules();
        let all =
            rules.players().map(|player| (rules.name(player).to_owned(), self.game.state().points(player)));
        all.filter(|(_, points)| *points != 0).collect()
    }

    fn stands(&self, pos: &str, feature: &str, owners: &[&str]) -> Checked {
        let state = self.game.state();
        let segment = self.segment(pos, feature)?;
        let owner = |id| state.piece(id).owner.map_or("nobody", |player| self.game.rules().name(player));
        let found: Vec<&str> = state.pieces_on(segment).map(owner).collect();
        let on_board = state.pieces().iter().filter(|piece| matches!(piece.at, Location::Segment(_))).count();
        same("pieces on the board, at least", on_board >= found.len(), true)?;
        same("owners", found, owners.to_vec())
    }

    fn over(&self, winners: &[&str]) -> Checked {
        same("the game is over", self.game.is_over(), true)?;
        let names: Vec<&str> =
            self.game.scene().winners().into_iter().map(|player| self.game.rules().name(player)).collect();
        same("winners", names, winners.to_vec())
    }

    fn player(&self, name: &str) -> Result<Player, String> {
        self.game.rules().player(name).ok_or(format!("no player `{name}`"))
    }
}

/// A tile that no box holds: E with a coat of arms in its city, for a tiny city that has one.
fn coat(setup: &Setup) -> TileDef {
    let mut tile = setup.tiles.iter().find(|tile| tile.id == "base/E").expect("there is a tile E").clone();
    tile.id = "base/coat".to_owned();
    for segment in tile.segments.iter_mut().filter(|segment| segment.kind == FeatureKindId::CITY) {
        segment.attributes.set(AttributeId::COATS_OF_ARMS, AttributeValue::Number(1));
    }
    tile
}

fn has_turn_end(game: &Game) -> bool {
    game.journal().iter().any(|event| matches!(event, Event::TurnEnded { .. }))
}

fn is_player(word: &str) -> bool {
    matches!(word, "." | "a" | "b" | "c" | "d" | "e" | "f")
}

fn piece_and_feature(spec: &str) -> (&str, &str) {
    spec.split_once('@').unwrap_or(("follower", spec))
}

fn number(word: &str) -> Result<i32, String> {
    word.parse().map_err(|_| format!("`{word}` is no number"))
}

fn cell(word: &str) -> Result<Pos, String> {
    let (x, y) = word.split_once(',').ok_or(format!("`{word}` is no cell"))?;
    Ok(Pos::new(number(x)?, number(y)?))
}

fn turn(word: &str) -> Result<Rotation, String> {
    let quarters = word.strip_prefix('r').ok_or(format!("`{word}` is no turn"))?;
    Ok(Rotation::quarters(number(quarters)? as u8))
}

fn read_points(text: &str) -> Result<Points, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.chunks(2).map(|pair| Ok((pair[0].to_owned(), number(pair.get(1).unwrap_or(&""))?))).collect()
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Checked {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?} instead of {expected:?}")) }
}

#[test]
fn a_wrong_case_is_found() {
    check_fails("a U 1,0 r0 road => a 3", "points of this turn");
    check_fails("b U 1,0 r0", "the player whose turn it is");
    check_fails("a U 1,0 r1", "edge");
    check_fails("a U 1,0 r0 ..\n options road", "the options are");
    check_fails("a U 1,0 r0 city", "0 segments");
    check_fails("a U 1,0 r0\n end a 3", "final points");
    check_fails("refuse U 1,0 r0 \"edge\"\n a U 1,0 r0", "should be refused");
    check_fails("discard C\n a U 1,0 r0", "it is discarded");
}
