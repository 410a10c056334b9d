/// The layout of table files.
///
/// A file consists of a header, sections, a directory of the sections, and a trailer. Each of them begins at
/// a multiple of 64 bytes and is followed by 64 to 127 zero bytes, the trailer excepted, which is the end of
/// the file; so that code which reads a few bytes past a column stays within the file. All numbers are
/// little-endian. A file with the sections `a` of 100 bytes and `b` of 8 bytes:
/// ```
/// 0     header      magic, version, byte order
/// 128   a           100 bytes, zeros up to 320
/// 320   b           8 bytes, zeros up to 448
/// 448   directory   2 entries of 48 bytes, the names `ab`; 98 bytes, zeros up to 640
/// 640   trailer     64 bytes
/// ```
/// A section is the memory of a column, so that a mapped file is used without conversion. Its name consists
/// of a table, a segment of its rows, a column and a part of that:
/// `social_media_posts/0/post_content.offsets`. Sections with other names are skipped, so that later versions
/// can add some that may be ignored.
///
/// The directory is at the end because sections are written in one pass. The magic is at both ends, so that a
/// file that was cut off is recognized without its beginning being trusted.
enum TableFileLayout {
    /// The version of this layout and of the sections that a table requires.
    static let version: UInt32 = 1
    /// Read in another byte order it is another number.
    static let byteOrderMark: UInt32 = 0x0102_0304
    /// No valid UTF-8, with line ends of both kinds, so that transfer as a text is recognized as well.
    static let magic: [UInt8] = [0xe4, 0x43, 0x4d, 0x50, 0x0d, 0x0a, 0x1a, 0x0a]

    static let alignment = 64
    static let headerByteCount = 64
    static let entryByteCount = 48
    static let trailerByteCount = 64
    /// A file without sections: the header, an empty directory and the trailer.
    static let minimumByteCount = 256

    /// The place of the first section.
    static let firstOffset = following(headerByteCount) ?? 0

    /// Returns the place of whatever follows bytes that end at `end`; nil if that is no number.
    static func following(_ end: Int) -> Int? {
        let (padded, overflow) = end.addingReportingOverflow(2 * alignment - 1)
        return overflow ? nil : padded & ~(alignment - 1)
    }

    /// Whether numbers in memory have the byte order of the file.
    static var isHostSupported: Bool { UInt32(littleEndian: 1) == 1 }
}

/// A section of a table file: where it is, and what its bytes should be.
struct TableFileEntry: Hashable, Sendable {
    var name: String
    /// The version of the section's own layout.
    var version: UInt32 = 1
    var byteOffset: Int
    /// The size of an element.
    var elementByteCount: Int
    var count: Int
    var checksum: UInt64

    var byteCount: Int { count * elementByteCount }
}

/// The last 64 bytes of a file.
struct TableFileTrailer: Hashable {
    var schemaHash: UInt64
    var directoryOffset: UInt64
    var directoryByteCount: UInt64
    var directoryChecksum: UInt64
    var fileByteCount: UInt64

    /// The trailer's bytes, the last eight of which are the hash of the others.
    var bytes: [UInt8] {
        var bytes = TableFileLayout.magic
        bytes.append(number: TableFileLayout.version)
        bytes.append(number: TableFileLayout.byteOrderMark)
        for field in [schemaHash, directoryOffset, directoryByteCount, directoryChecksum, fileByteCount] {
            bytes.append(number: field)
        }
        bytes.append(number: bytes.withUnsafeBytes { XXH3.hash($0) })
        return bytes
    }
}

extension TableFileLayout {
    /// The first 64 bytes of a file.
    static var header: [UInt8] {
        var bytes = magic
        bytes.append(number: version)
        bytes.append(number: byteOrderMark)
        return bytes + [UInt8](repeating: 0, count: headerByteCount - bytes.count)
    }

    /// Returns the bytes of a directory: an entry for each section, then the names.
    static func directory(_ entries: [TableFileEntry]) -> [UInt8] {
        var bytes: [UInt8] = []
        var names: [UInt8] = []
        for entry in entries {
            bytes.append(number: UInt64(entry.byteOffset))
            bytes.append(number: UInt64(entry.byteCount))
            bytes.append(number: UInt64(entry.count))
            bytes.append(number: entry.checksum)
            bytes.append(number: UInt32(entry.elementByteCount))
            bytes.append(number: entry.version)
            bytes.append(number: UInt32(names.count))
            bytes.append(number: UInt32(entry.name.utf8.count))
            names += entry.name.utf8
        }
        return bytes + names
    }
}

extension [UInt8] {
    /// Appends a number in little-endian order.
    mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
