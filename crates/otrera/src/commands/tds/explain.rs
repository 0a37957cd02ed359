//! The searches that lead to mean and temperature, in the paper's words.

use std::fmt::Write;

use otrera_area::color_of;
use otrera_cgt::tds::{CouponStack, Ending, Scorer, Side, State, side};
use otrera_cgt::{Dyadic, Exhausted, Game, Player, Sum};

/// A number over the step's denominator, as the paper writes coupons: 16/8, not 2.
pub fn over(number: Dyadic, delta: Dyadic) -> String {
    let exponent = delta.exponent();
    match number.exponent() <= exponent && exponent > 0 && number != Dyadic::ZERO {
        true => {
            let numerator = i128::from(number.numerator()) << (exponent - number.exponent());
            format!("{numerator}/{}", 1u64 << exponent)
        }
        false => number.to_string(),
    }
}

/// What both sides find, and how the temperature is settled.
pub fn text<G: Game, S: Scorer<G>>(
    scorer: &mut S,
    sum: &Sum<G>,
    temperature: Dyadic,
) -> Result<String, Exhausted> {
    let stack = *scorer.stack();
    let mut text = String::new();
    for first in Player::BOTH {
        let found = side(scorer, sum, first)?;
        write_side(&mut text, &found, &stack);
    }
    let delta = stack.delta();
    let mut walls = |tax: Dyadic| -> Result<[String; 2], Exhausted> {
        let height = stack.height_at(tax);
        let mut found = [String::new(), String::new()];
        for first in Player::BOTH {
            let state = State { height, mover: first, passed: false };
            found[first as usize] = over(scorer.less_share(sum, state)?, delta);
        }
        Ok(found)
    };
    text += "Both sides with the same stack\n";
    let below = Some(temperature - delta - delta).filter(|&tax| tax >= Dyadic::MINUS_ONE);
    for tax in [Some(temperature), below].into_iter().flatten() {
        let [black, white] = walls(tax)?;
        let _ = writeln!(
            text,
            "  tax {}: {black} with Black first, {white} with White first",
            over(tax, delta)
        );
    }
    let temperature = over(temperature, delta);
    let _ = writeln!(text, "  temperature {temperature}, the least tax at which they agree");
    Ok(text)
}

fn write_side(text: &mut String, side: &Side, stack: &CouponStack) {
    let over = |number: Dyadic| over(number, stack.delta());
    let share = side.score - side.mean;
    // There is nobody to tell.
    let _ = writeln!(text, "{} first", color_of(side.first));
    let _ = writeln!(
        text,
        "  score {}, coupons alone {}: mean {}",
        over(side.score),
        over(share),
        over(side.mean)
    );
    let _ = match side.ending {
        Ending::Regular => {
            writeln!(text, "  first move in the game after C({})", over(side.first_estimate))
        }
        Ending::FailLow => writeln!(text, "  first move in the game at once"),
        Ending::FailHigh => writeln!(text, "  no move in the game: two coupons of -1 end the play"),
    };
    for lowering in &side.lowerings {
        let loss = if lowering.score == side.score { "no loss" } else { "a loss" };
        let _ = writeln!(
            text,
            "  coupons down to C({}) first: {}, {loss}",
            over(lowering.down_to),
            over(lowering.score)
        );
    }
    let _ = writeln!(text, "  temperature {}", over(side.temperature));
}
