extension SchoolPostCount: Hashable {
    /// Returns whether both rows have the same count, and texts of the same UTF-8 bytes.
    public static func == (left: SchoolPostCount, right: SchoolPostCount) -> Bool {
        left.postCount == right.postCount && left.texts == right.texts
    }

    /// Hashes the bytes and the count.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(texts)
        hasher.combine(postCount)
    }

    private var texts: [ByteText] { [ByteText(id), ByteText(name)] }
}

extension RecruitingPost: Hashable {
    /// Returns whether both rows have the same platform and instant, and texts of the same UTF-8 bytes.
    public static func == (left: RecruitingPost, right: RecruitingPost) -> Bool {
        left.platform == right.platform && left.postDate == right.postDate && left.texts == right.texts
    }

    /// Hashes the bytes, the platform and the instant.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(texts)
        hasher.combine(platform)
        hasher.combine(postDate)
    }

    private var texts: [ByteText?] {
        [
            ByteText(id), authorHandle.map(ByteText.init), authorName.map(ByteText.init),
            postContent.map(ByteText.init), schoolID.map(ByteText.init),
        ]
    }
}
