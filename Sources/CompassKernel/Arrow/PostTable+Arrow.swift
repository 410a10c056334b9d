extension PostTable {
    /// Whether changes are stored outside of the columns, which must then be compacted before they are
    /// exported.
    package var hasPendingChanges: Bool {
        // Records of posts that came and went are left over without any other trace.
        delta != nil || !slots.isIdentity || records.slotCount != rowCount || !notesEdits.isEmpty
    }

    /// Returns the posts as Arrow columns, newest first, with the names of the database.
    ///
    /// Times, booleans, texts and UUIDs use the table's own memory, as do the codes of schools and coaches if
    /// none is null, which become dictionary indices. New memory is allocated for one byte per post for the
    /// platform and for the sentiment, for three bitmaps of nulls, and for indices if some codes are null.
    /// Pending changes are first merged into a copy of the columns; texts are copied only if some have
    /// changed.
    ///
    /// The columns keep their memory alive and never change, even if the table does.
    ///
    /// - Throws: ``ArrowError/tooLarge(_:)`` if the texts of a column together require more than 32-bit
    ///   offsets; ``arrowBatches()`` exports such posts.
    /// - Complexity: O(n) for n posts, some milliseconds for a million; with pending changes that of
    ///   ``compact()``. Texts of a table file, and copies of them, are examined first: O(b) for b bytes.
    package func arrowBatch() throws(ArrowError) -> ArrowBatch {
        try arrowBatches().only(maximumTextBytes: compactionPolicy.maximumTextBytes)
    }

    /// Returns the posts as Arrow columns like ``arrowBatch()``, in as many batches of equal types as the
    /// texts require: one for up to 2 GiB per column.
    package func arrowBatches() -> [ArrowBatch] {
        guard hasPendingChanges else { return compactBatches(packingIDs: true) }
        var compacted = self
        compacted.mergeChanges()
        if compacted.hasPendingChanges { compacted.compact() }
        return compacted.compactBatches(packingIDs: true)
    }

    /// Whether all ids are stored as UUIDs.
    fileprivate var hasPackedIDs: Bool { records.segments.allSatisfy { $0.ids.isPacked } }

    /// Returns the columns of a table without pending changes, one batch for each segment of its records.
    ///
    /// - Parameter packingIDs: whether ids that are UUIDs are exported as such.
    fileprivate func compactBatches(packingIDs: Bool) -> [ArrowBatch] {
        let arePacked = packingIDs && hasPackedIDs
        func name(_ field: Int) -> String { PostField.names[field].description }
        let counted = (
            platform: platformColumn(name(PostField.platform)),
            postDate: ArrowColumn(name(PostField.postDate), micros: timestamps.micros),
            coach: ArrowColumn(name(PostField.coachID), codes: coachCodes, coaches),
            school: ArrowColumn(name(PostField.schoolID), codes: schoolCodes, schools),
            recruiting: ArrowColumn(name(PostField.isRecruitingRelated), recruiting),
            flagged: ArrowColumn(name(PostField.flaggedForReview), flagged),
            sentiment: sentimentColumn(name(PostField.sentiment))
        )
        return zip(records.firstSlots, records.segments).map { firstRow, segment in
            let rows = firstRow..<firstRow + segment.count
            return ArrowBatch(
                rowCount: segment.count,
                columns: [
                    ArrowColumn(name(PostField.id), arePacked ? segment.ids : segment.ids.asText),
                    counted.platform.sliced(rows),
                    counted.postDate.sliced(rows),
                    counted.coach.sliced(rows),
                    counted.school.sliced(rows),
                    ArrowColumn(name(PostField.postURL), segment.postURLs),
                    ArrowColumn(name(PostField.postContent), segment.contents),
                    ArrowColumn(name(PostField.authorHandle), segment.handles),
                    ArrowColumn(name(PostField.authorName), segment.names),
                    counted.recruiting.sliced(rows),
                    counted.flagged.sliced(rows),
                    counted.sentiment.sliced(rows),
                    ArrowColumn(name(PostField.notes), segment.notes),
                    ArrowColumn(name(PostField.createdAt), segment.createdAt),
                    ArrowColumn(name(PostField.updatedAt), segment.updatedAt),
                ])
        }
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
            for word in 0..<planes[0].words.count { target[word] = planes.reduce(0) { $0 | $1.words[word] } }
        }
        // The first case has index 0, so its bits do not contribute.
        let indices = BitSpreading.bytes(
            of: planes.enumerated().dropFirst().map { ($1, UInt8($0)) }, count: rowCount)
        return ArrowColumn(
            name, indices: indices, rowCount: rowCount, validity: BitColumn(words: words, count: rowCount),
            values: Sentiment.allCases.map(\.rawValue))
    }
}

extension SocialPosts {
    /// Returns the posts that pass `filter` as Arrow columns of the same types as all posts, newest first.
    ///
    /// All columns are copied unless all posts pass. Dates of the filter are days of `zone`.
    ///
    /// - Throws: ``ArrowError/tooLarge(_:)`` as ``PostTable/arrowBatch()``.
    /// - Complexity: O(n / 64 + m) for n posts, m of which pass; that of a search if the filter has one; with
    ///   pending changes that of ``PostTable/compact()`` in addition.
    package func arrowBatch(where filter: PostFilter, in zone: ZoneOffsets) throws(ArrowError) -> ArrowBatch {
        try arrowBatches(where: filter, in: zone).only(
            maximumTextBytes: posts.compactionPolicy.maximumTextBytes)
    }

    /// Returns the posts that pass `filter` like ``arrowBatch(where:in:)``, in as many batches as the texts
    /// require.
    package func arrowBatches(where filter: PostFilter, in zone: ZoneOffsets) -> [ArrowBatch] {
        // Whether ids are exported as UUIDs depends on the current posts, not on those that were removed.
        if posts.hasPendingChanges {
            var compacted = self
            compacted.update { $0.compact() }
            return compacted.arrowBatches(where: filter, in: zone)
        }
        // The range is all posts, so that nothing depends on "now".
        let places = withSelection(.all, where: filter, asOf: Timestamp(micros: 0), in: zone) { selection in
            firstPlaces(selection, after: nil, limit: .max)
        }
        guard places.count < posts.count else { return posts.arrowBatches() }
        return posts.compacted(places).compactBatches(packingIDs: posts.hasPackedIDs)
    }
}

extension [ArrowBatch] {
    /// Returns the only batch.
    fileprivate func only(maximumTextBytes: Int) throws(ArrowError) -> ArrowBatch {
        guard count == 1 else {
            throw .tooLarge(
                "the texts of a column are larger than \(maximumTextBytes) bytes; export the posts as a stream"
            )
        }
        return self[0]
    }
}

extension IdentifierColumn {
    /// The ids as texts.
    fileprivate var asText: IdentifierColumn {
        guard isPacked else { return self }
        var texts = TextColumnBuilder()
        for row in 0..<count {
            withUTF8(row) { id in if let start = id.baseAddress { texts.append(start, count: id.count) } }
        }
        return .text(texts.finish())
    }
}
