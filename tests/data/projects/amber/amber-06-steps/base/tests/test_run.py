import sys

from stepper.run import run_step


def step(code: str):
    return run_step([sys.executable, "-c", code], limit=2)


def test_exit_code_and_both_streams():
    code = "import sys; print('compiled'); print('1 warning', file=sys.stderr); sys.exit(4)"
    assert step(code) == (4, "compiled\n", "1 warning\n")


def test_talkative_compiler():
    assert len(step("print('x' * 200_000)").out) == 200_001


def test_many_warnings():
    code = "import sys; sys.stderr.write('w' * 200_000); print('linked')"
    result = step(code)
    assert result.out == "linked\n"
    assert len(result.err) == 200_000


def test_as_much_on_either_stream():
    code = "import sys; print('x' * 200_000); sys.stderr.write('w' * 200_000)"
    result = step(code)
    assert (len(result.out), len(result.err)) == (200_001, 200_000)
