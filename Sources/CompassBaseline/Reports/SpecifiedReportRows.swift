import Foundation

/// One row of `coaches` as an app decodes it.
struct SpecifiedCoach: Codable, Sendable {
    let id: String
    let schoolID: String?
    let responsivenessScore: Double?

    private enum CodingKeys: String, CodingKey {
        case id
        case schoolID = "school_id"
        case responsivenessScore = "responsiveness_score"
    }
}

/// One row of `interactions` as the report decodes it.
struct SpecifiedReportInteraction: Codable, Sendable {
    let id: String
    let type: String
    let direction: String?
    let sentiment: String?
    let occurredAt: String?
    let createdAt: String?

    private enum CodingKeys: String, CodingKey {
        case id, type, direction, sentiment
        case occurredAt = "occurred_at"
        case createdAt = "created_at"
    }
}

/// One row of `performance_metrics` as an app decodes it.
struct SpecifiedReportMetric: Codable, Sendable {
    let id: String
    let metricType: String
    let value: Double?
    let recordedDate: String?
    let createdAt: String?

    private enum CodingKeys: String, CodingKey {
        case id, value
        case metricType = "metric_type"
        case recordedDate = "recorded_date"
        case createdAt = "created_at"
    }
}

/// The report's tables as an app loads them: one invalid row fails the whole table.
public struct SpecifiedReportRows: Sendable {
    let schools: [SpecifiedSchool]
    let coaches: [SpecifiedCoach]
    let interactions: [SpecifiedReportInteraction]
    let metrics: [SpecifiedReportMetric]

    /// Decodes the four arrays.
    public init(schools: Data, coaches: Data, interactions: Data, metrics: Data) throws {
        let decoder = JSONDecoder()
        self.schools = try decoder.decode([SpecifiedSchool].self, from: schools)
        self.coaches = try decoder.decode([SpecifiedCoach].self, from: coaches)
        self.interactions = try decoder.decode([SpecifiedReportInteraction].self, from: interactions)
        self.metrics = try decoder.decode([SpecifiedReportMetric].self, from: metrics)
    }
}
