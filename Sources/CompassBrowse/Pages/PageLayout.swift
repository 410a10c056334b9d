import CompassKernel
import CompassPages
import CompassProgram

/// The space of a page on the screen.
struct PageLayout {
    /// The screen's columns from which pages have a second column.
    private static let wideScreen = 116

    /// Whether characters beyond ASCII are drawn.
    var isUnicode: Bool
    var screenHeight: Int
    var screenWidth: Int
    /// The columns of what is beside the page.
    var reservedWidth = 0

    /// The columns of a page: one at each side remains empty.
    var width: Int { max(TerminalStyle.widthLimits.lowerBound, screenWidth - 2 - reservedWidth) }
    /// Whether figures take one line in place of cards.
    var isCompact: Bool { screenHeight < 30 }
    /// Whether there is room for a second column.
    var isWide: Bool { screenWidth >= Self.wideScreen }

    /// Returns the lines that `body` writes.
    ///
    /// They have their colors in any case: the screen leaves them out where they are not wanted.
    ///
    /// - Parameter width: the columns; those of the page by default.
    func lines(width: Int? = nil, _ body: (inout TextPage) -> Void) -> [StyledLine] {
        var page = TextPage(
            style: TerminalStyle(hasColors: true, isUnicode: isUnicode, width: width ?? self.width))
        body(&page)
        return page.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { StyledLine(drawn: $0) }
    }

    /// Returns what is shown in place of a list without rows.
    func lines(of empty: EmptyState) -> [StyledLine] {
        lines { text in
            text.line()
            let icon = isUnicode ? text.harmless(empty.icon) + "  " : ""
            text.line("  " + icon + text.style.bold(text.harmless(empty.title)))
            if let subtitle = empty.subtitle { text.note(text.harmless(subtitle)) }
        }
    }
}

extension TextPage {
    /// Writes labels with their figures: on one line, or in two columns where they do not fit.
    mutating func figures(_ figures: [(label: String, value: String, remark: String?)]) {
        let parts = figures.map { label, value, remark in
            style.dim(label + " ") + style.bold(value) + (remark.map { style.dim(" " + $0) } ?? "")
        }
        let lines = joined(parts, by: style.isUnicode ? "  ·  " : "  -  ", indent: 2)
        if lines.count == 1 { return line(lines[0]) }
        let lefts = stride(from: 0, to: parts.count, by: 2)
        let column = lefts.map { DisplayText.drawnWidth(parts[$0]) }.max() ?? 0
        for left in lefts {
            let gap = String(repeating: " ", count: column - DisplayText.drawnWidth(parts[left]) + 3)
            line("  " + parts[left] + (left + 1 < parts.count ? gap + parts[left + 1] : ""))
        }
    }
}

extension String {
    /// Returns the beginning of an untrusted text: more of it than fits a screen would be read for nothing.
    func beginning(_ byteCount: Int = 4_000) -> String {
        if utf8.count <= byteCount { return self }
        return String(String.UnicodeScalarView(unicodeScalars.prefix(byteCount)))
    }
}

extension FeedPost {
    /// Returns the post with texts of bounded lengths.
    func shortened(contentByteCount: Int) -> FeedPost {
        var post = self
        post.postContent = postContent?.beginning(contentByteCount)
        post.authorName = authorName?.beginning(400)
        post.authorHandle = authorHandle?.beginning(400)
        post.schoolName = schoolName?.beginning(400)
        post.coachName = coachName?.beginning(400)
        post.notes = notes?.beginning(2_000)
        return post
    }
}
