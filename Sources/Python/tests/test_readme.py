"""The examples of the package's README run."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import re
import shutil
import tempfile
import unittest
from pathlib import Path
from typing import Any, Dict

from support import TINY

README = Path(__file__).resolve().parents[1] / "README.md"


@unittest.skipUnless(README.exists(), "the README is not there")
class ReadmeTests(unittest.TestCase):
    def test_examples_run_one_after_the_other(self) -> None:
        blocks = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
        self.assertEqual(len(blocks), 3)
        names: Dict[str, Any] = {}
        with tempfile.TemporaryDirectory() as folder:
            for target in (folder, os.path.join(folder, "data")):
                shutil.copytree(
                    TINY, target, ignore=shutil.ignore_patterns("golden", "prints", "data"),
                    dirs_exist_ok=True)
            before = os.getcwd()
            os.chdir(folder)
            try:
                for block in blocks:
                    modules = re.findall(r"^import (\w+)", block, re.MULTILINE)
                    if modules:
                        modules.append("pyarrow")
                    missing = [name for name in modules if importlib.util.find_spec(name) is None]
                    if missing:
                        self.skipTest(f"not installed: {', '.join(missing)}")
                    with contextlib.redirect_stdout(io.StringIO()):
                        exec(compile(block, str(README), "exec"), names)
            finally:
                os.chdir(before)
        self.assertEqual(len(names["again"]), len(names["posts"]))


if __name__ == "__main__":
    unittest.main()
