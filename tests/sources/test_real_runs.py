"""What real runs of the tools printed (`data/runs`, made on small projects of ours), before and after a repair.

Of each failure: its class, words of its message, the site or its beginning, the bare name of its test.
"""

from pathlib import Path

import pytest

from reflectgit.collection import Told, gather
from reflectgit.sources.assemble import About, Assembled, assemble

RUNS = Path(__file__).parent / "data" / "runs"
Failure = tuple[str, str, str, str]

OPTION = ("panic", "`Option::unwrap()` on a `None`", "src/lib.rs", "unknown_is_free")
PEN = ("AssertionError", "", "test/cart.test.js:prices a pen", "prices a pen")
CAP = ("TypeError", "reading 'amount'", "cart.js", "throws nothing for a cap")
GO = ("TestFailed", "got 3", "cart_test.go:TestUnknown", "TestUnknown")
TS = ("CompileError", "possibly 'undefined'", "cart.ts", "")
UNDECLARED = ("CompileError", "‘m’ undeclared", "more.c", "")
CART = [
    ("KeyError", "discount", "cart.py", "test_total"),
    ("KeyError", "cap", "cart.py", "test_price[cap-0]"),
]

EXPECTED: dict[str, list[Failure]] = {
    "pytest-tb-line": CART,
    "pytest-xdist": CART,
    "pytest-collection": [
        ("ImportError", "cannot import name 'total'", "tests/test_cart.py:<module>", "tests/test_cart.py")
    ],
    "pytest-fixture": [("KeyError", "items", "tests/test_cart.py:order", "test_total")],
    "unittest": [
        ("KeyError", "discount", "cart.py:total", "test_total"),
        ("KeyError", "cap", "cart.py:price", "test_prices"),
        ("AssertionError", "2 != 3", "test_cart.py:test_equal", "test_equal"),
    ],
    **{
        name: [PEN, CAP]
        for name in (
            *(
                "node-tap",
                "node-spec",
                "node-dot",
                "vitest",
                "vitest-verbose",
                "jest",
                "jest-verbose",
                "mocha",
            ),
        )
    },
    "node-script": [("TypeError", "reading 'amount'", "cart.js:price", "")],
    "tsc": [TS],
    "tsc-pretty": [TS],
    "cargo-test": [OPTION],
    "cargo-build": [("CompileError", "mismatched types", "src/lib.rs", "")],
    "cargo-run": [("panic", "index out of bounds", "src/main.rs", "")],
    "junit-console": [
        ("NullPointerException", "java.lang.Integer.intValue()", "shop/Cart.java:price", "misses"),
        ("NullPointerException", "java.lang.Integer.intValue()", "shop/Cart.java:price", "known[2]"),
        ("AssertionFailedError", "expected: <5> but was: <4>", "shop/CartTest.java:adds", "adds"),
    ],
    "java": [("NullPointerException", "java.lang.Integer.intValue()", "Cart.java:price", "")],
    "javac": [("CompileError", "cannot find symbol", "Cart.java", "")],
    "gxx-asan": [("SanitizerError", "heap-buffer-overflow", "pick.cc:pick", "")],
    "gcc-ubsan": [("SanitizerError", "signed integer overflow", "more.c", "")],
    "gcc": [UNDECLARED],
    "make-gcc": [UNDECLARED],
    "gcc-link": [("BuildError", "undefined reference to `more'", "more.c", "")],
    "make": [("BuildError", "No rule to make target 'in.txt'", "", "")],
    "bash-unbound": [("ShellError", "nane: unbound variable", "run.sh", "")],
    "bash-not-found": [("ShellError", "frobnicate: command not found", "run.sh", "")],
    "mypy": [("TypeCheckError", "Incompatible return value type", "cart.py", "")],
    "ruff": [("LintError", "imported but unused", "cart.py", "")],
    "go": [GO],
    "go-v": [GO],
    "go-json": [GO],
    "go-panic": [("panic", "nil pointer dereference", "cart.go:Price", "TestUnknown")],
    "go-vet": [("LintError", "cannot use prices[name]", "cart.go", "")],
    "googletest": [
        ("TestFailed", "3 == 2", "t.cc:PenCostsTwo", "PenCostsTwo"),
        ("exception", "vector::_M_range_check", "", "Unknown"),
    ],
    "bats": [("TestFailed", '[ "$output" = hello ]', "t.bats:greets", "greets")],
}


def _is(seen: Assembled, expected: Failure) -> bool:
    class_, message, site, test = expected
    failure = seen.seen.failure
    return (
        failure.class_ == class_
        and message in failure.message
        and failure.site.startswith(site)
        and seen.seen.test.rpartition("::")[2] == test
    )


@pytest.mark.parametrize("name", EXPECTED)
def test_what_is_told_of_a_real_run(name: str) -> None:
    told = Told(passing=str(RUNS / f"{name}.passed.log"))
    about = About(repo="acme/shop", repair="--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n")
    found = assemble(gather([str(RUNS / f"{name}.failed.log")], told), about)
    assert len(found) == len(EXPECTED[name])
    for expected in EXPECTED[name]:
        assert any(_is(one, expected) for one in found), [one.seen.failure for one in found]
    assert {one.outcome for one in found} == {"resolved"}


def test_every_sample_is_read() -> None:
    assert {file.name.rpartition(".")[0].rpartition(".")[0] for file in RUNS.iterdir()} == set(EXPECTED)
