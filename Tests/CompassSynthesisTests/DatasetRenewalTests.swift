import CompassSynthesis
import Foundation
import XCTest

/// Writes the committed datasets anew when a change of the generator is meant.
final class DatasetRenewalTests: XCTestCase {
    func testRenewCommittedDatasetsWhenAskedTo() throws {
        try XCTSkipUnless(
            ProcessInfo.processInfo.environment["COMPASS_RENEW_DATASETS"] == "1",
            "COMPASS_RENEW_DATASETS=1 writes Datasets/tiny and Datasets/manifest.json anew")
        try DatasetGenerator(SynthesisOptions(posts: 200)).writeFiles(into: datasetsFolder + "/tiny")
        try DatasetManifest.makeStandard().save(to: datasetsFolder + "/manifest.json")
    }
}
