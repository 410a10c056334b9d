/// The displayable form of texts of rows: bounded, without characters that disturb their surroundings.
enum HTMLText {
    /// The maximum length of names, titles and other texts of one line, in characters.
    static let lineLength = 160
    /// The maximum length of a description or an excerpt.
    static let excerptLength = 400
    /// The maximum length of a post in a list of posts.
    static let contentLength = 1_200

    /// Returns a text with single spaces, without control characters and directional marks, cut with an
    /// ellipsis.
    ///
    /// A text without any visible character becomes a question mark, so that no name is invisible.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of characters.
    ///   - keepsLines: whether line breaks remain, several of them as one.
    /// - Complexity: O(`limit`), however long the text is.
    static func shown(_ text: String, limit: Int = lineLength, keepsLines: Bool = false) -> String {
        // Beyond this, characters consist of accents that are cut anyway.
        let scalarLimit = 8 * limit
        let head = text.unicodeScalars.prefix(scalarLimit)
        let isCut = head.endIndex < text.unicodeScalars.endIndex
        let visible = visible(String(head), keepsLines: keepsLines)
        var result = ""
        for (index, character) in visible.enumerated() {
            if index == limit { return result + "…" }
            result.append(VisibleText.withoutHeap(character))
        }
        if isCut { return result + "…" }
        let isInvisible = result.allSatisfy { VisibleText.columns(of: $0) == 0 }
        return isInvisible && !VisibleText.isBlank(String(head)) ? "?" : result
    }

    private static func visible(_ text: String, keepsLines: Bool) -> String {
        var scalars = String.UnicodeScalarView()
        var pending: Unicode.Scalar?
        VisibleText.forEachScalar(of: text) { original, form in
            switch form {
            case .space:
                let isLineBreak = keepsLines && isLineBreak(original)
                if !scalars.isEmpty, pending != "\n" { pending = isLineBreak ? "\n" : " " }
            case .scalar(let scalar):
                if let separator = pending { scalars.append(separator) }
                pending = nil
                scalars.append(scalar)
            case .nothing: break
            }
        }
        return String(scalars)
    }

    private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0a...0x0d, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Returns a post's address if it is safe as a link of a page that does not come from the app: absolute,
    /// of the web, and of a length that browsers accept.
    static func webLink(_ link: String?) -> String? {
        guard let link, link.utf8.count <= 2_048 else { return nil }
        let head = link.prefix(8).lowercased()
        return head.hasPrefix("https://") || head.hasPrefix("http://") ? link : nil
    }

    /// Returns a share in percent, with one decimal place where it is not whole.
    static func percentage(_ value: Double) -> String { "\(decimal((value * 10).rounded() / 10))%" }

    /// Returns a number with at most two decimal places.
    static func decimal(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        // Above this, fractions are not meaningful, and the number might not be a whole one of the machine.
        guard value.magnitude < 1e15 else { return "\(value)" }
        let hundredths = Int((value * 100).rounded())
        let sign = hundredths < 0 ? "-" : ""
        let magnitude = Int(hundredths.magnitude)
        let fraction = magnitude % 100
        let whole = sign + NumberText.grouped(magnitude / 100)
        if fraction == 0 { return whole }
        return "\(whole).\(fraction / 10)" + (fraction % 10 == 0 ? "" : "\(fraction % 10)")
    }

    /// Returns a number and its noun.
    static func counted(_ count: Int, _ one: String, _ many: String) -> String {
        count == 1 ? "1 \(one)" : "\(NumberText.grouped(count)) \(many)"
    }
}
