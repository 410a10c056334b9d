import CompassKernel
import CompassProgram

/// A format of files in which posts are kept, but not one of documents of posts.
enum ForeignFormat: CaseIterable {
    case parquet
    case arrowFile
    case arrowStream
    case tableFile
    case zstd
    case sqlite
    case zip

    /// The number of bytes by which all of them are told.
    static let maximumMarkByteCount = 16

    /// The format of a file with these bytes at its start; nil if it is none of them.
    init?(beginningWith bytes: [UInt8]) {
        guard let format = Self.allCases.first(where: { $0.begins(bytes) }) else { return nil }
        self = format
    }

    private func begins(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .parquet: bytes.starts(with: Array("PAR1".utf8))
        case .arrowFile: bytes.starts(with: Array("ARROW1".utf8))
        // A message of an Arrow stream begins with this mark, before the length of its metadata.
        case .arrowStream: bytes.starts(with: [0xff, 0xff, 0xff, 0xff])
        case .tableFile: StoredTables.isTableFile(beginningWith: bytes)
        case .zstd: bytes.starts(with: [0x28, 0xb5, 0x2f, 0xfd])
        case .sqlite: bytes.starts(with: Array("SQLite format 3".utf8))
        case .zip: bytes.starts(with: [0x50, 0x4b, 0x03, 0x04])
        }
    }

    private var name: String {
        switch self {
        case .parquet: "a Parquet file"
        case .arrowFile: "an Arrow file"
        case .arrowStream: "an Arrow stream"
        case .tableFile: "a table file"
        case .zstd: "compressed by Zstandard"
        case .sqlite: "a SQLite database"
        case .zip: "a ZIP archive"
        }
    }

    private var advice: String {
        switch self {
        case .parquet, .arrowFile, .arrowStream:
            "export its rows as NDJSON, or read it in Python: compass_kernel.Posts.from_arrow takes tables of pyarrow, "
                + "compass_kernel.spark many files"
        case .tableFile: "a table file is opened by its path, uncompressed"
        case .zstd: "decompress it, 'zstd -dc FILE | compass social - --stream', or compress it with gzip"
        case .sqlite: "export its rows as NDJSON"
        case .zip: "extract the files in it"
        }
    }

    /// Throws if an input begins as one of these formats.
    static func refuse(_ bytes: [UInt8], _ input: StreamInput) throws(Failure) {
        guard let format = ForeignFormat(beginningWith: bytes) else { return }
        throw Failure(
            .malformedData,
            ["\(input.name): it is \(format.name), not NDJSON or a JSON array", format.advice])
    }
}
