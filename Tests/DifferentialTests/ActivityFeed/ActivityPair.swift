import CompassBaseline
import CompassKernel
import CompassTestSupport
import XCTest

/// Rows of the activity feed's tables; nil for a table that could not be read.
struct ActivityRows {
    var interactions: [BaselineInteraction]? = []
    var statusChanges: [BaselineStatusChange]? = []
    var documents: [BaselineDocument]? = []
    var schools: [BaselineSchool] = []
}

/// A query of the activity feed, for kernel and baseline.
struct ActivityQuery: CustomStringConvertible {
    var page = 1
    var size = 20
    var filter = BaselineActivityFilter()
    /// Microseconds since 1970-01-01T00:00:00Z.
    var now: Int64

    var description: String {
        "page \(page) of \(size), \(filter.type?.rawValue ?? "all") \(filter.range) now \(now), "
            + "\(filter.searchesWholeText ? "whole " : "")\(filter.search.string.debugDescription)"
    }
}

/// The same feed in kernel and baseline.
struct ActivityPair {
    private(set) var kernel: ActivityFeed
    private(set) var baseline: BaselineActivityFeed
    let zone: ZonePair
    /// What the feed was made of, or what was left after ``apply(_:)``.
    private var rows: ActivityRows
    private let failures: [BaselineSourceFailure]
    private let limitPerSource: Int?
    /// What has become of events since: their last row, or nil where they were removed.
    private var changes: [BaselineText: ActivityRandomRow?] = [:]

    /// - Parameter failures: tables that could not be read, besides those that are missing.
    init(
        _ rows: ActivityRows, zone: ZonePair, limitPerSource: Int? = nil,
        failures: [BaselineSourceFailure] = []
    ) throws {
        kernel = ActivityFeed(
            interactions: rows.interactions.map { InteractionTable($0.map { Interaction($0) }) },
            statusChanges: rows.statusChanges.map { StatusChangeTable($0.map { StatusChange($0) }) },
            documents: rows.documents.map { DocumentTable($0.map { Document($0) }) },
            schools: try SchoolDirectory.load(json: JSONRows.document(of: rows.schools)).table,
            failures: failures.map { SourceFailure(table: $0.table, reason: $0.reason) },
            limitPerSource: limitPerSource)
        baseline = Self.baseline(of: rows, failures: failures, limitPerSource: limitPerSource)
        self.rows = rows
        self.failures = failures
        self.limitPerSource = limitPerSource
        self.zone = zone
    }

    private static func baseline(
        of rows: ActivityRows, failures: [BaselineSourceFailure], limitPerSource: Int?
    ) -> BaselineActivityFeed {
        let missing: [String?] = [
            rows.interactions == nil ? "interactions" : nil,
            rows.statusChanges == nil ? "school_status_history" : nil,
            rows.documents == nil ? "documents" : nil,
        ]
        let unexplained = missing.compactMap { $0 }.filter { table in
            !failures.contains { $0.table == table }
        }
        // Tables named as failed count as not read.
        func read<Row>(_ rows: [Row]?, _ table: String) -> [Row] {
            failures.contains { $0.table == table } ? [] : rows ?? []
        }
        return BaselineActivityFeed(
            interactions: .init(read(rows.interactions, "interactions")),
            statusChanges: .init(read(rows.statusChanges, "school_status_history")),
            documents: .init(read(rows.documents, "documents")),
            schools: .init(read(rows.schools, "schools")),
            failures: failures + unexplained.map { .init(table: $0, reason: "missing") },
            limitPerSource: limitPerSource)
    }

    func kernelPage(_ query: ActivityQuery) -> ActivityPage {
        kernel.page(
            query.page, size: query.size, where: query.filter.kernel, asOf: Timestamp(micros: query.now),
            in: zone.kernel)
    }

