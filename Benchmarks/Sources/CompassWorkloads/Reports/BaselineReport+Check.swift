import BenchmarkHarness
import CompassBaseline

extension BaselineReport {
    /// Throws if reports differ by more than the order of summation explains.
    func check(equals expected: BaselineReport, _ question: String) throws {
        let (found, wanted) = (withoutMeans, expected.withoutMeans)
        func means(_ report: BaselineReport) -> [Double] {
            [report.sections, report.previous].compactMap { $0 }.flatMap { sections in
                [sections.meanResponsiveness ?? 0] + sections.summaries.map(\.mean)
            }
        }
        let areMeansEqual = zip(means(self), means(expected)).allSatisfy { abs($0 - $1) <= 1e-9 * abs($1) }
        try CheckFailure.unless(
            found == wanted && areMeansEqual,
            "\(question): the report of \(from.text) to \(to.text) differs"
                + (found == wanted ? " in a mean" : ""))
    }

    private var withoutMeans: BaselineReport {
        var report = self
        report.sections.forgetMeans()
        report.previous?.forgetMeans()
        return report
    }
}

extension BaselineReport.Sections {
    fileprivate mutating func forgetMeans() {
        if meanResponsiveness != nil { meanResponsiveness = 0 }
        for index in summaries.indices { summaries[index].mean = 0 }
    }
}
