import BenchmarkHarness
import CompassBaseline
import CompassKernel
import Foundation

/// One dataset in memory, for the kernel and the baselines, and the instants at which pages are queried.
///
/// The baselines' forms are loaded on first use: an instruction counter requires none.
package final class PageInputs {
    package let dataset: DatasetFolder.Dataset
    package let social: SocialPosts
    let schools: SchoolDirectory
    package let zone: ZoneOffsets
    package let timeZone: TimeZone
    /// Instants in microseconds since 1970-01-01T00:00:00Z, newest first, on more than one day.
    package let instants: [Int64]
    private var loadedCareful: CarefulTables?
    private var loadedSpecified: SpecifiedTables?
    private var loadedFeed: BaselineFeed?
    private var loadedText: FoldedText?
    private var loadedCold: SocialPosts?
    private var madeLive: LivePosts?
    private var savedFiles: PostFiles?

    package static let zoneIdentifier = "America/New_York"

    init(_ dataset: DatasetFolder.Dataset) throws {
        self.dataset = dataset
        schools = try SchoolDirectory.load(contentsOf: dataset.schoolsPath).table
        social = try PostTable.load(contentsOf: dataset.postsPath).table.bound(to: schools)
        zone = try ZoneOffsets(identifier: PageInputs.zoneIdentifier)
        guard let timeZone = TimeZone(identifier: PageInputs.zoneIdentifier) else {
            throw CheckFailure("the platform does not know \(PageInputs.zoneIdentifier)")
        }
        self.timeZone = timeZone
        instants = PageInputs.instants(asOfMicros: dataset.asOfMicros)
    }

    package var rows: Int { social.posts.count }

    /// Returns the careful baseline's tables.
    func careful() throws -> CarefulTables {
        if let loadedCareful { return loadedCareful }
        let tables = try CarefulTables(dataset)
        try CheckFailure.unless(
            tables.posts.rows.count == rows,
            "the baseline loads \(tables.posts.rows.count) posts, the kernel \(rows)")
        loadedCareful = tables
        return tables
    }

    /// Returns the tables of the baseline as specified.
    func specified() throws -> SpecifiedTables {
        if let loadedSpecified { return loadedSpecified }
        let tables = try SpecifiedTables(dataset)
        loadedSpecified = tables
        return tables
    }

    /// Returns the careful baseline's feed, which stores all texts lowercased.
    func carefulFeed() throws -> BaselineFeed {
        if let loadedFeed { return loadedFeed }
        let tables = try careful()
        let feed = BaselineFeed(posts: tables.posts, schools: tables.schools)
        loadedFeed = feed
        return feed
    }

    /// Returns the folded text of the careful baseline's posts.
    package func foldedText() throws -> FoldedText {
        if let loadedText { return loadedText }
        let text = FoldedText(try careful().posts)
        loadedText = text
        return text
    }

    /// Returns the posts in a table of its own, of which nothing has been built since it was loaded: neither a
    /// search index nor what changes use. Workloads change copies.
    package func cold() throws -> SocialPosts {
        if let loadedCold { return loadedCold }
        let options = LoadOptions(searchIndexing: .never)
        let directory = try SchoolDirectory.load(contentsOf: dataset.schoolsPath).table
        let posts = try PostTable.load(contentsOf: dataset.postsPath, options: options).table
        let social = posts.bound(to: directory)
        loadedCold = social
        return social
    }

    /// Returns the posts after a hundredth as many payloads.
    func live() throws -> LivePosts {
        if let madeLive { return madeLive }
        let posts = try LivePosts(self, count: rows / 100)
        madeLive = posts
        return posts
    }

    /// The posts and schools as the content of a table file.
    var content: TableFile { TableFile(posts: social.posts, schools: schools) }

    /// Returns the posts in table files.
    package func files() throws -> PostFiles {
        if let savedFiles { return savedFiles }
        let files = try PostFiles(content)
        savedFiles = files
        return files
    }

    /// 64 instants, 613 seconds apart: eleven hours that include a midnight.
    static func instants(asOfMicros: Int64) -> [Int64] {
        (0..<64).map { asOfMicros - Int64($0) * 613_000_000 }
    }

    /// Returns the instant of the call with a running number.
    package func instant(_ index: Int) -> Int64 { instants[index % instants.count] }

    /// The running numbers of the newest instant, one in the middle and the oldest.
    var sampleIndices: [Int] { [0, instants.count / 2, instants.count - 1] }
}

/// Tables in the form of the careful baseline.
struct CarefulTables {
    let posts: BaselinePosts
    let schools: BaselineSchools

    init(_ dataset: DatasetFolder.Dataset) throws {
        posts = try BaselineTables.posts(path: dataset.postsPath)
        schools = try BaselineTables.schools(path: dataset.schoolsPath)
    }
}

/// Tables in the form of the baseline as specified.
struct SpecifiedTables {
    let posts: [SpecifiedPost]
    let schools: [SpecifiedSchool]

    init(_ dataset: DatasetFolder.Dataset) throws {
        posts = SpecifiedLoader.inOrderOfQuery(
            try SpecifiedLoader.decodePosts(Data(contentsOf: URL(fileURLWithPath: dataset.postsPath))))
        schools = try SpecifiedLoader.decodeSchools(
            Data(contentsOf: URL(fileURLWithPath: dataset.schoolsPath)))
    }
}
