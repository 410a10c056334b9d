"""JSON Web Tokens with HS256, as Supabase's gateway and PostgREST check them."""

import base64
import hashlib
import hmac
import json
import time


class TokenError(Exception):
    """A token that is not accepted."""


def encode(part):
    return base64.urlsafe_b64encode(part).rstrip(b"=").decode()


def decode(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def signature(text, secret):
    return encode(hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest())


def make(claims, secret):
    """Returns a signed token."""
    text = encode(b'{"alg":"HS256","typ":"JWT"}') + "." + encode(json.dumps(claims).encode())
    return f"{text}.{signature(text, secret)}"


def claims_of(token, secret):
    """Returns the claims of a token that is signed and has not ended."""
    text, dot, mark = token.rpartition(".")
    if not dot or text.count(".") != 1:
        raise TokenError("Expected 3 parts in JWT; got " + str(token.count(".") + 1))
    if not hmac.compare_digest(mark, signature(text, secret)):
        raise TokenError("No suitable key or wrong key type")
    claims = json.loads(decode(text.split(".")[1]))
    if claims.get("exp", float("inf")) <= time.time():
        raise TokenError("JWT expired")
    return claims
