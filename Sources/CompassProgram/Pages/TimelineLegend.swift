import CompassKernel

extension TextPage {
    /// Writes the mark of each kind of item that is shown, and that of today.
    package mutating func timelineLegend(_ types: TimelineItemTypes) {
        var entries = TimelineItemType.allCases.filter { types.contains(TimelineItemTypes($0)) }.map { type in
            let marks = type == .event ? "\(style.timelineBar) \(style.dot(of: type))" : style.dot(of: type)
            return style.colored(marks, type.color) + " " + type.pluralName
        }
        entries.append(style.colored(style.verticalLine, .red) + " Today")
        line()
        for drawn in joined(entries, by: "   ", indent: 2) { line(drawn) }
    }
}
