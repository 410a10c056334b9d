/// Labels of the timeline for the codes of the database.
enum TimelineLabels {
    typealias Label = (code: BaselineText, text: BaselineText, emoji: BaselineText)

    private static let events: [Label] = [
        ("showcase", "Showcase", "🎯"), ("camp", "Camp", "⚾"), ("official_visit", "Official Visit", "✈️"),
        ("unofficial_visit", "Unofficial Visit", "🚗"), ("game", "Game", "🏟️"),
    ]

    private static let interactions: [Label] = [
        ("email", "Email", "📧"), ("phone_call", "Phone Call", "📞"), ("text", "Text", "💬"),
        ("in_person_visit", "Visit", "👥"), ("virtual_meeting", "Virtual Meeting", "💻"), ("camp", "Camp", "⚾"),
        ("showcase", "Showcase", "🎯"), ("tweet", "Tweet", "𝕏"), ("dm", "DM", "💭"),
    ]

    private static let offers: [(code: BaselineText, text: BaselineText)] = [
        ("full_ride", "Full Ride"), ("partial", "Partial"), ("scholarship", "Scholarship"),
        ("recruited_walk_on", "Recruited Walk-On"), ("preferred_walk_on", "Preferred Walk-On"),
    ]

    private static let statuses: [(code: BaselineText, text: BaselineText)] = [
        ("interested", "Interested"), ("contacted", "Contacted"), ("camp_invite", "Camp Invite"),
        ("recruited", "Recruited"), ("official_visit_invited", "Official Visit Invited"),
        ("official_visit_scheduled", "Official Visit Scheduled"), ("offer_received", "Offer Received"),
        ("committed", "Committed"), ("not_pursuing", "Not Pursuing"),
    ]

    static func event(_ type: BaselineText?) -> (text: BaselineText?, emoji: BaselineText) {
        let label = events.first { $0.code == type }
        return (label?.text ?? type, label?.emoji ?? "📅")
    }

    static func interaction(_ type: BaselineText) -> (text: BaselineText, emoji: BaselineText) {
        let label = interactions.first { $0.code == type }
        return (label?.text ?? type, label?.emoji ?? "📝")
    }

    static func offer(_ type: BaselineText) -> BaselineText {
        offers.first { $0.code == type }?.text ?? type
    }

    static func status(_ status: BaselineText) -> BaselineText {
        statuses.first { $0.code == status }?.text ?? status
    }
}
