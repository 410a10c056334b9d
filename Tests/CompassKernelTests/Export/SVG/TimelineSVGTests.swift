import XCTest

@testable import CompassKernel

final class TimelineSVGTests: XCTestCase {
    private typealias Samples = TimelineSamples

    private func drawing(_ page: TimelinePage, paper: PaperSize = .a4) throws -> SVGDrawing {
        try SVGDrawing(page.svg(paper: paper))
    }

    private func lane(_ name: String, rows: Int = 1, _ items: [PlacedTimelineItem]) -> TimelineLane {
        TimelineLane(schoolID: "s", schoolName: name, rowCount: rows, items: items)
    }

    /// The elements that represent items; only they have titles.
    private func marks(_ drawing: SVGDrawing) -> [SVGDrawing.Element] {
        drawing.elements.indices.dropLast().filter {
            ["rect", "circle", "polygon"].contains(drawing.elements[$0].name)
                && drawing.elements[$0 + 1].name == "title"
        }.map { drawing.elements[$0] }
    }

    func testThePaperIsLandscape() throws {
        let page = Samples.page(lanes: [lane("Rice", [Samples.placed("Camp", left: 10, width: 20)])])
        for (paper, width, height) in [(PaperSize.a4, "297.0mm", "210.0mm"), (.letter, "279.4mm", "215.9mm")]
        {
            let drawing = try drawing(page, paper: paper)
            XCTAssertEqual(drawing.elements.first?.name, "svg")
            XCTAssertEqual(drawing.elements.first?.attributes["width"], width)
            XCTAssertEqual(drawing.elements.first?.attributes["height"], height)
            XCTAssertEqual(
                drawing.paper.width / drawing.paper.height,
                paper.longSideMillimetres / paper.shortSideMillimetres, accuracy: 1e-9)
        }
    }

    func testTheSheetHasAllParts() throws {
        let page = Samples.page(
            lanes: [
                lane("Rice", [Samples.placed("Camp", left: 10, width: 20)]),
                lane(
                    "No School", [Samples.placed("Call", type: .interaction, shape: .dot, left: 40, width: 2)]
                ),
            ])
        let texts = try drawing(page).texts
        for text in [
            "Recruiting Timeline", "Visual overview of your recruiting journey", "6 Months",
            "Sep 1, 2025 – May 1, 2026", "Sep", "Apr", "2025", "2026", "Today", "Rice", "No School", "1 item",
            "📅 Camp", "📅 Call", "Events", "Interactions", "Offers", "Status Changes", "Timeline List",
            "Feb 16, 2026", "Event", "Interaction",
        ] {
            XCTAssertTrue(texts.contains(text), "\(text) is missing in \(texts)")
        }
    }

    func testMarksStandWhereThePageSays() throws {
        let page = Samples.page(
            lanes: [
                lane("Rice", [Samples.placed("a", left: 0, width: 100)]),
                lane(
                    "Duke",
                    [
                        Samples.placed("b", type: .offer, shape: .dot, left: 24, width: 2),
                        Samples.placed("c", left: 50, width: 25),
                    ]),
            ])
        let drawing = try drawing(page)
        let marks = marks(drawing)
        XCTAssertEqual(marks.map { $0.attributes["fill"] }, ["#0066FF", "#FFD700", "#0066FF"])
        let whole = marks[0]
        let (left, width) = (try XCTUnwrap(whole["x"]), try XCTUnwrap(whole["width"]))
        // Positions have two decimal places.
        XCTAssertEqual(try XCTUnwrap(marks[1].corners.first?.x), left + 0.25 * width, accuracy: 0.02)
        XCTAssertEqual(try XCTUnwrap(marks[2]["x"]), left + 0.5 * width, accuracy: 0.02)
        XCTAssertEqual(try XCTUnwrap(marks[2]["width"]), 0.25 * width, accuracy: 0.02)
        let today = drawing.elements("line").filter { $0.attributes["stroke"] == "#FF3333" }
        XCTAssertEqual(try XCTUnwrap(today.first?["x1"]), left + 0.75 * width, accuracy: 0.02)
        let january = try XCTUnwrap(drawing.elements("text").first { $0.text == "Jan" }?["x"])
        XCTAssertEqual(january, left + 0.5 * width + 3, accuracy: 0.02)
    }

