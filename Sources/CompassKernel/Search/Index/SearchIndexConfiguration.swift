/// The parameters of a ``SearchIndex``: what it builds and when it scans. Tests choose values that exercise
/// each path on a few rows.
///
/// Tuned on a million generated posts (185 MB of text; random and frequent substrings of 3 to 20 characters;
/// `feed.search.build`, `feed.search.hit`, `feed.search.tokens`): an index is to take at most 160 % of the text.
struct SearchIndexConfiguration: Sendable {
    /// Smaller texts are only scanned: 4 MiB take a third of a millisecond.
    var minimumTextByteCount = 4 << 20
    /// Larger texts are only scanned. Derived: codes, positions and postings are 32-bit numbers, also of a
    /// block of such a text, which may grow by half in lower case before it is noticed.
    var maximumTokenTextByteCount = Int(Int32.max)
    /// If more than one of this many rows are candidates, all rows are scanned, in about 15 ns each, instead
    /// of verifying candidates, in about 50 ns each after the search for them.
    var scanShare = 5
    /// Distinct tokens must take less than this share of the text. Derived: each search scans them all, so
    /// that they are worth their memory if they save as much of a scan as ``scanShare`` requires.
    var maximumVocabularyPercent = 20
    /// The maximum size of all row lists. Derived: their starts are 32-bit numbers.
    var maximumListByteCount = Int(UInt32.max)
    /// Strings in more than one of this many rows get a bitmap instead of a list. 8 and 16 took 0.2 and 0.6 %
    /// more memory and saved no time.
    var bitmapShare = 5
    /// Tokens in more than one of this many rows are not cut to the window at the right of a pair: with 32,
    /// patterns across tokens took up to 9 ms instead of 7 at the 99th percentile; 90 took 0.6 % more memory
    /// and saved nothing more.
    var wholeTokenShare = 64
    /// The same at the left, where few tokens share a window of three last bytes: two in a tenth of the rows
    /// each are still fewer candidates than those for which all rows are scanned.
    var wholeLeftTokenShare = 10
    /// The number of last bytes of a token that a pair keeps, more if they begin within a character. With 2,
    /// patterns of four characters across tokens took ten times as long at the median.
    var leftWindow = 3
    /// The number of the most frequent first bytes of tokens of which a pair keeps two bytes instead of one.
    /// With 3, patterns of four characters across tokens took a third of the time at the median, for 0.8 % of memory.
    /// With 10, patterns across tokens took 2.5 ms instead of 3.0 at the 99th percentile, and the slowest 3.1 instead of
    /// 5.1, for 0.8 % more; all took 1.8 % and saved nothing more.
    var longRightWindows = 10
    /// The rows of n-grams of one or two bytes that would take more nanoseconds are stored: 2.5 ms, about the
    /// 99th percentile of patterns across tokens. At a million posts these are about a hundred.
    var frequentNGramCost = 2_500_000
    /// The maximum number of candidates that are verified at once, in about 50 ns each, instead of being
    /// reduced by a search for tokens, which takes half a millisecond.
    var verificationThreshold = 4096
    /// The bytes of text in a block of rows that is read at a time: 4 MiB, whose distinct tokens and their
    /// table fit a second-level cache, and few enough blocks for their vocabularies to be joined in a tenth
    /// of the time.
    var blockByteCount = 4 << 20
    /// The strings with which a block's vocabulary is left, and the next block begins another one.
    var maximumBlockStringCount = 1 << 16
    /// The rows from which it is decided what pairs keep: enough to tell apart strings in more than one of 10
    /// or of 64 rows.
    var sampledRowCount = 8192
    /// The maximum number of bytes of these rows: ten times as many as 8192 posts take.
    var sampledByteCount = 16 << 20
    /// The maximum number of threads that build an index. Each has a block of its own with its vocabulary and
    /// lists, of about eight times the size of its text.
    var maximumThreadCount = 4
    /// The bytes of text that a step of building reads. This and the following numbers are such that most
    /// steps at a million generated posts take less than a millisecond.
    var stepByteCount = 1 << 17
    /// The tokens, or pairs, of rows that a step counts, replaces, sorts or encodes.
    var stepEntryCount = 1 << 16
    /// The distinct strings that a step adds to those of the table, or writes.
    var stepStringCount = 1 << 13
    /// The rows that a step of building joins to lists.
    var postingsPerRange = 1 << 17
}

/// How a search found its result.
enum SearchPath: Hashable, Sendable {
    case scan, frequentNGram, tokens, pairs, verifiedToken, verifiedPairs
}
