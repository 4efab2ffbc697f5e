import struct
import unittest

from riff import chunks

FMT = struct.pack("<HHIIHH", 1, 1, 8000, 8000, 1, 8)


def wave(*parts):
    body = b"WAVE"
    for name, data in parts:
        body += name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
    return b"RIFF" + struct.pack("<I", len(body)) + body


class RiffTest(unittest.TestCase):
    def names(self, blob):
        return [c.name for c in chunks(blob)]

    def test_recorder_file(self):
        self.assertEqual(self.names(wave((b"fmt ", FMT), (b"data", b"\x80" * 6))), ["fmt ", "data"])

    def test_list_chunk_in_front_of_the_samples(self):
        blob = wave((b"fmt ", FMT), (b"LIST", b"INFOIART\x04\0\0\0Mira"), (b"data", b"\x80" * 6))
        self.assertEqual(self.names(blob), ["fmt ", "LIST", "data"])

    def test_file_of_the_field_recorder(self):
        blob = wave((b"fmt ", FMT), (b"note", b"heron, 06:40"), (b"gain", b"+12"), (b"data", b"\x80" * 5), (b"cue ", b"\0" * 4))
        self.assertEqual(self.names(blob), ["fmt ", "note", "gain", "data", "cue "])
        self.assertEqual(chunks(blob)[3].data, b"\x80" * 5)


if __name__ == "__main__":
    unittest.main()
