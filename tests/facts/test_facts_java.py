"""Exceptions, comparisons and tests of the Java platform."""

import pytest
from facts_printed import facts, printed

from reflectgit.facts import java, java_tests
from reflectgit.facts.model import Assertion, Counted, Frame, Raised, Reported, Tested


def test_an_exception_and_its_cause() -> None:
    first, cause = facts(java.parse, Raised, printed("java_cause"))
    assert (first.class_, first.message, first.role) == ("IllegalStateException", "no row for bolt", "raised")
    assert (cause.class_, cause.role) == ("NullPointerException", "cause")
    assert [
        (frame.path, frame.number, frame.function)
        for frame in facts(java.parse, Frame, printed("java_cause"))
    ] == [
        ("Stock.java", 4, "Stock.load"),
        ("Stock.java", 6, "Stock.main"),
        ("Stock.java", 3, "Stock.total"),
    ]


def test_a_message_of_several_lines_and_what_closing_threw() -> None:
    first, closing = facts(java.parse, Raised, printed("java_suppressed"))
    assert first.message == "read failed\nafter line 2"
    assert (closing.class_, closing.message, closing.role) == ("RuntimeException", "close failed", "context")


def test_junit_5_through_surefire() -> None:
    text = printed("surefire")
    sides = [
        (fact.left, fact.operator, fact.right, fact.wanted) for fact in facts(java.parse, Assertion, text)
    ]
    assert ("5", "==", "-1", "left") in sides
    assert ("a\nb", "==", "a", "left") in sides
    assert ("[1, 2]", "==", "[1, 3]", "left") in sides
    assert ("1", "!=", "1", "") in sides
    members = [fact.message for fact in facts(java.parse, Raised, text) if fact.role == "member"]
    assert members[:2] == ["expected: <1> but was: <2>", "expected: <null> but was: <x>"]
    outcomes = {fact.name: fact.outcome for fact in facts(java_tests.parse, Tested, text)}
    assert outcomes["adds"] == "failed"
    assert outcomes["crashes"] == "error"
    counts = {fact.what: fact.number for fact in facts(java_tests.parse, Counted, text)}
    assert counts == {"tests": 13, "failed": 10, "errors": 1, "skipped": 1}


def test_junit_4() -> None:
    text = printed("junit4")
    assert [(fact.left, fact.right) for fact in facts(java.parse, Assertion, text)] == [
        ("5", "-1"),
        ("5", "-1"),
        ("bolt", "bald"),
    ]
    assert {fact.name for fact in facts(java_tests.parse, Tested, text)} == {
        "adds",
        "told",
        "names",
        "holds",
        "throwsIt",
        "crashes",
    }


def test_javac_with_the_symbol_that_it_could_not_find() -> None:
    reports = facts(java.parse, Reported, printed("javac"))
    assert [(report.severity, report.code, report.number) for report in reports] == [
        ("error", "", 3),
        ("error", "", 3),
        ("warning", "rawtypes", 4),
        ("warning", "rawtypes", 4),
        ("warning", "unchecked", 4),
        ("error", "", 4),
    ]
    assert reports[1].message == "cannot find symbol: method missing(String)"


def test_maven_prints_places_its_own_way() -> None:
    (report,) = facts(
        java.parse, Reported, "[ERROR] /builds/x/Bad.java:[3,20] incompatible types: int to String"
    )
    assert (report.path, report.number) == ("/builds/x/Bad.java", 3)


@pytest.mark.parametrize(
    ("text", "left", "right"),
    [
        ("java.lang.AssertionError: \nexpected: 5\n but was: 4", "5", "4"),
        ("java.lang.AssertionError: \nExpected: is <5>\n     but: was <4>", "is <5>", "<4>"),
        ("expected: java.lang.Long@1a<5> but was: java.lang.Integer@2b<5>", "5", "5"),
    ],
)
def test_assertj_hamcrest_and_sides_with_types(text: str, left: str, right: str) -> None:
    (told,) = facts(java.parse, Assertion, text)
    assert (told.left, told.right, told.wanted) == (left, right, "left")


def test_gradle_and_the_console_launcher() -> None:
    text = (
        "ShelfTest > adds() FAILED\n    org.opentest4j.AssertionFailedError: expected: <1> but was: <2>\n"
        "        at app//shop.ShelfTest.adds(ShelfTest.java:7)\n\nshop.ShelfTest > rows > deep() PASSED\n"
        "13 tests completed, 11 failed, 1 skipped\n"
        "| '-- counts() [X] expected: <5> but was: <4>\n|  +-- reads() [OK]"
    )
    outcomes = {fact.name: fact.outcome for fact in facts(java_tests.parse, Tested, text)}
    assert outcomes == {"adds": "failed", "deep": "passed", "counts": "failed", "reads": "passed"}
    counts = [(fact.what, fact.number) for fact in facts(java_tests.parse, Counted, text)]
    assert counts == [("tests", 13), ("failed", 11), ("skipped", 1)]
    assert [fact.class_ for fact in facts(java.parse, Raised, text)] == ["AssertionFailedError"]
    assert facts(java.parse, Frame, text)[0].function == "shop.ShelfTest.adds"


CONSOLE = (
    "Failures (1):\n  JUnit Jupiter:ShelfTest:fits(int):[3] 9\n"
    "    MethodSource [className = 'shop.ShelfTest', methodName = 'fits', methodParameterTypes = 'int']\n"
    "    => java.lang.IllegalStateException: no room\nfor 9\n"
    "       shop.Shelf.put(Shelf.java:12)\n       java.base/java.lang.Thread.run(Unknown Source)\n       [...]\n"
    "     Caused by: java.lang.ArithmeticException: / by zero\n       shop.Shelf.gap(Shelf.java:30)\n       [...]\n"
    "\n[         4 tests found           ]\n[         3 tests successful      ]\n[         1 tests failed          ]\n"
)


def test_the_console_launcher_tells_a_failure_below_its_tree() -> None:
    assert [(one.name, one.line) for one in facts(java_tests.parse, Tested, CONSOLE)] == [("fits[3]", 2)]
    raised = [(one.class_, one.message, one.role) for one in facts(java_tests.parse, Raised, CONSOLE)]
    assert raised == [
        ("IllegalStateException", "no room\nfor 9", "raised"),
        ("ArithmeticException", "/ by zero", "cause"),
    ]
    frames = [(one.function, one.path, one.number) for one in facts(java_tests.parse, Frame, CONSOLE)]
    assert frames == [("shop.Shelf.put", "Shelf.java", 12), ("shop.Shelf.gap", "Shelf.java", 30)]
    counts = [(one.what, one.number) for one in facts(java_tests.parse, Counted, CONSOLE)]
    assert counts == [("tests", 4), ("passed", 3), ("failed", 1)]


@pytest.mark.parametrize(
    "text",
    [
        "    => shop.Thing: no frame below it\n\n       shop.Shelf.put(Shelf.java:12)",
        "Caused by: shop.Thing: x\n\tat shop.Shelf.put(Shelf.java:12)",
        "   const f = (a) => a.b(c.java:1)\n       g(d.java:3)",
        "MethodSource [className = 'a', methodName = 'b']",
        "[ some tests failed ]",
    ],
)
def test_what_only_looks_like_the_console_launcher_tells_nothing(text: str) -> None:
    assert not list(java_tests.parse(text.split("\n")))
