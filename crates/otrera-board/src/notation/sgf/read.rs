//! Reading SGF.

use std::borrow::Cow;

use super::MAX_SIDE;
use crate::bits::Bits;
use crate::color::Color;
use crate::moves::Move;
use crate::notation::error::{NotationError, Quoted};
use crate::notation::properties::{RawProperty, RawValue, read_collection};
use crate::notation::scanner::Scanner;
use crate::position::{Content, Position};
use crate::record::{NodeId, Record, Step};
use crate::remarks::{Remarks, Ring};
use crate::size::{Size, Square};

const NOTATION: &str = "SGF";

/// Reads all games of an SGF collection.
pub fn parse(text: &str) -> Result<Vec<Record>, NotationError> {
    read_collection(Scanner::new(NOTATION, text), read_game)
}

fn read_game(scanner: &mut Scanner<'_>) -> Result<Record, NotationError> {
    open_tree(scanner)?;
    let mut remarks = Remarks::default();
    let root = RawNode::read(scanner, &mut remarks)?;
    let first = match &root.mv {
        Some((color, property)) => Some((*color, property.first_text())),
        None => first_move(*scanner),
    };
    let mut game = Game::open(root, remarks, first, scanner)?;
    loop {
        scanner.skip_space();
        match scanner.peek() {
            Some(';') => {
                let node = RawNode::read(scanner, game.record.remarks_mut())?;
                game.apply(node, scanner)?;
            }
            Some('(') => {
                open_tree(scanner)?;
                game.open_variation();
            }
            Some(')') => {
                scanner.bump();
                if !game.close_variation() {
                    return Ok(game.record);
                }
            }
            _ => return Err(scanner.unexpected("`;`, `(` or `)`")),
        }
    }
}

/// Looks ahead for the first move of a game: its colour and text. What is wrong on the way
/// there is found again, and told, when it is read.
fn first_move<'a>(mut ahead: Scanner<'a>) -> Option<(Color, Cow<'a, str>)> {
    let mut depth = 1;
    loop {
        ahead.skip_space();
        match ahead.peek()? {
            ';' => {
                let node = RawNode::read(&mut ahead, &mut Remarks::default()).ok()?;
                if let Some((color, property)) = node.mv {
                    return Some((color, property.first_text()));
                }
                continue;
            }
            '(' => depth += 1,
            ')' if depth == 1 => return None,
            ')' => depth -= 1,
            _ => return None,
        }
        ahead.bump();
    }
}

/// Passes over a bracket; a node must follow it.
fn open_tree(scanner: &mut Scanner<'_>) -> Result<(), NotationError> {
    if !scanner.eat(&['(']) {
        return Err(scanner.unexpected("`(;`, the beginning of a game"));
    }
    scanner.skip_space();
    match scanner.peek() {
        Some(';') => Ok(()),
        _ => Err(scanner.unexpected("`;`, the beginning of a node")),
    }
}

/// The properties of a node, those with a meaning for the rules apart.
#[derive(Default)]
struct RawNode<'a> {
    game: Option<RawProperty<'a>>,
    size: Option<RawProperty<'a>>,
    turn: Option<RawProperty<'a>>,
    /// What is put on the board, and where in the text the property stands that says on which
    /// squares: the size of the board may follow behind it.
    setup: Vec<(Content, usize)>,
    mv: Option<(Color, RawProperty<'a>)>,
    others: Ring,
    at: usize,
}

