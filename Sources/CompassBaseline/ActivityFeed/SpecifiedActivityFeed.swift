import Foundation

/// The Activity Feed in the form in which the page was specified: events are made from all rows with all
/// their texts, their instants as text, and sorted as a whole; properties filter them again on every read.
///
/// The results are correct where the specified code was not: ranges are exact multiples of 24 hours, equal
/// times are ordered, and page numbers out of range are clamped. The costs are those of the specified code: a
/// dictionary of names for each load, a formatter for every instant.
///
/// It works on clean rows, as PostgREST prints them: instants in UTC like `2026-02-10T14:30:00+00:00`, whose
/// texts sort by time, with whole seconds, since the platform's formatter rejects fractions; each id once,
/// and in ASCII.
public struct SpecifiedActivityFeed: Sendable {
    private struct Activity: Sendable {
        let timestamp: String
        let event: BaselineActivityEvent
    }

    private let activities: [Activity]

    /// Makes all events and sorts them.
    ///
    /// - Parameters:
    ///   - rows: the tables.
    ///   - now: microseconds since 1970-01-01T00:00:00Z.
    ///   - zone: the zone of the page's days.
    /// - Complexity: O(*n* log *n*) in the events, with a formatter for each of them.
    public init(_ rows: SpecifiedActivityRows, now: Int64, zone: TimeZone) {
        var names: [BaselineText: BaselineText] = [:]
        for school in rows.schools { names[BaselineText(school.id)] = BaselineText(school.name) }
        func name(of id: BaselineText) -> BaselineText? { names[id] }
        func activity(_ timestamp: String, _ item: ActivityItem) -> Activity {
            let relativeTime = BaselineRelativeDate.text(of: item.time, now: now, zone: zone)
            return Activity(timestamp: timestamp, event: item.event(relativeTime: relativeTime))
        }
        var activities: [Activity] = []
        for row in rows.interactions {
            guard let timestamp = row.occurredAt ?? row.createdAt, let time = Self.micros(timestamp) else {
                continue
            }
            let interaction = BaselineInteraction(
                id: BaselineText(row.id), type: BaselineText(row.type), time: time,
                schoolID: row.schoolID.map { BaselineText($0) },
                subject: row.subject.map { BaselineText($0) }, content: row.content.map { BaselineText($0) })
            activities.append(activity(timestamp, ActivityItem(interaction, schoolName: name)))
        }
        for row in rows.statusChanges {
            guard let time = Self.micros(row.changedAt) else { continue }
            let change = BaselineStatusChange(
                id: BaselineText(row.id), newStatus: BaselineText(row.newStatus), time: time,
                schoolID: row.schoolID.map { BaselineText($0) }, notes: row.notes.map { BaselineText($0) })
            activities.append(activity(row.changedAt, ActivityItem(change, schoolName: name)))
        }
        for row in rows.documents {
            guard let time = Self.micros(row.createdAt) else { continue }
            let document = BaselineDocument(
                id: BaselineText(row.id), type: BaselineText(row.type), time: time,
                title: row.title.map { BaselineText($0) })
            activities.append(activity(row.createdAt, ActivityItem(document)))
        }
        self.activities = activities.sorted { left, right in
            left.timestamp == right.timestamp
                ? left.event.id < right.event.id : left.timestamp > right.timestamp
        }
    }

    /// Returns a page.
    ///
    /// - Parameters:
    ///   - number: the page's number, from 1; a number out of range becomes the nearest one.
    ///   - filter: which events are shown; whole texts cannot be searched.
    ///   - now: microseconds since 1970-01-01T00:00:00Z, the same as when the events were fetched.
    /// - Complexity: O(*n*) in the events, with a formatter for each event of a range; with a search, also in
    ///   their texts.
    public func page(
        _ number: Int = 1, filter: BaselineActivityFilter = .init(), now: Int64
    ) -> BaselineActivityPage {
        let pageSize = 20
        var filteredActivities: [Activity] {
            var result = activities
            if let type = filter.type { result = result.filter { $0.event.type == type } }
            if let cutoff = filter.cutoff(now: now) {
                result = result.filter { activity in
                    Self.micros(activity.timestamp).map { $0 >= cutoff } ?? false
                }
            }
            for pattern in BaselineSearch(filter.search).patterns {
                let query = String(String.UnicodeScalarView(pattern))
                result = result.filter { activity in
                    Self.contains(query, in: activity.event.title)
                        || Self.contains(query, in: activity.event.description)
                }
            }
            return result
        }
        let (page, totalPages) = BaselineActivityPage.clamped(
            number, size: pageSize, total: filteredActivities.count)
        let start = (page - 1) * pageSize
        let end = min(start + pageSize, filteredActivities.count)
        return BaselineActivityPage(
            total: filteredActivities.count, page: page, totalPages: totalPages,
            events: filteredActivities[start..<end].map(\.event))
    }

    private static func contains(_ query: String, in text: BaselineText) -> Bool {
        text.string.lowercased().range(of: query, options: .literal) != nil
    }

    private static func micros(_ text: String) -> Int64? {
        ISO8601DateFormatter().date(from: text).map { Int64($0.timeIntervalSince1970) * 1_000_000 }
    }
}
