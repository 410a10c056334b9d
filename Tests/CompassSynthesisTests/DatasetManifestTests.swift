import CompassSynthesis
import Foundation
import XCTest

final class DatasetManifestTests: XCTestCase {
    private var folder = ""

    override func setUpWithError() throws {
        folder = NSTemporaryDirectory() + "compass-synthesis-" + UUID().uuidString
    }

    override func tearDownWithError() throws {
        if FileManager.default.fileExists(atPath: folder) {
            try FileManager.default.removeItem(atPath: folder)
        }
    }

    private func committed() throws -> DatasetManifest {
        try DatasetManifest.load(contentsOf: datasetsFolder + "/manifest.json")
    }

    func testCommittedManifestListsTheStandardDatasets() throws {
        let manifest = try committed()
        XCTAssertEqual(manifest.datasets.map(\.name), DatasetManifest.standardDatasets.map(\.name))
        XCTAssertEqual(manifest.datasets.map(\.options), DatasetManifest.standardDatasets.map(\.options))
        for entry in manifest.datasets { XCTAssertEqual(entry.tables.map(\.table), SynthesisTable.allCases) }
    }

    func testGeneratorStillPrintsTheCommittedTenThousand() throws {
        for name in ["10k", "10k-whole"] {
            let entry = try XCTUnwrap(try committed().entry(named: name))
            XCTAssertEqual(try DatasetManifest.make(name: name, entry.options), entry)
        }
    }

    func testSavedManifestReadsBackEqual() throws {
        let entry = try DatasetManifest.make(name: "few", SynthesisOptions(posts: 20, seed: .max))
        let manifest = DatasetManifest(datasets: [entry])
        try DatasetGenerator(entry.options).writeFiles(into: folder)
        try manifest.save(to: folder + "/manifest.json")
        XCTAssertEqual(try DatasetManifest.load(contentsOf: folder + "/manifest.json"), manifest)
    }

    func testMissingAndDifferentFilesAreGeneratedAgain() throws {
        let entry = try DatasetManifest.make(name: "few", SynthesisOptions(posts: 40))
        let directory = folder + "/deeper/few"
        XCTAssertEqual(try entry.generate(into: directory), .generated(SynthesisTable.allCases))
        XCTAssertEqual(try entry.generate(into: directory), .alreadyThere)
        try FileManager.default.removeItem(atPath: directory + "/offers.json")
        try Data("[]".utf8).write(to: URL(fileURLWithPath: directory + "/schools.json"))
        XCTAssertThrowsError(try entry.verify(directory: directory))
        XCTAssertEqual(try entry.generate(into: directory), .generated([.schools, .offers]))
        XCTAssertNoThrow(try entry.verify(directory: directory))
        let files = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        XCTAssertEqual(files, SynthesisTable.allCases.map { "\($0.rawValue).json" }.sorted())
    }

    func testAMismatchNamesTheFileAndBothHashes() throws {
        var entry = try DatasetManifest.make(name: "few", SynthesisOptions(posts: 20))
        entry.tables[1].sha256 = String(repeating: "0", count: 64)
        XCTAssertThrowsError(try entry.generate(into: folder)) { error in
            guard case .mismatch(let path, let expected, let bytes, let sha256) = error as? DatasetError
            else {
                return XCTFail("\(error)")
            }
            XCTAssertEqual(path, folder + "/schools.json")
            XCTAssertEqual(expected, entry.tables[1])
            XCTAssertEqual(bytes, entry.tables[1].bytes)
            XCTAssertEqual(sha256.count, 64)
        }
    }

    func testUnreadableManifestsAndFoldersAreErrors() throws {
        XCTAssertThrowsError(try DatasetManifest.load(contentsOf: folder + "/none.json")) { error in
            XCTAssertEqual(error as? DatasetError, .missing(path: folder + "/none.json"))
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: URL(fileURLWithPath: folder + "/manifest.json"))
        XCTAssertThrowsError(try DatasetManifest.load(contentsOf: folder + "/manifest.json")) { error in
            guard case .invalidManifest = error as? DatasetError else { return XCTFail("\(error)") }
        }
        let generator = try DatasetGenerator(SynthesisOptions(posts: 1))
        XCTAssertThrowsError(try generator.writeFiles(into: folder + "/manifest.json/below")) { error in
            guard case .file = error as? DatasetError else { return XCTFail("\(error)") }
        }
    }
}
