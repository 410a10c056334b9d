import CompassKernel
import CompassProgram
import CompassSynthesis

/// The file of one table.
struct TableFile: Hashable {
    let table: SynthesisTable
    let path: String
    let format: DocumentFormat
    let isPacked: Bool

    /// The file's name without its folder.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Returns the possible names of a table's file, with their formats.
    static func names(of table: SynthesisTable) -> [(name: String, format: DocumentFormat, isPacked: Bool)] {
        [DocumentFormat.json, .ndjson].flatMap { format in
            let name = table.fileName(lineDelimited: format == .ndjson)
            return [(name, format, false), (name + ".gz", format, true)]
        }
    }
}

/// A table that can be loaded from bytes and from a file.
protocol LoadableTable {
    static func load(
        json: some Collection<UInt8>, options: LoadOptions
    ) throws(LoadError) -> (table: Self, report: IngestReport)

    static func load(
        ndjson: some Collection<UInt8>, options: LoadOptions
    ) throws(LoadError) -> (table: Self, report: IngestReport)

    static func load(
        contentsOf path: String, format: DocumentFormat?, options: LoadOptions
    ) throws(LoadError) -> (table: Self, report: IngestReport)
}

extension PostTable: LoadableTable {}
extension SchoolDirectory: LoadableTable {}
extension RecordTable: LoadableTable {}

extension LoadableTable {
    /// Loads a table from its file, decompressing it if necessary.
    ///
    /// - Returns: also the size of the decompressed document.
    static func load(
        _ file: TableFile, options: LoadOptions
    ) throws(ReadError) -> (table: Self, report: IngestReport, byteCount: Int) {
        guard file.isPacked else {
            do throws(LoadError) {
                let (table, report) = try load(contentsOf: file.path, format: file.format, options: options)
                return (table, report, OperatingSystem.byteCount(ofFile: file.path) ?? 0)
            } catch {
                throw .document(error)
            }
        }
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
enum ReadError: Error, Hashable {
    case document(LoadError)
    case gzip(Gzip.Problem)
}

extension TableFile {
    /// Returns the bytes of the file.
    func bytes() throws(ReadError) -> [UInt8] {
        do throws(OperatingSystem.CallFailure) {
            return try OperatingSystem.readFile(path)
        } catch {
            throw .document(.unreadableFile(path: path, reason: error.reason))
        }
    }

    /// Returns the decompressed bytes of the file.
    func unpacked() throws(ReadError) -> UnpackedBytes {
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
    init(_ error: ReadError, source: String) {
        switch error {
        case .document(let error): self.init(error, source: source)
        case .gzip(let problem): self.init(.malformedData, "\(source): \(problem.reason)")
        }
    }
}
