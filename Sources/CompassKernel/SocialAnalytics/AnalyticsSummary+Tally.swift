extension AnalyticsSummary {
    init(_ tally: PostTally, activeSchools: Int) {
        let positive = tally.sentiments[0] + tally.sentiments[1]
        let analyzed = tally.sentiments.wrappedSum()
        self.init(
            totalPosts: tally.total, recruitingPosts: tally.recruiting,
            recruitingPercentage: Percentage.rounded(tally.recruiting, of: tally.total),
            positivePosts: positive, positivePercentage: Percentage.rounded(positive, of: analyzed),
            analyzedPosts: analyzed, activeSchools: activeSchools)
    }
}

extension SentimentShare {
    /// Returns the four rows of the sentiment chart.
    static func shares(of tally: PostTally) -> [SentimentShare] {
        let analyzed = tally.sentiments.wrappedSum()
        return Sentiment.allCases.enumerated().map { index, sentiment in
            let posts = tally.sentiments[index]
            return SentimentShare(
                type: sentiment, label: sentiment.label, count: posts,
                percentage: Percentage.exact(posts, of: analyzed))
        }
    }
}

extension PlatformCounts {
    init(_ tally: PostTally) { self.init(twitter: tally.total - tally.instagram, instagram: tally.instagram) }
}

/// Shares in percent; 0 if the whole is 0.
enum Percentage {
    /// Returns the percentage, rounded half up exactly in integers.
    static func rounded(_ part: Int, of whole: Int) -> Int {
        whole == 0 ? 0 : (200 * part + whole) / (2 * whole)
    }

    static func exact(_ part: Int, of whole: Int) -> Double {
        whole == 0 ? 0 : 100 * Double(part) / Double(whole)
    }
}
