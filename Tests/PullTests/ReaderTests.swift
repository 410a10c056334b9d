import CompassProgram
import Foundation
import TestPrograms
import XCTest

@testable import compass_network

/// Who reads: a user's rows must never be taken for those of another.
final class ReaderTests: PullTestCase {
    private func token(_ claims: String, signature: String = "s") -> String {
        let encoded = Data(claims.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
        return "e30.\(encoded).\(signature)"
    }

    private func fingerprint(key: String?, token: String?) throws -> String {
        let options = try ServiceOptions.parse([])
        let values = ["COMPASS_API_KEY": key, "COMPASS_TOKEN": token]
        return try Secrets(options) { values[$0] ?? nil }.readerFingerprint
    }

    func testARenewedTokenIsOfTheSameReader() throws {
        let first = token(#"{"sub":"a","role":"r","exp":1,"iat":1,"session_id":"x"}"#, signature: "1")
        let renewed = token(#"{"role":"r","sub":"a","iat":22,"exp":333,"session_id":"y"}"#, signature: "2")
        XCTAssertEqual(try fingerprint(key: "k", token: first), try fingerprint(key: "k2", token: renewed))
    }

    func testEveryOtherReaderDiffers() throws {
        let readers: [(key: String?, token: String?)] = [
            (nil, nil), ("k", nil), ("l", nil), ("k", "k"), ("k", "opaque"), ("k", "a.b.c"), ("k", "a.!.c"),
            ("k", token(#"{"sub":"a","role":"r"}"#)), ("k", token(#"{"sub":"b","role":"r"}"#)),
            ("k", token(#"{"sub":"a","role":"s"}"#)), ("k", token(#"{"role":"r"}"#)),
            ("k", token(#"{"role":"r","family":"ours"}"#)), ("k", token("[]")), ("k", token("{}")),
        ]
        let fingerprints = try readers.map { try fingerprint(key: $0.key, token: $0.token) }
        XCTAssertEqual(Set(fingerprints).count, readers.count)
        for fingerprint in fingerprints { XCTAssertEqual(fingerprint.utf8.count, 64) }
    }

    /// Both users see two posts, none of which is new: neither counts nor changes tell them apart.
    func testAnotherUsersRowsAreReadFromTheStart() throws {
        let tokens = ["a", "b"].map { token(#"{"sub":"\#($0)","role":"authenticated"}"#) }
        let server = serving(
            try LocalServer { request in
                let user = request.headers["authorization"]?.hasSuffix(tokens[0]) == true ? "a" : "b"
                let isRead = !request.line.contains("updated_at.gte.") && !request.line.contains("id=gt.")
                let rows = ["1", "2"].map { #"{"id":"\#(user)\#($0)"}"# }.joined(separator: ",")
                var response = LocalServer.Response()
                response.body = isRead ? "[\(rows)]" : "[]"
                response.headers["Content-Range"] =
                    request.line.contains("updated_at.gte.") ? "*/0" : "0-1/2"
                return response
            })
        let folder = try folder()
        func read(_ token: String) throws -> (errors: String, posts: String, reading: String?) {
            let run = try pull(
                server.url, folder, "--tables", "social_media_posts", "--format", "json",
                environment: ["COMPASS_TOKEN": token])
            XCTAssertEqual(run.status, 0, run.errors)
            XCTAssertFalse(try text(folder, "pull.json").contains(token))
            let tables = try json(run.text)["tables"] as? [[String: Any]]
            let posts = try text(folder, "social_media_posts.json")
            return (run.errors, posts, tables?[0]["reading"] as? String)
        }
        for (user, token) in zip(["a", "b", "a"], [tokens[0], tokens[1], tokens[0]]) {
            let first = try read(token)
            XCTAssertEqual(first.posts, #"[{"id":"\#(user)1"},"# + "\n" + #"{"id":"\#(user)2"}]"# + "\n")
            XCTAssertEqual(first.reading, "all")
            let again = try read(token)
            XCTAssertEqual(again.posts, first.posts)
            XCTAssertEqual(again.reading, "changes")
            XCTAssertEqual(again.errors, "")
            if user == "b" { XCTAssertTrue(first.errors.contains("is of another user"), first.errors) }
        }
    }
}
