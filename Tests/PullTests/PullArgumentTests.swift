import CompassProgram
import Foundation
import TestPrograms
import XCTest

/// The arguments of `compass pull`, and the program that it starts.
final class PullArgumentTests: PullTestCase {
    func testAddresses() throws {
        for (url, restPath, address) in [
            ("https://a.example", nil, "https://a.example/rest/v1"),
            ("https://a.example/", nil, "https://a.example/rest/v1"),
            ("https://a.example:8443//", nil, "https://a.example:8443/rest/v1"),
            ("https://a.example/v1/", nil, "https://a.example/v1"),
            ("http://[::1]:3000", "/", "http://[::1]:3000"), ("http://a/", "/x//", "http://a/x"),
        ] as [(String, String?, String)] {
            XCTAssertEqual(try ServiceAddress(url, restPath: restPath).url, address)
        }
    }

    func testWrongArgumentsExit64AndTellWhatIsAccepted() throws {
        let url = "http://127.0.0.1:1"
        let cases: [([String], String)] = [
            ([], "Missing expected argument"), ([url], "Missing expected argument"),
            (["example.com", "x"], "https://"),
            (["ftp://a", "x"], "https://"), (["https://", "x"], "not a URL"),
            (["https:///path", "x"], "not a URL"),
            (["https://a b", "x"], "not a URL"), (["https://ä.example", "x"], "not a URL"),
            (["https://user:hidden@a.example", "x"], "user or a password"),
            (["https://user:hid/hidden@a.example", "x"], "user or a password"),
            (["https://user:hidden?@a.example", "x"], "user or a password"),
            (["postgres://user:hidden@a.example/db", "x"], "user or a password"),
            (["user:hidden@a.example", "x"], "user or a password"),
            (["postgres://a.example/?password=hidden", "x"], "not one with postgres://"),
            (["a.example?password=hidden", "x"], "https://"), (["https://hidden key", "x"], "not a URL"),
            ([url + "/hidden", "x", "--rest-path", "/"], "without a path"),
            ([url, "x", "--rest-path", "hidden"], "/rest/v1"),
            (["https://a.example?apikey=hidden", "x"], "without parameters"),
            (["https://a.example/rest#hidden", "x"], "without parameters"), ([url, ""], "must not be empty"),
            ([url, "x", "--tables", "posts"], "social_media_posts"),
            ([url, "x", "--tables", ""], "social_media_posts"),
            ([url, "x", "--tables", "schools,"], "social_media_posts"),
            ([url, "x", "--rest-path", "rest"], "/rest/v1"),
            ([url + "/a", "x", "--rest-path", "/"], "without a path"),
            ([url, "x", "--api-key-file", ""], "--api-key-file"), ([url, "x", "--schema", ""], "--schema"),
            ([url, "x", "--schema", "a\nb"], "--schema"), ([url, "x", "--format", "csv"], "json"),
            ([url, "x", "y"], "Unexpected argument"), ([url, "x", "--token", "t"], "--token"),
        ]
        for (arguments, expected) in cases {
            let run = try BuiltProgram.run(["pull"] + arguments)
            XCTAssertEqual(run.status, 64, "\(arguments): \(run.errors)")
            XCTAssertTrue(run.errors.contains(expected), "\(arguments): \(run.errors)")
            XCTAssertFalse(run.errors.contains("hidden"), run.errors)
            XCTAssertTrue(run.errors.contains("compass pull"), run.errors)
            XCTAssertFalse(run.errors.contains("compass-network"), run.errors)
        }
    }

    func testBothProgramsTakeTheSameArguments() throws {
        let network = try BuiltProgram.executable("compass-network")
        let help = try BuiltProgram.run(["pull", "--help"])
        XCTAssertEqual(help.status, 0)
        let other = try BuiltProgram.run(["pull", "--help"], executable: network)
        XCTAssertEqual(
            other.text.replacingOccurrences(of: "compass-network pull <", with: "compass pull <"), help.text)
        for option in [
            "<url> <directory>", "--tables", "--rest-path", "--api-key-file", "--token-file", "--schema",
            "--full", "--cache",
            "--format", "--color", "COMPASS_API_KEY", "COMPASS_TOKEN",
        ] {
            XCTAssertTrue(help.text.contains(option), option)
        }
        XCTAssertEqual(
            try BuiltProgram.run(["--version"]).text,
            try BuiltProgram.run(["--version"], executable: network).text)
    }

