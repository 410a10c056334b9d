import Foundation
import XCTest

@testable import CompassKernel

final class CSVTests: XCTestCase {
    func testQuotesOnlyWhatNeedsIt() {
        XCTAssertEqual(cells("plain", "with space", "é"), "plain,with space,é")
        XCTAssertEqual(
            cells("a,b", "say \"hi\"", "two\nlines", "two\r\nlines"),
            "\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",\"two\r\nlines\"")
    }

    func testTextsThatBeginLikeAFormulaAreGuarded() {
        XCTAssertEqual(
            cells("=1+1", "+1", "-1", "@coach", "\tx", "\rx", "a=1", "'x", " =1", ""),
            "'=1+1,'+1,'-1,'@coach,'\tx,\"'\rx\",a=1,'x, =1,")
        XCTAssertEqual(cells("=A1,B1"), "\"'=A1,B1\"")
    }

    func testASpecialCharacterIsSeenAtEveryPlaceOfEveryLength() {
        // Texts are read in steps of 16 bytes.
        for length in 1...70 {
            for place in 0..<length {
                for (special, doubled) in [(",", ","), ("\"", "\"\""), ("\n", "\n"), ("\r", "\r")] {
                    let start = String(repeating: "a", count: place)
                    let end = String(repeating: "b", count: length - place - 1)
                    let guarded = special == "\r" && place == 0 ? "'" : ""
                    XCTAssertEqual(
                        Array(cells(start + special + end).utf8),
                        Array("\"\(guarded)\(start)\(doubled)\(end)\"".utf8), "\(length), \(place)")
                }
            }
            let plain = String(repeating: "é", count: length)
            XCTAssertEqual(cells(plain), plain)
            let quotes = String(repeating: "\"", count: length)
            XCTAssertEqual(cells(quotes), "\"\(quotes)\(quotes)\"")
        }
    }

    func testNumbersAreLeftAlone() {
        var writer = CSVWriter()
        writer.block(header: ["a", "b", "c", "d"])
        writer.cell(-5)
        writer.cell(-0.25)
        writer.cell(nil as Int?)
        writer.cell(100.0)
        writer.endRow()
        XCTAssertEqual(String(decoding: writer.bytes, as: UTF8.self), "a,b,c,d\r\n-5,-0.25,,100\r\n")
    }

    func testTheMarkComesFirstWhenAskedFor() {
        var samples = PageSamples()
        let page = samples.page()
        XCTAssertEqual(page.csv(byteOrderMark: true), [0xef, 0xbb, 0xbf] + page.csv())
    }

    func testWithoutEscapingTextsAreAsTheyWere() {
        var writer = CSVWriter(escapesFormulas: false)
        for text in ["=1+1", "@coach", "\tx", "\rx", "=A1,B1", "'x"] { writer.cell(text) }
        writer.endRow()
        XCTAssertEqual(
            String(decoding: writer.bytes, as: UTF8.self),
            "=1+1,@coach,\tx,\"\rx\",\"=A1,B1\",'x\r\n")
    }

    func testEachSectionAloneIsItsBlockOfThePage() {
        var samples = PageSamples()
        for _ in 0..<20 {
            let page = samples.page()
            let blocks = CSVReader.blocks(page.csv())
            let sections = SocialAnalyticsPage.CSVSection.allCases.filter {
                $0 != .heatMap && ($0 != .previous || page.previous != nil)
            }
            let alone = sections.map { CSVReader.blocks(page.csv(section: $0)) }
            XCTAssertEqual(alone.map(\.count), sections.map { _ in 1 })
            XCTAssertEqual(alone.flatMap { $0 }, blocks)
            // Parts that the page does not have are written as a header without rows.
            XCTAssertEqual(CSVReader.blocks(page.csv(section: .heatMap)).first?.count, 1)
        }
    }

    func testEveryBlockOfAPageReadsBack() throws {
        var samples = PageSamples()
        for _ in 0..<200 {
            var page = samples.page()
            let heatMap = samples.heatMap()
            page.heatMap = heatMap
            let blocks = CSVReader.blocks(page.csv())
            let context = "seed \(samples.seed)"
            XCTAssertEqual(blocks.count, page.previous == nil ? 9 : 10, context)
            XCTAssertEqual(blocks[0][0], ["kind", "from", "days"], context)
            XCTAssertEqual(blocks[1][1][0], "\(page.summary.totalPosts)", context)
            XCTAssertEqual(
                blocks[2].dropFirst().map { Double($0[3]) }, page.sentiment.map(\.percentage), context)
            XCTAssertEqual(blocks[3][1], ["twitter", "\(page.platforms.twitter)"], context)
            XCTAssertEqual(
                blocks[4].dropFirst().map { $0[0] }, page.activityByDay.map(\.date.description), context)
            XCTAssertEqual(
                blocks[5].dropFirst().map { Array($0[1].utf8) },
                page.topSchools.map { Array(guarded($0.name).utf8) }, context)
            XCTAssertEqual(
                blocks[6].dropFirst().map { Array($0[5].utf8) },
                page.recentRecruitingPosts.map { Array(guarded($0.postContent ?? "").utf8) }, context)
            if let previous = page.previous {
                XCTAssertEqual(blocks[7][0][0], "previousTotalPosts", context)
                XCTAssertEqual(blocks[7][1][0], "\(previous.totalPosts)", context)
            }
            XCTAssertEqual(blocks[blocks.count - 2][7][24], "\(heatMap.counts[6][23])", context)
            XCTAssertEqual(
                blocks[blocks.count - 1].map { Array($0[1].utf8) },
                [Array("coachName".utf8)] + page.topCoaches.map { Array(guarded($0.name).utf8) }, context)
        }
    }

    private func guarded(_ text: String) -> String {
        text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } == true ? "'" + text : text
    }

    /// One row of text cells, without its line ending.
    private func cells(_ texts: String...) -> String {
        var writer = CSVWriter()
        for text in texts { writer.cell(text) }
        writer.endRow()
        return String(decoding: writer.bytes.dropLast(2), as: UTF8.self)
    }
}

/// A strict RFC 4180 reader that shares no code with the writer.
enum CSVReader {
    /// Returns the rows and cells of a document's blocks; an empty line ends a block.
    static func blocks(_ bytes: [UInt8]) -> [[[String]]] {
        var blocks: [[[String]]] = [[]]
        for row in rows(bytes) {
            if row == [""] { blocks.append([]) } else { blocks[blocks.count - 1].append(row) }
        }
        return blocks
    }

    private static func rows(_ bytes: [UInt8]) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var cell: [UInt8] = []
        var isQuoted = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            index += 1
            switch (isQuoted, byte) {
            case (true, UInt8(ascii: "\"")) where next == byte:
                cell.append(byte)
                index += 1
            case (_, UInt8(ascii: "\"")): isQuoted.toggle()
            case (false, UInt8(ascii: ",")):
                row.append(String(decoding: cell, as: UTF8.self))
                cell = []
            case (false, 0x0d) where next == 0x0a:
                row.append(String(decoding: cell, as: UTF8.self))
                rows.append(row)
                (row, cell) = ([], [])
                index += 1
            default: cell.append(byte)
            }
        }
        return rows
    }
}
