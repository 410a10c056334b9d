extension PostTable {
    /// Whether changes lie beside the columns, so that these have to be compacted before they are handed out.
    package var hasPendingChanges: Bool {
        live != nil || !slots.isIdentity || records.segments.count > 1 || !notesEdits.isEmpty
    }

    /// The posts as Arrow's columns, newest first, with the names of the database.
    ///
    /// Times, booleans and texts are the table's own memory, as are UUIDs and the codes of schools and coaches,
    /// which become dictionary indices; what is made is one byte a post for the platform and for the sentiment,
    /// and three bitmaps of nulls. A table with pending changes is compacted first, a copy of it.
    ///
    /// The columns keep their memory alive and never change, whatever becomes of the table.
    ///
    /// - Throws: ``ArrowError/tooLarge(_:)`` when all texts of a column together need more than 32-bit offsets.
    /// - Complexity: O(n / 8) for n posts, about a millisecond for a million; with pending changes that of
    ///   ``compact()``.
    package func arrowBatch() throws(ArrowError) -> ArrowBatch {
        guard hasPendingChanges else { return compactBatch }
        var compacted = self
        compacted.compact()
        guard compacted.records.segments.count <= 1 else {
            throw .tooLarge(
                "the texts of a column are larger than \(compactionPolicy.maximumTextBytes) bytes; "
                    + "keep the posts in several tables to export them")
        }
        return compacted.compactBatch
    }

    /// The columns of a table whose rows are its records.
    private var compactBatch: ArrowBatch {
        let records = records.segments.first ?? PostRecordsBuilder().finish()
        func name(_ field: Int) -> String { PostField.names[field].description }
        return ArrowBatch(
            rowCount: rowCount,
            columns: [
                ArrowColumn(name(PostField.id), records.ids),
                platformColumn(name(PostField.platform)),
                ArrowColumn(name(PostField.postDate), micros: timestamps.micros),
                ArrowColumn(name(PostField.coachId), codes: records.coachCodes, coaches),
                ArrowColumn(name(PostField.schoolId), codes: schoolCodes, schools),
                ArrowColumn(name(PostField.postURL), records.postURLs),
                ArrowColumn(name(PostField.postContent), records.contents),
                ArrowColumn(name(PostField.authorHandle), records.handles),
                ArrowColumn(name(PostField.authorName), records.names),
                ArrowColumn(name(PostField.isRecruitingRelated), recruiting),
                ArrowColumn(name(PostField.flaggedForReview), flagged),
                sentimentColumn(name(PostField.sentiment)),
                ArrowColumn(name(PostField.notes), records.notes),
                ArrowColumn(name(PostField.createdAt), records.createdAt),
                ArrowColumn(name(PostField.updatedAt), records.updatedAt),
            ])
    }

    private func platformColumn(_ name: String) -> ArrowColumn {
        let values: [Platform] = [.twitter, .instagram]
        return ArrowColumn(
            name, indices: BitSpreading.bytes(of: [(instagram, 1)], count: rowCount), rowCount: rowCount,
            validity: nil, values: values.map(\.rawValue))
    }

    private func sentimentColumn(_ name: String) -> ArrowColumn {
        let planes = sentiments
        let words = ColumnBuffer<UInt64>(count: planes[0].words.count) { target in
            for word in 0..<planes[0].words.count {
                target[word] = planes.reduce(0) { $0 | $1.words[word] }
            }
        }
        // The first case is index 0, whose bits count for nothing.
        let indices = BitSpreading.bytes(
            of: planes.enumerated().dropFirst().map { ($1, UInt8($0)) }, count: rowCount)
        return ArrowColumn(
            name, indices: indices, rowCount: rowCount, validity: BitColumn(words: words, count: rowCount),
            values: Sentiment.allCases.map(\.rawValue))
    }
}
