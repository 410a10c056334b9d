extension FeedPost {
    /// ``postURL`` if a page may link to it; nil if there is none, or if opening it could run code or read
    /// files (the schemes `javascript`, `data`, `vbscript` and `file`).
    ///
    /// The scheme is parsed as browsers do, which skip leading control characters and spaces, and tabs and
    /// line breaks anywhere.
    public var link: String? {
        guard let postURL else { return nil }
        var scheme: [UInt8] = []
        for byte in postURL.utf8 {
            switch byte {
            case UInt8(ascii: ":"): return FeedPost.unsafeSchemes.contains(scheme) ? nil : postURL
            case 0x09, 0x0a, 0x0d: continue
            case 0...0x20: if !scheme.isEmpty { return postURL }
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): scheme.append(byte | 0x20)
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return postURL
            default: scheme.append(byte)
            }
        }
        return postURL
    }

    private static let unsafeSchemes: Set<[UInt8]> = [
        Array("javascript".utf8), Array("data".utf8), Array("vbscript".utf8), Array("file".utf8),
    ]
}