    func testKindsAreToldApartWithoutColors() throws {
        let kinds: [TimelineItemType] = [.event, .interaction, .offer, .statusChange]
        for shape in [TimelineShape.dot, .bar] {
            let items = kinds.enumerated().map { index, type in
                Samples.placed("a", type: type, shape: shape, left: 20 * Double(index), width: 15)
            }
            let drawing = try drawing(Samples.page(lanes: [lane("Rice", items)]))
            // Without colors, marks differ only in shape and in whether they are filled.
            let forms = marks(drawing).map { mark in
                [
                    mark.name, mark.attributes["fill"] == "#FFFFFF" ? "hollow" : "filled",
                    mark.attributes["stroke-dasharray"] ?? "",
                ]
            }
            XCTAssertEqual(forms.count, 4)
            XCTAssertEqual(Set(forms).count, 4, "\(forms)")
        }
        // The legend and the list show the same dots, but without titles, because they have labels.
        let items = kinds.map { Samples.placed("a", type: $0, shape: .dot, left: 20, width: 2) }
        let drawing = try drawing(Samples.page(lanes: [lane("Rice", items)]))
        XCTAssertEqual(drawing.elements("polygon").count, 3)
        XCTAssertEqual(drawing.elements("circle").filter { $0.attributes["fill"] == "#FFFFFF" }.count, 3)
    }

    func testRowsOfALaneStandBelowOneAnother() throws {
        let page = Samples.page(
            lanes: [
                lane(
                    "Rice", rows: 3,
                    (0..<3).map { Samples.placed("\($0)", left: 10, width: 30, row: $0) }),
                lane("Duke", [Samples.placed("below", left: 10, width: 30)]),
            ])
        let marks = marks(try drawing(page))
        for (upper, lower) in zip(marks, marks.dropFirst()) {
            XCTAssertGreaterThanOrEqual(
                try XCTUnwrap(lower["y"]), try XCTUnwrap(upper["y"]) + (try XCTUnwrap(upper["height"])))
        }
    }

    func testTodayOutsideOfTheRangeIsNotDrawn() throws {
        var page = Samples.page(lanes: [lane("Rice", [Samples.placed("a", left: 0, width: 9)])])
        for (position, isDrawn) in [(-0.1, false), (0, true), (100, true), (100.1, false)] {
            page.todayPosition = position
            let lines = try drawing(page).elements("line").filter { $0.attributes["stroke"] == "#FF3333" }
            XCTAssertEqual(lines.count, isDrawn ? 2 : 1, "\(position)")
        }
    }

    func testTheLegendExplainsWhatIsNotHidden() throws {
        let page = Samples.page(lanes: [lane("Rice", [Samples.placed("a", left: 0, width: 9)])])
        let texts = try SVGDrawing(page.svg(types: [.events, .offers])).texts
        XCTAssertTrue(texts.contains("Events"))
        XCTAssertTrue(texts.contains("Offers"))
        XCTAssertFalse(texts.contains("Interactions"))
        XCTAssertFalse(texts.contains("Status Changes"))
    }

    func testEmptyStatesSaySo() throws {
        for state in TimelineState.allCases where state != .items {
            let texts = try drawing(Samples.page(lanes: [], state: state)).texts
            XCTAssertTrue(texts.contains(try XCTUnwrap(state.title)))
            XCTAssertTrue(texts.contains(try XCTUnwrap(state.subtitle)))
            XCTAssertFalse(texts.contains("Timeline List"))
        }
    }

