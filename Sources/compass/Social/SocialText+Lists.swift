import CompassKernel

extension SocialText {
    func addTopSchools(to text: inout TextPage) {
        guard topLimit > 0 else { return }
        text.section("Top schools")
        guard let most = page.topSchools.first?.postCount else {
            return text.empty(hasPosts ? "No posts of a school in selected period" : Self.noPosts)
        }
        let width = 26
        let numberWidth = max(3, String(page.topSchools.count).count + 1)
        for (index, school) in page.topSchools.enumerated() {
            let share = Double(school.postCount) / Double(most)
            let bar = text.padded(Bars.horizontal(share, width: width, text.style), to: width)
            text.line(
                DisplayText.rightAligned("\(index + 1).", to: numberWidth) + " "
                    + text.padded(text.harmless(school.name), to: 37 - numberWidth) + " "
                    + text.style.colored(bar, .blue)
                    + DisplayText.rightAligned(DisplayText.grouped(school.postCount), to: 12))
            if showsIds { text.ids([("id", school.id)], indent: numberWidth + 1) }
        }
    }

    func addRecentPosts(to text: inout TextPage) {
        guard recentLimit > 0 else { return }
        text.section("Recent recruiting posts")
        if page.recentRecruitingPosts.isEmpty {
            return text.empty(hasPosts ? "No recruiting posts in selected period" : Self.noPosts)
        }
        let numberWidth = max(3, String(page.recentRecruitingPosts.count).count + 1)
        for (index, post) in page.recentRecruitingPosts.enumerated() {
            if index > 0 { text.line() }
            let number = DisplayText.rightAligned("\(index + 1).", to: numberWidth) + " "
            add(post, number: number, to: &text)
        }
    }

    private func add(_ post: RecruitingPost, number: String, to text: inout TextPage) {
        let style = text.style
        let edge = TerminalStyle.width - 1
        let date = local(post.postDate.timestamp)
        let platform = post.platform == .twitter ? "Twitter" : "Instagram"
        let tag = text.padded(platform, to: 11)
        // Between the tag and the date, each with a space at least.
        let room = edge - number.count - 11 - date.count - 2
        let handle = DisplayText.cut(text.harmless(post.authorHandle ?? ""), to: room, style)
        let left = room - DisplayText.width(handle) - 2
        let name = left > 3 ? DisplayText.cut(text.harmless(post.authorName ?? ""), to: left, style) : ""
        let author =
            handle.isEmpty || name.isEmpty ? style.bold(handle) + name : style.bold(handle) + "  " + name
        let authorWidth =
            DisplayText.width(handle) + DisplayText.width(name) + (handle.isEmpty || name.isEmpty ? 0 : 2)
        let space = edge - number.count - 11 - authorWidth
        text.line(
            number + style.colored(tag, post.platform == .twitter ? .cyan : .magenta) + author
                + style.dim(DisplayText.rightAligned(date, to: space)))
        let indent = String(repeating: " ", count: number.count)
        let content = text.harmless(post.postContent ?? "")
        for line in DisplayText.lines(content, width: edge - number.count, lineLimit: 2, style) {
            text.line(indent + line)
        }
        if showsIds { text.ids([("id", post.id), ("school", post.schoolId)], indent: number.count) }
    }
}
