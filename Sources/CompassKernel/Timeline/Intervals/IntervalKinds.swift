/// A set of kinds of intervals.
///
/// An index distinguishes four kinds, 0 to 3, whose meaning is defined by the caller. Intervals without a
/// kind are of kind 0.
public struct IntervalKinds: OptionSet, Hashable, Sendable {
    /// One bit for each kind, the lowest for kind 0.
    public let rawValue: UInt8

    /// Creates the set of the kinds whose bits are set; bits without a kind are dropped.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 15 }

    /// Creates the set of one kind, 0 to 3; empty for any other.
    public init(kind: Int) { self.init(rawValue: kind >= 0 && kind < 4 ? 1 << UInt8(kind) : 0) }

    /// Every kind.
    public static let all = IntervalKinds(rawValue: 15)
}

/// A number for each of the four kinds of intervals.
public struct IntervalKindCounts: Hashable, Sendable {
    let values: SIMD4<UInt32>

    @inline(__always)
    init(_ values: SIMD4<UInt32>) { self.values = values }

    /// Returns the number for a kind, 0 to 3.
    public subscript(kind: Int) -> Int { Int(values[kind]) }

    /// The sum over all kinds.
    public var total: Int { Int(values.wrappedSum()) }
}

extension IntervalKinds {
    /// A mask with all bits of a kind's element set where the set contains the kind.
    @inline(__always)
    var elementMask: SIMD4<UInt32> {
        let bits = SIMD4(repeating: UInt32(rawValue)) & SIMD4<UInt32>(1, 2, 4, 8)
        return SIMD4(repeating: ~0).replacing(with: 0, where: bits .== 0)
    }

    /// Returns the bits of the rows whose kind is in the set, from the two bits of each row's kind.
    @inline(__always)
    func matching(low: UInt64, high: UInt64) -> UInt64 {
        let raw = UInt64(rawValue)
        let none = ~high & ~low & (0 &- (raw & 1))
        let first = ~high & low & (0 &- (raw >> 1 & 1))
        let second = high & ~low & (0 &- (raw >> 2 & 1))
        return none | first | second | high & low & (0 &- (raw >> 3))
    }
}
