"""Posts that are inserted one by one, as realtime payloads, while the newest of them are queried."""

from __future__ import annotations

import json
from typing import Any, Protocol, runtime_checkable

#: The columns of posts in the order of the tables.
COLUMNS = [
    "id", "coach_id", "school_id", "platform", "post_url", "post_content", "post_date", "author_handle",
    "author_name", "is_recruiting_related", "flagged_for_review", "sentiment", "notes", "created_at", "updated_at"]
#: The columns that a search reads.
SEARCHED = ("post_content", "author_name", "author_handle")


def record_of(document: str) -> dict[str, Any]:
    """Returns the row of a payload of the type INSERT."""
    return json.loads(document)["record"]


def searched_text(record: dict[str, Any]) -> str:
    """The lower-cased texts of a row, which no search contains the separator of."""
    return "\x1f".join(record.get(name) or "" for name in SEARCHED).lower()


class LivePosts(Protocol):
    """A table that grows by single rows. Each insert is visible to the next query."""

    def load(self, posts: str) -> int:
        """Loads the posts of a file, and returns their number."""

    def insert(self, document: str) -> None:
        """Inserts the row of a payload."""

    def newest(self, limit: int) -> list[str]:
        """Returns the ids of the newest posts; equal times by id."""

    def matching(self, text: str, limit: int) -> tuple[int, list[str]]:
        """Returns how many posts contain a lower-cased text, and the ids of the newest of them."""


@runtime_checkable
class LiveEngine(Protocol):
    """An engine whose tables can grow by single rows."""

    def live_posts(self) -> LivePosts:
        """Returns a table without rows."""
