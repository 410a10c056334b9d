/// A closed range of time, both edges included.
public struct TimeWindow: Hashable, Sendable {
    /// The left edge in microseconds since 1970-01-01T00:00:00Z.
    public let fromMicros: Int64
    /// The right edge, not before the left one.
    public let toMicros: Int64

    /// Creates the window between two edges, which may be equal.
    ///
    /// - Parameters:
    ///   - fromMicros: the left edge in microseconds since 1970-01-01T00:00:00Z.
    ///   - toMicros: the right edge.
    /// - Throws: ``TimeWindowError`` when the right edge is before the left one.
    public init(fromMicros: Int64, toMicros: Int64) throws(TimeWindowError) {
        guard fromMicros <= toMicros else {
            throw TimeWindowError(from: Timestamp(micros: fromMicros), to: Timestamp(micros: toMicros))
        }
        self.init(orderedFromMicros: fromMicros, toMicros: toMicros)
    }

    /// Creates the window between two instants, which may be equal.
    ///
    /// - Throws: ``TimeWindowError`` when the right edge is before the left one.
    public init(from: Timestamp, to: Timestamp) throws(TimeWindowError) {
        try self.init(fromMicros: from.micros, toMicros: to.micros)
    }

    /// Creates the window of one instant.
    public init(at instant: Timestamp) {
        self.init(orderedFromMicros: instant.micros, toMicros: instant.micros)
    }

    /// Creates the window between two edges that are known to be in order.
    init(orderedFromMicros fromMicros: Int64, toMicros: Int64) {
        self.fromMicros = fromMicros
        self.toMicros = toMicros
    }

    /// The left edge.
    public var from: Timestamp { Timestamp(micros: fromMicros) }
    /// The right edge.
    public var to: Timestamp { Timestamp(micros: toMicros) }
}

/// An error for a window whose right edge is before its left one.
public struct TimeWindowError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The requested left edge.
    public let from: Timestamp
    /// The requested right edge.
    public let to: Timestamp

    /// A description of the error, and how to correct it.
    public var description: String {
        "the window ends at \(to), before it begins at \(from); exchange its edges"
    }
}
