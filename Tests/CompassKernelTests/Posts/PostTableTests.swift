import XCTest

@testable import CompassKernel

final class PostTableTests: XCTestCase {
    private func load(_ rows: [String]) -> PostLoad { PostLoad("[" + rows.joined(separator: ",") + "]") }

    func testRowsStandNewestFirstThenByID() {
        let rows = [("b", 1), ("a", 1), ("c", 3), ("é", 1), ("e\u{301}", 1), ("Z", 2), ("10", 3), ("9", 3)]
        let expected = ["10", "9", "c", "Z", "a", "b", "e\u{301}", "é"]
        for round in 0..<20 {
            var random = SeededRandom(round: round)
            let shuffled = rows.shuffled(using: &random).map { postJSON($0.0, "2026-02-1\($0.1)T00:00:00Z") }
            XCTAssertEqual(load(shuffled).rows.map { Array($0.id.utf8) }, expected.map { Array($0.utf8) })
        }
    }

    func testEqualTimesInDifferentFormsAreTies() {
        let rows = [
            postJSON("b", "2026-02-10T12:00:00+00:00"), postJSON("a", "2026-02-10 07:00:00-05"),
            postJSON("c", "2026-02-10T12:00Z"),
        ]
        XCTAssertEqual(load(rows).rows.map(\.id), ["a", "b", "c"])
    }

    func testEveryColumnReadsBackOrIsNull() {
        let full = """
            {"id":"p","platform":"instagram","post_date":"2026-02-10T12:00:00.25Z","coach_id":7,"school_id":"s",
            "post_url":"https://x","post_content":"a\\n🏈","author_handle":"@c","author_name":"","notes":"n",
            "is_recruiting_related":true,"flagged_for_review":true,"sentiment":"very_positive",
            "created_at":"2026-01-01T00:00:00Z","updated_at":null,"more":{}}
            """
        let category = PostCategory(flags: 0b1111).rawValue
        XCTAssertEqual(
            load([full]).rows,
            [
                PostRow(
                    id: "p", micros: instant("2026-02-10T12:00:00.25Z").micros, category: category,
                    school: "s",
                    coach: "7", url: "https://x", content: "a\n🏈", handle: "@c", name: "", notes: "n",
                    createdAt: instant("2026-01-01T00:00:00Z").micros)
            ])
        let bare = PostRow(id: "q", micros: instant("2026-02-10T12:00:00Z").micros, category: 0)
        XCTAssertEqual(load([postJSON("q")]).rows, [bare])
        let names = PostField.names.dropFirst(3).map { ",\"\($0)\":null" }.joined()
        XCTAssertEqual(load([postJSON("q", "2026-02-10T12:00:00Z", names)]).rows, [bare])
    }

    func testTheLastOfRowsWithOneIDOrURLStays() {
        func post(_ id: String, _ url: String?, _ text: String) -> String {
            let field = url.map { ",\"post_url\":\"\($0)\"" } ?? ""
            return postJSON(id, "2026-02-10T12:00:00Z", field + ",\"post_content\":\"\(text)\"")
        }
        let byID = load([post("a", nil, "1"), post("b", nil, "2"), post("a", nil, "3")])
        XCTAssertEqual(byID.rows.map(\.content), ["3", "2"])
        XCTAssertEqual(byID.report?.replaced, 1)
        let byURL = load([post("a", "u", "1"), post("b", "u", "2"), post("c", "", "3"), post("d", "", "4")])
        XCTAssertEqual(byURL.rows.map(\.content), ["2", "3", "4"])
        XCTAssertEqual(byURL.rows.map(\.url), ["u", nil, nil])
        // The middle row is replaced by id, and itself replaces the first row by URL.
        let chain = load([post("a", "u", "1"), post("b", "u", "2"), post("b", "v", "3")])
        XCTAssertEqual(chain.rows.map(\.content), ["3"])
        XCTAssertEqual(chain.report?.replaced, 2)
    }

    func testInvariantsHoldForRandomTables() throws {
        for round in 0..<SeededRandom.rounds(6) {
            var random = SeededRandom(round: round)
            let rows = (0..<random.below(1500)).map { _ in
                let id = random.chance(1, of: 2) ? "\(random.below(2000))" : "x\(random.next())"
                let school = random.chance(1, of: 5) ? "" : ",\"school_id\":\"s\(random.below(40))\""
                let sentiment = ["null", "\"positive\"", "\"negative\"", "\"neutral\"", "\"odd\""][
                    random.below(5)]
                return postJSON(
                    id, "2026-02-\(10 + random.below(15))T1\(random.below(10)):00:00Z",
                    school + ",\"sentiment\":\(sentiment),\"notes\":\"\(random.below(9))\"")
            }
            let (table, _) = try PostTable.load(json: ("[" + rows.joined(separator: ",") + "]").utf8)
            XCTAssertEqual(table.checkInvariants(), [], random.label)
            XCTAssertGreaterThanOrEqual(table.byteCount, table.count * 8)
        }
    }

