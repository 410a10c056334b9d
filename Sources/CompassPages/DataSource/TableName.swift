/// A table of the app's database; the raw value is its name there.
public enum TableName: String, CaseIterable, Hashable, Sendable, Codable {
    /// Coaches' posts on Twitter and Instagram.
    case posts = "social_media_posts"
    /// Schools.
    case schools
    /// Coaches.
    case coaches
    /// Emails, calls, visits and other interactions.
    case interactions
    /// Camps, visits and other events.
    case events
    /// Offers.
    case offers
    /// Changes of a school's status.
    case statusChanges = "school_status_history"
    /// Uploaded documents.
    case documents
    /// Performance metrics.
    case metrics = "performance_metrics"

    /// The columns that the kernel reads, the id first.
    public var columns: [String] {
        switch self {
        case .posts:
            [
                "id", "coach_id", "school_id", "platform", "post_url", "post_content", "post_date",
                "author_handle", "author_name", "is_recruiting_related", "flagged_for_review", "sentiment",
                "notes", "created_at", "updated_at",
            ]
        case .schools: ["id", "name", "status", "division"]
        case .coaches: ["id", "school_id", "first_name", "last_name", "role", "responsiveness_score"]
        case .interactions:
            [
                "id", "school_id", "coach_id", "type", "direction", "subject", "content", "sentiment",
                "occurred_at", "created_at",
            ]
        case .events: ["id", "school_id", "type", "name", "start_date", "end_date"]
        case .offers: ["id", "school_id", "offer_type", "status", "offer_date", "created_at"]
        case .statusChanges: ["id", "school_id", "previous_status", "new_status", "notes", "changed_at"]
        case .documents: ["id", "school_id", "type", "title", "created_at"]
        case .metrics: ["id", "metric_type", "value", "unit", "recorded_date", "created_at"]
        }
    }

    /// The column by which ``RowSelection/newest(_:)`` orders rows; nil if a table has no such column.
    public var creationColumn: String? {
        switch self {
        case .statusChanges: "changed_at"
        case .posts, .interactions, .offers, .documents, .metrics: "created_at"
        case .schools, .coaches, .events: nil
        }
    }

    /// Whether the table has a column `updated_at`, so that changed rows alone can be read.
    public var recordsUpdates: Bool { self == .posts }
}
