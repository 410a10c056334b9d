/// A document with one generated part: the lines between two comments.
public struct MarkedText: Hashable, Sendable {
    /// The comment before the part.
    public static let begin = "<!-- benchmark figures: begin -->"
    /// The comment after the part.
    public static let end = "<!-- benchmark figures: end -->"

    /// The reason why a document has no such part.
    public enum Failure: Error, Hashable, CustomStringConvertible {
        /// A comment is missing, or not on a line of its own.
        case missing(comment: String)
        /// A comment occurs again, at this line.
        case repeated(comment: String, line: Int)
        /// The part ends at this line, before it begins.
        case reversed(line: Int)

        /// What is wrong, where, and how to fix it.
        public var description: String {
            switch self {
            case .missing(let comment):
                "it has no line \"\(comment)\"; put \"\(MarkedText.begin)\" and \"\(MarkedText.end)\" on "
                    + "lines of their own where the figures belong"
            case .repeated(let comment, let line):
                "line \(line) repeats \"\(comment)\"; remove it, because there is one part of figures"
            case .reversed(let line):
                "line \(line) ends the figures before they begin; put \"\(MarkedText.begin)\" first"
            }
        }
    }

    private let before: [Substring]
    private let after: [Substring]

    /// Finds the part of a document.
    ///
    /// - Throws: a ``Failure``.
    public init(_ document: String) throws(Failure) {
        let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
        let begin = try Self.place(of: Self.begin, in: lines)
        let end = try Self.place(of: Self.end, in: lines)
        guard begin < end else { throw .reversed(line: end + 1) }
        before = Array(lines[...begin])
        after = Array(lines[end...])
    }

    /// Returns the document with the part replaced; the part begins and ends with an empty line, as Markdown
    /// requires.
    public func with(_ part: String) -> String {
        (before + ["", part[...].trimmingNewlines, ""] + after).joined(separator: "\n")
    }

    private static func place(of comment: String, in lines: [Substring]) throws(Failure) -> Int {
        let places = lines.indices.filter { lines[$0] == comment }
        guard let first = places.first else { throw .missing(comment: comment) }
        if places.count > 1 { throw .repeated(comment: comment, line: places[1] + 1) }
        return first
    }
}

extension Substring {
    fileprivate var trimmingNewlines: Substring {
        var text = self
        while text.first == "\n" { text.removeFirst() }
        while text.last == "\n" { text.removeLast() }
        return text
    }
}
