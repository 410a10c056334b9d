"""The checks of CI/check-browse: `compass browse` in tmux, its screens, and the terminal that it leaves."""

from __future__ import annotations

import difflib
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

NOW = "2026-03-01T12:00:00Z"
SCREENS = Path(__file__).parent.parent / "Tests/CompassBrowseTests/Screens"
SIZES = [(60, 20), (80, 24), (120, 40)]
# Far more than a debug build on a busy machine takes.
SECONDS = 60
PROMPT = "ready>"
RENEWS = os.environ.get("COMPASS_RENEW_GOLDEN") == "1"


class Unexpected(Exception):
    """A screen or a state of the terminal that differs from the expected one."""


def expect(condition: object, message: str) -> None:
    if not condition:
        raise Unexpected(message)


class Terminal:
    """A shell in tmux, in which the program runs."""

    count = 0

    def __init__(self, columns: int, rows: int, folder: Path, environment: dict[str, str] | None = None) -> None:
        # A server of its own, because one that ends still takes connections for a moment.
        Terminal.count += 1
        self.socket = f"compass-check-{os.getpid()}-{Terminal.count}"
        self.folder = folder
        variables = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C.UTF-8", "TERM": "screen",
            "PS1": PROMPT + " ", "TZ": "UTC", "HISTFILE": "", **(environment or {}),
        }
        words = ["env", "-i", *(f"{name}={value}" for name, value in variables.items())]
        shell = shlex.join([*words, "bash", "--norc", "--noprofile"])
        self.tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), "-c", str(folder), shell)
        # The size is that of resize-window, whatever terminals look at it.
        self.tmux("set-option", "-g", "window-size", "manual")
        self.wait_for_prompt()
        self.settings = self.stty()

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        subprocess.run(["tmux", "-L", self.socket, "kill-server"], check=False, capture_output=True)

    def tmux(self, *words: str) -> str:
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        environment.pop("TMUX", None)
        done = subprocess.run(
            ["tmux", "-u", "-L", self.socket, *words], capture_output=True, text=True, check=False, env=environment)
        expect(done.returncode == 0, f"tmux {words[0]}: {done.stderr.strip()}")
        return done.stdout

    def screen(self) -> list[str]:
        return [line.rstrip() for line in self.tmux("capture-pane", "-p").split("\n")][:-1]

    def state(self, name: str) -> str:
        return self.tmux("display-message", "-p", f"#{{{name}}}").strip()

    def keys(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        self.tmux("send-keys", "-l", text)

    def bytes(self, data: bytes) -> None:
        self.tmux("send-keys", "-H", *(f"{byte:02x}" for byte in data))

    def resize(self, columns: int, rows: int) -> None:
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    # Waiting

    def wait(self, reason: str, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + SECONDS
        while not condition():
            if time.monotonic() > deadline:
                shown = "\n".join(self.screen())
                raise Unexpected(f"{reason} did not happen in {SECONDS} s; the screen is\n{shown}")
            time.sleep(0.02)

    def shows(self, text: str) -> None:
        self.wait(f"{text!r} to appear", lambda: any(text in line for line in self.screen()))

    def hides(self, text: str) -> None:
        self.wait(f"{text!r} to go", lambda: not any(text in line for line in self.screen()))

    def wait_for_prompt(self) -> None:
        self.wait("the shell", lambda: ([line for line in self.screen() if line] or [""])[-1] == PROMPT)

    def matches(self, name: str) -> None:
        """Waits until the screen is the committed one."""
        columns, rows = self.state("pane_width"), self.state("pane_height")
        path = SCREENS / f"terminal-{name}-{columns}x{rows}.txt"
        if RENEWS:
            before = None
            while before != (before := self.screen()):
                time.sleep(0.5)
            path.write_text("\n".join(before) + "\n")
        expected = path.read_text().split("\n")[:-1]
        deadline = time.monotonic() + SECONDS
        while (shown := self.screen()) != expected:
            if time.monotonic() > deadline:
                difference = "\n".join(difflib.unified_diff(expected, shown, path.name, "shown", lineterm=""))
                raise Unexpected(f"the screen is not that of {path.name}\n{difference}")
            time.sleep(0.02)
        print(f"  {path.name}")

    # Programs

    def run(self, *words: str) -> None:
        """Types a command."""
        self.type(shlex.join(words))
        self.keys("Enter")

    def stty(self) -> str:
        """Returns the settings of the terminal, as the shell's programs see them."""
        self.keys("C-l")
        (self.folder / "stty").unlink(missing_ok=True)
        self.type("stty -a >stty.new; mv stty.new stty")
        self.keys("Enter")
        self.wait("stty", (self.folder / "stty").exists)
        self.wait_for_prompt()
        # The number of lines and columns is not one of the program's.
        return (self.folder / "stty").read_text().split("\n", 1)[1]

    def program(self) -> int:
        """Returns the process that runs in the shell."""
        shell = self.state("pane_pid")
        listing = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
        children = [line.split()[0] for line in listing.splitlines() if line.split()[1] == shell]
        expect(len(children) == 1, f"{len(children)} programs run in the shell")
        return int(children[0])

    def is_as_before(self) -> None:
        """Checks that the shell has its terminal again: its screen, its cursor, no mouse, the same settings."""
        self.wait_for_prompt()
        for name, value in [
            ("alternate_on", "0"), ("cursor_flag", "1"), ("mouse_any_flag", "0"), ("mouse_sgr_flag", "0"),
            ("wrap_flag", "1"),
        ]:
            self.wait(f"{name} to be {value}", lambda name=name, value=value: self.state(name) == value)
        expect(self.stty() == self.settings, f"stty -a was\n{self.settings}\nand is\n{self.stty()}")

    def ended(self, code: int) -> None:
        """Checks that the program has ended with a code, and left the terminal as it was."""
        self.wait_for_prompt()
        self.keys("C-l")
        self.type('echo "code $?."')
        self.keys("Enter")
        self.wait(f"code {code}", lambda: f"code {code}." in self.screen())
        self.is_as_before()


class Checks:
    """The checks, each a method whose name begins with check_."""

    def __init__(self, compass: Path, folder: Path) -> None:
        self.compass = compass
        self.folder = folder
        subprocess.run(
            [compass, "generate", "data", "--posts", "400", "--seed", "1"], cwd=folder, check=True,
            capture_output=True)

    def terminal(self, columns: int = 80, rows: int = 24, environment: dict[str, str] | None = None) -> Terminal:
        return Terminal(columns, rows, self.folder, environment)

    def browse(self, terminal: Terminal, *words: str) -> None:
        terminal.run(str(self.compass), "browse", "data", "--now", NOW, "--zone", "UTC", *words)
        terminal.shows("Sentiment Distribution")

    def check_pages(self) -> None:
        """The five pages at three sizes, by keys, Tab and clicks."""
        for columns, rows in SIZES:
            with self.terminal(columns, rows) as terminal:
                self.browse(terminal)
                terminal.matches("analytics")
                terminal.keys("2")
                terminal.matches("feed")
                terminal.keys("Tab")
                terminal.matches("timeline")
                terminal.keys("4")
                terminal.matches("activity")
                terminal.keys("5")
                terminal.shows("Generate Report (Enter)")
                terminal.keys("Enter")
                terminal.matches("report")
                terminal.keys("BTab")
                terminal.matches("activity")
                # A click on the first tab, whose name begins in the fourth column.
                terminal.bytes(b"\x1b[<0;5;1M\x1b[<0;5;1m")
                terminal.matches("analytics")
                terminal.keys("q")
                terminal.ended(0)

    def check_posts(self) -> None:
        """Search as one types, counts, flag, notes, delete and undo."""
        with self.terminal() as terminal:
            self.browse(terminal)
            terminal.keys("2")
            terminal.shows("400 posts")
            terminal.keys("/")
            terminal.type("camp")
            terminal.matches("search")
            terminal.keys("Enter")
            terminal.keys("p")
            terminal.matches("platforms")
            terminal.keys("Escape")
            terminal.hides("Twitter/X  ")
            terminal.keys("f")
            terminal.shows(" · Flagged")
            terminal.keys("n")
            terminal.type("café call q1")
            terminal.keys("Enter")
            terminal.shows("Notes: café call q1")
            terminal.matches("flagged")
            terminal.keys("d")
            terminal.shows("Delete this post from your feed? (y/n)")
            terminal.keys("y")
            terminal.shows("Post deleted (u: Undo)")
            terminal.hides("Notes: café call q1")
            terminal.keys("u")
            terminal.shows("Notes: café call q1")
            terminal.matches("flagged")
            terminal.keys("s")
            terminal.shows("No new posts found. You're up to date!")
            terminal.keys("x")
            terminal.shows("400 posts")
            terminal.keys("c")
            terminal.shows("None  ")
            terminal.resize(120, 40)
            terminal.matches("counts")
            terminal.keys("C-c")
            terminal.ended(0)

    def check_wheel(self) -> None:
        """The wheel, PgDn, Home and End."""
        with self.terminal() as terminal:
            self.browse(terminal)
            terminal.keys("2")
            terminal.matches("feed")
            terminal.bytes(b"\x1b[<65;10;10M" * 4)
            terminal.matches("feed-wheel")
            terminal.bytes(b"\x1b[<64;10;10M" * 9)
            terminal.matches("feed")
            terminal.keys("PageDown")
            terminal.matches("feed-page-down")
            terminal.keys("Home")
            terminal.matches("feed")
            terminal.keys("1")
            terminal.keys("End")
            terminal.shows("View All")
            terminal.matches("analytics-end")
            terminal.keys("q")
            terminal.ended(0)

    def check_resizing(self) -> None:
        """Every size is drawn as if the program had begun with it; one that is too small says so."""
        with self.terminal() as terminal:
            self.browse(terminal)
            for columns, rows in [*SIZES, SIZES[1], SIZES[0]]:
                terminal.resize(columns, rows)
                terminal.matches("analytics")
            terminal.resize(50, 20)
            terminal.shows("requires a terminal of 60 columns")
            terminal.resize(80, 24)
            terminal.matches("analytics")
            terminal.keys("q")
            terminal.ended(0)

    def check_signals(self) -> None:
        """However the program ends, the terminal is as it was."""
        requests = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1]
        faults = [signal.SIGSEGV, signal.SIGILL, signal.SIGTRAP]
        for number in requests + faults:
            with self.terminal() as terminal:
                self.browse(terminal)
                terminal.keys("2")
                terminal.keys("/")
                terminal.shows("Search:")
                for name, value in [("alternate_on", "1"), ("mouse_sgr_flag", "1"), ("cursor_flag", "1")]:
                    expect(terminal.state(name) == value, f"{name} is not {value} while the program runs")
                os.kill(terminal.program(), number)
                terminal.ended(128 + number)
                print(f"  {number.name}")

    def check_suspension(self) -> None:
        """Ctrl-Z and SIGTSTP give the terminal back, fg takes it again."""
        with self.terminal() as terminal:
            self.browse(terminal)
            terminal.matches("analytics")
            terminal.keys("C-z")
            terminal.shows("Stopped")
            terminal.is_as_before()
            terminal.run("fg")
            terminal.matches("analytics")
            terminal.keys("2")
            terminal.matches("feed")
            os.kill(terminal.program(), signal.SIGTSTP)
            terminal.is_as_before()
            terminal.run("fg")
            terminal.matches("feed")
            terminal.keys("q")
            terminal.ended(0)

    def check_colors(self) -> None:
        """Colors are on, unless NO_COLOR is set; what is selected is seen all the same."""
        for environment, has_colors in [({}, True), ({"NO_COLOR": "1"}, False)]:
            with self.terminal(environment=environment) as terminal:
                self.browse(terminal)
                terminal.matches("analytics")
                drawn = terminal.tmux("capture-pane", "-p", "-e")
                expect(("\x1b[36m" in drawn) == has_colors, f"colors with {environment}")
                expect("\x1b[1m\x1b[7m" in drawn or "\x1b[1;7m" in drawn or "\x1b[7m" in drawn, "no tab is marked")
                terminal.keys("q")
                terminal.ended(0)

    def check_without_terminal(self) -> None:
        """Without a terminal, the program says what to use, and exits with 64."""
        for words, environment in [(["browse", "data"], {}), (["browse", "data"], {"TERM": "dumb"})]:
            done = subprocess.run(
                [self.compass, *words], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                env={**os.environ, **environment}, check=False)
            expect(done.returncode == 64, f"exit code {done.returncode} without a terminal")
            expect("compass overview" in done.stderr, f"no advice in {done.stderr!r}")
            expect(done.stdout == "", f"standard output has {done.stdout!r}")
        with self.terminal(environment={"TERM": "dumb"}) as terminal:
            terminal.run(str(self.compass), "browse", "data")
            terminal.shows("moves its cursor")
            terminal.ended(64)
            terminal.run(str(self.compass), "browse", "nowhere")
            terminal.ended(64)
        with self.terminal() as terminal:
            terminal.run(str(self.compass), "browse", "nowhere")
            terminal.shows("nowhere: no such directory")
            terminal.ended(66)


def main() -> int:
    compass = Path(sys.argv[1]).resolve()
    words = sys.argv[2:]
    failures = 0
    with tempfile.TemporaryDirectory(prefix="compass-check-browse.") as folder:
        checks = Checks(compass, Path(folder))
        for name in [name for name in dir(checks) if name.startswith("check_")]:
            if words and not any(word in name for word in words):
                continue
            start = time.monotonic()
            print(f"check-browse: {name.removeprefix('check_').replace('_', ' ')}", flush=True)
            try:
                getattr(checks, name)()
                print(f"  passed in {time.monotonic() - start:.1f} s", flush=True)
            except Unexpected as difference:
                failures += 1
                print(f"  FAILED: {difference}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
