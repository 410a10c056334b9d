import CompassKernel
import CompassProgram

/// Problems that differ only in their rows and the texts quoted from them.
struct ProblemGroup {
    /// The first one in the document.
    let first: IngestProblem
    private(set) var count = 1
    private var isSameReason = true

    /// Groups problems, the largest group first, equally large ones in the order of the document.
    static func all(of problems: [IngestProblem]) -> [ProblemGroup] {
        var groups: [ProblemGroup] = []
        var indexes: [Key: Int] = [:]
        for problem in problems {
            let key = Key(
                severity: problem.severity, field: problem.field, reason: withoutQuotes(problem.reason).text)
            guard let index = indexes[key] else {
                indexes[key] = groups.count
                groups.append(ProblemGroup(first: problem))
                continue
            }
            groups[index].count += 1
            if problem.reason != groups[index].first.reason { groups[index].isSameReason = false }
        }
        return groups.enumerated().sorted {
            ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
        }.map(\.element)
    }

    private init(first: IngestProblem) { self.first = first }

    private struct Key: Hashable {
        let severity: IngestProblem.Severity
        let field: String?
        let reason: String
    }

    /// Returns a reason without what it quotes, and the quotation with its quotation marks.
    private static func withoutQuotes(_ reason: String) -> (text: String, quotation: String?) {
        // Compares scalars: a quotation mark and a combining scalar after it are one character.
        let scalars = reason.unicodeScalars
        guard let start = scalars.firstIndex(of: "\""), let end = scalars.lastIndex(of: "\""), start < end
        else { return (reason, nil) }
        let before = scalars[..<start]
        let text =
            String(before.last == " " ? before.dropLast() : before)
            + String(scalars[scalars.index(after: end)...])
        return (text, String(scalars[start...end]))
    }

    /// Returns one line for people: `400 × platform: is missing, first in row 1, byte 1`.
    func description(times: String) -> String {
        if count == 1 { return first.description }
        let field = first.field.map { $0 + ": " } ?? ""
        let place = "first in row \(first.row), byte \(first.byteOffset)"
        let (text, quotation) = Self.withoutQuotes(first.reason)
        // A quotation that all of them share is more informative than an example.
        let example = isSameReason ? "" : quotation.map { ": \($0)" } ?? ""
        return "\(DisplayText.grouped(count)) \(times) \(field)\(isSameReason ? first.reason : text), "
            + place + example
    }
}
