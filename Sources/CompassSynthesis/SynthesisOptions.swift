/// What to generate: the same options give the same bytes on every platform.
public struct SynthesisOptions: Hashable, Sendable {
    /// 2026-03-01T12:00:00Z in microseconds since 1970-01-01T00:00:00Z.
    public static let defaultAsOfMicros: Int64 = 1_772_366_400_000_000

    /// The instants that `asOfMicros` may name: the years 1900 to 9998.
    public static let asOfMicrosLimits: ClosedRange<Int64> = -2_208_988_800_000_000...253_370_764_799_999_999

    /// The most posts that can be asked for.
    public static let maximumPosts = 1_000_000_000

    /// The most schools that can be asked for.
    public static let maximumSchools = 100_000

    /// Rows of `social_media_posts`; the other tables are sized in proportion.
    public var posts: Int
    /// Chooses the content; any value.
    public var seed: UInt64
    /// The instant, in microseconds since 1970-01-01T00:00:00Z, up to which posts reach and after which none is.
    public var asOfMicros: Int64
    /// The most schools; small datasets have fewer, see ``DatasetGenerator/rowCount(of:)``.
    public var schools: Int
    /// One object per line instead of one JSON array.
    public var lineDelimited: Bool
    /// Leaves the fractions of seconds out of every instant; the rows stay the same otherwise. Rows whose
    /// instants become equal are ordered by id.
    public var wholeSeconds: Bool

    /// Options with the project's defaults.
    public init(
        posts: Int, seed: UInt64 = 1, asOfMicros: Int64 = SynthesisOptions.defaultAsOfMicros,
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

/// Options that nothing can be generated from.
public enum SynthesisError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of posts is outside `0 ... SynthesisOptions.maximumPosts`.
    case postsOutOfRange(Int)
    /// The number of schools is outside `1 ... SynthesisOptions.maximumSchools`.
    case schoolsOutOfRange(Int)
    /// The instant, in microseconds since the epoch, is outside the years 1900 to 9998.
    case asOfOutOfRange(Int64)

    /// What is wrong and what is accepted.
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
