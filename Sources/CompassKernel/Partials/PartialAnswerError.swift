/// The reason why a partial answer cannot be made, read, merged or finished.
public enum PartialAnswerError: Error, Hashable, Sendable {
    /// The bytes are not those of a partial answer.
    case notPartialAnswer
    /// The bytes have a format that this release cannot read.
    case unknownVersion(Int)
    /// The bytes were cut, extended or changed, or no release writes them.
    ///
    /// `byteOffset` is the position, from 0, up to which they were read.
    case damaged(byteOffset: Int, reason: String)
    /// The partial answers are to different queries, or a page of another kind was requested.
    case otherQuery(PartialAnswerDifference)
    /// Both partial answers contain the rows of this shard.
    case repeatedShard(UInt32)
    /// Two shards contain rows with the same id or, of posts, the same URL, which would count twice.
    case sharedRow(first: UInt32, second: UInt32)
    /// Numbers exceed what a page can show: counts of 2⁵³ and more.
    case tooLarge
    /// Partial answers cannot give this page, for the reason in words.
    case notMergeable(reason: String)
}

/// What differs between the queries of two partial answers.
public enum PartialAnswerDifference: String, CaseIterable, Hashable, Sendable {
    /// The kind of page.
    case kind
    /// The release, where that may change answers.
    case release
    /// "Now".
    case now
    /// The data of the time zone, which may differ between machines.
    case zone
    /// The conditions that rows must meet.
    case filter
    /// The names of schools, where a search reads them.
    case schools
    /// The range, the length of a list, or another option.
    case options
}

extension PartialAnswerError: CustomStringConvertible {
    /// The error, and what to do about it.
    public var description: String {
        switch self {
        case .notPartialAnswer: "the bytes are not a partial answer"
        case .unknownVersion(let version):
            "the partial answer has version \(version) of its format; use the same release for all shards"
        case .damaged(let byteOffset, let reason):
            "the partial answer is damaged at byte \(byteOffset): \(reason); make it again"
        case .otherQuery(let difference): difference.description
        case .repeatedShard(let shard):
            "shard \(shard) is in both partial answers; merge the answer of each shard once"
        case .sharedRow(let first, let second):
            "shards \(first) and \(second) contain rows with the same id or, of posts, the same URL; "
                + (first == second
                    ? "number shards differently"
                    : "leave out the rows that later ones replace (RowKeys in Swift, compass_table_row_keys() in C, "
                        + "duplicates=\"resolve\" in Python)")
        case .tooLarge: "the partial answers count 2^53 rows or more"
        case .notMergeable(let reason): reason
        }
    }
}

extension PartialAnswerDifference: CustomStringConvertible {
    /// The difference, and what to do about it.
    public var description: String {
        switch self {
        case .kind: "the partial answers are of different pages, or not of this page"
        case .release: "the partial answers are of different releases; use the same release for all shards"
        case .now: "the partial answers are for different times; pass the same \"now\" to all shards"
        case .zone:
            "the partial answers are for different time zones, or machines have different data of the zone; "
                + "pass the same data to all shards"
        case .filter: "the partial answers are for different filters"
        case .schools: "the partial answers, which searched names, are for different names of schools"
        case .options: "the partial answers are for different ranges, lengths of lists or other options"
        }
    }
}
