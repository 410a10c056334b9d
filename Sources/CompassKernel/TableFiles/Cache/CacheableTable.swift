/// A table that can be written to a table file, and read from one, alone.
protocol CacheableTable: LoadableTable {
    /// The table's name in the database, which its report has.
    static var storedName: String { get }
    /// The memory that the columns occupy, in bytes.
    var byteCount: Int { get }
    /// Writes the table without the search index, unless that is built and wanted.
    func writeSections(searchIndex: Bool, to writer: inout TableFileWriter) throws(TableFileError)
    /// Reads the table; nil if the file does not have it.
    static func readSections(
        from reader: TableFileReader, _ options: LoadOptions
    ) throws(TableFileError) -> Self?
}

extension PostTable: CacheableTable {
    static var storedName: String { PostColumnsBuilder.tableName }

    func writeSections(searchIndex: Bool, to writer: inout TableFileWriter) throws(TableFileError) {
        try write(searchIndex: searchIndex, to: &writer)
    }

    static func readSections(
        from reader: TableFileReader, _ options: LoadOptions
    ) throws(TableFileError) -> PostTable? { try read(from: reader)?.searching(as: options) }
}

extension SchoolDirectory: CacheableTable {
    static var storedName: String { schema.tableName }

    var byteCount: Int { columns.byteCount }

    func writeSections(searchIndex: Bool, to writer: inout TableFileWriter) throws(TableFileError) {
        try columns.write(Self.schema, to: &writer)
    }

    static func readSections(
        from reader: TableFileReader, _ options: LoadOptions
    ) throws(TableFileError) -> SchoolDirectory? {
        try RecordColumns.read(schema, from: reader).map { SchoolDirectory(columns: $0) }
    }
}

extension RecordTable: CacheableTable {
    static var storedName: String { Record.schema.table.tableName }

    func writeSections(searchIndex: Bool, to writer: inout TableFileWriter) throws(TableFileError) {
        try columns.write(Record.schema.table, to: &writer)
    }

    static func readSections(
        from reader: TableFileReader, _ options: LoadOptions
    ) throws(TableFileError) -> RecordTable? {
        try RecordColumns.read(Record.schema.table, from: reader).map { RecordTable($0) }
    }
}
