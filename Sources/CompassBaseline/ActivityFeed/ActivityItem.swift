/// An event of the activity feed before display: without its relative time, and with its whole text.
struct ActivityItem: Sendable {
    let id: BaselineText
    let type: BaselineActivityType
    let time: Int64
    let title: BaselineText
    /// The description before it is shortened.
    let text: BaselineText
    let icon: BaselineText
    let entityType: String
    let entityID: BaselineText?
    let entityName: BaselineText
    let clickURL: BaselineText?

    var description: BaselineText { Self.cut(text) }

    func event(relativeTime: String) -> BaselineActivityEvent {
        BaselineActivityEvent(
            id: id, type: type, time: time, title: title, description: description, icon: icon,
            entityType: entityType, entityID: entityID, entityName: entityName, clickURL: clickURL,
            relativeTime: relativeTime)
    }

    /// Returns the first 50 characters, followed by three dots when there are more.
    static func cut(_ text: BaselineText) -> BaselineText {
        let characters = text.string
        return characters.count > 50 ? BaselineText(characters.prefix(50) + "...") : text
    }

    /// Returns whether this item comes first: newest first, then by id.
    func precedes(_ other: ActivityItem) -> Bool {
        time == other.time ? id < other.id : time > other.time
    }
}

extension ActivityItem {
    init(_ interaction: BaselineInteraction, schoolName: (BaselineText) -> BaselineText?) {
        let school = ActivitySchool(interaction.schoolID, schoolName)
        let kind = Self.spaced(interaction.type)
        let first = kind.first.map { $0.uppercased() } ?? ""
        self.init(
            id: BaselineText("interaction-\(interaction.id)"), type: .interaction, time: interaction.time,
            title: BaselineText("\(first)\(kind.dropFirst()) with \(school.name)"),
            text: Self.firstText(interaction.content, interaction.subject) ?? "No additional details",
            icon: Self.icon(interaction.type), entityType: "school", entityID: school.id,
            entityName: school.name,
            clickURL: BaselineText("/interactions?id=\(Self.percentEncoded(interaction.id))"))
    }

    init(_ change: BaselineStatusChange, schoolName: (BaselineText) -> BaselineText?) {
        let school = ActivitySchool(change.schoolID, schoolName)
        self.init(
            id: BaselineText("status-\(change.id)"), type: .statusChange, time: change.time,
            title: BaselineText("\(school.name) status changed to \(Self.spaced(change.newStatus))"),
            text: Self.firstText(change.notes) ?? "No additional notes", icon: "📍", entityType: "school",
            entityID: school.id, entityName: school.name,
            clickURL: school.id.map { BaselineText("/schools/\(Self.percentEncoded($0))") })
    }

    init(_ document: BaselineDocument) {
        let title = Self.firstText(document.title) ?? "Untitled"
        self.init(
            id: BaselineText("doc-\(document.id)"), type: .documentUpload, time: document.time,
            title: BaselineText("Uploaded \(Self.spaced(document.type))"), text: title, icon: "📄",
            entityType: "document", entityID: document.id, entityName: title, clickURL: nil)
    }

    private static func spaced(_ code: BaselineText) -> String {
        BaselineText(utf8: code.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }).string
    }

    private static func firstText(_ texts: BaselineText?...) -> BaselineText? {
        texts.compactMap { $0 }.first { $0 != "" }
    }

    private static func icon(_ type: BaselineText) -> BaselineText {
        switch type {
        case "email": "📧"
        case "phone_call": "☎️"
        case "text": "💬"
        case "in_person_visit": "🤝"
        case "virtual_meeting": "💻"
        case "camp": "⛺"
        case "showcase": "🎬"
        case "tweet": "🐦"
        case "dm": "📱"
        default: "📝"
        }
    }

    /// Returns the text with all bytes other than letters, digits, `-`, `.`, `_` and `~` written as `%` and
    /// two digits (RFC 3986).
    static func percentEncoded(_ text: BaselineText) -> String {
        let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        return text.utf8.map { byte in
            if unreserved.contains(byte) { return String(UnicodeScalar(byte)) }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}

/// The school that an event is about; no school when its id is empty.
private struct ActivitySchool {
    let id: BaselineText?
    let name: BaselineText

    init(_ id: BaselineText?, _ schoolName: (BaselineText) -> BaselineText?) {
        self.id = id == "" ? nil : id
        let known = self.id.flatMap(schoolName) ?? ""
        name = known == "" ? "Unknown School" : known
    }
}
