import XCTest

@testable import CompassKernel

/// A day, or an instant, from its text.
func dayOrInstant(_ text: String) -> DayOrInstant {
    text.utf8.count == 10 ? .day(day(text)) : .instant(instant(text))
}

extension Event {
    /// An event with dates from their texts.
    init(
        _ id: String, _ start: String, to end: String? = nil, school: String? = nil, type: String? = "camp",
        name: String? = nil
    ) {
        self.init(
            id: id, type: type, name: name ?? "Event \(id)", start: dayOrInstant(start),
            end: end.map(dayOrInstant), schoolID: school)
    }
}

extension Interaction {
    /// An interaction at the time of a text.
    init(
        _ id: String, _ time: String, school: String? = nil, type: String = "email", subject: String? = nil
    ) {
        self.init(id: id, type: type, time: instant(time), schoolID: school, subject: subject)
    }
}

extension Offer {
    /// An offer on the day, or at the time, of a text.
    init(_ id: String, _ time: String, school: String? = nil, type: String = "full_ride") {
        self.init(id: id, type: type, time: dayOrInstant(time), schoolID: school)
    }
}

extension StatusChange {
    /// A change of status at the time of a text.
    init(
        _ id: String, _ time: String, school: String? = nil, from previous: String? = nil,
        to new: String = "committed", notes: String? = nil
    ) {
        self.init(
            id: id, newStatus: new, previousStatus: previous, time: instant(time), schoolID: school,
            notes: notes)
    }
}

/// A directory of schools with the given names by id.
func schoolDirectory(_ names: KeyValuePairs<String, String>) throws -> SchoolDirectory {
    let rows = names.map { #"{"id":"\#($0.key)","name":"\#($0.value)"}"# }.joined(separator: ",")
    return try SchoolDirectory.load(json: "[\(rows)]".utf8).table
}

extension TimelinePage {
    /// The ids of each lane's items.
    var laneIDs: [[String]] { lanes.map { $0.items.map(\.item.id) } }

    /// A placed item of any lane by its id.
    func placed(_ id: String) -> PlacedTimelineItem? {
        lanes.lazy.flatMap(\.items).first { $0.item.id == id }
    }
}
