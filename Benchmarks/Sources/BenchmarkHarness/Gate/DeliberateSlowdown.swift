import Foundation

/// A deliberate slowdown of the kernel's calls: small for figures that repeat exactly, well beyond the margin
/// for times. It proves that the gate detects an unintended slowdown.
public enum DeliberateSlowdown: String, CaseIterable, Hashable, Sendable {
    /// A call allocates one more block of 16 bytes.
    case extraBlock = "extra-block"
    /// A call allocates 4,096 more bytes, which also requires one block.
    case extraBytes = "extra-bytes"
    /// A call executes a twentieth more instructions.
    case extraInstructions = "extra-instructions"
    /// A table occupies one more byte per row.
    case fatterTable = "fatter-table"
    /// A call takes five times as long.
    case slowerKernel = "slower-kernel"
    /// A call's time grows with the square root of the number of rows.
    case slowerWithRows = "slower-with-rows"

    /// Returns the call with the slowdown, if it concerns calls.
    ///
    /// - Parameters:
    ///   - rows: rows of the queried table.
    ///   - rows: rows of the queried table.
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

    /// Returns additional memory that is counted with a table.
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