impl<'a> RawNode<'a> {
    /// Reads a node; the scanner stands at its semicolon.
    fn read(
        scanner: &mut Scanner<'a>,
        remarks: &mut Remarks,
    ) -> Result<RawNode<'a>, NotationError> {
        let mut node = RawNode { at: scanner.at(), ..RawNode::default() };
        scanner.bump();
        loop {
            scanner.skip_space();
            if !scanner.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
                return Ok(node);
            }
            let property = RawProperty::read(scanner)?;
            let place = match property.ident.as_ref() {
                "GM" => &mut node.game,
                "SZ" => &mut node.size,
                "PL" => &mut node.turn,
                "AB" => {
                    node.setup.push((Content::Amazon(Color::Black), property.at));
                    continue;
                }
                "AW" => {
                    node.setup.push((Content::Amazon(Color::White), property.at));
                    continue;
                }
                "AA" => {
                    node.setup.push((Content::Burnt, property.at));
                    continue;
                }
                "AE" => {
                    node.setup.push((Content::Empty, property.at));
                    continue;
                }
                "B" | "W" => {
                    let color = if property.ident == "B" { Color::Black } else { Color::White };
                    if let Some((_, first)) = &node.mv {
                        let found = format!("a second move in the node of {}", first.ident);
                        return Err(scanner.error_at(property.at, found, "one move a node"));
                    }
                    node.mv = Some((color, property));
                    continue;
                }
                // Written anew with every record.
                "FF" | "CA" => continue,
                _ => {
                    property.keep(remarks, &mut node.others);
                    continue;
                }
            };
            if place.is_some() {
                let found = format!("a second {} in one node", property.ident);
                return Err(scanner.error_at(property.at, found, "it once"));
            }
            *place = Some(property);
        }
    }
}

/// Where in the tree we are.
struct Place {
    node: NodeId,
    position: Position,
    moves: usize,
}

/// A game that is being read.
struct Game {
    record: Record,
    place: Place,
    /// After which nodes the variations that are being read began, and how many after each.
    branches: Vec<(NodeId, u32)>,
}

