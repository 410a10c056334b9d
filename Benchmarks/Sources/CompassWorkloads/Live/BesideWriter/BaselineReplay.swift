import BenchmarkHarness
import CompassBaseline
import CompassKernel
import Dispatch
import Foundation

/// A page that a reader kept, to be compared with the baseline's.
package struct KeptPage: Sendable {
    package var query: LiveQuery
    package var result: LivePageResult
    /// The number of payloads that were applied to the posts.
    package var changeNumber: Int
}

/// The baseline's posts, to which recorded payloads are applied up to a change number.
struct BaselineReplay {
    private let payloads: [RecordedPayload]
    private var store: BaselinePostStore
    private(set) var posts: BaselinePosts
    private var changeNumber = 0

    init(_ start: BaselinePosts, _ payloads: [RecordedPayload]) {
        self.payloads = payloads
        posts = start
        store = BaselinePostStore(start.rows)
    }

    /// Applies the payloads up to a number, which is not less than the last one.
    mutating func advance(to number: Int) throws {
        guard number >= changeNumber, number <= payloads.count else {
            throw CheckFailure("change number \(number) is not one of \(changeNumber) to \(payloads.count)")
        }
        if number == changeNumber { return }
        var changed: Set<BaselineText> = []
        for payload in payloads[changeNumber..<number] {
            _ = try store.applyPayload(payload.document)
            changed.insert(BaselineText(payload.id))
        }
        changeNumber = number
        // Rows that stay in order sort much faster than those of the store, which have none.
        posts = BaselinePosts(
            posts.rows.filter { !changed.contains($0.id) } + changed.compactMap { store[$0] })
        try CheckFailure.unless(
            posts.rows.count == store.count,
            "change \(number): \(posts.rows.count) posts were replayed, but the store has \(store.count)")
    }

    /// Compares kept pages with those of the baseline at their change numbers, in two threads.
    ///
    /// - Returns: descriptions of the pages that differ, by change number.
    static func differences(
        of pages: [KeptPage], from start: BaselinePosts, _ payloads: [RecordedPayload], _ place: LivePlace
    ) throws -> [String] {
        let pages = pages.sorted { $0.changeNumber < $1.changeNumber }
        let parts = [pages[..<(pages.count / 2)], pages[(pages.count / 2)...]]
        let found = FoundDifferences(count: parts.count)
        DispatchQueue.concurrentPerform(iterations: parts.count) { part in
            found.set(
                Result {
                    var replay = BaselineReplay(start, payloads)
                    return try parts[part].compactMap { page in
                        try replay.advance(to: page.changeNumber)
                        let parts = page.query.differences(of: page.result, from: replay.posts, place)
                        if parts.isEmpty { return nil }
                        return "change \(page.changeNumber), \(page.query.name): "
                            + parts.joined(separator: ", ")
                    }
                }, at: part)
        }
        return try found.all()
    }
}

/// What the threads found, in their order.
private final class FoundDifferences: @unchecked Sendable {
    // Sendable: `results` is guarded by `lock`.
    private let lock = NSLock()
    private var results: [Result<[String], any Error>?]

    init(count: Int) { results = Array(repeating: nil, count: count) }

    func set(_ result: Result<[String], any Error>, at index: Int) {
        lock.withLock { results[index] = result }
    }

    func all() throws -> [String] { try lock.withLock { try results.flatMap { try $0?.get() ?? [] } } }
}
