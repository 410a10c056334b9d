import CompassKernel
import CompassPages
import XCTest

/// Tests of changes that the user makes in Social Media Monitoring.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
class FeedChangesTestCase: XCTestCase {
    let rows: [ServerRow] = [
        .post("1", date: "2026-02-10T11:00:00Z"), .post("2", notes: "old"),
        .post("3", date: "2026-02-09T10:00:00Z", flagged: true), .school("s1", "Duke"),
    ]
    let undone = PageNotice(text: "Your change could not be saved and was undone.", kind: .banner)
    let notFound = PageNotice(text: "Post not found", kind: .banner)

    /// Waits until no change is under way.
    func rest(_ scene: PageScene) async {
        await scene.settle { scene.server.inFlightCount == scene.server.heldCount }
        await scene.settled()
    }

    func flags(_ model: SocialFeedModel) -> [String] { model.posts.filter(\.flaggedForReview).map(\.id) }

    func notes(_ model: SocialFeedModel, _ id: String) -> String? {
        model.posts.first { $0.id == id }?.notes
    }

    func flag(_ id: String, _ isFlagged: Bool) -> PageServer.Change {
        PageServer.Change(id: id, fields: .flag(isFlagged))
    }

    func delete(_ id: String, _ model: SocialFeedModel) {
        model.askToDelete(id)
        model.confirmDeletion()
    }
}
