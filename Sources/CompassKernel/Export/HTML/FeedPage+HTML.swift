extension FeedPage {
    /// Returns the page as static HTML: the statistics, the number of matches, and the posts as a list.
    ///
    /// - Parameters:
    ///   - form: a fragment for a notebook, or a document.
    ///   - limit: the maximum number of posts to list; the others of this page are counted.
    ///     By default 20 in a fragment and 100 in a document.
    /// - Returns: the bytes in UTF-8, the same for the same page; see ``HTMLForm``.
    /// - Complexity: O(`limit`): long texts are cut.
    public func html(_ form: HTMLForm = .document, listing limit: Int? = nil) -> [UInt8] {
        HTMLWriter.page(
            form, title: "Social Media Monitoring", subtitle: "Track posts from coaches & programs",
            isEmpty: posts.isEmpty
        ) { writer in
            writer.cards([
                .init("Total Posts", statistics.totalPosts),
                .init("Twitter/X Posts", statistics.twitterPosts, color: .twitter),
                .init("Instagram Posts", statistics.instagramPosts, color: .instagram),
                .init("Flagged for Review", statistics.flaggedBadge, color: .gold),
            ])
            let state = state
            if state != .posts, let title = state.title {
                return writer.emptyState(title, state.subtitle)
            }
            writer.section("Posts") { writer in
                writer.element(
                    "p", ["class": "subtitle"], text: HTMLText.counted(matchCount, "post", "posts"))
                let shown = posts.prefix(form.limit(limit))
                writer.group("ol", ["class": "posts"]) { writer in
                    for post in shown { writer.group("li") { $0.content(of: post) } }
                }
                writer.more(posts.count - shown.count)
            }
        }
    }
}

extension LinkedFeedPage {
    /// Returns the page as static HTML, like ``FeedPage/html(_:listing:)``; the linked counts, which belong
    /// to the controls of an interactive page, are not part of it.
    ///
    /// - Complexity: O(`limit`).
    public func html(_ form: HTMLForm = .document, listing limit: Int? = nil) -> [UInt8] {
        page.html(form, listing: limit)
    }
}

extension HTMLWriter {
    fileprivate mutating func content(of post: FeedPost) {
        byline(
            platform: post.platform, name: post.authorName, handle: post.authorHandle,
            school: post.schoolName,
            date: post.postDate)
        postText(post.postContent, limit: HTMLText.contentLength)
        badges(of: post)
        if let notes = post.notes, !VisibleText.isBlank(notes) {
            group("div", ["class": "note"]) { writer in
                writer.element("b", text: "Notes")
                writer.userParagraph(
                    notes, class: "content", limit: HTMLText.excerptLength, keepsLines: true)
            }
        }
    }

    /// Writes who published a post, where and when.
    mutating func byline(
        platform: Platform, name: String?, handle: String?, school: String?, date: ZonedTimestamp
    ) {
        group("p", ["class": "meta"]) { writer in
            let handle = handle.flatMap { VisibleText.isBlank($0) ? nil : $0 }
            let name = name.flatMap { VisibleText.isBlank($0) ? nil : $0 }
            writer.group("b") { $0.userText(name ?? handle ?? "unknown author", limit: 80) }
            if name != nil, let handle { writer.userText(handle, limit: 80) }
            if let school {
                writer.text("· ")
                writer.userText(VisibleText.isBlank(school) ? "Unknown School" : school, limit: 80)
            }
            writer.text("· ")
            writer.element("span", ["class": .text(platform.htmlColor.textClass)], text: platform.htmlName)
            writer.text("· ")
            writer.time(date, text: date.clockText)
        }
    }

    /// Writes a post's text.
    mutating func postText(_ content: String?, limit: Int) {
        if let content, !VisibleText.isBlank(content) {
            userParagraph(content, class: "content", limit: limit, keepsLines: true)
        } else {
            element("p", ["class": "content remark"], text: "No text")
        }
    }

    private mutating func badges(of post: FeedPost) {
        group("p", ["class": "meta"]) { writer in
            if post.isRecruitingRelated { writer.badge("Recruiting", .green) }
            if let sentiment = post.sentiment { writer.badge(sentiment.label, sentiment.htmlColor) }
            if post.flaggedForReview { writer.badge("⚑ Flagged", .gold) }
            if let link = HTMLText.webLink(post.link) {
                writer.element(
                    "a",
                    [
                        "href": .text(link), "rel": "noopener noreferrer", "target": "_blank",
                    ], text: "Open post")
            }
        }
    }

    private mutating func badge(_ text: String, _ color: HTMLColor) {
        element("span", ["class": .text("badge \(color.textClass)")], text: text)
    }
}
