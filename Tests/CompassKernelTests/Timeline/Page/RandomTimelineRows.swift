@testable import CompassKernel

/// Rows that change at random, optionally together with a timeline.
struct RandomTimelineRows {
    private var events: [String: Event] = [:]
    private var interactions: [String: Interaction] = [:]
    private var offers: [String: Offer] = [:]
    private var statusChanges: [String: StatusChange] = [:]
    private let directory: SchoolDirectory

    init(directory: SchoolDirectory) { self.directory = directory }

    /// Returns a new timeline of the current rows.
    func fresh() -> RecruitingTimeline {
        RecruitingTimeline(
            events: EventTable(inOrder(events)), interactions: InteractionTable(inOrder(interactions)),
            offers: OfferTable(inOrder(offers)), statusChanges: StatusChangeTable(inOrder(statusChanges)),
            schools: directory)
    }

    /// Returns the rows sorted by id; dictionary order varies by process, and a seed must give the same rows.
    private func inOrder<Record>(_ rows: [String: Record]) -> [Record] {
        rows.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The number of rows.
    var count: Int { events.count + interactions.count + offers.count + statusChanges.count }

    /// Adds a row with a new id; events end where they start, or later.
    mutating func add(_ random: inout SeededRandom) {
        let id = "row \(count)"
        let school = random.chance(1, of: 4) ? nil : "s\(random.below(4))"
        switch random.below(4) {
        case 0:
            let start = Int32(20_200 + random.below(40))
            let end = random.chance(1, of: 2) ? start + Int32(random.below(9)) : nil
            events[id] = Event(
                id: id, name: id, start: .day(CivilDate(daysSinceEpoch: start)),
                end: end.map { .day(CivilDate(daysSinceEpoch: $0)) }, schoolID: school)
        case 1: interactions[id] = Interaction(id: id, type: "email", time: time(&random), schoolID: school)
        case 2: offers[id] = Offer(id: id, type: "partial", time: date(&random), schoolID: school)
        default:
            statusChanges[id] = StatusChange(
                id: id, newStatus: "new", time: time(&random), schoolID: school)
        }
    }

    /// Removes the row of an item.
    mutating func remove(id: String) {
        let parts = id.split(separator: "-", maxSplits: 1)
        let id = String(parts[1])
        switch parts[0] {
        case "event": events[id] = nil
        case "interaction": interactions[id] = nil
        case "offer": offers[id] = nil
        default: statusChanges[id] = nil
        }
    }

    /// Changes a row.
    mutating func change(_ random: inout SeededRandom) {
        var unused = RecruitingTimeline()
        change(&random, &unused)
    }

    /// Changes a row here and in the timeline.
    mutating func change(_ random: inout SeededRandom, _ timeline: inout RecruitingTimeline) {
        // Ids that can be packed as UUIDs, and text ids.
        let id =
            random.chance(1, of: 2)
            ? "00000000-0000-4000-8000-00000000000\(random.below(8))" : "id \(random.below(8))"
        let school = random.chance(1, of: 4) ? nil : "s\(random.below(8))"
        let isRemoved = random.chance(1, of: 3)
        switch random.below(4) {
        case 0:
            events[id] = isRemoved ? nil : event(id, school, &random)
            if let event = events[id] {
                // Putting the same row twice puts several rows at once.
                if random.chance(1, of: 4) { timeline.put([event, event]) } else { timeline.put(event) }
            } else {
                timeline.remove(id: "event-\(id)")
            }
        case 1:
            interactions[id] =
                isRemoved ? nil : Interaction(id: id, type: "email", time: time(&random), schoolID: school)
            if let row = interactions[id] {
                timeline.put(row)
            } else {
                timeline.remove(id: "interaction-\(id)")
            }
        case 2:
            offers[id] =
                isRemoved ? nil : Offer(id: id, type: "partial", time: date(&random), schoolID: school)
            if let row = offers[id] { timeline.put(row) } else { timeline.remove(id: "offer-\(id)") }
        default:
            statusChanges[id] =
                isRemoved
                ? nil : StatusChange(id: id, newStatus: "new", time: time(&random), schoolID: school)
            if let row = statusChanges[id] {
                timeline.put(row)
            } else {
                timeline.remove(id: "status-\(id)")
            }
        }
    }

    private func event(_ id: String, _ school: String?, _ random: inout SeededRandom) -> Event {
        Event(
            id: id, name: "Event \(random.below(100))", start: date(&random),
            end: random.chance(1, of: 2) ? date(&random) : nil, schoolID: school)
    }

    private func date(_ random: inout SeededRandom) -> DayOrInstant {
        random.chance(1, of: 2)
            ? .day(CivilDate(daysSinceEpoch: Int32(20_200 + random.below(40)))) : .instant(time(&random))
    }

    private func time(_ random: inout SeededRandom) -> Timestamp {
        Timestamp(micros: Int64(20_200 * 4 + random.below(160)) * (TimeUnits.microsPerDay / 4))
    }
}

extension PendingLimits {
    /// Limits with which a few rows are enough for all stages of folding.
    static func random(_ random: inout SeededRandom) -> PendingLimits {
        PendingLimits(
            minimum: [1, 3, 10, 1_000][random.below(4)], maximum: [1, 8, 1_000][random.below(3)],
            share: 1 + random.below(8), cellCount: [1, 4, 1_024][random.below(3)],
            itemsPerUnqueriedChange: 1, rowsPerStep: 1 + random.below(20))
    }
}
