@testable import CompassKernel

extension SearchIndexConfiguration {
    /// Indexes the tokens of texts of any size.
    static var ofFewRows: SearchIndexConfiguration {
        var configuration = SearchIndexConfiguration()
        configuration.minimumTextByteCount = 0
        configuration.maximumVocabularyPercent = 1000
        return configuration
    }
}

extension PostRecords {
    /// Builds the index that larger segments have.
    func buildIndexOfFewRows() { _ = search.get { SearchIndex(fields: searchedTexts, .ofFewRows) } }

    /// Returns the rows that contain a text, found without an index.
    func scannedRows(with text: String, ignoringAccents: Bool) -> [Int] {
        let bits = RowBits(rowCount: count)
        let pattern = TextFolding.folded(Array(text.utf8), ignoringAccents: ignoringAccents)
        TextScan([pattern], ignoringAccents: ignoringAccents)
            .matches(in: searchedTexts, 0..<count, into: [bits.words])
        return bits.rows
    }
}

extension SearchIndex {
    /// Returns the rows that contain a text.
    func rows(with text: String, ignoringAccents: Bool, rowCount: Int) -> [Int] {
        let bits = RowBits(rowCount: rowCount)
        TextFolding.folded(Array(text.utf8), ignoringAccents: ignoringAccents).withUnsafeBufferPointer {
            _ = matches($0, ignoringAccents: ignoringAccents, into: bits.words)
        }
        return bits.rows
    }
}

extension RowBits {
    /// The rows whose bits are set, also those that there are not.
    fileprivate var rows: [Int] {
        (0..<(rowCount + 63) / 64 * 64).filter { words[$0 >> 6] >> UInt64($0 & 63) & 1 != 0 }
    }
}
