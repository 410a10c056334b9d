import XCTest

@testable import CompassKernel

/// Cutting folded rows into tokens, and the codes of tokens.
final class TokenReadingTests: XCTestCase {
    private struct Token: Equatable {
        let range: Range<Int>
        let isFirst: Bool
    }

    /// The tokens as the rules say, byte by byte.
    private func tokens(of text: [UInt8], _ range: Range<Int>) -> [Token] {
        var tokens: [Token] = []
        var reader = TokenCuts.Reader()
        var (start, isFirst) = (range.lowerBound, true)
        for place in range where reader.isCut(before: text[place]) {
            if place > start {
                tokens.append(Token(range: start..<place, isFirst: isFirst))
                isFirst = false
            }
            if text[place] == TokenCuts.fieldEnd {
                (start, isFirst) = (place + 1, true)
            } else {
                start = text.withUnsafeBufferPointer {
                    TokenCuts.blanksStart(before: place, from: start, in: $0.baseAddress!)
                }
            }
        }
        return tokens
    }

    private func readTokens(of text: [UInt8], _ range: Range<Int>) -> [Token] {
        var tokens: [Token] = []
        text.withUnsafeBufferPointer {
            TokenReader.forEachToken($0.baseAddress!, range) { token, isFirst in
                tokens.append(Token(range: token, isFirst: isFirst))
            }
        }
        return tokens
    }

    func testTokensAreThoseOfTheRules() {
        let characters = [
            "a", "b", "z", " ", " ", " ", "\t", "\n", "/", "/", ",", "!", "?", ";", ".", ":", "é", "я", "–",
            "ẁ",
            "\u{2fff}", "\u{3000}", "中", "が", "한", "\u{d7ff}", "\u{e000}", "\u{efff}", "\u{f000}", "\u{fe0f}",
            "\u{ffff}", "🔥", "\u{10ffff}", "\u{1f}", "7", "\u{0e}", "\u{08}",
        ]
        for round in 0..<SeededRandom.rounds(400) {
            var random = SeededRandom(round: round)
            // Few kinds of characters at a time, so that each occurs next to each other one.
            let kinds = (0...random.below(6)).map { _ in characters[random.below(characters.count)] } + ["x"]
            var text: [UInt8] = []
            var rows: [Range<Int>] = []
            for _ in 0...random.below(4) {
                let start = text.count
                for _ in 0..<1 + random.below(3) {
                    for _ in 0..<random.below(120) { text += kinds[random.below(kinds.count)].utf8 }
                    text.append(TokenCuts.fieldEnd)
                }
                rows.append(start..<text.count)
            }
            // What follows a row must not matter.
            for _ in 0..<ByteScan.padding { text.append(UInt8(random.below(256))) }
            for row in rows {
                XCTAssertEqual(readTokens(of: text, row), tokens(of: text, row), random.label)
            }
        }
    }

    func testEachNeighborOfEachByteIsCutByTheRules() {
        // Every byte that is not of a longer scalar, after every other one, at every place of a chunk.
        let single = (0...0x7f).map { UInt8($0) } + [TokenCuts.fieldEnd]
        for last in single {
            for next in single {
                let place = 1 + Int(last &* 31 &+ next) % 130
                var text = [UInt8](repeating: 0x61, count: place) + [last, next, 0x61, TokenCuts.fieldEnd]
                let row = 0..<text.count
                text += [UInt8](repeating: 0, count: ByteScan.padding)
                XCTAssertEqual(readTokens(of: text, row), tokens(of: text, row), "\(last), \(next)")
            }
        }
    }

