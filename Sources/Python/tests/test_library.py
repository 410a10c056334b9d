"""Finding the shared library, and taking over what it answers with."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import subprocess
import sys
import unittest
from pathlib import Path

import compass_kernel
from compass_kernel._library import bytes_at


def run_python(script: str, **environment: str) -> str:
    """What a script prints that has this package."""
    folder = str(Path(compass_kernel.__file__).resolve().parent.parent)
    run = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys\nsys.path.insert(0, {folder!r})\n{script}"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True,
        env={**os.environ, **environment})
    if run.returncode or run.stderr:
        raise AssertionError(run.stderr or f"ended with {run.returncode}")
    return run.stdout


class AnswerTests(unittest.TestCase):
    def test_answers_are_counted_with_as_many_bits_as_memory(self) -> None:
        # Not by copying more than 2 GiB, which takes systems many seconds.
        counting = type(bytes_at)._argtypes_[1]
        self.assertEqual(ctypes.sizeof(counting), ctypes.sizeof(ctypes.c_size_t))

    def test_answers_may_be_empty_and_hold_a_nul(self) -> None:
        buffer = ctypes.create_string_buffer(b"a\0b")
        self.assertEqual(bytes_at(ctypes.addressof(buffer), 3), b"a\0b")
        self.assertEqual(bytes_at(ctypes.addressof(buffer), 0), b"")


class LoadingTests(unittest.TestCase):
    def import_with(self, library: str) -> str:
        """How an import ends where the environment names a library."""
        return run_python(
            "try:\n    import compass_kernel\nexcept ImportError as error:\n    print(error)\n",
            COMPASS_LIBRARY=library)

    def test_a_library_that_is_not_there_is_named(self) -> None:
        missing = "/no/such/library.so"
        self.assertIn(f"libcompass cannot be loaded: {missing}", self.import_with(missing))

    def test_another_library_is_named(self) -> None:
        other = ctypes.util.find_library("c")
        if other is None:
            self.skipTest("the C library is not found by name")
        self.assertIn(f"{other} is another library than libcompass", self.import_with(other))


if __name__ == "__main__":
    unittest.main()
