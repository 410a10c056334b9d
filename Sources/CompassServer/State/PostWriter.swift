import CompassFiles
import CompassKernel
import CompassProgram

/// Makes all changes of what the server of a directory or a table file shows, one after the other, on a thread of its own.
///
/// Changes that arrive while others are written are written together, so that one wait for the disk serves
/// all of them.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
actor PostWriter {
    /// A change that somebody waits for.
    enum Change: Sendable {
        case fields(PostFieldsChange, ofPost: String)
        case deletion(ofPost: String)
        case undo(UInt64)
    }

    private struct Request {
        let change: Change
        let continuation: CheckedContinuation<Result<ChangeReceipt, APIError>, Never>
    }

    /// A change that was applied, but is not on the disk yet.
    private struct Applied {
        let postID: String
        let inverse: PostChange
        let event: ServerEvent
        /// The number of the change that it takes back.
        var undone: UInt64?
    }

    private let queue = WriterQueue("CompassServer.changes")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let published: PublishedState
    /// The log; nil when changes are not allowed.
    private var log: ChangeLog?
    private let now: @Sendable () -> Timestamp
    /// The time since the server was started.
    private let elapsed: @Sendable () -> Duration
    private var undos = UndoHistory<PostChange>()
    private var waiting: [Request] = []

    init(
        _ published: PublishedState, _ log: ChangeLog?, now: @escaping @Sendable () -> Timestamp,
        elapsed: @escaping @Sendable () -> Duration
    ) {
        self.published = published
        self.log = log
        self.now = now
        self.elapsed = elapsed
    }

    // MARK: Changes

    /// Makes a change; returns once it is on the disk and shown.
    func make(_ change: Change) async throws(APIError) -> ChangeReceipt {
        let result = await withCheckedContinuation { continuation in
            waiting.append(Request(change: change, continuation: continuation))
            // Runs after all requests that wait for this actor now.
            if waiting.count == 1 { Task { self.makeWaitingChanges() } }
        }
        return try result.get()
    }

    private func makeWaitingChanges() {
        let requests = waiting
        waiting = []
        guard case .ready(var social) = published.snapshot.posts else {
            let error = APIError(withoutPosts: published.snapshot)
            for request in requests { request.continuation.resume(returning: .failure(error)) }
            return
        }
        var lines: [UInt8] = []
        let outcomes = requests.map { request -> Result<Applied, APIError> in
            Result { () throws(APIError) in try apply(request.change, to: &social, &lines) }
        }
        do throws(APIError) { try log?.append(lines) } catch {
            for (request, outcome) in zip(requests, outcomes) {
                let refusal = if case .failure(let own) = outcome { own } else { error }
                request.continuation.resume(returning: .failure(refusal))
            }
            return
        }
        let applied = outcomes.compactMap { try? $0.get() }
        let first = published.snapshot.generation
        published.publish(applied.map(\.event)) { $0.posts = .ready(social) }
        var generation = first
        let time = elapsed()
        for (request, outcome) in zip(requests, outcomes) {
            request.continuation.resume(
                returning: outcome.map { applied in
                    generation += 1
                    if let undone = applied.undone { undos.remove(undone) }
                    undos.append(generation, applied.inverse, ofPost: applied.postID, at: time)
                    return ChangeReceipt(generation: generation, undo: generation)
                })
        }
    }

    private func apply(
        _ change: Change, to social: inout SocialPosts, _ lines: inout [UInt8]
    ) throws(APIError) -> Applied {
        switch change {
        case .fields(let fields, let id): return try apply(fields.change(ofPost: id), id, to: &social, &lines)
        case .deletion(let id): return try apply(.remove(id), id, to: &social, &lines)
        case .undo(let number):
            do throws(APIError) {
                guard let undo = undos.change(number, at: elapsed()) else {
                    throw APIError.tooLateToUndo
                }
                var applied = try apply(undo.change, undo.postID, to: &social, &lines)
                applied.undone = number
                return applied
            } catch {
                // The post is not missing for the user, but for the change.
                throw error.status == 404 ? APIError(409, error.message) : error
            }
        }
    }

    private func apply(
        _ change: PostChange, _ id: String, to social: inout SocialPosts, _ lines: inout [UInt8]
    ) throws(APIError) -> Applied {
        let before = social.posts.post(id: id)
        let inverse: PostChange
        do throws(PostChangeError) {
            inverse = try social.update { posts throws(PostChangeError) in try posts.apply(change) }
        } catch {
            throw APIError(error)
        }
        let after = social.posts.post(id: id)
        if let payload = ChangePayload(from: before, to: after), log != nil {
            lines += payload.line(at: log?.nextCommit(now()) ?? now())
        }
        let event = ServerEvent(
            ServerEvent.PostChanges(
                changed: before != nil && after != nil ? [id] : [],
                removed: before != nil && after == nil ? [id] : [],
                added: before == nil && after != nil ? [id] : []))
        return Applied(postID: id, inverse: inverse, event: event)
    }

    // MARK: Tables

    /// Publishes what is not counted as a change.
    func update(_ change: @Sendable (inout ServerSnapshot) -> Void) { published.update(change) }

    /// Publishes tables.
    func publish(_ event: ServerEvent, _ change: @Sendable (inout ServerSnapshot) -> Void) {
        published.publish([event], change)
    }

    /// Publishes posts as their file has them, with the changes of the log.
    ///
    /// - Parameters:
    ///   - posts: the file's posts; nil if it cannot be read.
    ///   - logged: the log, for a server that does not write it.
    ///   - complete: completes the snapshot, given the posts with their changes.
    func publish(
        _ posts: PostTable?, _ logged: LoggedChanges?, _ event: ServerEvent,
        _ report: @Sendable (String) -> Void,
        _ complete: @Sendable (inout ServerSnapshot, PostTable?) -> Void
    ) {
        var posts = posts ?? published.snapshot.posts.value?.posts
        if posts != nil { apply(logged, to: &posts!, report) }
        published.publish([event]) { complete(&$0, posts) }
    }

    /// Publishes posts that a file was merged into; returns the number of new posts.
    ///
    /// - Parameter merge: the merge into the posts as they were some changes ago.
    func publish(_ merge: FileMerge, _ logged: LoggedChanges?, _ report: @Sendable (String) -> Void) -> Int {
        guard case .ready(var social) = published.snapshot.posts else { return 0 }
        let before = social.posts
        var after = merge.posts
        // Also makes the changes that were made meanwhile.
        apply(logged, to: &after, report)
        let event = merge.event(from: before, to: after)
        social.update { $0 = after }
        if let event { published.publish([event]) { $0.posts = .ready(social) } }
        return merge.newCount(in: after)
    }

    /// Builds the index by which posts are changed, so that the first change need not.
    func prepareForChanges() {
        guard case .ready(var social) = published.snapshot.posts else { return }
        social.update { $0.prepareForChanges() }
        published.update { $0.posts = .ready(social) }
    }

    /// Applies the log to posts that were read from a file.
    private func apply(_ logged: LoggedChanges?, to posts: inout PostTable, _ report: (String) -> Void) {
        do throws(OperatingSystem.CallFailure) {
            var read = logged
            if read == nil { read = try log?.read(report) }
            guard var changes = read else { return }
            changes.apply(to: &posts)
            changes.reportProblems(report)
        } catch {
            report("the log of changes cannot be read: \(error.reason)")
        }
    }
}

