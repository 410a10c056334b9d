/// The largest number of elements that ``assertInvariants(of:_:)`` checks: checks take time in proportion to the
/// number of elements, so many changes of a large value would take quadratic time.
private let maximumCheckedCount = 64

/// Stops a debug build if a change has left a value of `count` elements inconsistent; costs nothing in release
/// builds.
@inline(__always)
func assertInvariants(of count: Int, _ violations: @autoclosure () -> [String]) {
    assert(count > maximumCheckedCount || violations().isEmpty, "\(violations())")
}
