/// The bytes of a file that may be a table file.
struct TableFileBytes {
    let path: String
    let bytes: UnsafeRawBufferPointer

    /// Returns the trailer, if header and trailer are those of a table file that this release can read.
    func trailer(schemaHash: UInt64) throws(TableFileError) -> TableFileTrailer {
        guard TableFileLayout.isHostSupported else {
            throw error(.wrongByteOrder, "this machine has another byte order than table files")
        }
        let magic = TableFileLayout.magic
        guard bytes.count >= magic.count, bytes.prefix(magic.count).elementsEqual(magic) else {
            throw error(
                bytes.isEmpty ? .truncated : .wrongMagic, at: 0,
                bytes.isEmpty ? "the file is empty" : "not a table file")
        }
        guard bytes.count >= TableFileLayout.minimumByteCount else {
            throw error(.truncated, at: bytes.count, "the file ends in its header")
        }
        try verifyVersion(at: magic.count)
        guard bytes.prefix(TableFileLayout.headerByteCount).elementsEqual(TableFileLayout.header) else {
            throw error(.wrongChecksum, at: magic.count, "the header was changed")
        }
        return try trailer(from: bytes.count - TableFileLayout.trailerByteCount, schemaHash: schemaHash)
    }

    private func trailer(from start: Int, schemaHash: UInt64) throws(TableFileError) -> TableFileTrailer {
        let magic = TableFileLayout.magic
        guard bytes[start...].prefix(magic.count).elementsEqual(magic) else {
            throw error(.truncated, at: start, "the end of the file is missing, or bytes follow it")
        }
        try verifyVersion(at: start + magic.count)
        let first = start + magic.count + 8
        let trailer = TableFileTrailer(
            schemaHash: number(first), directoryOffset: number(first + 8),
            directoryByteCount: number(first + 16), directoryChecksum: number(first + 24),
            fileByteCount: number(first + 32))
        guard bytes[start...].elementsEqual(trailer.bytes) else {
            throw error(.wrongChecksum, at: start, "the trailer was changed")
        }
        guard trailer.fileByteCount == UInt64(bytes.count) else {
            throw error(
                .truncated, at: bytes.count,
                "the file has \(bytes.count) bytes of \(trailer.fileByteCount)")
        }
        guard trailer.schemaHash == schemaHash else {
            throw error(.wrongSchema, at: first, "the file has other columns than this release")
        }
        return trailer
    }

    private func verifyVersion(at offset: Int) throws(TableFileError) {
        let version: UInt32 = number(offset)
        let byteOrder: UInt32 = number(offset + 4)
        if byteOrder == TableFileLayout.byteOrderMark.byteSwapped {
            throw error(.wrongByteOrder, at: offset + 4, "a machine with another byte order wrote the file")
        }
        guard byteOrder == TableFileLayout.byteOrderMark else {
            throw error(.wrongChecksum, at: offset + 4, "the byte order was changed")
        }
        guard version == TableFileLayout.version else {
            throw error(
                .wrongVersion, at: offset,
                "the file has version \(version); this release reads \(TableFileLayout.version)")
        }
    }

    /// Returns the sections of a directory, all of which are within the file, one after the other.
    func entries(_ trailer: TableFileTrailer) throws(TableFileError) -> [TableFileEntry] {
        let limit = bytes.count - TableFileLayout.trailerByteCount
        guard let start = Int(exactly: trailer.directoryOffset),
            let byteCount = Int(exactly: trailer.directoryByteCount), start <= limit,
            byteCount <= limit - start, TableFileLayout.following(start + byteCount) == limit
        else {
            throw error(.inconsistentSection, at: limit, "the directory is not before the trailer")
        }
        let directory = UnsafeRawBufferPointer(rebasing: bytes[start..<start + byteCount])
        guard XXH3.hash(directory) == trailer.directoryChecksum else {
            throw error(.wrongChecksum, at: start, "the directory was changed")
        }
        guard byteCount > 0 else {
            if start == TableFileLayout.firstOffset { return [] }
            throw error(.inconsistentSection, at: start, "the directory is empty")
        }
        return try entries(from: start, byteCount: byteCount)
    }

