import XCTest

@testable import CompassKernel

/// Tallies over more rows than a block of counts covers, for ranges that begin and end anywhere.
final class PostTallyTests: XCTestCase {
    func testFilteredStretchesAgreeWithPlainCounting() throws {
        var random = SeededRandom()
        let schoolIDs: [String?] = ["a", "b", "c", nil]
        let posts = (0..<18_000).map { number -> SamplePost in
            let sentiment = random.below(5)
            return SamplePost(
                "\(100_000 + number)", text(1_770_000_000_000_000 - Int64(number) * 60_000_000),
                schoolIDs[random.below(4)], sentiment == 4 ? nil : Sentiment.allCases[sentiment],
                on: random.chance(1, of: 3) ? .instagram : .twitter, recruiting: random.chance(1, of: 4),
                flagged: random.chance(1, of: 7))
        }
        let table = try social(posts).posts
        let filters: [(PostFilter, (SamplePost) -> Bool)] = [
            (.all, { _ in true }),
            (.recruiting(false) && .platform(.twitter), { !$0.isRecruiting && $0.platform == .twitter }),
            (.platform(.instagram), { $0.platform == .instagram }),
            (.sentiment([.positive, .negative]), { $0.sentiment == .positive || $0.sentiment == .negative }),
            (.schools(["a", "c"]), { $0.school == "a" || $0.school == "c" }),
            (.flagged && .school("b"), { $0.isFlagged && $0.school == "b" }),
        ]
        let edges = [0, 1, 63, 64, 4095, 4096, 4097, 8191, 8192, 8193, 12_288, 16_384, 17_999, 18_000]
        var stretches = edges.flatMap { from in edges.filter { $0 >= from }.map { from..<$0 } }.filter { _ in
            random.chance(1, of: 3)
        }
        stretches += [0..<18_000, 1..<17_999]
        for _ in 0..<SeededRandom.rounds(10) {
            let bounds = [random.below(18_001), random.below(18_001)].sorted()
            stretches.append(bounds[0]..<bounds[1])
        }
        for (filter, isKept) in filters {
            for rows in stretches {
                let kept = posts[rows].filter(isKept)
                let (tally, schools) = self.tally(table, rows, filter)
                let label = "\(rows) of \(filter), \(random.label)"
                XCTAssertEqual(tally.total, kept.count, label)
                XCTAssertEqual(tally.recruiting, kept.filter(\.isRecruiting).count, label)
                XCTAssertEqual(tally.instagram, kept.filter { $0.platform == .instagram }.count, label)
                for (index, sentiment) in Sentiment.allCases.enumerated() {
                    XCTAssertEqual(
                        tally.sentiments[index], kept.filter { $0.sentiment == sentiment }.count, label)
                }
                for code in 0..<table.schools.count {
                    let id = table.schools.string(code)
                    XCTAssertEqual(Int(schools[code]), kept.filter { $0.school == id }.count, label)
                }
            }
        }
    }

    private func tally(
        _ table: PostTable, _ rows: Range<Int>, _ filter: PostFilter
    ) -> (PostTally, [UInt32]) {
        let width = table.schools.count + 1
        return StackScratch.withCounters(width) { admitted in
            for code in 0..<width {
                let id = code < width - 1 ? ForeignID(table.schools.string(code)) : nil
                let isAdmitted =
                    filter.schools.map { schools in id.map { schools.contains($0) } ?? false } ?? true
                admitted[code] = isAdmitted ? ~0 : 0
            }
            var origin = SelectionOrigin(span: TimeSpan(), searchedRuns: nil)
            return StackScratch.withCounters(width) { counts in
                let tally = withUnsafePointer(to: &origin) { origin in
                    table.tally(
                        PostSelection(
                            rows: rows, conditions: PostConditions(filter),
                            admittedSchools: UnsafePointer(admitted), origin: origin),
                        schoolCounts: counts)
                }
                return (tally, (0..<width).map { counts[$0] })
            }
        }
    }
}
