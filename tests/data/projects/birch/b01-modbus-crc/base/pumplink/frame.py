"""Request and reply frames for the pump controllers on the RS-485 bus."""
import struct

READ_HOLDING = 3


class FrameError(ValueError):
    """A reply that cannot be trusted."""


def crc16(data: bytes) -> int:
    """CRC-16/MODBUS of data (polynomial 0xA001 reflected, start 0xFFFF)."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ 0xA001 if crc & 1 else crc >> 1
    return crc


def read_holding(unit: int, start: int, count: int) -> bytes:
    return struct.pack(">BBHH", unit, READ_HOLDING, start, count)


def registers(reply: bytes) -> list[int]:
    count = reply[2] // 2
    return list(struct.unpack_from(f">{count}H", reply, 3))
