/// The suite's number of posts: `COMPASS_PERF_ROWS`, 10,000 by default.
enum PerformanceRows {
    static let variable = "COMPASS_PERF_ROWS"
    static let standard = 10_000
    static let limits = 1...10_000_000

    /// A setting that is not a number of rows. A measurement must not be mistaken for one of another size, so
    /// this fails every test instead of selecting the default.
    struct UnusableSetting: Error, Equatable, CustomStringConvertible {
        let text: String

        var description: String {
            "\(PerformanceRows.variable)=\(text): whole numbers from \(PerformanceRows.limits.lowerBound) to "
                + "\(PerformanceRows.limits.upperBound) are accepted, in digits only"
        }
    }

    /// - Throws: `UnusableSetting` unless the setting is absent or a number within the limits.
    static func count(in environment: [String: String]) throws -> Int {
        guard let text = environment[variable] else { return standard }
        // `Int` would also read a sign.
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(text), limits ~= count
        else { throw UnusableSetting(text: text) }
        return count
    }
}
