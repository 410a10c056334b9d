import CompassKernel
import CompassProgram

extension SocialText {
    func addTopSchools(to text: inout TextPage) {
        guard topLimit > 0 else { return }
        text.section("Top schools")
        if page.topSchools.isEmpty {
            return text.empty(hasPosts ? "No posts of a school in selected period" : Self.noPosts)
        }
        add(page.topSchools.map { ($0.id, $0.name, $0.postCount) }, to: &text)
    }

    /// Writes the coaches; nothing when no post has one, as in tables without that column.
    func addTopCoaches(to text: inout TextPage) {
        if page.topCoaches.isEmpty { return }
        text.section("Top coaches")
        add(page.topCoaches.map { ($0.id, $0.name, $0.postCount) }, to: &text)
    }

    /// Writes numbered bars, relative to the first.
    private func add(
        _ list: [(id: String, name: String, postCount: Int)], to text: inout TextPage
    ) {
        let numberWidth = max(3, String(list.count).count + 1)
        let rows = list.enumerated().map { index, row in
            TextPage.BarRow(
                lead: DisplayText.rightAligned("\(index + 1).", to: numberWidth) + " ",
                text.harmless(row.name), row.postCount, largest: list[0].postCount, .blue,
                ids: showsIDs ? [("id", row.id)] : [])
        }
        text.bars(rows, .rankedSchools)
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
        let edge = text.width - 1
        let date = local(post.postDate.timestamp)
        let platform = post.platform == .twitter ? "Twitter" : "Instagram"
        let tag = text.padded(platform, to: 11)
        // Between the tag and the date, each with at least one space; on narrow pages the date has its own
        // line.
        let room = edge - number.count - 11 - (text.isNarrow ? 0 : date.count + 2)
        let handle = DisplayText.cut(text.harmless(post.authorHandle ?? ""), to: room, style)
        let left = room - DisplayText.width(handle) - 2
        let name = left > 3 ? DisplayText.cut(text.harmless(post.authorName ?? ""), to: left, style) : ""
        let author =
            handle.isEmpty || name.isEmpty ? style.bold(handle) + name : style.bold(handle) + "  " + name
        let authorWidth =
            DisplayText.width(handle) + DisplayText.width(name) + (handle.isEmpty || name.isEmpty ? 0 : 2)
        let space = edge - number.count - 11 - authorWidth
        let head = number + style.colored(tag, post.platform == .twitter ? .cyan : .magenta) + author
        let indent = String(repeating: " ", count: number.count)
        if text.isNarrow {
            text.line(head)
            text.line(indent + style.dim(date))
        } else {
            text.line(head + style.dim(DisplayText.rightAligned(date, to: space)))
        }
        let lines = DisplayText.lines(
            text.harmless(post.postContent ?? ""), width: edge - number.count,
            lineLimit: text.isNarrow ? 4 : 2, style)
        for line in lines { text.line(indent + line) }
        if showsIDs { text.ids([("id", post.id), ("school", post.schoolID)], indent: number.count) }
    }
}
