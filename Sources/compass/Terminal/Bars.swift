/// Charts out of block characters.
enum Bars {
    /// A bar that grows to the right; any share above 0 can be seen.
    ///
    /// - Parameters:
    ///   - share: 0 to 1.
    ///   - width: the columns of a share of 1.
    static func horizontal(_ share: Double, width: Int, _ style: TerminalStyle) -> String {
        let eighths = eighths(share, steps: width * 8)
        let whole = String(repeating: style.horizontalEighths[7], count: eighths / 8)
        let bar = eighths % 8 == 0 ? whole : whole + style.horizontalEighths[eighths % 8 - 1]
        return bar.isEmpty && share > 0 ? style.horizontalEighths[7] : bar
    }

    /// A chart of columns, its lines from top to bottom.
    ///
    /// - Parameters:
    ///   - values: 0 or more, from left to right.
    ///   - columnWidth: the characters of each column.
    ///   - gap: the spaces between columns.
    ///   - height: the lines of the largest value.
    static func columns(
        _ values: [Int], columnWidth: Int, gap: Int, height: Int, _ style: TerminalStyle
    ) -> [String] {
        let largest = max(1, values.max() ?? 1)
        let heights = values.map { eighths(Double($0) / Double(largest), steps: height * 8) }
        let space = String(repeating: " ", count: gap)
        return (0..<height).map { line in
            let base = (height - 1 - line) * 8
            return heights.map { eighths in
                let block = eighths <= base ? " " : style.verticalEighths[min(8, eighths - base) - 1]
                return String(repeating: block, count: columnWidth)
            }.joined(separator: space)
        }
    }

    /// A share of `steps`, at least one step when it is not nothing.
    private static func eighths(_ share: Double, steps: Int) -> Int {
        guard share > 0 else { return 0 }
        return max(1, min(steps, Int((share * Double(steps)).rounded())))
    }
}
