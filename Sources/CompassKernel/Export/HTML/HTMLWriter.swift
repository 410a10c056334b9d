/// A writer of static HTML in UTF-8, with the same bytes for the same calls on all platforms.
///
/// ```swift
/// var writer = HTMLWriter(form: .fragment)
/// writer.group("p", ["class": "note"]) { writer in
///     writer.element("b", text: "A & M")
///     writer.userText(row.name)
/// }
/// writer.bytes  // <p class="note">⏎<b>A &amp; M</b>⏎<bdi>…</bdi>⏎</p>⏎
/// ```
///
/// Elements are in XML syntax, which HTML readers understand as well: void elements are `<br/>`, and SVG is
/// inline. No text can end or begin an element.
struct HTMLWriter {
    typealias Value = MarkupWriter.Value
    typealias Attributes = MarkupWriter.Attributes

    private var markup: MarkupWriter
    /// Determines the level of headings: a document has one of level 1, a fragment is below those around it.
    let form: HTMLForm

    /// The bytes written so far.
    var bytes: [UInt8] { markup.bytes }

    /// Creates a writer that has written nothing.
    ///
    /// - Parameter capacity: the number of bytes to reserve.
    init(form: HTMLForm, capacity: Int = 16_384) {
        self.form = form
        markup = MarkupWriter(capacity: capacity)
    }

    /// Writes an element without content.
    mutating func element(_ name: StaticString, _ attributes: Attributes) {
        markup.begin(name, attributes)
        markup.append("/>\n")
    }

    /// Writes an element whose content is a text.
    mutating func element(_ name: StaticString, _ attributes: Attributes = [:], text: String) {
        markup.begin(name, attributes)
        markup.append(">")
        markup.append(escaping: text)
        markup.end(name)
    }

    /// Writes an element; `body` writes its content.
    mutating func group(
        _ name: StaticString, _ attributes: Attributes = [:], _ body: (inout HTMLWriter) -> Void
    ) {
        markup.begin(name, attributes)
        markup.append(">\n")
        body(&self)
        markup.end(name)
    }

    /// Writes an element whose content is a literal of the source code as it is.
    mutating func element(_ name: StaticString, literal: StaticString) {
        markup.begin(name, [:])
        markup.append(">")
        markup.append(literal)
        markup.end(name)
    }

    /// Writes a text between elements.
    mutating func text(_ text: String) { markup.append(escaping: text) }

    /// Writes a short text of a row in one line, isolated from the direction of what is around it.
    mutating func userText(_ text: String, limit: Int = HTMLText.lineLength) {
        element("bdi", text: HTMLText.shown(text, limit: limit))
    }

    /// Writes a paragraph of a row's text, which has its own direction.
    mutating func userParagraph(
        _ text: String, class name: String, limit: Int, keepsLines: Bool = false
    ) {
        element(
            "p", ["class": .text(name), "dir": "auto"],
            text: HTMLText.shown(text, limit: limit, keepsLines: keepsLines))
    }

    // MARK: Pages

    /// Returns a page in a form.
    ///
    /// - Parameters:
    ///   - title: the heading; may be a text of rows.
    ///   - subtitle: the line below it.
    ///   - isEmpty: whether the page has nothing to show, which `data-state` tells programs.
    ///   - body: writes the content.
    static func page(
        _ form: HTMLForm, title: String, subtitle: String, isEmpty: Bool,
        _ body: (inout HTMLWriter) -> Void
    ) -> [UInt8] {
        var writer = HTMLWriter(form: form)
        let title = HTMLText.shown(title)
        switch form {
        case .fragment: writer.fragment(title, subtitle, isEmpty, body)
        case .document: writer.document(title, subtitle, isEmpty, body)
        }
        return writer.bytes
    }

    private mutating func fragment(
        _ title: String, _ subtitle: String, _ isEmpty: Bool, _ body: (inout HTMLWriter) -> Void
    ) {
        group("section", attributes(class: "compass-page", isEmpty: isEmpty)) { writer in
            writer.element("style", literal: HTMLStyle.sheet)
            writer.head(title, subtitle)
            body(&writer)
        }
    }

    private mutating func document(
        _ title: String, _ subtitle: String, _ isEmpty: Bool, _ body: (inout HTMLWriter) -> Void
    ) {
        markup.append("<!DOCTYPE html>\n")
        group("html", ["lang": "en"]) { writer in
            writer.group("head") { writer in
                writer.element("meta", ["charset": "utf-8"])
                writer.element(
                    "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
                writer.element("meta", ["name": "color-scheme", "content": "light dark"])
                writer.element("meta", ["name": "referrer", "content": "no-referrer"])
                writer.element("title", text: title)
                writer.element("style", literal: HTMLStyle.sheet)
            }
            writer.group("body", ["class": "compass-body"]) { writer in
                let attributes = writer.attributes(class: "compass-page compass-document", isEmpty: isEmpty)
                writer.group("main", attributes) { writer in
                    writer.head(title, subtitle)
                    body(&writer)
                }
            }
        }
    }

    private func attributes(class name: String, isEmpty: Bool) -> Attributes {
        [
            "class": .text(name), "lang": "en", "dir": "ltr",
            "data-state": .text(isEmpty ? "empty" : "filled"),
        ]
    }

    private mutating func head(_ title: String, _ subtitle: String) {
        element(form == .document ? "h1" : "h3", ["class": "title", "dir": "auto"], text: title)
        element("p", ["class": "subtitle"], text: subtitle)
    }

    /// Writes a heading and the section below it.
    mutating func section(_ title: String, _ body: (inout HTMLWriter) -> Void) {
        group("section", ["class": "part"]) { writer in
            writer.element(writer.form == .document ? "h2" : "h4", ["class": "heading"], text: title)
            body(&writer)
        }
    }
}
