/// One page of the activity feed.
///
/// The value is self-contained: it does not keep any table alive.
public struct ActivityPage: Hashable, Decodable, KeyedValue {
    /// The default number of events on a page.
    public static let defaultPageSize = 20
    /// The default number of events in the dashboard's widget.
    public static let widgetSize = 10

    private var schemaVersion = SchemaVersion()
    /// The number of events that pass the filters, on all pages together.
    public var total: Int
    /// The number of this page, from 1.
    public var page: Int
    /// The number of pages, at least 1.
    public var totalPages: Int
    /// The sources that could not be read; the others are still shown.
    public var failures: [SourceFailure]
    /// The events of this page, newest first; equal times by id.
    public var events: [ActivityEvent]

    /// Creates a page with the given parts, for previews and tests.
    public init(
        total: Int, page: Int = 1, totalPages: Int = 1, failures: [SourceFailure] = [],
        events: [ActivityEvent]
    ) {
        self.total = total
        self.page = page
        self.totalPages = totalPages
        self.failures = failures
        self.events = events
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        writer.member("total", value?.total)
        writer.member("page", value?.page)
        writer.member("totalPages", value?.totalPages)
        writer.list("failures", value?.failures)
        writer.list("events", value?.events)
    }

    /// An estimate based on the typical size of an event.
    public var estimatedJSONByteCount: Int { 256 + events.count * 640 }
}

/// A table that could not be read.
public struct SourceFailure: Hashable, Decodable, KeyedValue {
    /// The table's name in the database.
    public var table: String
    /// The reason of the failure.
    public var reason: String

    /// Creates a failure of a table.
    public init(table: String, reason: String) {
        self.table = table
        self.reason = reason
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("table", value?.table)
        writer.member("reason", value?.reason)
    }
}

extension [SourceFailure] {
    /// The different failures, in the order in which they first occur.
    ///
    /// Partial answers have each once, and pages of one table are to be the same.
    var withoutRepetitions: [SourceFailure] {
        // By their bytes, as in partial answers: strings with equivalent characters are equal.
        var known: Set<[ByteText]> = []
        return filter { known.insert([ByteText($0.table), ByteText($0.reason)]).inserted }
    }
}
