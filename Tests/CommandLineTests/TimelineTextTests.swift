import CompassKernel
import CompassProgram
import XCTest

@testable import compass

final class TimelineTextTests: XCTestCase {
    private let plain = TerminalStyle(hasColors: false, isUnicode: true)

    private func item(
        _ label: String, _ type: TimelineItemType = .event, _ emoji: String = "📅", day: String,
        end: String? = nil, school: String = "Rice"
    ) throws -> TimelineItem {
        TimelineItem(
            id: label, type: type, typeLabel: nil, emoji: emoji, label: label,
            date: .day(try CivilDate(parsing: day)),
            endDate: try end.map { .day(try CivilDate(parsing: $0)) }, schoolID: "s", schoolName: school)
    }

    private func page(_ lanes: [TimelineLane], state: TimelineState = .items) throws -> TimelinePage {
        let names = ["Sep", "Oct", "Nov", "Dec", "Jan", "Feb", "Mar", "Apr"]
        let months = names.enumerated().map { index, name in
            TimelineMonth(
                key: "x-0\(index + 1)", label: name, year: index < 4 ? 2025 : 2026,
                left: 12.5 * Double(index), width: 12.5)
        }
        return TimelinePage(
            range: TimelinePageRange(
                kind: .sixMonths, from: try ZonedTimestamp(parsing: "2025-09-01T00:00:00Z"),
                to: try ZonedTimestamp(parsing: "2026-05-01T00:00:00Z")),
            todayPosition: 75, months: months, lanes: lanes, laneCount: lanes.count,
            listItems: lanes.flatMap { $0.items.map(\.item) }, state: state)
    }

    private func text(
        _ page: TimelinePage, filters: String = "", types: TimelineItemTypes = .all, width: Int = 80,
        style: TerminalStyle? = nil
    ) throws -> String {
        TimelineText(
            page: page, now: try Timestamp(parsing: "2026-03-01T12:00:00Z"), zone: .utc, filters: filters,
            types: types
        ).render(style ?? TerminalStyle(hasColors: false, isUnicode: true, width: width))
    }

    private func samplePage() throws -> TimelinePage {
        try page([
            TimelineLane(
                schoolID: "s", schoolName: "Rice University", rowCount: 2,
                items: [
                    PlacedTimelineItem(
                        item: try item("Camp", day: "2025-10-01", end: "2025-10-20"), shape: .bar, left: 12.5,
                        width: 12.5, row: 0),
                    PlacedTimelineItem(
                        item: try item("Call with coach", .interaction, "📞", day: "2025-10-09"), shape: .dot,
                        left: 15, width: 2, row: 1),
                    PlacedTimelineItem(
                        item: try item("Full Ride Offer", .offer, "🎉", day: "2026-01-01"), shape: .dot,
                        left: 49, width: 2, row: 0),
                ]),
            TimelineLane(
                schoolID: nil, schoolName: "No School", rowCount: 1,
                items: [
                    PlacedTimelineItem(
                        item: try item(
                            "Status: Initial → Contacted", .statusChange, "📊", day: "2025-12-30",
                            end: "2026-01-02", school: "No School"),
                        shape: .dot, left: 98, width: 2, row: 0)
                ]),
        ])
    }

    func testThePageReadsLikeTheScreen() throws {
        XCTAssertEqual(
            try text(try samplePage(), filters: "Only school Rice"),
            """
            Recruiting Timeline · 6 Months
            Visual overview of your recruiting journey
            Sep 1, 2025 to May 1, 2026 · as of Mar 1, 2026 12:00 · UTC
            Only school Rice

            Schools                                                                 2 lanes
                              Sep    Oct     Nov    Dec     Jan     Feb    Mar     Apr
                              2025                          2026           │
            Rice University 3        ▬▬▬▬▬▬▬▬┊      ┊       ◆       ┊      │       ┊
                                     ┊ ○     ┊      ┊       ┊       ┊      │       ┊
            No School       1        ┊       ┊      ┊       ┊       ┊      │       ┊      ■

              ▬ ● Events   ○ Interactions   ◆ Offers   ■ Status Changes   │ Today

            Timeline List                                             4 items, newest first
              ● Oct 1 – Oct 20, 2025        📅 Camp                          Rice
              ○ Oct 9, 2025                 📞 Call with coach               Rice
              ◆ Jan 1, 2026                 🎉 Full Ride Offer               Rice
              ■ Dec 30, 2025 – Jan 2, 2026  📊 Status: Initial → Contacted   No School

            """)
    }

    func testTodayIsSeenInABarAndBesideADot() throws {
        func lane(_ items: [PlacedTimelineItem]) throws -> String {
            let page = try page([
                TimelineLane(schoolID: "s", schoolName: "Rice University", rowCount: 1, items: items)
            ])
            return try text(page)
        }
        let bar = PlacedTimelineItem(
            item: try item("Camp", day: "2026-02-20", end: "2026-03-20"), shape: .bar, left: 70, width: 12,
            row: 0)
        let across = try lane([bar])
        XCTAssertTrue(across.contains("▬▬▬╪▬▬"), across)
        var dot = bar
        (dot.shape, dot.left, dot.width) = (.dot, 74, 2)
        // The dot covers the line, but not where it begins.
        let covered = try lane([dot]).split(separator: "\n")
        XCTAssertTrue(covered.contains { $0.hasSuffix("2026           │") }, "\(covered)")
        let ascii = try text(
            try page([TimelineLane(schoolID: "s", schoolName: "Rice", rowCount: 1, items: [bar])]),
            style: TerminalStyle(hasColors: false, isUnicode: false))
        XCTAssertTrue(ascii.contains("===#=="), ascii)
        let colored = try text(
            try page([TimelineLane(schoolID: "s", schoolName: "Rice", rowCount: 1, items: [bar])]),
            style: TerminalStyle(hasColors: true, isUnicode: true))
        XCTAssertTrue(colored.contains("\u{1b}[31m╪\u{1b}[0m"), colored)
    }

