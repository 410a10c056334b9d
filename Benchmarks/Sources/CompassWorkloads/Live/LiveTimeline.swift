import BenchmarkHarness
import CompassKernel

/// Changes of a timeline whose items are kept, each followed by the number of items of a week.
package enum LiveTimeline {
    package static let name = "live.timeline"
    /// The cases.
    package enum Kind: String, CaseIterable, Sendable {
        case put, replace, remove
    }

    static let workload = CompassWorkload(
        name: name, purpose: "an event is added, replaced or removed, and the items of a week are counted"
    ) { _, size in
        let inputs = try LaneInputs(count: size.rows)
        let windows = try IntervalInputs.windows(days: 7)
        let cases = Kind.allCases.map { kind in
            let changing = ChangingTimeline(kind, inputs, windows)
            return QuestionCase(
                name: kind.rawValue,
                kernel: Call(before: changing.takeBack, { _ in changing.next() }), check: changing.check)
        }
        return PreparedQuestion(
            rows: size.rows, cases: cases,
            notes: ["changes are taken back between samples, which is not timed"])
    }
}

/// A timeline of which a call changes one event.
private final class ChangingTimeline {
    private let kind: LiveTimeline.Kind
    private let inputs: LaneInputs
    private let windows: [TimeWindow]
    private var timeline: RecruitingTimeline
    /// The numbers of the intervals that are events, spread over all.
    private let events: [Int]
    private var count = 0
    /// The changes since the last time they were taken back.
    private var changed: [Int] = []

    /// It owns its tables and its items once the first change has copied them.
    init(_ kind: LiveTimeline.Kind, _ inputs: LaneInputs, _ windows: [TimeWindow]) {
        self.kind = kind
        self.inputs = inputs
        self.windows = windows
        timeline = inputs.freshTimeline()
        _ = timeline.items(in: inputs.zone)
        let all = inputs.intervals.starts.indices.filter {
            inputs.intervals.ends[$0] > inputs.intervals.starts[$0]
        }
        let wanted = min(4_096, all.count)
        events = (0..<wanted).map { all[$0 * all.count / wanted] }
        next()
        takeBack()
    }

    /// Changes an event and counts the items of a week.
    @discardableResult
    func next() -> Int {
        let number = count
        count += 1
        changed.append(number)
        switch kind {
        case .put, .replace: timeline.put(event(number))
        case .remove: timeline.remove(id: inputs.itemID(events[number % events.count]))
        }
        return timeline.items(in: inputs.zone).count(meeting: windows[number % windows.count])
    }

    /// Returns the event that a change puts.
    private func event(_ number: Int) -> Event {
        let start = IntervalInputs.spanMicros / 1024 * Int64(number * 389 & 1023)
        let id = kind == .put ? "added-\(number)" : "\(events[number % events.count])"
        return Self.event(id: id, start, start + 86_400_000_000)
    }

    private static func event(id: String, _ start: Int64, _ end: Int64) -> Event {
        Event(
            id: id, type: "camp", name: "Spring Camp", start: .instant(Timestamp(micros: start)),
            end: .instant(Timestamp(micros: end)),
            schoolID: LaneInputs.schoolID(ofLane: Int(start / 1_000_000 % Int64(LaneInputs.laneCount))))
    }

    func takeBack() {
        for number in changed {
            if kind == .put {
                timeline.remove(id: "event-added-\(number)")
            } else {
                let id = events[number % events.count]
                timeline.put(
                    Self.event(id: "\(id)", inputs.intervals.starts[id], inputs.intervals.ends[id]))
            }
        }
        changed = []
    }

    /// Compares the counts after changes with those of checking each interval.
    func check() throws {
        takeBack()
        try check(timeline.items(in: inputs.zone).count(meeting: windows[0]), windows[0])
        for _ in 0..<3 { try check(next(), windows[(count - 1) % windows.count]) }
        // Those of the windows in which something has changed.
        for number in changed.prefix(3) {
            let start = event(number).start
            guard case .instant(let instant) = start else { continue }
            let window = try TimeWindow(fromMicros: instant.micros - 1, toMicros: instant.micros + 1)
            try check(timeline.items(in: inputs.zone).count(meeting: window), window)
        }
        takeBack()
        try check(timeline.items(in: inputs.zone).count(meeting: windows[1]), windows[1])
    }

    private func check(_ found: Int, _ window: TimeWindow) throws {
        let replaced = kind == .put ? [] : Set(changed.map { events[$0 % events.count] })
        var expected = inputs.intervals.ids(meeting: window).count { !replaced.contains(Int($0)) }
        if kind != .remove {
            for number in changed {
                guard case .instant(let start) = event(number).start else { continue }
                let end = start.micros + 86_400_000_000
                if start.micros <= window.toMicros, end >= window.fromMicros { expected += 1 }
            }
        }
        try CheckFailure.unless(
            found == expected,
            "\(LiveTimeline.name), \(kind.rawValue): \(found) items meet \(window), not \(expected)")
    }
}