impl Game {
    /// Begins a game with its root node. What that leaves open, who sits at the bottom and
    /// who is to move, the first move of the game settles.
    fn open(
        mut root: RawNode<'_>,
        remarks: Remarks,
        first: Option<(Color, Cow<'_, str>)>,
        scanner: &Scanner<'_>,
    ) -> Result<Game, NotationError> {
        check_game(root.game.take(), root.at, scanner)?;
        let size = read_size(root.size.take(), scanner)?;
        let turn = root.turn.take().map(|turn| read_turn(&turn, scanner)).transpose()?;
        let mut start = if root.setup.is_empty() {
            let standard = Position::start(size).ok_or_else(|| {
                let found = format!("no set-up for {size}, which has no standard start");
                scanner.error_at(root.at, found, "the properties AB and AW")
            })?;
            let specified = standard.with_colors_swapped();
            let owned_by_mover = |start: &Position| {
                first.as_ref().is_some_and(|(color, text)| {
                    let from = text.trim().as_bytes().get(..2);
                    let from = from.and_then(|point| read_point(point, size));
                    from.is_some_and(|from| start.at(from) == Content::Amazon(*color))
                })
            };
            if owned_by_mover(&standard) { standard } else { specified }
        } else {
            let bare = Position::new(size, 0, 0, 0, Color::White).expect("nothing is on the board");
            set_up(bare, &root.setup, scanner)?
        };
        root.setup.clear();
        if let Some(turn) = turn.or(first.map(|(color, _)| color)) {
            start = start.with_to_move(turn);
        }
        let mut record = Record::with_remarks(start, remarks);
        record.attach(NodeId::ROOT, std::mem::take(&mut root.others));
        let place = Place { node: NodeId::ROOT, position: start, moves: 0 };
        let mut game = Game { record, place, branches: Vec::new() };
        game.apply(root, scanner)?;
        Ok(game)
    }

    /// Adds a node: a set-up first, then a move, then remarks on the last of them.
    fn apply(&mut self, node: RawNode<'_>, scanner: &Scanner<'_>) -> Result<(), NotationError> {
        if let Some(stray) = node.game.as_ref().or(node.size.as_ref()) {
            let found = format!("{} inside the game", stray.ident);
            return Err(scanner.error_at(stray.at, found, "it in the first node only"));
        }
        if !node.setup.is_empty() || node.turn.is_some() {
            let mut position = set_up(self.place.position, &node.setup, scanner)?;
            if let Some(turn) = &node.turn {
                position = position.with_to_move(read_turn(turn, scanner)?);
            }
            let before = &self.place.position;
            self.place.node = self.record.push_set_up(self.place.node, before, &position);
            self.place.position = position;
        }
        if let Some((color, property)) = &node.mv {
            self.play(*color, &property.single(scanner)?, scanner)?;
        }
        if node.setup.is_empty() && node.turn.is_none() && node.mv.is_none() {
            if node.others.is_empty() {
                return Ok(());
            }
            self.place.node = self.record.push_empty(self.place.node);
        }
        if !node.others.is_empty() {
            self.record.attach(self.place.node, node.others);
        }
        Ok(())
    }

    fn play(
        &mut self,
        color: Color,
        value: &RawValue<'_>,
        scanner: &Scanner<'_>,
    ) -> Result<(), NotationError> {
        let mv = read_move(value, self.place.position.size(), scanner)?;
        let number = self.place.moves + 1;
        let position = self.place.position;
        if position.to_move() != color {
            let found = format!("move {number} by {color}");
            return Err(scanner.error_at(
                value.at,
                found,
                format!("one by {}", position.to_move()),
            ));
        }
        let next = position.play(mv).map_err(|illegal| {
            let expected = format!("a legal move for {color}");
            scanner.error_at(value.at, format!("move {number}: {illegal}"), expected)
        })?;
        self.place.moves = number;
        self.place.node = self.record.push_move(self.place.node, mv);
        self.place.position = next;
        Ok(())
    }

    fn open_variation(&mut self) {
        match self.branches.last_mut() {
            Some((node, count)) if *node == self.place.node => *count += 1,
            _ => self.branches.push((self.place.node, 1)),
        }
    }

    /// Goes back to where a variation began; says no if none is open. Each node is left once, so all
    /// the ways back together are no longer than the game.
    fn close_variation(&mut self) -> bool {
        let Some((branch, count)) = self.branches.last_mut() else { return false };
        let place = &mut self.place;
        while place.node != *branch {
            self.record.unmake(place.node, &mut place.position);
            place.moves -= usize::from(matches!(self.record.step(place.node), Step::Move(_)));
            place.node = self.record.parent(place.node).unwrap_or(*branch);
        }
        *count -= 1;
        if *count == 0 {
            self.branches.pop();
        }
        true
    }
}

fn check_game(
    game: Option<RawProperty<'_>>,
    root: usize,
    scanner: &Scanner<'_>,
) -> Result<(), NotationError> {
    let expected = "GM[18], a game of Amazons";
    let Some(game) = game else {
        return Err(scanner.error_at(root, "no property GM, which means Go", expected));
    };
    let value = game.single(scanner)?;
    if value.text.trim() != "18" {
        let found = format!("game number {}", Quoted(&value.text));
        return Err(scanner.error_at(value.at, found, expected));
    }
    Ok(())
}

fn read_size(size: Option<RawProperty<'_>>, scanner: &Scanner<'_>) -> Result<Size, NotationError> {
    const DEFAULT: usize = 10;
    let (width, height, value) = match &size {
        None => (DEFAULT, DEFAULT, None),
        Some(property) => {
            let value = property.single(scanner)?;
            let number = |digits: &str| {
                let digits = digits.trim();
                let plain = digits.bytes().all(|c| c.is_ascii_digit());
                if plain { digits.parse().unwrap_or(0) } else { 0 }
            };
            let (width, height) = value.text.split_once(':').unwrap_or((&value.text, &value.text));
            (number(width), number(height), Some(value))
        }
    };
    match (Size::new(width, height), value) {
        (Ok(size), _) if width <= MAX_SIDE && height <= MAX_SIDE => Ok(size),
        (_, value) => {
            let (text, at) = value.as_ref().map_or(("", 0), |value| (&*value.text, value.at));
            let expected = "`n` or `w:h`, each from 1 to 52, with at most 128 squares, such as SZ[10] or SZ[5:6]";
            Err(scanner.error_at(at, format!("the size {}", Quoted(text)), expected))
        }
    }
}

fn read_turn(property: &RawProperty<'_>, scanner: &Scanner<'_>) -> Result<Color, NotationError> {
    let value = property.single(scanner)?;
    match value.text.trim().to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(scanner.error_at(value.at, Quoted(&value.text).to_string(), "PL[B] or PL[W]")),
    }
}