    func testWhatIsNotOnTheSheetIsCounted() throws {
        var samples = Samples()
        var page = samples.page(lanes: 60, items: 3...9)
        page.lanesPage = 2
        page.lanesPages = 3
        page.laneCount = 1_170
        page.skipped = [TimelineSkip(table: "events", row: 1, field: "id", reason: "missing")]
        let texts = try drawing(page).texts
        let names = page.lanes.map(\.schoolName).filter(texts.contains)
        let hidden = page.lanes.dropFirst(names.count)
        let itemCount = hidden.reduce(0) { $0 + $1.itemCount }
        XCTAssertTrue((1..<60).contains(names.count), "seed \(samples.seed)")
        let remark = "and \(hidden.count) more lanes with \(itemCount) items"
        XCTAssertTrue(texts.contains(remark), "seed \(samples.seed): \(texts)")
        XCTAssertTrue(texts.contains("Page 2 of 3 of 1,170 lanes · 1 row of the tables left out"))
        let days = texts.filter { $0 == "Feb 16, 2026" }.count
        XCTAssertTrue(texts.contains("and \(page.listItems.count - days) more"), "seed \(samples.seed)")
    }

    func testALaneOfTooManyRowsSaysHowManyItemsItShows() throws {
        let items = (0..<1_200).map {
            Samples.placed("a", type: .interaction, shape: .dot, left: 50, width: 2, row: $0)
        }
        let drawing = try drawing(Samples.page(lanes: [lane("Rice", rows: 1_200, items)]))
        let drawn = marks(drawing).count
        XCTAssertTrue((20..<1_200).contains(drawn))
        XCTAssertTrue(drawing.texts.contains("\(drawn) of 1,200 items"), "\(drawing.texts.prefix(30))")
    }

    func testNothingLeavesThePaper() throws {
        for (lanes, items) in [(1, 1...1), (5, 2...12), (60, 1...9), (3, 200...400), (2_000, 1...1)] {
            for paper in PaperSize.allCases {
                for minimumWidth in [0, 2, 30.0] {
                    var samples = Samples()
                    let page = samples.page(
                        lanes: lanes, items: items, names: Samples.oddNames, minimumWidth: minimumWidth)
                    let drawing = try drawing(page, paper: paper)
                    XCTAssertTrue(
                        drawing.outside.isEmpty, "seed \(samples.seed), \(lanes) lanes: \(drawing.outside[0])"
                    )
                    XCTAssertEqual(page.svg(paper: paper), page.svg(paper: paper), "seed \(samples.seed)")
                }
            }
        }
    }

    func testMarksThatCoverEachOtherAreDrawnOnce() throws {
        let items = (0..<100_000).map {
            Samples.placed("a", shape: .dot, left: Double($0) / 1_000, width: 0)
        }
        let marks = marks(try drawing(Samples.page(lanes: [lane("Rice", items)])))
        XCTAssertLessThan(marks.count, 4_000)
        XCTAssertGreaterThan(marks.count, 1_000)
    }

