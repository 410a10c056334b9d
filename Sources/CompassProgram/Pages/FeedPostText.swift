import CompassKernel

/// One post's card.
package struct FeedPostText {
    package let post: FeedPost
    /// The publication date, in words.
    package let date: String
    /// The maximum number of lines of its text; nil for what suits the page.
    package var lineLimit: Int?
    /// What is shown in place of an unknown school's name; nil for nothing.
    package var unknownSchool: String?

    package init(
        post: FeedPost, date: String, lineLimit: Int? = nil, unknownSchool: String? = nil
    ) {
        self.post = post
        self.date = date
        self.lineLimit = lineLimit
        self.unknownSchool = unknownSchool
    }

    package func add(to text: inout TextPage) {
        addHeader(to: &text)
        let width = text.width - 3
        let lineLimit = lineLimit ?? (text.isNarrow ? 8 : 5)
        let content = marked(post.postContent, post.highlights?.postContent, text.style)
        for line in content.lines(width: width, lineLimit: lineLimit) {
            text.line("  " + line)
        }
        addBadges(to: &text)
        if let notes = post.notes, !notes.isEmpty {
            let lines = DisplayText.lines(
                "Notes: " + text.harmless(notes), width: width, lineLimit: 3, text.style)
            for line in lines { text.line("  " + text.style.dim(line)) }
        }
    }

    /// Writes the platform, the author, and at the right edge how long ago.
    private func addHeader(to text: inout TextPage) {
        let style = text.style
        let tagWidth = 11
        let room = text.width - 1 - tagWidth
        let isTwitter = post.platform == .twitter
        let tag = style.colored(
            text.padded(isTwitter ? "Twitter" : "Instagram", to: tagWidth), isTwitter ? .cyan : .magenta)
        if text.isNarrow {
            text.line(tag + style.dim(DisplayText.rightAligned(date, to: room)))
            let (author, _) = author(in: text.width - 3, style)
            if !author.isEmpty { text.line("  " + author) }
        } else {
            let (author, authorWidth) = author(in: room - DisplayText.width(date) - 2, style)
            text.line(tag + author + style.dim(DisplayText.rightAligned(date, to: room - authorWidth)))
        }
    }

    /// Returns the author's name and handle, and the columns that they take.
    private func author(in room: Int, _ style: TerminalStyle) -> (text: String, width: Int) {
        let name = marked(post.authorName, post.highlights?.authorName, style)
        let handle = marked(post.authorHandle, post.highlights?.authorHandle, style)
        let gap = handle.plain.isEmpty || name.plain.isEmpty ? 0 : 2
        let wholeNameWidth = DisplayText.width(name.plain)
        // This much of the name is shown, however long the handle is.
        let keptNameWidth = min(wholeNameWidth, 20)
        let handleWidth = min(DisplayText.width(handle.plain), max(0, room - keptNameWidth - gap))
        let nameWidth = min(wholeNameWidth, max(0, room - handleWidth - gap))
        let author =
            name.cut(to: nameWidth) { style.bold($0) } + String(repeating: " ", count: gap)
            + handle.cut(to: handleWidth) { $0 }
        return (author, nameWidth + gap + handleWidth)
    }

    /// The coach's name; nil if it is not known, or the author's name contains it.
    private var coachName: String? {
        guard let name = post.coachName else { return nil }
        let author = (post.authorName ?? "").lowercased()
        return author.contains(name.lowercased()) ? nil : "Coach " + name
    }

    /// Writes the school, the coach, and the badges of the post.
    private func addBadges(to text: inout TextPage) {
        let style = text.style
        var badges: [String] = []
        for name in [post.schoolName ?? unknownSchool, coachName].compactMap({ $0 }) {
            let room = max(36, text.width - 44)
            badges.append(DisplayText.cut(text.harmless(name), to: min(room, text.width - 3), style))
        }
        if let sentiment = post.sentiment { badges.append(style.colored(sentiment.label, sentiment.color)) }
        if post.isRecruitingRelated { badges.append(style.colored("Recruiting", .green)) }
        if post.flaggedForReview { badges.append(style.colored("Flagged", .yellow)) }
        for line in text.joined(badges, by: style.separator, indent: 2) { text.line(line) }
    }

    /// Returns a field with its search matches marked; without colors marks cannot be shown.
    private func marked(
        _ field: String?, _ highlights: TextHighlights?, _ style: TerminalStyle
    ) -> MarkedText {
        MarkedText(field ?? "", marking: style.hasColors ? highlights?.utf8Ranges ?? [] : [], style)
    }
}
