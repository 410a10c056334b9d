// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass.h.

import CCompass
import CompassKernel

/// An opened table file.
final class TableFileObject: HandleObject {
    static let handleKind = HandleKind.tableFile

    let file: StoredTables
    /// How posts are searched.
    let options: LoadOptions

    init(_ file: StoredTables, _ options: LoadOptions) {
        self.file = file
        self.options = options
    }
}

extension StoredTables {
    /// Opens a file without its tables.
    static func opening(
        _ path: String, verify verification: TableFile.Verification = .read, copying: Bool = false
    ) throws(CallFailure) -> StoredTables {
        do throws(TableFileError) {
            return try StoredTables(path, verify: verification, copying: copying)
        } catch {
            throw CallFailure(error)
        }
    }

    /// Returns a table with its report; nil if the file does not have it.
    func table(_ kind: TableKind, _ options: LoadOptions) throws(CallFailure) -> TableObject? {
        do throws(TableFileError) {
            guard let table = try kind.accept(FileReading(file: self, options: options)) else { return nil }
            let report = report(of: kind.tableName, rowCount: table.count)
            return TableObject(table, report.limited(to: options.maxProblems))
        } catch {
            throw CallFailure(error)
        }
    }
}

/// Reads tables of a file.
private struct FileReading: TableVisitor {
    let file: StoredTables
    let options: LoadOptions

    func visit<Table: StoredTable>(
        _ wrap: (Table) -> LoadedTable
    ) throws(TableFileError) -> LoadedTable? {
        try Table.read(from: file, options: options).map(wrap)
    }
}

extension TableFile {
    /// Adds a table; returns false if there is one of its kind.
    fileprivate mutating func add(_ object: TableObject) -> Bool {
        if reports.contains(where: { $0.table == object.table.kind.tableName }) { return false }
        switch object.table {
        case .posts(let table): posts = table
        case .schools(let table): schools = table
        case .coaches(let table): coaches = table
        case .interactions(let table): interactions = table
        case .events(let table): events = table
        case .offers(let table): offers = table
        case .statusChanges(let table): statusChanges = table
        case .documents(let table): documents = table
        case .metrics(let table): metrics = table
        }
        var report = object.report
        report.table = object.table.kind.tableName
        reports.append(report)
        return true
    }

    fileprivate func save(_ path: String, searchIndex: Bool) throws(CallFailure) {
        do throws(TableFileError) {
            try save(to: path, searchIndex: searchIndex)
        } catch {
            throw CallFailure(error)
        }
    }
}

extension LoadedTable {
    var kind: TableKind {
        switch self {
        case .posts: .posts
        case .schools: .schools
        case .coaches: .coaches
        case .interactions: .interactions
        case .events: .events
        case .offers: .offers
        case .statusChanges: .statusChanges
        case .documents: .documents
        case .metrics: .metrics
        }
    }
}

@c @implementation
public func compass_table_file_open(
    _ path: compass_string, _ options: UnsafePointer<compass_open_options>!,
    _ file: UnsafeMutablePointer<compass_table_file>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try file.result("file")
        let opening = try Opening(options)
        result.pointee = HandleTable.shared.insert(
            TableFileObject(try opening.file(try path.path("path")), opening.options))
    }
}

@c @implementation
public func compass_table_file_table(
    _ file: compass_table_file, _ kind: compass_table_kind, _ table: UnsafeMutablePointer<compass_table>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try table.result("table")
        let file = try object(file, TableFileObject.self, "file")
        guard let table = try file.file.table(try TableKind(kind, "kind"), file.options) else { return }
        result.pointee = HandleTable.shared.insert(table)
    }
}

@c @implementation
public func compass_table_file_destroy(_ file: compass_table_file) -> compass_status {
    attempt { () throws(CallFailure) in try destroy(file, .tableFile, "file") }
}

@c @implementation
public func compass_table_file_verify(_ path: compass_string) -> compass_status {
    attempt { () throws(CallFailure) in
        let file = try StoredTables.opening(try path.path("path"), verify: .all)
        for kind in TableKind.allCases { _ = try file.table(kind, LoadOptions(searchIndexing: .never)) }
    }
}

