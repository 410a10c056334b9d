/// A list that shares all but the changed blocks with its copies.
struct BlockList<Element: Sendable>: Sendable {
    private static var blockSize: Int { 64 }

    private var blocks: [[Element]] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    subscript(index: Int) -> Element {
        get { blocks[index / Self.blockSize][index % Self.blockSize] }
        set { blocks[index / Self.blockSize][index % Self.blockSize] = newValue }
    }

    mutating func append(_ element: Element) {
        if count % Self.blockSize == 0 { blocks.append([]) }
        blocks[blocks.count - 1].append(element)
        count += 1
    }
}

/// Numbers by id, in parts of which a copy shares all but the changed ones.
struct NumbersByID: Sendable {
    private static let partCount = 256

    private var parts: [[ByteText: Int]] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    subscript(id: String) -> Int? {
        get { parts.isEmpty ? nil : parts[Self.part(of: id)][ByteText(id)] }
        set {
            if parts.isEmpty { parts = Array(repeating: [:], count: Self.partCount) }
            let part = Self.part(of: id)
            count -= parts[part].count
            parts[part][ByteText(id)] = newValue
            count += parts[part].count
        }
    }

    private static func part(of id: String) -> Int {
        var id = id
        return id.withUTF8 { bytes in
            Int(truncatingIfNeeded: IdentifierColumn.hash(of: bytes)) & (partCount - 1)
        }
    }
}

/// A set of rows, in blocks of which a copy shares all but the changed ones.
struct RowMarks: Sendable {
    private static let rowsPerBlock = 4096

    /// A bit for each row of a block; no words where none is set.
    private var blocks: [[UInt64]] = []

    var isEmpty: Bool { blocks.isEmpty }

    @inline(__always)
    func contains(_ row: Int) -> Bool {
        let block = row / Self.rowsPerBlock
        guard block < blocks.count, !blocks[block].isEmpty else { return false }
        return blocks[block][(row % Self.rowsPerBlock) >> 6] &>> UInt64(row & 63) & 1 != 0
    }

    mutating func insert(_ row: Int) {
        let block = row / Self.rowsPerBlock
        while blocks.count <= block { blocks.append([]) }
        if blocks[block].isEmpty { blocks[block] = Array(repeating: 0, count: Self.rowsPerBlock / 64) }
        blocks[block][(row % Self.rowsPerBlock) >> 6] |= 1 &<< UInt64(row & 63)
    }
}
