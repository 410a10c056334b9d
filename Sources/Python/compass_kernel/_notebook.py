"""Pages in notebooks."""

from __future__ import annotations

from html import escape
from typing import Callable, Optional, Tuple

#: A longer range, in words, and the page of it.
LongerRange = Tuple[str, Callable[[], str]]


def notebook_html(page: Callable[[], str], nothing: str, *longer: LongerRange) -> Optional[str]:
    """Returns a page as HTML for a notebook. Data often end in the past: if the page's range has nothing to
    show, the first longer range that has is shown instead, below a note about it.

    Returns None instead of raising an error, for example for a closed object: the notebook then shows its
    ``repr``.

    :param page: returns the page of the default range.
    :param nothing: what an empty range lacks, in words.
    """
    try:
        html = page()
        if not _is_empty(html):
            return html
        for name, other_page in longer:
            other = other_page()
            if not _is_empty(other):
                return f"<div>\n<p>{escape(nothing)}: this is {escape(name)}.</p>\n{other}</div>\n"
        return html
    except Exception:
        return None


def _is_empty(html: str) -> bool:
    start_tag, _, _ = html.partition(">")
    return 'data-state="empty"' in start_tag
