"""The curve of a run, out of its log: a drawing and a table.

python -m training.curve --log runs/main/log.jsonl [--svg main.svg] [--table]

Several logs are read as one run in pieces, in their order. Where a piece goes back in time (it was resumed from an
earlier checkpoint), it takes the place of what it repeats.
"""

import json
from html import escape
from pathlib import Path

from training.arguments import Parser
from training.errors import BadInput, program

# Opponents in the order of the table: key of the log, colour, dashes, marker.
OPPONENTS = [
    ("random", "#928a7f", "", "square"),
    ("t1", "#1c1a19", "", "dot"),
    ("fixed", "#2a2a9e", "", "diamond"),
    ("kept", "#a06000", "6 4", "ring"),
]
NAMES = {"random": "random player", "t1": "full width, one ply, t₁", "kept": "the network kept before"}
HEADS = {"random": "random", "t1": "t₁", "kept": "the network kept before"}
STYLE = """\
.sheet{fill:#fffdf9}.grid{stroke:#ddd7cc}.axis{stroke:#6f685e}.leader{stroke:#6f685e;fill:none;stroke-width:.8}
.label{font:12px system-ui,sans-serif;fill:#4e453a}.name{font:600 16px system-ui,sans-serif;fill:#2a2623}
.end{text-anchor:end}.middle{text-anchor:middle}
.line{fill:none;stroke-width:2;stroke-linejoin:round}.error{fill:none;stroke-width:1;opacity:.55}"""
WIDTH, HEIGHT = 820, 420
LEFT, RIGHT, TOP, BOTTOM = 62, 590, 66, 346


def parsed(row):
    """One line of a log: all its values are numbers, but for two names."""
    line = json.loads(row)
    for key, value in line.items():
        if not isinstance(value, str if key in ("size", "fixed") else (int, float)):
            raise TypeError(key)
    return line, (line["seconds"], line["step"])


def read(paths):
    """The matches of a run, each with its games."""
    lines = []
    for path in paths:
        for number, row in enumerate(Path(path).read_bytes().splitlines(), 1):
            try:
                line, key = parsed(row)
            except (ValueError, LookupError, TypeError, AttributeError):
                raise BadInput(f"{path}:{number}: not a line of a training log") from None
            # A match line may have the time of the log line before it; anything later is of an abandoned piece.
            while lines and (lines[-1]["seconds"], lines[-1]["step"]) > key:
                lines.pop()
            if line not in lines[-2:]:
                lines.append(line)
    counted = [line for line in lines if "games" in line]
    out = []
    for line in lines:
        if "against_kept" in line:
            if "games" not in line:  # logs of older runs: of the nearest line that counts them
                nearest = min(counted, key=lambda other: abs(other["step"] - line["step"]), default={"games": 0})
                line = line | {"games": nearest["games"]}
            out.append(line)
    if not out:
        raise BadInput(f"{', '.join(map(str, paths))}: no matches in it yet")
    return out


def grouped(number):
    """12 345 with narrow spaces."""
    return f"{round(number):,}".replace(",", "\u202f")


def opponents(matches):
    """Those of the run, with the name of the fixed network."""
    fixed = next((line["fixed"] for line in matches if "fixed" in line), "the fixed network")
    present = [row for row in OPPONENTS if any(f"against_{row[0]}" in line for line in matches)]
    return [(row, NAMES.get(row[0], fixed), HEADS.get(row[0], fixed)) for row in present]


def table(matches):
    """Markdown: seconds, games, and win rates with their errors."""
    rows = opponents(matches)
    out = ["| seconds | games | " + " | ".join(f"against {head}" for _, _, head in rows) + " |"]
    out.append("|" + "---|" * (2 + len(rows)))
    for line in matches:
        cells = []
        for (key, *_), _, _ in rows:
            rate, error = line.get(f"against_{key}"), line.get(f"error_{key}", 0)
            cells.append("" if rate is None else f"{100 * rate:.1f} ± {100 * error:.1f} %")
        out.append(f"| {grouped(line['seconds'])} | {grouped(line['games'])} | " + " | ".join(cells) + " |")
    return "\n".join(out)


def marker(kind, x, y, colour):
    if kind == "square":
        return f"<path fill='{colour}' d='M{x - 3:.1f} {y - 3:.1f}h6v6h-6z'/>"
    if kind == "diamond":
        return f"<path fill='{colour}' d='M{x:.1f} {y - 4.2:.1f}l4.2 4.2l-4.2 4.2l-4.2 -4.2z'/>"
    inside = f"fill='#fffdf9' stroke='{colour}' stroke-width='1.6'" if kind == "ring" else f"fill='{colour}'"
    return f"<circle {inside} cx='{x:.1f}' cy='{y:.1f}' r='3.2'/>"


def step_of(largest):
    """A round distance of ticks, so that there are at most nine."""
    for power in range(9):
        for lead in (1, 2, 5):
            if largest / (lead * 10**power) <= 9:
                return lead * 10**power
    return largest


