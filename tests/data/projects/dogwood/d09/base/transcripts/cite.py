class NoSuchLine(LookupError):
    pass


def lines_of(text):
    return text.split("\n")


def cite(text, number):
    """The line of a hearing with that number, from 1, as the clerk's editor counts."""
    lines = lines_of(text)
    if not 1 <= number <= len(lines):
        raise NoSuchLine(f"line {number} of {len(lines)}")
    return lines[number - 1]
