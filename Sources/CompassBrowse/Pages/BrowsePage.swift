import CompassKernel
import CompassPages
import CompassProgram

/// A setting of a page, in the lines below its title.
struct PageControl {
    var key: String
    var label: String
    var value: String
    /// Whether the value leaves something out.
    var isActive = false
}

/// A key and what it does.
struct KeyHint: Hashable {
    var key: String
    var label: String

    init(_ key: String, _ label: String) {
        self.key = key
        self.label = label
    }
}

/// A line in which the user writes, in place of the status.
struct Prompt {
    var label: String
    var field: TextField
    var hints: [KeyHint]
    /// Called after each change.
    var change: @MainActor (String) -> Void = { _ in }
    /// Called by the return key; returns false if the line stays.
    var commit: @MainActor (String) -> Bool
    var cancel: @MainActor () -> Void
}

/// A menu that is open, and what its choice does.
struct OpenMenu {
    var menu: Menu
    /// Returns the entries as they are now.
    var entries: @MainActor () -> [Menu.Entry]
    var choose: @MainActor (Int) -> Void
}

/// A question that is answered with y or n.
struct Question {
    var text: String
    var yes: @MainActor () -> Void
    var no: @MainActor () -> Void
}

/// A text that any key closes.
struct Alert {
    var title: String
    var lines: [String]
    var close: @MainActor () -> Void
}

/// A page on the terminal: what it shows of its model, and what keys do.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
class BrowsePage {
    let texts: PageTexts
    /// What all models have in common.
    private let state: any PageModel
    var scroller = BlockScroller()
    var prompt: Prompt?
    var menu: OpenMenu?
    /// A remark of this program, which the next key removes.
    var remark: String?
    /// The block to select once it is on the page again.
    var awaitedSelection: String?
    /// Called when something else than the model has changed; set by the program.
    var changed: @MainActor () -> Void = {}

    init(_ state: any PageModel) {
        self.state = state
        texts = state.texts
    }

    // What it shows

    var tab: String { "" }
    var title: String { "" }
    var subtitle: String { "" }
    /// A figure at the right of the title.
    var figure: String { "" }
    var phase: LoadPhase { state.phase }
    var isRefreshing: Bool { state.isRefreshing }
    var banner: PageNotice? { state.banner }
    /// What came of an action, in the status line.
    var message: PageNotice? { nil }
    var controls: [PageControl] { [] }
    /// The most important keys, for the last line.
    var hints: [KeyHint] { [] }
    /// All keys of this page, for the help.
    var help: [KeyHint] { [] }
    /// The tables that the page reads.
    var tables: [TableName] { [] }
    var question: Question? { nil }
    var alert: Alert? { nil }

    func blocks(_ layout: PageLayout) -> PageBlocks { PageBlocks([]) }

    /// Returns lines beside the blocks, on wide screens.
    func side(_ layout: PageLayout) -> (width: Int, lines: [StyledLine])? { nil }

    // What it does

    func appear() { state.appear() }
    func disappear() { state.disappear() }
    func refresh() async { await state.refresh() }
    func retry() { state.retry() }
    /// Follows changes of the model that open or close a line of input.
    func update() {}
    /// Notes which blocks are visible.
    func blocksAppeared(_ visible: Range<Int>) {}

    /// Does what a key means on this page; returns false if it means nothing.
    func handle(_ key: TerminalKey, selected: String?) -> Bool { false }

    /// Ends what is open, before another page is shown.
    func close() {
        (prompt, menu, remark, awaitedSelection) = (nil, nil, nil, nil)
        scroller.reset()
    }

    /// Opens a menu.
    ///
    /// - Parameters:
    ///   - entries: returns the entries, of which figures may change while the menu is open.
    ///   - current: the index of the one that is in effect.
    func openMenu(
        _ title: String, current: Int, _ entries: @escaping @MainActor () -> [Menu.Entry],
        choose: @escaping @MainActor (Int) -> Void
    ) {
        menu = OpenMenu(
            menu: Menu(title: title, entries(), current: current), entries: entries, choose: choose)
    }

    /// Opens the line of a search, which acts as the user types.
    func openSearch(
        _ text: String, label: String, change: @escaping @MainActor (String) -> Void,
        submit: @escaping @MainActor () -> Void
    ) {
        let changeAtTop: @MainActor (String) -> Void = { [weak self] text in
            change(text)
            self?.scroller.reset()
        }
        prompt = Prompt(
            label: label, field: TextField(text),
            hints: [KeyHint("Enter", "Keep"), KeyHint("Esc", texts.common.clearSearch)], change: changeAtTop,
            commit: { _ in
                submit()
                return true
            }, cancel: { changeAtTop("") })
    }

    /// Returns the value after another one, or before it; the last and the first have none.
    static func neighbor<Value: Equatable>(of value: Value, in values: [Value], by step: Int) -> Value {
        guard let index = values.firstIndex(of: value) else { return values.first ?? value }
        return values[min(max(index + step, 0), values.count - 1)]
    }
}
