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

    private let inputs: [StreamInput]
    private let byteCount: Int
    private var nextInput = 0
    private var current: Open?
    private var chunkCount = 0
    /// The bytes of the files that were taken before the current one.
    private var earlierByteCount = 0
    private(set) var takenByteCount = 0

    /// - Parameter byteCount: the size of a chunk in bytes.
    init(_ inputs: [StreamInput], byteCount: Int) {
        self.inputs = inputs
        self.byteCount = byteCount
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
            do throws(LoadError) {
                return .document(try CutDocument(input.path ?? "", format))
            } catch {
                throw Failure(error, source: input.name)
            }
        case .lines(let format): return .lines(try LineStream(path: input.path, name: input.name), format)
        case .table(let file): return .table(file, input.changes)
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
            guard let lines = try stream.next(byteCount: byteCount) else { break }
            let format = known ?? .detected(in: lines.bytes)
            guard format == .ndjson || lines.isLast else { throw arrayFailure }
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
            "\(inputs[nextInput - 1].name): a JSON array of this size can be read in chunks only from an "
                + "uncompressed file named *.json; NDJSON also from a compressed file or a pipe")
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
