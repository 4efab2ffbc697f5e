"""tally: print a ledger as a table."""
import argparse

DEFAULT_COLUMNS = ["date", "total"]


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="tally")
    p.add_argument("ledger")
    return p


def header(argv: list[str]) -> str:
    """First line of the table for these arguments."""
    parser().parse_args(argv)
    return " | ".join(DEFAULT_COLUMNS)
