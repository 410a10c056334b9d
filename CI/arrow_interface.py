"""The Arrow functions of libcompass through ctypes, without the Python package."""

import ctypes
import json

POSTS, SCHOOLS, INTERACTIONS, EVENTS, OFFERS, STATUS_CHANGES = 1, 2, 4, 5, 6, 7
RANGE_ALL = DAYS_EVERY = -1


class Failure(Exception):
    """A call did not succeed: its status, and the thread's message."""

    def __init__(self, status, message):
        super().__init__(f"{status}: {message}")
        self.status = status


class String(ctypes.Structure):
    _fields_ = [("data", ctypes.c_char_p), ("count", ctypes.c_size_t)]


class SocialOptions(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_uint32), ("flags", ctypes.c_uint32), ("now_micros", ctypes.c_int64),
        ("zone", ctypes.c_uint64), ("filter", ctypes.c_void_p), ("range_days", ctypes.c_int32),
        ("activity_days", ctypes.c_int32), ("top_schools", ctypes.c_int64), ("top_coaches", ctypes.c_int64),
        ("recent_posts", ctypes.c_int64), ("format", ctypes.c_int32), ("reserved", ctypes.c_int32)]


class Tables(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_uint32), ("reserved", ctypes.c_uint32), ("schools", ctypes.c_uint64),
        ("coaches", ctypes.c_uint64), ("interactions", ctypes.c_uint64), ("events", ctypes.c_uint64),
        ("offers", ctypes.c_uint64), ("status_history", ctypes.c_uint64), ("documents", ctypes.c_uint64),
        ("metrics", ctypes.c_uint64), ("failures", ctypes.c_void_p), ("failure_count", ctypes.c_size_t)]