    func testBrowsingTakesTheSameArgumentsInBothPrograms() throws {
        let network = try BuiltProgram.executable("compass-network")
        let help = try BuiltProgram.run(["browse", "--help"])
        XCTAssertEqual(help.status, 0)
        let other = try BuiltProgram.run(["browse", "--help"], executable: network)
        XCTAssertEqual(
            other.text.replacingOccurrences(of: "compass-network browse", with: "compass browse"), help.text)
        let directory = try BuiltProgram.run(["browse", "data"], executable: network)
        XCTAssertEqual(directory.status, 64)
        XCTAssertTrue(directory.errors.contains("--source"), directory.errors)
    }

    func testBrowsingAServiceWithoutTheSecondProgramTellsWhatToInstall() throws {
        let run = try BuiltProgram.run(
            ["browse", "--source", "http://127.0.0.1:1"], executable: try lonelyProgram())
        XCTAssertEqual(run.status, 69, run.errors)
        XCTAssertTrue(
            run.errors.contains("compass browse --source requires the program compass-network"), run.errors)
    }

    /// Copies `compass` alone, as a package would that lacks the second program.
    private func lonelyProgram() throws -> URL {
        let copy = try folder().appendingPathComponent("compass")
        try FileManager.default.copyItem(at: try BuiltProgram.executable(), to: copy)
        return copy
    }

    func testWithoutTheSecondProgramItTellsWhatToInstall() throws {
        let compass = try lonelyProgram()
        let folder = try folder()
        let run = try BuiltProgram.run(
            ["pull", "http://127.0.0.1:1", folder.path + "/data"], executable: compass)
        XCTAssertEqual(run.status, 69, run.errors)
        for word in [
            "compass-network", compass.deletingLastPathComponent().path, "make install",
            "swift build -c release --product compass-network",
        ] {
            XCTAssertTrue(run.errors.contains(word), run.errors)
        }
        XCTAssertEqual(try BuiltProgram.names(in: folder), [])
        // Help and errors of arguments require no second program.
        XCTAssertEqual(try BuiltProgram.run(["pull", "--help"], executable: compass).status, 0)
        XCTAssertEqual(try BuiltProgram.run(["pull"], executable: compass).status, 64)
    }

    func testTheSecondProgramIsFoundBesideTheFirstAndThenInPATH() throws {
        let compass = try lonelyProgram()
        let (beside, elsewhere) = (compass.deletingLastPathComponent(), try folder())
        func write(_ name: String, into folder: URL, mode: Int = 0o755) throws {
            let file = folder.appendingPathComponent("compass-network")
            let script = "#!/bin/sh\nprintf '\(name) %s.' \"$@\"\nprintf '%s' \"$COMPASS_TOKEN\"\nexit 7\n"
            try Data(script.utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        }
        func run() throws -> BuiltProgram.Result {
            try BuiltProgram.run(
                ["pull", "http://ab", "x y", "--full"],
                environment: ["PATH": "/usr/bin:/bin:\(elsewhere.path)", "COMPASS_TOKEN": "t"],
                executable: compass)
        }
        try write("path", into: elsewhere)
        var found = try run()
        // Arguments, environment and exit code are passed on.
        XCTAssertEqual(found.text, "path pull.path http://ab.path x y.path --full.t", found.errors)
        XCTAssertEqual(found.status, 7)
        // A file that cannot be executed is passed over.
        try write("beside", into: beside, mode: 0o644)
        XCTAssertTrue(try run().text.hasPrefix("path "))
        try write("beside", into: beside)
        found = try run()
        XCTAssertTrue(found.text.hasPrefix("beside pull."), found.text)
        // A link to the program leads to its own folder.
        let link = try folder().appendingPathComponent("compass")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: compass)
        let linked = try BuiltProgram.run(["pull", "http://a", "x"], executable: link)
        XCTAssertTrue(linked.text.hasPrefix("beside pull."), linked.text + linked.errors)
    }

    func testTheProcessStaysTheSame() throws {
        let compass = try lonelyProgram()
        let script = compass.deletingLastPathComponent().appendingPathComponent("compass-network")
        try Data("#!/bin/sh\necho $$\nkill -TERM $$\n".utf8).write(to: script)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
        let running = try BuiltProgram.start(["pull", "http://a", "x"], executable: compass)
        let identifier = running.process.processIdentifier
        let run = try running.result()
        XCTAssertEqual(run.text, "\(identifier)\n", run.errors)
        XCTAssertEqual(run.status, -15)
    }
}
