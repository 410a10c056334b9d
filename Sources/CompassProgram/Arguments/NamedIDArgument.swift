import ArgumentParser
import CompassKernel

/// Finds the schools or coaches that a value of `--school` or `--coach` means: an id, compared by bytes,
/// otherwise a name, ignoring case.
package struct NamedIDArgument {
    /// What an option names.
    package enum Kind: String {
        case school
        case coach

        package var plural: String { self == .school ? "schools" : "coaches" }

        /// The command, or the request, that lists all values of the option.
        fileprivate func listing(_ spelling: OptionSpelling) -> String {
            switch (self, spelling) {
            case (.school, .commandLine): "compass schools"
            case (.coach, .commandLine): "compass feed DIR --linked --format csv --section linked.coaches"
            case (.school, .query): "GET /api/schools"
            case (.coach, .query): "GET /api/feed?linked=true"
            }
        }
    }

    private static let suggestionLimit = 5
    private static let suggestionWidth = 60

    package let kind: Kind
    /// The schools or coaches of the table of names and of the rows.
    package let known: [NamedID]
    private let spelling: OptionSpelling

    package init(kind: Kind, known: [NamedID], spelling: OptionSpelling = .commandLine) {
        self.kind = kind
        self.known = known
        self.spelling = spelling
    }

    private var option: String { spelling(kind.rawValue) }

    private static var browserStyle: TerminalStyle { TerminalStyle(hasColors: false, isUnicode: true) }

    /// Returns the given text for a message. Who typed it sees all of it; one of an address may be very long.
    private func shown(_ text: String) -> String {
        if spelling == .commandLine { return text }
        return DisplayText.cut(
            DisplayText.harmlessMessage(text), to: Self.suggestionWidth, Self.browserStyle)
    }

    /// Returns the ids of those that `text` means.
    ///
    /// - Throws: ``Failure`` that lists the nearest names when there is none.
    package func ids(of text: String) throws(Failure) -> [String] {
        if known.contains(where: { $0.id.utf8.elementsEqual(text.utf8) }) { return [text] }
        let wanted = text.lowercased()
        let named = known.filter { $0.name?.lowercased() == wanted }
        if !named.isEmpty { return named.map(\.id) }
        throw Failure(
            .usage,
            "\(option): no \(kind) has the id or the name '\(shown(text))'; \(suggestion(for: text)).")
    }

    /// Returns the only id that `text` means.
    ///
    /// - Throws: ``Failure`` when there is none, or more than one.
    package func id(of text: String) throws(Failure) -> String {
        let ids = try ids(of: text)
        if ids.count == 1 { return ids[0] }
        throw Failure(
            .usage,
            "\(option): \(ids.count) \(kind.plural) have the name '\(shown(text))'; one id is accepted: "
                + ids.joined(separator: ", ") + ".")
    }

    /// Returns the ids of those that any of `texts` means, and one name for each text; an id without a name
    /// is its own.
    ///
    /// - Throws: ``Failure`` when a text means none.
    package func chosen(by texts: [String]) throws(Failure) -> (ids: [String], names: [String]) {
        var ids: [String] = []
        var names: [String] = []
        for text in texts {
            let found = try self.ids(of: text)
            ids += found
            let name = known.first { $0.id.utf8.elementsEqual(found[0].utf8) }?.name ?? text
            if !names.contains(name) { names.append(name) }
        }
        return (ids, names)
    }

    private func suggestion(for text: String) -> String {
        var listed: Set<String> = []
        // Without a table of names there are only ids.
        let names = known.compactMap(\.name).filter { listed.insert($0).inserted }
        let candidates = names.isEmpty ? known.map(\.id) : names
        if candidates.isEmpty { return "the tables have no \(kind)" }
        // Browsers show every character, terminals may not.
        let style = spelling == .commandLine ? TerminalStyle.current() : Self.browserStyle
        let nearest = NearestNames.nearest(to: text, among: candidates, limit: Self.suggestionLimit).map {
            name in
            "'" + DisplayText.cut(DisplayText.harmless(name, style), to: Self.suggestionWidth, style) + "'"
        }
        let noun = names.isEmpty ? "id" : "name"
        return (nearest.count == 1 ? "the nearest \(noun) is " : "the nearest \(noun)s are ")
            + nearest.joined(separator: ", ") + " ('\(kind.listing(spelling))' lists those of posts)"
    }

    /// - Throws: an error for an empty value, which is usually a mistake, such as a variable without a value.
    package static func requireText(
        _ values: [String], _ kind: Kind, _ spelling: OptionSpelling
    ) throws(ValidationError) {
        if values.contains("") {
            throw ValidationError(
                "\(spelling(kind.rawValue)) must not be empty: an id or a name is accepted.")
        }
    }
}
