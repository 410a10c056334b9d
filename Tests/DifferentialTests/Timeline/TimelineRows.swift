import CompassBaseline
import CompassTestSupport

/// Rows of the timeline's tables, with their documents.
struct TimelineRows {
    var events: [BaselineEvent] = []
    var interactions: [BaselineInteraction] = []
    var offers: [BaselineOffer] = []
    var statusChanges: [BaselineStatusChange] = []
    var schools: [BaselineSchool] = []

    var count: Int { events.count + interactions.count + offers.count + statusChanges.count }

    func baseline(in zone: ZonePair) -> BaselineTimeline {
        BaselineTimeline(
            events: .init(events), interactions: .init(interactions), offers: .init(offers),
            statusChanges: .init(statusChanges), schools: .init(schools), zone: zone.baseline)
    }
}

/// The rows of a timeline as JSON arrays, as a server sends them.
struct TimelineDocuments {
    var events: [UInt8]
    var interactions: [UInt8]
    var offers: [UInt8]
    var statusChanges: [UInt8]
    var schools: [UInt8]

    /// - Parameter strays: rows of every table that are inserted between the others.
    init(_ rows: TimelineRows, strays: [String] = [], using random: inout SeededRandom) {
        events = Self.array(rows.events.map(Self.row), strays, &random)
        interactions = Self.array(rows.interactions.map(Self.row), strays, &random)
        offers = Self.array(rows.offers.map(Self.row), strays, &random)
        statusChanges = Self.array(rows.statusChanges.map(Self.row), strays, &random)
        schools = JSONRows.document(of: rows.schools)
    }

    /// Rows that some or all of the tables skip.
    static let strays = [
        "{}", "null", #"{"id":""}"#, #"{"id":"stray","type":"x","name":"x"}"#,
        #"{"id":"stray","type":"x","name":"x","offer_type":"x","new_status":"x","start_date":"soon","#
            + #""occurred_at":"soon","offer_date":"soon","changed_at":"soon"}"#,
        #"{"id":"stray","name":"x","type":"x","offer_type":null,"new_status":7,"start_date":1}"#,
        #"{"id":"stray","name":"x","start_date":"2026-01-01","end_date":"2026-02-30","occurred_at":{}}"#,
    ]

    private static func array(_ rows: [[UInt8]], _ strays: [String], _ random: inout SeededRandom) -> [UInt8]
    {
        var rows = rows
        for stray in strays {
            rows.insert(Array(stray.utf8), at: random.int(0...rows.count))
        }
        return Array("[".utf8) + rows.joined(separator: ",".utf8) + Array("]".utf8)
    }

    private static func row(_ event: BaselineEvent) -> [UInt8] {
        row { bytes in
            JSONRows.put(#"{"id":"#, event.id, &bytes)
            JSONRows.put(#","type":"#, event.type, &bytes)
            JSONRows.put(#","name":"#, event.name, &bytes)
            JSONRows.put(#","start_date":"#, text(event.start), &bytes)
            JSONRows.put(#","end_date":"#, event.end.map(text), &bytes)
            JSONRows.put(#","school_id":"#, event.schoolID, &bytes)
        }
    }

    private static func row(_ interaction: BaselineInteraction) -> [UInt8] {
        row { bytes in
            JSONRows.put(#"{"id":"#, interaction.id, &bytes)
            JSONRows.put(#","type":"#, interaction.type, &bytes)
            // Rows whose times are equal have them in different columns.
            let isRecorded = interaction.id.utf8.count % 3 == 0
            JSONRows.put(#","occurred_at":"#, isRecorded ? nil : text(.instant(interaction.time)), &bytes)
            JSONRows.put(#","created_at":"#, isRecorded ? text(.instant(interaction.time)) : "x", &bytes)
            JSONRows.put(#","subject":"#, interaction.subject, &bytes)
            JSONRows.put(#","school_id":"#, interaction.schoolID, &bytes)
        }
    }

    private static func row(_ offer: BaselineOffer) -> [UInt8] {
        row { bytes in
            JSONRows.put(#"{"id":"#, offer.id, &bytes)
            JSONRows.put(#","offer_type":"#, offer.type, &bytes)
            JSONRows.put(#","offer_date":"#, text(offer.time), &bytes)
            JSONRows.put(#","school_id":"#, offer.schoolID, &bytes)
        }
    }

    private static func row(_ change: BaselineStatusChange) -> [UInt8] {
        row { bytes in
            JSONRows.put(#"{"id":"#, change.id, &bytes)
            JSONRows.put(#","new_status":"#, change.newStatus, &bytes)
            JSONRows.put(#","previous_status":"#, change.previousStatus, &bytes)
            JSONRows.put(#","changed_at":"#, text(.instant(change.time)), &bytes)
            JSONRows.put(#","notes":"#, change.notes, &bytes)
            JSONRows.put(#","school_id":"#, change.schoolID, &bytes)
        }
    }

    private static func row(_ write: (inout [UInt8]) -> Void) -> [UInt8] {
        var bytes: [UInt8] = []
        write(&bytes)
        return bytes + [UInt8(ascii: "}")]
    }

    private static func text(_ date: BaselineDate) -> BaselineText {
        switch date {
        case .day(let day): BaselineText(day.text)
        case .instant(let micros): BaselineText(JSONRows.utcText(of: micros))
        }
    }
}
