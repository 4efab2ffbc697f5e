"""Write reflectgit/text/common_stems.txt: how common stems are in the docstrings of Python's standard library.

Run: .venv/bin/python tools/common_stems.py   (another version of Python gives slightly other counts; then set
`COUNTED` in reflectgit/text/rarity.py to the number that is printed.)
"""

import ast
import sysconfig
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from reflectgit.text.rarity import LEAST
from reflectgit.text.words import stems

TABLE = Path(__file__).parents[1] / "reflectgit" / "text" / "common_stems.txt"
PASSED_OVER = {"site-packages", "test", "tests", "idlelib", "lib2to3"}
SHORTEST = 80
DOCUMENTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)


def docstrings(root: Path) -> Iterator[str]:
    """The docstrings under a folder that say more than a line."""
    for path in sorted(root.rglob("*.py")):
        if PASSED_OVER & set(path.relative_to(root).parts):
            continue
        nodes = ast.walk(ast.parse(path.read_bytes()))
        texts = (ast.get_docstring(node) for node in nodes if isinstance(node, DOCUMENTED))
        yield from (text for text in texts if text and len(text) > SHORTEST)


def main() -> None:
    """Count, write, and say how many were counted."""
    counts: Counter[str] = Counter()
    counted = 0
    for text in docstrings(Path(sysconfig.get_path("stdlib"))):
        counts.update(set(stems(text)))
        counted += 1
    kept = sorted((stem, count) for stem, count in counts.items() if count >= LEAST)
    head = "# stem, docstrings of Python's standard library that have it (tools/common_stems.py)\n"
    TABLE.write_text(head + "".join(f"{stem} {count}\n" for stem, count in kept), "utf-8")
    print(f"{counted} docstrings, {len(kept)} stems")


if __name__ == "__main__":
    main()
