"""A page of generated posts, by one machine and by two executors of Spark.

    spark_example.py SITE      the folder in which the package is installed
"""

import os
import sys
import tempfile
import time
from pathlib import Path

# Not by the environment, which executors inherit: they get the package from Spark.
sys.path.insert(0, sys.argv[1])

from compass_kernel import Posts
from compass_kernel.spark import analytics, configured

from cluster import builder_of, session
from rows import TINY, write_posts

COPIES, FILES = 1_000, 8
NOW, ZONE = "2026-03-01T12:00:00Z", "America/New_York"


def show(name, page, seconds):
    summary = page["summary"]
    print(f"{name}, {seconds:.2f} s: {summary['totalPosts']} posts, {summary['recruitingPosts']} about recruiting, "
          f"{summary['positivePercentage']} % positive, {summary['activeSchools']} active schools")
    for school in page["topSchools"]:
        print(f"    {school['name']}: {school['postCount']}")


def main():
    schools = str(TINY / "schools.json")
    with tempfile.TemporaryDirectory() as folder:
        paths = write_posts(folder, FILES, COPIES)
        size = sum(os.path.getsize(path) for path in paths)
        print(f"{FILES} files with {size / 1e6:.0f} MB of posts")

        start = time.monotonic()
        together = Path(folder, "all.ndjson.one")
        together.write_bytes(b"".join(Path(path).read_bytes() for path in paths))
        posts = Posts.from_ndjson(together, schools=schools)
        expected = posts.analytics_page_text(range="90d", now=NOW, zone=ZONE)
        show("One machine", posts.analytics_page("90d", now=NOW, zone=ZONE), time.monotonic() - start)

        start = time.monotonic()
        with session(configured(builder_of("local-cluster[2,1,1024]"))) as spark:
            print(f"Spark {spark.version} with two executors started in {time.monotonic() - start:.0f} s")
            for name in ("Spark, first query", "Spark, second query"):
                start = time.monotonic()
                answer = analytics(spark, paths, "90d", schools=schools, now=NOW, zone=ZONE)
                show(name, answer.page, time.monotonic() - start)
    if answer.text() != expected:
        sys.exit("the pages differ")
    print("equal")


if __name__ == "__main__":
    main()
