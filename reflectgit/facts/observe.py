"""The door of facts: what stands in an item's content, read by every parser that its kind allows.

A parser is a module of this package with ``parse(lines) -> Iterator[Fact]`` and `NEEDLES`, the words of which one
must stand in the content for the parser to be tried at all. Rules that every parser keeps:

* it never raises, whatever the text; its time is linear in the text; it gives the same facts for the same lines;
* `line` counts from 1. Lines come without their line ends, cut at `LINE_LIMIT` characters, without the white space
  at their end; terminal escapes are gone (`text.clean`);
* a fact says what is printed. What has to be guessed is left out.

Measured on one core, all parsers of all languages: 100 KB take 10 ms (prose) to 35 (pytest's output); 5 to 8 of them
are the search for needles.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import json

from reflectgit.facts import (
    builds,
    c_family,
    checkers,
    cpp_tests,
    diffs,
    exits,
    go,
    java,
    java_tests,
    javascript,
    keyvalue,
    logs,
    marked_tests,
    plain_tests,
    pytest_assertions,
    pytest_errors,
    pytest_locals,
    pytest_tests,
    python_traceback,
    rust,
    sanitizers,
    shell,
    sql,
    tap,
    typescript,
    unittest_output,
)
from reflectgit.facts.model import AnyFact
from reflectgit.model import ItemKind

#: Characters of a line that are looked at: what is longer is a dump, and a regular expression is kept from it.
LINE_LIMIT = 4_000

#: What a run printed. Plan and diagnosis are stated, not observed, and give no facts (DESIGN, "What an agent says").
RUN: frozenset[ItemKind] = frozenset({"execution", "instrumentation", "trajectory"})
#: What changed files.
DIFF: frozenset[ItemKind] = frozenset({"patch", "repair", "trajectory"})

#: A redacted user name, and what stands for it while lines are read: in ``/home/[redacted:user]/cart.c:3:7`` the path
#: is to end at the second colon.
_USER = "[redacted:user]"
_USER_WORD = "redacted_user_name"

Parse = Callable[[Sequence[str]], Iterator[AnyFact]]


class Parser(NamedTuple):
    """One format: how it is read, the words that give it away (none: always tried), the kinds of item it stands in."""

    parse: Parse
    needles: tuple[str, ...] = ()
    kinds: frozenset[ItemKind] = RUN


#: One line a format; of two that give an equal fact the first counts.
PARSERS: tuple[Parser, ...] = (
    Parser(python_traceback.parse, python_traceback.NEEDLES),
    Parser(pytest_errors.parse, pytest_errors.NEEDLES),
    Parser(pytest_assertions.parse, pytest_assertions.NEEDLES),
    Parser(pytest_tests.parse, pytest_tests.NEEDLES),
    Parser(pytest_locals.parse, pytest_locals.NEEDLES),
    Parser(unittest_output.parse, unittest_output.NEEDLES),
    Parser(logs.parse),
    Parser(exits.parse, exits.NEEDLES),
    Parser(keyvalue.parse),
    Parser(javascript.parse, javascript.NEEDLES),
    Parser(tap.parse, tap.NEEDLES),
    Parser(marked_tests.parse, marked_tests.NEEDLES),
    Parser(plain_tests.parse, plain_tests.NEEDLES),
    Parser(typescript.parse, typescript.NEEDLES),
    Parser(java.parse, java.NEEDLES),
    Parser(java_tests.parse, java_tests.NEEDLES),
    Parser(go.parse, go.NEEDLES),
    Parser(rust.parse, rust.NEEDLES),
    Parser(c_family.parse, c_family.NEEDLES),
    Parser(cpp_tests.parse, cpp_tests.NEEDLES),
    Parser(sanitizers.parse, sanitizers.NEEDLES),
    Parser(shell.parse, shell.NEEDLES),
    Parser(builds.parse, builds.NEEDLES),
    Parser(checkers.parse, checkers.NEEDLES),
    Parser(sql.parse, sql.NEEDLES),
    Parser(diffs.parse, diffs.NEEDLES, DIFF),
)


@lru_cache(maxsize=64)
def observe(content: str, kind: ItemKind) -> tuple[AnyFact, ...]:
    """The facts that stand in `content`, by line and then by kind, each once (build spec 3.1; never raises).

    A gate asks the same items once a claim: the last answers are kept.
    """
    parsers = [
        parser
        for parser in PARSERS
        if kind in parser.kinds and (not parser.needles or any(word in content for word in parser.needles))
    ]
    if not parsers:
        return ()
    plain = content.replace(_USER, _USER_WORD)
    lines = tuple(line[:LINE_LIMIT].rstrip() for line in plain.split("\n"))
    found = dict.fromkeys(fact for parser in parsers for fact in parser.parse(lines))
    told = tuple(sorted(found, key=_place))
    return _with_user(told) if plain != content else told


def _with_user(facts: tuple[AnyFact, ...]) -> tuple[AnyFact, ...]:
    """The facts with the placeholder where its word stands: they say what is printed."""
    printed = json.encode(facts).replace(_USER_WORD.encode(), _USER.encode())
    return json.decode(printed, type=tuple[AnyFact, ...])


def _place(fact: AnyFact) -> tuple[int, str]:
    return fact.line, str(fact.__struct_config__.tag)
