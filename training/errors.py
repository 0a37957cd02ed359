"""Bad input: libraries raise it, and a program that meets it ends with one line and status 2."""

import sys
from contextlib import contextmanager


class BadInput(Exception):
    """Its text is one line: the place, what was found there, what to do."""


def line_of(error):
    """One line for bad input or a file that cannot be read or written."""
    if isinstance(error, OSError):
        return f"{error.filename2 or error.filename}: {error.strerror}"
    return str(error)


@contextmanager
def about(what):
    """Puts `what` before what is wrong with the input inside."""
    try:
        yield
    except (BadInput, OSError) as error:
        raise BadInput(f"{what}: {line_of(error)}") from None


def program(main):
    """Runs a program. Only errors that name a file or a place end it this way; all others are faults of ours."""
    try:
        main()
    except (BadInput, OSError) as error:
        if isinstance(error, OSError) and error.filename is None:
            raise
        print(line_of(error), file=sys.stderr)
        sys.exit(2)
