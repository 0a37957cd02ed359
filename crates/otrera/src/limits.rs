//! `--limit`: how long a computation may take and how much it may hold.

use std::time::Duration;

/// A time, a size, or both; for searches also a number of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    pub time: Option<Duration>,
    pub bytes: Option<usize>,
    pub nodes: Option<u64>,
}

/// No time may be longer: more than a year.
pub const LONGEST: Duration = Duration::from_secs(10_000 * 3600);

/// What is wrong, and with which part.
enum Wrong<'a> {
    Unclear(&'a str),
    TooLong(&'a str),
}

impl Wrong<'_> {
    fn told(&self, expected: &str) -> String {
        match self {
            Wrong::Unclear(part) => format!("found `{part}`; expected {expected}"),
            Wrong::TooLong(part) => {
                format!("found `{part}`; expected at most {}h", LONGEST.as_secs() / 3600)
            }
        }
    }
}

fn read(text: &str) -> Result<Limits, Wrong<'_>> {
    let mut limits = Limits::default();
    for part in text.split(',') {
        let part = part.trim();
        let unclear = || Wrong::Unclear(part);
        let split = part.find(|c: char| !c.is_ascii_digit()).filter(|&at| at > 0);
        let (digits, unit) = part.split_at(split.ok_or_else(unclear)?);
        // Digits alone fail only by being too many.
        let number: u64 = digits.parse().unwrap_or(u64::MAX);
        match unit {
            "ms" | "s" | "m" | "h" => {
                let time = match unit {
                    "ms" => Duration::from_millis(number),
                    "s" => Duration::from_secs(number),
                    "m" => Duration::from_secs(number.saturating_mul(60)),
                    _ => Duration::from_secs(number.saturating_mul(3600)),
                };
                if time > LONGEST {
                    return Err(Wrong::TooLong(part));
                }
                limits.time = Some(time);
            }
            "K" | "M" | "G" => {
                let shift = match unit {
                    "K" => 10,
                    "M" => 20,
                    _ => 30,
                };
                let bytes = usize::try_from(number).ok().and_then(|n| n.checked_mul(1 << shift));
                limits.bytes = Some(bytes.ok_or_else(unclear)?);
            }
            _ => return Err(unclear()),
        }
    }
    Ok(limits)
}

/// Reads `10s`, `500M`, `1m,2G`.
pub fn parse(text: &str) -> Result<Limits, String> {
    read(text).map_err(|wrong| wrong.told("a time (500ms, 10s, 5m, 1h) or a size (64M, 2G)"))
}

/// Reads the same, and a number of nodes such as `50000n`.
pub fn parse_with_nodes(text: &str) -> Result<Limits, String> {
    let expected = "a time (500ms, 10s, 5m, 1h) or a size (64M, 2G) or nodes (50000n)";
    let mut limits = Limits::default();
    for part in text.split(',') {
        let nodes = part.trim().strip_suffix('n').and_then(|digits| digits.parse().ok());
        match nodes {
            Some(nodes) => limits.nodes = Some(nodes),
            None => {
                let part = read(part).map_err(|wrong| wrong.told(expected))?;
                limits.time = part.time.or(limits.time);
                limits.bytes = part.bytes.or(limits.bytes);
            }
        }
    }
    Ok(limits)
}

/// Reads a size alone.
pub fn parse_size(text: &str) -> Result<usize, String> {
    match parse(text) {
        Ok(Limits { time: None, bytes: Some(bytes), .. }) => Ok(bytes),
        _ => Err(format!("found `{text}`; expected a size (64M, 2G)")),
    }
}

fn time(text: &str) -> Result<Duration, Wrong<'_>> {
    match read(text)? {
        Limits { time: Some(time), bytes: None, .. } => Ok(time),
        _ => Err(Wrong::Unclear(text)),
    }
}

/// Reads a time alone.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    time(text).map_err(|wrong| wrong.told("a time (500ms, 10s, 5m, 1h)"))
}

/// A time in seconds.
pub fn of_seconds(number: f64) -> Result<Duration, String> {
    match Duration::try_from_secs_f64(number) {
        Ok(time) if time <= LONGEST => Ok(time),
        _ if number > 0.0 => Err(Wrong::TooLong(&number.to_string()).told("")),
        _ => Err(Wrong::Unclear(&number.to_string()).told("a time in seconds, zero or more")),
    }
}

/// Reads `5m` or `60s+500ms`.
pub fn parse_clock(text: &str) -> Result<(Duration, Duration), String> {
    let (main, increment) = text.split_once('+').unwrap_or((text, "0s"));
    let clock = time(main.trim()).and_then(|main| Ok((main, time(increment.trim())?)));
    clock.map_err(|wrong| {
        match wrong {
            Wrong::TooLong(_) => wrong,
            Wrong::Unclear(_) => Wrong::Unclear(text),
        }
        .told("a time, and perhaps what each move adds to it (5m, 60s+500ms)")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes() {
        let limits = |time, bytes| Ok(Limits { time, bytes, nodes: None });
        assert_eq!(parse("10s"), limits(Some(Duration::from_secs(10)), None));
        assert_eq!(parse("2m, 64M"), limits(Some(Duration::from_secs(120)), Some(64 << 20)));
        for wrong in ["", "10", "s", "10 s", "1d", "99999999999G", "5s,"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        let limits = parse_with_nodes("5000n,1m").unwrap();
        assert_eq!((limits.nodes, limits.time), (Some(5000), Some(Duration::from_secs(60))));
        for wrong in ["n", "5x", "-1n", "5000n,"] {
            assert!(parse_with_nodes(wrong).is_err(), "{wrong}");
        }
        let clock = (Duration::from_secs(60), Duration::from_millis(500));
        assert_eq!(parse_clock("1m + 500ms"), Ok(clock));
        assert!(parse_clock("1m+").is_err() && parse_clock("60").is_err());
        for (wrong, part) in [
            ("18446744073709551615s", "18446744073709551615s"),
            ("99999999999999999999h+1s", "99999999999999999999h"),
            ("1s+10001h", "10001h"),
        ] {
            let told = format!("found `{part}`; expected at most 10000h");
            assert_eq!(parse_clock(wrong), Err(told));
        }
        assert_eq!(parse_time("10000h"), Ok(LONGEST));
        assert!(parse_with_nodes("5n,600001m").unwrap_err().ends_with("at most 10000h"));
        assert_eq!(of_seconds(1.5), Ok(Duration::from_millis(1500)));
        assert_eq!((of_seconds(0.0), of_seconds(3.6e7)), (Ok(Duration::ZERO), Ok(LONGEST)));
        for (wrong, told) in [
            (3.7e7, "found `37000000`; expected at most 10000h"),
            (f64::INFINITY, "found `inf`; expected at most 10000h"),
            (f64::NAN, "found `NaN`; expected a time in seconds, zero or more"),
            (-0.5, "found `-0.5`; expected a time in seconds, zero or more"),
        ] {
            assert_eq!(of_seconds(wrong), Err(told.to_owned()));
        }
        assert_eq!(parse_size("64M"), Ok(64 << 20));
        assert!(parse_size("64").is_err() && parse_size("3s").is_err());
    }
}
