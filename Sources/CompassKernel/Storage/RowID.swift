/// The id of a row, for the texts that contain it. Bytes are valid during the call for which they were read.
///
/// A UUID is written into each of them directly: its form is known to be ASCII, which is never encoded.
enum RowID {
    case uuid(PackedUUID)
    case text(UnsafeBufferPointer<UInt8>)

    /// The id itself.
    var text: String {
        switch self {
        case .uuid(let id): id.description
        case .text(let id): String(decoding: id, as: UTF8.self)
        }
    }

    /// Returns the id after a fixed text of ASCII.
    func text(after prefix: StaticString) -> String {
        switch self {
        case .uuid(let id): id.text(after: prefix)
        case .text(let id): JoinedText.string(prefix, id)
        }
    }

    /// Returns the percent-encoded id after a fixed part of a URL, which is ASCII.
    func encodedText(after prefix: StaticString) -> String {
        switch self {
        case .uuid(let id): id.text(after: prefix)
        case .text(let id): PercentEncoding.encoded(id, after: prefix)
        }
    }
}

extension IdentifierColumn {
    /// Calls `body` with the id of `row`.
    @inline(__always)
    func withID<Result>(_ row: Int, _ body: (RowID) -> Result) -> Result {
        switch self {
        case .uuid(let ids): body(.uuid(ids[row]))
        case .text(let ids):
            ids.withUTF8(row) { body(.text($0 ?? UnsafeBufferPointer(start: nil, count: 0))) }
        }
    }
}

extension PackedUUID {
    /// Returns the canonical form after a fixed text of ASCII.
    func text(after prefix: StaticString) -> String {
        assert(prefix.isASCII, "the text is said to be ASCII")
        let prefix = prefix.utf8
        return String(asciiCapacity: prefix.count + PackedUUID.textByteCount) { target in
            // SAFETY: the capacity is that of both.
            let end = target.update(fromContentsOf: prefix)
            write(target.baseAddress! + end)
            return end + PackedUUID.textByteCount
        }
    }
}
