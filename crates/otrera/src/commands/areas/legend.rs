//! What the words and signs of the rows mean.

use std::fmt;

use otrera_area::{Kind, Rung};

use super::rows::{Row, bounds_text};

/// Explains what the rows use, and nothing else.
pub fn write(f: &mut fmt::Formatter<'_>, rows: &[Row]) -> fmt::Result {
    writeln!(f)?;
    writeln!(f, "ahead         moves that a player has more than the other, at least and at most")?;
    let bounds: String = rows.iter().map(|row| bounds_text(row.bounds)).collect();
    let signs = [
        ('[', "[ ]           bounds on the value that include their numbers"),
        ('(', "( )           bounds on the value that exclude their numbers"),
        ('e', "-e +e         up to an infinitesimal, which is less than any fraction of a move"),
    ];
    for (_, line) in signs.iter().filter(|(sign, _)| bounds.contains(*sign)) {
        writeln!(f, "{line}")?;
    }
    let kinds = [
        (
            "of …'s        ",
            "only amazons of one colour can get there",
            is_territory as fn(Kind) -> bool,
        ),
        (
            "guarded by …  ",
            "closed to the enemy as long as the amazons around it stand",
            is_guarded,
        ),
        ("contested     ", "both colours can get there", is_contested),
    ];
    for (name, what, is) in kinds {
        if rows.iter().filter_map(|row| row.kind).any(is) {
            writeln!(f, "{name}{what}")?;
        }
    }
    for rung in Rung::ALL {
        if rows.iter().any(|row| row.rung == Some(rung)) {
            writeln!(f, "{:<13} {}", rung.name(), method(rung))?;
        }
    }
    Ok(())
}

fn is_territory(kind: Kind) -> bool {
    matches!(kind, Kind::Territory(_))
}

fn is_guarded(kind: Kind) -> bool {
    matches!(kind, Kind::BlockerTerritory(_))
}

fn is_contested(kind: Kind) -> bool {
    matches!(kind, Kind::Active)
}

/// What a rung does, in a line.
fn method(rung: Rung) -> &'static str {
    match rung {
        Rung::Counting => "nobody has more moves than there are empty squares",
        Rung::SafeMoves => "moves that the enemy cannot take away, and counting for the rest",
        Rung::Blockers => "whose squares are guarded, and counting for the rest",
        Rung::Plodding => "guarded squares are filled step by step, the rest has safe moves",
        Rung::TablePieces => "like plodding, with pieces looked up in the endgame tables",
        Rung::Table => "the area is in the endgame tables",
        Rung::Filling => "like plodding, with the best filling that there is",
        Rung::LocalSearch => "a search of the area alone: is it worth x moves or more?",
        Rung::Exact => "the thermograph of the area: its exact value, up to an infinitesimal",
        _ => "see docs/areas.md",
    }
}
