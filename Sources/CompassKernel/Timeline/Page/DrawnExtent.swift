/// The drawn extent of an item, in percent of the range.
struct DrawnExtent {
    var left: Double
    var width: Double

    /// The right edge, computed from left and width as readers of the page do.
    @inline(__always)
    var right: Double { left + width }

    /// Creates the extent of a range of time clipped to the page's range, at least `minimumWidth` wide.
    @inline(__always)
    init(barFrom startMicros: Int64, to endMicros: Int64, on scale: TimelineScale, minimumWidth: Double) {
        left = scale.position(startMicros)
        width = scale.position(endMicros) - left
        if width < minimumWidth {
            width = minimumWidth
            // Shifted inwards where it would leave the range.
            left = min(left, 100 - minimumWidth)
        }
    }

    /// Creates the extent of an instant: `minimumWidth` around it, shifted inwards where it would leave the
    /// range.
    @inline(__always)
    init(dotAt micros: Int64, on scale: TimelineScale, minimumWidth: Double) {
        left = max(0, min(scale.position(micros) - minimumWidth / 2, 100 - minimumWidth))
        width = minimumWidth
    }
}
