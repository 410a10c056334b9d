extension BaselineSocialPage.Summary {
    /// Returns a part of a whole in percent, rounded half up; 0 of an empty whole.
    static func percentage(_ part: Int, of whole: Int) -> Int {
        whole == 0 ? 0 : (200 * part + whole) / (2 * whole)
    }
}

extension BaselineSocialPage.Sentiment {
    /// Returns the rows of all four moods.
    static func rows(counts: [BaselineSentiment: Int]) -> [BaselineSocialPage.Sentiment] {
        let total = counts.values.reduce(0, +)
        return BaselineSentiment.allCases.map { sentiment in
            let count = counts[sentiment] ?? 0
            let percentage = total > 0 ? 100 * Double(count) / Double(total) : 0
            return .init(type: sentiment, label: sentiment.label, count: count, percentage: percentage)
        }
    }
}

extension BaselineSocialPage.Day {
    /// Returns the bars of consecutive days, the highest one 100.
    static func bars(first: BaselineDay, counts: [Int]) -> [BaselineSocialPage.Day] {
        let highest = max(counts.max() ?? 0, 1)
        return counts.enumerated().map { index, count in
            let day = first.adding(days: index)
            return .init(
                date: day.text, label: day.label, count: count, height: 100 * Double(count) / Double(highest))
        }
    }
}
