/// The rows that a partial answer sums up, with its query.
protocol PartialContents: Hashable, Sendable {
    associatedtype Query: PartialQuery

    var query: Query { get }

    /// Creates the contents of no rows.
    init(of query: Query)

    /// Reads what ``write(to:)`` writes.
    init(of query: Query, from reader: inout PartialReader) throws(PartialAnswerError)

    /// Writes everything but the query.
    func write(to writer: inout PartialWriter)

    /// Adds the rows of another answer to the same query.
    mutating func merge(_ other: Self) throws(PartialAnswerError)
}

/// Everything that an answer depends on but the rows.
protocol PartialQuery: Hashable, Sendable {
    /// Returns the first difference to another query; nil if there is none.
    func difference(from other: Self) -> PartialAnswerDifference?

    init(from reader: inout PartialReader) throws(PartialAnswerError)

    func write(to writer: inout PartialWriter)
}

/// The contents of a partial answer, by the kind of page.
enum PartialContent: Hashable, Sendable {
    case analytics(PartialAnalytics)
    case feed(PartialFeed)
    case linkedCounts(PartialLinkedCounts)
    case report(PartialReport)
    case activity(PartialActivity)
    case timelineCounts(PartialTimelineCounts)
    case timelineLevels(PartialTimelineLevels)

    var kind: PartialAnswer.Kind {
        switch self {
        case .analytics: .analytics
        case .feed: .feed
        case .linkedCounts: .linkedCounts
        case .report: .report
        case .activity: .activity
        case .timelineCounts: .timelineCounts
        case .timelineLevels: .timelineLevels
        }
    }

    var withoutRows: PartialContent {
        switch self {
        case .analytics(let contents): .analytics(PartialAnalytics(of: contents.query))
        case .feed(let contents): .feed(PartialFeed(of: contents.query))
        case .linkedCounts(let contents): .linkedCounts(PartialLinkedCounts(of: contents.query))
        case .report(let contents): .report(PartialReport(of: contents.query))
        case .activity(let contents): .activity(PartialActivity(of: contents.query))
        case .timelineCounts(let contents): .timelineCounts(PartialTimelineCounts(of: contents.query))
        case .timelineLevels(let contents): .timelineLevels(PartialTimelineLevels(of: contents.query))
        }
    }

    mutating func merge(_ other: PartialContent) throws(PartialAnswerError) {
        switch (self, other) {
        case (.analytics(let own), .analytics(let other)): self = .analytics(try Self.merged(own, other))
        case (.feed(let own), .feed(let other)): self = .feed(try Self.merged(own, other))
        case (.linkedCounts(let own), .linkedCounts(let other)):
            self = .linkedCounts(try Self.merged(own, other))
        case (.report(let own), .report(let other)): self = .report(try Self.merged(own, other))
        case (.activity(let own), .activity(let other)):
            self = .activity(try Self.merged(own, other))
        case (.timelineCounts(let own), .timelineCounts(let other)):
            self = .timelineCounts(try Self.merged(own, other))
        case (.timelineLevels(let own), .timelineLevels(let other)):
            self = .timelineLevels(try Self.merged(own, other))
        default: throw .otherQuery(.kind)
        }
    }

    private static func merged<Contents: PartialContents>(
        _ own: Contents, _ other: Contents
    ) throws(PartialAnswerError) -> Contents {
        if let difference = own.query.difference(from: other.query) { throw .otherQuery(difference) }
        var merged = own
        try merged.merge(other)
        return merged
    }

    /// Writes the query.
    func writeQuery(to writer: inout PartialWriter) {
        switch self {
        case .analytics(let contents): contents.query.write(to: &writer)
        case .feed(let contents): contents.query.write(to: &writer)
        case .linkedCounts(let contents): contents.query.write(to: &writer)
        case .report(let contents): contents.query.write(to: &writer)
        case .activity(let contents): contents.query.write(to: &writer)
        case .timelineCounts(let contents): contents.query.write(to: &writer)
        case .timelineLevels(let contents): contents.query.write(to: &writer)
        }
    }

    /// Writes everything but the query.
    func write(to writer: inout PartialWriter) {
        switch self {
        case .analytics(let contents): contents.write(to: &writer)
        case .feed(let contents): contents.write(to: &writer)
        case .linkedCounts(let contents): contents.write(to: &writer)
        case .report(let contents): contents.write(to: &writer)
        case .activity(let contents): contents.write(to: &writer)
        case .timelineCounts(let contents): contents.write(to: &writer)
        case .timelineLevels(let contents): contents.write(to: &writer)
        }
    }

    /// Reads a query and its contents.
    init(_ kind: PartialAnswer.Kind, from reader: inout PartialReader) throws(PartialAnswerError) {
        self =
            switch kind {
            case .analytics: .analytics(try Self.contents(from: &reader))
            case .feed: .feed(try Self.contents(from: &reader))
            case .linkedCounts: .linkedCounts(try Self.contents(from: &reader))
            case .report: .report(try Self.contents(from: &reader))
            case .activity: .activity(try Self.contents(from: &reader))
            case .timelineCounts: .timelineCounts(try Self.contents(from: &reader))
            case .timelineLevels: .timelineLevels(try Self.contents(from: &reader))
            }
    }

    private static func contents<Contents: PartialContents>(
        from reader: inout PartialReader
    ) throws(PartialAnswerError) -> Contents {
        let query = try Contents.Query(from: &reader)
        return try Contents(of: query, from: &reader)
    }
}
