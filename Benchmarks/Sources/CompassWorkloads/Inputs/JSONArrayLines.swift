import BenchmarkHarness
import Foundation

/// The rows of a generated JSON array that has one row a line.
enum JSONArrayLines {
    /// The ranges of whole lines, each with at most the given number of rows.
    static func pieces(of array: Data, rowsPerPiece: Int) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        array.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            var (start, end, lines) = (0, 0, 0)
            while end < buffer.count {
                let found = memchr(base + end, 0x0A, buffer.count - end)
                end = found.map { base.distance(to: UnsafeRawPointer($0)) + 1 } ?? buffer.count
                lines += 1
                if lines % rowsPerPiece == 0 || end == buffer.count {
                    pieces.append(start..<end)
                    start = end
                }
            }
        }
        return pieces
    }

    /// Returns the objects of some lines, without the array's brackets and without a comma at the end.
    static func objects(_ lines: Data) -> [UInt8] {
        var text = Array(lines)
        let whiteSpace: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        while let last = text.last, whiteSpace.contains(last) || last == UInt8(ascii: ",") {
            text.removeLast()
        }
        if text.last == UInt8(ascii: "]") { text.removeLast() }
        while let last = text.last, whiteSpace.contains(last) { text.removeLast() }
        if text.first == UInt8(ascii: "[") { text.removeFirst() }
        return text
    }

    /// Returns an array of the first rows.
    static func first(_ rows: Int, of array: Data) -> Data {
        guard rows > 0, let piece = pieces(of: array, rowsPerPiece: rows).first else {
            return Data("[]".utf8)
        }
        return Data([UInt8(ascii: "[")] + objects(array[piece]) + [UInt8(ascii: "]")])
    }

    /// Returns the same rows in an order that a seed determines.
    static func shuffled(_ array: Data, seed: UInt64) -> Data {
        var random = SplitMix64(seed: seed)
        var shuffled = Data("[".utf8)
        shuffled.reserveCapacity(array.count)
        for piece in pieces(of: array, rowsPerPiece: 1).shuffled(using: &random) {
            let object = objects(array[piece])
            if object.isEmpty { continue }
            if shuffled.count > 1 { shuffled.append(UInt8(ascii: ",")) }
            shuffled.append(contentsOf: object)
        }
        shuffled.append(UInt8(ascii: "]"))
        return shuffled
    }

    /// Returns the same rows, one object a line.
    static func lineDelimited(_ array: Data) -> Data {
        var lines = Data(capacity: array.count)
        for piece in pieces(of: array, rowsPerPiece: 1) {
            let object = objects(array[piece])
            if object.isEmpty { continue }
            lines.append(contentsOf: object)
            lines.append(0x0A)
        }
        return lines
    }
}
