/// The location of an event: the number of its source, and its rank within that source.
///
/// Layout: the source number in the highest two bits, the rank in the other 30. The event of rank 5 in source
/// 1 is `0x4000_0005`.
struct ActivityEntry: BitwiseCopyable, Equatable, Sendable {
    private static let rankBits: UInt32 = 30

    /// The maximum number of events in a source.
    static let maximumRankCount = 1 << Int(rankBits)

    private let rawValue: UInt32

    @inline(__always)
    init(source: Int, rank: Int) {
        rawValue = UInt32(truncatingIfNeeded: source) << Self.rankBits | UInt32(truncatingIfNeeded: rank)
    }

    /// The number of the source, from 0.
    @inline(__always)
    var source: Int { Int(rawValue >> Self.rankBits) }

    /// The rank of the event within its source.
    @inline(__always)
    var rank: Int { Int(rawValue & (1 << Self.rankBits - 1)) }
}

extension ActivityType {
    /// The kinds by source number, in the order of their id prefixes: `doc-`, `interaction-`, `status-`.
    /// Events of equal time are therefore ordered by source first, then by row id.
    static let bySource: [ActivityType] = [.documentUpload, .interaction, .schoolStatusChange]

    /// The number of the source.
    var source: Int { Self.bySource.firstIndex(of: self) ?? 0 }
}
