/// The reason why a table file could not be opened or saved, and where.
public struct TableFileError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// There is no such file.
        case missingFile
        /// The system could not read the file.
        case unreadableFile
        /// The system could not write the file.
        case unwritableFile
        /// The file does not begin as a table file.
        case wrongMagic
        /// A later or much earlier release wrote the file.
        case wrongVersion
        /// A machine with another byte order wrote the file, or this machine has one.
        case wrongByteOrder
        /// The file has other tables or columns than this release.
        case wrongSchema
        /// The end of the file is missing, or bytes follow it.
        case truncated
        /// Bytes differ from those that were saved.
        case wrongChecksum
        /// A section is missing, or contradicts itself or another one.
        case inconsistentSection
        /// A table exceeds a limit.
        case tooLarge
    }

    /// What is wrong.
    public var kind: Kind
    /// The path of the file.
    public var path: String
    /// The name of the section, such as `social_media_posts/0/post_content.offsets`; nil if it concerns none.
    public var section: String?
    /// The position in the file, from 0; nil if it concerns the file as a whole.
    public var byteOffset: Int?
    /// What was found, in a few words.
    public var reason: String
    /// Whether the file could be created, but not all of it be written.
    package var isWriteFailure = false
    /// Whether the new file has taken the place of the previous one, though it is not known to be on the disk.
    package var isReplaced = false

    /// Creates an error with the given values.
    public init(
        _ kind: Kind, path: String, section: String? = nil, byteOffset: Int? = nil, reason: String
    ) {
        self.kind = kind
        self.path = path
        self.section = section
        self.byteOffset = byteOffset
        self.reason = reason
    }
}

extension TableFileError: CustomStringConvertible {
    /// What is wrong, where, and what to do.
    public var description: String {
        var place = path
        if let section { place += ": section \(section)" }
        if let byteOffset { place += section == nil ? ": byte \(byteOffset)" : " (byte \(byteOffset))" }
        return "\(place): \(reason)" + (advice.map { "; " + $0 } ?? "")
    }

    /// What to do.
    private var advice: String? {
        switch kind {
        case .missingFile, .unreadableFile: nil
        case .unwritableFile:
            isReplaced
                ? "the new file is in place, but may be lost if the machine stops now; save again"
                : "the previous file, if there was one, is unchanged"
        case .wrongMagic: "load it as a document, or give the path of a table file"
        case .wrongVersion, .wrongByteOrder, .wrongSchema:
            "load the tables from their source and save them again"
        case .truncated, .wrongChecksum, .inconsistentSection:
            "the file is damaged; load the tables from their source and save them again"
        case .tooLarge: "save the rows in several files"
        }
    }
}