@c @implementation
public func compass_tables_save(
    _ tables: UnsafePointer<compass_table>!, _ count: Int, _ path: compass_string,
    _ options: UnsafePointer<compass_save_options>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        guard count >= 0 else {
            throw .invalid("count", UInt(bitPattern: count), accepted: "no list is that long")
        }
        let searchIndex = try Arguments.savesSearchIndex(options)
        let path = try path.path("path")
        var file = TableFile()
        for index in 0..<count {
            guard let tables else { throw .nullPointer("tables") }
            let name = "tables[\(index)]"
            let table = try object(tables[index], TableObject.self, name)
            guard file.add(table) else {
                throw CallFailure(
                    COMPASS_INVALID_ARGUMENT,
                    "\(name) is another table of \(table.table.kind.tableName); a file has one of each kind")
            }
        }
        try file.save(path, searchIndex: searchIndex)
    }
}

@c @implementation
public func compass_posts_save(
    _ posts: compass_posts, _ path: compass_string, _ options: UnsafePointer<compass_save_options>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let posts = try object(posts, PostsObject.self, "posts")
        let searchIndex = try Arguments.savesSearchIndex(options)
        let path = try path.path("path")
        let current = posts.current
        var file = TableFile(posts: current.posts, reports: [posts.report])
        if !current.directory.isEmpty { file.schools = current.directory }
        if !current.coachTable.isEmpty { file.coaches = current.coachTable }
        try file.save(path, searchIndex: searchIndex)
    }
}

@c @implementation
public func compass_posts_open(
    _ path: compass_string, _ schools: compass_table, _ options: UnsafePointer<compass_open_options>!,
    _ posts: UnsafeMutablePointer<compass_posts>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try posts.result("posts")
        let opening = try Opening(options)
        let given = try Arguments.schools(schools, "schools")
        let path = try path.path("path")
        let file = try opening.file(path)
        guard let object = try file.table(.posts, opening.options), case .posts(let rows) = object.table
        else {
            throw CallFailure(COMPASS_NOT_FOUND, "\(path) has no table \(TableKind.posts.tableName)")
        }
        var (directory, coaches) = (given, CoachTable?.none)
        if directory == nil, case .schools(let table) = try file.table(.schools, opening.options)?.table {
            directory = table
        }
        if case .coaches(let table) = try file.table(.coaches, opening.options)?.table { coaches = table }
        result.pointee = HandleTable.shared.insert(
            PostsObject(rows.bound(to: directory ?? .empty, coaches: coaches ?? .empty), object.report))
    }
}

/// How a table file is opened.
private struct Opening {
    var verification = TableFile.Verification.read
    var isCopying = false
    /// All problems of the stored reports, because a timeline lists each row that it leaves out.
    var options = LoadOptions(maxProblems: .max)

    init(_ options: UnsafePointer<compass_open_options>?) throws(CallFailure) {
        guard
            let options = try Arguments.options(
                options, version: COMPASS_OPEN_OPTIONS_VERSION, "options")
        else { return }
        verification = try Arguments.choice(
            options.verify,
            of: [
                (COMPASS_VERIFY_READ, "COMPASS_VERIFY_READ", .read),
                (COMPASS_VERIFY_ALL, "COMPASS_VERIFY_ALL", .all),
            ], "options.verify")
        isCopying = try Arguments.number(options.copying, in: 0...1, "options.copying") == 1
        self.options.threads = try Arguments.number(options.threads, in: 1...Int32.max, "options.threads")
        self.options.searchIndexing = try Arguments.searchIndexing(
            options.search_index, "options.search_index")
        try Arguments.reserved(Int64(options.reserved), "options")
    }

    func file(_ path: String) throws(CallFailure) -> StoredTables {
        try StoredTables.opening(path, verify: verification, copying: isCopying)
    }
}

extension Arguments {
    /// Returns whether a file is saved with the search index.
    fileprivate static func savesSearchIndex(
        _ options: UnsafePointer<compass_save_options>?
    ) throws(CallFailure) -> Bool {
        guard
            let options = try self.options(options, version: COMPASS_SAVE_OPTIONS_VERSION, "options")
        else { return true }
        return try number(options.search_index, in: 0...1, "options.search_index") == 1
    }
}

extension CallFailure {
    /// Creates the failure to open or save a table file.
    init(_ error: TableFileError) {
        let status =
            switch error.kind {
            case .missingFile: COMPASS_FILE_NOT_FOUND
            case .unreadableFile, .unwritableFile: COMPASS_FILE_UNREADABLE
            case .wrongVersion, .wrongByteOrder, .wrongSchema: COMPASS_WRONG_VERSION
            case .wrongMagic, .truncated, .wrongChecksum, .inconsistentSection: COMPASS_MALFORMED_DATA
            case .tooLarge: COMPASS_TOO_LARGE
            }
        self.init(status, "\(error)")
    }
}
