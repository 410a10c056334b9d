/// One page, queried from SQLite's tables.
struct SQLitePage {
    let window: PageWindow
    let statements: Statements

    /// The statements of a page, prepared once for all its variants. Parameters: ?1 and ?2 are the first
    /// place and the place after the last one, ?3 and ?4 the first and the last day, ?5 a limit.
    struct Statements {
        let placeAtOrAfter: SQLiteStatement
        let codes: SQLiteStatement
        let schools: SQLiteStatement
        let days: SQLiteStatement
        let recent: SQLiteStatement

        init(_ database: SQLiteDatabase, filter: PageWindow.Filter?) throws {
            let range = "place >= ?1 AND place < ?2"
            let codesInFilter = (0..<SQLitePage.codeCount).filter { Self.matches($0, filter) }
            let isEveryCode = codesInFilter.count == SQLitePage.codeCount
            let code =
                isEveryCode ? "1" : "code IN (\(codesInFilter.map(String.init).joined(separator: ",")))"
            let schoolsInFilter = filter?.schools.map { ids in
                ids.map { "'\($0.replacing("'", with: "''"))'" }.joined(separator: ",")
            }
            let isChosenSchool = schoolsInFilter.map {
                "school IN (SELECT place FROM school WHERE id IN (\($0)))"
            }
            // The number of posts that are not older than an instant: places begin at 1, the newest first.
            placeAtOrAfter = try database.statement(
                "SELECT coalesce((SELECT place FROM hot INDEXED BY hot_micros WHERE micros < ?1 "
                    + "ORDER BY micros DESC, place LIMIT 1), (SELECT max(place) + 1 FROM hot), 1)")
            if let isChosenSchool {
                codes = try database.statement(
                    "SELECT code, count(*) FROM hot INDEXED BY hot_school WHERE \(isChosenSchool) AND \(range) "
                        + "AND \(code) GROUP BY code")
            } else {
                let list = codesInFilter.map { "(\($0))" }.joined(separator: ",")
                codes = try database.statement(
                    "WITH codes (code) AS (VALUES \(list)) SELECT code, (SELECT count(*) FROM hot "
                        + "INDEXED BY hot_code WHERE hot.code = codes.code AND \(range)) FROM codes")
            }
            schools = try database.statement(
                """
                SELECT id, posts FROM (SELECT id, place, (SELECT count(*) FROM hot INDEXED BY hot_school
                    WHERE hot.school = school.place AND hot.place >= ?1 AND hot.place < ?2 AND \(code)) AS posts
                    FROM school \(schoolsInFilter.map { "WHERE id IN (\($0))" } ?? ""))
                WHERE posts > 0 ORDER BY posts DESC, place
                """)
            days = try database.statement(
                "SELECT day, count(*) FROM hot INDEXED BY hot_day WHERE day BETWEEN ?3 AND ?4 AND \(range) "
                    + "AND \(code) AND \(isChosenSchool ?? "1") GROUP BY day")
            recent = try database.statement(
                "SELECT (SELECT id FROM cold WHERE cold.place = hot.place) FROM hot NOT INDEXED WHERE \(range) "
                    + "AND code & 2 AND \(code) AND \(isChosenSchool ?? "1") ORDER BY place LIMIT ?5")
        }

        /// Returns whether posts of a code meet the filter's conditions except those for schools and dates.
        private static func matches(_ code: Int, _ filter: PageWindow.Filter?) -> Bool {
            let platform = ["twitter", "instagram"][code & 1]
            let sentiment = ["", "very_positive", "positive", "neutral", "negative"][code >> 3]
            return filter?.platforms?.contains(platform) ?? true
                && filter?.recruiting.map { $0 == (code & 2 != 0) } ?? true
                && filter?.flagged.map { $0 == (code & 4 != 0) } ?? true
                && filter?.sentiments?.contains(sentiment) ?? true
        }
    }

    /// Platform, recruiting, flagged, and one of four sentiments or none.
    static let codeCount = 40

    func answer() throws -> PageAnswer {
        var answer = PageAnswer()
        let from = [window.fromMicros, window.filter?.fromMicros].compactMap(\.self).max()
        let end = try from.map(place) ?? Int64(Int32.max)
        let first = try window.filter?.toMicros.map(place) ?? 0
        try statements.codes.run([first, end]) { row in
            answer.add(code: row.number(0), count: row.number(1))
        }
        try statements.schools.run([first, end]) { row in
            if answer.activeSchools < window.topSchools {
                answer.topSchools.append(.init(id: row.text(0), count: row.number(1)))
            }
            answer.activeSchools += 1
        }
        answer.activityByDay = Array(repeating: 0, count: window.days)
        let lastDay = window.day0 + window.days - 1
        try statements.days.run([first, end, Int64(window.day0), Int64(lastDay)]) { row in
            answer.activityByDay[row.number(0) - window.day0] = row.number(1)
        }
        try statements.recent.run([first, end, 0, 0, Int64(window.recent)]) { row in
            answer.recentRecruiting.append(row.text(0))
        }
        return answer
    }

    /// Returns the place of the newest post that is older than an instant.
    private func place(_ micros: Int64) throws -> Int64 {
        var place = 0
        try statements.placeAtOrAfter.run([micros]) { place = $0.number(0) }
        return Int64(place)
    }
}

extension PageAnswer {
    /// Adds posts of one code.
    fileprivate mutating func add(code: Int, count: Int) {
        totalPosts += count
        platforms[code & 1] += count
        if code & 2 != 0 { recruiting += count }
        let sentiment = code >> 3
        if sentiment > 0 {
            analyzed += count
            sentiments[sentiment - 1] += count
            if sentiment <= 2 { positive += count }
        }
    }
}
