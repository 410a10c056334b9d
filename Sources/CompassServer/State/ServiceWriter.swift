import CompassKernel
import CompassPages
import CompassSynthesis

/// Makes all changes of what a service's server shows, one after the other, on a thread of its own: what the
/// service reports, and what it has confirmed of the changes that were sent to it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
actor ServiceWriter {
    /// The change that takes another one back at the service.
    enum Inverse: Sendable {
        case fields(PostFields)
        /// A deleted row cannot be added again by this server.
        case none
    }

    private let queue = WriterQueue("CompassServer.service")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let published: PublishedState
    private let source: any CompassDataSource
    private let touched: TouchedPosts
    private let elapsed: @Sendable () -> Duration
    private var tables = PageTables()
    /// The posts that the service has; nil before they were read.
    private var followed: PostTable?
    private var areNamesRead = false
    private var confirmed = ConfirmedPosts()
    private var undos = UndoHistory<Inverse>()
    /// The last change of each post that is being sent, so that they arrive in their order.
    private var sending: [String: (number: Int, task: Task<Void, Never>)] = [:]
    private var sentCount = 0

    init(
        _ published: PublishedState, _ source: any CompassDataSource, _ touched: TouchedPosts,
        elapsed: @escaping @Sendable () -> Duration
    ) {
        self.published = published
        self.source = source
        self.touched = touched
        self.elapsed = elapsed
    }

    // MARK: Tables

    func begin(_ table: SynthesisTable?) { published.update { $0.loadingTable = table?.rawValue } }

    /// Shows the posts of the service, with what it has confirmed and not reported yet.
    func show(_ update: PostFollower.Update) {
        if case .failed(let error) = update.status { note(error) }
        guard var posts = update.posts else { return }
        confirmed.apply(toFollowed: &posts)
        let isFirst = followed == nil
        if isFirst { touched.forgetLoad() }
        followed = posts
        if case .failed = update.status {
        } else {
            let count = posts.count
            tables.note(
                .socialMediaPosts,
                IngestReport(table: TableName.posts.rawValue, rows: count, loaded: count))
        }
        guard areNamesRead else { return }
        if isFirst || published.snapshot.posts.value == nil { return showPosts(.tables) }
        showChanges(to: posts)
    }

    /// Notes that posts could not be read; shows it if there are none.
    private func note(_ error: SourceError) {
        tables.note(.socialMediaPosts, failure: error.description)
        let statuses = tables.statuses
        guard followed == nil else { return published.update { $0.tables = statuses } }
        published.publish([.tables]) { snapshot in
            snapshot.tables = statuses
            snapshot.posts = .failed(reason: "\(TableName.posts.rawValue): \(error)")
        }
    }

    private func showChanges(to posts: PostTable) {
        guard case .ready(var social) = published.snapshot.posts else { return }
        let event: ServerEvent? =
            switch touched.take() {
            case nil: .reset
            case let ids?: ServerEvent.comparing(social.posts, with: posts, ids: ids)
            }
        social.update { $0 = posts }
        published.publish(event.map { [$0] } ?? []) { snapshot in
            snapshot.posts = .ready(social)
            snapshot.tables = tables.statuses
        }
    }

    private func showPosts(_ event: ServerEvent) {
        let (tables, posts) = (tables, followed)
        published.publish([event]) { tables.showPosts(posts, in: &$0) }
    }

    /// Shows a table that was read, and the pages that are made of it if all their tables were.
    func add(_ arrival: PageTables.Arrival, of table: SynthesisTable, isFirst: Bool) {
        arrival(&tables)
        let tables = tables
        switch table {
        case .socialMediaPosts: break
        case .schools, .coaches:
            if isFirst, table == .schools { break }
            areNamesRead = true
            if followed != nil { showPosts(.tables) }
        case .interactions, .schoolStatusHistory, .documents:
            if isFirst, table != .documents { break }
            published.publish([.tables]) { tables.showActivity(in: &$0) }
        case .performanceMetrics: published.publish([.tables]) { tables.showReports(in: &$0) }
        case .events, .offers:
            if isFirst, table != .offers { break }
            published.publish([.tables]) { tables.showTimeline(in: &$0) }
        }
    }

    /// Shows tables that were read again.
    func replace(_ arrivals: [PageTables.Arrival]) {
        for arrival in arrivals { arrival(&tables) }
        let tables = tables
        let posts = published.snapshot.posts.value?.posts
        published.publish([.tables]) { snapshot in
            if posts != nil { tables.showPosts(posts, in: &snapshot) }
            tables.showActivity(in: &snapshot)
            tables.showReports(in: &snapshot)
            tables.showTimeline(in: &snapshot)
        }
    }

    /// The posts to follow from.
    var shownPosts: PostTable? { followed }

    // MARK: Changes

    /// Changes a post at the service, and shows the row that it returns.
    func change(post id: String, to fields: PostFields) async throws(APIError) -> ChangeReceipt {
        try await inOrder(id) { () async throws(APIError) in try await self.send(fields, toPost: id) }
    }

    /// Deletes a post at the service.
    func delete(post id: String) async throws(APIError) -> ChangeReceipt {
        try await inOrder(id) { () async throws(APIError) in try await self.sendDeletion(ofPost: id) }
    }

    /// Sends the former values of a change.
    func undo(_ number: UInt64) async throws(APIError) -> ChangeReceipt {
        guard let undo = undos.change(number, at: elapsed()) else { throw APIError.tooLateToUndo }
        guard case .fields(let fields) = undo.change else {
            throw APIError(409, "a deletion that was sent to the service cannot be taken back")
        }
        undos.remove(number)
        do throws(APIError) { return try await change(post: undo.postID, to: fields) } catch {
            // It can be tried again, for ten minutes from now.
            undos.append(number, undo.change, ofPost: undo.postID, at: elapsed())
            throw error
        }
    }

    /// Runs `body` after the changes of a post that are being sent.
    private func inOrder(
        _ id: String, _ body: @escaping @Sendable () async throws(APIError) -> ChangeReceipt
    ) async throws(APIError) -> ChangeReceipt {
        sentCount += 1
        let number = sentCount
        let former = sending[id]?.task
        let task = Task { () -> Result<ChangeReceipt, APIError> in
            await former?.value
            do throws(APIError) { return .success(try await body()) } catch { return .failure(error) }
        }
        sending[id] = (number, Task { _ = await task.value })
        let result = await task.value
        if sending[id]?.number == number { sending[id] = nil }
        return try result.get()
    }

    private func send(_ fields: PostFields, toPost id: String) async throws(APIError) -> ChangeReceipt {
        let before = try shownPost(id)
        let json: [UInt8]
        do throws(SourceError) { json = try await source.change(post: id, to: fields) } catch {
            throw APIError(error)
        }
        var former = PostFields()
        if fields.isFlagged != nil { former.isFlagged = before.flaggedForReview }
        if fields.notes != nil { former.notes = before.notes.map { .text($0) } ?? .removed }
        return try show(.fields(former), ofPost: id) { posts throws(PostChangeError) in
            // The service may answer for a post that was reported as removed meanwhile.
            if posts.post(id: id) != nil { try posts.merge(json: json) }
        }
    }

    private func sendDeletion(ofPost id: String) async throws(APIError) -> ChangeReceipt {
        _ = try shownPost(id)
        do throws(SourceError) { try await source.delete(post: id) } catch { throw APIError(error) }
        return try show(.none, ofPost: id) { posts throws(PostChangeError) in
            if posts.post(id: id) != nil { try posts.remove(id: id) }
        }
    }

    private func shownPost(_ id: String) throws(APIError) -> Post {
        guard case .ready(let social) = published.snapshot.posts else {
            throw APIError(withoutPosts: published.snapshot)
        }
        guard let post = social.posts.post(id: id) else {
            throw APIError(PostChangeError.unknownPost(id: id))
        }
        return post
    }

    /// Shows what the service has confirmed.
    private func show(
        _ inverse: Inverse, ofPost id: String,
        _ change: (inout PostTable) throws(PostChangeError) -> Void
    ) throws(APIError) -> ChangeReceipt {
        guard case .ready(var social) = published.snapshot.posts else {
            throw APIError(withoutPosts: published.snapshot)
        }
        let before = social.posts.post(id: id)
        do throws(PostChangeError) { try social.update(change) } catch { throw APIError(.refused(error)) }
        let after = social.posts.post(id: id)
        if let after { confirmed.put(after, loadNumber: 0) } else { confirmed.remove(id, loadNumber: 0) }
        followed = social.posts
        let event: ServerEvent =
            before != nil && after == nil
            ? .posts(ServerEvent.PostChanges(removed: [id])) : .posts(ServerEvent.PostChanges(changed: [id]))
        published.publish([event]) { $0.posts = .ready(social) }
        let generation = published.snapshot.generation
        undos.append(generation, inverse, ofPost: id, at: elapsed())
        if case .none = inverse { return ChangeReceipt(generation: generation, undo: nil) }
        return ChangeReceipt(generation: generation, undo: generation)
    }
}

extension ServerEvent {
    /// Returns the event for the differences of some posts between two tables; nil if there is none.
    static func comparing(_ before: PostTable, with after: PostTable, ids: some Sequence<String>)
        -> ServerEvent?
    {
        var changes = PostChanges()
        for id in ids.sorted() {
            switch (before.post(id: id), after.post(id: id)) {
            case (nil, nil): continue
            case (nil, _): changes.added.append(id)
            case (_, nil): changes.removed.append(id)
            case (let old, let new): if old != new { changes.changed.append(id) }
            }
        }
        return changes.count == 0 ? nil : ServerEvent(changes)
    }
}
