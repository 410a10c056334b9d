import BenchmarkHarness
import CompassBaseline
import CompassKernel
import CompassTestSupport

/// The timeline's page of the default view: the layout alone, and the layout with all texts.
package enum TimelineLayouts {
    static let workloads = [layout, page, list, views]

    private static let layout = CompassWorkload(
        name: "timeline.layout",
        purpose: "lanes, rows and positions of the default view, texts made when read"
    ) { inputs, size in
        try question("timeline.layout", inputs, size) { inputs, index in
            TimelineView().layout(inputs, index)
        }
    }

    private static let page = CompassWorkload(
        name: "timeline.page", purpose: "the whole Recruiting Timeline of the default view, with all texts"
    ) { inputs, size in
        var question = try question("timeline.page", inputs, size) { inputs, index in
            TimelineView().layout(inputs, index).page
        }
        let page = try TimelineView().layout(inputs.timeline(itemCount: size.rows), 0).page
        let items = page.listItems.map(CopiedTimelineItem.init)
        try CheckFailure.unless(
            items.allSatisfy { $0.copied() == $0 }, "timeline.page, \(copy): not the items")
        question.references = [.init(name: copy, call: Call { _ in items.map { $0.copied() } })]
        return question
    }

    /// The key of the time in which what the items of a page consist of is copied.
    package static let copy = "copying the items"

    private static let list = CompassWorkload(
        name: "timeline.list", purpose: "one of the pages of the list of the default view, with all texts"
    ) { inputs, size in
        let inputs = try inputs.timeline(itemCount: size.rows)
        let layout = TimelineView().layout(inputs, 0)
        let pageCount = layout.listPageCount()
        // Neighboring calls read pages that are far from each other.
        func kernel(_ index: Int) -> [TimelineItem] { layout.list(page: index * 7_919 % pageCount + 1) }
        let one = QuestionCase(kernel: Call(kernel)) {
            try TimelineView().check("timeline.list", inputs)
            let all = layout.page.listItems
            let pages = (0..<pageCount).flatMap { layout.list(page: $0 + 1) }
            try CheckFailure.unless(pages == all, "timeline.list: the pages are not the list")
        }
        return PreparedQuestion(
            rows: inputs.itemCount, cases: [one],
            notes: ["\(FigureText.grouped(layout.list.count)) items visible"])
    }

    private static func question<Answer>(
        _ name: String, _ inputs: WorkloadInputs, _ size: DatasetSize,
        kernel: @escaping (TimelineInputs, Int) -> Answer
    ) throws -> PreparedQuestion {
        let inputs = try inputs.timeline(itemCount: size.rows)
        let view = TimelineView()
        func specified(_ index: Int) throws -> BaselineTimelinePage {
            SpecifiedTimeline.page(
                try inputs.specified(), now: inputs.instant(index), zone: inputs.timeZone)
        }
        // A million formatters and name lookups take minutes.
        let isSpecifiedMeasured = size < .million
        var question = QuestionCase(
            kernel: Call { kernel(inputs, $0) }, careful: Call { try view.careful(inputs, $0) },
            specified: isSpecifiedMeasured ? Call(specified) : nil
        ) {
            try view.check(name, inputs)
        }
        if isSpecifiedMeasured {
            question.checkSpecified = {
                let page = BaselineTimelinePage(view.layout(inputs, 0).page)
                try page.check(equals: try specified(0), "\(name), as specified")
            }
        }
        return PreparedQuestion(
            rows: inputs.itemCount, cases: [question],
            notes: ["\(FigureText.grouped(view.visibleCount(inputs))) items visible"]
                + (isSpecifiedMeasured ? [] : ["as specified not measured: it would take minutes a page"]))
    }

    /// The name of the case with the limit for a page of the app's own size.
    package static let hundredItems = "100 items"
    /// The name of the case with the limit for a page of many items.
    package static let manyVisible = "5,000 visible items"

    private static let views = CompassWorkload(
        name: "timeline.views", purpose: "the layout under ranges, filters and pages of lanes"
    ) { inputs, size in
        let table = try inputs.timeline(itemCount: size.rows)
        let hundred = try inputs.timeline(itemCount: 100)
        // With this number, about 5,000 of them are within the default range.
        let many = try inputs.timeline(itemCount: 20_000)
        let school = table.timeline.layout(asOf: Timestamp(micros: table.instant(0)), in: table.zone)
            .page.lanes.first { $0.schoolID != nil }?.schoolID
        let views: [(name: String, inputs: TimelineInputs, view: TimelineView)] = [
            (hundredItems, hundred, TimelineView()), (manyVisible, many, TimelineView()),
            ("3 months", table, TimelineView(range: .threeMonths)),
            ("12 months", table, TimelineView(range: .twelveMonths)),
            ("all time", table, TimelineView(range: .allTime)),
            ("one school", table, TimelineView(range: .allTime, filter: TimelineFilter(schoolID: school))),
            ("events", table, TimelineView(filter: TimelineFilter(types: .events))),
            ("one page of lanes", table, TimelineView(lanes: .page(1))),
        ]
        let cases = views.map { name, inputs, view in
            QuestionCase(name: name, kernel: Call { view.layout(inputs, $0) }) {
                try view.check("timeline.views, \(name)", inputs)
            }
        }
        return PreparedQuestion(
            rows: table.itemCount, cases: cases,
            notes: [
                "two cases are the same at every size: \(hundred.visibleNote); \(many.visibleNote)"
            ])
    }
}

/// One view of the timeline, for the kernel and for the careful baseline.
private struct TimelineView: Sendable {
    var range = TimelineRange.sixMonths
    var filter = TimelineFilter.all
    var lanes = TimelineLanes.all

    func layout(_ inputs: TimelineInputs, _ index: Int) -> TimelineLayout {
        inputs.timeline.layout(
            range, where: filter, asOf: Timestamp(micros: inputs.instant(index)), in: inputs.zone,
            lanes: lanes)
    }

    func careful(_ inputs: TimelineInputs, _ index: Int) throws -> BaselineTimelinePage {
        let types: [(TimelineItemTypes, BaselineTimelineType)] = [
            (.events, .event), (.interactions, .interaction), (.offers, .offer),
            (.statusChanges, .statusChange),
        ]
        let baselineLanes: BaselineLanesPage? =
            if case .page(let number, let size) = lanes { .init(number: number, size: size) } else { nil }
        return try inputs.careful().page(
            range: Int(range.rawValue).map { .months($0) } ?? .allTime,
            filter: .init(
                schoolID: filter.schoolID.map { BaselineText($0) },
                types: Set(types.filter { filter.types.contains($0.0) }.map(\.1))),
            now: inputs.instant(index), lanes: baselineLanes)
    }

    func visibleCount(_ inputs: TimelineInputs) -> Int { layout(inputs, 0).page.listItems.count }

    func check(_ name: String, _ inputs: TimelineInputs) throws {
        for index in [0, inputs.instants.count - 1] {
            let page = BaselineTimelinePage(layout(inputs, index).page)
            try page.check(equals: try careful(inputs, index), "\(name), careful")
        }
    }
}

extension TimelineInputs {
    fileprivate var visibleNote: String {
        "\(FigureText.grouped(TimelineView().visibleCount(self))) visible of \(FigureText.grouped(itemCount))"
    }
}
