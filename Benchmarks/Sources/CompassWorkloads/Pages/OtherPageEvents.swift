import BenchmarkHarness
import CompassKernel
import CompassPages
import CompassSynthesis

/// The events of the pages without posts.
enum OtherPageEvents {
    static let all =
        timelines + [activity("page"), activity("filter"), activity("search"), widget, reportOpen, generate]

    // Timeline

    /// About as many items as the size, of four tables.
    private static let timelines = [
        timeline("range", "the range changes, over all four") { model, number in
            model.range = TimelineRange.allCases[number % 4]
        },
        timeline("toggle", "a type of items is shown or hidden, in each range") { model, number in
            model.toggle(TimelineItemType.allCases[number % 4])
        },
        timeline("lanes", "another page of lanes is shown") { model, number in
            model.showLanes(page: 1 + number % max(model.layout?.lanesPages ?? 1, 1))
        },
        timeline("school", "the filter by school changes") { model, number in
            model.schoolID = model.schools.isEmpty ? nil : model.schools[number % model.schools.count].id
        },
    ]

    private static func timeline(
        _ name: String, _ purpose: String,
        _ event: @escaping @MainActor @Sendable (TimelineModel, Int) -> Void
    ) -> PageEvent {
        PageEvent(
            name: "pages.timeline." + name, purpose: purpose, sampleCount: 300, quietSeconds: 0.03
        ) { stages in
            let inputs = try stages.inputs.timeline(itemCount: stages.size.rows)
            func document(_ table: SynthesisTable) -> [UInt8] { Array(inputs.documents[table] ?? .init()) }
            let setting = PageSetting(
                [
                    .events: document(.events), .interactions: document(.interactions),
                    .offers: document(.offers), .statusChanges: document(.schoolStatusHistory),
                    .schools: document(.schools),
                ], start: Timestamp(micros: inputs.instants[0]), zone: inputs.zone)
            let model = TimelineModel(setting.store)
            try stages.turns.run(quietSeconds: 0.2, until: { model.layout != nil }) { model.appear() }
            let isRange = name == "range"
            return .init(
                before: { number in
                    if !isRange, number % 25 == 0 { model.range = TimelineRange.allCases[number / 25 % 4] }
                },
                event: { event(model, $0) },
                check: {
                    try stages.turns.run(quietSeconds: 0.1)
                    guard let layout = model.layout else { throw CheckFailure("no timeline is shown") }
                    let filter = TimelineFilter(schoolID: model.schoolID, types: model.types)
                    let expected = inputs.timeline.layout(
                        model.range, where: filter, asOf: setting.now, in: inputs.zone,
                        lanes: .page(layout.lanesPage))
                    try CheckFailure.unless(
                        layout.page == expected.page, "the timeline's page differs from the kernel's")
                })
        }
    }

    // Activity

    /// The 500 newest rows of each of three tables, whatever the size.
    private static let activityRows = 500

    @MainActor
    private static func activitySetting(
        _ stages: PageStages
    ) throws -> (setting: PageSetting, inputs: ActivityInputs) {
        let inputs = try stages.inputs.activity(rowsPerTable: activityRows)
        var tables: [TableName: [UInt8]] = [:]
        for (name, table) in [
            (TableName.interactions, SynthesisTable.interactions), (.statusChanges, .schoolStatusHistory),
            (.documents, .documents), (.schools, .schools),
        ] {
            tables[name] = try stages.document(table, rows: activityRows)
        }
        let setting = PageSetting(tables, start: Timestamp(micros: inputs.instants[0]), zone: inputs.zone)
        return (setting, inputs)
    }

    private static func activity(_ name: String) -> PageEvent {
        let purposes = [
            "page": "the next page of 1,500 events is shown", "filter": "type and range change",
            "search": "typing pauses, and the first page of the matches is shown",
        ]
        return PageEvent(name: "pages.activity." + name, purpose: purposes[name] ?? "") { stages in
            let (setting, inputs) = try activitySetting(stages)
            let model = ActivityModel(setting.store)
            try stages.turns.run(quietSeconds: 0.1, until: { model.page != nil }) { model.appear() }
            let texts = inputs.feed.page(1, size: 1_000, asOf: setting.now, in: inputs.zone).events.map(
                \.title)
            @MainActor func search(_ number: Int) -> String {
                let words = texts[number * 13 % max(texts.count, 1)].split(separator: " ")
                let text = String(words[number % max(words.count, 1)].prefix(1 + number % 6))
                // The same text again would change nothing.
                return text == model.filter.search ? text + "e" : text
            }
            return .init(
                before: { number in
                    guard name == "search" else { return }
                    try setting.untilAsleep(stages.turns) { model.filter.search = search(number) }
                },
                event: { number in
                    switch name {
                    case "page":
                        if model.canShowNextPage { model.showNextPage() } else { model.showPage(1) }
                    case "filter":
                        var filter = model.filter
                        filter.type =
                            ([nil] + ActivityType.allCases)[number % (ActivityType.allCases.count + 1)]
                        filter.range = ActivityRange.allCases[number / 4 % ActivityRange.allCases.count]
                        model.filter = filter
                    default: setting.clock.advance(by: .milliseconds(150))
                    }
                },
                check: {
                    try stages.turns.run(quietSeconds: 0.05)
                    let page = inputs.feed.page(
                        model.page?.page ?? 1, where: model.filter, asOf: setting.now, in: inputs.zone)
                    try CheckFailure.unless(
                        model.page == page, "the page of events differs from the kernel's")
                })
        }
    }

