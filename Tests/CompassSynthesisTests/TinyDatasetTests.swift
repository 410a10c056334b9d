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
            .socialMediaPosts: "e0d29061dd2e69981cceced9c54f6a1f2f5b9d6c3d53a5104cddd3176350ea6b",
            .schools: "bad0f8d9e6efc4b9d1880c81502a7bdd7fa7eba868a45b4271e20e38e8503f51",
            .coaches: "fad67a460a9af3736ba9bb25068a84bc9ddc989b41cee40c328c57fa320cc0fc",
            .interactions: "b0c446b2dfcb31fb5bb4024cea402de4b391dcf383f6adbe41d3fcecf52a69a8",
            .events: "5f2f163464ef1d0fa1389f5fbff80a97025da59054d4cb018f7e83cb1fd8f275",
            .offers: "142564eb7b395c0ec27e0ed78b2b2c96ddc98a3417a2676a2bd6a090f371f834",
            .schoolStatusHistory: "c1881629b12ff0417096242f48a7f1d88e963f3eb7249c247a08a35ec3cd343a",
            .documents: "65599d0e783338d74ea2089f269fd1089b4892b18c0bceb4826399ada9b6eb54",
            .performanceMetrics: "03670b412d68180fa1b87cdefdfa819b55068e3043a3bc17eb3d36b3604cb804",
        ]
        let generator = try DatasetGenerator(Self.options)
        for table in SynthesisTable.allCases {
            XCTAssertEqual(generator.sha256(of: table), pinned[table], table.rawValue)
        }
    }
}
