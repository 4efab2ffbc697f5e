"""Facts: typed observations that stand in what a run printed or a patch changed (DESIGN, "Grounding").

A fact says what the evidence shows in slots that can be compared for equality: an exception has a class and a
message, an assertion a left and a right side. Facts are read off an item's content, so the same content gives the
same facts; a harness may also hand them over with the item (`Item.facts`), in the same form.
"""

from typing import ClassVar, Literal

from msgspec import Struct, field

TestOutcome = Literal["passed", "failed", "error", "skipped", "xfailed", "xpassed"]
Tool = Literal["compiler", "type checker", "linter", "sanitizer", "sql", "shell", "build", "runtime"]


class Fact(
    Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    """One observation; `line` is the line of the content, from 1, on which it stands. 0: not told (handed over)."""

    line: int = 0


class Raised(Fact, tag="exception", frozen=True, kw_only=True):
    """An exception or panic that a run reports.

    `class_` has no module. `message` is its first line, as printed; `notes` are the lines that follow it. `role`: the
    one that ended the run is "raised"; the one behind it is its "cause" (raised from) or its "context" (while handling
    it); one of a group is a "member"; one that the runtime reported and passed over is "ignored".
    """

    class_: str = field(name="class")
    message: str = ""
    role: Literal["raised", "cause", "context", "member", "ignored"] = "raised"
    notes: tuple[str, ...] = ()


class Frame(Fact, tag="frame", frozen=True, kw_only=True):
    """A frame of a stack: where, in which function, and the source line when it is printed. `number` 0: not told."""

    path: str
    number: int = 0
    function: str = ""
    code: str = ""


class Assertion(Fact, tag="assertion", frozen=True, kw_only=True):
    """A comparison that failed: its two sides, and the lines that say how it came about ("where", "At index").

    `left` and `right` are as printed. `operator` is that of the comparison that was to hold and did not: unittest's
    ``3 != 4`` is a failed ``==``. Beside Python's there are ``isinstance``, ``matches``, ``raises`` (left is empty),
    and ``is`` with ``true`` or ``false`` for mere truth. `wanted` is the side that a framework names as expected; ""
    when it does not.
    """

    left: str
    operator: str
    right: str
    wanted: Literal["", "left", "right"] = ""
    where: tuple[str, ...] = ()


class Tested(Fact, tag="test", frozen=True, kw_only=True):
    """The outcome of one test, by the name that the run prints (last part: without file, class or module).

    The id of a parametrised test stays in its name: ``test_split[empty]`` (`slots.bare_name` takes it off).
    """

    __test__: ClassVar[bool] = False  # the name would make pytest collect it

    name: str
    outcome: TestOutcome
    reason: str = ""


class Bound(Fact, tag="value", frozen=True, kw_only=True):
    """A name and the value that it had: a local, a ``key=value`` or ``key: value`` of a log or probe."""

    name: str
    value: str


class Counted(Fact, tag="count", frozen=True, kw_only=True):
    """How many of what a run counts itself: ``3 failed``, ``12 rows``.

    Outcomes of tests are named ``passed, failed, errors, skipped, xfailed, xpassed``, and all of them ``tests``.
    """

    what: str
    number: int


class Logged(Fact, tag="log", frozen=True, kw_only=True):
    """A line of a log; `line` gives the order. `level` is in upper case and whole: WARNING, ERROR, not WARN, ERR."""

    level: str
    text: str


class Exited(Fact, tag="exit", frozen=True, kw_only=True):
    """How a process ended: its exit code, or the signal (``SIGSEGV``) that ended it, or a timeout."""

    code: int | None = None
    signal: str = ""
    timed_out: bool = False


class Reported(Fact, tag="report", frozen=True, kw_only=True):
    """What a compiler, checker, sanitizer, database or shell says; `code` as printed (``E0502``, ``TS2345``)."""

    tool: Tool
    message: str
    severity: str = "error"
    code: str = ""
    path: str = ""
    number: int = 0


class Changed(Fact, tag="change", frozen=True, kw_only=True):
    """A hunk of a diff: the file, the function it lies in when told, and identifiers by what became of them.

    `added` and `removed` stand on one side alone, `touched` on both.
    """

    path: str
    function: str = ""
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()


AnyFact = Raised | Frame | Assertion | Tested | Bound | Counted | Logged | Exited | Reported | Changed
