/// The texts that the feed shows for its rows.
extension ActivityType {
    /// Returns what happened, such as "Email with Stanford".
    ///
    /// - Parameters:
    ///   - kind: the type of an interaction or a document, the new status of a school.
    ///   - schoolName: the school's name; ignored for documents.
    func title(kind: String, schoolName: String) -> String {
        var kind = kind
        return title(part: kind.withUTF8 { titlePart(kind: $0) }, schoolName: schoolName)
    }

    /// Returns the part of the titles that events of a kind share, such as "Email with ".
    func titlePart(kind: UnsafeBufferPointer<UInt8>) -> String {
        Self.withSpaces(kind) { kind in
            switch self {
            case .interaction:
                Self.withCapital(kind) { JoinedText.string($0, (" with " as StaticString).utf8) }
            case .schoolStatusChange: JoinedText.string(" status changed to ", UnsafeBufferPointer(kind))
            case .documentUpload: JoinedText.string("Uploaded ", UnsafeBufferPointer(kind))
            }
        }
    }

    /// Returns the title of an event, given its ``titlePart(kind:)``.
    func title(part: String, schoolName: String) -> String {
        switch self {
        case .interaction: JoinedText.string(part, schoolName)
        case .schoolStatusChange: JoinedText.string(schoolName, part)
        case .documentUpload: part
        }
    }

    /// The description of a row without a text.
    var descriptionWithoutText: String {
        switch self {
        case .interaction: "No additional details"
        case .schoolStatusChange: "No additional notes"
        case .documentUpload: "Untitled"
        }
    }

    /// Returns the emoji of a row.
    func icon(kind: UnsafeBufferPointer<UInt8>) -> String {
        switch self {
        case .interaction:
            Self.interactionIcons.first { ByteComparison.areEqual($0.kind.utf8, kind) }?.icon ?? "📝"
        case .schoolStatusChange: "📍"
        case .documentUpload: "📄"
        }
    }

    private static let interactionIcons: [(kind: StaticString, icon: String)] = [
        ("email", "📧"), ("phone_call", "☎️"), ("text", "💬"), ("in_person_visit", "🤝"),
        ("virtual_meeting", "💻"), ("camp", "⛺"), ("showcase", "🎬"), ("tweet", "🐦"), ("dm", "📱"),
    ]

    /// Calls `body` with a kind in which spaces replace underscores.
    @inline(__always)
    private static func withSpaces(
        _ kind: UnsafeBufferPointer<UInt8>, _ body: (UnsafeMutableBufferPointer<UInt8>) -> String
    ) -> String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: kind.count) { spaced in
            for (index, byte) in kind.enumerated() {
                spaced[index] = byte == UInt8(ascii: "_") ? UInt8(ascii: " ") : byte
            }
            return body(spaced)
        }
    }

    /// Calls `body` with a text whose first character is in upper case.
    @inline(__always)
    private static func withCapital(
        _ text: UnsafeMutableBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> String
    ) -> String {
        guard let first = text.first else { return body(UnsafeBufferPointer(text)) }
        // An ASCII character followed by another one, or by none, is a character by itself.
        if first < 0x80, text.count == 1 || text[1] < 0x80 {
            if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) { text[0] = first & 0xDF }
            return body(UnsafeBufferPointer(text))
        }
        let string = String(decoding: text, as: UTF8.self)
        var capitalized = string.prefix(1).uppercased() + string.dropFirst()
        return capitalized.withUTF8(body)
    }
}
