import CompassBaseline
import CompassKernel

/// Compares pages of an activity feed with those of the baseline.
struct ActivityComparison {
    let kernel: ActivityFeed
    let baseline: BaselineActivityFeed

    /// Compares pages in each range, and searches for words of the first title and description.
    func run() {
        requireEqual(kernel.count, baseline.count, "events")
        for range in ActivityRange.allCases { compare(ActivityFilter(range: range)) }
        let first = kernel.page(asOf: FuzzedZone.now, in: .utc).events.first
        for text in [first?.title, first?.description].compactMap({ $0 }) {
            // From the middle, so that a search begins within words and characters.
            let scalars = text.unicodeScalars.dropFirst(text.unicodeScalars.count / 2).prefix(4)
            let search = String(String.UnicodeScalarView(scalars))
            compare(ActivityFilter(search: search))
            compare(ActivityFilter(search: search, searchesWholeText: true))
        }
    }

    private func compare(_ filter: ActivityFilter) {
        let expectedFilter = BaselineActivityFilter(
            range: BaselineActivityRange(rawValue: filter.range.rawValue)!,
            search: BaselineText(filter.search),
            searchesWholeText: filter.searchesWholeText)
        for zone in FuzzedZone.all {
            for number in [1, 2] {
                let page = kernel.page(number, size: 3, where: filter, asOf: FuzzedZone.now, in: zone.kernel)
                let expected = baseline.page(
                    number, size: 3, filter: expectedFilter, now: FuzzedZone.now.micros, zone: zone.baseline)
                compare(page, expected, "\(filter), page \(number)")
            }
        }
    }

    private func compare(_ page: ActivityPage, _ expected: BaselineActivityPage, _ name: String) {
        requireEqual(
            [page.total, page.page, page.totalPages], [expected.total, expected.page, expected.totalPages],
            "\(name): total, page, pages")
        requireEqual(page.events.count, expected.events.count, "\(name): events")
        for (event, wanted) in zip(page.events, expected.events) {
            requireEqual(event.timestamp.timestamp.micros, wanted.time, "\(name): time")
            requireEqual(event.entityType.rawValue, wanted.entityType, "\(name): entity's type")
            let texts = [
                event.id, event.title, event.description, event.icon, event.entityID, event.entityName,
                event.clickURL,
            ]
            let wantedTexts: [BaselineText?] = [
                wanted.id, wanted.title, wanted.description, wanted.icon, wanted.entityID, wanted.entityName,
                wanted.clickURL,
            ]
            requireEqual(
                texts.map { $0.map { Array($0.utf8) } }, wantedTexts.map { $0?.utf8 }, "\(name): texts")
            if FuzzedZone.isWellKnown(event.timestamp.timestamp) {
                requireEqual(event.relativeTime, wanted.relativeTime, "\(name): relative time")
            }
        }
    }
}
