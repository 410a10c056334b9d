import CCompass
import CompassKernel

extension Arguments {
    /// Returns the filter of a query for posts; all posts when there is none.
    static func filter(
        _ filter: UnsafePointer<compass_post_filter>?, _ name: String
    ) throws(CallFailure) -> PostFilter {
        let version = COMPASS_POST_FILTER_VERSION
        guard let filter = try options(filter, version: version, name) else { return .all }
        var result = try days(filter, name)
        if let platforms = try platforms(filter.platforms, "\(name).platforms") {
            result = result && .platforms(platforms)
        }
        if let sentiments = try sentiments(filter.sentiments, "\(name).sentiments") {
            result = result && .sentiment(sentiments)
        }
        if let flagged = try choice(filter.flagged, "\(name).flagged") {
            result = result && .flagged(flagged)
        }
        if let recruiting = try choice(filter.recruiting, "\(name).recruiting") {
            result = result && .recruiting(recruiting)
        }
        if let schools = try ids(
            filter.schools, filter.school_count, "\(name).schools", "\(name).school_count")
        {
            result = result && .schools(schools)
        }
        if let coaches = try ids(filter.coaches, filter.coach_count, "\(name).coaches", "\(name).coach_count")
        {
            result = result && .coaches(coaches)
        }
        if let query = try query(filter, name) { result = result && .search(query) }
        return result
    }

    private static func days(
        _ filter: compass_post_filter, _ name: String
    ) throws(CallFailure) -> PostFilter {
        let (from, to) = (try filter.from.day("\(name).from"), try filter.to.day("\(name).to"))
        if let from, let to, from > to {
            throw .invalid("\(name).from", from, accepted: "it must not be after to, which is \(to)")
        }
        return .dates(from: from, to: to)
    }

    private static func platforms(_ set: UInt32, _ name: String) throws(CallFailure) -> Set<Platform>? {
        let members: [(Int, Platform)] = [
            (COMPASS_PLATFORM_TWITTER, .twitter), (COMPASS_PLATFORM_INSTAGRAM, .instagram),
        ]
        return try self.set(set, of: members, name)
    }

    private static func sentiments(_ set: UInt32, _ name: String) throws(CallFailure) -> Set<Sentiment>? {
        let members: [(Int, Sentiment)] = [
            (COMPASS_SENTIMENT_VERY_POSITIVE, .veryPositive), (COMPASS_SENTIMENT_POSITIVE, .positive),
            (COMPASS_SENTIMENT_NEUTRAL, .neutral), (COMPASS_SENTIMENT_NEGATIVE, .negative),
        ]
        return try self.set(set, of: members, name)
    }

    /// Returns the members of a set; nil for an empty one, which means all.
    private static func set<Member: Hashable>(
        _ set: UInt32, of members: [(bit: Int, member: Member)], _ name: String
    ) throws(CallFailure) -> Set<Member>? {
        let bits = try flags(set, known: members.reduce(0) { $0 | $1.bit }, name)
        return bits == 0 ? nil : Set(members.filter { bits & $0.bit != 0 }.map(\.member))
    }

    private static func choice(_ value: Int32, _ name: String) throws(CallFailure) -> Bool? {
        try choice(
            value,
            of: [
                (COMPASS_CHOICE_BOTH, "COMPASS_CHOICE_BOTH", nil),
                (COMPASS_CHOICE_YES, "COMPASS_CHOICE_YES", true),
                (COMPASS_CHOICE_NO, "COMPASS_CHOICE_NO", false),
            ], name)
    }

    /// Returns a list of ids; nil for an empty one, which means all.
    private static func ids(
        _ list: UnsafePointer<compass_string>?, _ count: Int, _ listName: String, _ countName: String
    ) throws(CallFailure) -> [String]? {
        if count == 0 { return nil }
        guard count > 0 else {
            throw .invalid(countName, UInt(bitPattern: count), accepted: "no list is that long")
        }
        guard let list else { throw .nullPointer(listName) }
        var ids: [String] = []
        for index in 0..<count { ids.append(try list[index].requiredText("\(listName)[\(index)]")) }
        return ids
    }

    private static func query(
        _ filter: compass_post_filter, _ name: String
    ) throws(CallFailure) -> SearchQuery? {
        let options = try searchOptions(filter.search_flags, "\(name).search_flags")
        return try filter.search.text("\(name).search").map { SearchQuery($0, options: options) }
    }

    /// Returns the options of a search for posts.
    static func searchOptions(_ flags: UInt32, _ name: String) throws(CallFailure) -> SearchQuery.Options {
        let known = COMPASS_SEARCH_IGNORING_ACCENTS | COMPASS_SEARCH_ALL_WORDS
        let bits = try self.flags(flags, known: known, name)
        var options: SearchQuery.Options = []
        if bits & COMPASS_SEARCH_IGNORING_ACCENTS != 0 { options.insert(.ignoringAccents) }
        if bits & COMPASS_SEARCH_ALL_WORDS != 0 { options.insert(.allWords) }
        return options
    }
}
