"""A stranger's first visit to the program: each check is one thing that they do, with what must come of it.

    first_minutes.py PROGRAM [NAME…]    runs the checks whose names contain one of the words, all without any
    first_minutes.py PROGRAM --list     lists them

Checks of a service run only beside CI/supabase-run, which names it in COMPASS_SUPABASE_URL, and then alone.

Exits with 1 when a check fails, after running the others.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import first_minutes_files
import first_minutes_pull
import first_minutes_questions
import first_minutes_readme
import first_minutes_screen
from visitor import Unexpected, Visitor

Check = Callable[[Visitor], None]


def all_checks() -> dict[str, Check]:
    """Returns the functions whose names begin with `check_`, in source order."""
    checks: dict[str, Check] = {}
    modules = (
        [first_minutes_pull] if "COMPASS_SUPABASE_URL" in os.environ
        else [first_minutes_readme, first_minutes_questions, first_minutes_screen, first_minutes_files]
    )
    for module in modules:
        for name, value in vars(module).items():
            if name.startswith("check_"):
                checks[name.removeprefix("check_").replace("_", "-")] = value
    return checks


def main(program: str, words: list[str]) -> int:
    checks = all_checks()
    if words == ["--list"]:
        print("\n".join(checks))
        return 0
    chosen = {name: check for name, check in checks.items() if not words or any(word in name for word in words)}
    if not chosen:
        print(f"first_minutes: no check is called {' or '.join(words)}", file=sys.stderr)
        return 64
    failed = []
    with tempfile.TemporaryDirectory(prefix="compass-first-minutes.") as folder:
        visitor = Visitor(program, Path(folder))
        for name, check in chosen.items():
            began = time.monotonic()
            try:
                check(visitor)
            except (Unexpected, KeyError, IndexError, TypeError, OSError) as error:
                reason = str(error) if isinstance(error, Unexpected) else f"{type(error).__name__}: {error}"
                failed.append(name)
                print(f"FAILED  {name}\n        " + reason.replace("\n", "\n        "), flush=True)
            else:
                print(f"ok      {name} ({time.monotonic() - began:.1f} s)", flush=True)
    print(f"first_minutes: {len(chosen) - len(failed)} of {len(chosen)} checks passed")
    if failed:
        print(f"first_minutes: failed: {' '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        sys.exit(64)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
