"""The former name of :mod:`compass_kernel.results`."""

from __future__ import annotations

from .results import *  # noqa: F401,F403
