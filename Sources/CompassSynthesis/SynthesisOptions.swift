/// The options of a dataset: the same options produce the same bytes on every platform.
public struct SynthesisOptions: Hashable, Sendable {
    /// 2026-03-01T12:00:00Z in microseconds since 1970-01-01T00:00:00Z.
    public static let defaultAsOfMicros: Int64 = 1_772_366_400_000_000

    /// The seed unless another one is given.
    public static let defaultSeed: UInt64 = 1

    /// The accepted instants of `asOfMicros`: the years 1900 to 9998.
    public static let asOfMicrosLimits: ClosedRange<Int64> = -2_208_988_800_000_000...253_370_764_799_999_999

    /// The maximum number of posts.
    public static let maximumPosts = 1_000_000_000

    /// The maximum number of schools.
    public static let maximumSchools = 100_000

    /// The number of rows of `social_media_posts`; the other tables are sized in proportion.
    public var posts: Int
    /// The seed of the content; any value.
    public var seed: UInt64
    /// The as-of instant, in microseconds since 1970-01-01T00:00:00Z: posts reach up to it, and none is
    /// later.
    public var asOfMicros: Int64
    /// The maximum number of schools; small datasets have fewer, see ``DatasetGenerator/rowCount(of:)``.
    public var schools: Int
    /// Whether to write one object per line instead of one JSON array.
    public var lineDelimited: Bool
    /// Whether to omit the fractions of seconds of every instant; otherwise the rows are unchanged. Rows
    /// whose instants become equal are ordered by id.
    public var wholeSeconds: Bool

    /// Creates options with the project's defaults.
    public init(
        posts: Int, seed: UInt64 = SynthesisOptions.defaultSeed,
        asOfMicros: Int64 = SynthesisOptions.defaultAsOfMicros,
        schools: Int = 400, lineDelimited: Bool = false, wholeSeconds: Bool = false
    ) {
        self.posts = posts
        self.seed = seed
        self.asOfMicros = asOfMicros
        self.schools = schools
        self.lineDelimited = lineDelimited
        self.wholeSeconds = wholeSeconds
    }
}

/// Options that no dataset can be generated from.
public enum SynthesisError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of posts is outside `0 ... SynthesisOptions.maximumPosts`.
    case postsOutOfRange(Int)
    /// The number of schools is outside `1 ... SynthesisOptions.maximumSchools`.
    case schoolsOutOfRange(Int)
    /// The instant, in microseconds since the epoch, is outside the years 1900 to 9998.
    case asOfOutOfRange(Int64)

    /// The invalid value and the accepted ones.
    public var description: String {
        switch self {
        case .postsOutOfRange(let posts):
            "\(posts) posts: the number must be between 0 and \(SynthesisOptions.maximumPosts)"
        case .schoolsOutOfRange(let schools):
            "\(schools) schools: the number must be between 1 and \(SynthesisOptions.maximumSchools)"
        case .asOfOutOfRange:
            "the as-of instant must be within the years 1900 to 9998"
        }
    }
}
