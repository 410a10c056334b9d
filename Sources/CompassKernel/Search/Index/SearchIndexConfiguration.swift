/// What a ``SearchIndex`` builds and when it scans; tests choose values with which each way is taken on a few
/// rows.
///
/// Tuned on a million generated posts (185 MB of text; random and frequent pieces of 3 to 20 characters), within
/// a memory of 145 % of the text.
struct SearchIndexConfiguration: Sendable {
    /// Less text is only scanned: 4 MiB take a third of a millisecond.
    var minimumTextByteCount = 4 << 20
    /// A vocabulary that takes more than this share of the text costs more than it saves. Not tuned.
    var mostVocabularyPercent = 20
    /// Lists of rows that would take more bytes are not built, as 32-bit numbers say where they start.
    var mostListBytes = Int(UInt32.max)
    /// Strings in more than one of so many rows get a bitmap in place of a list. 8 and 16 took 0.2 and 0.6 % more
    /// memory and saved no time.
    var bitmapShare = 5
    /// Tokens in more than one of so many rows are not cut to the window at the left of a pair. Not tuned.
    var wholeLeftShare = 10
    /// Tokens in more than one of so many rows are not cut to the window at the right of a pair: with 32, patterns
    /// across tokens took up to 9 ms in place of 7 at the 99th percentile; 90 took 0.6 % more memory and saved
    /// nothing more.
    var wholeRightShare = 64
    /// The last bytes of a token that a pair keeps, more where they begin within a character. With 2, patterns of
    /// four characters across tokens took ten times as long at the median.
    var leftWindow = 3
    /// The first bytes of a token that a pair keeps, more where they end within a character. With 2 for all bytes
    /// the memory was 147 %.
    var rightWindow = 1
    /// How many of the bytes that tokens begin with, the most frequent ones, have one byte more in the window. For
    /// 3, patterns of four characters across tokens took a third of the time at the median and 7.8 ms in place of
    /// 10.7 at the 99th percentile, for 0.8 % of memory; 5 passed 145 %.
    var longRightWindows = 3
    /// Nanoseconds to find a token and its list; each posting takes about one more.
    var tokenCost = 20
    /// Pieces of one or two bytes that would take more nanoseconds have their rows kept.
    var frequentPieceCost = 4_000_000
    /// Fewer candidates are verified at once, in about 50 ns each, rather than made fewer by a search for tokens,
    /// which takes half a millisecond.
    var fewRows = 4096
    /// More candidates than one of so many rows are scanned with all others rather than verified.
    var scanShare = 5
}

/// How a search came to its answer.
enum SearchPath: Hashable, Sendable {
    case scan, frequentPiece, tokens, pairs, verifiedToken, verifiedPairs
}
