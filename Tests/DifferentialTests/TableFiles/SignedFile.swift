@testable import CompassKernel

/// The sections of a table file, from which a file with valid sums is made after they were changed.
struct SignedFile {
    struct Section {
        var name: String
        var version: UInt32
        var elementByteCount: Int
        var bytes: [UInt8]
    }

    var sections: [Section]

    /// Reads the sections of a valid file.
    init(_ bytes: [UInt8]) throws {
        let reader = try SignedFile.reader(bytes)
        sections = reader.entries.map { entry in
            Section(
                name: entry.name, version: entry.version, elementByteCount: entry.elementByteCount,
                bytes: Array(bytes[entry.byteOffset..<entry.byteOffset + entry.byteCount]))
        }
    }

    /// The bytes of a file with these sections.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        func append(_ part: [UInt8]) {
            bytes += part
            guard let end = TableFileLayout.following(bytes.count) else { return }
            bytes += [UInt8](repeating: 0, count: end - bytes.count)
        }
        append(TableFileLayout.header)
        var entries: [TableFileEntry] = []
        for var section in sections {
            section.bytes.removeLast(section.bytes.count % section.elementByteCount)
            entries.append(
                TableFileEntry(
                    name: section.name, version: section.version, byteOffset: bytes.count,
                    elementByteCount: section.elementByteCount,
                    count: section.bytes.count / section.elementByteCount,
                    checksum: section.bytes.withUnsafeBytes { XXH3.hash($0) }))
            append(section.bytes)
        }
        let start = bytes.count
        let directory = TableFileLayout.directory(entries)
        append(directory)
        return bytes + SignedFile.trailer(directory, start, fileByteCount: bytes.count + 64)
    }

    /// Makes the sums of directory and trailer those of their bytes; the sections keep theirs.
    static func signed(_ bytes: [UInt8], directory: Range<Int>) -> [UInt8] {
        Array(bytes.dropLast(64))
            + trailer(Array(bytes[directory]), directory.lowerBound, fileByteCount: bytes.count)
    }

    private static func trailer(_ directory: [UInt8], _ start: Int, fileByteCount: Int) -> [UInt8] {
        TableFileTrailer(
            schemaHash: TableFile.schemaHash, directoryOffset: UInt64(start),
            directoryByteCount: UInt64(directory.count),
            directoryChecksum: directory.withUnsafeBytes { XXH3.hash($0) },
            fileByteCount: UInt64(fileByteCount)
        ).bytes
    }

    static func reader(
        _ bytes: [UInt8], verify: TableFile.Verification = .read
    ) throws(TableFileError) -> TableFileReader {
        let region = MappedRegion(byteCount: max(1, bytes.count)) { target in
            bytes.withUnsafeBytes { bytes in
                if let base = bytes.baseAddress { target.copyMemory(from: base, byteCount: bytes.count) }
            }
            return true
        }
        guard let region, !bytes.isEmpty else {
            throw TableFileError(.truncated, path: "-", reason: "the file is empty")
        }
        return try TableFileReader(region, path: "-", schemaHash: TableFile.schemaHash, verify: verify)
    }

    static func open(_ bytes: [UInt8]) throws(TableFileError) -> TableFile {
        try TableFile(try reader(bytes), LoadOptions())
    }
}
