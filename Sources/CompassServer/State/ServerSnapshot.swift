import CompassKernel

/// Everything that a request reads, as it was at one moment; requests copy it, and responses are made of the
/// copy.
package struct ServerSnapshot: Sendable {
    /// The state of a page's tables, with the value that is made of them.
    package enum Content<Value: Sendable>: Sendable {
        case loading
        /// The tables are missing or malformed; the reason names them.
        case failed(reason: String)
        case ready(Value)

        package var value: Value? {
            if case .ready(let value) = self { value } else { nil }
        }
    }

    /// The rows of a table, for the status.
    package struct TableStatus: Sendable, Hashable {
        package var table: String
        package var rows: Int
        package var loaded: Int
        package var skipped: Int
        package var replaced: Int
        package var warnings: Int
        /// Why there are no rows; nil when the table was read.
        package var failure: String?

        package init(
            table: String, rows: Int = 0, loaded: Int = 0, skipped: Int = 0, replaced: Int = 0,
            warnings: Int = 0,
            failure: String? = nil
        ) {
            self.table = table
            self.rows = rows
            self.loaded = loaded
            self.skipped = skipped
            self.replaced = replaced
            self.warnings = warnings
            self.failure = failure
        }
    }

    package var posts: Content<SocialPosts> = .loading
    package var timeline: Content<RecruitingTimeline> = .loading
    package var activity: Content<ServedActivity> = .loading
    package var reports: Content<Reports> = .loading
    package var schools: Content<SchoolDirectory> = .loading
    /// The tables that were read or could not be, in reading order.
    package var tables: [TableStatus] = []
    /// The table that is being loaded; nil when all are.
    package var loadingTable: String?
    /// Grows by one with each change of what is shown.
    package var generation: UInt64 = 0

    package init() {}
}