    /// Compares a page, and the offsets of its instants.
    func expectAgreement(
        _ query: ActivityQuery, _ name: @autoclosure () -> String, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let page = kernelPage(query)
        let wanted = baseline.page(
            query.page, size: query.size, filter: query.filter, now: query.now, zone: zone.baseline)
        let differences = BaselineActivityPage(page).differences(from: wanted)
        if !differences.isEmpty {
            XCTFail(
                "\(name()), \(query): \(differences.joined(separator: "\n").prefix(3000))", file: file,
                line: line)
        }
        let wrong = page.events.first { event in
            event.timestamp != ZonedTimestamp(event.timestamp.timestamp, in: zone.kernel)
        }
        if let wrong {
            XCTFail("\(name()), \(query): the offset of \(wrong.timestamp)", file: file, line: line)
        }
    }

    /// Removes an event from both; returns nil when they disagree on whether it was there.
    mutating func remove(id: String) -> Bool? {
        let (kernelAnswer, baselineAnswer) = (kernel.remove(id: id), baseline.remove(id: id))
        changes[BaselineText(id)] = .some(nil)
        return kernelAnswer == baselineAnswer ? kernelAnswer : nil
    }

    /// Puts a row into both; returns nil when they disagree on whether it is accepted.
    mutating func put(_ row: ActivityRandomRow) -> Bool? {
        let kernelAnswer = kernel.put(row)
        let baselineAnswer =
            switch row {
            case .interaction(let row): baseline.put(row)
            case .statusChange(let row): baseline.put(row)
            case .document(let row): baseline.put(row)
            }
        if baselineAnswer { changes[row.eventID] = row }
        return kernelAnswer == baselineAnswer ? kernelAnswer : nil
    }

    /// Makes many changes one by one to the kernel's feed. The baseline takes a pass over all events for each
    /// change, so it is made anew of what they leave. Rows must have an id, and the feed no limit per source.
    ///
    /// Returns the first change with whose result the kernel is wrong, if there is one.
    mutating func apply(_ many: [ActivityChange]) -> ActivityChange? {
        precondition(limitPerSource == nil, "events beyond the limit are not tracked")
        var events = rows.byEventID.merging(changes.compactMapValues { $0 }) { $1 }
        for (id, row) in changes where row == nil { events[id] = nil }
        var wrong: ActivityChange?
        for change in many {
            let isRight: Bool
            switch change {
            case .put(let row):
                isRight = kernel.put(row)
                events[row.eventID] = row
            case .remove(let id):
                let wasThere = events.removeValue(forKey: BaselineText(id)) != nil
                isRight = kernel.remove(id: id) == wasThere
            }
            if !isRight, wrong == nil { wrong = change }
        }
        rows = ActivityRows(events.values, schools: rows.schools)
        changes = [:]
        baseline = Self.baseline(of: rows, failures: failures, limitPerSource: nil)
        return wrong
    }
}

/// A change of one event.
enum ActivityChange {
    case put(ActivityRandomRow)
    /// The id of an event, such as `interaction-42`.
    case remove(String)
}

extension ActivityFeed {
    fileprivate mutating func put(_ row: ActivityRandomRow) -> Bool {
        switch row {
        case .interaction(let row): put(Interaction(row))
        case .statusChange(let row): put(StatusChange(row))
        case .document(let row): put(Document(row))
        }
    }
}

extension ActivityRandomRow {
    /// The id of the row's event, compared byte by byte.
    fileprivate var eventID: BaselineText {
        switch self {
        case .interaction(let row): BaselineText("interaction-" + row.id.string)
        case .statusChange(let row): BaselineText("status-" + row.id.string)
        case .document(let row): BaselineText("doc-" + row.id.string)
        }
    }
}

extension ActivityRows {
    fileprivate var byEventID: [BaselineText: ActivityRandomRow] {
        let all =
            (interactions ?? []).map { ActivityRandomRow.interaction($0) }
            + (statusChanges ?? []).map { ActivityRandomRow.statusChange($0) }
            + (documents ?? []).map { ActivityRandomRow.document($0) }
        return Dictionary(uniqueKeysWithValues: all.map { ($0.eventID, $0) })
    }

    fileprivate init(_ events: some Sequence<ActivityRandomRow>, schools: [BaselineSchool]) {
        self.init(schools: schools)
        for event in events {
            switch event {
            case .interaction(let row): interactions?.append(row)
            case .statusChange(let row): statusChanges?.append(row)
            case .document(let row): documents?.append(row)
            }
        }
    }
}
