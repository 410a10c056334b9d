import BenchmarkHarness
import CompassTestSupport

extension BaselineResult {
    /// Throws if the kernel's result, in the baseline's form, differs from the expected one.
    func check(equals expected: Self, _ question: String) throws {
        let differences = differences(from: expected)
        try CheckFailure.unless(
            differences.isEmpty, "\(question): the answer differs in \(differences.joined(separator: ", "))")
    }
}
