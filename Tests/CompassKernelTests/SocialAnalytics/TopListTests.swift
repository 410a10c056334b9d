import XCTest

@testable import CompassKernel

/// The lists of the schools and coaches with the most posts.
final class TopListTests: XCTestCase {
    private func names(_ count: Int) -> CodeNames {
        var interner = Interner()
        for code in 0..<count {
            var id = "id-\(code)"
            id.withUTF8 { _ = interner.intern($0.baseAddress!, count: $0.count) }
        }
        // Several have the same name, and names are not in the order of codes.
        return CodeNames(
            of: interner.finish(), names: { $0.map { "name \($0.utf8.reduce(0) { $0 &+ Int($1) } % 11)" } },
            unknown: "")
    }

    func testListsOfEveryLength() {
        for codeCount in [0, 1, 4, 15, 16, 17, 31, 32, 33, 50, 160, 401] {
            let names = names(codeCount)
            var random = SeededRandom(round: codeCount)
            for largest: UInt32 in [0, 1, 3, 40, 1_000, UInt32(Int32.max)] {
                let counts: [UInt32] = (0...codeCount).map { _ in
                    Bool.random(using: &random) ? 0 : UInt32.random(in: 0...largest, using: &random)
                }
                for limit in [0, 1, 2, 5, 20, 128, 129, 500] {
                    XCTAssertEqual(
                        counts.withUnsafeBufferPointer { names.topList(limit, $0.baseAddress!) },
                        sorted(names, counts, limit),
                        "\(random.label): \(codeCount) codes with up to \(largest) posts, a list of \(limit)")
                }
            }
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
