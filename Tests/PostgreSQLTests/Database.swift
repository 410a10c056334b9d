import Foundation
import XCTest

/// The temporary database that `CI/postgres-run` starts, accessed through its own client, psql.
enum Database {
    /// These tests use no other database; they drop tables.
    private static let expectedName = "compass_test"

    /// The reason why a statement could not be run.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Skips the test when no database is configured; fails when it must run and cannot.
    static func requireServer() throws {
        let environment = ProcessInfo.processInfo.environment
        if environment["PGDATABASE"] == expectedName { return }
        if environment["COMPASS_REQUIRE_POSTGRES"] == "1" {
            throw Failure(
                description: "COMPASS_REQUIRE_POSTGRES is set, but PGDATABASE is not \(expectedName)")
        }
        throw XCTSkip("no PostgreSQL here; run these tests with CI/test")
    }

    /// Runs statements; returns the bytes that psql prints for their rows, one row per line.
    ///
    /// - Parameters:
    ///   - sql: one or more statements.
    ///   - zone: the session's time zone, in which PostgreSQL prints instants.
    static func query(_ sql: String, zone: String = "UTC") throws -> [UInt8] {
        let psql = Process()
        psql.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        psql.arguments = [
            "psql", "--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--set=ON_ERROR_STOP=1",
            "--set=SHOW_CONTEXT=never", "--file=-",
        ]
        var environment = ProcessInfo.processInfo.environment
        environment["PGCLIENTENCODING"] = "UTF8"
        environment["PGTZ"] = zone
        environment["PGOPTIONS"] = "-c client_min_messages=warning"
        psql.environment = environment
        let files = try TemporaryFiles()
        defer { files.remove() }
        try Data(sql.utf8).write(to: files.input)
        psql.standardInput = try FileHandle(forReadingFrom: files.input)
        psql.standardOutput = try FileHandle(forWritingTo: files.output)
        psql.standardError = try FileHandle(forWritingTo: files.errors)
        try psql.run()
        psql.waitUntilExit()
        guard psql.terminationStatus == 0 else {
            let message = String(decoding: try Data(contentsOf: files.errors), as: UTF8.self)
            throw Failure(description: "psql failed with \(psql.terminationStatus): \(message)")
        }
        return Array(try Data(contentsOf: files.output))
    }

    /// Returns the exact text of a query's only column, one row per line.
    ///
    /// psql omits U+10FFFF from its output, so the bytes are read through a binary COPY.
    static func document(_ select: String, zone: String = "UTC") throws -> [UInt8] {
        let copy =
            "copy (select value::text from (\(select)) as one_column (value)) to stdout (format binary)"
        return try BinaryCopy.rows(of: try query(copy, zone: zone)).reduce(into: []) { bytes, row in
            bytes += row + [UInt8(ascii: "\n")]
        }
    }

    /// Returns the lines that statements print.
    static func lines(_ sql: String, zone: String = "UTC") throws -> [String] {
        String(decoding: try query(sql, zone: zone), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    /// Returns the single JSON value that a statement prints.
    static func value<Value: Decodable>(_ type: Value.Type, _ sql: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(try query(sql)))
    }
}

/// The binary form of COPY: a header, then rows of a field count and fields of a length and bytes, all
/// numbers in big-endian order.
private enum BinaryCopy {
    private static let signature = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00]

    /// The rows of one column, none of them null.
    static func rows(of bytes: [UInt8]) throws -> [ArraySlice<UInt8>] {
        guard bytes.starts(with: signature) else {
            throw Database.Failure(description: "no binary copy: \(String(decoding: bytes, as: UTF8.self))")
        }
        // After the signature are four bytes of flags and the length of an extension, which is empty.
        var position = signature.count + 8
        var rows: [ArraySlice<UInt8>] = []
        while bytes[position..<position + 2] == [0, 1] {
            let length = bytes[position + 2..<position + 6].reduce(0) { $0 << 8 | Int($1) }
            rows.append(bytes[position + 6..<position + 6 + length])
            position += 6 + length
        }
        return rows
    }
}

/// Files instead of pipes, which would fill up without a reader.
private struct TemporaryFiles {
    let folder: URL
    var input: URL { folder.appendingPathComponent("input") }
    var output: URL { folder.appendingPathComponent("output") }
    var errors: URL { folder.appendingPathComponent("errors") }

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("compass-psql-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for file in [input, output, errors] { try Data().write(to: file) }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}

/// A table of posts in the database, and the documents that PostgreSQL produces from it.
struct PostRelation {
    let name: String

    /// The columns of `social_media_posts`.
    static let columns = """
        coach_id text, school_id uuid, platform text not null, post_url text, post_content text,
        post_date timestamptz, author_handle text, author_name text,
        is_recruiting_related boolean, flagged_for_review boolean, sentiment text, notes text,
        created_at timestamptz, updated_at timestamptz
        """

    /// A new, empty table; `idType` is `uuid` or `text`.
    init(creating name: String, idType: String) throws {
        self.name = name
        _ = try Database.query(
            "drop table if exists \(name); create table \(name) (id \(idType) primary key, \(Self.columns));")
    }

    /// Returns the array that PostgREST would return, in a session of the given zone.
    func array(zone: String = "UTC", select: String = "*") throws -> [UInt8] {
        try Database.document(
            "select json_agg(t) from (select \(select) from \(name) order by post_date desc) t", zone: zone)
    }
}
