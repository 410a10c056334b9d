/// What is drawn of an item, in percent of the range.
struct DrawnExtent {
    var left: Double
    var width: Double

    /// The right edge, as whoever reads left and width computes it.
    @inline(__always)
    var right: Double { left + width }

    /// A stretch of time clipped to the range, at least `minimumWidth` wide.
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

    /// An instant: `minimumWidth` around it, shifted inwards where it would leave the range.
    @inline(__always)
    init(dotAt micros: Int64, on scale: TimelineScale, minimumWidth: Double) {
        left = max(0, min(scale.position(micros) - minimumWidth / 2, 100 - minimumWidth))
        width = minimumWidth
    }
}
