"""Finding the shared library, and taking over what it answers with."""

from __future__ import annotations

import ctypes
import ctypes.util
import mmap
import os
import subprocess
import sys
import unittest
from pathlib import Path

import compass_kernel
from compass_kernel._library import bytes_at

#: More than a C int can count.
LARGE = (1 << 31) + 3


def has_free_memory(byte_count: int) -> bool:
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >= byte_count
    except (OSError, ValueError):
        return False


class AnswerTests(unittest.TestCase):
    @unittest.skipUnless(has_free_memory(3 * LARGE), "not enough memory is free")
    def test_answers_may_have_more_than_two_gibibytes(self) -> None:
        with mmap.mmap(-1, LARGE) as memory:
            memory[-3:] = b"end"
            first = ctypes.c_char.from_buffer(memory)
            answer = bytes_at(ctypes.addressof(first), LARGE)
            del first
        self.assertEqual(len(answer), LARGE)
        self.assertEqual(answer[-3:], b"end")

    def test_answers_may_be_empty_and_hold_a_nul(self) -> None:
        buffer = ctypes.create_string_buffer(b"a\0b")
        self.assertEqual(bytes_at(ctypes.addressof(buffer), 3), b"a\0b")
        self.assertEqual(bytes_at(ctypes.addressof(buffer), 0), b"")


class LoadingTests(unittest.TestCase):
    def import_with(self, library: str) -> str:
        """How an import ends where the environment names a library."""
        folder = str(Path(compass_kernel.__file__).resolve().parent.parent)
        script = (
            f"import sys\nsys.path.insert(0, {folder!r})\n"
            "try:\n    import compass_kernel\nexcept ImportError as error:\n    print(error)\n")
        run = subprocess.run(
            [sys.executable, "-I", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            universal_newlines=True, env={**os.environ, "COMPASS_LIBRARY": library})
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return run.stdout

    def test_a_library_that_is_not_there_is_named(self) -> None:
        self.assertIn("libcompass cannot be loaded: /no/such/library.so", self.import_with("/no/such/library.so"))

    def test_another_library_is_named(self) -> None:
        other = ctypes.util.find_library("c")
        if other is None:
            self.skipTest("the C library is not found by name")
        self.assertIn(f"{other} is another library than libcompass", self.import_with(other))


if __name__ == "__main__":
    unittest.main()
