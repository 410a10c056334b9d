import Foundation
import XCTest

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A drawing as parsed by an XML reader.
final class SVGDrawing: NSObject, XMLParserDelegate {
    struct Element {
        let name: String
        let attributes: [String: String]
        var text = ""

        subscript(attribute: String) -> Double? { attributes[attribute].flatMap(Double.init) }

        /// The corners of a polygon.
        var corners: [(x: Double, y: Double)] {
            (attributes["points"] ?? "").split(separator: " ").compactMap { corner in
                let numbers = corner.split(separator: ",").compactMap { Double($0) }
                return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
            }
        }
    }

    /// All elements in the order of their start tags.
    private(set) var elements: [Element] = []
    private var open: [Int] = []

    /// - Throws: an error if the bytes are not well-formed XML.
    init(_ bytes: [UInt8]) throws {
        super.init()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = self
        guard parser.parse() else {
            throw Malformed(line: parser.lineNumber, reason: parser.parserError.map { "\($0)" } ?? "")
        }
    }

    struct Malformed: Error {
        let line: Int
        let reason: String
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        open.append(elements.count)
        elements.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if let index = open.last { elements[index].text += text }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        open.removeLast()
    }

    func elements(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    /// The contents of the text elements.
    var texts: [String] { elements("text").map(\.text) }

    /// The size of the drawing in points.
    var paper: (width: Double, height: Double) {
        let box = (elements.first?.attributes["viewBox"] ?? "").split(separator: " ").compactMap {
            Double($0)
        }
        return box.count == 4 ? (box[2], box[3]) : (0, 0)
    }

    /// Shapes, and start or end points of texts, that are outside the drawing.
    var outside: [Element] {
        let (width, height) = paper
        return elements.filter { element in
            var horizontal: [Double?] = []
            var vertical: [Double?] = []
            switch element.name {
            case "rect" where element.attributes["width"] != "100%":
                horizontal = [element["x"], element["x"].flatMap { x in element["width"].map { x + $0 } }]
                vertical = [element["y"], element["y"].flatMap { y in element["height"].map { y + $0 } }]
            case "circle":
                let radius = element["r"] ?? .infinity
                horizontal = [element["cx"].map { $0 - radius }, element["cx"].map { $0 + radius }]
                vertical = [element["cy"].map { $0 - radius }, element["cy"].map { $0 + radius }]
            case "polygon":
                horizontal = element.corners.isEmpty ? [nil] : element.corners.map(\.x)
                vertical = element.corners.map(\.y)
            case "line":
                horizontal = [element["x1"], element["x2"]]
                vertical = [element["y1"], element["y2"]]
            case "text":
                horizontal = [element["x"]]
                vertical = [element["y"]]
            default: return false
            }
            return !horizontal.allSatisfy { (0...width).contains($0 ?? -1) }
                || !vertical.allSatisfy { (0...height).contains($0 ?? -1) }
        }
    }
}
