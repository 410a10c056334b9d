import ArgumentParser
import CompassKernel
import CompassProgram

/// Finds the schools that a value of `--school` means: an id, compared by bytes, otherwise a name, ignoring
/// case.
struct SchoolArgument {
    private static let suggestionLimit = 5
    private static let suggestionWidth = 60

    /// The schools of the directory and of the rows.
    let schools: [KnownSchool]

    /// Returns the ids of the schools that `text` means.
    ///
    /// - Throws: ``Failure`` that lists the nearest names when there is no such school.
    func ids(of text: String) throws(Failure) -> [String] {
        if schools.contains(where: { $0.id.utf8.elementsEqual(text.utf8) }) { return [text] }
        let wanted = text.lowercased()
        let named = schools.filter { $0.name?.lowercased() == wanted }
        if !named.isEmpty { return named.map(\.id) }
        throw Failure(
            .usage, "'--school': no school has the id or the name '\(text)'; \(suggestion(for: text)).")
    }

    /// Returns the id of the only school that `text` means.
    ///
    /// - Throws: ``Failure`` when there is no such school, or more than one.
    func id(of text: String) throws(Failure) -> String {
        let ids = try ids(of: text)
        if ids.count == 1 { return ids[0] }
        throw Failure(
            .usage,
            "'--school': \(ids.count) schools have the name '\(text)'; one id is accepted: "
                + ids.joined(separator: ", ") + ".")
    }

    private func suggestion(for text: String) -> String {
        var known: Set<String> = []
        // Without a directory there are only ids.
        let names = schools.compactMap(\.name).filter { known.insert($0).inserted }
        let candidates = names.isEmpty ? schools.map(\.id) : names
        if candidates.isEmpty { return "the tables have no school" }
        let style = TerminalStyle.current()
        let nearest = NearestNames.nearest(to: text, among: candidates, limit: Self.suggestionLimit).map {
            name in
            "'" + DisplayText.cut(DisplayText.harmless(name, style), to: Self.suggestionWidth, style) + "'"
        }
        let noun = names.isEmpty ? "id" : "name"
        return (nearest.count == 1 ? "the nearest \(noun) is " : "the nearest \(noun)s are ")
            + nearest.joined(separator: ", ") + " ('compass schools' lists those of posts)"
    }

    /// - Throws: an error for an empty value, which is usually a mistake, such as a variable without a value.
    static func requireText(_ values: [String]) throws {
        if values.contains("") {
            throw ValidationError("'--school' must not be empty: an id or a name is accepted.")
        }
    }
}
