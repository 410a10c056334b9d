import XCTest

@testable import CompassSynthesis

/// The words that the generator refuses to print. Those here are the mildest of the list;
/// `CI/check-words` looks for all.
final class OffensiveWordsTests: XCTestCase {
    private func occurs(_ text: String, _ rigor: OffensiveWords.Rigor = .words) -> Bool {
        OffensiveWords.shared.occur(in: Array(text.utf8), rigor)
    }

    func testWholeWordsAreFoundInEveryDisguise() {
        for text in [
            "damn", "DAMN", "Damn", "dámn", "da\u{301}mn", "d4mn", "tonto", "tónto", "bo0b", "crap", "pvta",
            "zorra", "con\u{303}o", "coño", "COÑO", "he11",
        ] {
            XCTAssertTrue(occurs(text), text)
        }
    }

    func testWordsOfFourLettersAreFoundWithinOthers() {
        XCTAssertTrue(occurs("xdamnx"))
        XCTAssertTrue(occurs("#GodDamnYoung2026"))
        XCTAssertTrue(occurs("#DaMnYoung"), "a hashtag joins words")
        XCTAssertTrue(occurs("@RyanAnalyst"))
    }

    func testWordsOfThreeLettersAreFoundAloneOnly() {
        XCTAssertTrue(occurs("fat"))
        XCTAssertTrue(occurs("a fat cat"))
        XCTAssertTrue(occurs("fat!"))
        XCTAssertFalse(occurs("father"))
        XCTAssertFalse(occurs("class"))
        XCTAssertFalse(occurs("loaffat"))
    }

    func testEverywhereFindsWordsOfThreeLettersInCodes() {
        XCTAssertTrue(occurs("CxFaT9_z1", .everywhere))
        XCTAssertTrue(occurs("fatéx", .everywhere))
        XCTAssertTrue(occurs("xxa", .everywhere))
        XCTAssertFalse(occurs("Cq9-z8_Kmw", .everywhere))
        XCTAssertFalse(occurs("f-at", .everywhere))
    }

    func testShortAndForeignTextsAreClean() {
        for text in [
            "", "a", "é", "x", "9", "é\u{301}", "野球", "бейсбол", "Łódź", "İstanbul", "ß", "\u{301}", "Ã",
        ] {
            XCTAssertFalse(occurs(text), text)
            XCTAssertFalse(occurs(text, .everywhere), text)
        }
    }

    func testHandWrittenWordsAreClean() {
        for text in CommonWords.english + CommonWords.international {
            XCTAssertFalse(occurs(text), text)
        }
    }

    func testNamesOfAllSchoolsAreClean() {
        var random = SplitMix64(seed: 1)
        let names = SchoolNames(&random)
        // All combinations of places and kinds of school: 37 · 21 · 12.
        for index in 0..<9324 {
            let name = names.name(index)
            XCTAssertFalse(occurs(name.full), name.full)
            XCTAssertFalse(occurs(name.place + "Base"), name.place)
        }
    }

    func testVocabularyOfManySeedsIsClean() {
        for seed in 1..<3 as Range<UInt64> {
            let vocabulary = Vocabulary(seed: seed)
            for (kind, pieces) in [("word", vocabulary.words), ("hashtag", vocabulary.hashtags)] {
                for index in 0..<pieces.count {
                    let piece = pieces[index]
                    let bytes = Array(pieces.bytes[piece.offset..<piece.offset + piece.byteCount])
                    XCTAssertFalse(
                        OffensiveWords.shared.occur(in: bytes, .words),
                        "\(kind) \(index) of seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
                }
            }
        }
    }

    func testCodesOfLinksAreCleanAndDiffer() throws {
        let generator = try DatasetGenerator(SynthesisOptions(posts: 5000, seed: 3))
        let rows = try generator.rows(of: .socialMediaPosts)
        let addresses = rows.texts("post_url")
        XCTAssertEqual(Set(addresses).count, 5000)
        let codes = addresses.filter { address in address.contains("instagram") }
            .map { address in String(address.dropLast().suffix(11)) }
        XCTAssertEqual(Double(codes.count), 2000, accuracy: 200)
        for code in codes {
            XCTAssertEqual(code.first, "C")
            XCTAssertFalse(occurs(code, .everywhere), code)
        }
        for text in rows.texts("post_content") {
            for token in text.split(whereSeparator: \.isWhitespace) where token.hasPrefix("https://") {
                let code = String(token.split(separator: "/").last ?? "")
                XCTAssertFalse(occurs(code, .everywhere), code)
            }
        }
    }

    func testHandlesAreClean() throws {
        let generator = try DatasetGenerator(SynthesisOptions(posts: 40_000, seed: 5, schools: 2000))
        let emails = try generator.rows(of: .coaches).texts("email")
        XCTAssertGreaterThan(emails.count, 6000)
        for email in emails {
            let handle = String(email.prefix { character in character != "@" })
            XCTAssertFalse(occurs(handle), handle)
        }
    }
}
