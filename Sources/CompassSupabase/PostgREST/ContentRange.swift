/// The header `Content-Range` of PostgREST, such as `0-999/1234567`, `0-999/*` or `*/0`.
struct ContentRange: Hashable, Sendable {
    /// The number of rows of the whole request, if it was counted.
    let total: Int?

    /// Reads the header; nil if it is something else.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "*" || ContentRange.isRange(parts[0]) else { return nil }
        if parts[1] == "*" {
            total = nil
        } else {
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(parts[1]) else {
                return nil
            }
            total = count
        }
    }

    private static func isRange(_ text: Substring) -> Bool {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        return ends.count == 2 && ends.allSatisfy { Int($0) != nil }
    }
}
