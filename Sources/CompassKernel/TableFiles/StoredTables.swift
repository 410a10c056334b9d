/// A table that a table file may have.
package protocol StoredTable: LoadableTable {
    /// The number of rows.
    var storedRowCount: Int { get }

    /// Reads the table of a file; nil if it does not have it.
    ///
    /// - Parameter options: how posts are searched; the other options are about documents.
    /// - Throws: ``TableFileError`` if the table is damaged.
    static func read(from file: StoredTables, options: LoadOptions) throws(TableFileError) -> Self?
}

/// The tables of a file, which are read one by one: a command reads those that it shows, and no others.
package struct StoredTables: Sendable {
    /// A range of bytes of a file.
    package struct Section: Hashable, Sendable {
        /// The name, such as `social_media_posts/0/post_content.offsets`.
        package let name: String
        /// The version of its layout.
        package let version: Int
        package let byteOffset: Int
        package let byteCount: Int
        /// The number of its elements.
        package let count: Int
        /// XXH3-64 of its bytes.
        package let checksum: UInt64

        /// The name up to its first slash: the table's name, or that of a section that belongs to none.
        package var table: Substring { name.prefix { $0 != "/" } }
        /// Whether it is a part of a search index of posts.
        package var isSearchIndex: Bool { name.contains("/search_") }
    }

    /// Returns whether there is a regular file at `path` that begins as a table file.
    package static func isTableFile(_ path: String) -> Bool {
        MappedRegion.begins(path, with: TableFileLayout.magic)
    }

    /// Returns whether bytes are the beginning of a table file.
    package static func isTableFile(beginningWith bytes: [UInt8]) -> Bool {
        bytes.starts(with: TableFileLayout.magic)
    }

    fileprivate let reader: TableFileReader
    /// The reports of the tables as they were loaded.
    package let reports: [IngestReport]
    /// The number of the file among those that have taken each other's place.
    package let generation: UInt64

    /// Opens a file without its tables.
    ///
    /// - Throws: ``TableFileError`` if the file is not a table file, or is damaged.
    /// - Complexity: O(s) for s sections; O(b) for b bytes if all are verified, or copied.
    package init(
        _ path: String, verify verification: TableFile.Verification = .read, copying: Bool = false
    ) throws(TableFileError) {
        let region = try MappedRegion.opening(path, copying: copying)
        reader = try TableFileReader(
            region, path: path, schemaHash: TableFile.schemaHash, verify: verification)
        reports = try StoredReports.read(from: reader)
        generation = try StoredGeneration.read(from: reader)
    }

    package var path: String { reader.path }
    package var byteCount: Int { reader.region.byteCount }
    /// The version of the format.
    package var formatVersion: Int { Int(TableFileLayout.version) }

    /// The sections in the order of the file.
    package var sections: [Section] {
        reader.entries.map {
            Section(
                name: $0.name, version: Int($0.version), byteOffset: $0.byteOffset, byteCount: $0.byteCount,
                count: $0.count, checksum: $0.checksum)
        }
    }

    /// Returns whether the file has a table, by its name.
    package func contains(_ table: String) -> Bool {
        reader.entries.contains { $0.name.utf8.starts(with: (table + "/").utf8) }
    }

    /// Whether the file has a search index of its posts.
    package var hasSearchIndex: Bool { reader.entries.contains { $0.name.contains("/search_") } }

    /// Returns the size of a table's sections.
    package func byteCount(of table: String) -> Int {
        reader.entries.reduce(0) {
            $0 + ($1.name.utf8.starts(with: (table + "/").utf8) ? $1.byteCount : 0)
        }
    }

    /// Returns the report of a table; if the file has none, one of `rowCount` rows that were all loaded.
    package func report(of table: String, rowCount: Int) -> IngestReport {
        reports.first { $0.table == table } ?? IngestReport(table: table, rows: rowCount, loaded: rowCount)
    }
}

extension PostTable: StoredTable {
    package var storedRowCount: Int { count }

    package static func read(
        from file: StoredTables, options: LoadOptions
    ) throws(TableFileError) -> PostTable? {
        try readSections(from: file.reader, options)
    }
}

extension SchoolDirectory: StoredTable {
    package var storedRowCount: Int { count }

    package static func read(
        from file: StoredTables, options: LoadOptions
    ) throws(TableFileError) -> SchoolDirectory? {
        try readSections(from: file.reader, options)
    }
}

extension RecordTable: StoredTable {
    package var storedRowCount: Int { count }

    package static func read(
        from file: StoredTables, options: LoadOptions
    ) throws(TableFileError) -> RecordTable? {
        try readSections(from: file.reader, options)
    }
}
