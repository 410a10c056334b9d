#if os(Linux)
    import Foundation
    import XCTest

    @testable import CompassKernel

    /// Saves of a process that is killed at random moments: the file is the old or the new one, whole.
    ///
    /// The process is this test program, which runs ``testSavingInTurn()`` in a folder that
    /// `COMPASS_SAVING_FOLDER` names until it is killed.
    final class KilledSavesTests: XCTestCase {
        private static let variable = "COMPASS_SAVING_FOLDER"

        private func content(_ text: String, count: Int) throws -> TableFile {
            TableFile(
                posts: try PostTable(
                    (0..<count).map { row in
                        Post(
                            id: "\(row)", platform: .instagram, postDate: Timestamp(micros: Int64(row)),
                            postContent: "\(text) \(row)", notes: String(repeating: text, count: 50))
                    }))
        }

        /// Saves two files in turn in place of one: some times, or until it is killed.
        func testSavingInTurn() throws {
            let folder = ProcessInfo.processInfo.environment[Self.variable]
            // A killed process would leave a folder of its own behind.
            let scratch = folder == nil ? try ScratchFolder() : nil
            if let scratch {
                try content("first", count: 10).save(to: scratch.file("first"))
                try content("second", count: 20).save(to: scratch.file("second"))
            }
            let path = try XCTUnwrap(folder ?? scratch?.path)
            let files = try ["first", "second"].map { try TableFile.open(path + "/" + $0) }
            let parent = getppid()
            let start = ContinuousClock.now
            for round in 0..<(folder == nil ? 4 : .max) {
                // Nobody else ends the process if the test that started it has died.
                if folder != nil, getppid() != parent { return }
                try files[round % 2].save(to: path + "/target")
                let saved = try TableFile.open(path + "/target", verify: .all)
                XCTAssertEqual(saved.posts?.count, files[round % 2].posts?.count)
                if round == 1 {
                    let micros = Int((ContinuousClock.now - start) / .microseconds(1))
                    try Data("\(micros)".utf8)
                        .write(to: URL(fileURLWithPath: path + "/begun"), options: .atomic)
                }
            }
        }

        func testTheFileIsTheOldOrTheNewOne() throws {
            let folder = try ScratchFolder()
            try content("first", count: 3000).save(to: folder.file("first"))
            try content("second", count: 6000).save(to: folder.file("second"))
            let wanted = [folder.bytes("first"), folder.bytes("second")]
            try FileManager.default.copyItem(atPath: folder.file("first"), toPath: folder.file("target"))
            var random = SeededRandom()
            var found = [0, 0]
            var leftovers = 0
            for round in 0..<SeededRandom.rounds(200) {
                try? FileManager.default.removeItem(atPath: folder.file("begun"))
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
                process.arguments = ["DifferentialTests.KilledSavesTests/testSavingInTurn"]
                process.environment = ProcessInfo.processInfo.environment
                    .merging([Self.variable: folder.path]) { $1 }
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                try process.run()
                defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
                let deadline = ContinuousClock.now + .seconds(60)
                while !FileManager.default.fileExists(atPath: folder.file("begun")), process.isRunning,
                    ContinuousClock.now < deadline
                { usleep(500) }
                // As long as up to two pairs of saves took on this machine.
                let pairMicros = Int(String(decoding: folder.bytes("begun"), as: UTF8.self)) ?? 0
                usleep(UInt32(random.int(0...min(max(2 * pairMicros, 1_000), 2_000_000))))
                XCTAssertTrue(process.isRunning, "round \(round): the saving process has ended")
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                let target = folder.bytes("target")
                guard let number = wanted.firstIndex(of: target) else {
                    return XCTFail(
                        "COMPASS_TEST_SEED=\(random.seed), round \(round): \(target.count) bytes of neither file"
                    )
                }
                found[number] += 1
                _ = try TableFile.open(folder.file("target"), verify: .all)
                leftovers += try partialFiles(folder).count
            }
            if SeededRandom.rounds(200) >= 50 {
                XCTAssertGreaterThan(leftovers, 0, "no save was interrupted")
                XCTAssertFalse(found.contains(0), "\(found)")
            }
            // The next save removes what is left over.
            try content("third", count: 1).save(to: folder.file("target"))
            XCTAssertEqual(try partialFiles(folder), [])
            XCTAssertEqual(try TableFile.open(folder.file("target"), verify: .all).posts?.count, 1)
        }

        private func partialFiles(_ folder: ScratchFolder) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
                $0.hasSuffix(".partial")
            }
        }
    }
#endif
