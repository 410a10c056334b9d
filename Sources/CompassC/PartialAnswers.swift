// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass.h.

import CCompass
import CompassKernel

@c @implementation
public func compass_partial_answer(
    _ partial: compass_partial, _ schools: compass_table, _ coaches: compass_table, _ format: Int32,
    _ answer: UnsafeMutablePointer<compass_text>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try answer.result("answer")
        let finish = try PartialFinish(schools, coaches, format)
        let partial = try object(partial, PartialObject.self, "partial").answer
        result.pointee = try finish.text(of: partial)
    }
}

@c @implementation
public func compass_partial_linked_answer(
    _ feed: compass_partial, _ counts: compass_partial, _ schools: compass_table, _ coaches: compass_table,
    _ format: Int32, _ answer: UnsafeMutablePointer<compass_text>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try answer.result("answer")
        let finish = try PartialFinish(schools, coaches, format)
        let feed = try object(feed, PartialObject.self, "feed").answer
        let counts = try object(counts, PartialObject.self, "counts").answer
        result.pointee = try finish.text(of: feed, counts: counts)
    }
}

/// How partial answers become texts.
private struct PartialFinish {
    let schools: SchoolDirectory
    let coaches: CoachTable
    let format: AnswerFormat

    init(_ schools: compass_table, _ coaches: compass_table, _ format: Int32) throws(CallFailure) {
        self.schools = try Arguments.schools(schools, "schools") ?? .empty
        self.coaches = try Arguments.coaches(coaches, "coaches") ?? .empty
        self.format = try AnswerFormat(format, "format")
    }

    func text(of partial: PartialAnswer) throws(CallFailure) -> compass_text {
        do throws(PartialAnswerError) {
            switch partial.kind {
            case .analytics:
                return format.text(of: try partial.analyticsPage(schools: schools, coaches: coaches))
            case .feed: return format.text(of: try partial.feedPage(schools: schools, coaches: coaches))
            case .report: return format.text(of: try partial.reportPage())
            case .activity: return format.text(of: try partial.activityPage(schools: schools))
            case .linkedCounts, .timelineCounts, .timelineLevels: break
            }
        } catch {
            throw CallFailure(error)
        }
        return try jsonText(of: partial)
    }

    func text(of feed: PartialAnswer, counts: PartialAnswer) throws(CallFailure) -> compass_text {
        do throws(PartialAnswerError) {
            return format.text(
                of: try feed.linkedFeedPage(counts: counts, schools: schools, coaches: coaches))
        } catch {
            throw CallFailure(error)
        }
    }

    /// Returns an answer that is not a page.
    private func jsonText(of partial: PartialAnswer) throws(CallFailure) -> compass_text {
        guard case .json(let layout) = format else {
            throw CallFailure(
                COMPASS_UNSUPPORTED,
                "format is another one than COMPASS_ANSWER_JSON and COMPASS_ANSWER_JSON_INDENTED; an answer that "
                    + "is not a page is available as JSON")
        }
        let bytes: [UInt8]
        do throws(PartialAnswerError) {
            switch partial.kind {
            case .timelineCounts: bytes = try partial.timelineCounts().json(layout: layout)
            case .timelineLevels: bytes = try partial.timelineLevels().json(layout: layout)
            default:
                bytes = try partial.linkedCounts(schools: schools, coaches: coaches).json(layout: layout)
            }
        } catch {
            throw CallFailure(error)
        }
        return HandleTable.shared.insert(TextObject(bytes))
    }
}
