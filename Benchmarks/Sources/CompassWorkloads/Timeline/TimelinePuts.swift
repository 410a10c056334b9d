import BenchmarkHarness
import CompassKernel

/// An event that is inserted after the items were built.
enum TimelinePuts {
    static let workload = CompassWorkload(
        name: "timeline.put", purpose: "an event more, and the items of the timeline with it"
    ) { _, size in
        let inputs = try LaneInputs(count: size.rows)
        let changing = ChangingTimeline(inputs)
        var question = PreparedQuestion(
            rows: size.rows,
            cases: [
                QuestionCase(
                    kernel: Call(before: { try changing.takeBack() }, { changing.put($0) })
                ) { try changing.check() }
            ])
        question.hasLongCalls = true
        return question
    }
}

/// A timeline to which events are added, and from which they are removed again.
private final class ChangingTimeline {
    private let inputs: LaneInputs
    private var timeline: RecruitingTimeline
    private var added: Set<String> = []

    /// It owns its tables and its items once the first change has copied them.
    init(_ inputs: LaneInputs) {
        self.inputs = inputs
        timeline = inputs.freshTimeline()
        _ = timeline.items(in: inputs.zone)
        put(0)
    }

    @discardableResult
    func put(_ index: Int) -> Int {
        let start = IntervalInputs.spanMicros / 1024 * Int64(index * 389 & 1023)
        let id = "added-\(index)"
        timeline.put(
            Event(
                id: id, type: "camp", name: "Spring Camp", start: .instant(Timestamp(micros: start)),
                end: .instant(Timestamp(micros: start + 86_400_000_000)),
                schoolID: LaneInputs.schoolID(ofLane: index % LaneInputs.laneCount)))
        added.insert(id)
        return timeline.items(in: inputs.zone).count
    }

    func takeBack() throws {
        for id in added {
            try CheckFailure.unless(timeline.remove(id: "event-" + id), "timeline.put: no event \(id)")
        }
        added.removeAll()
    }

    /// Compares the items with those without the event, and checks that an inserted event is found.
    func check() throws {
        try takeBack()
        let windows = try IntervalInputs.windows(days: 30)
        try inputs.check(timeline.items(in: inputs.zone), windows, "timeline.put")
        try CheckFailure.unless(
            put(1) == inputs.intervals.starts.count + 1, "timeline.put: the event is not among the items")
        try takeBack()
    }
}
