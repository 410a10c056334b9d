/// The texts that the feed shows for its rows.
extension ActivityType {
    /// Returns what happened, such as "Email with Stanford".
    ///
    /// - Parameters:
    ///   - kind: the type of an interaction or a document, the new status of a school.
    ///   - schoolName: the school's name; ignored for documents.
    func title(kind: String, schoolName: String) -> String {
        let kind = Self.withSpaces(kind)
        switch self {
        case .interaction: return "\(Self.capitalized(kind)) with \(schoolName)"
        case .schoolStatusChange: return "\(schoolName) status changed to \(kind)"
        case .documentUpload: return "Uploaded \(kind)"
        }
    }

    /// The description of a row without a text.
    var descriptionWithoutText: StaticString {
        switch self {
        case .interaction: "No additional details"
        case .schoolStatusChange: "No additional notes"
        case .documentUpload: "Untitled"
        }
    }

    /// Returns the emoji of a row.
    func icon(kind: String) -> String {
        switch self {
        case .interaction: Self.interactionIcons[ByteText(kind)] ?? "📝"
        case .schoolStatusChange: "📍"
        case .documentUpload: "📄"
        }
    }

    /// Returns the page that a tap opens; nil if there is none.
    func clickURL(id: String, schoolID: String?) -> String? {
        switch self {
        case .interaction: "/interactions?id=" + PercentEncoding.encoded(id.utf8)
        case .schoolStatusChange: schoolID.map { "/schools/" + PercentEncoding.encoded($0.utf8) }
        case .documentUpload: nil
        }
    }

    private static let interactionIcons: [ByteText: String] = [
        ByteText("email"): "📧", ByteText("phone_call"): "☎️", ByteText("text"): "💬",
        ByteText("in_person_visit"): "🤝", ByteText("virtual_meeting"): "💻", ByteText("camp"): "⛺",
        ByteText("showcase"): "🎬", ByteText("tweet"): "🐦", ByteText("dm"): "📱",
    ]

    private static func withSpaces(_ kind: String) -> String {
        let bytes = kind.utf8.lazy.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func capitalized(_ text: String) -> String {
        guard let first = text.first else { return text }
        return first.uppercased() + text.dropFirst()
    }
}
