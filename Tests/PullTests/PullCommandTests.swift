import Foundation
import TestPrograms
import XCTest

/// What `compass pull` writes, prints and sends.
final class PullCommandTests: PullTestCase {
    private static let schools = ["a", "b", "é"].map {
        #"{"id":"\#($0)","name":"School \#($0)", "status" : null}"#
    }

    private func server() throws -> LocalServer {
        serving(try .service { table in table == "schools" ? Self.schools : [] })
    }

    func testTablesAreWrittenAsTheyAreSent() throws {
        let server = try server()
        let folder = try folder().appendingPathComponent("new/data")
        let run = try pull(server.url, folder)
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(run.errors, "")
        XCTAssertEqual(try text(folder, "schools.json"), "[" + Self.schools.joined(separator: ",\n") + "]\n")
        XCTAssertEqual(try text(folder, "offers.json"), "[]\n")
        XCTAssertEqual(try BuiltProgram.names(in: folder).count, 10)
        XCTAssertTrue(
            run.text.contains("Pulled 9 tables from \(server.url)/rest/v1 into \(folder.path)"), run.text)
        let line = run.text.split(separator: "\n").first { $0.hasPrefix("schools") }
        XCTAssertEqual(line?.split(separator: " "), ["schools", "3", "3", "3", "0"])
        // Every command reads the directory.
        let inspected = try BuiltProgram.run(["inspect", folder.path, "--strict", "--format", "json"])
        XCTAssertEqual(inspected.status, 0, inspected.errors)
        XCTAssertTrue(inspected.text.contains(#"{"table":"schools","rows":3,"loaded":3"#), inspected.text)
    }

    func testPulledTablesAreKeptForCommandsWithACache() throws {
        // Smaller tables are not worth it.
        let name = String(repeating: "n", count: 400_000)
        let schools = ["a", "b", "c"].map { #"{"id":"\#($0)","name":"\#($0)\#(name)"}"# }
        let server = serving(try .service { table in table == "schools" ? schools : [] })
        let (folder, caches) = (try folder(), try self.folder())
        let variables = ["XDG_CACHE_HOME": caches.path]
        let run = try pull(server.url, folder, "--tables", "schools,offers", environment: variables)
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertFalse(try BuiltProgram.names(in: caches).contains("compass"))
        let cached = try pull(
            server.url, folder, "--tables", "schools,offers", "--cache", environment: variables)
        XCTAssertEqual(cached.status, 0, cached.errors)
        let kept = caches.appendingPathComponent("compass")
        func files() throws -> [String: Int?] {
            try Dictionary(
                uniqueKeysWithValues: BuiltProgram.names(in: kept).filter { $0.hasSuffix(".compass") }.map {
                    let path = kept.appendingPathComponent($0).path
                    let attributes = try FileManager.default.attributesOfItem(atPath: path)
                    return ($0, attributes[.systemFileNumber] as? Int)
                })
        }
        let before = try files()
        XCTAssertEqual(before.count, 1)
        // The command finds what it would otherwise write.
        let shown = try BuiltProgram.run(
            ["schools", folder.path, "--cache", "--format", "csv"], environment: variables)
        XCTAssertEqual(shown.status, 0, shown.errors)
        XCTAssertTrue(shown.text.contains("b,bnnn"))
        XCTAssertEqual(try files(), before)
    }

    func testTheManifestListsWhatWasRead() throws {
        let server = try server()
        let folder = try folder()
        let run = try pull(
            server.url, folder, "--tables", "schools,offers", "--format", "json", "--schema", "app")
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(try BuiltProgram.names(in: folder), ["offers.json", "pull.json", "schools.json"])
        let manifest = try json(try text(folder, "pull.json"))
        XCTAssertEqual(manifest as NSDictionary, try json(run.text) as NSDictionary)
        XCTAssertEqual(manifest["schemaVersion"] as? Int, 1)
        XCTAssertEqual(manifest["url"] as? String, server.url + "/rest/v1")
        XCTAssertEqual(manifest["schema"] as? String, "app")
        XCTAssertEqual((manifest["reader"] as? String)?.count, 64)
        let tables = try XCTUnwrap(manifest["tables"] as? [[String: Any]])
        XCTAssertEqual(tables.map { $0["table"] as? String }, ["schools", "offers"])
        let schools = tables[0]
        XCTAssertEqual(schools["askedAt"] as? String, "2026-03-01T12:00:00+00:00")
        XCTAssertEqual(schools["columns"] as? [String], ["id", "name", "status", "division"])
        XCTAssertEqual(schools["reading"] as? String, "all")
        let size = try Data(contentsOf: folder.appendingPathComponent("schools.json")).count
        XCTAssertEqual(schools["byteCount"] as? Int, size)
        XCTAssertEqual(
            Set(schools.keys),
            [
                "table", "file", "rows", "fetched", "changed", "deleted", "reading", "askedAt", "columns",
                "byteCount", "sha256",
            ])
    }

    func testRequestsHaveTheKeyTheTokenAndTheSchema() throws {
        let server = try server()
        let run = try pull(server.url + "/service/", try folder(), "--tables", "schools", "--schema", "app")
        XCTAssertEqual(run.status, 0, run.errors)
        let first = try XCTUnwrap(server.requests.first)
        XCTAssertEqual(
            first.line,
            "GET /service/schools?select=id,name,status,division&order=id.asc&limit=1000 HTTP/1.1")
        XCTAssertEqual(first.headers["apikey"], Self.key)
        XCTAssertEqual(first.headers["authorization"], "Bearer \(Self.token)")
        XCTAssertEqual(first.headers["accept-profile"], "app")
        // One process asks, on few connections, for two pages and the count.
        XCTAssertEqual(server.requests.map { $0.line.prefix(4) }, ["GET ", "GET ", "HEAD"])
    }

    func testAURLWithoutAPathIsExtended() throws {
        for (url, more, path) in [
            ("", [], "/rest/v1/schools"), ("/", [], "/rest/v1/schools"),
            ("", ["--rest-path", "/"], "/schools"),
            ("/", ["--rest-path", "/a/b/"], "/a/b/schools"), ("/own/path/", [], "/own/path/schools"),
        ] {
            let server = try server()
            let run = try BuiltProgram.run(
                ["pull", server.url + url, try folder().path, "--tables", "schools"] + more)
            XCTAssertEqual(run.status, 0, run.errors)
            XCTAssertEqual(server.requests.first?.path, path)
            XCTAssertNil(server.requests.first?.headers["apikey"])
            XCTAssertNil(server.requests.first?.headers["authorization"])
        }
    }

    func testFilesTakePrecedenceOverVariables() throws {
        let server = try server()
        let secrets = try folder(["key": "key-of-file\n", "token": " token-of-file\r\n"])
        let run = try pull(
            server.url, try folder(), "--tables", "schools", "--api-key-file", secrets.path + "/key",
            "--token-file",
            secrets.path + "/token")
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(server.requests.first?.headers["apikey"], "key-of-file")
        XCTAssertEqual(server.requests.first?.headers["authorization"], "Bearer token-of-file")
        // The key alone stands for an anonymous user.
        let anonymous = try pull(
            server.url, try folder(), "--tables", "schools", environment: ["COMPASS_TOKEN": ""])
        XCTAssertEqual(anonymous.status, 0, anonymous.errors)
        XCTAssertEqual(server.requests.last?.headers["authorization"], "Bearer \(Self.key)")
    }

    func testSecretsThatCannotBeSentAreRefused() throws {
        let secrets = try folder(["empty": "\n", "lines": "first\nsecond\n"])
        let server = try server()
        for (option, name, status, reason) in [
            ("--api-key-file", "empty", 65, "is empty"), ("--token-file", "lines", 65, "holds more than"),
            ("--token-file", "none", 66, "No such file"), ("--api-key-file", ".", 66, "Is a directory"),
        ] as [(String, String, Int32, String)] {
            let path = secrets.path + "/" + name
            let run = try pull(server.url, try folder(), option, path)
            XCTAssertEqual(run.status, status, run.errors)
            XCTAssertTrue(run.errors.contains("\(path)") && run.errors.contains(reason), run.errors)
            XCTAssertFalse(run.errors.contains("first"), run.errors)
        }
        let variable = try pull(server.url, try folder(), environment: ["COMPASS_TOKEN": "a b"])
        XCTAssertEqual(variable.status, 65)
        XCTAssertTrue(variable.errors.contains("COMPASS_TOKEN"), variable.errors)
        XCTAssertEqual(server.requests.count, 0)
    }

    func testRowsInAnotherOrderAreSorted() throws {
        // As an integer column, and a linguistic collation, order them.
        let rows =
            [9, 10, 11, 100].map { #"{"id":\#($0),"name":"x"}"# } + [
                #"{"id":"b","name":"x"}"#, #"{"id":"C"}"#,
            ]
        let server = serving(try .service { _ in rows })
        let folder = try folder()
        let run = try pull(server.url, folder, "--tables", "schools")
        XCTAssertEqual(run.status, 0, run.errors)
        let sorted = [1, 3, 2, 0, 5, 4].map { rows[$0] }
        XCTAssertEqual(try text(folder, "schools.json"), "[" + sorted.joined(separator: ",\n") + "]\n")
        XCTAssertEqual(try BuiltProgram.names(in: folder), ["pull.json", "schools.json"])
    }

    func testALaterInsertionDoesNotHideADeletion() throws {
        let server = serving(try ServerOfPosts().server())
        let folder = try folder()
        for rows in [["a", "b"], ["a", "c"]] {
            let run = try pull(server.url, folder, "--tables", "social_media_posts")
            XCTAssertEqual(run.status, 0, run.errors)
            let expected = rows.map { #"{"id":"\#($0)"}"# }.joined(separator: ",\n")
            XCTAssertEqual(try text(folder, "social_media_posts.json"), "[" + expected + "]\n")
        }
    }

    func testATableInAnotherFormatIsRefused() throws {
        let server = try server()
        for ending in ["ndjson", "json.gz", "ndjson.gz"] {
            let folder = try folder(["schools.\(ending)": ""])
            let run = try pull(server.url, folder)
            XCTAssertEqual(run.status, 73)
            XCTAssertTrue(run.errors.contains("schools.\(ending) exists: "), run.errors)
            XCTAssertEqual(try BuiltProgram.names(in: folder), ["schools.\(ending)"])
            // Other tables are no obstacle.
            XCTAssertEqual(try pull(server.url, folder, "--tables", "offers").status, 0)
        }
        XCTAssertFalse(server.requests.contains { $0.path.contains("schools") })
    }

    func testFilesOfAnotherServiceAreNamed() throws {
        let (first, second) = (try server(), try server())
        let folder = try folder()
        XCTAssertEqual(try pull(first.url, folder, "--tables", "schools,offers,events").errors, "")
        // Files of this service are not mentioned.
        XCTAssertEqual(try pull(first.url, folder, "--tables", "schools").errors, "")
        // A second time as well: they are still there.
        for _ in 1...2 {
            let run = try pull(second.url, folder, "--tables", "schools")
            XCTAssertEqual(run.status, 0, run.errors)
            let names = ["events", "offers"].map { "\(folder.path)/\($0).json" }.joined(separator: ", ")
            XCTAssertTrue(
                run.errors.contains("\(names) were not pulled from \(second.url)/rest/v1"), run.errors)
            XCTAssertFalse(run.errors.contains("schools.json were"), run.errors)
        }
        let all = try pull(second.url, folder)
        XCTAssertEqual(all.errors, "")
    }

    func testAFileThatIsNotADirectoryIsRefused() throws {
        let folder = try folder(["file": ""]).appendingPathComponent("file")
        for path in [folder, folder.appendingPathComponent("data")] {
            let run = try pull(try server().url, path, "--tables", "schools")
            XCTAssertEqual(run.status, 73, run.errors)
            XCTAssertTrue(run.errors.contains(folder.path), run.errors)
        }
    }

    func testAFullDiskLeavesNothing() throws {
        let rows = (100..<900).map { #"{"id":"\#($0)","name":"\#(String(repeating: "n", count: 100))"}"# }
        let server = serving(try .service { $0 == "schools" ? rows : [] })
        let folder = try folder()
        // A file size limit simulates a full disk: 16 blocks, of which the second table requires more.
        let run = try BuiltProgram.run(
            [
                "-c", #"ulimit -f 16; exec "$0" "$@""#, try BuiltProgram.executable().path, "pull",
                server.url,
                folder.path + "/data", "--tables", "offers,schools",
            ], executable: URL(fileURLWithPath: "/bin/sh"))
        XCTAssertEqual(run.status, 74, run.errors)
        XCTAssertTrue(run.errors.contains("schools.json: File too large"), run.errors)
        let data = folder.appendingPathComponent("data")
        XCTAssertEqual(try BuiltProgram.names(in: data), ["offers.json", "pull.json"])
        let manifest = try json(try text(data, "pull.json"))
        XCTAssertEqual((manifest["tables"] as? [[String: Any]])?.map { $0["table"] as? String }, ["offers"])
    }
}
