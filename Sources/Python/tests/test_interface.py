"""What the package declares of the C interface, against its header."""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any, Dict, List, Tuple

from compass_kernel import _arrow, _interface, _library
from compass_kernel.errors import BY_STATUS
from support import DATASETS

HEADERS = DATASETS.parent / "Sources/CCompass/include"
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


#: How values of C are passed. Structs of Arrow and opaque pointers are passed as addresses.
PLAIN_TYPES: Dict[str, Tuple[Any, ...]] = {
    "void": (None,), "double": (ctypes.c_double,), "size_t": (ctypes.c_size_t,),
    "int32_t": (ctypes.c_int32,), "uint32_t": (ctypes.c_uint32,), "int64_t": (ctypes.c_int64,),
    "uint64_t": (ctypes.c_uint64,), "const char *": (ctypes.c_char_p,),
    "const void *": (ctypes.c_char_p, ctypes.c_void_p), "void *": (ctypes.c_void_p,),
    "const char **": (ctypes.POINTER(ctypes.c_void_p),), "const void **": (ctypes.POINTER(ctypes.c_void_p),),
    "const uint32_t **": (ctypes.POINTER(ctypes.POINTER(ctypes.c_uint32)),),
}


def header_code() -> str:
    """The headers without their comments."""
    text = "\n".join(path.read_text("utf-8") for path in sorted(HEADERS.glob("*.h")))
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def declarations() -> Dict[str, Tuple[str, List[str]]]:
    """The result and the parameters of each function, as C's types."""
    found = {}
    for result, name, parameters in re.findall(
            r"^([a-z][\w *]*?)\b(compass_\w+)\(((?:[^()]|\([^()]*\))*)\);", header_code(), re.MULTILINE):
        parts = re.split(r",(?![^()]*\))", " ".join(parameters.split()))
        found[name] = (result.strip(), [] if parts == ["void"] else [type_alone(part) for part in parts])
    return found


def type_alone(parameter: str) -> str:
    """A parameter's type without its name; that of functions as an opaque pointer."""
    if "(" in parameter:
        return "void *"
    match = re.fullmatch(r"\s*(.*?)\s*(\**)(\w+)", parameter)
    assert match is not None, parameter
    return f"{match[1]} {match[2]}".strip()


def types_of(written: str) -> Tuple[Any, ...]:
    """The types of ctypes that pass a type of C."""
    if written in PLAIN_TYPES:
        return PLAIN_TYPES[written]
    base, _, stars = written.partition(" *")
    base = base.replace("const ", "")
    if base.startswith("struct Arrow"):
        return (ctypes.c_void_p,)
    if base in _interface.STRUCTS:
        plain: Tuple[Any, ...] = (_interface.STRUCTS[base],)
    elif base in PLAIN_TYPES:
        plain = PLAIN_TYPES[base]
    else:
        # The typedefs of handles and of kinds.
        match = re.search(rf"^typedef (\w+) {base};", header_code(), re.MULTILINE)
        assert match is not None, written
        plain = PLAIN_TYPES[match[1]]
    return plain if written == base else tuple(ctypes.POINTER(type) for type in plain)


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

    def test_functions_have_the_types_of_the_header(self) -> None:
        declared = declarations()
        self.assertGreater(len(declared), 50)
        here = {name: (ctypes.c_int32, types) for name, types in _interface.FUNCTIONS.items()}
        here.update(_interface.INFALLIBLE_FUNCTIONS)
        self.assertEqual(declared.keys(), here.keys())
        for name, (result, parameters) in declared.items():
            with self.subTest(name):
                self.assertEqual(result == "compass_status", name in _interface.FUNCTIONS)
                self.assertIn(here[name][0], types_of(result), "result")
                self.assertEqual(len(here[name][1]), len(parameters), parameters)
                for type_here, parameter in zip(here[name][1], parameters):
                    self.assertIn(type_here, types_of(parameter), parameter)

    def test_every_constant_is_there(self) -> None:
        code = header_code()
        enumerators = dict(re.findall(r"^ +(COMPASS_\w+) = (-?\d+),?$", code, re.MULTILINE))
        defined = dict(re.findall(r"^#define (COMPASS_\w+) \(?(-?\d+)u?\)?$", code, re.MULTILINE))
        self.assertGreater(len(enumerators), 50)
        self.assertGreater(len(defined), 8)
        statuses = {
            name for name, value in enumerators.items()
            if _library.library.compass_status_name(int(value)) == name.encode()}
        self.assertEqual(len(statuses), len(BY_STATUS) + 1)
        for name, value in {**enumerators, **defined}.items():
            if name not in statuses - {"COMPASS_OK"}:
                with self.subTest(name):
                    self.assertEqual(_interface.CONSTANTS.get(name), int(value))


if __name__ == "__main__":
    unittest.main()
