/// The chart colours for light and dark pages.
///
/// The colours of series differ in hue and in lightness, and each has a contrast of at least three to one
/// with the background. `c0` is the kernel, `c1` and `c2` are the baselines, `c9` is neutral, and the rest
/// are engines.
struct ChartPalette: Hashable {
    /// A name, as used in style sheets, and the colour.
    let colours: [String: String]

    /// The colours on a white page.
    static let light = ChartPalette(
        paper: "#ffffff", ink: "#1b1f24", muted: "#56606b", rule: "#d5dae0",
        series: [
            "#0063a6", "#b86e00", "#c23b0a", "#00805c", "#a5418a", "#6a51c7", "#7a6200", "#00808f",
            "#8a4a35", "#6b7580",
        ])
    /// The colours on a nearly black page.
    static let dark = ChartPalette(
        paper: "#14171b", ink: "#e8eaed", muted: "#a3adb8", rule: "#39414b",
        series: [
            "#5cb6f5", "#f0ab3c", "#ff8660", "#3ecf9f", "#ee8ccf", "#b3a1ff", "#d9c34f", "#49cddc",
            "#d9a08c", "#98a2ad",
        ])

    private init(paper: String, ink: String, muted: String, rule: String, series: [String]) {
        var colours = ["paper": paper, "ink": ink, "muted": muted, "rule": rule]
        for (place, colour) in series.enumerated() { colours["c\(place)"] = colour }
        self.colours = colours
    }

    /// The colours as variables of a style sheet.
    var variables: String {
        colours.keys.sorted().map { "--\($0): \(colours[$0] ?? "");" }.joined(separator: " ")
    }

    /// Returns the style sheet of a standalone chart.
    var rules: String { Self.rules { colours[$0] ?? "" } }

    /// Returns the rules of charts.
    ///
    /// - Parameter colour: returns the style sheet's expression for a colour.
    static func rules(_ colour: (String) -> String) -> String {
        let series = (0...9).map { place in
            ".c\(place) { stroke: \(colour("c\(place)")); fill: \(colour("c\(place)")); }"
        }
        return """
            svg text {
                fill: \(colour("ink")); font-size: 12px; paint-order: stroke; stroke: \(colour("paper"));
                stroke-width: 3px;
            }
            svg .tick { fill: \(colour("muted")); font-size: 11.5px; }
            svg .figure, svg .heading { font-weight: 600; }
            .grid { stroke: \(colour("rule")); stroke-width: 1; }
            .minor { stroke-opacity: 0.5; }
            .axis { stroke: \(colour("muted")); stroke-width: 1; }
            .leader { stroke: \(colour("muted")); stroke-width: 0.75; stroke-dasharray: 1 3; }
            .line { stroke-width: 2; }
            .marker { stroke-width: 1.5; }
            \(series.joined(separator: "\n"))
            .line { fill: none; }
            .hollow { fill: \(colour("paper")); }
            .bar { stroke: none; }
            """
    }
}
