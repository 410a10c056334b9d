"""Builds the wheel: the package and the library in one file, for one platform (PEP 517 and 427).

The library is taken from .build/c-library of the repository, where CI/build-c-library puts it, or from where
COMPASS_LIBRARY says. The same input gives the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import os
import platform
import re
import struct
import sys
import zipfile
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PROJECT = Path(__file__).resolve().parent.parent
REPOSITORY = PROJECT.parent.parent
HEADER = REPOSITORY / "Sources/CCompass/include/compass.h"
PACKAGE = "compass_kernel"
#: The machines of ELF files, by their number.
MACHINES = {62: "x86_64", 183: "aarch64"}
#: The least that Package.swift builds for.
LEAST_MACOS = (13, 0)
#: The first time that a zip file can hold.
ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)
FILE_MODE, LIBRARY_MODE = 0o100644, 0o100755


class UnsupportedOperation(Exception):
    """What PEP 517 has front ends catch where a backend cannot do what they ask for."""


def build_wheel(
    wheel_directory: str, config_settings: Optional[Dict[str, Any]] = None,
    metadata_directory: Optional[str] = None
) -> str:
    """Writes the wheel into a folder; answers its name."""
    library = library_path()
    content = library.read_bytes()
    tag = platform_tag(content)
    version = library_version()
    members: List[Tuple[str, bytes, int]] = []
    for file in sorted((PROJECT / PACKAGE).rglob("*")):
        if file.suffix == ".py" or file.name == "py.typed":
            members.append((file.relative_to(PROJECT).as_posix(), file.read_bytes(), FILE_MODE))
    members.append((f"{PACKAGE}/libcompass{library_suffix(content)}", content, LIBRARY_MODE))
    information = f"{PACKAGE}-{version}.dist-info"
    members.append((f"{information}/METADATA", metadata(version).encode(), FILE_MODE))
    members.append((f"{information}/WHEEL", wheel_file(tag).encode(), FILE_MODE))
    members.append((f"{information}/licenses/LICENSE", (REPOSITORY / "LICENSE").read_bytes(), FILE_MODE))
    record = f"{information}/RECORD"
    lines = [f"{name},sha256={digest(data)},{len(data)}" for name, data, _ in members] + [f"{record},,"]
    members.append((record, ("\n".join(lines) + "\n").encode(), FILE_MODE))
    name = f"{PACKAGE}-{version}-py3-none-{tag}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for member, data, mode in members:
            entry = zipfile.ZipInfo(member, ZIP_EPOCH)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, mode << 16
            wheel.writestr(entry, data)
    return name


def build_sdist(sdist_directory: str, config_settings: Optional[Dict[str, Any]] = None) -> str:
    """The sources of the library are a Swift package; this folder alone cannot build it."""
    raise UnsupportedOperation("there is no source distribution; build a wheel from a clone, with make wheel")


def library_path() -> Path:
    """The library to pack."""
    chosen = os.environ.get("COMPASS_LIBRARY")
    folder = REPOSITORY / ".build/c-library"
    candidates = [Path(chosen)] if chosen else [folder / "libcompass.so", folder / "libcompass.dylib"]
    for candidate in candidates:
        if candidate.exists():
            return candidate.resolve()
    raise FileNotFoundError(f"there is no {candidates[0]}; make wheel builds the library first")


def library_version() -> str:
    """The version that the header names."""
    match = re.search(r'^#define COMPASS_VERSION "([0-9.]+)"$', HEADER.read_text("utf-8"), re.MULTILINE)
    if match is None:
        raise ValueError(f"{HEADER} does not define COMPASS_VERSION")
    return match[1]


def library_suffix(content: bytes) -> str:
    """How the library's name ends on its platform."""
    return ".so" if content.startswith(b"\x7fELF") else ".dylib"


def platform_tag(content: bytes) -> str:
    """The platforms that can load the library: those whose C library has the symbols that it needs."""
    if library_suffix(content) == ".dylib":
        return f"macosx_{LEAST_MACOS[0]}_{LEAST_MACOS[1]}_{platform.machine()}"
    (number,) = struct.unpack_from("<H", content, 18)
    if number not in MACHINES:
        raise ValueError(f"libraries for ELF's machine {number} have no tag here")
    if b"\0libstdc++.so" in content:
        raise ValueError(
            "the library needs libstdc++, whose version the tag does not promise; build it where the static "
            "library of C++ is installed (libstdc++-12-dev and its like)")
    names = re.findall(rb"\0GLIBC_([0-9.]+)(?=\0)", content)
    versions = [tuple(map(int, name.split(b"."))) for name in names]
    major, minor = max(versions)[:2]
    return f"manylinux_{major}_{minor}_{MACHINES[number]}"


def metadata(version: str) -> str:
    """The file METADATA (PEP 566, 643)."""
    with open(PROJECT / "pyproject.toml", "rb") as file:
        project = tomllib.load(file)["project"]
    lines = [
        "Metadata-Version: 2.4", f"Name: {project['name']}", f"Version: {version}",
        f"Summary: {project['description']}", f"Keywords: {','.join(project['keywords'])}",
        f"License-Expression: {project['license']}", "License-File: LICENSE",
        f"Requires-Python: {project['requires-python']}"]
    lines += [f"Classifier: {text}" for text in project["classifiers"]]
    lines += [f"Requires-Dist: {text}" for text in project["dependencies"]]
    for extra, requirements in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f"Requires-Dist: {text}; extra == '{extra}'" for text in requirements]
    lines.append("Description-Content-Type: text/markdown")
    return "\n".join(lines) + "\n\n" + (PROJECT / project["readme"]).read_text("utf-8")


def wheel_file(tag: str) -> str:
    """The file WHEEL (PEP 427)."""
    return f"Wheel-Version: 1.0\nGenerator: compass-kernel\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n"


def digest(data: bytes) -> str:
    """A hash as RECORD has it."""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
