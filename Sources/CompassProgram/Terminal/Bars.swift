/// Charts made of block characters.
package enum Bars {
    /// Returns a bar that grows to the right; any share above 0 is visible.
    ///
    /// - Parameters:
    ///   - share: 0 to 1.
    ///   - width: the columns of a share of 1.
    package static func horizontal(_ share: Double, width: Int, _ style: TerminalStyle) -> String {
        let eighths = eighths(share, steps: width * 8)
        let whole = String(repeating: style.horizontalEighths[7], count: eighths / 8)
        let bar = eighths % 8 == 0 ? whole : whole + style.horizontalEighths[eighths % 8 - 1]
        return bar.isEmpty && share > 0 ? style.horizontalEighths[7] : bar
    }

    /// Returns the lines of a column chart from top to bottom.
    ///
    /// - Parameters:
    ///   - values: 0 or more, from left to right.
    ///   - columnWidth: the characters of each column.
    ///   - gap: the spaces between columns.
    ///   - height: the lines of the largest value.
    package static func columns(
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

    /// Returns a share of `steps`, at least one step unless it is 0.
    private static func eighths(_ share: Double, steps: Int) -> Int {
        guard share > 0 else { return 0 }
        return max(1, min(steps, Int((share * Double(steps)).rounded())))
    }
}

/// The columns of a bar chart whose lines are a name, a bar, a number and optionally a share.
///
/// They are designed for 80 columns. On wider pages, bars grow, and names as far as the longest one requires.
/// On narrower pages, numbers take only the required columns, and names and bars share the rest.
package struct BarLayout {
    /// The columns of names and bars on a page of 80 columns.
    package let nameWidth: Int
    package let barWidth: Int

    /// For known names, of which the widest has 13 columns.
    package static let short = BarLayout(nameWidth: 15, barWidth: 40)
    /// For categories of the database.
    package static let categories = BarLayout(nameWidth: 25, barWidth: 30)
    /// For schools.
    package static let schools = BarLayout(nameWidth: 36, barWidth: 26)
    /// For schools with their rank.
    package static let rankedSchools = BarLayout(nameWidth: 37, barWidth: 26)

    /// The columns on a page of any width.
    package struct Columns {
        package let name: Int
        package let bar: Int
        package let count: Int
        package let share: Int
    }

    /// - Parameters:
    ///   - width: the columns of the page.
    ///   - longestName: the columns of the longest name, with its rank and the space after it.
    ///   - longestCount: those of the longest number.
    ///   - hasShare: whether shares follow the numbers.
    package func columns(width: Int, longestName: Int, longestCount: Int, hasShare: Bool) -> Columns {
        let standard = TerminalStyle.standardWidth
        let isWide = width >= standard
        let count = isWide ? max(12, longestCount + 1) : longestCount + 2
        let share = hasShare ? (isWide ? 9 : 8) : 0
        // Two spaces precede the names, and one column remains empty at the right.
        let free =
            isWide
            ? nameWidth + barWidth + width - standard + 12 - count
            : width - 3 - count - share
        let name =
            isWide
            ? max(nameWidth, min(longestName, nameWidth + (width - standard) / 2))
            : min(nameWidth, longestName, max(free * 2 / 3, free - barWidth))
        return Columns(name: name, bar: max(3, free - name), count: count, share: share)
    }
}
