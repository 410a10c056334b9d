"""Runs a command beside the stand-ins for PostgREST and Realtime, on the database that libpq's variables name.

    python3 run.py COMMAND [ARGUMENT…]

The command finds the services through COMPASS_SUPABASE_URL, COMPASS_REALTIME_URL and COMPASS_SUPABASE_KEY.
"""

import os
import pathlib
import secrets
import subprocess
import sys

import psycopg

FOLDER = pathlib.Path(__file__).parent


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with psycopg.connect(autocommit=True) as connection:
        connection.execute((FOLDER / "schema.sql").read_text(encoding="utf-8"))
    key, secret = "public-" + secrets.token_hex(8), secrets.token_hex(32)
    environment = {**os.environ, "STAND_IN_SECRET": secret, "STAND_IN_API_KEY": key}
    servers = [subprocess.Popen([sys.executable, FOLDER / name], stdout=subprocess.PIPE, text=True, env=environment)
               for name in ("postgrest_server.py", "realtime_server.py")]
    try:
        ports = [server.stdout.readline().split()[-1] for server in servers]
        environment |= {"COMPASS_SUPABASE_URL": f"http://127.0.0.1:{ports[0]}",
                        "COMPASS_REALTIME_URL": f"ws://127.0.0.1:{ports[1]}", "COMPASS_SUPABASE_KEY": key}
        return subprocess.run(sys.argv[1:], env=environment).returncode
    finally:
        for server in servers:
            server.kill()
            server.wait()


if __name__ == "__main__":
    sys.exit(main())
