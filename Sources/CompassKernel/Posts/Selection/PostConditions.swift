/// A ``PostFilter`` without its dates, translated to the columns of one table.
struct PostConditions {
    /// The value that a plane must have; nil if both pass.
    var instagram: Bool?
    var recruiting: Bool?
    var flagged: Bool?
    /// Bit s is set if posts with sentiment s pass; nil if all pass, including those without a sentiment.
    var sentiments: UInt8?
    /// Whether posts must belong to one of the schools that the caller has marked.
    var restrictsSchools: Bool
    /// All ones or 0 for each coach code, and for posts without a coach; nil if all pass. Valid like `searched`.
    var admittedCoaches: UnsafePointer<UInt32>?
    /// Whether no post can pass.
    var isNever: Bool
    /// A bit for each row of the table, set where the row matches the filter's searches; nil if all match. Valid
    /// during the call for which the conditions were created.
    var searched: UnsafePointer<UInt64>?

    init(
        _ filter: PostFilter, searched: UnsafePointer<UInt64>? = nil,
        admittedCoaches: UnsafePointer<UInt32>? = nil
    ) {
        self.searched = searched
        self.admittedCoaches = admittedCoaches
        isNever = filter.excludesAllRecruiting || filter.excludesAllFlagged
        recruiting = filter.recruiting
        flagged = filter.flagged
        if let platforms = filter.platforms, platforms.count < Platform.allCases.count {
            instagram = platforms.contains(.instagram)
            if platforms.isEmpty { isNever = true }
        }
        sentiments = filter.sentimentBits
        if sentiments == 0 { isNever = true }
        restrictsSchools = filter.schools != nil
        if filter.schools?.isEmpty == true || filter.coaches?.isEmpty == true { isNever = true }
    }

    /// Whether posts of some schools or coaches do not pass.
    var restrictsCodes: Bool { restrictsSchools || admittedCoaches != nil }

    /// Whether every post passes.
    var isAlways: Bool {
        !isNever && !restrictsCodes && instagram == nil && recruiting == nil && flagged == nil
            && sentiments == nil && searched == nil
    }

    /// A bit for each category (``PostCategory``) whose posts pass, except for their school, coach and texts.
    var admittedCategories: UInt64 {
        if isNever { return 0 }
        var flags: UInt64 = 0xff
        if let recruiting { flags &= recruiting ? 0b1010_1010 : 0b0101_0101 }
        if let flagged { flags &= flagged ? 0b1100_1100 : 0b0011_0011 }
        if let instagram { flags &= instagram ? 0b1111_0000 : 0b0000_1111 }
        guard let sentiments else { return flags &* 0x01_0101_0101 }
        var categories: UInt64 = 0
        UInt64(sentiments).forEachSetBit { categories |= flags << UInt64(8 * ($0 + 1)) }
        return categories
    }

    /// Returns whether posts of the category pass, except for their school, coach and texts.
    func admits(_ category: PostCategory) -> Bool {
        if isNever { return false }
        if let instagram, category.isInstagram != instagram { return false }
        if let recruiting, category.isRecruiting != recruiting { return false }
        if let flagged, category.isFlagged != flagged { return false }
        if let sentiments {
            guard let index = category.sentimentIndex, sentiments >> UInt8(index) & 1 != 0 else {
                return false
            }
        }
        return true
    }
}

extension PostFilter {
    /// A bit for each sentiment that passes; nil if all posts pass, including those without a sentiment.
    var sentimentBits: UInt8? {
        guard let sentiments else { return nil }
        var bits: UInt8 = 0
        for sentiment in sentiments { bits |= 1 << UInt8(Sentiment.allCases.firstIndex(of: sentiment)!) }
        return bits
    }
}

/// A post's platform, recruiting, flagged and sentiment bits, combined into one small number.
///
/// Bits 0 to 2 are those of ``PostFlag``; the rest is 0 without a sentiment, otherwise its index plus one.
struct PostCategory {
    static let count = 40
    /// The number of combinations of platform, recruiting and flagged: the raw values of the categories without a
    /// sentiment.
    static let flagsCount = 8

    let rawValue: Int

    init(rawValue: Int) { self.rawValue = rawValue }

    /// Creates the category of a row with the given flag byte.
    init(flags: UInt8) {
        let oneHot = flags >> UInt8(PostFlag.firstSentiment)
        let sentiment = oneHot == 0 ? 0 : oneHot.trailingZeroBitCount + 1
        rawValue = sentiment << 3 | Int(flags & 7)
    }

    var isRecruiting: Bool { rawValue >> PostFlag.recruiting & 1 != 0 }
    var isFlagged: Bool { rawValue >> PostFlag.flagged & 1 != 0 }
    var isInstagram: Bool { rawValue >> PostFlag.instagram & 1 != 0 }
    var sentimentIndex: Int? { rawValue >> 3 == 0 ? nil : rawValue >> 3 - 1 }
}
