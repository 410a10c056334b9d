import CompassKernel

/// Rows for tests of Social Media Monitoring.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
enum FeedRows {
    /// Five posts that each filter divides in its own way.
    static let varied: [ServerRow] = [
        .post(
            "1", date: "2026-02-10T11:59:30Z", content: "Camp on Saturday", recruiting: true, flagged: true),
        .post("2", date: "2026-02-10T10:00:00Z", platform: "instagram", sentiment: "very_positive"),
        .post("3", date: "2026-02-09T10:00:00Z", school: "s2", content: "Camp photos", sentiment: "neutral"),
        .post("4", date: "2026-02-08T10:00:00Z", school: nil, content: nil, recruiting: true),
        .post("5", date: "2026-01-01T10:00:00Z", platform: "instagram", school: "s2"),
        .school("s1", "Duke"), .school("s2", "Arizona"), .school("s3", "Yale"),
    ]

    /// Posts, the newest first, a minute apart.
    static func posts(_ count: Int, flagged: Bool = false, content: String = "text") -> [ServerRow] {
        (0..<count).map { number in
            let time = Timestamp(micros: PageScene.start.micros - Int64(number + 1) * 60_000_000)
            return .post(
                String(1_000 + number), date: time.description, content: content, flagged: flagged)
        } + [.school("s1", "Duke")]
    }
}
