import CompassKernel

extension Sentiment {
    /// The color of bars and badges.
    package var color: TerminalStyle.Color {
        switch self {
        case .veryPositive: .green
        case .positive: .blue
        case .neutral: .gray
        case .negative: .red
        }
    }
}

extension TimelineItemType {
    /// The color of bars and dots.
    package var color: TerminalStyle.Color {
        switch self {
        case .event: .blue
        case .interaction: .green
        case .offer: .yellow
        case .statusChange: .gray
        }
    }
}

extension TerminalStyle {
    /// One column of a bar.
    package var timelineBar: String { isUnicode ? "▬" : "=" }

    /// Today's line where it crosses a bar.
    package var verticalLineInBar: String { isUnicode ? "╪" : "#" }

    /// Returns a dot; each kind has its own shape, because there may be no colors.
    package func dot(of type: TimelineItemType) -> String {
        switch type {
        case .event: isUnicode ? "●" : "E"
        case .interaction: isUnicode ? "○" : "I"
        case .offer: isUnicode ? "◆" : "O"
        case .statusChange: isUnicode ? "■" : "S"
        }
    }

    /// The line at which a month begins.
    package var gridLine: String { isUnicode ? "┊" : ":" }
}
