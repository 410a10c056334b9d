import CompassBaseline
import CompassTestSupport

@testable import CompassKernel

/// The outcome of reading a document, in terms that both readers share.
enum IngestOutcome<Row: Equatable>: Equatable {
    case loaded(Loaded)
    case malformed(Malformed)
    case otherError(String)

    struct Loaded: Equatable {
        var counts: [Int]
        var replacements: [BaselineReplacement]
        var problems: [SharedProblem]
        var rows: [Row]
    }

    struct Malformed: Equatable {
        var byteOffset: Int
        var line: Int
        var column: Int
        var fault: BaselineDocumentFault
    }
}

/// A problem of a row, with its reason as a category.
struct SharedProblem: Equatable {
    var row: Int
    var byteOffset: Int
    var field: String?
    var isError: Bool
    var reason: BaselineReason?
}

extension IngestOutcome {
    /// Returns the first difference between two outcomes; nil when they are equal.
    func difference(from wanted: IngestOutcome) -> String? {
        if self == wanted { return nil }
        guard case .loaded(let found) = self, case .loaded(let wanted) = wanted else {
            return "\(brief), wanted \(wanted.brief)"
        }
        if found.counts != wanted.counts {
            return "rows, loaded, skipped, replaced, warnings: \(found.counts), wanted \(wanted.counts)"
        }
        if found.replacements != wanted.replacements {
            return "\(found.replacements), wanted \(wanted.replacements)"
        }
        for (problem, wantedProblem) in zip(found.problems, wanted.problems) where problem != wantedProblem {
            return "\(problem), wanted \(wantedProblem)"
        }
        for (row, wantedRow) in zip(found.rows, wanted.rows) where row != wantedRow {
            return "\(row), wanted \(wantedRow)"
        }
        return "\(found.problems.count) problems, wanted \(wanted.problems.count)"
    }

    private var brief: String {
        if case .loaded(let loaded) = self { return "loaded \(loaded.counts)" }
        return String(describing: self)
    }
}

// MARK: The kernel

extension IngestOutcome {
    init(
        kernel load: () throws(LoadError) -> (rows: [Row], report: IngestReport)
    ) {
        do throws(LoadError) {
            let (rows, report) = try load()
            self = .loaded(
                Loaded(
                    counts: [report.rows, report.loaded, report.skipped, report.replaced, report.warnings],
                    replacements: report.replacements.map { BaselineReplacement($0) },
                    problems: report.problems.map { SharedProblem($0) }, rows: rows))
        } catch {
            if case .malformedDocument(let error) = error {
                self = .malformed(
                    Malformed(
                        byteOffset: error.byteOffset, line: error.line, column: error.column,
                        fault: BaselineDocumentFault(error.reason)))
            } else {
                self = .otherError(String(describing: error))
            }
        }
    }
}

extension IngestOutcome<BaselinePost> {
    init(kernelReadingPosts document: [UInt8], isLines: Bool, options: LoadOptions = .init()) {
        self.init(kernel: { () throws(LoadError) in
            let (table, report) =
                isLines
                ? try PostTable.load(ndjson: document, options: options)
                : try PostTable.load(json: document, options: options)
            return (table.allRows, report)
        })
    }

    init(baselineReadingPosts document: [UInt8], isLines: Bool) {
        self.init(baseline: { () throws(BaselineDocumentError) in
            let (posts, report) = try BaselineLoader.posts(document, format: isLines ? .ndjson : .json)
            return (posts.rows, report)
        })
    }
}

extension IngestOutcome<BaselineSchool> {
    init(kernelReadingSchools document: [UInt8], isLines: Bool, options: LoadOptions = .init()) {
        self.init(kernel: { () throws(LoadError) in
            let (table, report) =
                isLines
                ? try SchoolDirectory.load(ndjson: document, options: options)
                : try SchoolDirectory.load(json: document, options: options)
            return (table.allRows, report)
        })
    }

    init(baselineReadingSchools document: [UInt8], isLines: Bool) {
        self.init(baseline: { () throws(BaselineDocumentError) in
            let (schools, report) = try BaselineLoader.schools(document, format: isLines ? .ndjson : .json)
            return (schools.rows, report)
        })
    }
}

