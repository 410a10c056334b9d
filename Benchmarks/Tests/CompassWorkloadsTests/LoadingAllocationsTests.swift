import BenchmarkHarness
import CompassKernel
import XCTest

@testable import CompassWorkloads

final class LoadingAllocationsTests: XCTestCase {
    /// Opening a file once copied its path into an array, so that the exact limits of bytes depended on the
    /// location of a clone.
    func testLoadingFromPathsOfDifferentLengthsAllocatesTheSameBytes() throws {
        try XCTSkipUnless(AllocationCount.isAvailable, "counted on Linux only")
        let datasets = try SmallDatasets()
        let source = try datasets.inputs.datasets.dataset(.tenThousand, wholeSeconds: true).postsPath
        let counts = try [0, 1, 3].map { depth -> AllocationCount in
            let name = String(repeating: String(repeating: "long-name-", count: 20) + "/", count: depth)
            let folder = datasets.folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let path = folder.appendingPathComponent("posts.json").path
            try FileManager.default.copyItem(atPath: source, toPath: path)
            // The first load also allocates type metadata of the language's runtime.
            blackHole(try PostTable.load(contentsOf: path).table)
            return try XCTUnwrap(
                AllocationCount.during { try PostTable.load(contentsOf: path).table }.count)
        }
        XCTAssertEqual(counts[0], counts[1])
        XCTAssertEqual(counts[0], counts[2])
    }
}
