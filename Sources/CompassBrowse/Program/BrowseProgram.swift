import CompassKernel
import CompassPages
import CompassProgram

/// The five pages on a whole terminal: what is shown, and what keys and clicks do.
///
/// It knows nothing of the terminal itself, so that tests can press keys and look at the screen.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class BrowseProgram {
    /// The lines by which the wheel scrolls.
    private static let wheelLineCount = 3

    let style: TerminalStyle
    let store: CompassStore
    let pages: [BrowsePage]
    private let feed: FeedPageView
    /// What is browsed, in the status line.
    let place: Browsing.Place

    private(set) var pageIndex = 0
    var size: (rows: Int, columns: Int)
    var frame = Frame(body: 0..<0)
    /// The blocks of the screen that was drawn last, to which keys refer.
    var blocks = PageBlocks([])
    private(set) var isHelpOpen = false
    /// The first line of the help that is visible.
    private(set) var helpLine = 0
    /// Whether the service accepts neither the key nor the token.
    private(set) var isSignedOut = false
    /// A remark about the program as a whole, until the next key.
    private(set) var remark: String?
    /// Why tables could not be loaded, as the store reported it.
    private(set) var failures: [TableName: SourceError] = [:]

    /// Called when the screen is to be drawn again, though no model has changed.
    var changed: @MainActor () -> Void = {}

    /// What the terminal is asked to do after a key.
    enum Outcome {
        case draw, drawAnew, suspend, quit
    }

    init(
        _ environment: PageEnvironment, place: Browsing.Place, style: TerminalStyle,
        size: (rows: Int, columns: Int)
    ) {
        var environment = environment
        let (reports, continuation) = AsyncStream.makeStream(of: PageLogEntry.self)
        let log = environment.log
        environment.log = { entry in
            log(entry)
            continuation.yield(entry)
        }
        store = CompassStore(environment)
        feed = FeedPageView(store)
        pages = [
            AnalyticsPageView(store), feed, TimelinePageView(store), ActivityPageView(store),
            ReportsPageView(store),
        ]
        self.place = place
        self.style = style
        self.size = size
        Task { [weak self] in
            for await entry in reports {
                guard case .failure(let table, let error) = entry else { continue }
                self?.failures[table] = error
                self?.changed()
            }
        }
        for page in pages { page.changed = { [weak self] in self?.changed() } }
    }

    var page: BrowsePage { pages[pageIndex] }

    /// Shows the first page.
    func start() { page.appear() }

    /// Ends what the visible page waits for; a deletion that could be undone is sent.
    func end() { page.disappear() }

    /// Shows a page.
    func show(_ index: Int) {
        guard pages.indices.contains(index), index != pageIndex else { return }
        page.close()
        page.disappear()
        pageIndex = index
        page.close()
        page.appear()
    }

    /// Follows where a page leads to; returns whether it leads anywhere.
    @discardableResult
    func followDestination() -> Bool {
        guard let destination = store.destination else { return false }
        store.destination = nil
        switch destination {
        case .socialAnalytics: show(0)
        case .socialFeed(let filters):
            show(1)
            feed.show(filters)
        case .reports: show(4)
        case .path(let path): remark = "In the app, this opens \(path)"
        case .login: isSignedOut = true
        }
        return true
    }

    // MARK: Events

    /// Does what an event means.
    func handle(_ event: TerminalEvent) -> Outcome {
        switch event {
        case .key(let key): return handle(key)
        case .mouse(let mouse): return handle(mouse)
        case .pasted(let text):
            if var prompt = page.prompt {
                prompt.field.insert(text)
                page.prompt = prompt
                prompt.change(prompt.field.text)
            }
            return .draw
        case .resized: return .draw
        case .resumed: return .drawAnew
        case .ended: return .quit
        }
    }

    private func handle(_ key: TerminalKey) -> Outcome {
        if page.prompt == nil || key != .other { (remark, page.remark) = (nil, nil) }
        switch key {
        case .control("c"), .control("\\"): return .quit
        case .control("z"): return .suspend
        case .control("l"): return .drawAnew
        default: break
        }
        if isHelpOpen {
            scrollHelp(key)
            return .draw
        }
        if let question = page.question {
            answer(question, key)
        } else if page.prompt != nil {
            handlePrompt(key)
        } else if page.menu != nil {
            handleMenu(key)
        } else if let alert = page.alert {
            alert.close()
        } else {
            return handleOnPage(key)
        }
        followDestination()
        return .draw
    }

    /// Scrolls the help; any other key closes it.
    private func scrollHelp(_ key: TerminalKey) {
        let last = max(0, helpHints.count - menuHeight)
        switch key {
        case .up: helpLine = max(0, helpLine - 1)
        case .down: helpLine = min(last, helpLine + 1)
        case .pageUp: helpLine = max(0, helpLine - menuHeight)
        case .pageDown: helpLine = min(last, helpLine + menuHeight)
        default: isHelpOpen = false
        }
    }

    private func answer(_ question: Question, _ key: TerminalKey) {
        switch key {
        case .character("y"), .character("Y"): question.yes()
        case .character("n"), .character("N"), .escape: question.no()
        default: break
        }
    }

    private func handlePrompt(_ key: TerminalKey) {
        guard var prompt = page.prompt else { return }
        switch key {
        case .enter:
            if prompt.commit(prompt.field.text) { page.prompt = nil }
        case .escape:
            page.prompt = nil
            prompt.cancel()
        default:
            let before = prompt.field.text
            guard prompt.field.handle(key) else { return }
            page.prompt = prompt
            if prompt.field.text != before { prompt.change(prompt.field.text) }
        }
    }

    private func handleMenu(_ key: TerminalKey) {
        guard var open = page.menu else { return }
        open.menu.update(open.entries())
        switch open.menu.handle(key, height: menuHeight) {
        case .none: page.menu = open
        case .cancelled: page.menu = nil
        case .chosen(let index):
            page.menu = nil
            open.choose(index)
            page.scroller.reset()
        }
    }

    private func handleOnPage(_ key: TerminalKey) -> Outcome {
        switch key {
        case .character("q"): return .quit
        case .character("?"): (isHelpOpen, helpLine) = (true, 0)
        case .character("r"): refresh()
        case .tab: show((pageIndex + 1) % pages.count)
        case .backTab: show((pageIndex + pages.count - 1) % pages.count)
        case .up: page.scroller.move(by: -1, blocks, height: frame.height)
        case .down: page.scroller.move(by: 1, blocks, height: frame.height)
        case .pageUp: page.scroller.page(by: -1, blocks, height: frame.height)
        case .pageDown: page.scroller.page(by: 1, blocks, height: frame.height)
        case .home: page.scroller.moveToEnd(false, blocks, height: frame.height)
        case .end: page.scroller.moveToEnd(true, blocks, height: frame.height)
        case .character(let digit) where "1"..."5" ~= digit: show((digit.wholeNumberValue ?? 1) - 1)
        default:
            _ = page.handle(key, selected: visibleSelection())
            // Whoever is asked sees about what.
            if page.question != nil { page.scroller.reveal(blocks, height: frame.height) }
        }
        followDestination()
        return .draw
    }

    /// Returns the selected block, to which a key refers: never one that is not visible.
    private func visibleSelection() -> String? {
        guard page.phase == .content else { return nil }
        return page.scroller.visibleSelection(blocks, height: frame.height)
    }

    private func refresh() {
        if isSignedOut {
            isSignedOut = false
            return store.reset()
        }
        let page = page
        if page.phase == .content, page.banner?.canRetry != true {
            Task { await page.refresh() }
        } else {
            page.retry()
        }
    }

    private func handle(_ mouse: MouseEvent) -> Outcome {
        let isBehind = isHelpOpen || page.menu != nil || page.question != nil || page.alert != nil
        switch mouse.kind {
        case .wheelUp where isHelpOpen: scrollHelp(.up)
        case .wheelDown where isHelpOpen: scrollHelp(.down)
        case .wheelUp where page.menu != nil: handleMenu(.up)
        case .wheelDown where page.menu != nil: handleMenu(.down)
        case .wheelUp where !isBehind:
            page.scroller.scroll(by: -Self.wheelLineCount, blocks, height: frame.height)
        case .wheelDown where !isBehind:
            page.scroller.scroll(by: Self.wheelLineCount, blocks, height: frame.height)
        case .press where !isBehind && page.prompt == nil: click(mouse)
        default: break
        }
        return .draw
    }

    private func click(_ mouse: MouseEvent) {
        if mouse.row == 0, let tab = tabColumns.firstIndex(where: { $0.contains(mouse.column) }) {
            return show(tab)
        }
        guard frame.body.contains(mouse.row),
            let block = page.scroller.block(atRow: mouse.row - frame.body.lowerBound, blocks),
            let id = blocks.id(block)
        else { return }
        // A second click opens what the first one has selected.
        if page.scroller.selectedID == id {
            _ = page.handle(.enter, selected: id)
            followDestination()
        } else {
            page.scroller.select(block, blocks)
        }
    }

    /// Tells the page what is visible, after it was drawn.
    func noteVisibleBlocks() {
        guard page.phase == .content, blocks.count > 0 else { return }
        page.blocksAppeared(page.scroller.visible(blocks, height: frame.height))
    }
}