    func testNumbersThatAreNoneDoNoHarm() throws {
        for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
            var page = Samples.page(
                lanes: [
                    lane("Rice", [Samples.placed("a", left: value, width: value)]),
                    lane("Duke", rows: .max, [Samples.placed("a", left: 1, width: 2, row: .max)]),
                    lane("Yale", rows: -1, [Samples.placed("a", left: 1, width: 2, row: -1)]),
                ])
            page.todayPosition = value
            page.months[3].left = value
            page.months[4].width = value
            XCTAssertTrue(try drawing(page).outside.isEmpty, "\(value)")
        }
    }

    func testHostileTextsStayTexts() throws {
        let names =
            Samples.oddNames + ["x\" onload=\"alert(1)", "&#60;script&#62;", "<![CDATA[", "\u{fffe}\u{ffff}"]
        for name in names {
            let item = Samples.placed(name, left: 1, width: 50, schoolName: name)
            let page = Samples.page(lanes: [lane(name, [item])])
            let drawing = try SVGDrawing(page.svg(title: name, subtitle: name))
            let known: Set = [
                "svg", "title", "style", "defs", "clipPath", "g", "rect", "circle", "polygon", "line",
                "text",
            ]
            XCTAssertTrue(Set(drawing.elements.map(\.name)).isSubset(of: known), name)
            for element in drawing.elements {
                XCTAssertFalse(element.attributes.keys.contains { $0.hasPrefix("on") }, name)
                for scalar in element.text.unicodeScalars where scalar != "\n" {
                    XCTAssertNotEqual(scalar.properties.generalCategory, .control, name)
                    XCTAssertNotEqual(scalar, "\u{202e}", name)
                }
            }
        }
        let page = Samples.page(lanes: [lane("<b>A&M</b>", [Samples.placed("a", left: 1, width: 9)])])
        XCTAssertTrue(try drawing(page).texts.contains("<b>A&M</b>"))
    }

    func testLongNamesAreCut() throws {
        let name = String(repeating: "University ", count: 1_000)
        let page = Samples.page(
            lanes: [lane(name, [Samples.placed(name, left: 10, width: 20, schoolName: name)])])
        let drawing = try SVGDrawing(page.svg(title: name, subtitle: name))
        let long = drawing.texts.filter { $0.contains("University") }
        XCTAssertGreaterThanOrEqual(long.count, 6)
        for text in long {
            XCTAssertTrue(text.hasSuffix("…"), text)
            XCTAssertLessThan(text.count, 200)
        }
    }

    func testTitlesOfMarksReadAsAScreenReaderSaysThem() throws {
        var placed = Samples.placed("Camp & more", left: 10, width: 20, schoolName: "Rice")
        placed.item.endDate = .day(CivilDate(daysSinceEpoch: 20_502))
        var page = Samples.page(lanes: [lane("Rice", [placed])])
        // The start of the 182nd of 242 days.
        page.todayPosition = 181 * 100 / 242
        let titles = try drawing(page).elements("title").map(\.text)
        XCTAssertEqual(
            titles,
            [
                "Recruiting Timeline", "Rice. 1 item on timeline.", "September 2025", "October 2025",
                "November 2025", "December 2025", "January 2026", "February 2026", "March 2026", "April 2026",
                "📅 Camp & more. School: Rice. Date: February 16 – February 18, 2026.",
                "Today. March 1, 2026.",
            ])
    }

    func testAScreenReaderEntersTheDrawing() throws {
        // Screen readers do not read the parts of an image.
        let root = try drawing(Samples.page(lanes: [], state: .noData)).elements.first
        XCTAssertEqual(root?.attributes["role"], "graphics-document")
    }

    func testSchoolsWithoutANameAreUnknown() throws {
        for name in ["", " \n"] {
            let placed = Samples.placed("Camp", left: 10, width: 20, schoolName: name)
            let drawing = try drawing(Samples.page(lanes: [lane(name, [placed])]))
            XCTAssertEqual(drawing.texts.count { $0 == "Unknown" }, 2)
            let titles = drawing.elements("title").map(\.text)
            XCTAssertTrue(titles.contains("Unknown. 1 item on timeline."), "\(titles)")
            XCTAssertTrue(titles.contains("📅 Camp. School: Unknown. Date: February 16, 2026."), "\(titles)")
        }
    }

    func testTextsWithAnEmojiAreNotStretched() throws {
        for (text, adjust) in [("📅 Camp in Houston", "spacing"), ("Camp in Houston", "spacingAndGlyphs")] {
            var writer = SVGWriter()
            let font = PrintText(size: 7)
            writer.text(text, x: 0, baseline: 0, font, room: font.width(text) + 1)
            let element = try XCTUnwrap(try SVGDrawing(writer.bytes).elements.first)
            XCTAssertEqual(element.attributes["lengthAdjust"], adjust)
        }
    }
}
