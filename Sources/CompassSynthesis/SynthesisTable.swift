/// The tables that are generated; the raw value is the table's name in the database and the stem of its file.
public enum SynthesisTable: String, CaseIterable, Codable, Hashable, Sendable {
    case socialMediaPosts = "social_media_posts"
    case schools
    case coaches
    case interactions
    case events
    case offers
    case schoolStatusHistory = "school_status_history"
    case documents
    case performanceMetrics = "performance_metrics"

    /// Returns the name of the table's file in a data directory.
    ///
    /// - Parameter lineDelimited: true for one object per line, false for one JSON array.
    public func fileName(lineDelimited: Bool) -> String {
        rawValue + (lineDelimited ? ".ndjson" : ".json")
    }
}
