import CompassKernel
import CompassProgram
import CompassSynthesis

/// The file of one table.
package struct DocumentFile: Hashable {
    package let table: SynthesisTable
    package let path: String
    package let format: DocumentFormat
    package let isPacked: Bool

    package init(table: SynthesisTable, path: String, format: DocumentFormat, isPacked: Bool) {
        self.table = table
        self.path = path
        self.format = format
        self.isPacked = isPacked
    }

    /// The file's name without its folder.
    package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Returns the possible names of a table's file, with their formats.
    package static func names(of table: SynthesisTable) -> [(
        name: String, format: DocumentFormat, isPacked: Bool
    )] {
        [DocumentFormat.json, .ndjson].flatMap { format in
            let name = table.fileName(lineDelimited: format == .ndjson)
            return [(name, format, false), (name + ".gz", format, true)]
        }
    }
}

extension LoadableTable {
    /// Loads a table from its file, decompressing it if necessary, or from the cache of `options`.
    ///
    /// - Returns: also the size of the decompressed document.
    package static func load(
        _ file: DocumentFile, options: LoadOptions
    ) throws(ReadError) -> LoadedDocument<Self> {
        guard file.isPacked else {
            do throws(LoadError) {
                let (table, report) = try load(contentsOf: file.path, format: file.format, options: options)
                return (table, report, OperatingSystem.byteCount(ofFile: file.path) ?? 0)
            } catch {
                throw .document(error)
            }
        }
        return try loadCached(
            contentsOf: file.path, encoding: file.format.rawValue + ".gz", options: options
        ) { () throws(ReadError) in try loadPacked(file, options) }
    }

    private static func loadPacked(
        _ file: DocumentFile, _ options: LoadOptions
    ) throws(ReadError) -> LoadedDocument<Self> {
        let document = try file.unpacked()
        do throws(LoadError) {
            let (table, report) = try document.withBytes { bytes throws(LoadError) in
                file.format == .json
                    ? try load(json: bytes, options: options) : try load(ndjson: bytes, options: options)
            }
            return (table, report, document.count)
        } catch {
            throw .document(error)
        }
    }
}

/// The reason why a table cannot be read.
package enum ReadError: Error, Hashable {
    case document(LoadError)
    case gzip(Gzip.Problem)
}

extension DocumentFile {
    /// Returns the bytes of the file.
    package func bytes() throws(ReadError) -> [UInt8] {
        do throws(OperatingSystem.CallFailure) {
            return try OperatingSystem.readFile(path)
        } catch {
            throw .document(.unreadableFile(path: path, reason: error.reason))
        }
    }

    /// Returns the decompressed bytes of the file.
    package func unpacked() throws(ReadError) -> UnpackedBytes {
        let packed = try bytes()
        do throws(Gzip.Problem) {
            let result = packed.withUnsafeBytes { bytes in
                Result { () throws(Gzip.Problem) in try Gzip.unpack(bytes) }
            }
            return try result.get()
        } catch {
            throw .gzip(error)
        }
    }
}

extension Failure {
    /// Creates the failure to read the table of `source`, a file's path or "standard input".
    package init(_ error: ReadError, source: String) {
        switch error {
        case .document(let error): self.init(error, source: source)
        case .gzip(let problem): self.init(.malformedData, "\(source): \(problem.reason)")
        }
    }
}
