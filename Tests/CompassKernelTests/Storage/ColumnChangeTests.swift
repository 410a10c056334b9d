import XCTest

@testable import CompassKernel

/// Columns and prefix counts changed in place equal those built from the changed values.
final class ColumnChangeTests: XCTestCase {
    // MARK: Bits

    func testEveryChangeOfEverySmallBitColumn() {
        for count in 1...6 {
            for pattern in 0..<(1 << count) {
                for row in 0..<count {
                    for bit in [false, true] {
                        var bits = (0..<count).map { pattern >> $0 & 1 != 0 }
                        var column = BitColumn(bits)
                        let before = column
                        column.set(row, to: bit)
                        XCTAssertEqual(before.checkInvariants(), [])
                        XCTAssertEqual((0..<count).map { before[$0] }, bits, "a copy keeps its bits")
                        bits[row] = bit
                        XCTAssertEqual((0..<count).map { column[$0] }, bits)
                        XCTAssertEqual(column.checkInvariants(), [])
                    }
                }
            }
        }
    }

    func testRandomChangesOfBitsAtEdges() {
        for round in 0..<SeededRandom.rounds(2) {
            var random = SeededRandom(round: round)
            for count in edgeRowCounts where count > 0 {
                var bits = (0..<count).map { _ in random.chance(1, of: 2) }
                var column = BitColumn(bits)
                for _ in 0..<30 {
                    let row = random.chance(1, of: 2) ? random.below(count) : count - 1
                    bits[row] = random.chance(1, of: 2)
                    column.set(row, to: bits[row])
                }
                let label = "\(count) rows, \(random.label)"
                XCTAssertEqual(column.checkInvariants(), [], label)
                XCTAssertEqual(column.words.elements, BitColumn(bits).words.elements, label)
                XCTAssertEqual(column.total, bits.filter { $0 }.count, label)
            }
        }
    }

    func testColumnsWhoseBitsAreAllSet() {
        for count in edgeRowCounts {
            let column = BitColumn(allSet: count)
            XCTAssertEqual(column.checkInvariants(), [], "\(count)")
            XCTAssertEqual([column.count, column.total], [count, count])
        }
    }

    func testTheFirstSetAndClearBitOfEveryRange() {
        var random = SeededRandom()
        for count in [0, 1, 2, 63, 64, 65, 128, 130] {
            for density in [0, 2, 50, 98, 100] {
                let bits = (0..<count).map { _ in random.chance(density, of: 100) }
                let column = BitColumn(bits)
                for start in 0...count {
                    for end in start...count {
                        let set = (start..<end).first { bits[$0] }
                        let clear = (start..<end).first { !bits[$0] } ?? end
                        if column.firstSet(from: start, below: end) != set
                            || column.firstClear(from: start, below: end) != clear
                        {
                            return XCTFail("\(start)..<\(end) of \(count), \(density) %, \(random.label)")
                        }
                    }
                }
            }
        }
    }

    func testFlagBytesOfPlanesAtEdges() {
        var random = SeededRandom()
        for count in edgeRowCounts {
            let flags = (0..<count).map { _ in UInt8(random.below(128)) }
            let planes = BitTransposition.planes(of: ColumnBuffer(flags), wanted: Array(0..<7))
            XCTAssertEqual(
                BitTransposition.bytes(of: planes, count: count).elements, flags, "\(count), \(random.label)")
        }
    }

    // MARK: Counts

    private let null = CodeDictionary.null

    private func randomCodes(_ count: Int, _ random: inout SeededRandom) -> [UInt32] {
        (0..<count).map { _ in random.chance(1, of: 5) ? null : UInt32(random.below(4)) }
    }

    func testSchoolsThatChangeAreCountedAnew() {
        for round in 0..<SeededRandom.rounds(3) {
            var random = SeededRandom(round: round)
            for count in [1, 5, 1023, 1024, 1025, 2500] {
                var codes = randomCodes(count, &random)
                var histogram = CodePrefixCounts(codes: ColumnBuffer(codes), codeCount: 4)
                for _ in 0..<20 {
                    let row = random.below(count)
                    let code = randomCodes(1, &random)[0]
                    if codes[row] != null { histogram.add(-1, code: Int(codes[row]), at: row) }
                    if code != null { histogram.add(1, code: Int(code), at: row) }
                    codes[row] = code
                }
                let column = ColumnBuffer(codes)
                XCTAssertEqual(histogram.checkInvariants(codes: column), [], random.label)
                for code in 0..<4 {
                    let start = random.below(count + 1)
                    XCTAssertEqual(
                        histogram.firstRow(of: code, from: start, in: column),
                        codes[start...].firstIndex(of: UInt32(code)), "\(code) from \(start), \(random.label)"
                    )
                }
            }
        }
    }

