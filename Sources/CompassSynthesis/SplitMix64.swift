/// The generator of every random choice: SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom
/// Number Generators", OOPSLA 2014), in 64-bit integer arithmetic only, so that a seed produces the same
/// bytes on every platform.
///
/// Starting a stream costs nothing, so each row has its own: a row does not change when another row draws
/// more or fewer numbers.
struct SplitMix64: Sendable {
    private var state: UInt64

    /// Starts the stream of `seed`.
    @inline(__always)
    init(seed: UInt64) {
        state = seed
    }

    /// Starts the stream number `index` of the family `seed`.
    @inline(__always)
    init(seed: UInt64, stream index: UInt64) {
        state = Self.mixed(seed &+ 0x9E37_79B9_7F4A_7C15 &* (index &+ 1))
    }

    @inline(__always)
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    /// Returns a number in `0 ..< bound`, by Lemire's multiplication ("Fast Random Integer Generation in an
    /// Interval", 2019) without its rejection step: the bias is below `bound / 2^64`.
    @inline(__always)
    mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(truncatingIfNeeded: bound)).high)
    }

    /// Returns the same for bounds that do not fit in a 32-bit `Int`.
    @inline(__always)
    mutating func below(_ bound: Int64) -> Int64 {
        Int64(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(truncatingIfNeeded: bound)).high)
    }

    /// Returns true in `count` of `outOf` cases.
    @inline(__always)
    mutating func chance(_ count: Int, outOf: Int) -> Bool {
        below(outOf) < count
    }

    /// Returns the output of SplitMix64's finalizer, a bijection of 64-bit words.
    @inline(__always)
    static func mixed(_ word: UInt64) -> UInt64 {
        var z = word
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
