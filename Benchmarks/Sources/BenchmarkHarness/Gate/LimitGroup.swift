/// Figures that are measured in one way and compared together.
public enum LimitGroup: String, CaseIterable, Hashable, Sendable {
    /// Blocks and bytes that an operation allocates.
    case allocations
    /// Machine instructions of an operation.
    case instructions
    /// Bytes of a loaded table.
    case memory
    /// Times relative to others of the same run.
    case ratios
}

/// A limited metric.
public enum LimitMetric: String, CaseIterable, Hashable, Sendable {
    /// Heap blocks that a call allocates, result included.
    case blocks
    /// Bytes of these blocks, as rounded up by the allocator.
    case bytes
    /// Machine instructions of a call.
    case instructions
    /// The allocator's bytes that a loaded table keeps, per row.
    case liveBytesPerRow
    /// The peak of live bytes while it was loaded, per row.
    case peakBytesPerRow
    /// The careful baseline's time ÷ the kernel's.
    case carefulRatio
    /// The time of the baseline as specified ÷ the kernel's.
    case specifiedRatio
    /// The time at many rows ÷ the time at few rows.
    case rowsRatio

    /// The condition under which a figure meets its limit.
    enum Rule {
        /// At most the limit plus a share of it; if the figure is lower by more than that share, the limit
        /// should be renewed.
        case noMoreThan(tolerance: Double)
        /// At least the limit, which is the measured figure ÷ `margin`.
        case floor(margin: Double)
        /// At most the limit, which is the measured figure × `margin`.
        case ceiling(margin: Double)
    }

    var rule: Rule {
        switch self {
        case .blocks, .bytes: .noMoreThan(tolerance: 0)
        // Repeats exactly, except for some hundred bytes of type metadata that the language's runtime caches.
        case .liveBytesPerRow, .peakBytesPerRow: .noMoreThan(tolerance: 0.001)
        // Repeats within 0.002%, independent of where files and folders are.
        case .instructions: .noMoreThan(tolerance: 0.03)
        case .carefulRatio, .specifiedRatio: .floor(margin: 2)
        case .rowsRatio: .ceiling(margin: 2)
        }
    }

    /// The metric's name for readers.
    var title: String {
        switch self {
        case .blocks: "blocks a call"
        case .bytes: "bytes a call"
        case .instructions: "instructions a call"
        case .liveBytesPerRow: "bytes a row of the loaded table"
        case .peakBytesPerRow: "bytes a row at the peak of loading"
        case .carefulRatio: "careful baseline ÷ kernel"
        case .specifiedRatio: "as specified ÷ kernel"
        case .rowsRatio: "time at many rows ÷ time at few"
        }
    }

    /// Returns whether a figure meets a limit.
    func isKept(_ measured: Double, limit: Double) -> Bool {
        switch rule {
        case .noMoreThan(let tolerance): measured <= limit * (1 + tolerance)
        case .floor: measured >= limit
        case .ceiling: measured <= limit
        }
    }

    /// Returns whether a figure is so much better than its limit that the limit should be renewed.
    func isBetter(_ measured: Double, limit: Double) -> Bool {
        guard case .noMoreThan(let tolerance) = rule else { return false }
        return measured < limit * (1 - tolerance)
    }

    /// Returns the new limit for a figure.
    ///
    /// Limits of noisy figures have two significant digits and stay unchanged while the new one is within a
    /// third of them, so the file changes only after a real change.
    ///
    /// - Parameters:
    ///   - measured: the figure.
    ///   - old: the previous limit; nil if there is none.
    func limit(for measured: Double, old: Double?) -> Double {
        let new: Double
        switch rule {
        case .noMoreThan: return (measured * 100).rounded() / 100
        case .floor(let margin): new = LimitMetric.twoDigits(measured / margin)
        case .ceiling(let margin): new = LimitMetric.twoDigits(measured * margin)
        }
        if let old, old > 0, (0.67...1.5).contains(new / old) { return old }
        return new
    }

    private static func twoDigits(_ value: Double) -> Double {
        guard value > 0 else { return value }
        var unit = 1.0
        while value / unit >= 100 { unit *= 10 }
        if unit > 1 || value >= 10 { return (value / unit).rounded() * unit }
        return (value * 10).rounded() / 10
    }
}
