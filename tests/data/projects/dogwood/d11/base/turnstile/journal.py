import fcntl


class Busy(RuntimeError):
    pass


class Journal:
    """The day's passages, one line each. Only one gate process may hold it open."""

    def __init__(self, path):
        self.path = path
        self._out = open(path, "a")
        try:
            fcntl.lockf(self._out, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._out.close()
            raise Busy(path) from None

    def passage(self, gate):
        self._out.write(gate + "\n")
        self._out.flush()

    def count(self):
        raise NotImplementedError

    def close(self):
        self._out.close()
