"""Rows for several machines: copies of the tiny data set with ids, addresses and times of their own."""

import json
from pathlib import Path

TINY = Path(__file__).resolve().parents[2] / "Datasets/tiny"
POSTS = "social_media_posts"
#: The column with the time of a row, by table.
TIMES = {
    POSTS: "post_date", "interactions": "occurred_at", "school_status_history": "changed_at",
    "documents": "created_at", "events": "start_date", "offers": "offer_date",
    "performance_metrics": "recorded_date", "coaches": "created_at", "schools": "created_at"}


def tiny(table):
    """The rows of a table."""
    return json.loads((TINY / f"{table}.json").read_text("utf-8"))


def copied(table, copies):
    """Copies of the rows of a table."""
    rows = tiny(table)
    time = TIMES[table]
    for number in range(copies):
        for row in rows:
            copy = dict(row, id=f"{number:08x}{row['id'][8:]}")
            if copy.get("post_url"):
                copy["post_url"] += f"?copy={number}"
            if copy.get(time):
                text = copy[time]
                copy[time] = text[:8] + f"{number % 28 + 1:02}" + text[10:]
            yield copy


def write_lines(path, rows):
    """Writes a file of lines; returns its path."""
    with open(path, "w", encoding="utf-8") as file:
        for row in rows:
            file.write((row if isinstance(row, str) else json.dumps(row, ensure_ascii=False)) + "\n")
    return str(path)


def write_posts(folder, files, copies):
    """Writes posts into several files of lines; returns their paths."""
    rows = list(copied(POSTS, copies))
    return [write_lines(Path(folder, f"posts-{number}.ndjson"), rows[number::files]) for number in range(files)]
