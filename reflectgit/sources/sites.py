"""Where a failure happened: ``path:function`` of the deepest frame that tells it from others.

The rules, in their order (docs/signatures.md, "The site"):

1. Frames of installed libraries, runtimes and test frameworks count for nothing (`own_code`).
2. The deepest frame of the project's own code outside its tests. A function that only complains for its caller
   (``check``, ``require``, ``fail`` …) is passed over for the one that called it, as is one without a name (a
   comprehension, a lambda), which one Python shows and the next does not.
3. Without such a frame the test itself: helpers of tests fail for many tests. Where the test never ran (a fixture, an
   import) the deepest frame.
"""

import re
from collections.abc import Sequence

from reflectgit.facts.model import Frame
from reflectgit.sources.own_code import is_own, is_test_code
from reflectgit.sources.paths import Roots, unified
from reflectgit.text.template import normal_site

_HELPER = re.compile(
    r"_*(?:assert\w*|check|require|ensure|expect|fail|must|invariant|die|abort|bail|unwrap|raise_\w+|throw\w*)$",
    re.IGNORECASE,
)
_NAMELESS = re.compile(r"<(?:genexpr|listcomp|dictcomp|setcomp|lambda|anonymous)>$|^$")
_PACKAGED = re.compile(r"\.(?:java|kt|kts|scala|groovy)$")
_SCRIPT = re.compile(r"\.[mc]?[jt]sx?$")
#: What V8 puts before a function by the object that it is called on, which is another with another caller.
_RECEIVER = re.compile(
    r"^(?:Object|Module|module\.exports|exports|globalThis|Function|Timeout|process)\.(?=\w)"
)
_C_FAMILY = re.compile(r"\.(?:c|cc|cpp|cxx|h|hh|hpp|m|mm)$")


def site_of(stack: Sequence[Frame], roots: Roots, test: str = "", ran: bool = True) -> str:
    """``path:function`` of a stack, deepest frame first; "" where it holds no frame of the project.

    Args:
        test: the bare name of the test that failed, "" for none.
        ran: whether the test itself began; false for a fixture or an import that failed.
    """
    own = [(_path(frame, roots), function_of(frame)) for frame in stack if is_own(frame)]
    product = [(path, name) for path, name in own if not is_test_code(path)]
    if product:
        return _site(*_telling(product, test))
    if not own:
        return ""
    return _site(*_in_tests(own, test, ran))


def passed_over(frame: Frame) -> str:
    """Why a frame does not give the site, in a few words; "" for one that can."""
    if not is_own(frame):
        return "not the project's own"
    name = function_of(frame)
    if _NAMELESS.search(name):
        return "without a name"
    if _HELPER.match(name):
        return "complains for its caller"
    return "in the tests" if is_test_code(unified(frame.path)) else ""


def _telling(frames: Sequence[tuple[str, str]], test: str) -> tuple[str, str]:
    """The deepest frame with a name that does more than to complain.

    Rust and googletest name no function where they name a file: there the test stands for it. Python leaves it out in
    its shortest style alone (``--tb=line``), and the file of the program is not where the test is.
    """
    if test and frames[0][0].endswith(".rs"):
        return frames[0][0], test
    named = [frame for frame in frames if not _NAMELESS.search(frame[1])]
    if not named:
        path = frames[0][0]
        return path, "" if path.endswith(".py") else test
    return next((frame for frame in named if not _HELPER.match(frame[1])), named[0])


def _in_tests(frames: Sequence[tuple[str, str]], test: str, ran: bool) -> tuple[str, str]:
    by_name = [frame for frame in frames if test and frame[1].rpartition(".")[2] == test]
    if by_name:
        return by_name[0]
    begun = [frame for frame in frames if re.match(r"_?test", frame[1].rpartition(".")[2], re.IGNORECASE)]
    if begun and ran:
        return begun[0]
    if test and ran:
        return frames[-1][0], test
    return next((frame for frame in frames if not _NAMELESS.search(frame[1])), frames[0])


def function_of(frame: Frame) -> str:
    """The function as its file names it, without package, arguments and what a compiler adds."""
    name = frame.function.strip().removeprefix("async ").removeprefix("new ")
    if _SCRIPT.search(frame.path):
        return _RECEIVER.sub("", name.partition(" [as ")[0])
    if _PACKAGED.search(frame.path):
        return re.sub(r"\$\d+$", "", name.rpartition(".")[2])
    if frame.path.endswith(".go"):
        return name.rpartition("/")[2].partition(".")[2] or name
    if frame.path.endswith(".rs"):
        parts = [part for part in re.sub(r"::h[0-9a-f]{16}$", "", name).split("::") if "{" not in part]
        return parts[-1].strip("<> ") if parts else ""
    if _C_FAMILY.search(frame.path):
        return name.partition("(")[0].strip()
    return name


def _path(frame: Frame, roots: Roots) -> str:
    path = roots.relative(frame.path)
    if (
        _PACKAGED.search(path) and "/" not in path
    ):  # Java names the file alone; its package is in the function
        package = frame.function.replace("$", ".").split(".")[:-2]
        folders = [part for part in package if part[:1].islower()]
        return "/".join([*folders, path])
    return path


def _site(path: str, function: str) -> str:
    return normal_site(f"{path}:{function}" if function else path)
