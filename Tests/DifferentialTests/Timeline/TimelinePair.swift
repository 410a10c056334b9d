import CompassBaseline
import CompassKernel
import CompassTestSupport
import XCTest

/// The same timeline in kernel and baseline.
struct TimelinePair {
    let kernel: RecruitingTimeline
    let baseline: BaselineTimeline
    let zone: ZonePair

    /// The timeline of rows.
    init(_ rows: TimelineRows, zone: ZonePair) throws {
        kernel = RecruitingTimeline(
            events: EventTable(rows.events.map { Event($0) }),
            interactions: InteractionTable(rows.interactions.map { Interaction($0) }),
            offers: OfferTable(rows.offers.map { Offer($0) }),
            statusChanges: StatusChangeTable(rows.statusChanges.map { StatusChange($0) }),
            schools: try SchoolDirectory.load(json: JSONRows.document(of: rows.schools)).table)
        baseline = rows.baseline(in: zone)
        self.zone = zone
    }

    /// The timeline of documents, with the problems of their rows.
    init(_ documents: TimelineDocuments, zone: ZonePair) throws {
        let events = try EventTable.load(json: documents.events)
        let interactions = try InteractionTable.load(json: documents.interactions)
        let offers = try OfferTable.load(json: documents.offers)
        let statusChanges = try StatusChangeTable.load(json: documents.statusChanges)
        kernel = RecruitingTimeline(
            events: events.table, interactions: interactions.table, offers: offers.table,
            statusChanges: statusChanges.table,
            schools: try SchoolDirectory.load(json: documents.schools).table,
            ingestReports: [events.report, interactions.report, offers.report, statusChanges.report])
        let baselineEvents = try BaselineLoader.events(documents.events)
        let baselineInteractions = try BaselineLoader.interactions(documents.interactions)
        let baselineOffers = try BaselineLoader.offers(documents.offers)
        let baselineStatusChanges = try BaselineLoader.statusChanges(documents.statusChanges)
        baseline = BaselineTimeline(
            events: baselineEvents.table, interactions: baselineInteractions.table,
            offers: baselineOffers.table, statusChanges: baselineStatusChanges.table,
            schools: try BaselineLoader.schools(documents.schools).schools,
            reports: [
                baselineEvents.report, baselineInteractions.report, baselineOffers.report,
                baselineStatusChanges.report,
            ], zone: zone.baseline)
        self.zone = zone
    }

    /// Compares a page, its layout and the offsets of its instants.
    func expectAgreement(
        _ query: TimelineQuery, _ name: @autoclosure () -> String, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let page = query.kernelPage(kernel, in: zone)
        let differences = BaselineTimelinePage(page).differences(from: query.baselinePage(baseline))
        if !differences.isEmpty {
            let text = differences.map { $0.prefix(1500) }.joined(separator: "\n")
            XCTFail("\(name()), \(query): \(text)", file: file, line: line)
        }
        let wrong = page.instants.first { instant in
            instant != ZonedTimestamp(instant.timestamp, in: zone.kernel)
        }
        if let wrong { XCTFail("\(name()), \(query): the offset of \(wrong)", file: file, line: line) }
    }
}

extension TimelineQuery {
    func kernelPage(_ timeline: RecruitingTimeline, in zone: ZonePair) -> TimelinePage {
        timeline.page(
            range, where: kernelFilter, asOf: Timestamp(micros: now), in: zone.kernel,
            minimumWidth: minimumWidth, lanes: kernelLanes)
    }
}

extension TimelinePage {
    fileprivate var instants: [ZonedTimestamp] {
        let items = listItems + lanes.flatMap(\.items).map(\.item)
        let dates = items.map(\.date) + items.compactMap(\.endDate)
        return [range.from, range.to]
            + dates.compactMap { date in
                if case .instant(let instant) = date { instant } else { nil }
            }
    }
}
