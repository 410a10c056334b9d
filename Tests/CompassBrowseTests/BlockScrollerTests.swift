import XCTest

@testable import CompassBrowse

/// Scrolling and selecting, on all small pages.
final class BlockScrollerTests: XCTestCase {
    /// Calls `body` with every page of up to four blocks of one to three lines, of which some can be selected.
    private func withEveryPage(_ body: (PageBlocks, [String], _ name: String) -> Void) {
        for count in 0...4 {
            for number in 0..<power(6, count) {
                var blocks: [PageBlock] = []
                var rest = number
                for index in 0..<count {
                    let height = rest % 3 + 1
                    let isSelectable = rest / 3 % 2 == 1
                    rest /= 6
                    blocks.append(
                        PageBlock(
                            id: isSelectable ? "\(index)" : nil,
                            (0..<height).map { StyledLine("\(index).\($0)") }))
                }
                body(PageBlocks(blocks), blocks.flatMap { $0.lines.map(\.text) }, "\(number) of \(count)")
            }
        }
    }

    private func power(_ base: Int, _ exponent: Int) -> Int {
        (0..<exponent).reduce(1) { product, _ in product * base }
    }

    private func visible(_ scroller: BlockScroller, _ blocks: PageBlocks, _ height: Int) -> [String] {
        var lines: [String] = []
        scroller.forEachLine(blocks, height: height) { _, line, _ in lines.append(line.text) }
        return lines
    }

    func testScrollingByLinesStopsAtBothEnds() {
        for height in [1, 2, 5] {
            withEveryPage { blocks, lines, name in
                var scroller = BlockScroller()
                var first = 0
                scroller.update(blocks, height: height)
                for step in [1, 1, 2, -1, 3, -2, 100, -1, -3, -100, 2] {
                    scroller.scroll(by: step, blocks, height: height)
                    first = min(max(first + step, 0), max(0, lines.count - height))
                    XCTAssertEqual(
                        visible(scroller, blocks, height), Array(lines.dropFirst(first).prefix(height)),
                        "\(name) \(step)")
                }
            }
        }
    }

    /// Thousands of posts are drawn anew with each of them that arrives.
    func testASelectedBlockIsSearchedNearItsPlace() {
        for (step, maximumCount) in [(0, 20), (1, 20), (-1, 20), (100, 400), (-100, 400)] {
            var callCount = 0
            func blocks(from first: Int) -> PageBlocks {
                PageBlocks(count: 10_000) {
                    callCount += 1
                    return "\(first + $0)"
                } lines: { _ in
                    [StyledLine("")]
                }
            }
            var scroller = BlockScroller()
            scroller.select(5_000, blocks(from: 0))
            callCount = 0
            scroller.update(blocks(from: step), height: 20)
            XCTAssertEqual(scroller.selectedID, "5000")
            XCTAssertLessThan(callCount, maximumCount)
            scroller.select(id: "\(5_000 + step)", blocks(from: step))
            XCTAssertEqual(scroller.selectedID, "\(5_000 + step)")
            XCTAssertLessThan(callCount, 2 * maximumCount)
        }
    }

    func testMovingReachesEveryBlockAndShowsIt() {
        for height in [2, 4] {
            withEveryPage { blocks, lines, name in
                let ids = (0..<blocks.count).compactMap { blocks.id($0) }
                for direction in [1, -1] {
                    var scroller = BlockScroller()
                    scroller.update(blocks, height: height)
                    scroller.moveToEnd(direction < 0, blocks, height: height)
                    var seen: [String] = []
                    for _ in 0...lines.count * 2 {
                        if let id = scroller.selectedID, seen.last != id { seen.append(id) }
                        scroller.move(by: direction, blocks, height: height)
                        scroller.update(blocks, height: height)
                    }
                    XCTAssertEqual(
                        seen, direction > 0 ? ids : ids.reversed(), "\(name) \(direction) \(height)")
                }
            }
        }
    }

    func testTheSelectionFollowsItsBlockAndGoesToTheNextOneWhenItGoes() {
        func page(_ ids: [String]) -> PageBlocks {
            PageBlocks(ids.map { PageBlock(id: $0, [StyledLine($0)]) })
        }
        var scroller = BlockScroller()
        scroller.update(page(["a", "b", "c"]), height: 5)
        XCTAssertEqual(scroller.selectedID, "a")
        scroller.move(by: 1, page(["a", "b", "c"]), height: 5)
        scroller.update(page(["x", "y", "a", "b", "c"]), height: 5)
        XCTAssertEqual(scroller.selectedID, "b")
        scroller.update(page(["x", "y", "a", "c"]), height: 5)
        XCTAssertEqual(scroller.selectedID, "c")
        scroller.update(page(["x"]), height: 5)
        XCTAssertEqual(scroller.selectedID, "x")
        scroller.update(page([]), height: 5)
        XCTAssertNil(scroller.selectedID)
    }

    func testLinesAreMadeOnlyOfWhatIsVisible() {
        var made = 0
        let blocks = PageBlocks(count: 100_000, id: { "\($0)" }) { index in
            made += 1
            return [StyledLine("\(index)")]
        }
        var scroller = BlockScroller()
        scroller.update(blocks, height: 20)
        scroller.page(by: 1, blocks, height: 20)
        scroller.forEachLine(blocks, height: 20) { _, _, _ in }
        XCTAssertLessThan(made, 100)
    }

    func testRowsOfClicks() {
        withEveryPage { blocks, lines, name in
            var scroller = BlockScroller()
            scroller.update(blocks, height: 4)
            scroller.scroll(by: 1, blocks, height: 4)
            let shown = visible(scroller, blocks, 4)
            for row in 0..<5 {
                let block = scroller.block(atRow: row, blocks)
                let expected = row < shown.count ? Int(shown[row].prefix(1)) : nil
                if row < shown.count { XCTAssertEqual(block, expected, name) }
            }
        }
    }
}
