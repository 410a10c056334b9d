import Foundation
import TestPrograms
import XCTest

/// Runs of `compass pull`, each into a new folder.
class PullTestCase: XCTestCase {
    static let key = "public-key-of-a-test"
    static let token = "secret-token-of-a-test"

    /// Returns a new folder, which is removed after the test.
    func folder(_ files: [String: String] = [:]) throws -> URL {
        let folder = try BuiltProgram.temporaryFolder()
        addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        return folder
    }

    /// Runs `compass pull` with key and token in the environment; neither may be printed.
    func pull(
        _ url: String, _ folder: URL, _ more: String..., environment: [String: String] = [:],
        line: UInt = #line
    ) throws -> BuiltProgram.Result {
        let variables = ["COMPASS_API_KEY": Self.key, "COMPASS_TOKEN": Self.token].merging(environment) { $1 }
        let run = try BuiltProgram.run(["pull", url, folder.path] + more, environment: variables)
        for secret in [Self.key, Self.token] {
            XCTAssertFalse((run.errors + run.text).contains(secret), run.errors, line: line)
        }
        return run
    }

    func text(_ folder: URL, _ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    func json(_ text: String) throws -> [String: Any] {
        try XCTUnwrap(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], text)
    }

    /// Stops the server after the test.
    func serving(_ server: LocalServer) -> LocalServer {
        addTeardownBlock { server.stop() }
        return server
    }
}
