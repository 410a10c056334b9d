import CompassKernel

/// Posts that one thread changes and others read.
struct PublishedPosts: Sendable {
    var social: SocialPosts
    /// The number of payloads that were applied.
    var changeNumber = 0
    /// Whether the writer has ended, which tells readers to stop.
    var isLast = false
}
