//! Names at the ends of lines, moved apart where they would hide each other.

use super::Line;

/// The name of a line, and where that ends.
pub struct Label {
    pub name: String,
    pub x: f64,
    pub y: f64,
    pub ink: usize,
    pub line: Line,
}

/// The distance of neighbouring names.
const APART: f64 = 18.0;

/// Labels with the heights at which they can stand, in the order of their lines' ends: as close to these
/// as there is room between top and bottom.
pub fn spread(mut labels: Vec<Label>, top: f64, bottom: f64) -> Vec<(Label, f64)> {
    labels.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut places: Vec<f64> = Vec::new();
    for label in &labels {
        let least = places.last().map_or(top, |&above: &f64| above + APART);
        places.push(label.y.max(least));
    }
    // What was pushed over the edge pushes back.
    let mut most = bottom;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - APART;
    }
    labels.into_iter().zip(places).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_apart_and_in_order() {
        let label = |y| Label { name: String::new(), x: 0.0, y, ink: 0, line: Line::Plain };
        let ends = [395.0, 100.0, 102.0, 399.0, 101.0, 398.0].map(label);
        let spread = spread(ends.into(), 40.0, 400.0);
        let places: Vec<f64> = spread.iter().map(|it| it.1).collect();
        assert!(places.windows(2).all(|two| two[1] - two[0] >= APART - 1e-9), "{places:?}");
        assert!(spread.windows(2).all(|two| two[0].0.y <= two[1].0.y));
        assert_eq!((places[0], places[5]), (100.0, 400.0));
    }
}
