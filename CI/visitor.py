"""How CI/first_minutes.py runs the program: runs, terminals, widths, data directories and expectations."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import termios
import time
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# The instant at which generated data end, so that pages of them are full.
NOW = "2026-03-01T12:00:00Z"
POSTS = 2000
SECONDS = 120
ESCAPES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|\x1b\][^\x07]*\x07")


class Unexpected(Exception):
    """A check's actual result that differs from its expected one."""


def expect(condition: object, message: str) -> None:
    if not condition:
        raise Unexpected(message)


def shortened(text: str, limit: int = 400) -> str:
    return text if len(text) <= limit else text[:limit] + "…"


@dataclass
class Run:
    """The result of a run of the program."""

    command: str
    code: int
    out: str
    err: str

    def ended(self, code: int = 0) -> Run:
        """Returns this run, if it ended with the code."""
        expect(
            self.code == code,
            f"{self.command}: exit code {self.code}, expected {code}; standard error: {shortened(self.err)}",
        )
        return self

    def said(self, *patterns: str) -> Run:
        """Returns this run, if each pattern occurs in its standard error."""
        for pattern in patterns:
            expect(
                re.search(pattern, self.err, re.IGNORECASE),
                f"{self.command}: standard error lacks /{pattern}/: {shortened(self.err) or '(nothing)'}",
            )
        return self

    def showed(self, *patterns: str) -> Run:
        """Returns this run, if each pattern occurs in its standard output."""
        for pattern in patterns:
            expect(
                re.search(pattern, self.out, re.IGNORECASE),
                f"{self.command}: standard output lacks /{pattern}/: {shortened(self.out) or '(nothing)'}",
            )
        return self

    def json(self) -> Any:
        try:
            return json.loads(self.ended().out)
        except ValueError:
            raise Unexpected(f"{self.command}: not JSON: {shortened(self.out)}") from None


def display_width(line: str) -> int:
    """Returns the minimum number of columns of a line: emoji sequences count as their first emoji."""
    width = 0
    joined = False
    for character in line:
        if character == "\u200d":
            joined = True
        elif joined:
            joined = False
        elif unicodedata.category(character) in ("Mn", "Me", "Cf") or 0x1F3FB <= ord(character) <= 0x1F3FF:
            continue
        else:
            width += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return width


class Visitor:
    """A user with the program, a separate folder and freshly generated data."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program = str(Path(program).resolve())
        self.folder = folder
        names = folder / "bin"
        names.mkdir()
        (names / "compass").symlink_to(self.program)
        kept = {name: os.environ[name] for name in ("HOME", "TMPDIR", "TZDIR") if name in os.environ}
        self.environment = kept | {
            "PATH": f"{names}:{os.environ.get('PATH', '')}", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"
        }
        self.data = folder / "data"
        self.generated = self.compass("generate", str(self.data), "--posts", str(POSTS)).ended()
        self.lines = folder / "lines"
        self.compass("generate", str(self.lines), "--posts", "200", "--ndjson").ended()

    def compass(
        self, *arguments: str, stdin: bytes | None = None, environment: dict[str, str] | None = None
    ) -> Run:
        return self._run(["compass", *arguments], stdin, environment)

    def shell(self, line: str, cwd: Path | None = None) -> Run:
        """Runs a line in a shell."""
        return self._run(["bash", "-c", "set -o pipefail\n" + line], None, None, cwd, line)

    def _run(
        self, command: list[str], stdin: bytes | None, environment: dict[str, str] | None,
        cwd: Path | None = None, name: str | None = None,
    ) -> Run:
        name = name or " ".join(command)
        try:
            done = subprocess.run(
                command, input=stdin, stdin=subprocess.DEVNULL if stdin is None else None, capture_output=True,
                cwd=cwd or self.folder, env=self.environment | (environment or {}), timeout=SECONDS, check=False,
            )
        except subprocess.TimeoutExpired:
            raise Unexpected(f"{name}: not done after {SECONDS} s") from None
        return Run(
            name, done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
        )

    def terminal(self, columns: int, *arguments: str, environment: dict[str, str] | None = None) -> Run:
        """Runs the program with its output on a terminal with the given number of columns."""
        leader, follower = pty.openpty()
        attributes = termios.tcgetattr(follower)
        attributes[1] &= ~termios.OPOST
        termios.tcsetattr(follower, termios.TCSANOW, attributes)
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        command = ["compass", *arguments]
        name = f"{' '.join(command)} (at {columns} columns)"
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=follower, stderr=subprocess.PIPE, cwd=self.folder,
            env=self.environment | (environment or {}),
        ) as process:
            os.close(follower)
            output = bytearray()
            deadline = time.monotonic() + SECONDS
            while time.monotonic() < deadline:
                if not select.select([leader], [], [], 1)[0]:
                    continue
                try:
                    chunk = os.read(leader, 65536)
                except OSError:  # The other end is closed.
                    break
                if not chunk:
                    break
                output += chunk
            else:
                process.kill()
            os.close(leader)
            assert process.stderr is not None
            error = process.stderr.read()
        return Run(name, process.returncode, output.decode(errors="replace"), error.decode(errors="replace"))

    def ask(self, command: str, *arguments: str, data: Path | None = None, now: str = NOW) -> Any:
        """Returns the JSON of a page."""
        return self.compass(
            command, str(data or self.data), "--now", now, "--zone", "UTC", "--format", "json", *arguments
        ).json()

    @contextlib.contextmanager
    def directory(self, name: str, *tables: str, source: Path | None = None) -> Iterator[Path]:
        """Creates a new data directory with copies of some tables."""
        path = self.folder / name
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir()
        for table in tables:
            for file in (source or self.data).glob(table + ".*"):
                shutil.copy(file, path)
        yield path
        shutil.rmtree(path)

    def rows_of(self, table: str) -> list[dict[str, Any]]:
        return json.loads((self.data / f"{table}.json").read_text("utf-8"))


def row_count(command: str, answer: Any) -> int:
    """Returns how many rows a page counts or lists, by its JSON."""
    match command:
        case "social":
            return answer["summary"]["totalPosts"]
        case "feed":
            return answer["matchCount"]
        case "timeline":
            return len(answer["list"])
        case "activity":
            return answer["total"]
        case "report":
            return answer["interactions"]["total"]
        case "overview":
            pages = ("social", "feed", "timeline", "activity", "report")
            return min(row_count(page, answer[page]) for page in pages)
        case "schools":
            return len(answer["schools"])
        case "inspect":
            return sum(table["loaded"] for table in answer["tables"])
    raise Unexpected(f"compass {command} is new to CI/visitor.py: say there where its rows are")
