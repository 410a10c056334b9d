import CompassKernel
import CompassPages
import CompassProgram

/// The filters of the feed, with the number of posts of each choice under all other filters.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FeedPageView {
    func openPlatformMenu() {
        let values: [Platform?] = [nil, .twitter, .instagram]
        openFilter(texts.socialFeed.platform, values, \.platform) { [texts] value in
            value.map(texts.common.name(of:)) ?? texts.common.all
        } count: { value, counts in
            switch value {
            case nil: counts.platforms.twitter + counts.platforms.instagram
            case .twitter: counts.platforms.twitter
            case .instagram: counts.platforms.instagram
            }
        }
    }

    func openKindMenu() {
        openFilter(texts.socialFeed.type, FeedFilters.Kind.allCases, \.kind) { [texts] value in
            Self.label(value, texts)
        } count: { value, counts in
            // Each of the two is counted under the other filters, of which the kind is none.
            switch value {
            case .all: nil
            case .flagged: counts.flagged.yes
            case .recruiting: counts.recruiting.yes
            }
        }
    }

    func openSentimentMenu() {
        let values: [Sentiment?] = [nil] + Sentiment.allCases
        openFilter(texts.socialFeed.sentiment, values, \.sentiment) { [texts] value in
            Self.label(value, texts)
        } count: { value, counts in
            guard let value else {
                return counts.sentiments.reduce(counts.withoutSentiment) { $0 + $1.count }
            }
            return counts.sentiments.first { $0.type == value }?.count
        }
    }

    func openSchoolMenu() {
        let schools = model.schools
        let names = Dictionary(schools.map { ($0.id, $0.name) }) { first, _ in first }
        openFilter(texts.common.school, [nil] + schools.map(\.id), \.schoolID) { [texts] value in
            value.map { (names[$0] ?? $0).beginning(400) } ?? texts.common.allSchools
        } count: { value, counts in
            guard let value else { return counts.schools.reduce(counts.withoutSchool) { $0 + $1.postCount } }
            return counts.schools.first { $0.id == value }?.postCount ?? 0
        }
    }

    private func openFilter<Value: Equatable>(
        _ title: String, _ values: [Value], _ filter: WritableKeyPath<FeedFilters, Value>,
        label: @escaping @MainActor (Value) -> String,
        count: @escaping @MainActor (Value, LinkedCounts) -> Int?
    ) {
        // The figures come while the menu is open, and stay right when posts change meanwhile.
        model.showsCounts = true
        let model = model
        openMenu(title, current: values.firstIndex(of: model.filters[keyPath: filter]) ?? 0) {
            let counts = model.counts
            return values.map { value in
                Menu.Entry(
                    label: label(value),
                    remark: counts.flatMap { count(value, $0) }.map { DisplayText.grouped($0) } ?? "")
            }
        } choose: {
            model.filters[keyPath: filter] = values[$0]
        }
    }

    static func label(_ kind: FeedFilters.Kind, _ texts: PageTexts) -> String {
        switch kind {
        case .all: texts.common.all
        case .flagged: texts.socialFeed.flaggedOnly
        case .recruiting: texts.socialFeed.recruitingOnly
        }
    }

    static func label(_ sentiment: Sentiment?, _ texts: PageTexts) -> String {
        switch sentiment {
        case nil: texts.common.all
        case .veryPositive: texts.socialFeed.veryPositive
        case .positive: texts.socialFeed.positive
        case .neutral: texts.socialFeed.neutral
        case .negative: texts.socialFeed.negative
        }
    }
}
