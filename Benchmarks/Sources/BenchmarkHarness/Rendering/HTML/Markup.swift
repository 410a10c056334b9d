/// Markup that is well-formed both as HTML and as XML, because every text in it was escaped when it went in.
struct Markup: Hashable {
    /// The markup itself.
    let source: String

    private init(source: String) { self.source = source }

    /// A text, whatever characters it has.
    static func text(_ text: String) -> Markup { Markup(source: escaped(text)) }

    /// Several pieces, one after the other.
    static func group(_ pieces: [Markup]) -> Markup { Markup(source: pieces.map(\.source).joined()) }

    /// An element. Names of elements and attributes are the program's own and not escaped.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: [Markup] = []
    ) -> Markup {
        let opening = name + attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
        if voidElements.contains(name) { return Markup(source: "<\(opening) />") }
        return Markup(source: "<\(opening)>" + children.map(\.source).joined() + "</\(name)>")
    }

    /// An element that holds a text.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String
    ) -> Markup {
        element(name, attributes, [.text(text)])
    }

    /// A style sheet, whose content HTML does not unescape and XML does: it must not need escaping.
    static func styleSheet(_ rules: String) -> Markup {
        precondition(!rules.contains { $0 == "<" || $0 == "&" }, "a style sheet with markup")
        return Markup(source: "<style>\n\(rules)\n</style>")
    }

    /// A whole document.
    static func document(_ root: Markup) -> String { "<!DOCTYPE html>\n" + root.source + "\n" }

    /// A file that is an element and what it holds, as XML.
    static func file(_ root: Markup) -> String { root.source + "\n" }

    /// HTML knows no closing tags for these.
    private static let voidElements: Set<String> = ["br", "meta"]

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
            // Characters that XML has no way to write.
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
