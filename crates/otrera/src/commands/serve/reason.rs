//! What a move does, in a sentence: which area it closes, what it takes, and what is then known.

use otrera_area::{Climb, Filler, Kind, Territory};
use otrera_board::{Bits, Color, Move, Position, queen_distances};
use otrera_player::Worth;

use crate::commands::areas;
use crate::interrupt::INTERRUPT;
use crate::opinions;
use crate::words::counted;

/// Territories are counted with this patience, each.
const PATIENCE: usize = 20_000;

/// Fewer squares than this are not worth a word, where nothing is certain.
const WORTH_SAYING: i64 = 2;

/// Whose squares are, by the partition of a position.
struct Ground {
    position: Position,
    /// Closed off: nobody else gets there. By colour.
    closed: [u128; 2],
    /// As long as its guards stand.
    guarded: [u128; 2],
    areas: usize,
    /// The closed pieces of each colour.
    pieces: [Vec<u128>; 2],
}

impl Ground {
    fn of(position: &Position) -> Ground {
        let answer = areas::of_position(position, Climb::NONE, &INTERRUPT);
        let mut ground = Ground {
            position: *position,
            closed: [0; 2],
            guarded: [0; 2],
            areas: answer.areas.len(),
            pieces: [Vec::new(), Vec::new()],
        };
        for part in answer.areas.iter().flat_map(|area| &area.parts) {
            let empty = part.part.empty;
            match part.part.kind {
                Kind::Territory(color) => {
                    ground.closed[color as usize] |= empty;
                    ground.pieces[color as usize].push(empty);
                }
                Kind::BlockerTerritory(color) => ground.guarded[color as usize] |= empty,
                Kind::Active => {}
            }
        }
        ground
    }

    /// The moves that a closed piece gives its owner, if they can be counted.
    fn moves_in(&self, piece: u128, owner: Color) -> Option<u32> {
        let geometry = self.position.geometry();
        let own = self.position.amazons(owner) & geometry.spread(piece);
        let territory = Territory::new(geometry, own, u128::EMPTY, piece);
        let moves = Filler::new(PATIENCE).moves(&territory);
        moves.is_exact().then_some(moves.least)
    }

    /// The squares that a colour comes to before the other, in moves.
    fn first_at(&self, color: Color) -> i64 {
        let reach = |color| {
            let (geometry, empty) = (self.position.geometry(), self.position.empty());
            queen_distances(geometry, self.position.amazons(color), empty)
        };
        let mut other = reach(!color);
        let mut reached = u128::EMPTY;
        let first = reach(color).map(|own| {
            reached |= other.next().unwrap_or_default();
            i64::from((own & !reached).count())
        });
        first.sum()
    }
}

/// Why a move is a good one, and what the player thinks of the position.
pub fn of_move(position: &Position, mv: Move, worth: Worth) -> String {
    let mover = position.to_move();
    let Ok(after) = position.play(mv) else { return String::new() };
    if after.is_over() {
        return format!("{} has no move left: {mover} wins.", !mover);
    }
    let what = does([&Ground::of(position), &Ground::of(&after)], mv, mover);
    format!("{}. {}.", capital(&what), capital(&opinions::in_words(worth, mover)))
}

/// What a move does; the first that can be said of it.
fn does([before, after]: [&Ground; 2], mv: Move, mover: Color) -> String {
    let [own, enemy] = [mover as usize, !mover as usize];
    let size = before.position.size();
    if before.closed[own].has(mv.to) {
        let left = after.closed[own].count();
        return format!(
            "fills a territory of its own, with {} left",
            counted(left.into(), "square")
        );
    }
    // Pieces that are closed now, with more than the squares that were before; the one she has left is none of these.
    let known = before.closed[own] | u128::of(mv.from);
    let new = |piece: &&u128| (**piece & !known).count() > 0;
    let closed = after.pieces[own].iter().filter(new).max_by_key(|piece| piece.count());
    if let Some(&piece) = closed {
        let worth = match after.moves_in(piece, mover) {
            Some(moves) => format!("worth {moves}"),
            None => format!("with {}", counted(piece.count().into(), "square")),
        };
        return format!("closes {}, {worth}", place(&before.position, piece));
    }
    let gained = after.guarded[own] & !(before.guarded[own] | before.closed[own]);
    let lost = (before.guarded[enemy] | before.closed[enemy])
        & !(after.guarded[enemy] | after.closed[enemy])
        & after.position.empty();
    if i64::from(gained.count()) >= WORTH_SAYING {
        let count = counted(gained.count().into(), "square");
        return format!("walls off {}, {count}", place(&before.position, gained));
    }
    if i64::from(lost.count()) >= WORTH_SAYING {
        let count = counted(lost.count().into(), "square");
        return format!("breaks into {}'s {}, {count}", !mover, side(&before.position, lost));
    }
    if after.areas > before.areas {
        return "splits the board".to_owned();
    }
    let gain = after.first_at(mover) - before.first_at(mover);
    let theirs = before.first_at(!mover) - after.first_at(!mover);
    match () {
        () if gain >= WORTH_SAYING && gain >= theirs => {
            format!("comes first to about {} more", counted(gain as u64, "square"))
        }
        () if theirs >= WORTH_SAYING => {
            let count = counted(theirs as u64, "square");
            format!("takes about {count} from {}'s reach", !mover)
        }
        () => format!("shuts the way through {}", size.name(mv.arrow)),
    }
}

/// Where some squares are, with an article.
fn place(position: &Position, squares: u128) -> String {
    format!("the {}", side(position, squares))
}

/// Where some squares are: by the middle of them, in thirds of the board.
fn side(position: &Position, squares: u128) -> &'static str {
    let size = position.size();
    let count = f64::from(squares.count().max(1));
    let middle = |of: fn(otrera_board::Size, otrera_board::Square) -> usize, length: usize| {
        let sum: usize = squares.squares().map(|square| of(size, square)).sum();
        let at = (sum as f64 / count + 0.5) / length as f64;
        if at < 0.36 { 0 } else { 1 + usize::from(at > 0.64) }
    };
    let file = middle(|size, square| size.file(square), size.width());
    let rank = middle(|size, square| size.rank(square), size.height());
    const NAMES: [[&str; 3]; 3] = [
        ["lower left corner", "bottom", "lower right corner"],
        ["left side", "centre", "right side"],
        ["upper left corner", "top", "upper right corner"],
    ];
    NAMES[rank][file]
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand, each of them.
    #[test]
    fn moves_in_words() {
        for (position, mv, sentence) in [
            // B1 to D1, arrow to C1: the three squares on the right are White's, and D1 stays hers.
            ("b.w.... w", "C1-D1xC1", "Closes the right side, worth 3."),
            // The last square of Black's own: White has one move left, and Black none.
            (
                "b.xw. b",
                "A1-B1xA1",
                "Fills a territory of its own, with 0 squares left. White wins for certain.",
            ),
            // The whole left side is White's already: eleven squares, and the move burns one.
            (
                "w...x.../....x.b./....x... w",
                "A3-A1xB1",
                "Fills a territory of its own, with 10 squares left.",
            ),
            ("bw b", "A1-B1xA1", ""),
            ("b.w b", "A1-B1xA1", "White has no move left: Black wins."),
        ] {
            let position: Position = position.parse().unwrap();
            let mv = Move::parse(mv, position.size()).unwrap();
            let said = of_move(&position, mv, Worth::Loses(None));
            assert!(said.contains(sentence), "{position}: {said}");
        }
    }
}
