"""Evidence in shapes that runs print: what `gate.py` fills a termination with. Made up by chance from a seed, a line or
a block at a time, so that every size has the same texture.
"""

import json
import random
import sys
from collections.abc import Callable, Iterator

Line = Callable[[random.Random, int], str]

#: Words of programs that are no frame of a sentence: the names of Python's own modules.
WORDS = sorted(name for name in sys.stdlib_module_names if name.isalpha() and len(name) > 4)
_TOLD = """
    the run of a cart was slower than before because every voucher is asked for twice and no answer is kept while its
    total had been right when only one price stood in there so whoever reads this should look at what it gave
"""
_PROSE = _TOLD.split()


def lines(line: Line, size: int, seed: int = 4) -> str:
    """Lines of one shape, some `size` characters together."""
    return "\n".join(_until(line, random.Random(seed), size))


def _until(line: Line, chance: random.Random, size: int) -> Iterator[str]:
    written, number = 0, 0
    while written < size:
        number += 1
        made = line(chance, number)
        written += len(made) + 1
        yield made


def _named(chance: random.Random) -> str:
    return f"{chance.choice(WORDS)}_{chance.choice(WORDS)}"


def tested(chance: random.Random, number: int) -> str:
    """A verbose run of pytest, every fifth test with its failure."""
    module = chance.choice(WORDS)
    if number % 5:
        return f"tests/test_{module}.py::test_{_named(chance)}[{number}] PASSED    [{number % 100:3d}%]"
    return (
        f"    def test_{_named(chance)}(self, client):\n>       assert client.{module}({number}) == {number + 1}\n"
        f"E       AssertionError: assert {number} == {number + 1}\n"
        f"E        +  where {number} = {module}({number})\n\ntests/test_{module}.py:{number}: AssertionError"
    )


def logged(chance: random.Random, number: int) -> str:
    """A log of a service."""
    level = chance.choice(["DEBUG", "INFO", "INFO", "INFO", "WARNING"])
    words = " ".join(chance.choices(WORDS, k=6))
    clock = f"2026-03-{number % 28 + 1:02d} 10:{number % 60:02d}:07,{number % 1000:03d}"
    told = f"{words} id={number} took={number % 97}ms"
    return f"{clock} {level} [worker-{number % 8}] shop.{chance.choice(WORDS)}: {told}"


def structured(chance: random.Random, number: int) -> str:
    """A log of one JSON object a line."""
    told = {
        "time": f"2026-03-{number % 28 + 1:02d}T10:{number % 60:02d}:07Z",
        "level": chance.choice(["debug", "info", "info", "warn"]),
        "logger": f"shop.{chance.choice(WORDS)}",
        "msg": " ".join(chance.choices(WORDS, k=5)),
        _named(chance): number,
        "span": {"id": f"{chance.getrandbits(32):08x}", "ok": number % 9 > 0},
    }
    return json.dumps(told)


def built(chance: random.Random, number: int) -> str:
    """A build in C, with a warning or an error here and there."""
    path = f"src/{chance.choice(WORDS)}/{chance.choice(WORDS)}.c"
    if number % 6:
        return f"[{number % 100:3d}%] cc -O2 -Iinclude -DNAME={_named(chance)} -c {path} -o build/{_named(chance)}.o"
    told = chance.choice(["warning: unused variable", "error: use of undeclared identifier"])
    name = _named(chance)
    return (
        f"{path}: In function '{_named(chance)}':\n{path}:{number}:{number % 70 + 1}: {told} '{name}'\n"
        f"{number:5d} |     int {name} = {chance.choice(WORDS)}({number});\n      |         ^~~~~~~~"
    )


def patched(chance: random.Random, number: int) -> str:
    """A diff of many hunks."""
    if number % 40 == 1:
        name = chance.choice(WORDS)
        return (
            f"diff --git a/shop/{name}.py b/shop/{name}.py\n--- a/shop/{name}.py\n+++ b/shop/{name}.py\n"
            f"@@ -{number},39 +{number},39 @@ def {_named(chance)}():"
        )
    sign = chance.choice("   +-")
    return f"{sign}    {_named(chance)} = {chance.choice(WORDS)}.{chance.choice(WORDS)}({_named(chance)}, {number})"


def crashed(chance: random.Random, number: int) -> str:
    """Tracebacks one after the other, of six frames each."""
    frames = "".join(
        f'  File "shop/{chance.choice(WORDS)}.py", line {number + depth}, in {_named(chance)}\n'
        f"    return {chance.choice(WORDS)}.{_named(chance)}({chance.choice(WORDS)}, {depth})\n"
        for depth in range(6)
    )
    name = chance.choice(WORDS).capitalize()
    return f"Traceback (most recent call last):\n{frames}{name}Error: {_named(chance)} is {number}\n"


def told(chance: random.Random, number: int) -> str:
    """What somebody wrote about a run: paragraphs, with a value now and then."""
    words = [*chance.choices(_PROSE, k=60), f"{_named(chance)}={number}", chance.choice(WORDS)]
    chance.shuffle(words)
    return " ".join(words).capitalize() + ".\n"


def probed(chance: random.Random, number: int) -> str:
    """What a probe printed of a value."""
    shown = {chance.choice(WORDS): number, "cart": [number % 7, number % 11], "ok": True}
    return f"probe {_named(chance)} = {json.dumps(shown)}"


#: What of the evidence has which shape: shares of it, in the items of a termination.
SHAPES: dict[str, dict[Line, float]] = {
    "mixed": {tested: 0.4, logged: 0.3, patched: 0.2, probed: 0.1},
    "pytest": {tested: 1.0},
    "log": {logged: 1.0},
    "JSON lines": {structured: 1.0},
    "build": {built: 1.0},
    "diff": {patched: 1.0},
    "tracebacks": {crashed: 1.0},
    "prose": {told: 1.0},
}
