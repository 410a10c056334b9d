"""Every query by Spark, with the answer of one machine for the same files."""

import os

from compass_kernel import Activity, Posts, Reports
from compass_kernel import spark as kernel
from compass_kernel.shards import Query, find_shards, finish

from rows import POSTS, copied, write_lines

NOW, ZONE = "2026-03-01T12:00:00Z", "America/New_York"
#: Small enough for several shards in a file.
SHARD_BYTES = 60_000
WINDOWS = [("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"), ("2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z")]


class Files:
    """Files of all tables."""

    def __init__(self, folder):
        self.folder = folder
        for table, copies in (
                (POSTS, 10), ("coaches", 1), ("schools", 1), ("interactions", 10), ("performance_metrics", 10),
                ("school_status_history", 10), ("documents", 10), ("events", 10), ("offers", 10)):
            write_lines(os.path.join(folder, f"{table}.ndjson"), list(copied_as_is(table, copies)))
        self.schools, self.coaches = self["schools"], self["coaches"]

    def __getitem__(self, table):
        return os.path.join(self.folder, f"{table}.ndjson")

    def of(self, *tables):
        return {table: self[table] for table in tables}


def copied_as_is(table, copies):
    """Copies; a directory of names keeps its ids, to which other rows refer."""
    from rows import tiny

    return tiny(table) if copies == 1 else copied(table, copies)


def on_one_machine(query, tables, **names):
    """The text of a query of whole files, without Spark."""
    shards = find_shards(tables)
    return finish(shards, [query.run(shard) for shard in shards], **names).text()


def cases(spark, files):
    """Yields names of queries, their texts by Spark, and those of one machine."""
    common = {"now": NOW, "zone": ZONE}
    names = {"schools": files.schools, "coaches": files.coaches}
    of_posts = {**common, **names, "shard_bytes": SHARD_BYTES}
    split = {**common, "shard_bytes": SHARD_BYTES // 10}
    posts = Posts.from_ndjson(files[POSTS], **names)
    school = posts.analytics_page("all", **common)["topSchools"][0]["id"]

    chosen = {"platforms": ["twitter"], "compare": True, "heat_map": True}
    for form in ("json", "csv", "html"):
        yield (f"analytics as {form}", kernel.analytics(spark, files[POSTS], 90, **chosen, **of_posts).text(form),
               posts.analytics_page_text(form, 90, **chosen, **common))
    yield ("analytics of a school", kernel.analytics(
        spark, files[POSTS], "all", days="all", school_ids=school, **of_posts).text(),
        posts.analytics_page_text(range="all", days="all", schools=school, **common))
    first = kernel.feed(spark, files[POSTS], search="camp", page_size=7, **of_posts)
    yield "feed", first.text(), posts.feed_page_text(search="camp", page_size=7, **common)
    cursor = first.page["nextCursor"]
    yield ("second page of the feed", kernel.feed(
        spark, files[POSTS], search="camp", page_size=7, after=cursor, **of_posts).text(),
        posts.feed_page_text(search="camp", page_size=7, after=cursor, **common))
    yield ("linked feed", kernel.linked_feed(spark, files[POSTS], days=60, sentiments="positive", **of_posts).text(),
           posts.linked_feed_page_text(days=60, sentiments="positive", **common))
    counts = kernel.linked_counts(spark, files[POSTS], **of_posts).page
    linked = posts.linked_feed_page(**common)["linked"]
    yield "linked counts", {key: counts[key] for key in linked}, linked

    tables = files.of("schools", "coaches", "interactions", "performance_metrics")
    yield ("report", kernel.report(spark, "1y", compare=True, **tables, **split).text(),
           Reports(**tables).page_text("json", "1y", compare=True, **common))
    del tables["coaches"]
    yield ("report without coaches", kernel.report(spark, "ytd", **tables, **split).text(),
           Reports(**tables).page_text("json", "ytd", **common))

    tables = files.of("interactions", "school_status_history", "documents", "schools")
    activity = Activity(**tables)
    yield ("activities", kernel.activity(spark, page=3, **tables, **split).text(),
           activity.page_text(page=3, **common))
    yield ("activities that were searched", kernel.activity(
        spark, "quarter", search="institute", **tables, **split).text(),
        activity.page_text("json", "quarter", search="institute", **common))

    tables = files.of("events", "interactions", "offers", "school_status_history")
    one_zone = {"zone": ZONE, "shard_bytes": SHARD_BYTES // 10}
    yield ("counts of the timeline", kernel.timeline_counts(spark, WINDOWS, **tables, **one_zone).text(),
           on_one_machine(Query.timeline_counts(WINDOWS, zone=ZONE, tables=tables), tables))
    yield ("levels of the timeline", kernel.timeline_levels(
        spark, *WINDOWS[0], 31, hide="offers", **tables, **one_zone).text(),
        on_one_machine(Query.timeline_levels(*WINDOWS[0], 31, zone=ZONE, tables=tables, hide="offers"), tables))
