import Foundation

/// One row of `interactions` as the activity feed decodes it.
struct SpecifiedActivityInteraction: Codable, Sendable {
    let id: String
    let schoolID: String?
    let type: String
    let content: String?
    let subject: String?
    let occurredAt: String?
    let createdAt: String?

    private enum CodingKeys: String, CodingKey {
        case id, type, content, subject
        case schoolID = "school_id"
        case occurredAt = "occurred_at"
        case createdAt = "created_at"
    }
}

/// One row of `documents` as an app decodes it.
struct SpecifiedDocument: Codable, Sendable {
    let id: String
    let title: String?
    let type: String
    let createdAt: String

    private enum CodingKeys: String, CodingKey {
        case id, title, type
        case createdAt = "created_at"
    }
}

/// The activity feed's tables as an app loads them: one invalid row fails the whole table.
public struct SpecifiedActivityRows: Sendable {
    let interactions: [SpecifiedActivityInteraction]
    let statusChanges: [SpecifiedStatusChange]
    let documents: [SpecifiedDocument]
    let schools: [SpecifiedSchool]

    /// Decodes the four arrays.
    public init(interactions: Data, statusChanges: Data, documents: Data, schools: Data) throws {
        let decoder = JSONDecoder()
        self.interactions = try decoder.decode([SpecifiedActivityInteraction].self, from: interactions)
        self.statusChanges = try decoder.decode([SpecifiedStatusChange].self, from: statusChanges)
        self.documents = try decoder.decode([SpecifiedDocument].self, from: documents)
        self.schools = try decoder.decode([SpecifiedSchool].self, from: schools)
    }
}
