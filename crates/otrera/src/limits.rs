//! `--limit`: how long a computation may take and how much it may hold.

use std::time::Duration;

/// A time, a size, or both; for searches also a number of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    pub time: Option<Duration>,
    pub bytes: Option<usize>,
    pub nodes: Option<u64>,
}

/// Reads `10s`, `500M`, `1m,2G`.
pub fn parse(text: &str) -> Result<Limits, String> {
    let mut limits = Limits::default();
    for part in text.split(',') {
        let part = part.trim();
        let wrong =
            || format!("found `{part}`; expected a time (500ms, 10s, 5m, 1h) or a size (64M, 2G)");
        let split = part.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?;
        let (digits, unit) = part.split_at(split);
        let number: u64 = digits.parse().map_err(|_| wrong())?;
        match unit {
            "ms" => limits.time = Some(Duration::from_millis(number)),
            "s" => limits.time = Some(Duration::from_secs(number)),
            "m" => limits.time = Some(Duration::from_secs(number.saturating_mul(60))),
            "h" => limits.time = Some(Duration::from_secs(number.saturating_mul(3600))),
            "K" | "M" | "G" => {
                let shift = match unit {
                    "K" => 10,
                    "M" => 20,
                    _ => 30,
                };
                let bytes = usize::try_from(number).ok().and_then(|n| n.checked_mul(1 << shift));
                limits.bytes = Some(bytes.ok_or_else(wrong)?);
            }
            _ => return Err(wrong()),
        }
    }
    Ok(limits)
}

/// Reads the same, and a number of nodes such as `50000n`.
pub fn parse_with_nodes(text: &str) -> Result<Limits, String> {
    let mut limits = Limits::default();
    for part in text.split(',') {
        let nodes = part.trim().strip_suffix('n').and_then(|digits| digits.parse().ok());
        match nodes {
            Some(nodes) => limits.nodes = Some(nodes),
            None => {
                let part = parse(part).map_err(|wrong| format!("{wrong} or nodes (50000n)"))?;
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

/// Reads a time alone.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    match parse(text) {
        Ok(Limits { time: Some(time), bytes: None, .. }) => Ok(time),
        _ => Err(format!("found `{text}`; expected a time (500ms, 10s, 5m, 1h)")),
    }
}

/// Reads `5m` or `60s+500ms`.
pub fn parse_clock(text: &str) -> Result<(Duration, Duration), String> {
    let (main, increment) = text.split_once('+').unwrap_or((text, "0s"));
    match (parse_time(main.trim()), parse_time(increment.trim())) {
        (Ok(main), Ok(increment)) => Ok((main, increment)),
        _ => Err(format!(
            "found `{text}`; expected a time, and perhaps what each move adds to it (5m, 60s+500ms)"
        )),
    }
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
        assert_eq!(parse_size("64M"), Ok(64 << 20));
        assert!(parse_size("64").is_err() && parse_size("3s").is_err());
    }
}
