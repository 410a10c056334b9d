extension UInt64 {
    /// Calls `body` with the number of each set bit, from the lowest.
    @inline(__always)
    func forEachSetBit(_ body: (Int) -> Void) {
        var rest = self
        while rest != 0 {
            body(rest.trailingZeroBitCount)
            rest &= rest &- 1
        }
    }
}
