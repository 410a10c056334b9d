/// A list from which one entry is chosen; letters narrow it.
struct Menu {
    struct Entry: Hashable {
        var label: String
        /// A figure at the right, such as the number of posts.
        var remark: String = ""
    }

    var title: String
    private(set) var entries: [Entry]
    /// The index of the entry that is in effect.
    let current: Int
    private(set) var query = ""
    private(set) var selected: Int

    init(title: String, _ entries: [Entry], current: Int) {
        self.title = title
        self.entries = entries
        self.current = current
        selected = entries.indices.contains(current) ? current : 0
    }

    /// Shows newer figures of the same entries.
    mutating func update(_ entries: [Entry]) {
        if entries.map(\.label) == self.entries.map(\.label) { self.entries = entries }
    }

    /// The indices of the entries that match what was typed.
    var matches: [Int] {
        if query.isEmpty { return Array(entries.indices) }
        let wanted = query.lowercased()
        return entries.indices.filter { entries[$0].label.lowercased().contains(wanted) }
    }

    enum Outcome: Hashable {
        case none
        case cancelled
        case chosen(Int)
    }

    mutating func handle(_ key: TerminalKey, height: Int) -> Outcome {
        let matches = matches
        let place = matches.firstIndex(of: selected) ?? 0
        func at(_ place: Int) -> Int {
            matches.isEmpty ? selected : matches[min(max(place, 0), matches.count - 1)]
        }
        switch key {
        case .up: selected = at(place - 1)
        case .down: selected = at(place + 1)
        case .pageUp: selected = at(place - max(1, height))
        case .pageDown: selected = at(place + max(1, height))
        case .home: selected = at(0)
        case .end: selected = at(matches.count - 1)
        case .escape: return .cancelled
        case .enter: return matches.contains(selected) ? .chosen(selected) : .none
        case .backspace: narrow(String(query.dropLast()))
        case .control("u"): narrow("")
        case .character(let character): narrow(query + String(character))
        default: break
        }
        return .none
    }

    private mutating func narrow(_ query: String) {
        self.query = query
        let matches = matches
        if !matches.contains(selected), let first = matches.first { selected = first }
    }
}
