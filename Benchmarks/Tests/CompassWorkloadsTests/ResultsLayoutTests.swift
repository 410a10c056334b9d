import BenchmarkHarness
import CompassWorkloads
import XCTest

final class ResultsLayoutTests: XCTestCase {
    func testEveryTimedWorkloadHasWordsAndEveryEntryAWorkload() {
        let names = Workloads.questions.map(\.name) + [SearchIndexBuild.name]
        let layout = ResultsLayout.compass
        for name in names { XCTAssertNotNil(layout.entry(name), name) }
        let entries = (layout.groups + [layout.documents]).flatMap(\.entries).map(\.name)
        XCTAssertEqual(Set(entries), Set(names))
        XCTAssertEqual(entries.count, Set(entries).count, "a workload in two groups")
    }
}
