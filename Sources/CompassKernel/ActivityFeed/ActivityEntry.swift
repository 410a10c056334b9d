/// A place in the feed: which source an event comes from, and its rank there.
///
/// Layout: the number of the source in the highest two bits, the rank in the other 30. The event of rank 5 in
/// source 1 is `0x4000_0005`.
struct ActivityEntry: BitwiseCopyable, Equatable, Sendable {
    private static let rankBits: UInt32 = 30

    /// The greatest number of events that a source may have.
    static let mostRanks = 1 << Int(rankBits)

    private let rawValue: UInt32

    @inline(__always)
    init(source: Int, rank: Int) {
        rawValue = UInt32(truncatingIfNeeded: source) << Self.rankBits | UInt32(truncatingIfNeeded: rank)
    }

    /// The number of the source, from 0.
    @inline(__always)
    var source: Int { Int(rawValue >> Self.rankBits) }

    /// The number of the event among those of its source.
    @inline(__always)
    var rank: Int { Int(rawValue & (1 << Self.rankBits - 1)) }
}

extension ActivityType {
    /// The kinds by the number of their source, in the order of their ids: `doc-`, `interaction-`, `status-`.
    /// So the source decides among equal times, before the ids of its rows do.
    static let bySource: [ActivityType] = [.documentUpload, .interaction, .schoolStatusChange]

    /// The number of the source.
    var source: Int {
        switch self {
        case .documentUpload: 0
        case .interaction: 1
        case .schoolStatusChange: 2
        }
    }
}
