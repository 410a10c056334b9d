import CompassKernel

/// The form of the document on standard input.
///
/// - Parameter isNDJSON: whether `--ndjson` says that it is NDJSON; otherwise its bytes tell.
func standardInputFormat(of document: [UInt8], isNDJSON: Bool) -> DocumentFormat {
    isNDJSON ? .ndjson : .detected(in: document)
}

extension DocumentFormat {
    /// The form of a document without a name: lines when it begins with an object that ends on its line, is not an array
    /// in an object, and is followed by others or has an id.
    static func detected(in document: [UInt8]) -> DocumentFormat {
        let spaces: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d]
        let text = document.drop { spaces.contains($0) || [0xef, 0xbb, 0xbf].contains($0) }
        let line = text.prefix { $0 != 0x0a }
        guard line.first == 0x7b, line.last(where: { !spaces.contains($0) }) == 0x7d else { return .json }
        let start = String(decoding: line.prefix(64).filter { !spaces.contains($0) }, as: UTF8.self)
        if start.hasPrefix(#"{"data":["#) { return .json }
        let isFollowed = text[line.endIndex...].contains { !spaces.contains($0) }
        return isFollowed || String(decoding: line, as: UTF8.self).contains(#""id""#) ? .ndjson : .json
    }
}
