import XCTest

@testable import CompassKernel

final class CodeIndexTests: XCTestCase {
    private func code(_ text: String, _ index: CodeIndex) -> Int? {
        var text = text
        return text.withUTF8 { index.code(of: $0) }
    }

    func testEveryStringHasItsCodeAndOthersNone() {
        for count in [0, 1, 2, 3, 4, 5, 31, 32, 33, 1000] {
            var interner = Interner()
            let texts = (0..<count).map { $0 % 2 == 0 ? "école \($0)" : "e\u{301}cole \($0 - 1)" }
            for text in texts { _ = interner.intern(text) }
            let index = CodeIndex(of: interner.finish())
            for (code, text) in texts.enumerated() { XCTAssertEqual(self.code(text, index), code, text) }
            for text in ["", "école", "ecole 0", "école \(count + 1)"] {
                XCTAssertNil(code(text, index), text)
            }
        }
    }

    func testTheEmptyStringIsAString() {
        var interner = Interner()
        _ = interner.intern("a")
        _ = interner.intern("")
        let index = CodeIndex(of: interner.finish())
        XCTAssertEqual(code("", index), 1)
        XCTAssertEqual(code("a", index), 0)
    }
}
