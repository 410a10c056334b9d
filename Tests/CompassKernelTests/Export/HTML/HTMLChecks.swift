import XCTest

@testable import CompassKernel

/// What holds for every page, whatever its texts are.
enum HTMLChecks {
    private static let elements: Set = [
        "html", "head", "meta", "title", "style", "body", "main", "section", "h1", "h2", "h3", "h4", "p",
        "dl",
        "div", "dt", "dd", "figure", "figcaption", "table", "thead", "tbody", "tr", "th", "td", "bdi", "b",
        "br", "span", "time", "a", "ol", "ul", "li", "details", "summary", "svg", "g", "rect", "circle",
        "polygon", "line", "text",
    ]
    private static let attributes: Set = [
        "lang", "charset", "name", "content", "class", "dir", "data-state", "scope", "role", "aria-hidden",
        "focusable", "datetime", "href", "rel", "target", "width", "height", "x", "y", "x1", "x2", "y1", "y2",
        "dx", "r", "rx", "points", "transform", "overflow",
    ]

    /// Reads a page as XML, and checks what no text of a row may change.
    @discardableResult
    static func check(
        _ html: [UInt8], _ name: String, file: StaticString = #filePath, line: UInt = #line
    ) -> [SVGDrawing.Element] {
        let drawing: SVGDrawing
        do {
            drawing = try SVGDrawing(html)
        } catch {
            XCTFail(
                "\(name): \(error)\n\(String(decoding: html, as: UTF8.self).suffix(4_000))", file: file,
                line: line)
            return []
        }
        var problems: [String] = []
        for (index, element) in drawing.elements.enumerated() {
            if !elements.contains(element.name) { problems.append("the element \(element.name)") }
            for key in element.attributes.keys where !attributes.contains(key) {
                problems.append("the attribute \(key) of \(element.name)")
            }
            switch element.name {
            case "a":
                let href = element.attributes["href"] ?? ""
                if !href.hasPrefix("https://"), !href.hasPrefix("http://") {
                    problems.append("the link \(href)")
                }
                if element.attributes["rel"] != "noopener noreferrer" {
                    problems.append("a link without rel")
                }
            case "th": if element.attributes["scope"] == nil { problems.append("th without scope") }
            case "svg" where element.attributes["role"] == "img":
                let next = drawing.elements.dropFirst(index + 1).first
                if next?.name != "title" || next?.text == "" { problems.append("a drawing without title") }
            case "svg" where element.attributes["x"] == nil && element.attributes["aria-hidden"] != "true":
                problems.append("a drawing that is neither decoration nor named")
            case "style":
                if element.text != HTMLForm.styleSheet { problems.append("another style") }
            default: break
            }
        }
        let isDocument = drawing.elements.first?.name == "html"
        let root = isDocument ? "html" : "section"
        if drawing.elements.first?.name != root { problems.append("another root") }
        if drawing.elements("style").count != 1 { problems.append("not one style") }
        if drawing.elements("h1").count != (isDocument ? 1 : 0) { problems.append("the number of h1") }
        if let character = disturbing(html) { problems.append("the character \(character)") }
        XCTAssertEqual(problems, [], name, file: file, line: line)
        return drawing.elements
    }

    /// Returns the first character that controls a terminal, or the direction of what follows.
    private static func disturbing(_ html: [UInt8]) -> String? {
        for scalar in String(decoding: html, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x0a: continue
            case 0...0x1f, 0x7f...0x9f, 0x061c, 0x200e...0x200f, 0x202a...0x202e, 0x2066...0x2069, 0xfeff:
                return "U+" + String(scalar.value, radix: 16)
            default: continue
            }
        }
        return nil
    }
}
