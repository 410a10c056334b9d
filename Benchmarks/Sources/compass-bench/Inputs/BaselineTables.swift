import CompassBaseline
import Dispatch
import Foundation

/// The careful baseline's tables.
///
/// Its loader builds a tree of a whole document. A million rows would need tens of gigabytes, so the document
/// is cut at its line breaks, of which there is one a row, into documents of some thousand rows.
enum BaselineTables {
    /// Loads posts. No row may replace one of another piece: then the count would be wrong, which is checked
    /// where tables are compared.
    static func posts(path: String) throws -> BaselinePosts {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        let pieces = cuts(of: bytes, rowsPerPiece: 4_000)
        let loaded = LoadedPieces(count: pieces.count)
        DispatchQueue.concurrentPerform(iterations: pieces.count) { index in
            loaded.set(
                Result { try BaselineLoader.posts(document(bytes[pieces[index]])).posts.rows }, at: index)
        }
        return BaselinePosts(try loaded.all())
    }

    static func schools(path: String) throws -> BaselineSchools {
        try BaselineLoader.schools(Array(Data(contentsOf: URL(fileURLWithPath: path)))).schools
    }

    /// Ranges of whole lines.
    private static func cuts(of bytes: Data, rowsPerPiece: Int) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            var (start, end, lines) = (0, 0, 0)
            while end < buffer.count {
                let found = memchr(base + end, 0x0A, buffer.count - end)
                end = found.map { base.distance(to: UnsafeRawPointer($0)) + 1 } ?? buffer.count
                lines += 1
                if lines % rowsPerPiece == 0 || end == buffer.count {
                    pieces.append(start..<end)
                    start = end
                }
            }
        }
        return pieces
    }

    /// An array of the rows of some lines, which may begin with the array's opening bracket and end with its
    /// closing one or a comma.
    private static func document(_ lines: Data) -> [UInt8] {
        var text = Array(lines)
        let whiteSpace: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        while let last = text.last, whiteSpace.contains(last) || last == UInt8(ascii: ",") {
            text.removeLast()
        }
        if text.last == UInt8(ascii: "]") { text.removeLast() }
        if text.first == UInt8(ascii: "[") { text[0] = UInt8(ascii: " ") }
        return [UInt8(ascii: "[")] + text + [UInt8(ascii: "]")]
    }
}

/// Rows of several pieces, in the order of the pieces.
private final class LoadedPieces: @unchecked Sendable {
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
