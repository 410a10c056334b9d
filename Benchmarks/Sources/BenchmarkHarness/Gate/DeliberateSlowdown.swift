import Foundation

/// A genuine slow-down of the kernel's calls, by little where figures repeat exactly and well beyond the
/// margin where they are times: the proof that the gate would not let a slow-down pass that nobody intended.
public enum DeliberateSlowdown: String, CaseIterable, Hashable, Sendable {
    /// A call allocates a block of 16 bytes more.
    case extraBlock = "extra-block"
    /// A call allocates 4,096 bytes more, which cannot be done without a block.
    case extraBytes = "extra-bytes"
    /// A call needs a twentieth more instructions.
    case extraInstructions = "extra-instructions"
    /// A table occupies a byte more a row.
    case fatterTable = "fatter-table"
    /// A call takes five times as long.
    case slowerKernel = "slower-kernel"
    /// A call takes the longer the more rows there are, by the square root of their number.
    case slowerWithRows = "slower-with-rows"

    /// The call with the slow-down, where it concerns calls.
    ///
    /// - Parameters:
    ///   - call: the kernel's call.
    ///   - rows: rows of the table that is asked.
    public func applied(to call: Call, rows: Int) -> Call {
        switch self {
        case .extraBlock: DeliberateSlowdown.allocating(16, beside: call)
        case .extraBytes: DeliberateSlowdown.allocating(4_096, beside: call)
        case .extraInstructions: DeliberateSlowdown.repeating(call, times: 2, every: 20)
        case .slowerKernel: DeliberateSlowdown.repeating(call, times: 5, every: 1)
        case .slowerWithRows:
            DeliberateSlowdown.repeating(
                call, times: max(1, Int((Double(rows) / 500).squareRoot())), every: 1)
        case .fatterTable: call
        }
    }

    /// What a table keeps beside itself.
    ///
    /// - Parameter rows: the table's rows.
    public func ballast(rows: Int) -> [UInt8] {
        self == .fatterTable ? Array(repeating: 1, count: rows) : []
    }

    private static func allocating(_ byteCount: Int, beside call: Call) -> Call {
        Call { index in
            try call(index)
            let block = malloc(byteCount)
            blackHole(block)
            free(block)
        }
    }

    private static func repeating(_ call: Call, times: Int, every: Int) -> Call {
        Call { index in
            for _ in 0..<(index % every == 0 ? times : 1) { try call(index) }
        }
    }
}
