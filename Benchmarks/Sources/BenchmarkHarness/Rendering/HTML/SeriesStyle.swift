import Foundation

/// The style of a series: its color, and its marker and dash for readers who cannot distinguish the colors.
struct SeriesStyle: Hashable {
    /// The index of the color in the style sheet's palette.
    let color: Int
    let marker: Marker
    /// Lengths of strokes and gaps; empty for a solid line.
    let dash: String
    /// Whether only the marker's outline is drawn.
    var isHollow = false

    /// The shape that marks a point.
    enum Marker: Hashable, CaseIterable {
        case circle, square, triangle, diamond, triangleDown, star, triangleRight, plus, triangleLeft, cross
    }

    static let kernel = SeriesStyle(color: 0, marker: .circle, dash: "")
    static let careful = SeriesStyle(color: 1, marker: .square, dash: "7 3")
    static let specified = SeriesStyle(color: 2, marker: .triangle, dash: "2 3")

    /// Returns the style of an engine, by its index among the engines; one that uses several threads is
    /// hollow.
    static func engine(_ place: Int, threads: Int) -> SeriesStyle {
        let markers = Marker.allCases.dropFirst(3)
        return SeriesStyle(
            color: 3 + place % engineColors, marker: markers[markers.startIndex + place % markers.count],
            dash: "9 3 2 3", isHollow: threads > 1)
    }

    /// Colors of the palette beyond those of the kernel and the baselines.
    static let engineColors = 6

    /// The class that sets the color.
    var className: String { "c\(color)" }

    /// Returns the marker at the point.
    func drawMarker(x: Double, y: Double, radius: Double = 4.5) -> Markup {
        let classes = "\(className) marker" + (isHollow ? " hollow" : "")
        if marker == .circle {
            return .element(
                "circle",
                ["class": classes, "cx": SVG.number(x), "cy": SVG.number(y), "r": SVG.number(radius)])
        }
        let corners = Self.outline(marker).map { corner in
            SVG.number(x + corner.x * radius) + "," + SVG.number(y + corner.y * radius)
        }
        return .element("polygon", ["class": classes, "points": corners.joined(separator: " ")])
    }

    /// Returns the corners of a marker of radius 1; y grows downwards.
    private static func outline(_ marker: Marker) -> [(x: Double, y: Double)] {
        switch marker {
        case .circle: return []
        case .square: return [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]
        case .triangle: return ring(3, from: -90, radius: 1.25)
        case .diamond: return ring(4, from: -90, radius: 1.3)
        case .triangleDown: return ring(3, from: 90, radius: 1.25)
        case .triangleRight: return ring(3, from: 0, radius: 1.25)
        case .triangleLeft: return ring(3, from: 180, radius: 1.25)
        case .star:
            return zip(ring(5, from: -90, radius: 1.4), ring(5, from: -54, radius: 0.6)).flatMap { [$0, $1] }
        case .plus: return plus
        case .cross:
            let half = 0.5.squareRoot()
            return plus.map { ((($0.x - $0.y) * half), (($0.x + $0.y) * half)) }
        }
    }

    private static let plus: [(x: Double, y: Double)] = {
        let (arm, half) = (1.25, 0.4)
        return [
            (-half, -arm), (half, -arm), (half, -half), (arm, -half), (arm, half), (half, half), (half, arm),
            (-half, arm), (-half, half), (-arm, half), (-arm, -half), (-half, -half),
        ]
    }()

    /// Returns corners on a circle, the first one at an angle in degrees.
    private static func ring(_ count: Int, from degrees: Double, radius: Double) -> [(x: Double, y: Double)] {
        (0..<count).map { index in
            let angle = (degrees + 360 * Double(index) / Double(count)) * .pi / 180
            return (radius * cos(angle), radius * sin(angle))
        }
    }
}
