/// A text that depends on a number, such as "1 post" and "2 posts".
public struct PluralText: Codable, Hashable, Sendable {
    /// The text for the number 1.
    public var one: TextTemplate
    /// The text for all other numbers.
    public var other: TextTemplate

    /// Creates a text of its two forms.
    public init(one: TextTemplate, other: TextTemplate) {
        (self.one, self.other) = (one, other)
    }

    /// Reads both forms. A language with one form alone has it in `other`.
    public init(from decoder: any Decoder) throws {
        let forms = try decoder.container(keyedBy: CodingKeys.self)
        other = try forms.decode(TextTemplate.self, forKey: .other)
        one = try forms.decodeIfPresent(TextTemplate.self, forKey: .one) ?? other
    }

    /// Returns the form for a number, with values in the places of their placeholders.
    ///
    /// - Parameters:
    ///   - count: the number, which selects the form.
    ///   - values: the values of the placeholders. Without one for `count`, that is the number's plain digits;
    ///     a caller that groups digits passes its own.
    public func text(count: Int, _ values: [String: String] = [:]) -> String {
        let values = values.merging(["count": "\(count)"]) { given, _ in given }
        return (count == 1 ? one : other).text(values)
    }
}

/// The forms that a translation has.
private struct PluralForms: Decodable {
    var one: TextTemplate?
    var other: TextTemplate?
}

extension KeyedDecodingContainer {
    /// Reads a value; leaves it as it is if the key is missing or its value null.
    func read<Value: Decodable>(_ key: Key, into value: inout Value) throws {
        if let found = try decodeIfPresent(Value.self, forKey: key) { value = found }
    }

    /// Reads the forms that are present. A language with one form alone has it in `other`.
    func read(_ key: Key, into value: inout PluralText) throws {
        guard let forms = try decodeIfPresent(PluralForms.self, forKey: key) else { return }
        value = PluralText(
            one: forms.one ?? forms.other ?? value.one, other: forms.other ?? value.other)
    }
}
