/// Texts made of parts, in one allocation; a text above a kilobyte needs a second one meanwhile.
enum JoinedText {
    /// The maximum number of bytes that a string stores in itself.
    private static let shortCount = 15

    /// Returns two parts, one after the other.
    @inline(__always)
    static func string(
        _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>
    ) -> String {
        let count = first.count + second.count
        // Short texts are stored in the string itself.
        if count <= shortCount {
            return String(unsafeUninitializedCapacity: count) { write(first, second, to: $0) }
        }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { target in
            String(utf8: UnsafeBufferPointer(rebasing: target[..<write(first, second, to: target)]))
        }
    }

    /// Writes both parts to memory of their size; returns the number of bytes.
    @inline(__always)
    private static func write(
        _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>,
        to target: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        guard let start = target.baseAddress else { return 0 }
        // SAFETY: the memory has the size of both parts.
        if let source = first.baseAddress { start.update(from: source, count: first.count) }
        if let source = second.baseAddress {
            (start + first.count).update(from: source, count: second.count)
        }
        return first.count + second.count
    }

    /// Returns two texts, one after the other.
    static func string(_ first: String, _ second: String) -> String {
        first.withBytes { first in second.withBytes { string(first, $0) } }
    }

    /// Returns a fixed text before another one.
    @inline(__always)
    static func string(_ prefix: StaticString, _ text: UnsafeBufferPointer<UInt8>) -> String {
        string(prefix.utf8, text)
    }
}

extension StaticString {
    /// The bytes of a text of more than one character, which live as long as the program.
    @inline(__always)
    var utf8: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }
}
