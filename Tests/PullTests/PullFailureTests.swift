import Foundation
import TestPrograms
import XCTest

/// Services that refuse, or are none: the exit code, what happened, where, and what to do next.
final class PullFailureTests: PullTestCase {
    private static func response(
        _ status: Int, _ body: String, _ headers: [String: String] = [:]
    ) -> LocalServer.Response {
        var response = LocalServer.Response(status: status, body: body)
        response.headers.merge(headers) { $1 }
        return response
    }

    func testEveryRefusalHasItsExitCodeAndItsAdvice() throws {
        let html = ["Content-Type": "text/html"]
        let count = ["Content-Range": "0-0/1"]
        let cases: [(LocalServer.Response, Int32, [String])] = [
            (
                Self.response(200, "<!doctype html><title>Welcome</title>", html), 65,
                ["not an array of rows", "PostgREST"]
            ),
            (
                Self.response(404, "<h1>Not Found</h1>", html), 69,
                ["not found", "PostgREST", "--rest-path /"]
            ),
            (
                Self.response(404, #"{"code":"PGRST205","message":"Could not find the table 'schools'"}"#),
                66,
                ["Could not find the table 'schools'", "--tables"]
            ),
            (Self.response(401, #"{"message":"Invalid API key"}"#), 77, ["COMPASS_API_KEY", "--token-file"]),
            (
                Self.response(403, #"{"code":"42501","message":"permission denied for table schools"}"#), 77,
                ["permission denied for table schools", "right"]
            ),
            (
                Self.response(400, #"{"code":"42703","message":"column schools.division does not exist"}"#),
                65,
                ["column schools.division does not exist", "columns"]
            ),
            (
                Self.response(406, #"{"code":"PGRST106","message":"Invalid schema: x"}"#), 65,
                ["Invalid schema: x"]
            ),
            (Self.response(500, "oops"), 69, ["status 500", "try again"]),
            (Self.response(429, "", ["Retry-After": "0"]), 69, ["too many requests"]),
            (Self.response(301, "", ["Location": "http://127.0.0.2:1/"]), 69, ["status 301", "redirect"]),
            (Self.response(200, #"{"hello":"world"}"#, count), 65, ["not an array of rows"]),
            (Self.response(200, #"{"message":"no rows today"}"#, count), 65, ["no rows today"]),
            (Self.response(200, #"[{"id":"a","name":"#, count), 65, ["unexpected end of the document"]),
            (Self.response(200, #"[{"name":"nobody"}]"#, count), 65, ["a row has no id"]),
            (Self.response(200, #"[{"name":"nobody"},{"id":"a"}]"#, count), 65, ["a row has no id"]),
            (Self.response(200, #"[{"id":"a"}]"#), 65, ["does not count rows"]),
            (Self.response(200, #"[{"id":"a"}]"#, count), 65, ["the same rows were returned again"]),
        ]
        for (response, status, words) in cases {
            let server = serving(try LocalServer { _ in response })
            let folder = try folder()
            let run = try pull(server.url, folder.appendingPathComponent("data"), "--tables", "schools")
            XCTAssertEqual(run.status, status, run.errors)
            for word in ["Error: ", server.url + "/rest/v1: schools: "] + words {
                XCTAssertTrue(run.errors.contains(word), "\(word): \(run.errors)")
            }
            XCTAssertEqual(run.errors.split(separator: "\n").count, 1, run.errors)
            XCTAssertEqual(run.text, "")
            XCTAssertEqual(try BuiltProgram.names(in: folder), [], run.errors)
        }
    }

    func testACountThatNeverFitsExits65() throws {
        let server = serving(
            try LocalServer { request in
                var response = LocalServer.Response()
                response.body = request.line.contains("id=gt.") ? "[]" : #"[{"id":"a"}]"#
                response.headers["Content-Range"] = "0-0/7"
                return response
            })
        let folder = try folder()
        let run = try pull(server.url, folder, "--tables", "schools")
        XCTAssertEqual(run.status, 65)
        XCTAssertTrue(run.errors.contains("1 received, but the server counted 7"), run.errors)
        XCTAssertEqual(try BuiltProgram.names(in: folder), [])
    }

    func testALocalFileThatIsDamagedMeanwhileExits74() throws {
        let folder = try folder()
        let file = folder.appendingPathComponent("social_media_posts.json")
        let server = serving(
            try LocalServer { request in
                let asksForChanges = request.line.contains("updated_at.gte.")
                if asksForChanges { try? Data("[{".utf8).write(to: file) }
                var response = Self.response(200, #"[{"id":"a"}]"#, ["Content-Range": "0-0/1"])
                if asksForChanges || request.line.contains("id=gt.") { response.body = "[]" }
                if asksForChanges { response.headers["Content-Range"] = "*/0" }
                return response
            })
        XCTAssertEqual(try pull(server.url, folder, "--tables", "social_media_posts").status, 0)
        let run = try pull(server.url, folder, "--tables", "social_media_posts")
        XCTAssertEqual(run.status, 74, run.errors)
        XCTAssertTrue(run.errors.contains("Error: \(file.path): "), run.errors)
        XCTAssertFalse(run.errors.contains("response"), run.errors)
        XCTAssertEqual(try BuiltProgram.names(in: folder), ["pull.json", "social_media_posts.json"])
    }

    func testMissingSecretsAreNamed() throws {
        let server = serving(
            try LocalServer { _ in Self.response(401, #"{"message":"No API key found in request"}"#) })
        let run = try BuiltProgram.run(["pull", server.url, try folder().path])
        XCTAssertEqual(run.status, 77)
        XCTAssertTrue(run.errors.contains("the service requires a key or a token"), run.errors)
    }

    func testAServiceThatIsNotThereExits69() throws {
        let server = try LocalServer { _ in LocalServer.Response() }
        server.stop()
        for url in [server.url, "http://no-such-host.invalid"] {
            let folder = try folder()
            let run = try pull(url, folder)
            XCTAssertEqual(run.status, 69)
            XCTAssertTrue(
                run.errors.contains("\(url)/rest/v1: social_media_posts: the connection failed"), run.errors)
            XCTAssertTrue(run.errors.contains("check the address"), run.errors)
            XCTAssertEqual(try BuiltProgram.names(in: folder), [])
        }
    }

    func testWhatIsCompleteStays() throws {
        let server = serving(
            try LocalServer { request in
                if request.path.hasSuffix("/offers") { return Self.response(500, "") }
                var response = Self.response(200, "[]")
                response.headers["Content-Range"] = "*/0"
                return response
            })
        let folder = try folder()
        let run = try pull(server.url, folder, "--tables", "schools,offers,events")
        XCTAssertEqual(run.status, 69)
        XCTAssertEqual(try BuiltProgram.names(in: folder), ["pull.json", "schools.json"])
    }

    func testHostileMessagesCannotControlTheTerminal() throws {
        let server = serving(
            try LocalServer { _ in
                Self.response(400, #"{"message":"\u001b[2J\u0007gone\nError: another line"}"#)
            })
        let run = try pull(server.url, try folder())
        XCTAssertEqual(run.status, 65)
        XCTAssertFalse(run.errors.contains("\u{1b}"), run.errors)
        XCTAssertEqual(run.errors.split(separator: "\n").count, 1, run.errors)
    }
}
