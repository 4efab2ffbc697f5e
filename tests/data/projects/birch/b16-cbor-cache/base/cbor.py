"""CBOR for the values our sensors report: bool, small int, float, list."""
import struct


def encode(value) -> bytes:
    return _encode(tuple(value) if isinstance(value, list) else value)


def _encode(value) -> bytes:
    if value is True or value is False:
        return b"\xf5" if value else b"\xf4"
    if isinstance(value, float):
        return b"\xfb" + struct.pack(">d", value)
    if isinstance(value, tuple):
        return bytes([0x80 | len(value)]) + b"".join(map(_encode, value))
    return bytes([value]) if value < 24 else bytes([24, value])
