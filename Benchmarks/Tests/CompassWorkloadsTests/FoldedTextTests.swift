import CompassBaseline
import XCTest

@testable import CompassWorkloads

final class FoldedTextTests: XCTestCase {
    private func post(_ number: Int, _ content: String?, _ name: String?, _ handle: String?) -> BaselinePost {
        BaselinePost(
            id: BaselineText("\(number)"), platform: .twitter, postDate: Int64(-number),
            postContent: content.map { BaselineText($0) }, authorHandle: handle.map { BaselineText($0) },
            authorName: name.map { BaselineText($0) })
    }

    func testMatchesDoNotReachFromOneFieldOrPostIntoTheNext() {
        let text = FoldedText(
            BaselinePosts([
                post(0, "Summer CAMP", "Ann", "@ann"), post(1, nil, "Camp", nil),
                post(2, "cam", "p", "camp?"),
                post(3, "", nil, ""),
            ]))
        XCTAssertEqual(text.rows(matching: "camp"), [0, 1, 2])
        XCTAssertEqual(text.rows(matching: "Camp?"), [2])
        XCTAssertEqual(text.rows(matching: "pann"), [])
        XCTAssertEqual(text.rows(matching: "a"), [0, 1, 2])
        XCTAssertEqual(text.count(matching: "summer camp and more than there is"), 0)
        XCTAssertEqual(text.searchableByteCount, 18 + 4 + 9)
    }

    func testOnePassFindsWhatASimpleSearchFinds() {
        var random = SeededNumbers()
        let letters = Array("aaab bE,é👍")
        func text(upTo length: Int) -> String {
            String(
                (0..<Int.random(in: 0...length, using: &random)).map { _ in
                    letters[Int.random(in: letters.indices, using: &random)]
                })
        }
        for round in 0..<20 {
            let posts = BaselinePosts(
                (0..<Int.random(in: 0...60, using: &random)).map {
                    post($0, text(upTo: 90), text(upTo: 9), text(upTo: 5))
                })
            let folded = FoldedText(posts)
            for _ in 0..<20 {
                let pattern = text(upTo: 7)
                let expected = posts.rows.indices.filter { row in
                    let post = posts.rows[row]
                    return [post.postContent, post.authorName, post.authorHandle].contains { field in
                        let (bytes, wanted) = (
                            Array((field?.string ?? "").lowercased().utf8), Array(pattern.lowercased().utf8)
                        )
                        return wanted.isEmpty
                            || bytes.indices.contains { bytes[$0...].starts(with: wanted) }
                    }
                }
                XCTAssertEqual(
                    folded.rows(matching: pattern), expected,
                    "\(random.label), round \(round), \"\(pattern)\"")
            }
        }
    }
}
