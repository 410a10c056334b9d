"""The first visit: what README.md and the program itself tell a visitor to type."""

from __future__ import annotations

import os
import pty
import re
import select
import shlex
import time
from pathlib import Path

from visitor import NOW, Unexpected, Visitor, expect, row_count, shortened

ROOT = Path(__file__).resolve().parent.parent

# Fewer rows than the README generates: this may be a debug build.
MAXIMUM_POSTS = 10_000
# All datasets of the manifest are 3 GB.
ADDITIONS = {"datasets": ["--only", "10k"]}
OPTIONS_OF_FORM = {
    "--format": 1, "--output": 1, "-o": 1, "--section": 1, "--paper": 1, "--color": 1, "--raw": 0, "--pretty": 0,
    "--byte-order-mark": 0, "--timing": 0, "--ids": 0, "--verbose": 0,
}
PLACEHOLDER = re.compile(r"(?<![\w./-])[A-Z][A-Z_]+(?![\w-])")


def commands_of(markdown: str) -> list[str]:
    """Returns every line of a fenced block of `sh` that begins with `compass`, with its continuation lines."""
    commands = []
    for block in re.findall(r"^```sh\n(.*?)^```", markdown, re.MULTILINE | re.DOTALL):
        joined = re.sub(r"\s*\\\n\s*", " ", block)
        commands += [line.strip() for line in joined.split("\n") if line.strip().startswith("compass ")]
    return commands


def placeholder_values(visitor: Visitor, data: Path) -> dict[str, str]:
    """Returns the values of the words in capitals."""
    school = visitor.rows_of("schools")[0]
    return {
        "DIR": str(data), "FILE": str(data.with_name("season.compass")), "ID": school["id"],
        "NAME": shlex.quote(school["name"]), "SCHOOL": shlex.quote(school["name"]),
        "CURSOR": visitor.ask("feed")["nextCursor"],
    }


def without_comment(command: str) -> str:
    return re.sub(r"\s+#\s.*$", "", command)


def resolved(command: str, values: dict[str, str]) -> str:
    def value(match: re.Match[str]) -> str:
        text = match.group()
        if text[0] in "'\"":
            return text
        if text not in values:
            raise Unexpected(f"{command}: {text} is no placeholder that CI/first_minutes_readme.py knows")
        return values[text]

    filled = re.sub(rf"'[^']*'|\"[^\"]*\"|{PLACEHOLDER.pattern}", value, command)
    return re.sub(
        r"(--posts[ =])(\d+)", lambda match: match[1] + str(min(int(match[2]), MAXIMUM_POSTS)), filled)


def question_of(command: str) -> list[str] | None:
    """The same command without what forms its answer, to be asked for JSON; nil for a pipe and the like."""
    words = shlex.split(command)
    if any(word in ("|", "<", ">", "&&", ";") for word in words):
        return None
    question = []
    skipped = 0
    for word in words:
        name, _, value = word.partition("=")
        if skipped:
            skipped -= 1
        elif name in OPTIONS_OF_FORM:
            skipped = 0 if value else OPTIONS_OF_FORM[name]
        else:
            question.append(word)
    return question


