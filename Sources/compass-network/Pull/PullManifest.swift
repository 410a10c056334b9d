import CompassKernel
import CompassPages
import CompassProgram
import CompassSynthesis
import Foundation

/// What a data directory was pulled from: the file `pull.json` beside the tables.
///
/// A later pull reads only changes of a table whose file is as this one has left it.
struct PullManifest: Decodable, Equatable {
    /// The name of the file.
    static let fileName = "pull.json"

    /// How the rows of a table were read.
    enum Reading: String, Codable {
        /// All of them.
        case all
        /// Those that were changed since the pull before.
        case changes
    }

    /// A table.
    struct Table: Decodable, Equatable {
        /// The table's name.
        let table: String
        /// The name of its file.
        let file: String
        /// The number of its rows.
        let rows: Int
        /// The number of rows that were received.
        let fetched: Int
        /// The number of rows that are new, or differ from those of the pull before.
        let changed: Int
        /// The number of rows that the pull before had, and that are gone.
        let deleted: Int
        /// How rows were read.
        let reading: Reading
        /// The server's time of the first response, from which on changes may be missing; nil if it told none.
        let askedAt: String?
        /// The columns.
        let columns: [String]
        /// The size of the file.
        let byteCount: Int
        /// The SHA-256 of the file, in hexadecimal digits.
        let sha256: String
    }

    /// The version of this format.
    var schemaVersion = JSONFormat.version
    /// The service.
    let url: String
    /// The database schema; nil for the service's own.
    let schema: String?
    /// Who reads; see ``Secrets/readerFingerprint``.
    let reader: String
    /// When the last table was complete, by this machine's clock.
    var time: String
    /// The tables, in the order of ``TableName``.
    var tables: [Table] = []

    init(url: String, schema: String?, reader: String, time: String, tables: [Table] = []) {
        self.url = url
        self.schema = schema
        self.reader = reader
        self.time = time
        self.tables = tables
    }

    /// Adds a table, or replaces it.
    mutating func put(_ table: Table) {
        tables.removeAll { $0.table == table.table }
        tables.append(table)
        let order = TableName.allCases.map(\.rawValue)
        tables.sort { order.firstIndex(of: $0.table) ?? 0 < order.firstIndex(of: $1.table) ?? 0 }
    }

    func table(_ name: TableName) -> Table? { tables.first { $0.table == name.rawValue } }
}

extension PullManifest: KeyedValue {
    static func writeMembers(of value: PullManifest?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        writer.member("url", value?.url)
        writer.member("schema", value?.schema)
        writer.member("reader", value?.reader)
        writer.member("time", value?.time)
        writer.list("tables", value?.tables)
    }
}

extension PullManifest.Table: KeyedValue {
    static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("table", value?.table)
        writer.member("file", value?.file)
        writer.member("rows", value?.rows)
        writer.member("fetched", value?.fetched)
        writer.member("changed", value?.changed)
        writer.member("deleted", value?.deleted)
        writer.member("reading", value?.reading)
        writer.member("askedAt", value?.askedAt)
        writer.texts("columns", value?.columns)
        writer.member("byteCount", value?.byteCount)
        writer.member("sha256", value?.sha256)
    }
}

extension PullManifest {
    /// Reads the manifest of a directory; nil if there is none.
    ///
    /// - Throws: ``Unusable``.
    static func read(_ path: String) throws -> PullManifest? {
        let bytes: [UInt8]
        do throws(OperatingSystem.CallFailure) {
            if try OperatingSystem.fileKind(path) == .nothing { return nil }
            bytes = try OperatingSystem.readFile(path)
        } catch {
            throw Unusable(reason: error.reason)
        }
        guard let manifest = try? JSONDecoder().decode(PullManifest.self, from: Data(bytes)) else {
            throw Unusable(reason: "it is not a manifest of compass pull")
        }
        guard manifest.schemaVersion == JSONFormat.version else {
            throw Unusable(reason: "it is of another version")
        }
        return manifest
    }

    /// The reason why a manifest cannot be used.
    struct Unusable: Error {
        let reason: String
    }

    /// Writes the manifest; it appears complete, or not at all.
    func write(_ path: String) throws(Failure) {
        let file = try OutputFile(path)
        let bytes = json(layout: .indented) + [UInt8(ascii: "\n")]
        let outcome = bytes.withUnsafeBytes { bytes in
            Result { () throws(Failure) in try file.write(bytes) }
        }
        try outcome.get()
        try file.finish()
        try file.publish()
    }
}

extension PullManifest.Table {
    /// Returns whether the file at a path is the one that this entry describes, byte for byte.
    func describes(fileAt path: String) -> Bool {
        guard OperatingSystem.isOrdinaryFile(path), OperatingSystem.byteCount(ofFile: path) == byteCount
        else {
            return false
        }
        let hash = try? RowCursor.withBytes(ofFile: path) { bytes in
            var hash = SHA256()
            hash.update(UnsafeRawBufferPointer(bytes))
            return hash.finalize()
        }
        return hash == sha256
    }
}
