import XCTest

@testable import CompassKernel

extension TextColumn {
    /// A column of the given texts; nil is null.
    convenience init(_ texts: [String?]) {
        var bytes = GrowableColumn<UInt8>()
        var offsets = GrowableColumn<UInt32>()
        offsets.append(0)
        for text in texts {
            for byte in (text ?? "").utf8 { bytes.append(byte) }
            offsets.append(UInt32(bytes.count))
        }
        self.init(
            bytes: bytes.finish(), offsets: offsets.finish(), validity: BitColumn(texts.map { $0 != nil }))
    }
}

/// Rows of a few text fields, with a byte-by-byte search as the reference.
struct SearchedRows {
    let fields: [[String?]]
    private let folded: [[[UInt8]]]

    /// - Parameter fields: columns of equal length.
    init(_ fields: [[String?]], fold: (String) -> [UInt8] = { Array($0.lowercased().utf8) }) {
        self.fields = fields
        folded = fields.map { $0.map { fold($0 ?? "") } }
    }

    var rowCount: Int { fields[0].count }

    var columns: [TextColumn] { fields.map { TextColumn($0) } }

    func index(_ configuration: SearchIndexConfiguration) -> SearchIndex {
        SearchIndex(fields: columns, configuration)
    }

    func rows(containing pattern: [UInt8]) -> [Int] {
        (0..<rowCount).filter { row in folded.contains { SearchedRows.contains($0[row], pattern) } }
    }

    private static func contains(_ text: [UInt8], _ pattern: [UInt8]) -> Bool {
        guard text.count >= pattern.count else { return false }
        return (0...text.count - pattern.count).contains { start in
            var length = 0
            while length < pattern.count, text[start + length] == pattern[length] { length += 1 }
            return length == pattern.count
        }
    }
}

extension SearchIndex {
    /// Returns the matching rows and the search path that found them.
    func search(_ pattern: [UInt8], rowCount: Int) -> (rows: [Int], path: SearchPath) {
        var words = [UInt64](repeating: 0, count: (rowCount + 63) / 64 + 1)
        let path = words.withUnsafeMutableBufferPointer { words in
            pattern.withUnsafeBufferPointer { matches($0, ignoringAccents: false, into: words.baseAddress!) }
        }
        XCTAssertEqual(words.last, 0, "wrote behind the last row")
        return (SearchIndex.rows(words), path)
    }

    func searchIgnoringAccents(_ pattern: [UInt8], rowCount: Int) -> [Int] {
        var words = [UInt64](repeating: 0, count: (rowCount + 63) / 64 + 1)
        words.withUnsafeMutableBufferPointer { words in
            pattern.withUnsafeBufferPointer {
                _ = matches($0, ignoringAccents: true, into: words.baseAddress!)
            }
        }
        return SearchIndex.rows(words)
    }

    private static func rows(_ words: [UInt64]) -> [Int] {
        words.indices.flatMap { word in
            (0..<64).filter { words[word] >> UInt64($0) & 1 != 0 }.map { word * 64 + $0 }
        }
    }
}

extension SearchIndexConfiguration {
    /// Returns a configuration that builds an index even for the smallest text.
    static func forced(_ change: (inout SearchIndexConfiguration) -> Void = { _ in }) -> Self {
        var configuration = SearchIndexConfiguration()
        configuration.minimumTextByteCount = 0
        configuration.maximumVocabularyPercent = 100_000
        change(&configuration)
        return configuration
    }

    /// Configurations that together cover every search path.
    static let all: [(name: String, SearchIndexConfiguration)] = [
        ("usual", SearchIndexConfiguration()),
        ("index", forced()),
        (
            "lists only",
            forced {
                $0.bitmapShare = 1; $0.verificationThreshold = 0; $0.scanShare = 1
            }
        ),
        (
            "bitmaps only",
            forced {
                $0.bitmapShare = .max; $0.verificationThreshold = 0; $0.scanShare = 1
            }
        ),
        (
            "all tokens whole",
            forced {
                $0.wholeTokenShare = .max; $0.wholeLeftTokenShare = .max; $0.scanShare = 1
            }
        ),
        (
            "one byte of each token",
            forced {
                $0.leftWindow = 1
                $0.wholeTokenShare = 1
                $0.wholeLeftTokenShare = 1
                $0.verificationThreshold = 0
                $0.scanShare = 1
            }
        ),
        (
            "wide windows",
            forced {
                $0.leftWindow = 5; $0.verificationThreshold = 0; $0.scanShare = 1
            }
        ),
        (
            "no long right windows",
            forced {
                $0.longRightWindows = 0; $0.verificationThreshold = 0; $0.scanShare = 1
            }
        ),
        (
            "all right windows long",
            forced {
                $0.longRightWindows = 256; $0.verificationThreshold = 0; $0.scanShare = 1
            }
        ),
        (
            "frequent pieces",
            forced {
                $0.frequentNGramCost = 0; $0.verificationThreshold = 2; $0.scanShare = 2
            }
        ),
        (
            "scan of candidates",
            forced {
                $0.verificationThreshold = 0; $0.scanShare = .max
            }
        ),
    ]
}
