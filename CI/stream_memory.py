"""Measures the memory of `compass social --stream`; see CI/check-stream."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

OPTIONS = ["--range", "all", "--compare", "--heat-map", "--format", "json", "--now", "2026-03-01T12:00:00Z"]
SHARD_POSTS = 100_000


def write_posts(program: str, folder: pathlib.Path, byte_count: int) -> tuple[list[pathlib.Path], int]:
    """Writes posts as NDJSON: a tenth into the first file, the rest into the second; returns the files and the number."""
    subprocess.run([program, "generate", folder, "--posts", str(SHARD_POSTS), "--ndjson"], check=True, capture_output=True)
    lines = (folder / "social_media_posts.ndjson").read_bytes()
    # The eight digits in front of an id, and a prefix of the address, tell the copies of a post apart.
    template = re.sub(rb'("id": ?")[^"]{8}', rb"\g<1>@@@@@@@@", lines)
    template = re.sub(rb'("post_url": ?")', rb"\g<1>@@@@@@@@", template)
    pieces = template.split(b"@@@@@@@@")
    files = [folder / "first.ndjson", folder / "rest.ndjson"]
    copies = max(10, -(-byte_count // len(template)))
    for file, numbers in zip(files, (range(copies // 10), range(copies // 10, copies))):
        with file.open("wb", buffering=1 << 20) as target:
            for number in numbers:
                target.write((b"%08d" % number).join(pieces))
    return files, copies * SHARD_POSTS


def anonymous_bytes(process: int) -> int:
    """Returns the anonymous memory of a process, with what it shares without a file; 0 if it has ended."""
    try:
        status = pathlib.Path(f"/proc/{process}/status").read_text("ascii")
    except OSError:
        return 0
    return sum(int(kilobytes) * 1024 for kilobytes in re.findall(r"Rss(?:Anon|Shmem):\s+(\d+) kB", status))


def main() -> None:
    program, byte_count, limit = sys.argv[1], int(float(sys.argv[2]) * 1e9), int(sys.argv[3]) * 1_000_000
    with tempfile.TemporaryDirectory(prefix="compass-stream.") as name:
        folder = pathlib.Path(name)
        start = time.monotonic()
        files, count = write_posts(program, folder, byte_count)
        size = sum(file.stat().st_size for file in files)
        print(f"{count:,} posts, {size / 1e6:,.0f} MB, written in {time.monotonic() - start:.1f} s", flush=True)

        names = ["--schools", folder / "schools.ndjson", "--coaches", folder / "coaches.ndjson"]
        start = time.monotonic()
        process = subprocess.Popen([program, "social", *files, "--stream", *names, *OPTIONS], stdout=subprocess.PIPE)
        peak = 0
        while process.poll() is None:
            peak = max(peak, anonymous_bytes(process.pid))
            time.sleep(0.005)
        seconds = time.monotonic() - start
        page = json.load(process.stdout)
        print(f"answered in {seconds:.1f} s, {size / 1e6 / seconds:,.0f} MB/s, with {peak / 1e6:.0f} MB of anonymous memory")
        if process.returncode != 0:
            sys.exit(f"the command ended with {process.returncode}")
        if page["summary"]["totalPosts"] != count:
            sys.exit(f"{page['summary']['totalPosts']} posts were counted")
        if not 0 < peak <= limit:
            sys.exit(f"more than {limit / 1e6:.0f} MB of memory were used")

        # The rest is deleted first, so that one table has only the tenth.
        files[1].unlink()
        streamed = subprocess.run([program, "social", files[0], "--stream", *names, *OPTIONS], check=True, capture_output=True)
        files[0].rename(folder / "social_media_posts.ndjson")
        whole = subprocess.run([program, "social", folder, *OPTIONS], check=True, capture_output=True)
        if streamed.stdout != whole.stdout:
            sys.exit("the page of a tenth differs from that of one table")
        print("the page of a tenth is that of one table")


main()
