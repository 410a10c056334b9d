// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in compass.h.

import CCompass
import CompassKernel

/// The answer about the rows of some shards.
final class PartialObject: HandleObject, @unchecked Sendable {
    // Sendable: the views are made with the lock held, and never change.
    static let handleKind = HandleKind.partial

    let answer: PartialAnswer
    private let lock = Monitor()
    private var keptBytes: TextObject?
    private var keptShards: UnsafeBufferPointer<UInt32>?

    init(_ answer: PartialAnswer) { self.answer = answer }

    deinit { keptShards?.deallocate() }

    /// The bytes, which live as long as the object.
    var bytes: TextObject {
        lock.withLock {
            if let keptBytes { return keptBytes }
            let bytes = TextObject(answer.bytes)
            keptBytes = bytes
            return bytes
        }
    }

    /// The numbers of shards, which live as long as the object.
    var shards: UnsafeBufferPointer<UInt32> {
        lock.withLock {
            if let keptShards { return keptShards }
            let numbers = answer.shardNumbers
            let memory = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: numbers.count)
            _ = memory.initialize(from: numbers)
            keptShards = UnsafeBufferPointer(memory)
            return UnsafeBufferPointer(memory)
        }
    }
}

/// Writes the handle of a new partial answer through the caller's pointer.
func answerPartially(
    _ partial: UnsafeMutablePointer<compass_partial>?, function: StaticString = #function,
    _ make: () throws(CallFailure) -> PartialAnswer
) -> compass_status {
    attempt(function) { () throws(CallFailure) in
        let result = try partial.result("partial")
        result.pointee = HandleTable.shared.insert(PartialObject(try make()))
    }
}

/// Writes where something of a partial answer begins, which lives as long as that, and how much there is.
private func view<Pointer>(
    of partial: compass_partial, _ start: UnsafeMutablePointer<Pointer?>?, _ name: String,
    _ count: UnsafeMutablePointer<Int>?, function: StaticString = #function,
    _ read: (PartialObject) -> (start: Pointer?, count: Int)
) -> compass_status {
    attempt(function) { () throws(CallFailure) in
        start?.pointee = nil
        count?.pointee = 0
        guard let start else { throw .nullPointer(name) }
        guard let count else { throw .nullPointer("count") }
        (start.pointee, count.pointee) = read(try object(partial, PartialObject.self, "partial"))
    }
}

@c @implementation
public func compass_partial_read(
    _ bytes: UnsafeRawPointer!, _ count: Int, _ partial: UnsafeMutablePointer<compass_partial>!
) -> compass_status {
    answerPartially(partial) { () throws(CallFailure) in
        let bytes = try Arguments.bytes(bytes, count)
        do throws(PartialAnswerError) { return try PartialAnswer(bytes: bytes) } catch {
            throw CallFailure(error)
        }
    }
}

@c @implementation
public func compass_partial_bytes(
    _ partial: compass_partial, _ data: UnsafeMutablePointer<UnsafeRawPointer?>!,
    _ count: UnsafeMutablePointer<Int>!
) -> compass_status {
    view(of: partial, data, "data", count) { partial in
        let bytes = partial.bytes
        return (bytes.data.map { UnsafeRawPointer($0) }, bytes.count)
    }
}

@c @implementation
public func compass_partial_merge(
    _ partials: UnsafePointer<compass_partial>!, _ count: Int,
    _ merged: UnsafeMutablePointer<compass_partial>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let result = try merged.result("merged")
        guard count > 0 else {
            throw .invalid(
                "count", UInt(bitPattern: count), accepted: "at least one partial answer is required")
        }
        guard let partials else { throw .nullPointer("partials") }
        var answers: [PartialAnswer] = []
        for index in 0..<count {
            answers.append(try object(partials[index], PartialObject.self, "partials[\(index)]").answer)
        }
        do throws(PartialAnswerError) {
            guard let answer = try PartialAnswer.merging(answers) else { return }
            result.pointee = HandleTable.shared.insert(PartialObject(answer))
        } catch {
            throw CallFailure(error)
        }
    }
}

@c @implementation
public func compass_partial_kind(
    _ partial: compass_partial, _ kind: UnsafeMutablePointer<Int32>!
) -> compass_status {
    attempt { () throws(CallFailure) in
        let kind = try kind.result("kind")
        kind.pointee = Int32(try object(partial, PartialObject.self, "partial").answer.kind.constant)
    }
}

@c @implementation
public func compass_partial_shards(
    _ partial: compass_partial, _ shards: UnsafeMutablePointer<UnsafePointer<UInt32>?>!,
    _ count: UnsafeMutablePointer<Int>!
) -> compass_status {
    view(of: partial, shards, "shards", count) { partial in
        let numbers = partial.shards
        return (numbers.baseAddress, numbers.count)
    }
}

@c @implementation
public func compass_partial_destroy(_ partial: compass_partial) -> compass_status {
    attempt { () throws(CallFailure) in try destroy(partial, .partial, "partial") }
}

extension PartialAnswer.Kind {
    /// The constant of compass.h.
    fileprivate var constant: Int {
        switch self {
        case .analytics: COMPASS_PARTIAL_ANALYTICS
        case .feed: COMPASS_PARTIAL_FEED
        case .linkedCounts: COMPASS_PARTIAL_LINKED_COUNTS
        case .report: COMPASS_PARTIAL_REPORT
        case .activity: COMPASS_PARTIAL_ACTIVITY
        case .timelineCounts: COMPASS_PARTIAL_TIMELINE_COUNTS
        case .timelineLevels: COMPASS_PARTIAL_TIMELINE_LEVELS
        }
    }
}

extension CallFailure {
    /// Creates the failure to make, read, merge or finish a partial answer.
    init(_ error: PartialAnswerError) {
        let status =
            switch error {
            case .notPartialAnswer, .damaged: COMPASS_MALFORMED_DATA
            case .unknownVersion, .otherQuery(.release): COMPASS_WRONG_VERSION
            case .otherQuery, .repeatedShard, .sharedRow, .notMergeable: COMPASS_NOT_MERGEABLE
            case .tooLarge: COMPASS_TOO_LARGE
            }
        self.init(status, "\(error)")
    }
}
