/// The chart colors for light and dark pages.
///
/// The colors of series differ in hue and in lightness, and each has a contrast of at least three to one
/// with the background. `c0` is the kernel, `c1` and `c2` are the baselines, `c9` is neutral, and the rest
/// are engines.
struct ChartPalette: Hashable {
    /// A name, as used in style sheets, and the color.
    let colors: [String: String]

    /// The colors on a white page.
    static let light = ChartPalette(
        paper: "#ffffff", ink: "#1b1f24", muted: "#56606b", rule: "#d5dae0",
        series: [
            "#0063a6", "#b86e00", "#c23b0a", "#00805c", "#a5418a", "#6a51c7", "#7a6200", "#00808f",
            "#8a4a35", "#6b7580",
        ])
    /// The colors on a nearly black page.
    static let dark = ChartPalette(
        paper: "#14171b", ink: "#e8eaed", muted: "#a3adb8", rule: "#39414b",
        series: [
            "#5cb6f5", "#f0ab3c", "#ff8660", "#3ecf9f", "#ee8ccf", "#b3a1ff", "#d9c34f", "#49cddc",
            "#d9a08c", "#98a2ad",
        ])

    private init(paper: String, ink: String, muted: String, rule: String, series: [String]) {
        var colors = ["paper": paper, "ink": ink, "muted": muted, "rule": rule]
        for (place, color) in series.enumerated() { colors["c\(place)"] = color }
        self.colors = colors
    }

    /// The colors as variables of a style sheet.
    var variables: String {
        colors.keys.sorted().map { "--\($0): \(colors[$0] ?? "");" }.joined(separator: " ")
    }

    /// Returns the style sheet of a standalone chart.
    var rules: String { Self.rules { colors[$0] ?? "" } }

    /// Returns the rules of charts.
    ///
    /// - Parameter color: returns the style sheet's expression for a color.
    static func rules(_ color: (String) -> String) -> String {
        let series = (0...9).map { place in
            ".c\(place) { stroke: \(color("c\(place)")); fill: \(color("c\(place)")); }"
        }
        return """
            svg text {
                fill: \(color("ink")); font-size: 12px; paint-order: stroke; stroke: \(color("paper"));
                stroke-width: 3px;
            }
            svg .tick { fill: \(color("muted")); font-size: 11.5px; }
            svg .figure, svg .heading { font-weight: 600; }
            .grid { stroke: \(color("rule")); stroke-width: 1; }
            .minor { stroke-opacity: 0.5; }
            .axis { stroke: \(color("muted")); stroke-width: 1; }
            .leader { stroke: \(color("muted")); stroke-width: 0.75; stroke-dasharray: 1 3; }
            .line { stroke-width: 2; }
            .marker { stroke-width: 1.5; }
            \(series.joined(separator: "\n"))
            .line { fill: none; }
            .hollow { fill: \(color("paper")); }
            .bar { stroke: none; }
            """
    }
}