def spread(places, gap, highest, lowest):
    """Moves labels apart, as little as possible in one sweep down and one up."""
    order = sorted(range(len(places)), key=lambda i: places[i])
    out = list(places)
    for before, this in zip([None] + order, order):
        out[this] = max(out[this], highest if before is None else out[before] + gap)
    for after, this in zip([None] + order[::-1], order[::-1]):
        out[this] = min(out[this], lowest if after is None else out[after] - gap)
    return out


def games_at(matches, seconds):
    """Games at a time, in a straight line between matches."""
    before = (0, 0)
    for line in matches:
        here = (line["seconds"], line["games"])
        if here[0] >= seconds:
            part = (seconds - before[0]) / max(here[0] - before[0], 1e-9)
            return before[1] + part * (here[1] - before[1])
        before = here
    return before[1]


def svg(matches, title):
    last = matches[-1]["seconds"]
    across = lambda seconds: LEFT + (RIGHT - LEFT) * seconds / max(last, 1e-9)
    up = lambda rate: BOTTOM - (BOTTOM - TOP) * rate
    size = next((line["size"] for line in matches if "size" in line), "10x10").replace("x", "×")
    what = f"Win rate in matches on {size}, one ply of search; bars are one standard error"
    out = [f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' height='{HEIGHT}' role='img'>",
           f"<title>{escape(title)}</title>", f"<style>\n{STYLE}\n</style>",
           f"<rect class='sheet' width='{WIDTH}' height='{HEIGHT}' rx='6'/>",
           f"<text class='name' x='16' y='26'>{escape(title)}</text>", f"<text class='label' x='16' y='46'>{what}</text>"]
    for rate in (0, 25, 50, 75, 100):
        y = up(rate / 100)
        out.append(f"<path class='grid' d='M{LEFT} {y:.1f}H{RIGHT}'/><text class='label end' x='{LEFT - 8}' y='{y + 4:.1f}'>{rate} %</text>")
    tick = step_of(last)
    for i in range(int(last // tick) + 1):
        x = across(i * tick)
        out.append(f"<path class='axis' d='M{x:.1f} {BOTTOM}v4'/><text class='label middle' x='{x:.1f}' y='{BOTTOM + 18}'>{grouped(i * tick)}</text>")
        games = games_at(matches, i * tick)
        out.append(f"<text class='label middle' x='{x:.1f}' y='{BOTTOM + 35}'>{grouped(games / 1000)}</text>")
    out.append(f"<path class='axis' d='M{LEFT} {BOTTOM}H{RIGHT}'/>")
    out.append(f"<text class='label' x='{RIGHT + 24}' y='{BOTTOM + 18}'>seconds on one GPU</text>")
    out.append(f"<text class='label' x='{RIGHT + 24}' y='{BOTTOM + 35}'>thousand games</text>")
    ends = []
    for (key, colour, dashes, kind), _, _ in opponents(matches):
        points = [(across(line["seconds"]), line[f"against_{key}"], line.get(f"error_{key}", 0)) for line in matches if f"against_{key}" in line]
        dashed = f" stroke-dasharray='{dashes}'" if dashes else ""
        path = "L".join(f"{x:.1f} {up(rate):.1f}" for x, rate, _ in points)
        out.append(f"<path class='line' stroke='{colour}'{dashed} d='M{path}'/>")
        bars = "".join(f"M{x:.1f} {up(min(rate + error, 1)):.1f}V{up(max(rate - error, 0)):.1f}" for x, rate, error in points)
        out.append(f"<path class='error' stroke='{colour}' d='{bars}'/>")
        out += [marker(kind, x, up(rate), colour) for x, rate, _ in points]
        ends.append((points[-1][0], up(points[-1][1])))
    labels = spread([y for _, y in ends], 18, TOP - 2, BOTTOM - 8)
    for ((_, colour, dashes, kind), name, _), (x, y), at in zip(opponents(matches), ends, labels):
        dashed = f" stroke-dasharray='{dashes}'" if dashes else ""
        out.append(f"<path class='leader' d='M{x + 6:.1f} {y:.1f}L{RIGHT + 22} {at:.1f}'/>")
        out.append(f"<path class='line' stroke='{colour}'{dashed} d='M{RIGHT + 24} {at:.1f}h26'/>{marker(kind, RIGHT + 37, at, colour)}")
        out.append(f"<text class='label' x='{RIGHT + 58}' y='{at + 4:.1f}'>{escape(name)}</text>")
    return "\n".join(out) + "\n</svg>\n"


def main():
    parser = Parser(description="Draws the curve of a training run.")
    parser.add_argument("--log", required=True, nargs="+", help="log.jsonl of a run, or of its pieces in their order")
    parser.add_argument("--svg", metavar="FILE", help="write the drawing here")
    parser.add_argument("--table", action="store_true", help="print the table (also without --svg)")
    parser.add_argument("--title", default="A network learns from games against itself")
    arguments = parser.parse_args()
    matches = read(arguments.log)
    if arguments.svg:
        Path(arguments.svg).write_text(svg(matches, arguments.title), encoding="utf-8")
    if arguments.table or not arguments.svg:
        print(table(matches))


if __name__ == "__main__":
    program(main)
