"""Ways to end in an exception: `python raising.py WAY`."""

import asyncio
import subprocess
import sys


class BadRow(Exception):
    pass


def parse(row):
    return int(row)


def cause():
    try:
        parse("x7")
    except ValueError as error:
        raise BadRow("row 17") from error


def context():
    try:
        parse("x7")
    except ValueError:
        {}["fallback"]


def group():
    async def one(number):
        raise ValueError(f"job {number}")

    async def both():
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(one(1))
            tasks.create_task(one(2))

    try:
        asyncio.run(both())
    except* ValueError as caught:
        raise RuntimeError("jobs failed") from caught


def bare_group():
    raise ExceptionGroup(
        "two", [KeyError("a"), ExceptionGroup("inner", [OSError(2, "gone"), TypeError("b")])]
    )


def note():
    error = BadRow("row 17\nof rows.csv")
    error.add_note("seen at night")
    raise error


def syntax():
    compile("total = (1 +\n", "prices.py", "exec")


def deep():
    return deep()


def local():
    class Inner(Exception):
        pass

    raise Inner


def ignored():
    class Held:
        def __del__(self):
            raise KeyError("late")

    Held()
    parse("x7")


def timeout():
    subprocess.run([sys.executable, "-c", "import time; time.sleep(9)"], timeout=0.1)


def exit_status():
    subprocess.run([sys.executable, "-c", "raise SystemExit(3)"], check=True)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