extension PostFieldsChange {
    /// The change of a table.
    func change(ofPost id: String) -> PostChange {
        var changes: [PostChange] = []
        if let flaggedForReview { changes.append(.flag(id, flaggedForReview)) }
        if let notes { changes.append(.notes(id, notes)) }
        return .all(changes)
    }
}

extension APIError {
    /// A change that cannot be undone any more.
    static var tooLateToUndo: APIError {
        APIError(
            410,
            "this change was taken back, or is not one of the last \(UndoLimits.maximumCount) of the last "
                + "ten minutes")
    }

    /// A change that was not allowed.
    static var changesNotAllowed: APIError {
        APIError(403, "changes are not allowed: start the server with --allow-changes")
    }

    /// Creates the error for posts that are not there, because they are loaded or could not be.
    init(withoutPosts snapshot: ServerSnapshot) {
        if case .failed(let reason) = snapshot.posts {
            self.init(503, reason)
        } else {
            self.init(503, "the posts are being loaded", retryAfter: 1, loading: snapshot.loadingTable)
        }
    }

    /// Creates the error for a sync that comes too soon after another one; nil if it does not.
    init?(syncAt time: Duration, after last: Duration?) {
        guard let last, time - last < SyncLimits.interval else { return nil }
        let wait = SyncLimits.interval - (time - last)
        let seconds = Int(wait.components.seconds) + (wait.components.attoseconds > 0 ? 1 : 0)
        self.init(429, "a sync is possible every 10 seconds", retryAfter: max(1, seconds))
    }

    /// Creates the error for a change that a table refuses.
    init(_ error: PostChangeError) {
        switch error {
        case .unknownPost(let id):
            // The id is the request's: as long as it likes, and of any characters.
            let shown = PostChangeError.unknownPost(id: QueryParameters.shown(id))
            self.init(404, shown.description)
        case .placeTaken, .deletedMeanwhile: self.init(409, error.description)
        case .emptyID, .textTooLarge, .malformedPayload, .unreadable: self.init(400, error.description)
        case .tooManyPosts: self.init(507, error.description)
        }
    }
}
