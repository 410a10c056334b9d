"""What pyarrow, Polars and DuckDB find in exported posts, and the expected results."""

import datetime
import uuid

import polars
import pyarrow
import pyarrow.compute as compute

NOW = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.timezone.utc)


# What engines count

def by_pyarrow(table):
    def counts(column):
        found = compute.value_counts(column.combine_chunks().cast(pyarrow.string())).to_pylist()
        return {entry["values"]: entry["counts"] for entry in found}

    days = compute.value_counts(table["post_date"].cast(pyarrow.timestamp("us")).cast(pyarrow.date32()))
    return {
        "platforms": counts(table["platform"]), "sentiments": counts(table["sentiment"]),
        "schools": counts(table["school_id"]), "coaches": counts(table["coach_id"]),
        "recruiting": compute.sum(table["is_recruiting_related"]).as_py() or 0,
        "flagged": compute.sum(table["flagged_for_review"]).as_py() or 0,
        "days": {entry["values"]: entry["counts"] for entry in days.to_pylist()},
    }


def by_polars(frame):
    def counts(column):
        found = frame.group_by(polars.col(column).cast(polars.String)).len()
        return dict(found.iter_rows())

    days = frame.group_by(polars.col("post_date").dt.date()).len()
    return {
        "platforms": counts("platform"), "sentiments": counts("sentiment"), "schools": counts("school_id"),
        "coaches": counts("coach_id"), "recruiting": frame["is_recruiting_related"].sum(),
        "flagged": frame["flagged_for_review"].sum(), "days": dict(days.iter_rows()),
    }


def by_duckdb(connection):
    def counts(expression):
        return dict(connection.execute(f"SELECT {expression}, count(*) FROM posts GROUP BY 1").fetchall())

    def total(column):
        return connection.execute(f"SELECT count(*) FROM posts WHERE {column}").fetchone()[0]

    return {
        "platforms": counts("platform::VARCHAR"), "sentiments": counts("sentiment::VARCHAR"),
        "schools": counts("school_id::VARCHAR"), "coaches": counts("coach_id::VARCHAR"),
        "recruiting": total("is_recruiting_related"), "flagged": total("flagged_for_review"),
        # Without the extension for time zones; the session's zone is UTC.
        "days": counts("make_timestamp(epoch_us(post_date))::DATE"),
    }


def check_aggregates(found, page, engine):
    """Compares an engine's counts with the kernel's page of all time."""
    def same(what, counted, expected):
        assert counted == expected, f"{engine}, {what}: {counted} instead of {expected}"

    same("platforms", {name: found["platforms"].get(name, 0) for name in page["platforms"]}, page["platforms"])
    same("sentiments", {row["type"]: found["sentiments"].get(row["type"], 0) for row in page["sentiment"]},
         {row["type"]: row["count"] for row in page["sentiment"]})
    same("posts without a sentiment", found["sentiments"].get(None, 0),
         page["summary"]["totalPosts"] - page["summary"]["analyzedPosts"])
    same("schools", {school: count for school, count in found["schools"].items() if school is not None},
         {row["id"]: row["postCount"] for row in page["topSchools"] if row["postCount"]})
    same("posts", sum(found["schools"].values()), page["summary"]["totalPosts"])
    same("recruiting", found["recruiting"], page["summary"]["recruitingPosts"])
    today = NOW.date()
    same("days", {str(day): count for day, count in found["days"].items() if day <= today},
         {row["date"]: row["count"] for row in page["activityByDay"] if row["count"]})


# What rows say

def instant(text):
    if text is None:
        return None
    # Before 3.11, Python reads only fractions of 3 and 6 digits.
    head, zone = text[:-6], text[-6:]
    fraction = head.partition(".")[2]
    head = head.partition(".")[0]
    return datetime.datetime.fromisoformat(head + "." + fraction.ljust(6, "0") + zone)


def document_rows(rows):
    """Returns the rows of a document as an engine should have them, by id."""
    found = {}
    for row in rows:
        found[row["id"]] = {
            "id": row["id"], "platform": row["platform"], "post_date": instant(row["post_date"]),
            "coach_id": row.get("coach_id"), "school_id": row.get("school_id"),
            "post_url": row.get("post_url") or None, "post_content": row.get("post_content"),
            "author_handle": row.get("author_handle"), "author_name": row.get("author_name"),
            "is_recruiting_related": bool(row.get("is_recruiting_related")),
            "flagged_for_review": bool(row.get("flagged_for_review")), "sentiment": row.get("sentiment"),
            "notes": row.get("notes"), "created_at": instant(row.get("created_at")),
            "updated_at": instant(row.get("updated_at")),
        }
    return found


def engine_rows(rows):
    def plain(value):
        if isinstance(value, uuid.UUID):
            return str(value)
        if isinstance(value, bytes):
            return str(uuid.UUID(bytes=value))
        if isinstance(value, datetime.datetime):
            return value.astimezone(datetime.timezone.utc)
        return value

    return {plain(row["id"]): {name: plain(value) for name, value in row.items()} for row in rows}


def check_rows(found, expected, engine):
    found = engine_rows(found)
    assert found.keys() == expected.keys(), f"{engine}: other ids"
    for identifier, row in expected.items():
        assert found[identifier] == row, f"{engine}: {found[identifier]} instead of {row}"
