import CompassKernel
import CompassPages
import Foundation

/// An app's model: it keeps the newest posts of a follower.
public final class FollowedPosts: @unchecked Sendable {
    // Sendable: the update and its count are read and written only with the lock held.
    private let lock = NSLock()
    private var update: PostFollower.Update?
    private var statusList: [PostFollower.Status] = []
    private var task: Task<Void, Never>?

    /// Begins to follow.
    ///
    /// - Parameters:
    ///   - follower: what is followed.
    ///   - onUpdate: called with each update, as soon as it is there.
    public init(
        _ follower: PostFollower, onUpdate: @escaping @Sendable (PostFollower.Update) -> Void = { _ in }
    ) {
        let updates = follower.updates()
        task = Task { [weak self] in
            for await update in updates {
                self?.note(update)
                onUpdate(update)
            }
        }
    }

    deinit { task?.cancel() }

    private func note(_ update: PostFollower.Update) {
        lock.withLock {
            self.update = update
            if statusList.last != update.status { statusList.append(update.status) }
        }
    }

    /// The newest posts with their status; nil before the first update.
    public var latest: PostFollower.Update? { lock.withLock { update } }

    /// The statuses so far, each once for as long as it lasted.
    public var statuses: [PostFollower.Status] { lock.withLock { statusList } }

    /// Stops to follow.
    public func stop() { task?.cancel() }

    /// Waits until the status is `status` and the posts satisfy a condition.
    ///
    /// - Parameters:
    ///   - status: the status.
    ///   - seconds: the time after which it gives up.
    ///   - condition: the condition on the posts.
    /// - Returns: the posts; nil if they never were like that.
    public func posts(
        _ status: PostFollower.Status = .live, within seconds: Double = 60,
        where condition: (PostTable) -> Bool = { _ in true }
    ) async throws -> PostTable? {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            if let update = latest, update.status == status, let posts = update.posts, condition(posts) {
                return posts
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        return nil
    }
}
