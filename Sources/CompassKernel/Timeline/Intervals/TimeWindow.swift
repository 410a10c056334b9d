/// A closed stretch of time, both edges included.
public struct TimeWindow: Hashable, Sendable {
    /// The left edge in microseconds since 1970-01-01T00:00:00Z.
    public let fromMicros: Int64
    /// The right edge, not before the left one.
    public let toMicros: Int64

    /// The stretch between two edges, which may be equal.
    ///
    /// - Parameters:
    ///   - fromMicros: the left edge in microseconds since 1970-01-01T00:00:00Z.
    ///   - toMicros: the right edge.
    /// - Throws: ``TimeWindowError`` when the right edge is before the left one.
    public init(fromMicros: Int64, toMicros: Int64) throws(TimeWindowError) {
        guard fromMicros <= toMicros else {
            throw TimeWindowError(from: Timestamp(micros: fromMicros), to: Timestamp(micros: toMicros))
        }
        self.fromMicros = fromMicros
        self.toMicros = toMicros
    }

    /// The stretch between two instants, which may be equal.
    ///
    /// - Throws: ``TimeWindowError`` when the right edge is before the left one.
    public init(from: Timestamp, to: Timestamp) throws(TimeWindowError) {
        try self.init(fromMicros: from.micros, toMicros: to.micros)
    }

    /// The stretch that is one instant.
    public init(at instant: Timestamp) {
        fromMicros = instant.micros
        toMicros = instant.micros
    }

    /// The left edge.
    public var from: Timestamp { Timestamp(micros: fromMicros) }
    /// The right edge.
    public var to: Timestamp { Timestamp(micros: toMicros) }
}

/// A window whose right edge is before its left one.
public struct TimeWindowError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The left edge that was asked for.
    public let from: Timestamp
    /// The right edge that was asked for.
    public let to: Timestamp

    /// What is wrong, and what to do.
    public var description: String {
        "the window ends at \(to), before it begins at \(from); exchange its edges"
    }
}
