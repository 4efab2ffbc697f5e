import pytest

from pumplink.frame import FrameError, crc16, read_holding, registers

# recorded on the bus between the old panel and pump 1
RECORDED_REQUEST = "01 03 00 00 00 0a c5 cd"
RECORDED_REPLY = bytes.fromhex("01 03 04 02 58 00 1e fa 50")


def test_check_value_of_the_catalogue():
    assert crc16(b"123456789") == 0x4B37


def test_request_is_what_the_old_panel_sends():
    assert read_holding(1, 0, 10).hex(" ") == RECORDED_REQUEST


def test_reply_of_pump_1_is_accepted():
    assert registers(RECORDED_REPLY) == [600, 30]


def test_damaged_reply_is_refused():
    damaged = RECORDED_REPLY[:4] + b"\x59" + RECORDED_REPLY[5:]
    with pytest.raises(FrameError):
        registers(damaged)
