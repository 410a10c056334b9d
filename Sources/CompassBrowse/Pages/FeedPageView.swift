import CompassKernel
import CompassPages
import CompassProgram

/// Social Media Monitoring on the terminal.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class FeedPageView: BrowsePage {
    /// The columns of the counts beside the posts.
    static let sideWidth = 44

    let model: SocialFeedModel
    private let environment: PageEnvironment
    /// Whether the counts of all choices are shown, not only those of a menu.
    private(set) var showsCounts = false

    init(_ store: CompassStore) {
        model = SocialFeedModel(store)
        environment = store.environment
        super.init(model)
    }

    override var tab: String { texts.socialFeed.tab }
    override var title: String { texts.socialFeed.title }
    override var subtitle: String { texts.socialFeed.subtitle }
    override var figure: String { model.phase == .content ? model.countText : "" }
    override var tables: [TableName] { [.posts] }

    override func disappear() {
        super.disappear()
        model.showsCounts = false
        showsCounts = false
    }

    /// Shows these filters, to which another page leads.
    func show(_ filters: FeedFilters) { model.filters = filters }

    // MARK: Status

    override var message: PageNotice? {
        if model.undoableDeletion != nil {
            return PageNotice(
                text: texts.socialFeed.deleted + " (u: " + texts.common.undo + ")", kind: .success)
        }
        if model.isSyncing { return PageNotice(text: model.syncLabel, kind: .success) }
        return model.message
    }

    override var controls: [PageControl] {
        let filters = model.filters
        let texts = texts
        let school = filters.schoolID.map { id in
            model.schools.first { $0.id == id }?.name.beginning(400) ?? texts.socialFeed.unknownSchool
        }
        var controls = [
            PageControl(
                key: "p", label: texts.socialFeed.platform,
                value: filters.platform.map(texts.common.name(of:)) ?? texts.common.all,
                isActive: filters.platform != nil),
            PageControl(
                key: "h", label: texts.common.school, value: school ?? texts.common.all,
                isActive: school != nil),
            PageControl(
                key: "t", label: texts.socialFeed.type, value: Self.label(filters.kind, texts),
                isActive: filters.kind != .all),
            PageControl(
                key: "e", label: texts.socialFeed.sentiment, value: Self.label(filters.sentiment, texts),
                isActive: filters.sentiment != nil),
        ]
        if !filters.search.isEmpty {
            controls.append(
                PageControl(
                    key: "/", label: texts.common.search, value: filters.search.beginning(400),
                    isActive: true))
        }
        return controls
    }

    override var hints: [KeyHint] {
        var hints: [KeyHint] = []
        if model.newPostCount > 0 { hints.append(KeyHint("w", model.newPostsText ?? "")) }
        hints += [
            KeyHint("/", texts.common.search), KeyHint("f", texts.socialFeed.flag),
            KeyHint("n", texts.socialFeed.notes), KeyHint("d", texts.socialFeed.delete),
        ]
        if model.filters.activeCount > 0 { hints.append(KeyHint("x", texts.socialFeed.clearFilters)) }
        return hints + [KeyHint("c", "Counts"), KeyHint("s", "Sync"), KeyHint("↑↓", "Move")]
    }

    override var help: [KeyHint] {
        [
            KeyHint("/", "Search as you type"),
            KeyHint("p h t e", "Filter by platform, school, type, sentiment"),
            KeyHint("x", texts.socialFeed.clearFilters), KeyHint("c", "Counts of all choices"),
            KeyHint("f", "Flag for review"), KeyHint("n", "Write notes"),
            KeyHint("d  u", "Delete; undo for 5 seconds"), KeyHint("Enter", texts.socialFeed.readMore),
            KeyHint("s", texts.socialFeed.syncPosts), KeyHint("w", "Show new posts that wait"),
            KeyHint("a", texts.socialAnalytics.title),
        ]
    }

    override var question: Question? {
        guard model.deletionQuestion != nil else { return nil }
        let model = model
        return Question(
            text: texts.socialFeed.deleteQuestion, yes: { model.confirmDeletion() },
            no: { model.cancelDeletion() })
    }

    // MARK: Keys

    override func handle(_ key: TerminalKey, selected: String?) -> Bool {
        switch key {
        case .character("/"):
            let model = model
            openSearch(model.filters.search, label: texts.common.search) {
                model.filters.search = $0
            } submit: {
                model.submitSearch()
            }
        case .character("p"): openPlatformMenu()
        case .character("h"): openSchoolMenu()
        case .character("t"): openKindMenu()
        case .character("e"): openSentimentMenu()
        case .character("x"):
            model.clearFilters()
            scroller.reset()
        case .character("c"):
            showsCounts.toggle()
            model.showsCounts = showsCounts
            scroller.reset()
        case .character("s"): model.sync()
        case .character("a"): model.openAnalytics()
        case .character("u"):
            awaitedSelection = model.undoableDeletion
            model.undoDeletion()
        case .character("w"):
            model.showNewPosts()
            scroller.reset()
        default: return handle(key, post: selected)
        }
        return true
    }

    private func handle(_ key: TerminalKey, post: String?) -> Bool {
        guard let post else { return false }
        switch key {
        case .character("f"): model.toggleFlag(ofPost: post)
        case .character("n"): model.editNotes(ofPost: post)
        case .character("d"), .delete: model.askToDelete(post)
        case .enter, .character(" "): model.toggleExpansion(ofPost: post)
        default: return false
        }
        return true
    }

    /// Opens the line of the notes with the model's draft, which also comes back when the server refused it.
    override func update() {
        if menu == nil, model.showsCounts != showsCounts { model.showsCounts = showsCounts }
        guard let draft = model.notesDraft else {
            if prompt?.label == texts.socialFeed.notes { prompt = nil }
            return
        }
        if prompt?.label == texts.socialFeed.notes, prompt?.field.text == draft.text { return }
        let model = model
        prompt = Prompt(
            label: texts.socialFeed.notes, field: TextField(draft.text),
            hints: [KeyHint("Enter", texts.common.save), KeyHint("Esc", texts.common.cancel)],
            change: { model.notesDraft?.text = $0 },
            commit: { _ in
                model.saveNotes()
                return true
            }, cancel: { model.cancelNotes() })
    }

    override func blocksAppeared(_ visible: Range<Int>) {
        model.isAtTop = scroller.isAtTop
        let last = min(visible.upperBound - leadingCount, model.posts.count) - 1
        if last >= 0 { model.postAppeared(at: last) }
    }

    // MARK: Drawing

    /// The blocks before the posts: the figures, and what waits above the list.
    private let leadingCount = 2

    override func blocks(_ layout: PageLayout) -> PageBlocks {
        let posts = model.posts
        let layout = narrowed(layout)
        let expanded = model.expandedPostIDs
        // Read here, so that the screen is drawn again when they change.
        let (statistics, counts, newPosts) = (model.statistics, namedCounts, model.newPostsText)
        let (empty, hasMore) = (model.empty, model.hasMore)
        let (leadingCount, texts, environment) = (leadingCount, texts, environment)
        let showsChart = showsCounts && !layout.isWide
        return PageBlocks(
            count: leadingCount + posts.count + 1,
            id: { index in
                let place = index - leadingCount
                return posts.indices.contains(place) ? posts[place].id : nil
            },
            lines: { index in
                let place = index - leadingCount
                switch index {
                case 0: return Self.figures(statistics, layout, texts)
                case 1:
                    return layout.lines { text in
                        if showsChart, let counts {
                            LinkedText(
                                counts: counts, now: environment.now(), zone: environment.zone,
                                isFiltered: counts.matchCount < statistics.totalPosts
                            ).add(to: &text)
                        }
                        text.line()
                        if let newPosts { text.line("  " + text.style.colored(newPosts + " (w)", .cyan)) }
                    }
                case _ where posts.indices.contains(place):
                    let post = posts[place]
                    return Self.lines(of: post, isExpanded: expanded.contains(post.id), layout, texts)
                default:
                    if let empty { return layout.lines(of: empty) }
                    return layout.lines { text in
                        text.line("  " + text.style.dim(hasMore ? texts.common.loading : "End of the list"))
                    }
                }
            })
    }

    override func side(_ layout: PageLayout) -> (width: Int, lines: [StyledLine])? {
        guard showsCounts, layout.isWide, let counts = namedCounts else { return nil }
        let lines = layout.lines(width: Self.sideWidth - 2) { text in
            LinkedText(
                counts: counts, now: environment.now(), zone: environment.zone,
                isFiltered: counts.matchCount < model.statistics.totalPosts
            ).add(to: &text)
        }
        return (Self.sideWidth, Array(lines.dropFirst()))
    }
}
