import XCTest

@testable import CompassKernel

/// The lists of the schools and coaches with the most posts.
final class TopListTests: XCTestCase {
    /// - Parameter postCounts: the number of posts of the first codes when the names were bound.
    private func names(_ count: Int, postCounts: [UInt32] = []) -> CodeNames {
        var interner = Interner()
        for code in 0..<count {
            var id = "id-\(code)"
            id.withUTF8 { _ = interner.intern($0.baseAddress!, count: $0.count) }
        }
        let codes = postCounts.enumerated().flatMap { [UInt32](repeating: UInt32($0), count: Int($1)) }
        // Several have the same name, and names are not in the order of codes.
        return CodeNames(
            of: interner.finish(), counted: CountedCodes(ColumnBuffer(codes), codeCount: postCounts.count),
            names: { $0.map { "name \($0.utf8.reduce(0) { $0 &+ Int($1) } % 11)" } }, unknown: "")
    }

    func testListsOfEveryLength() {
        for codeCount in [0, 1, 4, 15, 16, 17, 31, 32, 33, 50, 160, 401] {
            let names = names(codeCount)
            var random = SeededRandom(round: codeCount)
            for largest: UInt32 in [0, 1, 3, 40, 1_000, UInt32(Int32.max)] {
                let counts: [UInt32] = (0...codeCount).map { _ in
                    Bool.random(using: &random) ? 0 : UInt32.random(in: 0...largest, using: &random)
                }
                expectLists(names, counts, "\(random.label): \(codeCount) codes with up to \(largest) posts")
            }
        }
    }

    /// The codes that led before are the same, others, equal ones, or have no posts now.
    func testListsOfCodesThatLedBefore() {
        for codeCount in [1, 5, 8, 16, 40, 100] {
            var random = SeededRandom(round: codeCount)
            for largest: UInt32 in [1, 2, 30] {
                let counts: [UInt32] = (0...codeCount).map { _ in
                    UInt32.random(in: 0...largest, using: &random)
                }
                let own = Array(counts[..<codeCount])
                let before: [[UInt32]] = [
                    own, own.reversed(), own.map { _ in 1 }, own.map { $0 == 0 ? 2 : 0 },
                    own.map { _ in UInt32.random(in: 0...3, using: &random) }, Array(own[..<(codeCount / 2)]),
                ]
                for (number, postCounts) in before.enumerated() {
                    expectLists(
                        names(codeCount, postCounts: postCounts), counts,
                        "\(random.label): \(codeCount) codes with up to \(largest) posts, before \(number)")
                }
            }
        }
    }

    private func expectLists(_ names: CodeNames, _ counts: [UInt32], _ label: String) {
        for limit in [0, 1, 2, 5, 7, 8, 9, 20, 128, 129, 500] {
            XCTAssertEqual(
                counts.withUnsafeBufferPointer { names.topList(limit, $0.baseAddress!) },
                sorted(names, counts, limit), "\(label), a list of \(limit)")
        }
    }

    private func sorted(_ names: CodeNames, _ counts: [UInt32], _ limit: Int) -> [NamedPostCount] {
        let codes = names.ids.indices.filter { counts[$0] > 0 }.sorted { first, second in
            if counts[first] != counts[second] { return counts[first] > counts[second] }
            return names.ranks[first] < names.ranks[second]
        }
        return codes.prefix(limit).map { code in
            NamedPostCount(id: names.ids[code], name: names.names[code], postCount: Int(counts[code]))
        }
    }
}
