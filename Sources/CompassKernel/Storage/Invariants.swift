/// The largest number of elements that ``assertInvariants(of:_:)`` checks. A check takes linear time, so many
/// changes of a larger value would take quadratic time.
private let maximumCheckedCount = 64

/// Stops a debug build if a change has left a value of `count` elements inconsistent; costs nothing in a
/// release build.
///
/// - Parameter violations: the result of the value's `checkInvariants`: a description of each inconsistency.
@inline(__always)
func assertInvariants(of count: Int, _ violations: @autoclosure () -> [String]) {
    assert(count > maximumCheckedCount || violations().isEmpty, "\(violations())")
}
