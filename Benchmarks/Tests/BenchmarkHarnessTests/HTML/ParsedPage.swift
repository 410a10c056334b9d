import Foundation
import XCTest

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A page as parsed by an XML parser.
final class ParsedPage: NSObject, XMLParserDelegate {
    /// An element and its text.
    struct Element {
        var name: String
        var attributes: [String: String]
        var text = ""
    }

    private(set) var elements: [Element] = []
    private var open: [Int] = []

    init(_ html: String, file: StaticString = #filePath, line: UInt = #line) {
        super.init()
        let parser = XMLParser(data: Data(html.utf8))
        parser.delegate = self
        if !parser.parse() {
            let reason = parser.parserError.map(String.init(describing:)) ?? "no reason is known"
            XCTFail("line \(parser.lineNumber): \(reason)", file: file, line: line)
        }
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
        qualifiedName qName: String?, attributes attributeDict: [String: String] = [:]
    ) {
        open.append(elements.count)
        elements.append(Element(name: elementName, attributes: attributeDict))
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) {
        open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        for index in open { elements[index].text += string }
    }

    func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    /// Returns the texts of the elements with a name, in order.
    func texts(_ name: String) -> [String] { all(name).map(\.text) }
}
