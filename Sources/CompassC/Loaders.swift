// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass.h.

import CCompass
import CompassKernel

/// A loader of a table, whose rows come in several arrays.
final class LoaderObject: HandleObject, @unchecked Sendable {
    // Sendable: the loader is used only with the lock held.
    static let handleKind = HandleKind.loader

    let tableName: String
    private let lock = Monitor()
    private let loader: any AnyTableLoader

    init(_ kind: TableKind, _ options: LoadOptions) {
        tableName = kind.tableName
        loader = kind.accept(LoaderMaking(options: options))
    }

    /// Appends the rows of an array; nil if the loader is finished.
    func append(
        _ json: UnsafeBufferPointer<UInt8>
    ) throws(LoadError) -> (rowCount: Int, lastID: String?)? {
        lock.lock()
        defer { lock.unlock() }
        return try loader.append(json)
    }

    /// Returns the table of all rows; nil if the loader is finished already.
    func finish() -> TableObject? {
        lock.lock()
        defer { lock.unlock() }
        return loader.finish().map { TableObject($0.table, $0.report) }
    }
}

/// A loader of any table.
private protocol AnyTableLoader: AnyObject {
    /// Appends the rows of an array; nil if the loader is finished.
    func append(_ json: UnsafeBufferPointer<UInt8>) throws(LoadError) -> (rowCount: Int, lastID: String?)?
    /// Returns the table; nil if the loader is finished.
    func finish() -> (table: LoadedTable, report: IngestReport)?
}

/// A loader of one kind of table.
private final class KnownTableLoader<Table: LoadableTable>: AnyTableLoader {
    private var loader: TableLoader<Table>?
    private let wrap: (Table) -> LoadedTable

    init(_ options: LoadOptions, _ wrap: @escaping (Table) -> LoadedTable) {
        loader = Table.Loader(options: options)
        self.wrap = wrap
    }

    func append(
        _ json: UnsafeBufferPointer<UInt8>
    ) throws(LoadError) -> (rowCount: Int, lastID: String?)? {
        try loader?.append(json: json)
    }

    func finish() -> (table: LoadedTable, report: IngestReport)? {
        guard let loader = loader.take() else { return nil }
        let (table, report) = loader.finish()
        return (wrap(table), report)
    }
}

/// Makes loaders.
private struct LoaderMaking: TableVisitor {
    let options: LoadOptions

    func visit<Table: StoredTable>(
        _ wrap: @escaping (Table) -> LoadedTable
    ) throws(Never) -> any AnyTableLoader {
        KnownTableLoader(options, wrap)
    }
}

@c @implementation
public func compass_loader_create(
    _ kind: compass_table_kind, _ options: UnsafePointer<compass_load_options>!,
    _ loader: UnsafeMutablePointer<compass_loader>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try loader.result("loader")
        let kind = try TableKind(kind, "kind")
        let (format, options) = try Arguments.loading(options)
        if format == .ndjson {
            throw CallFailure(
                COMPASS_INVALID_ARGUMENT, "options.format is COMPASS_FORMAT_NDJSON; a loader reads arrays")
        }
        result.pointee = HandleTable.shared.insert(LoaderObject(kind, options))
    }
}

@c @implementation
public func compass_loader_append(
    _ loader: compass_loader, _ bytes: UnsafeRawPointer!, _ count: Int,
    _ rowCount: UnsafeMutablePointer<Int64>!, _ lastID: UnsafeMutablePointer<compass_text>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        rowCount?.pointee = 0
        lastID?.pointee = 0
        let loader = try object(loader, LoaderObject.self, "loader")
        let document = try Arguments.bytes(bytes, count)
        let appended: (rowCount: Int, lastID: String?)?
        do throws(LoadError) { appended = try loader.append(document) } catch {
            throw CallFailure(error, source: loader.tableName)
        }
        guard let appended else { throw .finishedLoader }
        rowCount?.pointee = Int64(appended.rowCount)
        if let id = appended.lastID {
            lastID?.pointee = HandleTable.shared.insert(TextObject(Array(id.utf8)))
        }
    }
}

@c @implementation
public func compass_loader_finish(
    _ loader: compass_loader, _ table: UnsafeMutablePointer<compass_table>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try table.result("table")
        let loader = try object(loader, LoaderObject.self, "loader")
        guard let table = loader.finish() else { throw .finishedLoader }
        result.pointee = HandleTable.shared.insert(table)
    }
}

@c @implementation
public func compass_loader_destroy(_ loader: compass_loader) -> compass_status {
    attempt { () throws(CallFailure) in try destroy(loader, .loader, "loader") }
}

extension CallFailure {
    fileprivate static var finishedLoader: CallFailure {
        CallFailure(COMPASS_INVALID_ARGUMENT, "loader is finished; create another one for more rows")
    }
}
