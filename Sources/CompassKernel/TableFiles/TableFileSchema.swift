/// The schema of table files: all tables and their columns, whether or not a file has them.
extension TableFile {
    /// The hash of ``schemaText``, by which a release recognizes the files of its tables.
    static let schemaHash: UInt64 = {
        let text = Array(schemaText.utf8)
        return text.withUnsafeBytes { XXH3.hash($0) }
    }()

    /// A line for each table: its name, and its columns with their kinds.
    static var schemaText: String {
        let tables = [
            SchoolDirectory.schema, Coach.schema.table, Interaction.schema.table, Offer.schema.table,
            Event.schema.table, Document.schema.table, PerformanceMetric.schema.table,
            StatusChange.schema.table,
        ]
        let posts = PostField.names.map { "\($0)" }.joined(separator: " ")
        let lines = tables.map { table in
            let columns = table.columns.map { column in
                "\(table.fieldNames[column.field]):" + name(of: column.kind) + (column.isRequired ? "!" : "")
            }
            return "\(table.tableName) id " + columns.joined(separator: " ")
        }
        return (["\(PostColumnsBuilder.tableName) \(posts)"] + lines).joined(separator: "\n")
    }

    /// A name that does not change with the source.
    private static func name(of kind: TableColumn.Kind) -> String {
        switch kind {
        case .text: "text"
        case .code: "code"
        case .foreignID: "id"
        case .sentiment: "sentiment"
        case .instant: "instant"
        case .dayOrInstant: "day"
        case .number: "number"
        }
    }
}