    private static let widget = PageEvent(
        name: "pages.widget.insert", purpose: "an interaction arrives while the widget is shown"
    ) { stages in
        let (setting, inputs) = try activitySetting(stages)
        let model = ActivityWidgetModel(setting.store)
        try stages.turns.run(quietSeconds: 0.2, until: { model.phase == .content }) { model.appear() }
        func id(_ number: Int) -> String { "arrived-\(number)" }
        func time(_ number: Int) -> Timestamp {
            Timestamp(micros: inputs.instants[0] + Int64(number) * 1_000_000)
        }
        var count = 0
        return .init(
            event: { number in
                count = number + 1
                let record =
                    #"{"id":"\#(id(number))","school_id":null,"coach_id":null,"type":"email","#
                    + #""direction":"inbound","subject":"Camp","content":"See you","sentiment":null,"#
                    + #""occurred_at":"\#(time(number))","created_at":"\#(time(number))"}"#
                setting.source.report("INSERT", Array(record.utf8), id: id(number), of: .interactions)
            },
            isDone: { model.events.first?.id.hasSuffix(id(count - 1)) ?? false },
            check: {
                var feed = inputs.feed
                for number in 0..<count {
                    feed.put(
                        Interaction(
                            id: id(number), type: "email", time: time(number), direction: "inbound",
                            subject: "Camp", content: "See you"))
                }
                try CheckFailure.unless(
                    model.events == feed.widget(asOf: setting.now, in: inputs.zone),
                    "the widget's events differ from the kernel's")
            })
    }

    // Reports

    /// As many interactions and metrics as the size.
    @MainActor
    private static func reportTables(_ stages: PageStages) throws -> [TableName: [UInt8]] {
        var tables: [TableName: [UInt8]] = [:]
        for (name, table) in [
            (TableName.interactions, SynthesisTable.interactions), (.metrics, .performanceMetrics),
            (.coaches, .coaches), (.schools, .schools),
        ] {
            tables[name] = try stages.document(table, rows: stages.size.rows)
        }
        return tables
    }

    private static let reportOpen = PageEvent(
        name: "pages.reports.open", purpose: "a new store's first load of all tables", sampleCount: 30,
        quietSeconds: 0.05
    ) { stages in
        let inputs = try stages.inputs.report(rowsPerTable: stages.size.rows)
        let tables = try reportTables(stages)
        var (setting, model): (PageSetting?, ReportsModel?)
        return .init(
            before: { _ in
                (setting, model) = (nil, nil)
                let next = PageSetting(
                    tables, start: Timestamp(micros: inputs.instants[0]), zone: inputs.zone)
                (setting, model) = (next, ReportsModel(next.store))
            },
            event: { _ in model?.appear() }, isDone: { model?.phase == .content },
            check: { try CheckFailure.unless(model?.banner == nil, "a table of the report is missing") },
            after: { (setting, model) = (nil, nil) })
    }

    private static let generate = PageEvent(
        name: "pages.reports.generate", purpose: "a report of each preset is generated, compared or not",
        quietSeconds: 0.01
    ) { stages in
        let inputs = try stages.inputs.report(rowsPerTable: stages.size.rows)
        let setting = PageSetting(
            try reportTables(stages), start: Timestamp(micros: inputs.instants[0]), zone: inputs.zone)
        let model = ReportsModel(setting.store)
        try stages.turns.run(quietSeconds: 0.1, until: { model.phase == .content }) { model.appear() }
        return .init(
            before: { number in
                model.choose(ReportPreset.allCases[number % ReportPreset.allCases.count])
                model.isComparing = number / ReportPreset.allCases.count % 2 == 1
            },
            event: { _ in model.generate() },
            isDone: { !model.isGenerating },
            check: {
                guard let preset = model.preset else { throw CheckFailure("the report has no preset") }
                let period = preset.period(asOf: setting.now, in: inputs.zone)
                let page = inputs.tables.page(
                    period, asOf: setting.now, in: inputs.zone, comparison: model.isComparing)
                try CheckFailure.unless(model.report == page, "the report differs from the kernel's")
            })
    }
}