class Structs:
    """An ArrowSchema and an ArrowArray, or an ArrowArrayStream, in memory of this object."""

    SCHEMA_BYTES, ARRAY_BYTES, STREAM_BYTES = 72, 80, 40
    # The offset of `release` in each of them.
    RELEASE = {SCHEMA_BYTES: 56, ARRAY_BYTES: 64, STREAM_BYTES: 24}

    def __init__(self):
        self.schema = (ctypes.c_uint64 * (self.SCHEMA_BYTES // 8))()
        self.array = (ctypes.c_uint64 * (self.ARRAY_BYTES // 8))()
        self.stream = (ctypes.c_uint64 * (self.STREAM_BYTES // 8))()

    @property
    def addresses(self):
        """Returns array and schema, in the order that pyarrow requires."""
        return ctypes.addressof(self.array), ctypes.addressof(self.schema)

    def length(self):
        return ctypes.c_int64.from_buffer(self.array).value

    def __arrow_c_array__(self, requested_schema=None):
        """Arrow's protocol between Python packages: the reader of the capsules moves the structs."""
        return capsule(self.schema, b"arrow_schema"), capsule(self.array, b"arrow_array")

    def is_released(self, struct):
        return struct[self.RELEASE[ctypes.sizeof(struct)] // 8] == 0

    def release(self, struct):
        """Calls the callback of a struct, which must exist."""
        callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(struct[self.RELEASE[ctypes.sizeof(struct)] // 8])
        callback(ctypes.addressof(struct))
        assert self.is_released(struct)
        callback(ctypes.addressof(struct))  # A second call does nothing.


class Stream:
    """Returns the stream of some structs, in Arrow's protocol between Python packages."""

    def __init__(self, structs):
        self.structs = structs

    def __arrow_c_stream__(self, requested_schema=None):
        return capsule(self.structs.stream, b"arrow_array_stream")


bytes_at = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_ssize_t)(
    ("PyBytes_FromStringAndSize", ctypes.pythonapi))


def capsule(struct, name):
    new = ctypes.pythonapi.PyCapsule_New
    new.restype = ctypes.py_object
    new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return new(ctypes.addressof(struct), name, None)


class Library:
    """The functions that the checks call; handles are plain numbers."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.compass_error_message.restype = ctypes.c_char_p
        self.library.compass_handle_count.restype = ctypes.c_uint64

    def call(self, name, *arguments):
        status = getattr(self.library, name)(*arguments)
        if status:
            raise Failure(status, self.library.compass_error_message().decode())

    def result(self, name, *arguments):
        """Calls a function whose last argument receives a number."""
        number = ctypes.c_uint64()
        self.call(name, *arguments, ctypes.byref(number))
        return number.value

    def destroy(self, kind, handle):
        self.call(f"compass_{kind}_destroy", ctypes.c_uint64(handle))

    def load(self, kind, data):
        return self.result("compass_table_load", ctypes.c_int32(kind), data, ctypes.c_size_t(len(data)), None)

    def posts(self, table, schools=0):
        return self.result(
            "compass_posts_create", ctypes.c_uint64(table), ctypes.c_uint64(schools), ctypes.c_uint64(0))

    def posts_of(self, rows):
        """Posts of a list of rows, or of a document."""
        table = self.load(POSTS, rows if isinstance(rows, bytes) else json.dumps(rows).encode())
        try:
            return self.posts(table)
        finally:
            self.destroy("table", table)

    def text(self, handle):
        data, count = ctypes.c_void_p(), ctypes.c_size_t()
        self.call("compass_text_view", ctypes.c_uint64(handle), ctypes.byref(data), ctypes.byref(count))
        # ctypes.string_at() uses a C int for the size.
        text = bytes_at(data, count.value)
        self.destroy("text", handle)
        return json.loads(text)

    def timeline(self, **tables):
        tables = Tables(version=1, **tables)
        return self.result("compass_timeline_create", ctypes.byref(tables))

    def merge(self, posts, rows):
        data = json.dumps(rows).encode()
        self.call("compass_posts_merge", ctypes.c_uint64(posts), data, ctypes.c_size_t(len(data)), None, None, None)

    def change(self, name, posts, identifier, *arguments):
        text = String(identifier.encode(), len(identifier.encode()))
        self.call(f"compass_posts_{name}", ctypes.c_uint64(posts), text, *arguments, None)

    def report(self, table):
        return self.text(self.result("compass_table_report", ctypes.c_uint64(table)))

    def options(self, now_micros, **changed):
        options = SocialOptions(
            version=2, now_micros=now_micros, range_days=RANGE_ALL, activity_days=DAYS_EVERY,
            top_schools=1 << 40, recent_posts=0)
        for name, value in changed.items():
            setattr(options, name, value)
        return options

    def analytics(self, posts, options):
        return self.text(
            self.result("compass_posts_analytics", ctypes.c_uint64(posts), ctypes.byref(options)))

    def export_posts(self, posts, structs=None):
        structs = structs or Structs()
        self.call("compass_posts_export_arrow", ctypes.c_uint64(posts), structs.schema, structs.array)
        return structs

    def export_stream(self, posts):
        structs = Structs()
        self.call("compass_posts_export_arrow_stream", ctypes.c_uint64(posts), structs.stream)
        return structs

    def export_day_counts(self, posts, options):
        structs = Structs()
        self.call("compass_posts_day_counts_arrow", ctypes.c_uint64(posts), ctypes.byref(options),
                  structs.schema, structs.array)
        return structs

    def export_timeline(self, timeline, zone=0):
        structs = Structs()
        self.call("compass_timeline_export_arrow", ctypes.c_uint64(timeline), ctypes.c_uint64(zone),
                  structs.schema, structs.array)
        return structs

    def import_batch(self, structs, kind=POSTS):
        return self.result(
            "compass_table_import_arrow", ctypes.c_int32(kind), structs.schema, structs.array, None)

    def import_stream(self, structs, kind=POSTS):
        return self.result("compass_table_import_arrow_stream", ctypes.c_int32(kind), structs.stream, None)
