/// Titles and descriptions of the events of a feed, lower-cased once.
public struct BaselineActivityTexts: Sendable {
    /// For each event its texts, in UTF-8.
    private let fields: [[[UInt8]]]

    init(_ texts: [[BaselineText]]) {
        fields = texts.map { $0.map { Array($0.string.lowercased().utf8) } }
    }

    /// Whether the event of an index has the text in a field; nil when every event has.
    ///
    /// A run of scalars occurs in a text where its UTF-8 bytes do.
    static func predicate(of text: BaselineText) -> ((BaselineActivityTexts, Int) -> Bool)? {
        guard let scalars = BaselineSearch(text).patterns.first else { return nil }
        let pattern = scalars.flatMap { Array(String($0).utf8) }
        return { texts, index in
            texts.fields[index].contains { LowercasedTexts.contains(pattern, in: $0) }
        }
    }
}
