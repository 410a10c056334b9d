import CompassProgram

/// The parameters of a query, such as `range=30&school=a&school=b&linked`.
///
/// Names are the command line's long names of options. A parameter without `=` is one with an empty value.
package struct QueryParameters: Sendable {
    /// More parameters than any route has, even with all schools chosen.
    private static let limit = 1_000
    /// The characters of a wrong value that a message repeats.
    private static let shownCharacterCount = 60

    package let all: [(name: String, value: String)]

    /// Decodes a query.
    ///
    /// - Parameter query: what follows the `?`.
    /// - Throws: 400 for escapes that are none, bytes that are not UTF-8, and too many parameters.
    package init(_ query: String) throws(APIError) {
        var all: [(name: String, value: String)] = []
        for part in query.split(separator: "&") {
            let name = part.prefix { $0 != "=" }
            let value = part.dropFirst(name.count).dropFirst()
            guard let decodedName = PercentDecoding.decoded(name, plusIsSpace: true),
                let decodedValue = PercentDecoding.decoded(value, plusIsSpace: true)
            else {
                throw APIError(
                    400,
                    "the query is not percent-encoded UTF-8; %20 or + for a space, for example, is accepted.")
            }
            all.append((decodedName, decodedValue))
            if all.count > Self.limit { throw APIError(400, "up to \(Self.limit) parameters are accepted.") }
        }
        self.all = all
    }

    /// - Throws: 400 for a name that a route does not have, with the nearest one and all that it has, and for
    ///   a parameter that is given more often than accepted.
    func check(_ accepted: [RouteParameter]) throws(APIError) {
        for (index, parameter) in all.enumerated() {
            // Every request may tell its moment and its zone, also where nothing depends on them.
            guard let known = (accepted + RouteParameter.moment).first(where: { $0.name == parameter.name })
            else { throw Self.unknown(parameter.name, accepted) }
            if !known.isRepeatable, all[..<index].contains(where: { $0.name == parameter.name }) {
                throw APIError(400, "'\(known.name)' is given more than once: one value is accepted.")
            }
        }
    }

    private static func unknown(_ name: String, _ accepted: [RouteParameter]) -> APIError {
        let shown = "'\(Self.shown(name))' is not a parameter of this address"
        if accepted.isEmpty { return APIError(400, "\(shown), which has none.") }
        let names = accepted.map(\.name)
        let nearest = NearestNames.nearestWord(to: name, among: names) ?? names[0]
        let list = names.count == 1 ? "" : "; accepted are \(names.joined(separator: ", "))"
        return APIError(400, "\(shown); the nearest one is '\(nearest)'\(list).")
    }

    /// Returns a text of a request for a message: harmless and not too long.
    static func shown(_ text: String) -> String {
        let harmless = DisplayText.harmlessMessage(String(text.prefix(shownCharacterCount + 1)))
        return harmless.count > shownCharacterCount ? harmless.prefix(shownCharacterCount) + "…" : harmless
    }

    // MARK: Values

    /// The number of values.
    var count: Int { all.count }

    /// Whether a parameter is given.
    func contains(_ name: String) -> Bool { all.contains { $0.name == name } }

    /// Returns the value of a parameter; nil when it is not given.
    func text(_ name: String) -> String? { all.first { $0.name == name }?.value }

    /// Returns the values of a parameter, in their order.
    func texts(_ name: String) -> [String] {
        var texts: [String] = []
        for parameter in all where parameter.name == name { texts.append(parameter.value) }
        return texts
    }

    /// Returns the value of a parameter as `read` reads it; nil when it is not given.
    ///
    /// - Throws: 400 with the parameter's name and the error of `read`, which says what is accepted.
    func value<Value>(_ name: String, _ read: (String) throws -> Value) throws(APIError) -> Value? {
        guard let text = text(name) else { return nil }
        return try Self.value(name, text, read)
    }

    /// Returns the values of a parameter as `read` reads them.
    func values<Value>(_ name: String, _ read: (String) throws -> Value) throws(APIError) -> [Value] {
        var values: [Value] = []
        for text in texts(name) { values.append(try Self.value(name, text, read)) }
        return values
    }

    /// Returns a parameter that is `true`, `false`, or given without a value, which is `true`.
    func flag(_ name: String) throws(APIError) -> Bool {
        switch text(name) {
        case nil, "false": return false
        case "", "true": return true
        case let text?: throw Self.error(name, text, "true or false is accepted.")
        }
    }

    /// Returns the value of a parameter that is one of several words.
    func word<Word: RawRepresentable & CaseIterable>(
        _ name: String, _ type: Word.Type
    ) throws(APIError) -> Word? where Word.RawValue == String {
        guard let text = text(name) else { return nil }
        return try Self.word(name, text, type)
    }

    /// Returns the values of a parameter that are some of several words.
    func words<Word: RawRepresentable & CaseIterable>(
        _ name: String, _ type: Word.Type
    ) throws(APIError) -> [Word] where Word.RawValue == String {
        var words: [Word] = []
        for text in texts(name) { words.append(try Self.word(name, text, type)) }
        return words
    }

    private static func word<Word: RawRepresentable & CaseIterable>(
        _ name: String, _ text: String, _ type: Word.Type
    ) throws(APIError) -> Word where Word.RawValue == String {
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue)
        let list =
            words.dropLast().joined(separator: ", ") + (words.count > 1 ? " or " : "") + (words.last ?? "")
        throw error(name, text, "\(list) is accepted.")
    }

    private static func value<Value>(
        _ name: String, _ text: String, _ read: (String) throws -> Value
    ) throws(APIError) -> Value {
        do {
            return try read(text)
        } catch {
            throw Self.error(name, text, "\(error)")
        }
    }

    static func error(_ name: String, _ text: String, _ reason: String) -> APIError {
        APIError(400, "'\(name)' is '\(shown(text))': \(DisplayText.harmlessMessage(reason))")
    }
}
