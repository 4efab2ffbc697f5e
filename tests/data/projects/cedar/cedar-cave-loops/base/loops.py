"""Closure of survey loops in a cave."""

TOLERANCE = 0.005  # metres


def misclosure(legs):
    """Sum of the (east, north, up) legs of a loop, in metres; zero for a perfect survey."""
    return tuple(sum(axis) for axis in zip(*legs))


def closes(legs):
    return all(-TOLERANCE < miss < TOLERANCE for miss in misclosure(legs))
