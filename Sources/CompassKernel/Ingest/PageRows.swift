/// The number of rows of a JSON array, and the id of the last one.
package struct PageRows: Hashable, Sendable {
    /// The number of rows.
    package let rowCount: Int
    /// The last row's id; nil if there is no row, or it has none.
    package let lastID: String?

    /// Checks and counts the rows of a document as ``TableLoader/append(json:)`` accepts it.
    package init(json: [UInt8]) throws(LoadError) {
        (rowCount, lastID) = try DocumentBytes.with(json) { bytes throws(LoadError) in
            var options = LoadOptions()
            options.rowsPerPlace = 1
            var reader = TableReader(
                document: bytes, format: .json, options: options, builder: RowCounter())
            try reader.read()
            let last = reader.log.places.lastByteOffset
            return (reader.rowCount, last.flatMap { RowScanner.id(ofRowAt: $0, in: bytes) })
        }
    }

    /// Returns the ids of the rows of a document, without those of rows that have none.
    package static func ids(of json: [UInt8]) throws(LoadError) -> [String] {
        try DocumentBytes.with(json) { bytes throws(LoadError) in
            var reader = TableReader(
                document: bytes, format: .json, options: LoadOptions(), builder: IDCollector())
            try reader.read()
            return reader.takeBuilder().ids
        }
    }

    /// Reads the ids alone.
    private struct IDCollector: RowBuilder, ~Copyable {
        let fieldNames: [StaticString] = ["id"]
        private(set) var rowCount = 0
        private(set) var ids: [String] = []

        mutating func append(_ fields: RowFields, log: inout ProblemLog) {
            rowCount += 1
            let id = fields[0]
            if id.kind == .number || id.kind == .string && id.count > 0 { ids.append(id.string) }
        }
    }

    /// Reads no column.
    private struct RowCounter: RowBuilder, ~Copyable {
        let fieldNames: [StaticString] = []
        private(set) var rowCount = 0

        mutating func append(_ fields: RowFields, log: inout ProblemLog) { rowCount += 1 }
    }
}