    private func entries(from start: Int, byteCount: Int) throws(TableFileError) -> [TableFileEntry] {
        var entries: [TableFileEntry] = []
        var next = TableFileLayout.firstOffset
        // The names follow the entries without gaps, so that these determine where the names begin.
        var nameByteCount = 0
        while (entries.count * TableFileLayout.entryByteCount) + nameByteCount < byteCount {
            let place = start + entries.count * TableFileLayout.entryByteCount
            guard TableFileLayout.entryByteCount <= start + byteCount - place else {
                throw error(.inconsistentSection, at: place, "the directory ends in an entry")
            }
            let entry = try entry(at: place, expectedOffset: next, directoryOffset: start)
            guard UInt64(number(place + 40, of: UInt32.self)) == UInt64(nameByteCount),
                let count = Int(exactly: number(place + 44, of: UInt32.self)),
                count <= byteCount - nameByteCount,
                let following = TableFileLayout.following(entry.byteOffset + entry.byteCount)
            else {
                throw error(.inconsistentSection, at: place, "an entry of the directory is wrong")
            }
            next = following
            nameByteCount += count
            entries.append(entry)
        }
        let firstName = start + entries.count * TableFileLayout.entryByteCount
        guard next == start, firstName + nameByteCount == start + byteCount else {
            throw error(.inconsistentSection, at: start, "the directory does not cover the file")
        }
        nameEntries(&entries, firstName: firstName, directoryOffset: start)
        return entries
    }

    private func entry(
        at place: Int, expectedOffset: Int, directoryOffset: Int
    ) throws(TableFileError) -> TableFileEntry {
        let byteCount: UInt64 = number(place + 8)
        let elementByteCount: UInt32 = number(place + 32)
        guard number(place, of: UInt64.self) == UInt64(expectedOffset), expectedOffset <= directoryOffset,
            let size = Int(exactly: byteCount), size <= directoryOffset - expectedOffset,
            let count = Int(exactly: number(place + 16, of: UInt64.self)),
            let elementSize = Int(exactly: elementByteCount), elementSize > 0,
            case let (product, overflow) = count.multipliedReportingOverflow(by: elementSize), !overflow,
            product == size
        else {
            throw error(.inconsistentSection, at: place, "an entry of the directory is wrong")
        }
        return TableFileEntry(
            name: "", version: number(place + 36), byteOffset: expectedOffset,
            elementByteCount: elementSize, count: count, checksum: number(place + 24))
    }

    private func nameEntries(_ entries: inout [TableFileEntry], firstName: Int, directoryOffset: Int) {
        var start = firstName
        for index in entries.indices {
            let place = directoryOffset + index * TableFileLayout.entryByteCount
            let end = start + Int(number(place + 44, of: UInt32.self))
            entries[index].name = String(decoding: bytes[start..<end], as: UTF8.self)
            start = end
        }
    }

    /// Verifies the sums of all sections, and that the bytes between them are zero.
    ///
    /// - Complexity: O(b) for b bytes.
    func verify(_ entries: [TableFileEntry], _ trailer: TableFileTrailer) throws(TableFileError) {
        var end = TableFileLayout.headerByteCount
        for entry in entries {
            try verifyZeros(end..<entry.byteOffset)
            try verifyChecksum(entry)
            end = entry.byteOffset + entry.byteCount
        }
        let directory = Int(trailer.directoryOffset)
        try verifyZeros(end..<directory)
        try verifyZeros(
            directory + Int(trailer.directoryByteCount)..<bytes.count - TableFileLayout.trailerByteCount)
    }

    private func verifyZeros(_ range: Range<Int>) throws(TableFileError) {
        guard let place = range.first(where: { bytes[$0] != 0 }) else { return }
        throw error(.wrongChecksum, at: place, "a byte between two sections is not zero")
    }

    /// Verifies the sum of a section.
    func verifyChecksum(_ entry: TableFileEntry) throws(TableFileError) {
        let section = UnsafeRawBufferPointer(
            rebasing: bytes[entry.byteOffset..<entry.byteOffset + entry.byteCount])
        guard XXH3.hash(section) == entry.checksum else {
            throw TableFileError(
                .wrongChecksum, path: path, section: entry.name, byteOffset: entry.byteOffset,
                reason: "bytes of the section were changed")
        }
    }

    /// Returns the number at a place, all of whose bytes are within the file.
    private func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ offset: Int, of type: Number.Type = Number.self
    ) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }

    private func error(
        _ kind: TableFileError.Kind, at byteOffset: Int? = nil, _ reason: String
    ) -> TableFileError {
        TableFileError(kind, path: path, byteOffset: byteOffset, reason: reason)
    }
}
