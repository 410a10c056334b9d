"""Runs a command beside the stand-ins for PostgREST and Realtime, on the database that libpq's variables name.

    python3 run.py COMMAND [ARGUMENT…]

The command finds the services through COMPASS_SUPABASE_URL, COMPASS_REALTIME_URL and COMPASS_SUPABASE_KEY; the
second one with TLS through COMPASS_REALTIME_TLS_URL, whose certificate COMPASS_REALTIME_CERTIFICATE names.
"""

import os
import pathlib
import secrets
import subprocess
import sys
import tempfile

import psycopg

FOLDER = pathlib.Path(__file__).parent


def make_certificate(folder):
    """Returns a file with a certificate for this machine, which is its own authority, and its key."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key,
         "-out", certificate], check=True, capture_output=True)
    both = folder / "both.pem"
    both.write_text(certificate.read_text() + key.read_text())
    return both, certificate


def start(name, environment, *arguments):
    return subprocess.Popen([sys.executable, FOLDER / name, *arguments], stdout=subprocess.PIPE, text=True,
                            env=environment)


def port(server):
    return server.stdout.readline().split()[-1]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with psycopg.connect(autocommit=True) as connection:
        connection.execute((FOLDER / "schema.sql").read_text(encoding="utf-8"))
    key, secret = "public-" + secrets.token_hex(8), secrets.token_hex(32)
    environment = {**os.environ, "STAND_IN_SECRET": secret, "STAND_IN_API_KEY": key}
    with tempfile.TemporaryDirectory() as folder:
        both, certificate = make_certificate(pathlib.Path(folder))
        rest = start("postgrest_server.py", environment)
        live = start("realtime_server.py", environment, "--certificate", both)
        try:
            environment |= {
                "COMPASS_SUPABASE_URL": f"http://127.0.0.1:{port(rest)}", "COMPASS_SUPABASE_KEY": key,
                "COMPASS_REALTIME_URL": f"ws://127.0.0.1:{port(live)}",
                "COMPASS_REALTIME_TLS_URL": f"wss://localhost:{port(live)}",
                "COMPASS_REALTIME_CERTIFICATE": str(certificate)}
            return subprocess.run(sys.argv[1:], env=environment).returncode
        finally:
            for server in (rest, live):
                server.kill()
                server.wait()


if __name__ == "__main__":
    sys.exit(main())
