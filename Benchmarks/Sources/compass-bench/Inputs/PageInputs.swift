import CompassBaseline
import CompassKernel
import Foundation

/// One dataset in memory, for the kernel and for the baselines, and the instants at which pages are asked.
struct PageInputs {
    let rows: Int
    let social: SocialPosts
    let posts: BaselinePosts
    let schools: BaselineSchools
    let zone: ZoneOffsets
    let timeZone: TimeZone
    /// Instants in microseconds since 1970-01-01T00:00:00Z, the newest first; not all of one day.
    let instants: [Int64]

    static let zoneIdentifier = "America/New_York"

    init(_ dataset: DatasetFolder.Dataset) throws {
        social = try PageInputs.load(dataset)
        rows = social.posts.count
        posts = try BaselineTables.posts(path: dataset.postsPath)
        schools = try BaselineTables.schools(path: dataset.schoolsPath)
        try CheckFailure.unless(
            posts.rows.count == rows, "the baseline loads \(posts.rows.count) posts, the kernel \(rows)")
        zone = try ZoneOffsets(identifier: PageInputs.zoneIdentifier)
        guard let timeZone = TimeZone(identifier: PageInputs.zoneIdentifier) else {
            throw CheckFailure("the platform does not know \(PageInputs.zoneIdentifier)")
        }
        self.timeZone = timeZone
        instants = PageInputs.instants(asOfMicros: dataset.asOfMicros)
    }

    /// The kernel's half alone.
    static func load(_ dataset: DatasetFolder.Dataset) throws -> SocialPosts {
        let schools = try SchoolDirectory.load(contentsOf: dataset.schoolsPath).table
        return try PostTable.load(contentsOf: dataset.postsPath).table.bound(to: schools)
    }

    /// 64 instants, 613 seconds apart: eleven hours, with a midnight among them.
    static func instants(asOfMicros: Int64) -> [Int64] {
        (0..<64).map { asOfMicros - Int64($0) * 613_000_000 }
    }

    /// The instant of the call with a running number.
    func instant(_ index: Int) -> Int64 { instants[index % instants.count] }
}
