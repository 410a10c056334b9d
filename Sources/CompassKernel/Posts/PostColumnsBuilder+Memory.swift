extension PostColumnsBuilder {
    /// The bytes reserved for rows, used or not, without the dictionaries of schools and coaches.
    var reservedByteCount: Int {
        let plain =
            timestamps.reservedByteCount + flags.reservedByteCount + validity.reservedByteCount
            + schools.codes.reservedByteCount + coaches.codes.reservedByteCount
            + createdAt.reservedByteCount + updatedAt.reservedByteCount
            + idHashes.reservedByteCount + urlHashes.reservedByteCount
        return plain + ids.reservedByteCount + postURLs.reservedByteCount + contents.reservedByteCount
            + handles.reservedByteCount + names.reservedByteCount + notes.reservedByteCount
    }
}

extension GrowableColumn {
    /// The bytes reserved for elements, used or not.
    fileprivate var reservedByteCount: Int { capacity * MemoryLayout<Element>.stride }
}

extension TextColumnBuilder {
    /// The bytes reserved for texts and offsets, used or not.
    fileprivate var reservedByteCount: Int { bytes.reservedByteCount + offsets.reservedByteCount }
}

extension IdentifierColumnBuilder {
    /// The bytes reserved for ids, used or not.
    fileprivate var reservedByteCount: Int { packed.reservedByteCount + text.reservedByteCount }
}
