/// Titles and descriptions of the events of a feed, lower-cased once.
public struct BaselineActivityTexts: Sendable {
    /// The texts of each event, in UTF-8.
    private let fields: [[[UInt8]]]

    init(_ texts: [[BaselineText]]) {
        fields = texts.map { $0.map { Array($0.string.lowercased().utf8) } }
    }

    /// Returns a test of whether the event at an index has the text in a field; nil when every event has it.
    ///
    /// A text contains a sequence of scalars exactly when it contains their UTF-8 bytes.
    static func predicate(of text: BaselineText) -> ((BaselineActivityTexts, Int) -> Bool)? {
        guard let scalars = BaselineSearch(text).patterns.first else { return nil }
        let pattern = scalars.flatMap { Array(String($0).utf8) }
        return { texts, index in
            texts.fields[index].contains { LowercasedTexts.contains(pattern, in: $0) }
        }
    }
}
