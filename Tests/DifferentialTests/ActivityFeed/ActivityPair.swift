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
        baseline = BaselineActivityFeed(
            interactions: .init(read(rows.interactions, "interactions")),
            statusChanges: .init(read(rows.statusChanges, "school_status_history")),
            documents: .init(read(rows.documents, "documents")),
            schools: .init(read(rows.schools, "schools")),
            failures: failures + unexplained.map { .init(table: $0, reason: "missing") },
            limitPerSource: limitPerSource)
        self.zone = zone
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
        return kernelAnswer == baselineAnswer ? kernelAnswer : nil
    }

    /// Puts a row into both; returns nil when they disagree on whether it is accepted.
    mutating func put(_ row: ActivityRandomRow) -> Bool? {
        let (kernelAnswer, baselineAnswer) =
            switch row {
            case .interaction(let row): (kernel.put(Interaction(row)), baseline.put(row))
            case .statusChange(let row): (kernel.put(StatusChange(row)), baseline.put(row))
            case .document(let row): (kernel.put(Document(row)), baseline.put(row))
            }
        return kernelAnswer == baselineAnswer ? kernelAnswer : nil
    }
}
