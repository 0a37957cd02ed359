//! What eyes and printers make of the colours.
//!
//! Colour blindness by the matrices of Machado, Oliveira and Fernandes, *A Physiologically-based Model for
//! Simulation of Color Vision Deficiency* (IEEE TVCG 15, 2009), for a complete lack of one kind of cones. Distances
//! are those of CIELAB (1976), in which 2.3 is just noticeable; contrasts those of WCAG 2.2, which asks for 4.5
//! for text (1.4.3) and 3 for lines (1.4.11).

use super::*;

const PROTANOPIA: [[f64; 3]; 3] = [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
];
const DEUTERANOPIA: [[f64; 3]; 3] = [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.011820, 0.042940, 0.968881],
];
const TRITANOPIA: [[f64; 3]; 3] = [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.303900],
];
const GREY: [[f64; 3]; 3] = [[0.2126, 0.7152, 0.0722]; 3];
const NORMAL: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// How somebody sees, and the least distance of colours that are to be told apart.
const EYES: [(&str, [[f64; 3]; 3], f64); 5] = [
    ("normal", NORMAL, 18.0),
    ("protanopia", PROTANOPIA, 18.0),
    ("deuteranopia", DEUTERANOPIA, 18.0),
    ("tritanopia", TRITANOPIA, 14.0),
    ("grey", GREY, 9.0),
];

const TEXT_CONTRAST: f64 = 4.5;
const LINE_CONTRAST: f64 = 3.0;

/// The light that is seen in place of a colour's.
fn seen(color: RgbColor, eyes: [[f64; 3]; 3]) -> [f64; 3] {
    let light = linear(color);
    eyes.map(|row| row.iter().zip(light).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0))
}

/// CIELAB of a light, for the white of D65.
fn lab(light: [f64; 3]) -> [f64; 3] {
    const TO_XYZ: [[f64; 3]; 3] = [
        [0.412_456_4, 0.357_576_1, 0.180_437_5],
        [0.212_672_9, 0.715_152_2, 0.072_175_0],
        [0.019_333_9, 0.119_192_0, 0.950_304_1],
    ];
    const WHITE: [f64; 3] = [0.95047, 1.0, 1.08883];
    let mut cone = [0.0; 3];
    for n in 0..3 {
        let x = TO_XYZ[n].iter().zip(light).map(|(a, b)| a * b).sum::<f64>() / WHITE[n];
        cone[n] = if x > 216.0 / 24389.0 { x.cbrt() } else { (24389.0 / 27.0 * x + 16.0) / 116.0 };
    }
    [116.0 * cone[1] - 16.0, 500.0 * (cone[0] - cone[1]), 200.0 * (cone[1] - cone[2])]
}

