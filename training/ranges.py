"""Which values the settings of a run may have."""

import json
import math

from training import boards
from training.errors import BadInput, about

ABOVE_0 = {"channels", "blocks", "pool_every", "games", "candidates", "softness", "window", "batch", "batches", "learning_rate",
           "warmup", "refresh", "total_seconds"}
SHARES = {"margin_worth", "noisy_plies", "standard_starts", "falls_from", "falls_to", "final_rate", "average", "outcome_share", "gate"}
BETWEEN = {
    "prefill": (0, 2),  # the shortest window is two games: it would never hold more
    "match_games": (2, math.inf),  # they come in pairs
    "seed": (0, (1 << 24) - 1),  # it has 24 bits of what random numbers are drawn from
}


def expected(name, kind):
    """The least and the largest value of a number, and how a message says it."""
    least, most = BETWEEN.get(name, (0, 1 if name in SHARES else math.inf))
    what = "a whole number" if kind is int else "a number"
    if name in ABOVE_0:
        return least, most, f"{what} above 0"
    return least, most, f"{what} from {least} to {most}" if most < math.inf else f"{what} of at least {least}"


def is_number(value, kind=float):
    """True and False are numbers to Python, but not here."""
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or kind is float and isinstance(value, float) and math.isfinite(value)


def check_number(name, kind, value):
    least, most, words = expected(name, kind)
    if not is_number(value, kind) or not least <= value <= most or name in ABOVE_0 and value == 0:
        raise BadInput(f"found {shown(value)}; expected {words}")


def check_sizes(value):
    if not isinstance(value, dict) or not value:
        raise BadInput(f'found {shown(value)}; expected sizes and their shares, such as {{ "10x10" = 0.9, "8x8" = 0.1 }}')
    for size, share in value.items():
        boards.parse_size(size)
        if not is_number(share) or share <= 0:
            raise BadInput(f"found {shown(share)} as the share of {size}; expected a number above 0")


def shown(value):
    return f"`{json.dumps(value, ensure_ascii=False, default=str)}`"


def check(name, kind, value):
    """Raises what is wrong with the value of a setting, `kind` being the type that config.py gives it."""
    with about(name):
        if kind in (int, float):
            check_number(name, kind, value)
        elif kind is dict:
            check_sizes(value)
        elif not isinstance(value, kind):
            raise BadInput(f"found {shown(value)}; expected {'true or false' if kind is bool else 'a text in quotation marks'}")
        elif name == "match_size" and value:
            boards.parse_size(value)
