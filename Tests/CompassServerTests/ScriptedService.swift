import CompassKernel
import CompassPages
import Synchronization

/// A service in memory: it answers at once, and fails as a test wants.
final class ScriptedService: CompassDataSource {
    struct State {
        var posts: [String: Post] = [:]
        /// JSON arrays of the other tables; a table that is not here does not exist.
        var tables: [TableName: String] = [:]
        /// What the next reads of a table fail with.
        var failures: [TableName: [SourceError]] = [:]
        /// What all changes are refused with.
        var refusal: SourceError?
        var requestCounts: [TableName: Int] = [:]
        var changes: [PostFields] = []
        var syncResult = SyncResult(success: true)
        var seconds: Int64 = 1_772_366_400
        var subscribers: [(channel: ChangeChannel, continuation: AsyncStream<ChangeEvent>.Continuation)] = []

        mutating func nextTime() -> Timestamp {
            seconds += 1
            return Timestamp(micros: seconds * 1_000_000)
        }
    }

    private let state: Mutex<State>

    /// Creates a service with posts of one school.
    init(postCount: Int) {
        var state = State()
        for number in 0..<postCount {
            let post = Post(
                id: "p\(number)", platform: .twitter,
                postDate: Timestamp(micros: (1_772_000_000 + Int64(number)) * 1_000_000), schoolID: "s1",
                postContent: "post \(number)", updatedAt: Timestamp(micros: 1_772_300_000_000_000))
            state.posts[post.id] = post
        }
        for table in TableName.allCases where table != .posts { state.tables[table] = "[]" }
        state.tables[.schools] = #"[{"id":"s1","name":"Rice University"}]"#
        self.state = Mutex(state)
    }

    func change<Result>(_ body: (inout sending State) -> sending Result) -> sending Result {
        state.withLock { body(&$0) }
    }

    var changes: [PostFields] { state.withLock { $0.changes } }
    func subscriberCount(_ channel: ChangeChannel) -> Int {
        state.withLock { state in state.subscribers.count { $0.channel == channel } }
    }

    /// Reports something to the subscribers of a channel.
    func report(_ event: ChangeEvent, to channel: ChangeChannel = .posts) {
        let continuations = state.withLock { state in
            state.subscribers.filter { $0.channel == channel }.map(\.continuation)
        }
        for continuation in continuations { continuation.yield(event) }
    }

    /// Changes a post as another client does, and reports it.
    func setNotes(_ notes: String, ofPost id: String) {
        let json = state.withLock { state -> String in
            let time = state.nextTime()
            state.posts[id]?.notes = notes
            state.posts[id]?.updatedAt = time
            return state.posts[id].map(Self.json) ?? "null"
        }
        report(.payloads(.posts, Array(#"[{"type":"UPDATE","record":\#(json)}]"#.utf8)))
    }

    // MARK: Source

    func rows(of request: RowRequest) -> AsyncThrowingStream<RowPage, any Error> {
        AsyncThrowingStream { continuation in
            let page = state.withLock { state in Result { try Self.page(request, &state) } }
            continuation.yield(with: page)
            continuation.finish()
        }
    }

    private static func page(_ request: RowRequest, _ state: inout State) throws -> RowPage {
        state.requestCounts[request.table, default: 0] += 1
        if let failure = state.failures[request.table]?.first {
            state.failures[request.table]?.removeFirst()
            throw failure
        }
        let time = state.nextTime()
        guard request.table == .posts else {
            guard let json = state.tables[request.table] else { throw SourceError.notFound(message: "") }
            let rows = try PageRows(json: Array(json.utf8))
            return RowPage(json: Array(json.utf8), rowCount: rows.rowCount, serverTime: time)
        }
        let posts = state.posts.values.sorted { $0.id < $1.id }.filter { post in
            switch request.rows {
            case .only(let ids): ids.contains(post.id)
            case .changedSince(let start): post.updatedAt.map { $0 >= start } ?? true
            case .all, .ids, .newest: true
            }
        }
        let rows = posts.map { request.rows == .ids ? #"{"id":"\#($0.id)"}"# : json($0) }
        return RowPage(
            json: Array("[\(rows.joined(separator: ","))]".utf8), rowCount: rows.count, total: rows.count,
            serverTime: time)
    }

    private static func json(_ post: Post) -> String {
        #"{"id":"\#(post.id)","platform":"twitter","post_date":"\#(post.postDate)","school_id":"s1","#
            + #""post_content":"\#(post.postContent ?? "")","flagged_for_review":\#(post.flaggedForReview),"#
            + #""notes":\#(post.notes.map { "\"\($0)\"" } ?? "null"),"#
            + #""updated_at":"\#(post.updatedAt ?? post.postDate)"}"#
    }

    func change(post id: String, to fields: PostFields) async throws(SourceError) -> [UInt8] {
        try state.withLock { state throws(SourceError) in
            state.changes.append(fields)
            if let refusal = state.refusal { throw refusal }
            guard var post = state.posts[id] else { throw .notFound(message: "") }
            if let isFlagged = fields.isFlagged { post.flaggedForReview = isFlagged }
            switch fields.notes {
            case .removed: post.notes = nil
            case .text(let text): post.notes = text
            case nil: break
            }
            post.updatedAt = state.nextTime()
            state.posts[id] = post
            return Array("[\(Self.json(post))]".utf8)
        }
    }

    func delete(post id: String) async throws(SourceError) {
        try state.withLock { state throws(SourceError) in
            if let refusal = state.refusal { throw refusal }
            state.posts[id] = nil
        }
    }

    func sync() async throws(SourceError) -> SyncResult {
        try state.withLock { state throws(SourceError) in
            if let refusal = state.refusal { throw refusal }
            return state.syncResult
        }
    }

    func changes(_ channel: ChangeChannel) -> AsyncStream<ChangeEvent> {
        AsyncStream { continuation in
            state.withLock { $0.subscribers.append((channel, continuation)) }
            continuation.yield(.live)
        }
    }
}
