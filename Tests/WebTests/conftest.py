"""What the tests of the web server share."""

import os
import shutil

import filelock
import pytest

from browser import browser, tab, tabs  # noqa: F401, fixtures
from feed import many  # noqa: F401, a fixture
from serving import generate, serving


def generated(tmp_path_factory, name, posts):
    """A data directory, generated once for all processes of a run."""
    root = tmp_path_factory.getbasetemp()
    # Those of one run share a parent, which without processes of their own is that of all runs.
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent
    folder = root / name
    with filelock.FileLock(str(root / f"{name}.lock")):
        if not folder.exists():
            partial = root / f"{name}.partial"
            generate(partial, posts)
            partial.rename(folder)
    return folder


@pytest.fixture(scope="session")
def example(tmp_path_factory):
    """2,000 posts, and the other tables in proportion."""
    return generated(tmp_path_factory, "example", 2_000)


@pytest.fixture(scope="session")
def few(tmp_path_factory):
    """20 posts and 5 schools, for what takes long with each element of a page."""
    return generated(tmp_path_factory, "few", 20)


@pytest.fixture(scope="session")
def large(tmp_path_factory):
    """100,000 posts, and the other tables in proportion."""
    return generated(tmp_path_factory, "large", 100_000)


@pytest.fixture(scope="session")
def server(example):
    """A server that accepts no changes."""
    with serving(example) as server:
        yield server


@pytest.fixture(scope="session")
def few_server(few, tmp_path_factory):
    """A server of few posts that would accept changes, so that pages offer them; no test makes any."""
    folder = tmp_path_factory.mktemp("few-offering") / "data"
    shutil.copytree(few, folder)
    with serving(folder, "--allow-changes") as server:
        yield server


@pytest.fixture(scope="session")
def offering(example, tmp_path_factory):
    """A server that would accept changes, so that pages offer them; no test makes any."""
    folder = tmp_path_factory.mktemp("offering") / "data"
    shutil.copytree(example, folder)
    with serving(folder, "--allow-changes") as server:
        yield server


@pytest.fixture
def changeable(example, tmp_path):
    """A server of a copy of the example that accepts changes."""
    folder = tmp_path / "data"
    shutil.copytree(example, folder)
    with serving(folder, "--allow-changes") as server:
        yield server


def pytest_terminal_summary(terminalreporter):
    """Prints what the tests measured, also that of processes of their own."""
    reports = terminalreporter.stats.get("passed", []) + terminalreporter.stats.get("failed", [])
    lines = [text for report in reports for name, text in getattr(report, "user_properties", []) if name == "speed"]
    if lines:
        terminalreporter.section("speed")
        for line in lines:
            terminalreporter.write_line(line)


def pytest_configure(config):
    config.addinivalue_line("markers", "alone: runs beside no other test, because it measures, or changes what others use")
