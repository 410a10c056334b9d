import CompassKernel
import Foundation

/// The latest copy of posts that one thread changes and others read.
final class PublishedPosts: @unchecked Sendable {
    // Sendable: `latest` and `hasEnded` are guarded by `lock`.
    private let lock = NSLock()
    private var latest: Copy
    private var hasEnded = false

    /// A copy, and the number of payloads that were applied to it.
    struct Copy: Sendable {
        var social: SocialPosts
        var changeNumber: Int
    }

    init(_ social: SocialPosts) { latest = Copy(social: social, changeNumber: 0) }

    func publish(_ copy: Copy) {
        var copy = copy
        // The earlier copy is released after the lock, which readers would otherwise wait for.
        lock.withLock { swap(&latest, &copy) }
    }

    /// Tells readers to stop.
    func end() { lock.withLock { hasEnded = true } }

    /// The latest posts, also after the writer has ended.
    var last: SocialPosts { lock.withLock { latest.social } }

    /// Returns the latest copy; nil once the writer has ended.
    func copy() -> Copy? { lock.withLock { hasEnded ? nil : latest } }
}
