import XCTest

@testable import CompassKernel

/// The list by pages, and items that are made together.
final class TimelineListTests: XCTestCase {
    private let now = instant("2026-03-01T12:00:00Z")

    private func days(_ count: Int) -> TimelineLayout {
        let events = (0..<count).map { index in
            Event("\(index)", "2026-01-\(index < 9 ? "0" : "")\(index + 1)", school: "s\(index % 3)")
        }
        return RecruitingTimeline(events: EventTable(events)).layout(asOf: now, in: .utc)
    }

    /// All numbers of items up to 7, sizes up to 9 and numbers of pages, also those that do not exist.
    func testPagesOfTheListAreItsItemsInOrder() {
        for count in 0...7 {
            let layout = days(count)
            let all = layout.page.listItems
            XCTAssertEqual(all.map(\.id), (0..<count).reversed().map { "event-\($0)" })
            for size in 1...9 {
                let pageCount = layout.listPageCount(size: size)
                XCTAssertEqual(pageCount, max(1, (count + size - 1) / size))
                let pages = (1...pageCount).map { layout.list(page: $0, size: size) }
                XCTAssertEqual(pages.flatMap { $0 }, all, "\(count) items, \(size) a page")
                XCTAssertTrue(pages.dropLast().allSatisfy { $0.count == size })
                XCTAssertEqual(layout.list(page: 0, size: size), pages[0])
                XCTAssertEqual(layout.list(page: .min, size: size), pages[0])
                XCTAssertEqual(layout.list(page: pageCount + 1, size: size), pages[pageCount - 1])
                XCTAssertEqual(layout.list(page: .max, size: size), pages[pageCount - 1])
            }
            XCTAssertEqual(layout.list(page: 1, size: 0), layout.list(page: 1, size: 1))
            XCTAssertEqual(layout.list(page: 2, size: .min), layout.list(page: 2, size: 1))
            XCTAssertEqual(layout.list(page: 1, size: .max), all)
            XCTAssertEqual(layout.list(page: 1), all)
        }
    }

    /// Every item of a page equals the one that is made alone, whatever was put or removed before.
    func testItemsMadeTogetherEqualThoseMadeAlone() throws {
        let directory = try schoolDirectory(["s0": "Rice", "s1": "Baylor", "s3": ""])
        let newYork = try systemZone("America/New_York")
        let types = ["email", "unknown kind", "", "phone_call"]
        let statuses = ["contacted", "new", "committed", ""]
        let interactions = (0..<60).map { index in
            Interaction(
                "\(index)", "2025-1\(index % 3)-0\(index % 9 + 1)T0\(index % 10):30:00Z",
                school: index % 5 == 0 ? nil : "s\(index % 4)", type: types[index % 4],
                subject: [nil, "", "Subject \(index)"][index % 3])
        }
        let changes = (0..<60).map { index in
            StatusChange(
                "\(index)", "2026-0\(index % 3 + 1)-0\(index % 9 + 1)T0\(index % 10):00:00Z",
                school: "s\(index % 4)", from: index % 3 == 0 ? nil : statuses[index / 4 % 4],
                to: statuses[index % 4], notes: index % 2 == 0 ? nil : "Notes \(index)")
        }
        let events = (0..<60).map { index in
            Event(
                "\(index)", index % 2 == 0 ? "2026-03-0\(index % 9 + 1)" : "2026-03-08T06:5\(index % 10):00Z",
                to: index % 4 == 0 ? "2026-03-10" : nil, school: "s\(index % 4)",
                type: [nil, "camp", "other", ""][index % 4], name: index % 6 == 0 ? "" : "Event \(index)")
        }
        let offers = (0..<60).map { index in
            Offer(
                "\(index)", index % 2 == 0 ? "2025-11-02T05:5\(index % 10):00Z" : "2025-11-02",
                school: "s\(index % 4)", type: ["full_ride", "other"][index % 2])
        }
        var timeline = RecruitingTimeline(
            events: EventTable(events), interactions: InteractionTable(interactions),
            offers: OfferTable(offers), statusChanges: StatusChangeTable(changes), schools: directory)
        for round in 0..<3 {
            for filter in [
                TimelineFilter.all, TimelineFilter(schoolID: "s1"), TimelineFilter(types: .statusChanges),
            ] {
                let layout = timeline.layout(.allTime, where: filter, asOf: now, in: newYork)
                let page = layout.page
                XCTAssertEqual(page.listItems, layout.list.map { $0 }, "round \(round)")
                XCTAssertEqual(
                    page.lanes.map { $0.items.map(\.item) }, layout.lanes.map { $0.items.map(\.item) })
                XCTAssertEqual(
                    page.lanes.map { $0.items.map(\.left) }, layout.lanes.map { $0.items.map(\.left) })
            }
            timeline.put(Interaction("7", "2026-01-01T0\(round):00:00Z", school: "s2", subject: "Later"))
            timeline.put(StatusChange("new \(round)", "2025-12-01T00:00:00Z", from: "new", to: "recruited"))
            timeline.put(Event("late \(round)", "2026-02-0\(round + 1)", school: "s9"))
            XCTAssertTrue(timeline.remove(id: "offer-\(round)"))
        }
    }

    /// Tables with more types than labels that are kept.
    func testMoreTypesThanLabelsThatAreKept() {
        let interactions = (0..<5_000).map { index in
            Interaction(
                id: "\(index)", type: "kind \(index)", time: Timestamp(micros: now.micros - Int64(index)))
        }
        let layout = RecruitingTimeline(interactions: InteractionTable(interactions)).layout(
            asOf: now, in: .utc)
        let page = layout.page
        XCTAssertEqual(page.listItems.count, 5_000)
        XCTAssertEqual(page.listItems.map(\.label), (0..<5_000).map { "kind \($0)" })
        XCTAssertEqual(page.listItems.map(\.typeLabel), (0..<5_000).map { "kind \($0)" })
    }
}
