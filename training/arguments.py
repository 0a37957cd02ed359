"""Command lines, and the values of their options."""

import argparse
import math

from training.errors import BadInput


class Parser(argparse.ArgumentParser):
    """A wrong command line is bad input like any other, and gets one line too."""

    def error(self, message):
        raise BadInput(f"{message} (see --help)")


def read_by(read):
    """The type of an option whose value `read` reads: what is wrong with it gets the option's name."""

    def value(text):
        try:
            return read(text)
        except BadInput as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return value


def whole(least):
    """The type of an option: a whole number of at least `least`."""

    def value(text):
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least:
            raise argparse.ArgumentTypeError(f"found `{text}`; expected a whole number of at least {least}")
        return number

    return value


def seconds(text):
    """The type of an option: a length of time."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"found `{text}`; expected a number of seconds above 0")
    return number
