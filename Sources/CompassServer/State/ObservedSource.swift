import CompassKernel
import CompassPages
import Synchronization

/// The posts that a source has told of, so that listeners learn which of them have changed.
///
/// A follower shows what it was told a moment later, so that everything is taken into account twice.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class TouchedPosts: Sendable {
    private struct Notes {
        var ids: Set<String> = []
        /// How often all posts were read.
        var loadCount = 0
    }

    private struct State {
        var current = Notes()
        var former = Notes()
        var serverTime: Timestamp?
    }

    private let state = Mutex(State())

    /// The latest time of the server.
    var serverTime: Timestamp? { state.withLock { $0.serverTime } }

    func note(_ ids: some Sequence<String>) { state.withLock { $0.current.ids.formUnion(ids) } }
    func noteAll() { state.withLock { $0.current.loadCount += 1 } }

    /// Forgets that all posts were read once, because nobody knew any before.
    func forgetLoad() { state.withLock { $0.current.loadCount = max(0, $0.current.loadCount - 1) } }

    func note(serverTime: Timestamp?) {
        guard let serverTime else { return }
        state.withLock { $0.serverTime = max(serverTime, $0.serverTime ?? serverTime) }
    }

    /// Returns the posts that were noted since the call before the last; nil if any may have changed.
    func take() -> Set<String>? {
        state.withLock { state in
            let (current, former) = (state.current, state.former)
            (state.former, state.current) = (current, Notes())
            return current.loadCount + former.loadCount > 0 ? nil : current.ids.union(former.ids)
        }
    }
}

/// A source whose posts are noted as they are read and reported.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct ObservedSource: CompassDataSource {
    let base: any CompassDataSource
    let touched: TouchedPosts

    func rows(of request: RowRequest) -> AsyncThrowingStream<RowPage, any Error> {
        let pages = base.rows(of: request)
        guard request.table == .posts else { return pages }
        let reader = PageReader(pages)
        let touched = touched
        return AsyncThrowingStream { [reader] in
            guard let page = try await reader.next() else { return nil }
            touched.note(serverTime: page.serverTime)
            switch request.rows {
            case .all: if reader.pageCount == 1 { touched.noteAll() }
            // Ids are read in whole to find posts that were removed; the first page may be there for its
            // count.
            case .ids: if page.rowCount > 0 { touched.noteAll() }
            case .newest, .changedSince, .only:
                if let ids = try? PageRows.ids(of: page.json) { touched.note(ids) } else { touched.noteAll() }
            }
            if case .only(let ids) = request.rows { touched.note(ids) }
            return page
        }
    }

    func changes(_ channel: ChangeChannel) -> AsyncStream<ChangeEvent> {
        let events = base.changes(channel)
        let (stream, continuation) = AsyncStream.makeStream(of: ChangeEvent.self)
        let task = Task { [touched] in
            for await event in events {
                switch event {
                case .payloads(.posts, let json): Self.note(json, touched)
                case .refetch(.posts, let ids): touched.note(ids)
                default: break
                }
                continuation.yield(event)
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Notes the posts of live payloads.
    private static func note(_ json: [UInt8], _ touched: TouchedPosts) {
        for payload in JSONElements(of: json) {
            guard let members = JSONMembers(["record", "old_record"], of: Array(payload)) else {
                return touched.noteAll()
            }
            let rows = [members[0], members[1]].compactMap { $0?.json }
            touched.note(rows.compactMap { JSONMembers(["id"], of: $0)?[0]?.text })
        }
    }

    func change(post id: String, to fields: PostFields) async throws(SourceError) -> [UInt8] {
        try await base.change(post: id, to: fields)
    }

    func delete(post id: String) async throws(SourceError) { try await base.delete(post: id) }
    func sync() async throws(SourceError) -> SyncResult { try await base.sync() }

    /// The pages of a request, read one after the other.
    private final class PageReader: @unchecked Sendable {
        // Sendable: the one stream that has it reads one page at a time.
        private var iterator: AsyncThrowingStream<RowPage, any Error>.AsyncIterator
        private(set) var pageCount = 0

        init(_ pages: AsyncThrowingStream<RowPage, any Error>) { iterator = pages.makeAsyncIterator() }

        func next() async throws -> RowPage? {
            let page = try await iterator.next()
            pageCount += 1
            return page
        }
    }
}
