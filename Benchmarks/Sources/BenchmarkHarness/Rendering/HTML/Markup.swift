/// Markup that is well-formed both as HTML and as XML, because every text in it was escaped on insertion.
struct Markup: Hashable {
    /// The markup itself.
    let source: String

    private init(source: String) { self.source = source }

    /// Creates markup from a text with any characters.
    static func text(_ text: String) -> Markup { Markup(source: escaped(text)) }

    /// Concatenates several parts.
    static func group(_ pieces: [Markup]) -> Markup { Markup(source: pieces.map(\.source).joined()) }

    /// Creates an element. Names of elements and attributes are the program's own and not escaped.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: [Markup] = []
    ) -> Markup {
        let opening = name + attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
        if voidElements.contains(name) { return Markup(source: "<\(opening) />") }
        return Markup(source: "<\(opening)>" + children.map(\.source).joined() + "</\(name)>")
    }

    /// Creates an element that contains a text.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String
    ) -> Markup {
        element(name, attributes, [.text(text)])
    }

    /// Creates a style sheet, whose content XML unescapes and HTML does not: it must not require escaping.
    static func styleSheet(_ rules: String) -> Markup {
        precondition(!rules.contains { $0 == "<" || $0 == "&" }, "a style sheet with markup")
        return Markup(source: "<style>\n\(rules)\n</style>")
    }

    /// Returns a complete HTML document.
    static func document(_ root: Markup) -> String { "<!DOCTYPE html>\n" + root.source + "\n" }

    /// Returns an XML file with an element and its content.
    static func file(_ root: Markup) -> String { root.source + "\n" }

    /// These elements have no closing tags in HTML.
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
            // Characters that XML cannot represent.
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