    func testTokensHaveCodesInOrderOfAppearance() {
        for round in 0..<SeededRandom.rounds(20) {
            var random = SeededRandom(round: round)
            // Many tokens of each length, of two letters and zeros, which also fill short keys.
            let tokens = (0..<600).map { _ in
                (0...random.below(random.chance(1, of: 4) ? 40 : 17)).map { _ in
                    [0, 0x61, 0x62][random.below(3)] as UInt8
                }
            }
            var table = TokenTable()
            for _ in 0..<2 {
                var expected: [[UInt8]: UInt32] = [:]
                for token in tokens {
                    let code = expected[token] ?? UInt32(expected.count)
                    expected[token] = code
                    XCTAssertEqual(self.code(of: token, in: &table, &random), code, random.label)
                }
                XCTAssertEqual(table.count, expected.count)
                XCTAssertEqual(table.byteCount, expected.keys.reduce(0) { $0 + $1.count })
                for (token, code) in expected {
                    let stored = table.withBytes(of: Int(code)) { Array($0) }
                    XCTAssertEqual(stored, token, random.label)
                }
                table.removeAll()
            }
        }
    }

    func testBatchLookupFindsOnlyKnownShortTokens() {
        for round in 0..<SeededRandom.rounds(20) {
            var random = SeededRandom(round: round)
            let tokens = (0..<random.below(2_000)).map { _ in
                (0...random.below(random.chance(1, of: 4) ? 40 : 17)).map { _ in UInt8(random.below(3)) }
            }
            var table = TokenTable()
            var foundCount = 0
            for first in stride(from: 0, to: tokens.count, by: CodeSlots.batchLimit) {
                let batch = tokens[first...].prefix(random.below(CodeSlots.batchLimit + 1))
                let codes = batch.map { self.code(of: $0, in: &table, &random) }
                let new = (0..<16).map { [UInt8(3), UInt8($0)] }
                let sought = (batch + new).shuffled(using: &random).prefix(CodeSlots.batchLimit)
                let keys = sought.map { TokenKey($0, count: $0.count, seed: table.seed, isPadded: false) }
                var found = [UInt32](repeating: 99, count: keys.count)
                keys.withUnsafeBufferPointer { keys in
                    found.withUnsafeMutableBufferPointer {
                        table.findInFirstSlots(keys, into: $0.baseAddress!)
                    }
                }
                let expected = Dictionary(zip(batch, codes)) { first, _ in first }
                for (token, number) in zip(sought, found) where number != 0 {
                    XCTAssertLessThanOrEqual(token.count, TokenKey.maximumShortByteCount, random.label)
                    XCTAssertEqual(expected[token], number - 1, random.label)
                    foundCount += 1
                }
            }
            if table.count > 100 { XCTAssertGreaterThan(foundCount, table.count / 4, random.label) }
        }
    }

    private func code(of token: [UInt8], in table: inout TokenTable, _ random: inout SeededRandom) -> UInt32 {
        // The bytes after a token must not matter.
        let padded = token + (0..<16).map { _ in UInt8(random.below(256)) }
        return padded.withUnsafeBufferPointer { bytes in
            let start = bytes.baseAddress!
            let key = TokenKey(start, count: token.count, seed: table.seed, isPadded: true)
            XCTAssertEqual(key, TokenKey(start, count: token.count, seed: table.seed, isPadded: false))
            XCTAssertEqual(key.byteCount, token.count)
            XCTAssertEqual(key.isLong, token.count > 15)
            return table.code(key, start)
        }
    }

    func testLongTokensOfOneHashAreToldApartByTheirBytes() {
        let tokens = ["aaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbb", "aaaaaaaaaaaaaaaaaaaaa"].map {
            Array($0.utf8)
        }
        var table = TokenTable()
        // The key of the first one, whose bytes the others do not have; the last one is longer.
        let key = TokenKey(tokens[0], count: 20, seed: table.seed, isPadded: false)
        XCTAssertEqual(table.code(key, tokens[0]), 0)
        XCTAssertEqual(table.code(key, tokens[1]), 1)
        XCTAssertEqual(table.code(key, tokens[0]), 0)
        XCTAssertEqual(table.code(key, tokens[1]), 1)
        XCTAssertEqual(table.withBytes(of: 1) { Array($0) }, tokens[1])
        let longer = TokenKey(tokens[2], count: 21, seed: table.seed, isPadded: false)
        XCTAssertFalse(key.mayEqual(longer))
        XCTAssertEqual(table.code(longer, tokens[2]), 2)
    }
}
