import CompassKernel
import CompassProgram
import XCTest

@testable import compass

final class HeatMapChartTests: XCTestCase {
    private func lines(maximum: Int, isUnicode: Bool = true, width: Int = 80) throws -> [String] {
        var counts = [[Int]](repeating: [Int](repeating: 0, count: 24), count: 7)
        counts[1][0...4] = [0, 1, maximum / 2, maximum - 1, maximum]
        let style = TerminalStyle(hasColors: false, isUnicode: isUnicode, width: width)
        var text = TextPage(style: style)
        HeatMapChart(heatMap: try XCTUnwrap(HeatMap(counts: counts)), pageWidth: text.width).add(
            "Hours", to: &text)
        return text.text.components(separatedBy: "\n")
    }

    func testTheLegendSaysWhatShadesStandFor() throws {
        let twelve = try lines(maximum: 12)
        // A quarter of the maximum each; 1, 6, 11 and 12 are in the first, second, last and last.
        XCTAssertEqual(twelve[4], "  Mon     ░░░▒▒▒██████")
        XCTAssertEqual(
            twelve[10], "       Posts in an hour:  ░░░ 1 to 3  ▒▒▒ 4 to 6  ▓▓▓ 7 to 9  ███ 10 to 12")
        XCTAssertEqual(try lines(maximum: 4)[10], "       Posts in an hour:  ░░░ 1  ▒▒▒ 2  ▓▓▓ 3  ███ 4")
    }

    func testShadesThatNoCountHasAreLeftOut() throws {
        // With three posts or fewer, not every quarter contains a whole number.
        XCTAssertEqual(try lines(maximum: 2)[10], "       Posts in an hour:  ▒▒▒ 1  ███ 2")
        XCTAssertEqual(try lines(maximum: 3)[10], "       Posts in an hour:  ▒▒▒ 1  ▓▓▓ 2  ███ 3")
        XCTAssertEqual(try lines(maximum: 3)[4], "  Mon     ▒▒▒▒▒▒▓▓▓███")
    }

    func testEveryCountHasTheShadeOfTheLegend() throws {
        // A page takes long to make without optimization.
        for maximum in Array(1...16) + [31, 60] {
            let legend = try lines(maximum: maximum)[10]
            for count in 1...maximum {
                var counts = [[Int]](repeating: [Int](repeating: 0, count: 24), count: 7)
                counts[0][0] = count
                counts[6][23] = maximum
                var text = TextPage(style: TerminalStyle(hasColors: false, isUnicode: true))
                HeatMapChart(heatMap: try XCTUnwrap(HeatMap(counts: counts)), pageWidth: 80).add(
                    "", to: &text)
                let sunday = try XCTUnwrap(
                    text.text.components(separatedBy: "\n").first { $0.hasPrefix("  Sun") })
                let shade = String(sunday.dropFirst(7).prefix(3))
                let entry = try XCTUnwrap(legend.components(separatedBy: "  ").first { $0.hasPrefix(shade) })
                let limits = entry.dropFirst(4).components(separatedBy: " to ").compactMap(Int.init)
                XCTAssertTrue(
                    (limits[0]...limits[limits.count - 1]).contains(count), "\(count) of \(maximum)")
            }
        }
    }

    func testItFitsNarrowTerminalsAndASCII() throws {
        let narrow = try lines(maximum: 12, isUnicode: false, width: 40)
        XCTAssertEqual(narrow[2], "       00 03 06 09 12 15 18 21")
        XCTAssertEqual(narrow[4], "  Mon   .:##")
        XCTAssertEqual(
            narrow[10...11], ["       Posts in an hour:  ... 1 to 3", "       ::: 4 to 6  +++ 7 to 9"])
    }
}
