import CompassFiles
import CompassProgram
import CompassServer
import Foundation
import Synchronization

/// A change log in memory that records each operation, so that a test knows what a loss of power could leave.
final class RecordingLogFile: ChangeLogFile {
    enum Operation: Hashable {
        case append([UInt8])
        case truncate(Int)
        case synchronize
    }

    private struct State {
        var bytes: [UInt8]
        var durableBytes: [UInt8]
        var operations: [Operation] = []
        var failsToSync = false
        /// Whether syncs wait until a test lets them go on.
        var isHeld = false
    }

    /// What was on the disk at the start.
    let initialBytes: [UInt8]
    private let state: Mutex<State>

    init(_ bytes: [UInt8] = []) {
        initialBytes = bytes
        state = Mutex(State(bytes: bytes, durableBytes: bytes))
    }

    var operations: [Operation] { state.withLock { $0.operations } }
    /// What is on the disk for certain.
    var durableBytes: [UInt8] { state.withLock { $0.durableBytes } }
    func hold(_ isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }
    func failNextSync() { state.withLock { $0.failsToSync = true } }

    func byteCount() -> Int { state.withLock { $0.bytes.count } }
    func readAll() -> [UInt8] { state.withLock { $0.bytes } }

    func append(_ bytes: [UInt8]) {
        state.withLock { state in
            state.bytes += bytes
            state.operations.append(.append(bytes))
        }
    }

    func synchronize() throws(OperatingSystem.CallFailure) {
        while state.withLock({ $0.isHeld }) { sched_yield() }
        try state.withLock { state throws(OperatingSystem.CallFailure) in
            if state.failsToSync {
                state.failsToSync = false
                throw OperatingSystem.CallFailure(code: EIO)
            }
            state.durableBytes = state.bytes
            state.operations.append(.synchronize)
        }
    }

    func truncate(to byteCount: Int) {
        state.withLock { state in
            state.bytes = Array(state.bytes.prefix(byteCount))
            state.operations.append(.truncate(byteCount))
        }
    }
}

/// What a loss of power leaves of a file: all that was synchronized, and of the operations after that any.
struct PowerLoss {
    /// What was on the disk for certain.
    let durableBytes: [UInt8]
    /// What may be there.
    let bytes: [UInt8]

    /// Calls a function with everything that a loss of power after some of the operations could leave.
    ///
    /// Operations that were not synchronized are left out in every combination. An append is cut at each
    /// byte, and its beginning is replaced by zeros up to each byte, as when only later blocks were written.
    static func forEach(
        after operations: ArraySlice<RecordingLogFile.Operation>, from initial: [UInt8],
        _ body: (PowerLoss) throws -> Void
    ) rethrows {
        var durable = initial
        var bytes = initial
        var pending: [(operation: RecordingLogFile.Operation, offset: Int)] = []
        for operation in operations {
            switch operation {
            case .append(let added):
                pending.append((operation, bytes.count))
                bytes += added
            case .truncate(let count):
                pending.append((operation, count))
                bytes = Array(bytes.prefix(count))
            case .synchronize:
                durable = bytes
                pending = []
            }
        }
        for subset in 0..<(1 << pending.count) {
            let chosen = pending.indices.filter { subset >> $0 & 1 == 1 }.map { pending[$0] }
            guard case .append(let last)? = chosen.last?.operation else {
                try body(PowerLoss(durableBytes: durable, bytes: apply(chosen, to: durable)))
                continue
            }
            for cut in 0...last.count {
                let whole = Array(chosen.dropLast())
                let offset = chosen[chosen.count - 1].offset
                let kept = (RecordingLogFile.Operation.append(Array(last.prefix(cut))), offset)
                try body(PowerLoss(durableBytes: durable, bytes: apply(whole + [kept], to: durable)))
                let holed = [UInt8](repeating: 0, count: cut) + last.dropFirst(cut)
                try body(
                    PowerLoss(
                        durableBytes: durable, bytes: apply(whole + [(.append(holed), offset)], to: durable)))
            }
        }
    }

    private static func apply(
        _ operations: [(operation: RecordingLogFile.Operation, offset: Int)], to durable: [UInt8]
    ) -> [UInt8] {
        var bytes = durable
        for (operation, offset) in operations {
            switch operation {
            case .append(let added):
                let end = offset + added.count
                if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
                bytes.replaceSubrange(offset..<end, with: added)
            case .truncate(let count): bytes = Array(bytes.prefix(count))
            case .synchronize: break
            }
        }
        return bytes
    }
}
