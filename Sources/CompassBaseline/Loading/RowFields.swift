/// Reads the fields of one row and records their problems.
///
/// Required fields throw the first problem; optional ones add theirs to the warnings.
struct RowFields {
    /// A required field that is missing or cannot be read.
    struct Unusable: Error {
        let field: String
        let reason: BaselineReason
    }

    let members: [BaselineText: JSONNode]
    private(set) var warnings: [(field: String, reason: BaselineReason)] = []

    init(members: [BaselineText: JSONNode]) {
        self.members = members
    }

    func node(_ field: String) -> JSONNode? {
        members[BaselineText(field)]
    }

    mutating func warn(_ field: String, _ reason: BaselineReason) {
        warnings.append((field, reason))
    }

    private func requiredText(_ field: String, numbersAreText: Bool) throws(Unusable) -> (BaselineText, Bool)
    {
        switch node(field)?.value {
        case nil: throw Unusable(field: field, reason: .missing)
        case .null: throw Unusable(field: field, reason: .null)
        case .string(let text, let hasLoneSurrogate): return (text, hasLoneSurrogate)
        case .number(let literal) where numbersAreText: return (literal, false)
        default: throw Unusable(field: field, reason: .wrongType)
        }
    }

    mutating func requiredID(_ field: String) throws(Unusable) -> BaselineText {
        let (text, hasLoneSurrogate) = try requiredText(field, numbersAreText: true)
        if text == "" { throw Unusable(field: field, reason: .emptyText) }
        if hasLoneSurrogate { warn(field, .loneSurrogate) }
        return text
    }

    mutating func requiredText(_ field: String) throws(Unusable) -> BaselineText {
        let (text, hasLoneSurrogate) = try requiredText(field, numbersAreText: false)
        if hasLoneSurrogate { warn(field, .loneSurrogate) }
        return text
    }

    func requiredPlatform(_ field: String) throws(Unusable) -> BaselinePlatform {
        let (text, _) = try requiredText(field, numbersAreText: false)
        guard let platform = BaselinePlatform.allCases.first(where: { BaselineText($0.rawValue) == text })
        else {
            throw Unusable(field: field, reason: .unknownPlatform)
        }
        return platform
    }

    /// Returns the first field, or the second one when the first is missing, null or an empty text.
    private func firstGiven(_ field: String, else other: String) -> String {
        switch node(field)?.value {
        case nil, .null: other
        case .string(let text, _) where text == "": other
        default: field
        }
    }

    func requiredInstant(_ field: String, else other: String) throws(Unusable) -> Int64 {
        try requiredInstant(firstGiven(field, else: other))
    }

    func requiredDate(_ field: String) throws(Unusable) -> BaselineDate {
        let (text, _) = try requiredText(field, numbersAreText: false)
        guard let date = BaselineDate(text) else { throw Unusable(field: field, reason: .badTimestamp) }
        return date
    }

    /// Reads a day or an instant from the first field, or an instant from the second one.
    func requiredDate(_ field: String, elseInstant other: String) throws(Unusable) -> BaselineDate {
        if firstGiven(field, else: other) == field { return try requiredDate(field) }
        return .instant(try requiredInstant(other))
    }

    /// Reads a date that may be null or missing, but not unreadable.
    func readableDate(_ field: String) throws(Unusable) -> BaselineDate? {
        switch node(field)?.value {
        case nil, .null: nil
        default: try requiredDate(field)
        }
    }

    func requiredInstant(_ field: String) throws(Unusable) -> Int64 {
        let (text, _) = try requiredText(field, numbersAreText: false)
        do {
            return try BaselineTimestamp.micros(of: text)
        } catch {
            throw Unusable(field: field, reason: .badTimestamp)
        }
    }

    mutating func text(_ field: String) -> BaselineText? {
        switch node(field)?.value {
        case nil, .null: return nil
        case .string(let text, let hasLoneSurrogate):
            if hasLoneSurrogate { warn(field, .loneSurrogate) }
            return text
        default:
            warn(field, .wrongType)
            return nil
        }
    }

    mutating func nonEmptyText(_ field: String) -> BaselineText? {
        let text = text(field)
        return text == "" ? nil : text
    }

    mutating func id(_ field: String) -> BaselineText? {
        if case .number(let literal)? = node(field)?.value { return literal }
        return nonEmptyText(field)
    }

    mutating func bool(_ field: String) -> Bool {
        switch node(field)?.value {
        case nil, .null: return false
        case .bool(let value): return value
        default:
            warn(field, .wrongType)
            return false
        }
    }

    mutating func sentiment(_ field: String) -> BaselineSentiment? {
        switch node(field)?.value {
        case nil, .null: return nil
        case .string(let text, _):
            if let known = BaselineSentiment.allCases.first(where: { BaselineText($0.rawValue) == text }) {
                return known
            }
            warn(field, .unknownSentiment)
        default: warn(field, .wrongType)
        }
        return nil
    }

    mutating func instant(_ field: String) -> Int64? {
        switch node(field)?.value {
        case nil, .null: return nil
        case .string(let text, _):
            if let micros = try? BaselineTimestamp.micros(of: text) { return micros }
            warn(field, .badTimestamp)
        default: warn(field, .wrongType)
        }
        return nil
    }
}
