/// The label and the emoji of a row type on the timeline.
///
/// The label of a type that is not listed is its raw text, with the emoji of "other".
struct TypeLabel: Sendable {
    let text: String
    let emoji: String
}

/// The labels of the four tables' types.
enum TimelineLabels {
    /// Returns the label of an event's type; without a text where the event has no type.
    static func event(_ type: String?) -> (text: String?, emoji: String) {
        let label = type.map { events[ByteText($0)] ?? TypeLabel(text: $0, emoji: "📅") }
        return (label?.text, label?.emoji ?? "📅")
    }

    /// Returns the label of an interaction's type.
    static func interaction(_ type: String) -> TypeLabel {
        interactions[ByteText(type)] ?? TypeLabel(text: type, emoji: "📝")
    }

    /// Returns the label of an offer's type.
    static func offer(_ type: String) -> TypeLabel {
        TypeLabel(text: offers[ByteText(type)] ?? type, emoji: "🎉")
    }

    /// Returns the label of a school's status.
    static func status(_ status: String) -> TypeLabel {
        TypeLabel(text: statuses[ByteText(status)] ?? status, emoji: "📊")
    }

    /// Returns the text of an interaction's item: its subject, or its type's label.
    static func interactionText(subject: String?, type: String) -> String {
        if let subject, !subject.isEmpty { return subject }
        return interaction(type).text
    }

    /// Returns the text of an offer's item.
    static func offerText(type: String) -> String { offer(type).text + " Offer" }

    /// Returns the text of a status change's item.
    static func statusText(previous: String?, new: String) -> String {
        let from = if let previous, !previous.isEmpty { status(previous).text } else { "Initial" }
        return "Status: \(from) → \(status(new).text)"
    }

    private static let events: [ByteText: TypeLabel] = table([
        ("showcase", "Showcase", "🎯"), ("camp", "Camp", "⚾"), ("official_visit", "Official Visit", "✈️"),
        ("unofficial_visit", "Unofficial Visit", "🚗"), ("game", "Game", "🏟️"),
    ])

    private static let interactions: [ByteText: TypeLabel] = table([
        ("email", "Email", "📧"), ("phone_call", "Phone Call", "📞"), ("text", "Text", "💬"),
        ("in_person_visit", "Visit", "👥"), ("virtual_meeting", "Virtual Meeting", "💻"),
        ("camp", "Camp", "⚾"), ("showcase", "Showcase", "🎯"), ("tweet", "Tweet", "𝕏"), ("dm", "DM", "💭"),
    ])

    private static let offers: [ByteText: String] = table([
        ("full_ride", "Full Ride"), ("partial", "Partial"), ("scholarship", "Scholarship"),
        ("recruited_walk_on", "Recruited Walk-On"), ("preferred_walk_on", "Preferred Walk-On"),
    ])

    private static let statuses: [ByteText: String] = table([
        ("interested", "Interested"), ("contacted", "Contacted"), ("camp_invite", "Camp Invite"),
        ("recruited", "Recruited"), ("official_visit_invited", "Official Visit Invited"),
        ("official_visit_scheduled", "Official Visit Scheduled"), ("offer_received", "Offer Received"),
        ("committed", "Committed"), ("not_pursuing", "Not Pursuing"),
    ])

    private static func table(_ rows: [(type: String, text: String, emoji: String)]) -> [ByteText: TypeLabel]
    {
        let labels = rows.map { (ByteText($0.type), TypeLabel(text: $0.text, emoji: $0.emoji)) }
        return Dictionary(uniqueKeysWithValues: labels)
    }

    private static func table(_ rows: [(type: String, text: String)]) -> [ByteText: String] {
        Dictionary(uniqueKeysWithValues: rows.map { (ByteText($0.type), $0.text) })
    }
}
