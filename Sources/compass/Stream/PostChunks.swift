import CompassFiles
import CompassKernel
import CompassProgram
import CompassSynthesis

/// The posts of several files in chunks of whole rows, which several threads take.
final class PostChunks {
    /// Some of the posts.
    struct Chunk: @unchecked Sendable {
        // Sendable: a document is only read by those who load its chunks.
        fileprivate enum Content {
            case rows(CutDocument, Range<Int>)
            case lines(LineStream.Chunk, DocumentFormat)
            case table(StoredTables, LoggedChanges?)
        }

        /// The number of the chunk, from 0 on.
        let number: Int
        /// The number of its file.
        let input: Int
        fileprivate let name: String
        fileprivate let content: Content

        /// The size of the document that is in memory, or is read from the file.
        var byteCount: Int {
            switch content {
            case .rows(_, let bytes): bytes.count
            case .lines(let lines, _): lines.bytes.count
            // The columns of a table file are mapped.
            case .table: 0
            }
        }

        /// Where the posts are, for messages.
        var place: String {
            switch content {
            case .rows(_, let bytes): "\(name), bytes \(bytes.lowerBound) to \(bytes.upperBound)"
            case .lines(let lines, _):
                "\(name), bytes \(lines.byteOffset) to \(lines.byteOffset + lines.bytes.count)"
            case .table: name
            }
        }
    }

    private enum Open {
        case document(CutDocument)
        case lines(LineStream, DocumentFormat?)
        case table(StoredTables, LoggedChanges?)
    }

    /// The size of a chunk of a document that can be cut, in bytes. With 64 threads, `CI/check-stream` takes 236 MB of
    /// anonymous memory. It does not depend on the threads, so that neither do messages nor what is accepted.
    private static let minimumByteCount = 1 << 20
    /// The number of chunks from which on they are larger: a partial answer can be of twice as many shards.
    private static let maximumChunkCount = 1 << 19
    /// The largest array that is read as a whole, because it is compressed or comes from a pipe.
    private static let maximumArrayByteCount = 64 << 20

    private let inputs: [StreamInput]
    private let byteCount: Int
    private var nextInput = 0
    private var current: Open?
    private var chunkCount = 0
    /// The bytes of the files that were taken before the current one.
    private var earlierByteCount = 0
    private(set) var takenByteCount = 0

    init(_ inputs: [StreamInput]) {
        self.inputs = inputs
        let byteCount = inputs.reduce(0) { $0 + $1.byteCount }
        self.byteCount = max(Self.minimumByteCount, byteCount / Self.maximumChunkCount)
    }

    /// Returns the next chunk; nil after the last one.
    func next() throws(Failure) -> Chunk? {
        while true {
            if let content = try takeContent() {
                chunkCount += 1
                return Chunk(
                    number: chunkCount - 1, input: nextInput - 1, name: inputs[nextInput - 1].name,
                    content: content)
            }
            if nextInput > 0 { earlierByteCount += inputs[nextInput - 1].byteCount }
            takenByteCount = earlierByteCount
            guard nextInput < inputs.count else { return nil }
            nextInput += 1
            current = try open(inputs[nextInput - 1])
        }
    }

    private func open(_ input: StreamInput) throws(Failure) -> Open {
        switch input.content {
        case .document(let format):
            let (document, start) = try Self.document(input, format)
            try ForeignFormat.refuse(start, input)
            return .document(document)
        case .lines(let format): return .lines(try LineStream(path: input.path, name: input.name), format)
        case .table(let file): return .table(file, input.changes)
        }
    }

    /// Maps a file; also returns its first bytes.
    private static func document(
        _ input: StreamInput, _ format: DocumentFormat
    ) throws(Failure) -> (CutDocument, start: [UInt8]) {
        do throws(LoadError) {
            let document = try CutDocument(input.path ?? "", format)
            return (document, try document.prefix(ForeignFormat.maximumMarkByteCount))
        } catch {
            throw Failure(error, source: input.name)
        }
    }

    /// Returns a chunk of the current file; nil after its last one.
    private func takeContent() throws(Failure) -> Chunk.Content? {
        switch current {
        case nil: return nil
        case .document(let document):
            do throws(LoadError) {
                guard let bytes = try document.next(byteCount: byteCount) else { break }
                takenByteCount = earlierByteCount + bytes.upperBound
                return .rows(document, bytes)
            } catch {
                throw Failure(error, source: inputs[nextInput - 1].name)
            }
        case .lines(let stream, let known):
            guard var lines = try stream.next(byteCount: byteCount) else { break }
            if lines.byteOffset == 0 {
                try ForeignFormat.refuse(lines.bytes, inputs[nextInput - 1])
            }
            let format = known ?? .detected(in: lines.bytes)
            if format == .json {
                guard let array = try stream.extended(lines, upTo: Self.maximumArrayByteCount) else {
                    throw arrayFailure
                }
                lines = array
            }
            current = .lines(stream, format)
            takenByteCount = earlierByteCount + stream.fileByteCount
            return .lines(lines, format)
        case .table(let file, let changes):
            current = nil
            takenByteCount = earlierByteCount + inputs[nextInput - 1].byteCount
            return .table(file, changes)
        }
        current = nil
        return nil
    }

    private var arrayFailure: Failure {
        Failure(
            .usage,
            "\(inputs[nextInput - 1].name): a JSON array of more than \(Self.maximumArrayByteCount >> 20) MB can be read "
                + "in chunks only from an uncompressed file named *.json, and NDJSON also from a compressed file or a "
                + "pipe")
    }
}

extension PostChunks.Chunk {
    private static let options = LoadOptions(maxProblems: 0, threads: 1, searchIndexing: .never)

    /// Loads the posts.
    func load() throws(Failure) -> (table: PostTable, report: IngestReport) {
        do throws(LoadError) {
            switch content {
            case .rows(let document, let bytes):
                return try document.load(PostTable.self, bytes, options: Self.options)
            case .lines(let lines, .json): return try PostTable.load(json: lines.bytes, options: Self.options)
            case .lines(let lines, .ndjson):
                do throws(LoadError) {
                    return try PostTable.load(ndjson: lines.bytes, options: Self.options)
                } catch {
                    throw error.moved(byteCount: lines.byteOffset, lineCount: lines.lineOffset)
                }
            case .table: break
            }
        } catch {
            throw Failure(error, source: name)
        }
        guard case .table(let file, let changes) = content,
            let (table, loading) = try TableLoading.measured(
                PostTable.self, .socialMediaPosts, of: file, Self.options)
        else { throw Failure(.software, "\(name): the table is missing") }
        var posts: PostTable? = table
        var logged = changes
        logged?.applyForCommand(to: &posts)
        return (posts ?? table, loading.report)
    }
}