    func testEmptyTable() throws {
        let (table, report) = try PostTable.load(json: "[]".utf8)
        XCTAssertTrue(table.isEmpty)
        XCTAssertEqual(table.checkInvariants(), [])
        XCTAssertEqual(
            [report.rows, report.loaded, report.skipped, report.replaced, report.warnings], [0, 0, 0, 0, 0])
    }
}

final class PostFilterTests: XCTestCase {
    func testConditionsThatExcludeEachOther() {
        for filter: PostFilter in [
            .recruiting(true) && .recruiting(false), .flagged(false) && .flagged,
            .platform(.twitter) && .platform(.instagram), .sentiment([.positive]) && .sentiment([.negative]),
            .school("a") && .school("b"), .schools([String]()), .sentiment([]), .platforms([]),
            (.recruiting(true) && .recruiting(false)) && .recruiting, .all && (.flagged && .flagged(false)),
        ] {
            let conditions = PostConditions(filter)
            XCTAssertTrue(conditions.isNever, "\(filter)")
            XCTAssertFalse(conditions.isAlways, "\(filter)")
            for index in 0..<PostCategory.count {
                XCTAssertFalse(conditions.admits(PostCategory(rawValue: index)), "\(filter)")
            }
        }
    }

    func testConditionsThatKeepEverything() {
        for filter: PostFilter in [.all, .all && .all, .platforms([.twitter, .instagram]), .dates()] {
            XCTAssertTrue(PostConditions(filter).isAlways, "\(filter)")
        }
        // A post without a sentiment does not pass even a filter of all four.
        let sentiments = PostConditions(.sentiment(Set(Sentiment.allCases)))
        XCTAssertFalse(sentiments.isAlways)
        XCTAssertFalse(sentiments.admits(PostCategory(flags: 0)))
        XCTAssertTrue(sentiments.admits(PostCategory(flags: 8)))
    }

    func testCombiningKeepsWhatBothKeep() {
        let both: PostFilter =
            .dates(from: day("2026-02-01"), to: day("2026-02-20")) && .dates(from: day("2026-02-05"))
        XCTAssertEqual(both.from, day("2026-02-05"))
        XCTAssertEqual(both.to, day("2026-02-20"))
        let earlier: PostFilter = both && .dates(to: day("2026-01-01"))
        XCTAssertEqual(earlier.to, day("2026-01-01"))
        XCTAssertEqual((.recruiting && .all) as PostFilter, .recruiting)
        XCTAssertEqual((.all && .recruiting(false)) as PostFilter, .recruiting(false))
        let schools: PostFilter = .schools(["a", "b"]) && .schools(["b", "c"])
        XCTAssertEqual(schools, .school("b"))
    }

    func testEveryCategoryIsAdmittedAsItsBitsSay() {
        for index in 0..<PostCategory.count {
            let category = PostCategory(rawValue: index)
            for isWanted in [true, false] {
                XCTAssertEqual(
                    PostConditions(.recruiting(isWanted)).admits(category), category.isRecruiting == isWanted)
                XCTAssertEqual(
                    PostConditions(.flagged(isWanted)).admits(category), category.isFlagged == isWanted)
                let platform: Platform = isWanted ? .instagram : .twitter
                XCTAssertEqual(
                    PostConditions(.platform(platform)).admits(category), category.isInstagram == isWanted)
            }
            for (number, sentiment) in Sentiment.allCases.enumerated() {
                XCTAssertEqual(
                    PostConditions(.sentiment([sentiment])).admits(category),
                    category.sentimentIndex == number)
            }
        }
    }

    func testSchoolIDsAreComparedByTheirBytes() {
        XCTAssertNotEqual(ForeignID("\u{e9}"), ForeignID("e\u{301}"))
        XCTAssertEqual(Set([ForeignID("\u{e9}"), ForeignID("e\u{301}"), ForeignID("\u{e9}")]).count, 2)
        XCTAssertEqual(PostFilter.schools(["\u{e9}", "e\u{301}"]).schools?.count, 2)
    }
}
