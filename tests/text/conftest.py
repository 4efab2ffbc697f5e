"""How the cost of a text function grows, measured in one run on one machine."""

import time
from collections.abc import Callable

import pytest

_SHORT, _TIMES = 2_500, 8
#: Linear work takes 8 times as long, quadratic 64 times.
_QUADRATIC_STARTS = 30
#: Quadratic work is quadratic each time; a busy machine is not busy each time.
_ATTEMPTS = 4
_FLOOR = 0.002  # seconds: below, the clock is noise


@pytest.fixture
def grows_linearly() -> Callable[..., None]:
    """Check that a function of a text takes time in proportion to its length, for one unit repeated."""

    def check(function: Callable[[str], object], unit: str, chars: int = _SHORT) -> None:
        def cost(chars: int, times: int) -> float:
            text = unit * (chars // len(unit))
            runs = []
            for _ in range(times):
                started = time.process_time()
                function(text)
                runs.append(time.process_time() - started)
            return max(min(runs), _FLOOR)

        measured = []
        for _ in range(_ATTEMPTS):
            short, long = cost(chars, 3), cost(chars * _TIMES, 1)
            if long < short * _QUADRATIC_STARTS:
                return
            measured.append(f"{short:.4f} s, then {long:.4f} s for {_TIMES} times")
        pytest.fail(f"{unit!r}: {'; '.join(measured)}")

    return check
