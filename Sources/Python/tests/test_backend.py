"""What packs the wheel, as the front ends of PEP 517 call it."""

from __future__ import annotations

import importlib.util
import struct
import tempfile
import unittest
from pathlib import Path
from typing import Any

BACKEND = Path(__file__).resolve().parent.parent / "build_backend/wheel_of_library.py"


def backend() -> Any:
    specification = importlib.util.spec_from_file_location("wheel_of_library", BACKEND)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def library(*names: bytes, machine: int = 62) -> bytes:
    """The beginning of an ELF file, and names as its tables have them."""
    return b"\x7fELF".ljust(18, b"\0") + struct.pack("<H", machine) + b"\0" + b"\0".join(names) + b"\0"


TOML = importlib.util.find_spec("tomllib") or importlib.util.find_spec("tomli")


@unittest.skipUnless(TOML, "not installed: tomli")
@unittest.skipUnless(BACKEND.exists(), "the backend is not there")
class BackendTests(unittest.TestCase):
    def test_the_tag_is_that_of_the_newest_symbol(self) -> None:
        symbols = (b"GLIBC_2.2.5", b"libc.so.6", b"GLIBC_2.34", b"GLIBC_2.9")
        self.assertEqual(backend().platform_tag(library(*symbols)), "manylinux_2_34_x86_64")
        self.assertEqual(backend().platform_tag(library(*symbols, machine=183)), "manylinux_2_34_aarch64")

    def test_what_the_tag_does_not_promise_is_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "needs libstdc"):
            backend().platform_tag(library(b"GLIBC_2.34", b"libstdc++.so.6"))
        with self.assertRaisesRegex(ValueError, "machine 40"):
            backend().platform_tag(library(b"GLIBC_2.34", machine=40))

    def test_a_source_distribution_is_refused_as_front_ends_expect_it(self) -> None:
        module = backend()
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(module.UnsupportedOperation, "make wheel"):
                module.build_sdist(folder)


if __name__ == "__main__":
    unittest.main()