    func testCategoriesThatChangeAreCountedAnew() {
        var random = SeededRandom()
        let count = 17_000
        var codes = randomCodes(count, &random)
        var flags = (0..<count).map { _ in UInt8(random.below(8)) }
        var cube = PostCube(flags: ColumnBuffer(flags), codes: ColumnBuffer(codes), codeCount: 4)
        let before = cube
        let (oldCodes, oldFlags) = (codes, flags)
        for row in [0, 8191, 8192, 16_383, 16_384, 16_999] + (0..<50).map({ _ in random.below(count) }) {
            let (code, flag) = (randomCodes(1, &random)[0], UInt8(random.below(8)))
            cube.add(-1, category: PostCategory(flags: flags[row]), code: codes[row], at: row)
            cube.add(1, category: PostCategory(flags: flag), code: code, at: row)
            (codes[row], flags[row]) = (code, flag)
        }
        for (cube, codes, flags) in [(cube, codes, flags), (before, oldCodes, oldFlags)] {
            XCTAssertEqual(
                cube.checkInvariants(rowCount: count, codes: ColumnBuffer(codes)) {
                    PostCategory(flags: flags[$0])
                }, [], random.label)
        }
    }

    /// The same codes of schools and, in the opposite order, of coaches.
    func testEveryChangeOfOneRowAmongFive() {
        // A row's code is 0, 1 or null: 3^5 columns, with each row changed to each code.
        func codes(_ pattern: Int) -> [UInt32] {
            var rest = pattern
            return (0..<5).map { _ in
                defer { rest /= 3 }
                return rest % 3 == 2 ? null : UInt32(rest % 3)
            }
        }
        for pattern in 0..<243 {
            for row in 0..<5 {
                for new in [0, 1, null] {
                    let old = codes(pattern)
                    let flags = ColumnBuffer([UInt8](repeating: 0, count: 5))
                    let times = TimestampColumn(descending: ColumnBuffer([5, 4, 3, 2, 1]))
                    var counts = PostCounts(
                        timestamps: times, flags: flags,
                        schools: CountedCodes(ColumnBuffer(old), codeCount: 2),
                        coaches: CountedCodes(ColumnBuffer(old.reversed()), codeCount: 2))
                    let coach = counts.coaches.codes[4 - row]
                    let kind = PostKind(flags: 0, schoolCode: new, coachCode: coach)
                    let isKnown = (0..<5).contains { counts.kind($0).hasAffiliation(of: kind) }
                    XCTAssertEqual(counts.canCount(kind), isKnown, "\(old), row \(row) becomes \(new)")
                    guard isKnown else { continue }
                    counts.recount(row, from: counts.kind(row), to: kind)
                    var changed = old
                    changed[row] = new
                    let wanted = FirstRowColumn(codes: ColumnBuffer(changed), codeCount: 2)
                    for end in 0...5
                    where counts.firstRows.distinctCount(before: end) != wanted.distinctCount(before: end) {
                        XCTFail("\(old), row \(row) becomes \(new), before \(end)")
                    }
                    XCTAssertEqual(counts.firstRows.byteCount, wanted.byteCount)
                    XCTAssertEqual(counts.schools.checkInvariants(), [])
                    XCTAssertEqual(counts.coaches.checkInvariants(), [])
                    XCTAssertEqual(counts.coaches.codes[row], coach)
                    XCTAssertEqual(
                        counts.affiliations.checkInvariants(
                            coaches: counts.coaches, schools: counts.schools
                        ) { _ in PostCategory(flags: 0) }, [])
                }
            }
        }
    }

    // MARK: Buffers

    func testABufferIsCopiedOnlyWhileAnotherHasIt() {
        var column = ColumnBuffer([1, 2, 3] as [Int64])
        let first = column.address
        column.update { $0[0] = 7 }
        XCTAssertEqual(column.address, first, "nobody else has it")
        let copy = column
        column.update { $0[1] = 8 }
        XCTAssertEqual(copy.elements, [7, 2, 3])
        XCTAssertEqual(column.elements, [7, 8, 3])
        XCTAssertNotEqual(column.address, copy.address)
        var empty = ColumnBuffer<UInt8>()
        empty.update { _ in }
        XCTAssertEqual(empty.elements, [])
    }
}

extension PostKind {
    fileprivate func hasAffiliation(of other: PostKind) -> Bool {
        schoolCode == other.schoolCode && coachCode == other.coachCode
    }
}
