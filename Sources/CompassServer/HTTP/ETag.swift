/// Strong entity tags: texts that are equal for equal bytes, so that a client asks only whether its copy is
/// still right.
package enum ETag {
    /// Returns the tag of bytes, with its quotation marks.
    ///
    /// Two hashes of 64 bits, by multiplication of 64-bit words and folding of the product's halves, as
    /// wyhash has it. They find equal responses; they do not withstand a search for collisions, which would
    /// gain nothing.
    ///
    /// - Complexity: O(b) for b bytes.
    package static func of(_ bytes: [UInt8]) -> String {
        let (high, low) = bytes.withUnsafeBytes { hash($0) }
        let digits = Array("0123456789abcdef".utf8)
        return String(unsafeUninitializedCapacity: 34) { text in
            text[0] = UInt8(ascii: "\"")
            for index in 0..<16 {
                let shift = UInt64(60 - 4 * index)
                text[1 + index] = digits[Int(high >> shift & 15)]
                text[17 + index] = digits[Int(low >> shift & 15)]
            }
            text[33] = UInt8(ascii: "\"")
            return 34
        }
    }

    /// Returns the tag of the same content in compressed form.
    static func compressed(_ tag: String) -> String { tag.dropLast() + "-gzip\"" }

    /// Returns the response, or 304 without a body when the client already has the bytes that it would
    /// receive.
    ///
    /// - Parameter response: one with the header field `etag`, and not yet compressed.
    package static func response(to request: ServerRequest, _ response: ServerResponse) -> ServerResponse {
        guard let tag = response.headers.first(where: { $0.name == "etag" })?.value else { return response }
        // A cache finds its copy by this tag, so that it must be that of the response which it stands for.
        let sentTag = ServerCompression.compresses(response, for: request) ? compressed(tag) : tag
        guard request.values(of: "if-none-match").contains(where: { matches($0, sentTag) }) else {
            return response
        }
        var varying = response
        ServerCompression.addVary(to: &varying)
        // A browser takes these for its copy, whose policy must stay its own.
        let kept = varying.headers.filter {
            ["cache-control", "vary", "content-security-policy"].contains($0.name)
        }
        return ServerResponse(status: 304, headers: kept + [("etag", sentTag)], body: .bytes([]))
    }

    /// Returns whether a value of `If-None-Match` has a tag. Weak forms stand for the same content.
    private static func matches(_ field: String, _ tag: String) -> Bool {
        for choice in field.split(separator: ",") {
            var text = choice.drop { $0 == " " || $0 == "\t" }
            while text.last == " " || text.last == "\t" { text.removeLast() }
            if text == "*" { return true }
            if text.hasPrefix("W/") { text = text.dropFirst(2) }
            if text == tag { return true }
        }
        return false
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
        // Odd constants with as many ones as zeros.
        let (p0, p1): (UInt64, UInt64) = (0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db)
        let (p2, p3): (UInt64, UInt64) = (0x8ebc_6af0_9c88_c6e3, 0x5899_65cc_7537_4cc3)
        var a = UInt64(bytes.count) ^ p0
        var b = UInt64(bytes.count) ^ p2
        var offset = 0
        while offset + 16 <= bytes.count {
            let first = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let second = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
            a = folded(a ^ first ^ p1, second ^ p0)
            b = folded(b ^ second ^ p3, first ^ p2)
            offset += 16
        }
        var (last, past): (UInt64, UInt64) = (0, 0)
        while offset < bytes.count {
            past = past << 8 | last >> 56
            last = last << 8 | UInt64(bytes[offset])
            offset += 1
        }
        return (folded(a ^ last ^ p1, past ^ p3), folded(b ^ past ^ p3, last ^ p1))
    }

    private static func folded(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let (high, low) = a.multipliedFullWidth(by: b)
        return high ^ low
    }
}
