/// Texts made of parts, in one allocation.
enum JoinedText {
    /// Returns two parts, one after the other.
    @inline(__always)
    static func string(
        _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>
    ) -> String {
        String(unsafeUninitializedCapacity: first.count + second.count) { target in
            var end = 0
            func append(_ part: UnsafeBufferPointer<UInt8>) {
                guard let source = part.baseAddress, let start = target.baseAddress else { return }
                // SAFETY: the capacity is the size of both parts.
                (start + end).update(from: source, count: part.count)
                end += part.count
            }
            append(first)
            append(second)
            return end
        }
    }

    /// Returns two texts, one after the other.
    static func string(_ first: String, _ second: String) -> String {
        var (first, second) = (first, second)
        return first.withUTF8 { first in second.withUTF8 { string(first, $0) } }
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
