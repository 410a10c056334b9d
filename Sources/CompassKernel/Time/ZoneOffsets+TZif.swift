extension ZoneOffsets {
    /// The zone as TZif data (RFC 8536), from which ``init(identifier:tzif:)`` makes a zone with the same
    /// offsets at every instant.
    ///
    /// Machines may have different data of the same zone: for queries that several of them answer, one sends
    /// its data to the others. They are those of the file that the zone was read from, if there is one.
    ///
    /// - Complexity: O(1) for zones that were read from files, otherwise O(c) for c changes of the offset.
    public var tzif: [UInt8] { table.tzif ?? TZifWriter.bytes(of: table) }
}

/// A writer of zones without a rule for later years as TZif data, in the layout of ``TZifReader``, version 2.
private enum TZifWriter {
    static func bytes(of table: ZoneTable) -> [UInt8] {
        let changes = table.segments.dropFirst().dropLast()
        var offsets: [Int64] = []
        var types: [UInt8] = []
        for segment in table.segments.dropLast() {
            let type = offsets.firstIndex(of: segment.offsetSeconds) ?? offsets.count
            if type == offsets.count { offsets.append(segment.offsetSeconds) }
            types.append(UInt8(truncatingIfNeeded: type))
        }
        // The block with 32-bit times, which readers of version 2 skip, has one offset and no change.
        var bytes = header(changeCount: 0, typeCount: 1) + type(0) + [0]
        bytes += header(changeCount: changes.count, typeCount: offsets.count)
        for change in changes { bytes += bigEndian(UInt64(bitPattern: change.startSecond), byteCount: 8) }
        bytes += types.dropFirst()
        for offset in offsets { bytes += type(offset) }
        // The empty name of all offsets, and no rule between two line feeds.
        return bytes + [0, 0x0a, 0x0a]
    }

    private static func header(changeCount: Int, typeCount: Int) -> [UInt8] {
        var bytes = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
        for count in [0, 0, 0, changeCount, typeCount, 1] { bytes += bigEndian(UInt64(count), byteCount: 4) }
        return bytes
    }

    private static func type(_ offsetSeconds: Int64) -> [UInt8] {
        bigEndian(UInt64(bitPattern: offsetSeconds), byteCount: 4) + [0, 0]
    }

    private static func bigEndian(_ value: UInt64, byteCount: UInt64) -> [UInt8] {
        (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
