extension TimelineItem {
    /// The path of the item's own page, such as `/events/42`; nil for a status change, which has none.
    ///
    /// The row's id is percent-encoded, except for ASCII letters, digits, `-`, `.`, `_` and `~`.
    public var link: String? {
        let folder: String
        switch type {
        case .event: folder = "/events/"
        case .interaction: folder = "/interactions/"
        case .offer: folder = "/offers/"
        case .statusChange: return nil
        }
        return folder + PercentEncoding.encoded(id.utf8.dropFirst(type.idPrefix.utf8CodeUnitCount))
    }
}
