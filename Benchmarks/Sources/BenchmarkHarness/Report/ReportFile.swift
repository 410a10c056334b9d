import Foundation

/// Reads reports from files.
public enum ReportFile {
    /// The reason why a file is not a readable report, with what is wrong, where, and how to fix it.
    public enum Failure: Error, Hashable, CustomStringConvertible {
        /// The file does not exist.
        case missing(path: String)
        /// The file exists, but is not a report of this version.
        case unreadable(path: String, reason: String)

        /// What is wrong, where, and how to fix it.
        public var description: String {
            switch self {
            case .missing(let path):
                "'\(path)' does not exist; compass-bench run --json \(path) writes such a file"
            case .unreadable(let path, let reason):
                "'\(path)' is no report that can be read: \(reason); write it with compass-bench run --json"
            }
        }
    }

    /// Returns the report in a file.
    ///
    /// - Parameter path: a file that `run --json` has written.
    /// - Throws: a ``Failure``.
    public static func read(path: String) throws(Failure) -> BenchmarkReport {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw .missing(path: path)
        }
        guard !isFolder.boolValue else { throw .unreadable(path: path, reason: "it is a folder") }
        let report: BenchmarkReport
        do {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            try requireVersion(of: bytes)
            report = try JSONDecoder().decode(BenchmarkReport.self, from: bytes)
        } catch {
            throw .unreadable(path: path, reason: reason(error))
        }
        for row in report.workloads where !(row.kernel.nanoseconds.median > 0) {
            throw .unreadable(path: path, reason: "the kernel's median of \(row.name) is not positive")
        }
        return report
    }

    /// The version is checked before any other key.
    private static func requireVersion(of bytes: Data) throws {
        struct Version: Decodable { var schemaVersion: Int }
        let version = try JSONDecoder().decode(Version.self, from: bytes).schemaVersion
        if version != BenchmarkReport.schemaVersion {
            throw CheckFailure(
                "its schema version is \(version), this program reads version \(BenchmarkReport.schemaVersion)"
            )
        }
    }

    /// Describes what is wrong with a JSON file that cannot be decoded, and where.
    public static func reason(_ error: any Error) -> String {
        func place(_ path: [any CodingKey]) -> String {
            let keys = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
            return keys.isEmpty ? "at the top" : "at \(keys)"
        }
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            return "the key \"\(key.stringValue)\" is missing \(place(context.codingPath))"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            return "the value \(place(context.codingPath)) has another type"
        case DecodingError.dataCorrupted(let context):
            let cause = context.underlyingError.map { " (\($0.localizedDescription))" } ?? ""
            return "\(context.debugDescription) \(place(context.codingPath))\(cause)"
        case let failure as CheckFailure:
            return failure.description
        default:
            return error.localizedDescription
        }
    }
}
