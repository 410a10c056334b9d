import XCTest

@testable import CompassKernel

/// The rows of the three tables, with a simple reference implementation of a page's events.
struct PlainActivity {
    /// An event with the values by which it is sorted, filtered and searched.
    struct PlainEvent {
        var id: String
        var type: ActivityType
        var time: Timestamp
        var title: String
        var wholeText: String

        /// The whole text, cut to 50 characters.
        var shownText: String { wholeText.count > 50 ? wholeText.prefix(50) + "..." : wholeText }
    }

    var interactions: [Interaction] = []
    var statusChanges: [StatusChange] = []
    var documents: [Document] = []
    var schools: [String: String] = [:]

    /// Returns the feed of these rows.
    func feed(limitPerSource: Int? = nil) throws -> ActivityFeed {
        ActivityFeed(
            interactions: InteractionTable(interactions), statusChanges: StatusChangeTable(statusChanges),
            documents: DocumentTable(documents), schools: try directory(), limitPerSource: limitPerSource)
    }

    private func directory() throws -> SchoolDirectory {
        var writer = JSONWriter()
        writer.object { writer in
            writer.array("schools", schools.sorted { $0.key < $1.key }) { writer, school in
                writer.object { writer in
                    writer.member("id", school.key)
                    writer.member("name", school.value)
                }
            }
        }
        let rows = writer.bytes.dropFirst(#"{"schools":"#.utf8.count).dropLast()
        return try SchoolDirectory.load(json: rows).table
    }

    /// Returns all events that pass a filter, in order.
    func events(where filter: ActivityFilter = .all, asOf now: Timestamp) -> [PlainEvent] {
        let days: Int64? = [.week: 7, .month: 30, .quarter: 90][filter.range]
        let wanted = filter.search.trimmingWhiteSpace().lowercased().unicodeScalars.map { $0 }
        return all().filter { event in
            let text = filter.searchesWholeText ? event.wholeText : event.shownText
            return (filter.type == nil || event.type == filter.type)
                && (days.map { event.time.micros >= now.micros - $0 * 86_400_000_000 } ?? true)
                && (wanted.isEmpty || event.title.hasLowercased(wanted) || text.hasLowercased(wanted))
        }
    }

    private func all() -> [PlainEvent] {
        var events: [PlainEvent] = []
        func school(_ id: String?) -> String {
            let name = id.flatMap { schools[$0] } ?? ""
            return name.isEmpty ? "Unknown School" : name
        }
        func spaces(_ kind: String) -> String {
            kind.split(separator: "_", omittingEmptySubsequences: false).joined(separator: " ")
        }
        func first(_ texts: String?..., otherwise: String) -> String {
            texts.compactMap { $0 }.first { !$0.isEmpty } ?? otherwise
        }
        for row in interactions {
            let kind = spaces(row.type)
            events.append(
                PlainEvent(
                    id: "interaction-" + row.id, type: .interaction, time: row.time,
                    title: kind.prefix(1).uppercased() + kind.dropFirst() + " with " + school(row.schoolID),
                    wholeText: first(row.content, row.subject, otherwise: "No additional details")))
        }
        for row in statusChanges {
            events.append(
                PlainEvent(
                    id: "status-" + row.id, type: .schoolStatusChange, time: row.time,
                    title: school(row.schoolID) + " status changed to " + spaces(row.newStatus),
                    wholeText: first(row.notes, otherwise: "No additional notes")))
        }
        for row in documents {
            events.append(
                PlainEvent(
                    id: "doc-" + row.id, type: .documentUpload, time: row.time,
                    title: "Uploaded " + spaces(row.type), wholeText: first(row.title, otherwise: "Untitled"))
            )
        }
        return events.sorted {
            $0.time == $1.time ? $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) : $0.time > $1.time
        }
    }
}

extension String {
    fileprivate func trimmingWhiteSpace() -> String {
        let scalars = Array(unicodeScalars)
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(String.UnicodeScalarView(scalars[first...last]))
    }

    fileprivate func hasLowercased(_ wanted: [Unicode.Scalar]) -> Bool {
        let own = Array(lowercased().unicodeScalars)
        guard own.count >= wanted.count else { return false }
        return (0...own.count - wanted.count).contains { Array(own[$0..<$0 + wanted.count]) == wanted }
    }
}

/// Random rows whose times, schools and texts often coincide.
struct RandomActivity {
    var random: SeededRandom
    let now = instant("2026-03-01T12:00:00Z")
    private var nextID = 0

    init(_ random: SeededRandom) { self.random = random }

    mutating func rows(_ mostRows: Int) -> PlainActivity {
        var rows = PlainActivity(schools: ["a": "Rice", "b": "Ökonomie State", "c": "ISTANBUL İ"])
        for _ in 0..<random.below(mostRows + 1) { rows.interactions.append(interaction()) }
        for _ in 0..<random.below(mostRows + 1) { rows.statusChanges.append(statusChange()) }
        for _ in 0..<random.below(mostRows + 1) { rows.documents.append(document()) }
        switch random.below(4) {
        case 0:
            rows.interactions.sort { $0.time > $1.time }
            rows.documents.sort { $0.time > $1.time }
        case 1:
            rows.interactions.sort { $0.time < $1.time }
            rows.statusChanges.sort { $0.time < $1.time }
        default: break
        }
        return rows
    }

    mutating func interaction() -> Interaction {
        Interaction(
            id: id(), type: ["email", "phone_call", "dm", "", "ß_x", "official_visit"][random.below(6)],
            time: time(), schoolID: school(), subject: text(), content: text())
    }

    mutating func statusChange() -> StatusChange {
        StatusChange(
            id: id(), newStatus: ["committed", "offer_received", "_"][random.below(3)], time: time(),
            schoolID: school(), notes: text())
    }

    mutating func document() -> Document {
        Document(id: id(), type: ["transcript", "rec_letter"][random.below(2)], time: time(), title: text())
    }

    mutating func filter() -> ActivityFilter {
        let searches = [
            "", "", " ", "e", "EMAIL", "with r", "...", "no additional", "untitled", " Camp ", "i̇", "é", "👍",
            "state status", "ss x", "zzz", "\u{301}", "to",
        ]
        return ActivityFilter(
            type: [nil, .interaction, .schoolStatusChange, .documentUpload][random.below(4)],
            range: ActivityRange.allCases[random.below(4)], search: searches[random.below(searches.count)],
            searchesWholeText: random.chance(1, of: 3))
    }

    private mutating func id() -> String {
        nextID += 1
        return random.chance(1, of: 2) ? "x\(random.below(10))\(nextID)" : "\(nextID)"
    }

    private mutating func school() -> String? { [nil, "a", "b", "c", "gone", ""][random.below(6)] }

    private mutating func time() -> Timestamp {
        let days = [0, 1, 7, 30, 90, 400, -3][random.below(7)]
        let spread = [0, 1, 86_400_000_000][random.below(3)]
        return Timestamp(
            micros: now.micros - Int64(days) * 86_400_000_000 - Int64(random.below(spread + 1))
                + Int64(random.below(3) - 1))
    }

    private mutating func text() -> String? {
        let pieces = ["Camp ", "é", "e\u{301}", "👍🏽", "👨‍👩‍👧", "\r\n", "İ", "to the ", "🇺🇸", "क्ष", "x", "한"]
        switch random.below(6) {
        case 0: return nil
        case 1: return ""
        case 2: return "Camp in the morning"
        default: return (0..<random.below(80)).map { _ in pieces[random.below(pieces.count)] }.joined()
        }
    }
}
