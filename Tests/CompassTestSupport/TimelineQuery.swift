import CompassBaseline
import CompassKernel

/// One timeline query, for kernel and baseline.
package struct TimelineQuery {
    package var range: TimelineRange
    package var filter: BaselineTimelineFilter
    /// Microseconds since 1970-01-01T00:00:00Z.
    package var now: Int64
    package var minimumWidth: Double
    /// Nil for all lanes.
    package var lanes: BaselineLanesPage?

    package init(
        range: TimelineRange = .sixMonths, filter: BaselineTimelineFilter = .init(), now: Int64,
        minimumWidth: Double = 2, lanes: BaselineLanesPage? = nil
    ) {
        self.range = range
        self.filter = filter
        self.now = now
        self.minimumWidth = minimumWidth
        self.lanes = lanes
    }

    package var kernelFilter: TimelineFilter {
        TimelineFilter(
            schoolID: filter.schoolID?.string,
            types: filter.types.reduce(into: []) { $0.formUnion($1.kernel) })
    }

    package var kernelLanes: TimelineLanes { lanes.map { .page($0.number, size: $0.size) } ?? .all }

    package var baselineRange: BaselineTimelineRange { Int(range.rawValue).map { .months($0) } ?? .allTime }

    package func baselinePage(_ timeline: BaselineTimeline) -> BaselineTimelinePage {
        timeline.page(
            range: baselineRange, filter: filter, now: now, minimumWidth: minimumWidth, lanes: lanes)
    }
}
