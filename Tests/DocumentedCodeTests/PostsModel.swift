#if canImport(Observation)
    import CompassKernel
    import Observation

    /// The app's server, as far as the page needs it.
    protocol PostServer: Sendable {
        func setFlag(_ isFlagged: Bool, ofPost id: String) async throws
    }

    /// What SwiftUI observes.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @MainActor @Observable
    final class PostsModel {
        private(set) var page: PostsPage
        private(set) var message: String?
        private let server: any PostServer
        private let now: @Sendable () -> Timestamp

        init(_ page: PostsPage, server: any PostServer, now: @escaping @Sendable () -> Timestamp) {
            self.page = page
            self.server = server
            self.now = now
        }

        func show(_ range: AnalyticsRange) { page.show(range, asOf: now()) }

        func search(for text: String) { page.search(for: text, asOf: now()) }

        func showMore() { page.showMore(asOf: now()) }

        func setFlag(_ isFlagged: Bool, of post: FeedPost) async {
            do {
                let inverse = try page.setFlag(isFlagged, ofPost: post.id, asOf: now())
                do {
                    try await server.setFlag(isFlagged, ofPost: post.id)
                } catch {
                    message = "The server did not take the flag."
                    try page.takeBack(inverse, asOf: now())
                }
            } catch {
                message = error.description
            }
        }
    }
#endif
