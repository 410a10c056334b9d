/// Stacks the items of a lane into rows.
enum TimelineStacking {
    /// The distance up to which edges count as equal, in percent of the range.
    private static let tolerance = 1e-9

    /// Returns the items in their order, each in the lowest row that is free when items are placed by drawn
    /// left edge, then start, then id.
    ///
    /// - Parameter items: those of one lane, by start, then id.
    /// - Complexity: O(*n* · *r*) in the items and rows, and O(*n* log *n*) to sort.
    static func placed(_ items: [TimedItem], _ scale: TimelineScale) -> [BaselineTimelinePage.PlacedItem] {
        let extents = items.map { scale.extent(of: $0) }
        var rows = Array(repeating: 0, count: items.count)
        var rightEdges: [Double] = []
        let byLeftEdge = items.indices.sorted { a, b in
            extents[a].left == extents[b].left ? a < b : extents[a].left < extents[b].left
        }
        for index in byLeftEdge {
            let extent = extents[index]
            let right = extent.left + extent.width
            if let free = rightEdges.firstIndex(where: { $0 <= extent.left + tolerance }) {
                rightEdges[free] = right
                rows[index] = free
            } else {
                rows[index] = rightEdges.count
                rightEdges.append(right)
            }
        }
        return items.indices.map { index in
            .init(
                item: items[index].item, isBar: items[index].isBar, left: extents[index].left,
                width: extents[index].width, row: rows[index])
        }
    }
}
