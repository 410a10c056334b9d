/// A goal of the project and the measured figure.
public struct Goal: Hashable, Sendable {
    /// Which direction is good.
    public enum Direction: String, Hashable, Sendable, Codable {
        case atMost
        case atLeast
    }

    /// What is measured.
    public var name: String
    /// The measured figure, in ``unit``.
    public var measured: Double
    /// The limit, in ``unit``.
    public var limit: Double
    /// The side of the limit that is good.
    public var direction: Direction
    /// The unit of both figures.
    public var unit: String

    /// Creates a goal.
    public init(_ name: String, _ measured: Double, _ direction: Direction, _ limit: Double, unit: String) {
        self.name = name
        self.measured = measured
        self.limit = limit
        self.direction = direction
        self.unit = unit
    }

    /// Whether the limit is met.
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
