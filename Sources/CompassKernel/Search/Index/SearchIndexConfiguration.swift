/// What a ``SearchIndex`` builds and when it scans; tests choose values with which each way is taken on a few
/// rows.
struct SearchIndexConfiguration: Sendable {
    /// Less text is only scanned: 4 MiB take a quarter of a millisecond.
    var minimumTextByteCount = 4 << 20
    /// A vocabulary that takes more than this share of the text costs more than it saves.
    var mostVocabularyPercent = 20
    /// Strings in more than one of so many rows get a bitmap in place of a list.
    var bitmapShare = 8
    /// Tokens in more than one of so many rows are not cut to the window at the left of a pair.
    var wholeLeftShare = 10
    /// Tokens in more than one of so many rows are not cut to the window at the right of a pair.
    var wholeRightShare = 32
    /// The last bytes of a token that a pair keeps, more where they begin within a character.
    var leftWindow = 3
    /// The first bytes of a token that a pair keeps, more where they end within a character.
    var rightWindow = 1
    /// Nanoseconds to find a token and its list; each posting takes about one more.
    var tokenCost = 20
    /// Pieces of one or two bytes that would take more nanoseconds have their rows kept.
    var frequentPieceCost = 4_000_000
    /// A token in at most so many rows settles which rows to verify.
    var fewRows = 4096
    /// More candidates than one of so many rows are scanned with all others rather than verified.
    var scanShare = 5
}

/// How a search came to its answer.
enum SearchPath: Hashable, Sendable {
    case scan, frequentPiece, tokens, pairs, verifiedToken, verifiedPairs
}