fn distance(one: RgbColor, other: RgbColor, eyes: [[f64; 3]; 3]) -> f64 {
    let [one, other] = [one, other].map(|color| lab(seen(color, eyes)));
    one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// The contrast that somebody sees.
fn contrast_seen(one: RgbColor, other: RgbColor, eyes: [[f64; 3]; 3]) -> f64 {
    let brightness = |color| {
        let [red, green, blue] = seen(color, eyes);
        0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    };
    let (one, other) = (brightness(one), brightness(other));
    one.max(other) / one.min(other)
}

fn can_be_told_apart(what: &str, colors: &[RgbColor]) {
    for (eyes, matrix, least) in EYES {
        for (n, &one) in colors.iter().enumerate() {
            for &other in &colors[..n] {
                let found = distance(one, other, matrix);
                let [one, other] = [one, other].map(hex);
                assert!(found >= least, "{what}, {eyes}: {one} and {other} are {found:.1} apart");
            }
        }
    }
}

fn stands_out(what: &str, ink: RgbColor, ground: RgbColor, least: f64) {
    for (eyes, matrix, _) in EYES {
        let found = contrast_seen(ink, ground, matrix);
        let [ink, ground] = [ink, ground].map(hex);
        assert!(found >= least, "{what}, {eyes}: {ink} on {ground} has a contrast of {found:.2}");
    }
}

fn grounds() -> Vec<RgbColor> {
    let mut kinds = vec![Kind::Active];
    kinds.extend(Color::ALL.map(Kind::Territory));
    kinds.extend(Color::ALL.map(Kind::BlockerTerritory));
    kinds.into_iter().map(ground).collect()
}

/// The measures themselves, by values that others have published.
#[test]
fn the_measures_are_right() {
    let [black, white] = [RgbColor(0, 0, 0), RgbColor(255, 255, 255)];
    assert!((contrast(black, white) - 21.0).abs() < 1e-9);
    // The grey that is known as the lightest with 4.5 on white.
    let grey = contrast(RgbColor(118, 118, 118), white);
    assert!((grey - 4.54).abs() < 0.005, "{grey}");
    // CIELAB of the red of sRGB: 53.24, 80.09, 67.20.
    let red = lab(linear(RgbColor(255, 0, 0)));
    let known = [53.24, 80.09, 67.20];
    assert!(red.iter().zip(known).all(|(a, b)| (a - b).abs() < 0.02), "{red:?}");
    // What has no hue looks the same to all.
    for (eyes, matrix, _) in EYES {
        let grey = RgbColor(118, 118, 118);
        let moved: f64 =
            seen(grey, matrix).iter().zip(linear(grey)).map(|(a, b)| (a - b).abs()).sum();
        assert!(moved < 1e-4, "{eyes}: {moved}");
    }
    // Red and green of the same lightness are what colour blind readers confuse.
    let (red, green) = (RgbColor(200, 60, 40), RgbColor(104, 122, 40));
    assert!(distance(red, green, NORMAL) > 60.0);
    assert!(distance(red, green, DEUTERANOPIA) < distance(red, green, NORMAL) / 2.0);
}

#[test]
fn lines_of_charts_can_be_told_apart() {
    can_be_told_apart("series", &SERIES);
    can_be_told_apart("walls", &[LEFT_WALL, RIGHT_WALL, MAST]);
    can_be_told_apart("graph", &[LONG_LINE, PAIR]);
    can_be_told_apart("comparison", &[BASELINE, SERIES[1]]);
    for line in SERIES.into_iter().chain([BASELINE, LEFT_WALL, RIGHT_WALL, MAST, LONG_LINE, PAIR]) {
        stands_out("line", line, PAPER, LINE_CONTRAST);
    }
    for ground in [BELOW_ZERO, HEAT] {
        for wall in [LEFT_WALL, RIGHT_WALL, MAST] {
            stands_out("wall", wall, ground, LINE_CONTRAST);
        }
    }
}

#[test]
fn text_stands_out() {
    for ink in [TITLE, TEXT] {
        for ground in [PAPER, BELOW_ZERO] {
            stands_out("text", ink, ground, TEXT_CONTRAST);
        }
    }
    for ground in grounds().into_iter().chain([OUT_OF_REACH]) {
        stands_out("letter", ink_on(ground), ground, TEXT_CONTRAST);
    }
}

#[test]
fn grounds_of_areas_can_be_told_apart() {
    let mut grounds = grounds();
    grounds.push(BURNT);
    can_be_told_apart("grounds", &grounds);
}

#[test]
fn moves_stand_out_from_the_board() {
    can_be_told_apart("squares", &[LIGHT, BURNT]);
    for square in [LIGHT, DARK, MOVED] {
        stands_out("step", STEP, square, LINE_CONTRAST);
        stands_out("arrow", SHOT, square, LINE_CONTRAST);
        stands_out("outline", OUTLINE, square, TEXT_CONTRAST);
        stands_out("burnt square", BURNT, square, LINE_CONTRAST);
    }
    stands_out("outline", OUTLINE, PLAIN, TEXT_CONTRAST);
    stands_out("white amazon", WHITE, BLACK, TEXT_CONTRAST);
    stands_out("letters", terminal::BLACK_INK, terminal::LIGHT, LINE_CONTRAST);
    for ground in [terminal::LIGHT, terminal::DARK, terminal::LAST_MOVE] {
        stands_out("black letters", terminal::BLACK_INK, ground, LINE_CONTRAST);
        stands_out("white letters", terminal::WHITE_INK, ground, LINE_CONTRAST);
    }
}
