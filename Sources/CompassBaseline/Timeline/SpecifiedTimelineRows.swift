import Foundation

/// One row of `events` as an app decodes it: dates remain text.
struct SpecifiedEvent: Codable, Sendable {
    let id: String
    let type: String?
    let name: String
    let startDate: String
    let endDate: String?
    let schoolID: String?

    private enum CodingKeys: String, CodingKey {
        case id, type, name
        case startDate = "start_date"
        case endDate = "end_date"
        case schoolID = "school_id"
    }
}

/// One row of `interactions` as an app decodes it.
struct SpecifiedInteraction: Codable, Sendable {
    let id: String
    let type: String
    let subject: String?
    let occurredAt: String?
    let createdAt: String?
    let schoolID: String?

    private enum CodingKeys: String, CodingKey {
        case id, type, subject
        case occurredAt = "occurred_at"
        case createdAt = "created_at"
        case schoolID = "school_id"
    }
}

/// One row of `offers` as an app decodes it.
struct SpecifiedOffer: Codable, Sendable {
    let id: String
    let offerType: String
    let offerDate: String?
    let createdAt: String?
    let schoolID: String?

    private enum CodingKeys: String, CodingKey {
        case id
        case offerType = "offer_type"
        case offerDate = "offer_date"
        case createdAt = "created_at"
        case schoolID = "school_id"
    }
}

/// One row of `school_status_history` as an app decodes it.
struct SpecifiedStatusChange: Codable, Sendable {
    let id: String
    let schoolID: String?
    let previousStatus: String?
    let newStatus: String
    let changedAt: String
    let notes: String?

    private enum CodingKeys: String, CodingKey {
        case id, notes
        case schoolID = "school_id"
        case previousStatus = "previous_status"
        case newStatus = "new_status"
        case changedAt = "changed_at"
    }
}

/// The timeline's tables as an app loads them: one invalid row fails the whole table.
public struct SpecifiedTimelineRows: Sendable {
    let events: [SpecifiedEvent]
    let interactions: [SpecifiedInteraction]
    let offers: [SpecifiedOffer]
    let statusChanges: [SpecifiedStatusChange]
    let schools: [SpecifiedSchool]

    /// Decodes the five arrays.
    public init(
        events: Data, interactions: Data, offers: Data, statusChanges: Data, schools: Data
    ) throws {
        let decoder = JSONDecoder()
        self.events = try decoder.decode([SpecifiedEvent].self, from: events)
        self.interactions = try decoder.decode([SpecifiedInteraction].self, from: interactions)
        self.offers = try decoder.decode([SpecifiedOffer].self, from: offers)
        self.statusChanges = try decoder.decode([SpecifiedStatusChange].self, from: statusChanges)
        self.schools = try decoder.decode([SpecifiedSchool].self, from: schools)
    }

    /// The number of rows that may become items.
    public var count: Int { events.count + interactions.count + offers.count + statusChanges.count }
}
