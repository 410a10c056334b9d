import CompassKernel
import CompassProgram

/// Combines files of rows that ``RowFileWriter`` has written, which are ascending by id.
///
/// Both files are read once, from start to end, so that memory does not depend on their sizes.
enum RowMerge {
    /// The maximum number of ids for which single rows are read; above it, all rows are read again.
    static let maximumUnknownIDs = 10_000

    /// Writes the rows of `old`, each replaced by that of `changes` with the same id, and the new ones.
    ///
    /// - Returns: the file, and how many rows are new or differ.
    static func merging(
        _ changes: String, into old: String, writing path: String
    ) throws -> (file: RowFile, changedCount: Int) {
        let writer = try RowFileWriter(path)
        var changedCount = 0
        try forEachID(in: old, and: changes) { old, new in
            guard let row = new ?? old, let id = row.id else { return }
            if let new, !isSame(old, new) { changedCount += 1 }
            try writer.append(id: id, row.bytes)
        }
        return (try writer.finish(), changedCount)
    }

    /// Writes the rows whose ids are in `ids`.
    ///
    /// - Returns: the file, how many rows were left out, and ids without a row, of which there may be more when the
    ///   list is full.
    static func keeping(
        _ ids: String, of rows: String, writing path: String
    ) throws -> (file: RowFile, removedCount: Int, unknownIDs: [String]) {
        let writer = try RowFileWriter(path)
        var removedCount = 0
        var unknownIDs: [String] = []
        try forEachID(in: rows, and: ids) { row, known in
            if known == nil {
                removedCount += 1
            } else if let row, let id = row.id {
                try writer.append(id: id, row.bytes)
            } else if let id = known?.id, unknownIDs.count <= maximumUnknownIDs {
                unknownIDs.append(String(decoding: id, as: UTF8.self))
            }
        }
        return (try writer.finish(), removedCount, unknownIDs)
    }

    /// Returns how many rows of `new` are new or differ, and how many of `old` are gone.
    static func differences(
        from old: String, to new: String
    ) throws -> (changedCount: Int, deletedCount: Int) {
        var (changedCount, deletedCount) = (0, 0)
        try forEachID(in: old, and: new) { old, new in
            guard let new else { return deletedCount += 1 }
            if !isSame(old, new) { changedCount += 1 }
        }
        return (changedCount, deletedCount)
    }

    private static func isSame(_ old: RowCursor.Row?, _ new: RowCursor.Row) -> Bool {
        guard let old else { return false }
        return old.bytes.elementsEqual(new.bytes)
    }

    /// Calls `body` for each id of two files, ascending, with the rows of both; nil where one has none.
    private static func forEachID(
        in left: String, and right: String, _ body: (RowCursor.Row?, RowCursor.Row?) throws -> Void
    ) throws {
        try FileRows.withRows(ofFile: left) { lefts in
            try FileRows.withRows(ofFile: right) { rights in
                var left = try lefts.next()
                var right = try rights.next()
                while left != nil || right != nil {
                    let order = order(left?.id, right?.id)
                    try body(order <= 0 ? left : nil, order >= 0 ? right : nil)
                    if order <= 0 { left = try lefts.next() }
                    if order >= 0 { right = try rights.next() }
                }
            }
        }
    }

    /// The order of two ids, of which a missing one comes last.
    private static func order(_ left: [UInt8]?, _ right: [UInt8]?) -> Int {
        guard let left else { return right == nil ? 0 : 1 }
        guard let right else { return -1 }
        return RowCursor.compare(left, right)
    }
}
