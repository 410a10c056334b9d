/// A ``PostFilter`` split by dimension, to find the dimensions in which a post fails.
///
/// A chart counts the posts that fail in no dimension but its own, so a post that fails in two is not
/// counted. Dates and searches are not among these dimensions: they select the rows that are examined.
struct LinkedConditions {
    let platform: PlaneCondition
    let recruiting: PlaneCondition
    let flagged: PlaneCondition
    /// A bit for each sentiment that passes; nil if all posts pass, including those without a sentiment.
    let sentiments: UInt8?
    /// Whether posts must belong to one of the schools that the caller has marked.
    let restrictsSchools: Bool

    init(_ filter: PostFilter) {
        platform = PlaneCondition(
            admitsSet: filter.platforms?.contains(.instagram) ?? true,
            admitsClear: filter.platforms?.contains(.twitter) ?? true)
        recruiting = PlaneCondition(filter.recruiting, excludesAll: filter.excludesAllRecruiting)
        flagged = PlaneCondition(filter.flagged, excludesAll: filter.excludesAllFlagged)
        sentiments = filter.sentimentBits
        restrictsSchools = filter.schools != nil
    }

    /// Returns the dimensions in which posts of a category fail, except for their school.
    func failures(of category: PostCategory) -> LinkedFailures {
        var failures: LinkedFailures = []
        if !platform.admits(category.isInstagram) { failures.insert(.platform) }
        if !recruiting.admits(category.isRecruiting) { failures.insert(.recruiting) }
        if !flagged.admits(category.isFlagged) { failures.insert(.flagged) }
        if let sentiments, category.sentimentIndex.map({ sentiments >> UInt8($0) & 1 != 0 }) != true {
            failures.insert(.sentiment)
        }
        return failures
    }
}

/// The dimensions of a filter in which a post fails.
struct LinkedFailures: OptionSet {
    let rawValue: UInt8

    static let platform = LinkedFailures(rawValue: 1)
    static let recruiting = LinkedFailures(rawValue: 2)
    static let flagged = LinkedFailures(rawValue: 4)
    static let sentiment = LinkedFailures(rawValue: 8)
}

/// The values of a bit plane that pass.
struct PlaneCondition {
    /// All ones if a set (or clear) bit fails, otherwise 0.
    private let setFails: UInt64
    private let clearFails: UInt64

    init(admitsSet: Bool, admitsClear: Bool) {
        setFails = admitsSet ? 0 : ~0
        clearFails = admitsClear ? 0 : ~0
    }

    /// - Parameters:
    ///   - wanted: the value that the bits must have; nil if both pass.
    ///   - excludesAll: whether neither value passes.
    init(_ wanted: Bool?, excludesAll: Bool) {
        self.init(
            admitsSet: wanted != false && !excludesAll, admitsClear: wanted != true && !excludesAll)
    }

    func admits(_ bit: Bool) -> Bool { (bit ? setFails : clearFails) == 0 }

    /// Returns the rows of a word of the plane that fail.
    func failing(_ word: UInt64) -> UInt64 { word & setFails | ~word & clearFails }
}
