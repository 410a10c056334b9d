"""The errors of this package: one class for each status of the C interface."""

from __future__ import annotations

from typing import Dict, Type


class CompassError(Exception):
    """The base class of all errors. The message contains what happened and what to do next."""

    #: The status of the C interface, such as ``"COMPASS_NOT_FOUND"``.
    status = "COMPASS_INTERNAL"


class NullPointerError(CompassError):
    """A required value was omitted."""

    status = "COMPASS_NULL_POINTER"


class InvalidHandleError(CompassError, ValueError):
    """An object was used after it was closed."""

    status = "COMPASS_INVALID_HANDLE"


class WrongVersionError(CompassError):
    """The shared library belongs to another version of this package, or another release wrote a table
    file."""

    status = "COMPASS_WRONG_VERSION"


class InvalidUTF8Error(CompassError, ValueError):
    """A text has no encoding in UTF-8, as those with lone surrogates."""

    status = "COMPASS_INVALID_UTF8"


class InvalidArgumentError(CompassError, ValueError):
    """An argument is not among those that are accepted; the message names these."""

    status = "COMPASS_INVALID_ARGUMENT"


class UnknownZoneError(CompassError, LookupError):
    """Neither the system nor the package ``tzdata`` has a time zone of this name, or its data are damaged."""

    status = "COMPASS_UNKNOWN_ZONE"


class FileMissingError(CompassError, FileNotFoundError):
    """There is no such file."""

    status = "COMPASS_FILE_NOT_FOUND"


class FileUnreadableError(CompassError, OSError):
    """The system does not let the file be read or written."""

    status = "COMPASS_FILE_UNREADABLE"


class MalformedDataError(CompassError, ValueError):
    """A document is not JSON, or holds no rows, with line, column and byte in the message; or a table file is
    damaged."""

    status = "COMPASS_MALFORMED_DATA"


class NotFoundError(CompassError, LookupError):
    """There is no post or item with this id, or no such table in a file."""

    status = "COMPASS_NOT_FOUND"


class CursorRefusedError(CompassError, ValueError):
    """A cursor is damaged, or that of another kind of list."""

    status = "COMPASS_CURSOR_REFUSED"


class TooLargeError(CompassError, OverflowError):
    """There are more rows, or longer texts, than a table can hold."""

    status = "COMPASS_TOO_LARGE"


class UnsupportedError(CompassError, NotImplementedError):
    """The library does not do this, such as reading a column of that Arrow type."""

    status = "COMPASS_UNSUPPORTED"


class ConflictError(CompassError):
    """A deleted post cannot come back, because something newer has taken its place."""

    status = "COMPASS_CONFLICT"


class NotMergeableError(CompassError, ValueError):
    """Partial answers do not belong together (other queries, other data of the zone, a shard that is added
    twice, a row that is in two shards), or there are none of this page."""

    status = "COMPASS_NOT_MERGEABLE"


class InternalError(CompassError, RuntimeError):
    """A fault of the library; please report it."""

    status = "COMPASS_INTERNAL"


#: The classes by the name of their status.
BY_STATUS: Dict[str, Type[CompassError]] = {
    kind.status: kind for kind in CompassError.__subclasses__()}
