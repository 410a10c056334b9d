/// A goal of the project and what was measured.
public struct Goal: Hashable, Sendable {
    /// Which way is good.
    public enum Direction: String, Hashable, Sendable, Codable {
        case atMost
        case atLeast
    }

    /// What is measured.
    public var name: String
    /// What was measured, in ``unit``.
    public var measured: Double
    /// The limit, in ``unit``.
    public var limit: Double
    /// On which side of the limit it is good to be.
    public var direction: Direction
    /// The unit of both.
    public var unit: String

    /// A goal.
    public init(_ name: String, _ measured: Double, _ direction: Direction, _ limit: Double, unit: String) {
        self.name = name
        self.measured = measured
        self.limit = limit
        self.direction = direction
        self.unit = unit
    }

    /// Whether the limit is kept.
    public var isMet: Bool { direction == .atMost ? measured <= limit : measured >= limit }
}

extension Goal: Codable {
    private enum CodingKeys: String, CodingKey { case name, measured, direction, limit, unit, met }

    /// Writes the goal and whether it is met.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(measured, forKey: .measured)
        try container.encode(direction, forKey: .direction)
        try container.encode(limit, forKey: .limit)
        try container.encode(unit, forKey: .unit)
        try container.encode(isMet, forKey: .met)
    }

    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(String.self, forKey: .name),
            try container.decode(Double.self, forKey: .measured),
            try container.decode(Direction.self, forKey: .direction),
            try container.decode(Double.self, forKey: .limit),
            unit: try container.decode(String.self, forKey: .unit))
    }
}
