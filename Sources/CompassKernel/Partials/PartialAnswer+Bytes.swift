/// The bytes of partial answers.
///
/// Layout: the format's mark and version, the release, the kind of page, its shards, the guard, the query
/// and its contents, as ``PartialWriter`` writes them; the checksum of all of these at the end.
/// ```
/// 43 4D 50 50   01        01        00     …        XX XX XX XX
/// C  M  P  P    version   release   kind   …        CRC-32C
/// ```
extension PartialAnswer {
    private static let mark = Array("CMPP".utf8)
    private static let formatVersion: UInt8 = 1
    private static let checksumByteCount = 4

    /// The bytes that ``init(bytes:)`` reads; equal answers have equal bytes.
    ///
    /// - Complexity: O(b) for b bytes.
    public var bytes: [UInt8] {
        var writer = PartialWriter()
        writer.raw(Self.mark)
        writer.byte(Self.formatVersion)
        writer.number(release)
        writer.byte(UInt8(truncatingIfNeeded: Self.Kind.allCases.firstIndex(of: kind) ?? 0))
        writer.shards(shards)
        writer.rowGuard(rowGuard)
        content.writeQuery(to: &writer)
        content.write(to: &writer)
        writer.halfWord(CRC32C.checksum(of: writer.bytes))
        return writer.bytes
    }

    /// Reads a partial answer.
    ///
    /// Everything is checked, so that no bytes can make merging or finishing stop the program.
    ///
    /// - Parameter bytes: what ``bytes`` returned. Those of a release with other answers are read, too, and can be
    ///   merged with each other, but neither with those of this release nor finished to a page; those of a
    ///   release with another format are refused.
    /// - Throws: ``PartialAnswerError`` if the bytes are not those of a partial answer, or were changed.
    /// - Complexity: O(b) for b bytes.
    public init(bytes: some Collection<UInt8>) throws(PartialAnswerError) {
        let bytes = Array(bytes)
        guard bytes.starts(with: Self.mark) else { throw .notPartialAnswer }
        guard bytes.count > Self.mark.count else {
            throw .damaged(byteOffset: bytes.count, reason: "it ends too early")
        }
        let version = bytes[Self.mark.count]
        guard version == Self.formatVersion else { throw .unknownVersion(Int(version)) }
        let start = Self.mark.count + 1
        let end = bytes.count - Self.checksumByteCount
        guard end > start else { throw .damaged(byteOffset: bytes.count, reason: "it ends too early") }
        let checksum = bytes[end...].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        guard CRC32C.checksum(of: bytes[..<end]) == checksum else {
            throw .damaged(byteOffset: end, reason: "its checksum is wrong")
        }
        var reader = PartialReader(bytes, in: start..<end)
        try self.init(from: &reader)
        guard reader.isAtEnd else { throw reader.damaged("bytes follow its end") }
        // Every answer has one form, so that equal answers have equal bytes.
        guard self.bytes == bytes else {
            throw reader.damaged("it has another form than answers are written in")
        }
    }

    private init(from reader: inout PartialReader) throws(PartialAnswerError) {
        let release = try reader.number()
        let kind = Kind.allCases[try reader.byte(below: Kind.allCases.count)]
        let shards = try reader.shards()
        let rowGuard = try reader.rowGuard(of: shards)
        self.init(
            try PartialContent(kind, from: &reader), shards: shards, rowGuard: rowGuard, release: release)
    }
}
