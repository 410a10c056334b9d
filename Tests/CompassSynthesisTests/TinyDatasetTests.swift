import CompassSynthesis
import Foundation
import XCTest

/// The small dataset that is committed with the project.
final class TinyDatasetTests: XCTestCase {
    private static let options = SynthesisOptions(posts: 200)

    func testCommittedFilesAreWhatTheGeneratorPrints() throws {
        let generator = try DatasetGenerator(Self.options)
        for table in SynthesisTable.allCases {
            let path = datasetsFolder + "/tiny/" + table.fileName(lineDelimited: false)
            let committed = try Data(contentsOf: URL(fileURLWithPath: path))
            XCTAssertEqual(committed, Data(generator.bytes(of: table)), table.rawValue)
        }
    }

    func testHashesArePinned() throws {
        let pinned: [SynthesisTable: String] = [
            .socialMediaPosts: "67ab4b5e54bd877e9999d38ab25b9bc92dfbf1d339ef613abf79ae87def3f6ec",
            .schools: "d9016e9a041b0ac467fbe91db97336e1a1e87007accba738a6ab3c5f1ca8abbe",
            .coaches: "c79f00777c18d6bb253435855044d48cd62481d8433c3fed22b0eec21f55a33e",
            .interactions: "0f1ee7aefe95029b99915a761e8d6399c476270187ae5f900abbb3d1c00f4bd4",
            .events: "a3ac9854da2b1d34223c0bd6f9f153b1ddaea15c6e06f97e6b041851a042c828",
            .offers: "142564eb7b395c0ec27e0ed78b2b2c96ddc98a3417a2676a2bd6a090f371f834",
            .schoolStatusHistory: "3db62b9046a465806794850a50a1e72a2b6be5274850ae46e46fdc44896b4bd9",
            .documents: "832d450567db8cb762e0a10a738150be0cea145c66ebd3913e274c02035d697c",
            .performanceMetrics: "03670b412d68180fa1b87cdefdfa819b55068e3043a3bc17eb3d36b3604cb804",
        ]
        let generator = try DatasetGenerator(Self.options)
        for table in SynthesisTable.allCases {
            XCTAssertEqual(generator.sha256(of: table), pinned[table], table.rawValue)
        }
    }
}
