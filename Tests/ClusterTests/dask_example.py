"""A page of posts in many files by Dask: the functions that Spark's tasks call, in processes of Dask."""

import os
import sys
import tempfile

import dask
from compass_kernel import Posts
from compass_kernel.shards import Query, find_shards, finish, merge_parts

from rows import TINY, write_lines, write_posts

NOW, ZONE = "2026-03-01T12:00:00Z", "America/New_York"


def page_by_dask(paths, schools, now, zone):
    query = Query.analytics("90d", now=now, zone=zone, compare=True)
    shards = find_shards({"social_media_posts": paths}, shard_bytes=1 << 20)
    parts = [dask.delayed(query.run)(shard) for shard in shards]
    # Many shards are merged in groups, on the machines that have them.
    groups = [dask.delayed(merge_parts)(parts[first:first + 4]) for first in range(0, len(parts), 4)]
    merged = dask.compute(*groups, scheduler="processes")
    return finish(shards, merged, schools=schools).text()


def main():
    schools = str(TINY / "schools.json")
    with tempfile.TemporaryDirectory() as folder:
        paths = write_posts(folder, 4, 100)
        text = page_by_dask(paths, schools, NOW, ZONE)
        rows = [line for path in paths for line in open(path, encoding="utf-8").read().splitlines()]
        posts = Posts.from_ndjson(write_lines(os.path.join(folder, "all"), rows), schools=schools)
    if text != posts.analytics_page_text(range="90d", now=NOW, zone=ZONE, compare=True):
        sys.exit("dask: the pages differ")
    print("dask: equal")


if __name__ == "__main__":
    main()