extension BaselineReplacement {
    init(_ replacement: IngestReplacement) {
        self.init(
            row: replacement.row, byteOffset: replacement.byteOffset, id: BaselineText(replacement.id),
            rule: replacement.rule == .id ? .id : .postURL, byRow: replacement.byRow)
    }
}

extension SharedProblem {
    init(_ problem: IngestProblem) {
        self.init(
            row: problem.row, byteOffset: problem.byteOffset, field: problem.field,
            isError: problem.severity == .error, reason: SharedProblem.category(problem))
    }

    private static func category(_ problem: IngestProblem) -> BaselineReason? {
        switch problem.reason {
        case "is missing": .missing
        case "is null": .null
        case "is empty": .emptyText
        case ProblemReason.loneSurrogate: .loneSurrogate
        case ProblemReason.notAnObject: .notAnObject
        case let reason where reason.hasPrefix("expected "): .wrongType
        case let reason where reason.hasPrefix("unreadable time "): .badTimestamp
        case let reason where reason.hasPrefix("unreadable number "),
            let reason where reason.hasPrefix("too large a number: "):
            .badNumber
        case let reason where reason.hasPrefix("unknown value "):
            problem.field == "platform" ? .unknownPlatform : .unknownSentiment
        default: nil
        }
    }
}

extension BaselineDocumentFault {
    init(_ reason: JSONError.Reason) {
        self =
            switch reason {
            case .unexpectedEnd: .unexpectedEnd
            case .unexpectedByte: .unexpectedByte
            case .controlCharacter: .controlCharacter
            case .invalidEscape: .badEscape
            case .invalidUTF8: .invalidUTF8
            case .invalidNumber: .badNumber
            case .nestingTooDeep: .nestingTooDeep
            case .notAnArrayOfRows: .notAnArray
            case .lineIsNotAnObject: .notAnObject
            }
    }
}

extension PostTable {
    /// Every post with all its fields, in the table's order.
    var allRows: [BaselinePost] {
        places.map { BaselinePost(post(at: $0)) }
    }
}

extension BaselinePost {
    /// A post of the kernel, texts byte for byte.
    init(_ post: Post) {
        self.init(
            id: BaselineText(post.id), platform: post.platform == .instagram ? .instagram : .twitter,
            postDate: post.postDate.micros, coachID: post.coachID.map { BaselineText($0) },
            schoolID: post.schoolID.map { BaselineText($0) }, postURL: post.postURL.map { BaselineText($0) },
            postContent: post.postContent.map { BaselineText($0) },
            authorHandle: post.authorHandle.map { BaselineText($0) },
            authorName: post.authorName.map { BaselineText($0) },
            isRecruitingRelated: post.isRecruitingRelated, flaggedForReview: post.flaggedForReview,
            sentiment: post.sentiment.map { BaselineSentiment($0) },
            notes: post.notes.map { BaselineText($0) },
            createdAt: post.createdAt?.micros, updatedAt: post.updatedAt?.micros)
    }
}

extension SchoolDirectory {
    /// Every row with all its fields, in the order of the document.
    var allRows: [BaselineSchool] {
        (0..<count).map { row in
            BaselineSchool(
                id: BaselineText(ids.string(row)), name: BaselineText(names.required(row)),
                status: statuses.string(row).map { BaselineText($0) },
                division: divisions.string(row).map { BaselineText($0) })
        }
    }
}

// MARK: The baseline

extension IngestOutcome {
    init(
        baseline load: () throws(BaselineDocumentError) -> (rows: [Row], report: BaselineIngestReport)
    ) {
        do throws(BaselineDocumentError) {
            let (rows, report) = try load()
            let problems = report.problems.prefix(LoadOptions().maxProblems)
            self = .loaded(
                Loaded(
                    counts: [report.rows, report.loaded, report.skipped, report.replaced, report.warnings],
                    replacements: Array(report.replacements.prefix(LoadOptions().maxProblems)),
                    problems: problems.map { problem in
                        SharedProblem(
                            row: problem.row, byteOffset: problem.byteOffset, field: problem.field,
                            isError: problem.severity == .error, reason: problem.reason)
                    }, rows: rows))
        } catch {
            self = .malformed(
                Malformed(
                    byteOffset: error.byteOffset, line: error.line, column: error.column, fault: error.reason)
            )
        }
    }
}
