/// The head of pages: facts about the query, its filters, and cards with the most important figures.
extension TextPage {
    /// One of four cards, side by side or in two rows.
    package struct Card {
        package let label: String
        package let value: String
        package let remark: String
        package let color: TerminalStyle.Color?

        package init(_ label: String, _ value: String, remark: String = "", color: TerminalStyle.Color? = nil)
        {
            self.label = label
            self.value = value
            self.remark = remark
            self.color = color
        }
    }

    /// The cards per row: four, or two when four would be too narrow for their labels.
    private var cardsPerRow: Int { (width - 3) / 4 >= 19 ? 4 : 2 }

    /// The columns inside a card. Cards are separated by a space, and have a frame and a space at each side.
    package var cardWidth: Int { (width - (cardsPerRow - 1)) / cardsPerRow - 4 }

    /// Writes facts side by side, on several lines when they do not fit on one.
    package mutating func facts(_ facts: [String]) {
        let parts = facts.map { DisplayText.cut(harmless($0), to: width, style) }
        for text in joined(parts, by: style.separator) { line(style.dim(text)) }
    }

    /// Writes the filters in words; nothing when there are none.
    package mutating func filters(_ filters: String) {
        if !filters.isEmpty { filterSentence("Only " + filters) }
    }

    /// Writes what the filters select, as a sentence; nothing when it is empty.
    package mutating func filterSentence(_ sentence: String) {
        let lines = DisplayText.lines(
            harmless(sentence), width: width - 1, lineLimit: isNarrow ? 6 : 3, style)
        for text in lines { line(style.colored(text, .yellow)) }
    }

    /// Writes cards after an empty line; rows in which no card has a remark omit the line of remarks.
    package mutating func cards(_ cards: [Card]) {
        line()
        for start in stride(from: 0, to: cards.count, by: cardsPerRow) {
            row(of: cards[start..<min(start + cardsPerRow, cards.count)])
        }
    }

    private mutating func row(of cards: ArraySlice<Card>) {
        let (style, width) = (style, cardWidth)
        let edge = String(repeating: style.horizontalLine, count: width + 2)
        func row(_ body: (Card) -> String) -> String {
            cards.map { "\(style.verticalLine) \(body($0)) \(style.verticalLine)" }.joined(separator: " ")
        }
        func border(_ corners: (left: String, right: String)) -> String {
            cards.map { _ in corners.left + edge + corners.right }.joined(separator: " ")
        }
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
