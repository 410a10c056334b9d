/// What pages begin with: facts about the question, its filters, and cards with the most important figures.
extension TextPage {
    /// One of four cards side by side.
    struct Card {
        /// Four cards have three spaces between them, and a frame and a space at each side.
        static let innerWidth = (TerminalStyle.width - 3) / 4 - 4

        let label: String
        let value: String
        let remark: String
        let color: TerminalStyle.Color?

        init(_ label: String, _ value: String, remark: String = "", color: TerminalStyle.Color? = nil) {
            self.label = label
            self.value = value
            self.remark = remark
            self.color = color
        }
    }

    /// Writes facts side by side, the last on a line of its own where they do not fit one.
    mutating func facts(_ facts: [String]) {
        let whole = harmless(facts.joined(separator: style.separator))
        if DisplayText.width(whole) <= width { return line(style.dim(whole)) }
        line(style.dim(harmless(facts.dropLast().joined(separator: style.separator))))
        line(style.dim(DisplayText.cut(harmless(facts.last ?? ""), to: width, style)))
    }

    /// Writes the filters in words; nothing when there are none.
    mutating func filters(_ filters: String) {
        if !filters.isEmpty { filterSentence("Only " + filters) }
    }

    /// Writes what the filters leave, a sentence; nothing when it is empty.
    mutating func filterSentence(_ sentence: String) {
        let lines = DisplayText.lines(harmless(sentence), width: width - 1, lineLimit: 3, style)
        for text in lines { line(style.colored(text, .yellow)) }
    }

    /// Writes cards in a row, behind an empty line; without a line of remarks when no card has one.
    mutating func cards(_ cards: [Card]) {
        let (style, width) = (style, Card.innerWidth)
        let edge = String(repeating: style.horizontalLine, count: width + 2)
        func row(_ body: (Card) -> String) -> String {
            cards.map { "\(style.verticalLine) \(body($0)) \(style.verticalLine)" }.joined(separator: " ")
        }
        func border(_ corners: (left: String, right: String)) -> String {
            cards.map { _ in corners.left + edge + corners.right }.joined(separator: " ")
        }
        line()
        line(border(style.cardTop))
        line(row { style.dim(padded($0.label, to: width)) })
        line(
            row { card in
                let value = style.bold(padded(card.value, to: width))
                return card.color.map { style.colored(value, $0) } ?? value
            })
        if cards.contains(where: { !$0.remark.isEmpty }) {
            line(row { style.dim(padded($0.remark, to: width)) })
        }
        line(border(style.cardBottom))
    }
}
