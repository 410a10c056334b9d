import CompassKernel
import CompassProgram

/// The rows of a local file, whose faults name it: they are none of the service.
struct FileRows: ~Copyable {
    private let path: String
    private var rows: RowCursor

    private init(_ path: String, _ bytes: UnsafeBufferPointer<UInt8>) throws(LoadError) {
        self.path = path
        rows = try RowCursor(bytes)
    }

    /// Calls `body` with the rows of a file.
    ///
    /// - Throws: ``Failure`` if the file cannot be read, or has no rows; and what `body` throws.
    static func withRows<Result>(
        ofFile path: String, _ body: (inout FileRows) throws -> Result
    ) throws -> Result {
        do {
            return try RowCursor.withBytes(ofFile: path) { bytes in
                var rows = try FileRows(path, bytes)
                return try body(&rows)
            }
        } catch let error as LoadError {
            throw Self.failure(error, path)
        }
    }

    /// Returns the next row; nil after the last one.
    mutating func next() throws(Failure) -> RowCursor.Row? {
        do { return try rows.next() } catch { throw Self.failure(error, path) }
    }

    private static func failure(_ error: LoadError, _ path: String) -> Failure {
        let reason =
            switch error {
            // These name the file themselves.
            case .unreadableFile, .missingFile: "\(error)"
            default: "\(path): \(error)"
            }
        return Failure(.inputOutput, "\(reason); has another program changed it meanwhile? Try again")
    }
}
