import CompassPages
import CompassProgram

/// The data directory that a pull writes into.
final class PullDirectory {
    let path: String
    /// The endings of tables in formats that a pull does not write.
    private static let otherEndings = [".json.gz", ".ndjson", ".ndjson.gz"]

    private let createdFolders = CreatedFolders()

    /// - Throws: ``Failure`` when it cannot become a data directory with one JSON file for each of the tables.
    init(_ path: String, tables: [TableName]) throws(Failure) {
        self.path = path
        switch try Self.fileKind(path) {
        case .nothing: return
        case .file: throw Failure(.cannotCreate, "\(path) exists and is not a directory")
        case .directory: break
        }
        for table in tables {
            for ending in Self.otherEndings {
                let other = join(table.rawValue + ending)
                guard try Self.fileKind(other) == .nothing else {
                    throw Failure(
                        .cannotCreate,
                        "\(other) exists: the directory would have \(table.rawValue) in several formats; remove it, or "
                            + "pull into another directory")
                }
            }
        }
    }

    /// Creates the directory and its missing parents, if it is not there yet. Those without a table are removed again.
    func create() throws(Failure) { try createdFolders.create(path) }

    func join(_ name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }

    /// The path of a table's file.
    func file(of table: TableName) -> String { join(table.rawValue + ".json") }

    /// Returns the paths of the files, in any format, of the tables for which `isIncluded` is true.
    func tableFiles(_ isIncluded: (TableName) -> Bool) -> [String] {
        TableName.allCases.filter(isIncluded).flatMap { table in
            ([".json"] + Self.otherEndings).map { join(table.rawValue + $0) }
        }.filter(OperatingSystem.isOrdinaryFile)
    }

    private static func fileKind(_ path: String) throws(Failure) -> OperatingSystem.FileKind {
        do throws(OperatingSystem.CallFailure) {
            return try OperatingSystem.fileKind(path)
        } catch {
            throw Failure(.cannotCreate, "\(path): cannot be created: \(error.reason)")
        }
    }
}
