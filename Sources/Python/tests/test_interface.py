"""What the package says of the C interface, against its header."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from compass_kernel import _arrow, _interface
from support import DATASETS

HEADERS = DATASETS.parent / "Sources/CCompass/include"
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


@unittest.skipUnless(HEADERS.exists(), "the headers are not there")
class HeaderTests(unittest.TestCase):
    @unittest.skipUnless(COMPILER, "there is no C compiler")
    def test_structs_and_constants_are_those_of_the_header(self) -> None:
        lines = ['#include "compass_arrow.h"', "#include <stddef.h>"]
        structs = {name: f"{name}" for name in _interface.STRUCTS}
        layouts = {**_interface.STRUCTS}
        for struct in (_arrow.ArrowSchema, _arrow.ArrowArray, _arrow.ArrowArrayStream):
            structs[struct.__name__] = f"struct {struct.__name__}"
            layouts[struct.__name__] = struct
        for name, struct in layouts.items():
            lines.append(self.check(f"sizeof({structs[name]}) == {_arrow.ctypes.sizeof(struct)}"))
            for field in struct._fields_:
                place = getattr(struct, field[0])
                lines.append(self.check(f"offsetof({structs[name]}, {field[0]}) == {place.offset}"))
                lines.append(self.check(
                    f"sizeof((({structs[name]} *)0)->{field[0]}) == {place.size}"))
        for name, value in _interface.CONSTANTS.items():
            lines.append(self.check(f"{name} == {value}"))
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "layout.c"
            source.write_text("\n".join(lines) + "\n")
            run = subprocess.run(
                [str(COMPILER), "-std=c11", "-fsyntax-only", f"-I{HEADERS}", str(source)],
                stderr=subprocess.PIPE, universal_newlines=True)
        self.assertEqual(run.returncode, 0, run.stderr)

    def check(self, condition: str) -> str:
        return f'_Static_assert({condition}, "{condition}");'

    def test_every_function_is_there(self) -> None:
        text = "".join(path.read_text("utf-8") for path in HEADERS.glob("*.h"))
        code = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        declared = set(re.findall(r"\b(compass_\w+)\(", code)) - {"compass_string_of"}
        self.assertEqual(declared, _interface.FUNCTIONS.keys() | _interface.INFALLIBLE_FUNCTIONS.keys())

    def test_every_constant_for_options_is_there(self) -> None:
        text = (HEADERS / "compass.h").read_text("utf-8")
        defined = set(re.findall(r"#define (COMPASS_\w+_VERSION) 1u", text))
        self.assertLessEqual(defined, _interface.CONSTANTS.keys())


if __name__ == "__main__":
    unittest.main()
