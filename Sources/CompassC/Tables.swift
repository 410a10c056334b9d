// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass.h.

import CCompass
import CompassKernel

/// A table and its ingest report.
final class TableObject: HandleObject {
    static let handleKind = HandleKind.table

    let table: LoadedTable
    let report: IngestReport

    init(_ table: LoadedTable, _ report: IngestReport) {
        self.table = table
        self.report = report
    }
}

@c @implementation
public func compass_table_load(
    _ kind: compass_table_kind, _ bytes: UnsafeRawPointer!, _ count: Int,
    _ options: UnsafePointer<compass_load_options>!, _ table: UnsafeMutablePointer<compass_table>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try table.result("table")
        let kind = try TableKind(kind, "kind")
        let (format, options) = try Arguments.loading(options)
        let document = TableDocument.bytes(try Arguments.bytes(bytes, count), format ?? .json)
        result.pointee = try load(kind, document, options, source: kind.tableName)
    }
}

@c @implementation
public func compass_table_load_file(
    _ kind: compass_table_kind, _ path: compass_string, _ options: UnsafePointer<compass_load_options>!,
    _ table: UnsafeMutablePointer<compass_table>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try table.result("table")
        let kind = try TableKind(kind, "kind")
        let (format, options) = try Arguments.loading(options, ofFile: true)
        let path = try path.path("path")
        try options.checkRange(format, path)
        result.pointee = try load(kind, .file(path: path, format), options, source: path)
    }
}

private func load(
    _ kind: TableKind, _ document: TableDocument, _ options: LoadOptions, source: String
) throws(CallFailure) -> compass_table {
    if case .file(let path, nil) = document, StoredTables.isTableFile(path) {
        guard let table = try StoredTables.opening(path).table(kind, options) else {
            throw CallFailure(COMPASS_NOT_FOUND, "\(path) has no table \(kind.tableName)")
        }
        return HandleTable.shared.insert(table)
    }
    do throws(LoadError) {
        let (table, report) = try document.load(kind, options)
        return HandleTable.shared.insert(TableObject(table, report))
    } catch {
        throw CallFailure(error, source: source)
    }
}

@c @implementation
public func compass_table_count(
    _ table: compass_table, _ count: UnsafeMutablePointer<Int64>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let count = try count.result("count")
        count.pointee = Int64(try object(table, TableObject.self, "table").table.count)
    }
}

@c @implementation
public func compass_table_report(
    _ table: compass_table, _ json: UnsafeMutablePointer<compass_text>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let json = try json.result("json")
        let report = try object(table, TableObject.self, "table").report
        json.pointee = HandleTable.shared.insert(TextObject(TableReport(report: report).json()))
    }
}

@c @implementation
public func compass_table_destroy(_ table: compass_table) -> compass_status {
    attempt { () throws(CallFailure) in try destroy(table, .table, "table") }
}

/// The report of a table, with the version of the contract.
private struct TableReport: KeyedValue {
    let report: IngestReport

    static func writeMembers(of table: TableReport?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        IngestReport.writeMembers(of: table?.report, to: &writer)
    }
}

extension Arguments {
    /// Returns the table of a handle; nil for 0.
    static func table(_ handle: compass_table, _ name: String) throws(CallFailure) -> TableObject? {
        handle == 0 ? nil : try object(handle, TableObject.self, name)
    }

    /// Returns the schools of a handle; nil for 0.
    static func schools(_ handle: compass_table, _ name: String) throws(CallFailure) -> SchoolDirectory? {
        guard let table = try table(handle, name) else { return nil }
        guard case .schools(let schools) = table.table else { throw .otherTable(name, needed: .schools) }
        return schools
    }

    /// Returns the coaches of a handle; nil for 0.
    static func coaches(_ handle: compass_table, _ name: String) throws(CallFailure) -> CoachTable? {
        guard let table = try table(handle, name) else { return nil }
        guard case .coaches(let coaches) = table.table else { throw .otherTable(name, needed: .coaches) }
        return coaches
    }
}

extension CallFailure {
    /// Returns the failure for a table that is not of the required kind.
    static func otherTable(_ name: String, needed kind: TableKind) -> CallFailure {
        CallFailure(
            COMPASS_INVALID_ARGUMENT, "\(name) is a table of another kind; one of \(kind.tableName) is needed"
        )
    }
}