/// The position after the set-up properties of a node, each square named at most once.
fn set_up(
    before: Position,
    setup: &[(Content, usize)],
    scanner: &Scanner<'_>,
) -> Result<Position, NotationError> {
    let size = before.size();
    let [mut black, mut white] = Color::ALL.map(|color| before.amazons(color));
    let mut burnt = before.burnt();
    let mut named = u128::EMPTY;
    for &(content, at) in setup {
        for value in RawProperty::read(&mut scanner.back_at(at))?.values() {
            let squares = read_points(&value, size, scanner)?;
            if let Some(twice) = (squares & named).first() {
                let found = format!("{} a second time in one set-up", size.name(twice));
                return Err(scanner.error_at(value.at, found, "each square once"));
            }
            named |= squares;
            black &= !squares;
            white &= !squares;
            burnt &= !squares;
            match content {
                Content::Amazon(Color::Black) => black |= squares,
                Content::Amazon(Color::White) => white |= squares,
                Content::Burnt => burnt |= squares,
                Content::Empty => {}
            }
        }
    }
    let position = Position::new(size, black, white, burnt, before.to_move());
    Ok(position.expect("squares are cleared before they are set"))
}

/// Reads a point, or a rectangle `aa:cc` of them.
fn read_points(
    value: &RawValue<'_>,
    size: Size,
    scanner: &Scanner<'_>,
) -> Result<u128, NotationError> {
    let wrong = || {
        let expected =
            format!("a point of the {size} board: two letters, column and row from the top");
        scanner.error_at(value.at, Quoted(&value.text).to_string(), expected)
    };
    let text = value.text.trim();
    let (first, last) = text.split_once(':').unwrap_or((text, text));
    let corner = |point: &str| read_point(point.as_bytes(), size).ok_or_else(wrong);
    let (first, last) = (corner(first)?, corner(last)?);
    let (left, right) = (size.file(first), size.file(last));
    let (top, bottom) = (size.rank(first), size.rank(last));
    if left > right || bottom > top {
        return Err(wrong());
    }
    let squares = (bottom..=top).flat_map(|rank| (left..=right).map(move |file| (file, rank)));
    Ok(squares
        .filter_map(|(file, rank)| size.square(file, rank))
        .fold(u128::EMPTY, |set, square| set | u128::of(square)))
}

fn read_point(point: &[u8], size: Size) -> Option<Square> {
    let &[column, row] = point else { return None };
    let number = |letter: u8| match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    };
    size.square(number(column)?, (size.height() - 1).checked_sub(number(row)?)?)
}

fn read_move(
    value: &RawValue<'_>,
    size: Size,
    scanner: &Scanner<'_>,
) -> Result<Move, NotationError> {
    let text = value.text.trim().as_bytes();
    let squares: Vec<Option<Square>> =
        text.chunks(2).take(4).map(|point| read_point(point, size)).collect();
    match squares.as_slice() {
        &[Some(from), Some(to), Some(arrow)] => Ok(Move { from, to, arrow }),
        _ => {
            let expected = format!("a move: three points of the {size} board, six letters in all");
            Err(scanner.error_at(value.at, Quoted(&value.text).to_string(), expected))
        }
    }
}