    func testSchoolsWithoutANameAreUnknown() throws {
        for name in ["", " \n"] {
            let placed = PlacedTimelineItem(
                item: try item("Camp", day: "2026-01-01", school: name), shape: .dot, left: 49, width: 2,
                row: 0)
            let text = try text(
                try page([TimelineLane(schoolID: "s", schoolName: name, rowCount: 1, items: [placed])]))
            XCTAssertTrue(text.contains("\nUnknown      1 "), text)
            XCTAssertTrue(
                text.split(separator: "\n").contains { $0.contains("📅 Camp ") && $0.hasSuffix("  Unknown") },
                text)
        }
    }

    func testOnlyASCIIWhereTheLocaleIsNotUTF8() throws {
        let text = try text(try samplePage(), style: TerminalStyle(hasColors: false, isUnicode: false))
        XCTAssertTrue(text.utf8.allSatisfy { $0 < 0x80 }, text)
        XCTAssertTrue(
            text.contains("= E Events   I Interactions   O Offers   S Status Changes   | Today"), text)
        XCTAssertTrue(text.contains("Status: Initial -> Contacted"), text)
        XCTAssertTrue(text.contains("Rice University 3        ========:"), text)
    }

    func testColorsAreThoseOfTheTypes() throws {
        let text = try text(try samplePage(), style: TerminalStyle(hasColors: true, isUnicode: true))
        for (code, mark) in [(34, "▬▬▬▬▬▬▬▬"), (32, "○"), (33, "◆"), (90, "■"), (31, "│")] {
            XCTAssertTrue(text.contains("\u{1b}[\(code)m\(mark)\u{1b}[0m"), "\(mark) in \(text)")
        }
    }

    func testTheChartTakesTheWidthOfTheTerminal() throws {
        for width in [40, 59, 60, 72, 80, 120, 200] {
            let lines = try text(try samplePage(), width: width).split(separator: "\n").map(String.init)
            let name = try XCTUnwrap(lines.firstIndex { $0.hasPrefix("No School") })
            // In narrow terminals, names are above their lanes.
            let lane = lines[width < 60 ? name + 1 : name]
            // Its dot is centered one percent before the right edge.
            XCTAssertGreaterThanOrEqual(DisplayText.width(lane), width - 3)
            for line in lines { XCTAssertLessThanOrEqual(DisplayText.width(line), width, line) }
        }
    }

    func testEmptyStatesSaySo() throws {
        for state in TimelineState.allCases where state != .items {
            let text = try text(try page([], state: state))
            XCTAssertTrue(text.contains(try XCTUnwrap(state.title)), text)
            XCTAssertTrue(text.contains(try XCTUnwrap(state.subtitle)), text)
            XCTAssertFalse(text.contains("Timeline List"), text)
        }
    }

    func testTheLegendExplainsWhatIsNotHidden() throws {
        let text = try text(try samplePage(), types: [.interactions])
        XCTAssertTrue(text.contains("\n  ○ Interactions   │ Today\n"), text)
    }

    func testLongNamesAndManyRowsAreCut() throws {
        let items = try (0..<50).map {
            PlacedTimelineItem(
                item: try item(String(repeating: "label ", count: 50), day: "2026-01-01"), shape: .dot,
                left: 49,
                width: 2, row: $0)
        }
        var page = try page([
            TimelineLane(
                schoolID: "s", schoolName: String(repeating: "University ", count: 50), rowCount: 50,
                items: items)
        ])
        page.lanesPage = 2
        page.lanesPages = 3
        page.laneCount = 60
        let text = try text(page)
        for line in text.split(separator: "\n") {
            XCTAssertLessThanOrEqual(DisplayText.width(String(line)), 80, "\(line)")
        }
        XCTAssertTrue(text.contains("\nUniversity Universi… 50 "), text)
        XCTAssertTrue(text.contains("and 38 more below these rows"), text)
        XCTAssertTrue(text.contains("page 2 of 3, 60 lanes"), text)
        XCTAssertTrue(text.contains("50 items, newest first"), text)
        XCTAssertTrue(text.contains("\n  and 20 more\n"), text)
    }

    func testNumbersThatAreNoneDoNoHarm() throws {
        for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
            var page = try samplePage()
            page.todayPosition = value
            for lane in page.lanes.indices {
                for item in page.lanes[lane].items.indices {
                    page.lanes[lane].items[item].left = value
                    page.lanes[lane].items[item].width = value
                    page.lanes[lane].items[item].row = item == 1 ? .max : -1
                }
            }
            page.lanes[0].rowCount = .max
            page.months[2].left = value
            page.months[2].width = value
            XCTAssertTrue(try text(page).contains("Rice University"))
        }
    }
}
