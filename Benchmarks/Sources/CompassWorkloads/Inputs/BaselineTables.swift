import CompassBaseline
import Dispatch
import Foundation

/// The careful baseline's tables.
///
/// Its loader builds a tree of a whole document. A million rows would require tens of gigabytes, so the
/// document, which has one row a line, is split at line breaks into documents of some thousand rows.
enum BaselineTables {
    /// Loads posts. A row must not replace one of another chunk: the count would be wrong, which is checked
    /// where tables are compared.
    static func posts(path: String) throws -> BaselinePosts {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        let pieces = JSONArrayLines.pieces(of: bytes, rowsPerPiece: 4_000)
        let loaded = LoadedChunks(count: pieces.count)
        DispatchQueue.concurrentPerform(iterations: pieces.count) { index in
            loaded.set(
                Result {
                    let array = [UInt8(ascii: "[")] + JSONArrayLines.objects(bytes[pieces[index]])
                    return try BaselineLoader.posts(array + [UInt8(ascii: "]")]).posts.rows
                }, at: index)
        }
        return BaselinePosts(try loaded.all())
    }

    static func schools(path: String) throws -> BaselineSchools {
        try BaselineLoader.schools(Array(Data(contentsOf: URL(fileURLWithPath: path)))).schools
    }
}

/// Returns the rows of several chunks, in the order of the chunks.
private final class LoadedChunks: @unchecked Sendable {
    // Sendable: `results` is guarded by `lock`.
    private let lock = NSLock()
    private var results: [Result<[BaselinePost], any Error>?]

    init(count: Int) { results = Array(repeating: nil, count: count) }

    func set(_ result: Result<[BaselinePost], any Error>, at index: Int) {
        lock.withLock { results[index] = result }
    }

    func all() throws -> [BaselinePost] {
        try lock.withLock { try results.compactMap { try $0?.get() }.flatMap { $0 } }
    }
}
