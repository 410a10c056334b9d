import CompassKernel

extension TextPage {
    /// Writes the line of an activity: its icon, what happened, and at the right edge how long ago.
    ///
    /// - Parameter lineLimit: the maximum number of lines for what happened.
    package mutating func activity(_ event: ActivityEvent, date: String, lineLimit: Int = 1) {
        // With ASCII only, an emoji would become a question mark.
        let icon = style.isUnicode ? padded(harmless(event.icon), to: 2) : event.type.letter
        let room = width - 1 - 5 - 2 - DisplayText.width(date)
        let title = harmless(event.title)
        var lines = [DisplayText.cut(title, to: room, style)]
        if lineLimit > 1 { lines = DisplayText.lines(title, width: room, lineLimit: lineLimit, style) }
        line(
            "  " + padded(icon, to: 2) + " " + style.bold(padded(lines.first ?? "", to: room))
                + style.dim("  " + date))
        for more in lines.dropFirst() { line("     " + style.bold(more)) }
    }
}

extension ActivityType {
    /// The letter that replaces an icon when there are no emoji.
    fileprivate var letter: String {
        switch self {
        case .interaction: "I"
        case .schoolStatusChange: "S"
        case .documentUpload: "D"
        }
    }
}
