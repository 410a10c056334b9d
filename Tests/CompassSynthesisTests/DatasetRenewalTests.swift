import CompassSynthesis
import Foundation
import XCTest

/// Rewrites the committed datasets after an intended change of the generator.
final class DatasetRenewalTests: XCTestCase {
    func testRenewCommittedDatasetsWhenAskedTo() throws {
        try XCTSkipUnless(
            ProcessInfo.processInfo.environment["COMPASS_RENEW_DATASETS"] == "1",
            "COMPASS_RENEW_DATASETS=1 writes Datasets/tiny and Datasets/manifest.json anew")
        try DatasetGenerator(SynthesisOptions(posts: 200)).writeFiles(into: datasetsFolder + "/tiny")
        try DatasetManifest.makeStandard().save(to: datasetsFolder + "/manifest.json")
    }
}
