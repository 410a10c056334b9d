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
        let (format, options) = try Arguments.loading(options)
        let path = try path.path("path")
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
        let (table, report) = try kind.load(document, options)
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

extension Arguments {
    /// Returns the options for reading rows; the defaults when none are given.
    static func loading(
        _ options: UnsafePointer<compass_load_options>?
    ) throws(CallFailure) -> (format: DocumentFormat?, options: LoadOptions) {
        guard let options = try loadOptions(options) else { return (nil, LoadOptions()) }
        let format: DocumentFormat? = try choice(
            options.format,
            of: [
                (COMPASS_FORMAT_AUTOMATIC, "COMPASS_FORMAT_AUTOMATIC", nil),
                (COMPASS_FORMAT_JSON, "COMPASS_FORMAT_JSON", .json),
                (COMPASS_FORMAT_NDJSON, "COMPASS_FORMAT_NDJSON", .ndjson),
            ], "options.format")
        let maxProblems = try number(options.max_problems, in: 0...Int64.max, "options.max_problems")
        let threads = try number(options.threads, in: 1...Int32.max, "options.threads")
        let searchIndexing = try searchIndexing(options.search_index, "options.search_index")
        try reserved(Int64(options.reserved), "options")
        return (
            format,
            LoadOptions(
                maxProblems: maxProblems, threads: threads, searchIndexing: searchIndexing,
                cache: try cache(options))
        )
    }

    /// Returns options of the present version, also those of an earlier one.
    private static func loadOptions(
        _ options: UnsafePointer<compass_load_options>?
    ) throws(CallFailure) -> compass_load_options? {
        guard let options else { return nil }
        guard UnsafeRawPointer(options).loadUnaligned(as: UInt32.self) == 1,
            let byteCount = MemoryLayout<compass_load_options>.offset(of: \.cache)
        else { return try self.options(options, version: COMPASS_LOAD_OPTIONS_VERSION, "options") }
        var first = compass_load_options()
        // SAFETY: version 1 consists of the members before `cache`, in the same layout.
        withUnsafeMutableBytes(of: &first) { memory in
            memory.copyMemory(from: UnsafeRawBufferPointer(start: options, count: byteCount))
        }
        return first
    }

    private static func cache(_ options: compass_load_options) throws(CallFailure) -> TableCache? {
        let isNamed = options.cache_folder.data != nil || options.cache_folder.count != 0
        if isNamed, Int(options.cache) != COMPASS_CACHE_FOLDER {
            throw CallFailure(
                COMPASS_INVALID_ARGUMENT, "options.cache_folder is given, but options.cache is another")
        }
        let name = "options.cache"
        let folder: String? = isNamed ? try options.cache_folder.path("options.cache_folder") : nil
        let isUsers: Bool? = try choice(
            options.cache,
            of: [
                (COMPASS_CACHE_NONE, "COMPASS_CACHE_NONE", nil),
                (COMPASS_CACHE_USER, "COMPASS_CACHE_USER", true),
                (COMPASS_CACHE_FOLDER, "COMPASS_CACHE_FOLDER", false),
            ], name)
        guard let isUsers else { return nil }
        if isUsers { return .user }
        guard let folder else { throw .nullPointer("options.cache_folder.data") }
        return TableCache(folder: folder)
    }

    /// Returns when the search index of posts is built.
    static func searchIndexing(_ value: Int32, _ name: String) throws(CallFailure) -> SearchIndexing {
        try choice(
            value,
            of: [
                (COMPASS_SEARCH_INDEX_NOW, "COMPASS_SEARCH_INDEX_NOW", .now),
                (COMPASS_SEARCH_INDEX_BACKGROUND, "COMPASS_SEARCH_INDEX_BACKGROUND", .background),
                (COMPASS_SEARCH_INDEX_NEVER, "COMPASS_SEARCH_INDEX_NEVER", .never),
            ], name)
    }
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
