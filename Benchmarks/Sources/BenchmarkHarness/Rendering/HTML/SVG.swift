import Foundation

/// Builds parts of drawings.
enum SVG {
    /// A drawing with its size and description.
    struct Drawing {
        var width: Double
        var height: Double
        var title: String
        /// A description of what it shows, in words.
        var label: String
        var parts: [Markup]

        /// The drawing as an element of a page, which scales with the page.
        var markup: Markup {
            .element(
                "svg",
                [
                    "viewBox": "0 0 \(number(width)) \(number(height))", "width": number(width),
                    "height": number(height), "role": "img", "aria-label": label,
                ], [.element("title", text: title)] + parts)
        }
    }

    /// Returns a straight line.
    static func line(
        _ className: String, from start: (x: Double, y: Double), to end: (x: Double, y: Double)
    ) -> Markup {
        .element(
            "line",
            [
                "class": className, "x1": number(start.x), "y1": number(start.y), "x2": number(end.x),
                "y2": number(end.y),
            ])
    }

    /// Returns a text whose start, middle or end is at a point of its base line.
    static func text(
        _ text: String, x: Double, y: Double, anchor: Anchor = .start, className: String = ""
    ) -> Markup {
        .element(
            "text",
            ["class": className, "x": number(x), "y": number(y), "text-anchor": anchor.rawValue], text: text)
    }

    /// Which part of a text is at its point.
    enum Anchor: String {
        case start, middle, end
    }

    /// Formats a coordinate to a tenth.
    static func number(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
    }
}
