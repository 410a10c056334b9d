extension TextTable {
    /// Returns the table for a page; on narrow screens it scrolls on its own, also by keyboard.
    ///
    /// - Parameters:
    ///   - label: a description of the table.
    ///   - cellClass: the class of a cell by its text; empty for none.
    func markup(label: String, cellClass: (String) -> String = { _ in "" }) -> Markup {
        func cell(_ name: String, _ column: Int, _ text: String) -> Markup {
            let classes = [column < wordColumns ? "word" : "", cellClass(text)].filter { !$0.isEmpty }
            let scope = name == "th" ? "col" : column == 0 ? "row" : ""
            let element = scope == "row" ? "th" : name
            if scope.isEmpty {
                return .element(element, ["class": classes.joined(separator: " ")], text: text)
            }
            return .element(
                element, ["class": classes.joined(separator: " "), "scope": scope], text: text)
        }
        func line(_ name: String, _ cells: [String]) -> Markup {
            .element("tr", [:], cells.enumerated().map { cell(name, $0.offset, $0.element) })
        }
        return .element(
            "div", ["class": "scroll", "role": "region", "aria-label": label, "tabindex": "0"],
            [
                .element(
                    "table", [:],
                    [
                        .element("thead", [:], [line("th", head.map(\.keepingSigns))]),
                        .element("tbody", [:], lines.map { line("td", $0) }),
                    ])
            ])
    }
}

extension String {
    /// Keeps a sign on the same line as the text it belongs to.
    fileprivate var keepingSigns: String {
        split(separator: "÷ ", omittingEmptySubsequences: false).joined(separator: "÷\u{A0}")
    }
}
