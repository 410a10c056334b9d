import XCTest

@testable import BenchmarkHarness

final class MarkedTextTests: XCTestCase {
    private func failure(_ document: String) -> MarkedText.Failure? {
        do throws(MarkedText.Failure) {
            _ = try MarkedText(document)
            return nil
        } catch {
            return error
        }
    }

    private let (begin, end) = (MarkedText.begin, MarkedText.end)

    func testOnlyWhatIsBetweenTheCommentsIsReplaced() throws {
        let document = "# Title\n\n\(begin)\nold\n\nolder\n\(end)\n\nrest"
        XCTAssertEqual(
            try MarkedText(document).with("\nnew\n\n"), "# Title\n\n\(begin)\n\nnew\n\n\(end)\n\nrest")
    }

    func testReplacingAgainChangesNothing() throws {
        let once = try MarkedText("\(begin)\n\(end)\n").with("a\n\nb")
        XCTAssertEqual(try MarkedText(once).with("a\n\nb"), once)
    }

    func testADocumentWithoutBothCommentsIsRefused() {
        XCTAssertEqual(failure(""), .missing(comment: begin))
        XCTAssertEqual(failure("\(begin)\ntext"), .missing(comment: end))
        XCTAssertEqual(failure("text \(begin)\n\(end)"), .missing(comment: begin))
        XCTAssertEqual(failure("\(end)\n\(begin)"), .reversed(line: 1))
        XCTAssertEqual(failure("\(begin)\n\(end)\n\n\(begin)"), .repeated(comment: begin, line: 4))
    }
}
