"""The door of facts: what stands in an item's content, read by every parser that its kind allows.

A parser is a module of this package with ``parse(lines) -> Iterator[Fact]`` and `NEEDLES`, the words of which one
must stand in the content for the parser to be tried at all. Rules that every parser keeps:

* it never raises, whatever the text; its time is linear in the text; it gives the same facts for the same lines;
* `line` counts from 1. Lines come without their line ends, cut at `LINE_LIMIT` characters, without the white space
  at their end; terminal escapes are gone (`text.clean`);
* a fact says what is printed. What has to be guessed is left out.

Measured on one core, all parsers of all languages: 100 KB take 13 ms (prose) to 27 (a mixture), and less where some
forms of fact alone are asked for.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, get_args

from msgspec import json

from reflectgit.facts import (
    builds,
    c_family,
    checkers,
    cpp_tests,
    diffs,
    exits,
    go,
    ipython,
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
from reflectgit.facts.model import (
    AnyFact,
    Assertion,
    Bound,
    Changed,
    Counted,
    Exited,
    Frame,
    Logged,
    Raised,
    Reported,
    Tested,
)
from reflectgit.facts.needles import any_stands
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

ALL_FORMS: tuple[type[AnyFact], ...] = get_args(AnyFact)

Parse = Callable[[Sequence[str]], Iterator[AnyFact]]


class Parser(NamedTuple):
    """One format: how it is read and the forms of fact that it gives, the words that give it away (none: always tried),
    the kinds of item it stands in.
    """

    parse: Parse
    forms: tuple[type[AnyFact], ...]
    needles: tuple[str, ...] = ()
    kinds: frozenset[ItemKind] = RUN


#: One line a format; of two that give an equal fact the first counts.
PARSERS: tuple[Parser, ...] = (
    Parser(python_traceback.parse, (Raised, Frame), python_traceback.NEEDLES),
    Parser(ipython.parse, (Frame,), ipython.NEEDLES),
    Parser(pytest_errors.parse, (Raised, Frame), pytest_errors.NEEDLES),
    Parser(pytest_assertions.parse, (Assertion,), pytest_assertions.NEEDLES),
    Parser(pytest_tests.parse, (Tested, Counted), pytest_tests.NEEDLES),
    Parser(pytest_locals.parse, (Bound,), pytest_locals.NEEDLES),
    Parser(unittest_output.parse, (Tested, Counted, Assertion), unittest_output.NEEDLES),
    Parser(logs.parse, (Logged,)),
    Parser(exits.parse, (Exited,)),
    Parser(keyvalue.parse, (Bound,)),
    Parser(javascript.parse, (Raised, Frame, Assertion, Bound), javascript.NEEDLES),
    Parser(tap.parse, (Tested, Counted, Raised, Frame, Assertion), tap.NEEDLES),
    Parser(marked_tests.parse, (Tested, Counted, Assertion), marked_tests.NEEDLES),
    Parser(plain_tests.parse, (Tested, Counted, Assertion), plain_tests.NEEDLES),
    Parser(typescript.parse, (Reported, Counted), typescript.NEEDLES),
    Parser(java.parse, (Raised, Frame, Assertion, Counted, Reported), java.NEEDLES),
    Parser(java_tests.parse, (Tested, Counted, Raised, Frame), java_tests.NEEDLES),
    Parser(go.parse, (Tested, Raised, Frame, Assertion, Reported), go.NEEDLES),
    Parser(rust.parse, (Tested, Counted, Raised, Frame, Assertion, Reported), rust.NEEDLES),
    Parser(c_family.parse, (Raised, Frame, Assertion, Bound, Reported), c_family.NEEDLES),
    Parser(cpp_tests.parse, (Tested, Counted, Raised, Frame, Assertion), cpp_tests.NEEDLES),
    Parser(sanitizers.parse, (Frame, Counted, Reported), sanitizers.NEEDLES),
    Parser(shell.parse, (Logged, Reported), shell.NEEDLES),
    Parser(builds.parse, (Reported,), builds.NEEDLES),
    Parser(checkers.parse, (Counted, Reported), checkers.NEEDLES),
    Parser(sql.parse, (Bound, Reported), sql.NEEDLES),
    Parser(diffs.parse, (Changed,), diffs.NEEDLES, DIFF),
)


@lru_cache(maxsize=256)
def observe(
    content: str, kind: ItemKind, forms: tuple[type[AnyFact], ...] = ALL_FORMS
) -> tuple[AnyFact, ...]:
    """The facts that stand in `content`, by line and then by kind, each once (build spec 3.1; never raises).

    Who asks for some `forms` alone is spared the parsers that give none of them. A gate asks the same items once a
    claim: the last answers are kept.
    """
    asked = frozenset(forms)
    parsers = (
        at for at, parser in enumerate(PARSERS) if kind in parser.kinds and not asked.isdisjoint(parser.forms)
    )
    found = dict.fromkeys(fact for at in parsers for fact in _read(at, content) if type(fact) in asked)
    told = tuple(sorted(found, key=_place))
    return _with_user(told) if _USER in content else told


@lru_cache(maxsize=1024)
def _read(parser: int, content: str) -> tuple[AnyFact, ...]:
    """What one of the parsers gives."""
    parse, _, needles, _ = PARSERS[parser]
    if needles and not any_stands(needles, content):
        return ()
    return tuple(parse(_lines(content)))


@lru_cache(maxsize=8)
def _lines(content: str) -> tuple[str, ...]:
    plain = content.replace(_USER, _USER_WORD)
    return tuple(line[:LINE_LIMIT].rstrip() for line in plain.split("\n"))


def _with_user(facts: tuple[AnyFact, ...]) -> tuple[AnyFact, ...]:
    """The facts with the placeholder where its word stands: they say what is printed."""
    printed = json.encode(facts).replace(_USER_WORD.encode(), _USER.encode())
    return json.decode(printed, type=tuple[AnyFact, ...])


def _place(fact: AnyFact) -> tuple[int, str]:
    return fact.line, str(fact.__struct_config__.tag)