def browse(visitor: Visitor, command: str, folder: Path) -> None:
    """Runs a program of the whole terminal in one, waits for its first page, and quits it with its key."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.execvpe("sh", ["sh", "-c", command], visitor.environment | {"TERM": "xterm", "LINES": "40", "COLUMNS": "100"})
    shown = b""
    has_quit = False
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                chunk = os.read(terminal, 65536)
            except OSError:  # The other end is closed.
                break
            if not chunk:
                break
            shown += chunk
        if b"Total Posts" in shown and not has_quit:
            has_quit = True
            os.write(terminal, b"q")
    os.close(terminal)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    expect(has_quit and status == 0, f"{command}: ended with {status} and showed {shown[-300:]!r}")


def run_with_rows(visitor: Visitor, command: str, folder: Path) -> None:
    """Runs a command as it is written; then, if it is a page, requests JSON and expects rows."""
    words = shlex.split(command)
    name = words[1]
    if name == "browse":
        return browse(visitor, command, folder)
    command = " ".join([command, *ADDITIONS.get(name, [])])
    before = set(folder.iterdir())
    run = visitor.shell(command, cwd=folder).ended()
    written = set(folder.iterdir()) - before
    expect(
        run.out.strip() or written or name in ("generate", "datasets"),
        f"{command}: shows nothing and writes no file",
    )
    for file in written:
        expect(file.is_dir() or file.stat().st_size > 0, f"{command}: {file.name} is empty")
    expect("Hint:" not in run.err, f"{command}: has no rows to show: {shortened(run.err)}")
    question = question_of(command)
    if question and name not in ("generate", "datasets", "help") and "--help" not in words:
        answer = visitor.shell(shlex.join([*question, "--format", "json"]), cwd=folder).json()
        expect(row_count(name, answer) > 0, f"{command}: shows zeros")


def check_commands_of_the_readme(visitor: Visitor) -> None:
    """Runs every command of README.md in its order, on data that the first of them generates."""
    folder = visitor.folder / "readme"
    folder.mkdir()
    (folder / "Datasets").symlink_to(ROOT / "Datasets")
    commands = commands_of((ROOT / "README.md").read_text("utf-8"))
    expect(len(commands) >= 5, f"README.md has {len(commands)} commands")
    expect(commands[0].startswith("compass generate"), f"the first command of README.md is {commands[0]}")
    values = placeholder_values(visitor, folder / "DIR")
    failures = []
    for command in commands:
        try:
            run_with_rows(visitor, resolved(without_comment(command), values), folder)
        except Unexpected as failure:
            failures.append(str(failure))
    expect(not failures, "\n".join(failures))


def printed_commands(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if re.match(r"\s*(\$ )?compass \w", line)]


def check_generate_names_the_next_commands(visitor: Visitor) -> None:
    commands = printed_commands(visitor.generated.out + visitor.generated.err)
    expect(len(commands) >= 2, f"{visitor.generated.command}: names {len(commands)} commands to go on with")
    for command in commands:
        expect("--now 2026-03-01" in command, f"{command}: lacks the instant of the data")
        run_with_rows(visitor, command.removeprefix("$ "), visitor.folder)


def check_next_commands_fit_another_instant(visitor: Visitor) -> None:
    folder = visitor.folder / "other days"
    run = visitor.compass("generate", str(folder), "--posts", "300", "--as-of", "2024-05-05T10:00:00Z").ended()
    commands = printed_commands(run.out + run.err)
    expect(len(commands) >= 2, f"{run.command}: names {len(commands)} commands to go on with")
    for command in commands:
        expect("--now 2024-05-05" in command, f"{command}: lacks the instant of the data")
        run_with_rows(visitor, command, visitor.folder)


def check_help_of_each_command_shows_an_example(visitor: Visitor) -> None:
    overview = visitor.compass("--help").ended().out
    names = re.findall(r"^  ([a-z]+)  ", overview.split("SUBCOMMANDS:")[-1], re.MULTILINE)
    for name in ("social", "schools", "feed", "timeline", "activity", "report", "overview", "inspect", "generate"):
        expect(name in names, f"compass --help does not list {name}")
    for name in names:
        text = visitor.compass("help", name).ended().out
        usage_left_out = re.sub(r"^USAGE:.*$", "", text, flags=re.MULTILINE)
        expect(
            re.search(rf"^\s*(\$ )?.*\bcompass {name} \S", usage_left_out, re.MULTILINE),
            f"compass help {name}: has no example",
        )


def check_placeholder_of_a_stranger_fails(visitor: Visitor) -> None:
    """The reader of README.md must report what it cannot fill in."""
    try:
        resolved("compass social NOWHERE", {"DIR": "x"})
    except Unexpected:
        pass
    else:
        raise Unexpected("an unknown placeholder was overlooked")
    expect(
        resolved("compass feed DIR --search 'A DIR' --now 2026-03-01T12:00:00Z", {"DIR": "x"})
        == f"compass feed x --search 'A DIR' --now {NOW}",
        "a quoted text was taken for a placeholder",
    )
    expect(commands_of("```sh\nmake\ncompass a \\\n  b\n```\n```swift\ncompass c\n```") == ["compass a b"], "blocks")
