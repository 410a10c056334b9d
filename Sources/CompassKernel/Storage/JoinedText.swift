/// Texts made of parts, in one allocation.
enum JoinedText {
    /// Returns the parts, one after the other.
    @inline(__always)
    static func string(
        _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>,
        _ third: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0)
    ) -> String {
        String(unsafeUninitializedCapacity: first.count + second.count + third.count) { target in
            var end = 0
            func append(_ part: UnsafeBufferPointer<UInt8>) {
                guard let source = part.baseAddress, let start = target.baseAddress else { return }
                // SAFETY: the capacity is the size of all parts.
                (start + end).update(from: source, count: part.count)
                end += part.count
            }
            append(first)
            append(second)
            append(third)
            return end
        }
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
