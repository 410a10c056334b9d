/// The parameters of a ``SearchIndex``: what it builds and when it scans. Tests choose values that exercise
/// each path on a few rows.
///
/// Tuned on a million generated posts (185 MB of text; random and frequent substrings of 3 to 20 characters),
/// with a memory limit of 145 % of the text.
struct SearchIndexConfiguration: Sendable {
    /// Smaller texts are only scanned: 4 MiB take a third of a millisecond.
    var minimumTextByteCount = 4 << 20
    /// A set of tokens that takes more than this share of the text costs more than it saves. Not tuned.
    var mostVocabularyPercent = 20
    /// Row lists that would take more bytes are not built, because their starts are 32-bit numbers.
    var mostListBytes = Int(UInt32.max)
    /// Strings in more than one of this many rows get a bitmap instead of a list. 8 and 16 took 0.2 and 0.6 %
    /// more memory and saved no time.
    var bitmapShare = 5
    /// Tokens in more than one of this many rows are not cut to the window at the left of a pair. Not tuned.
    var wholeLeftShare = 10
    /// Tokens in more than one of this many rows are not cut to the window at the right of a pair: with 32,
    /// patterns across tokens took up to 9 ms instead of 7 at the 99th percentile; 90 took 0.6 % more memory
    /// and saved nothing more.
    var wholeRightShare = 64
    /// The number of last bytes of a token that a pair keeps, more if they begin within a character. With 2,
    /// patterns of four characters across tokens took ten times as long at the median.
    var leftWindow = 3
    /// The number of first bytes of a token that a pair keeps, more if they end within a character. With 2
    /// for all bytes, the memory was 147 %.
    var rightWindow = 1
    /// The number of the most frequent first bytes of tokens that get one more byte in the window. With 3,
    /// patterns of four characters across tokens took a third of the time at the median and 7.8 ms instead of
    /// 10.7 at the 99th percentile, for 0.8 % of memory; 5 exceeded 145 %.
    var longRightWindows = 3
    /// Nanoseconds to find a token and its list; each posting takes about one more.
    var tokenCost = 20
    /// The rows of n-grams of one or two bytes that would take more nanoseconds are stored.
    var frequentPieceCost = 4_000_000
    /// Fewer candidates are verified at once, in about 50 ns each, instead of being reduced by a search for
    /// tokens, which takes half a millisecond.
    var fewRows = 4096
    /// If more than one of this many rows are candidates, all rows are scanned instead of verifying
    /// candidates.
    var scanShare = 5
}

/// How a search found its result.
enum SearchPath: Hashable, Sendable {
    case scan, frequentPiece, tokens, pairs, verifiedToken, verifiedPairs
}
