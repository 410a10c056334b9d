import BenchmarkHarness
import CompassKernel
import CompassPages

/// The events of Social Analytics.
enum AnalyticsEvents {
    static let all = [open, range, live]

    private static func event(
        _ name: String, _ purpose: String,
        before: @escaping @MainActor @Sendable (PostsStage, Int) throws -> Void = { _, _ in },
        _ event: @escaping @MainActor @Sendable (PostsStage, Int) throws -> Void
    ) -> PageEvent {
        PageEvent(name: "pages.analytics." + name, purpose: purpose) { stages in
            let stage = try stages.posts()
            stage.feed.disappear()
            try stage.turns.run { stage.analytics.appear() }
            return .init(
                before: { try before(stage, $0) }, event: { try event(stage, $0) },
                check: { try stage.checkAnalytics() },
                after: {
                    stage.analytics.disappear()
                    stage.feed.appear()
                })
        }
    }

    private static let open = event(
        "appear", "the page appears, its posts are there", before: { stage, _ in stage.analytics.disappear() }
    ) { stage, _ in
        stage.analytics.appear()
    }

    private static let range = event("range", "the range changes, over all four") { stage, number in
        stage.analytics.range = SocialAnalyticsModel.ranges[number % 4]
    }

    private static let live = PageEvent(
        name: "pages.analytics.live", purpose: "a post arrives while each of the ranges is shown"
    ) { stages in
        let stage = try stages.posts()
        stage.feed.disappear()
        try stage.turns.run { stage.analytics.appear() }
        var total = 0
        return .init(
            before: { number in
                stage.analytics.range = SocialAnalyticsModel.ranges[number % 4]
                total = stage.analytics.page?.summary.totalPosts ?? 0
            },
            event: { _ in
                let row = stage.arrival()
                stage.source.insert(row)
                stage.note { _ = try $0.merge(json: PageRow.json([row])) }
            },
            isDone: { stage.analytics.page?.summary.totalPosts == total + 1 },
            check: { try stage.checkAnalytics() },
            after: {
                stage.analytics.disappear()
                stage.feed.appear()
            })
    }
}
