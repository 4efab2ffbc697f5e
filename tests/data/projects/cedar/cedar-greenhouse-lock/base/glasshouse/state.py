"""Vent positions of the glasshouse, written by one controller at a time."""
import fcntl
import json
import os


class Busy(Exception):
    """Another controller holds the state."""


class State:
    def __init__(self, path):
        self.path = str(path)
        self._fd = None

    def acquire(self):
        fd = os.open(self.path + ".lock", os.O_RDWR | os.O_CREAT)
        try:
            fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(fd)
            raise Busy(self.path)
        self._fd = fd

    def release(self):
        os.close(self._fd)
        self._fd = None

    def vents(self):
        with open(self.path) as f:
            return json.load(f)

    def set_vent(self, name, percent):
        vents = self.vents()
        vents[name] = percent
        with open(self.path, "r+") as f:
            f.truncate(0)
            json.dump(vents, f)
