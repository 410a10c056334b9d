import TestRandom

/// Makes random changes of posts, as another user's connection does.
public struct PostWriter: Sendable {
    private let server: StandInServer
    private var random: SplitMix64
    private var newCount = 0

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - server: the server whose posts are changed.
    ///   - seed: determines the changes.
    public init(_ server: StandInServer, seed: UInt64) {
        self.server = server
        random = SplitMix64(seed: seed)
    }

    /// Makes a number of changes, each committed on its own.
    ///
    /// - Parameters:
    ///   - count: the number of changes.
    ///   - withLongColumns: whether some rows exceed what the server reports, and some columns are stored out of line.
    ///   - withDeletions: whether some posts are deleted.
    public mutating func change(
        _ count: Int, withLongColumns: Bool = true, withDeletions: Bool = true
    ) async throws {
        var statements = ""
        for _ in 0..<count {
            statements += statement(withLongColumns, withDeletions) + "; commit;\n"
        }
        try await server.sql("do $changes$ begin\n\(statements)end $changes$")
    }

    private mutating func statement(_ withLongColumns: Bool, _ withDeletions: Bool) -> String {
        // A post that there is at present, if not deleted; rows are numbered by chance.
        let post =
            "(select id from social_media_posts where id >= md5('\(UInt32.random(in: .min ... .max, using: &random))')"
            + " order by id limit 1)"
        let number = Int.random(in: 0..<1_000, using: &random)
        let new = "(select md5('new \(Int.random(in: 0...newCount, using: &random))'))"
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<25:
            newCount += 1
            return """
                insert into social_media_posts (id, platform, post_date, post_content, post_url) values
                (md5('new \(newCount)'), 'twitter', now() - interval '\(number) hours', 'new \(newCount)',
                 'https://example.com/new/\(newCount)')
                on conflict (id) do update set post_content = excluded.post_content
                """
        case 25..<30:
            // One that was added, and perhaps deleted, before.
            return """
                insert into social_media_posts (id, platform, post_date, notes) values
                (\(new), 'instagram', now() - interval '\(number) minutes', 'again')
                on conflict (id) do update set notes = 'again \(number)'
                """
        case 30..<55: return "update social_media_posts set notes = 'note \(number)' where id = \(post)"
        case 55..<65:
            return
                "update social_media_posts set flagged_for_review = not flagged_for_review where id = \(new)"
        case 65..<72:
            return
                "update social_media_posts set post_date = post_date - interval '\(number) seconds' where id = \(post)"
        case 72..<75 where withLongColumns:
            // Stored out of line: later updates of other columns leave it out.
            return """
                update social_media_posts set post_content =
                (select string_agg(md5(n || '\(number)'), '') from generate_series(1, 300) n) where id = \(new)
                """
        case 75..<76 where withLongColumns:
            return "update social_media_posts set post_content = repeat('long ', 220000) where id = \(new)"
        case 76..<90 where withDeletions: return "delete from social_media_posts where id = \(new)"
        case 90..<98 where withDeletions: return "delete from social_media_posts where id = \(post)"
        default: return "update social_media_posts set post_content = 'text \(number)' where id = \(post)"
        }
    }
}
