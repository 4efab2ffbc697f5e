"""The gauge's flash: records of flags (1 byte), level in mm (2 bytes, signed),
seconds since midnight (4 bytes); little-endian, one right behind the other."""
import struct


def read_records(blob):
    """Return (flags, level, seconds) for each record in the dump."""
    raise NotImplementedError
