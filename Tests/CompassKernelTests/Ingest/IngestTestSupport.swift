import XCTest

@testable import CompassKernel

/// All values that a table of posts holds for one row.
struct PostRow: Hashable, Sendable {
    var id: String
    var micros: Int64
    var category: Int
    var school: String?
    var coach: String?
    var url: String?
    var content: String?
    var handle: String?
    var name: String?
    var notes: String?
    var createdAt: Int64?
    var updatedAt: Int64?
}

extension PostTable {
    /// The posts, in the table's order.
    var rows: [PostRow] {
        places.map { place in
            let post = post(at: place)
            return PostRow(
                id: post.id, micros: post.postDate.micros, category: kind(place).category.rawValue,
                school: post.schoolID, coach: post.coachID, url: post.postURL, content: post.postContent,
                handle: post.authorHandle, name: post.authorName, notes: post.notes,
                createdAt: post.createdAt?.micros, updatedAt: post.updatedAt?.micros)
        }
    }

    /// The schools' and coaches' ids by code, in order of first appearance.
    var dictionaries: [[String]] {
        [schools, coaches].map { dictionary in (0..<dictionary.count).map { dictionary.string($0) } }
    }
}

/// The result of a load as a value that tests can compare.
enum PostLoad: Equatable, Sendable {
    case loaded([PostRow], [[String]], IngestReport)
    case failed(LoadError)

    /// Loads a document and checks the table's invariants.
    init(
        _ bytes: some Collection<UInt8>, _ format: DocumentFormat = .json,
        options: LoadOptions = LoadOptions(), file: StaticString = #filePath, line: UInt = #line
    ) {
        do throws(LoadError) {
            let (table, report) =
                format == .json
                ? try PostTable.load(json: bytes, options: options)
                : try PostTable.load(ndjson: bytes, options: options)
            XCTAssertEqual(table.checkInvariants(), [], file: file, line: line)
            XCTAssertEqual(
                report.rows - report.skipped - report.replaced, report.loaded, file: file, line: line)
            XCTAssertEqual(report.loaded, table.count, file: file, line: line)
            self = .loaded(table.rows, table.dictionaries, report)
        } catch {
            self = .failed(error)
        }
    }

    init(
        _ text: String, _ format: DocumentFormat = .json, options: LoadOptions = LoadOptions(),
        file: StaticString = #filePath, line: UInt = #line
    ) {
        self.init(Array(text.utf8), format, options: options, file: file, line: line)
    }

    /// The rows; empty after a failure.
    var rows: [PostRow] {
        if case .loaded(let rows, _, _) = self { return rows }
        return []
    }

    var report: IngestReport? {
        if case .loaded(_, _, let report) = self { return report }
        return nil
    }

    var documentError: JSONError? {
        if case .failed(.malformedDocument(let error)) = self { return error }
        return nil
    }
}

/// Returns options that split even small documents into chunks.
func pieces(of byteCount: Int, threads: Int, maxProblems: Int = 100) -> LoadOptions {
    var options = LoadOptions(maxProblems: maxProblems, threads: threads)
    options.minimumChunkByteCount = byteCount
    return options
}

/// Returns one post as JSON; `more`, with its leading comma, follows the required fields.
func postJSON(_ id: String, _ date: String = "2026-02-10T12:00:00+00:00", _ more: String = "") -> String {
    #"{"id":"\#(id)","platform":"twitter","post_date":"\#(date)"\#(more)}"#
}
