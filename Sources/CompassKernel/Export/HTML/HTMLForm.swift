/// The extent of a page's HTML.
///
/// Both forms are self-contained and static: they have no script, no attribute `style`, no `id`, and refer to
/// no file. Their elements are well-formed XML, too. All texts of rows are escaped, lose control characters
/// and marks that change the direction of what follows, and are isolated from the text around them. A post's
/// address becomes a link only if it is a ``FeedPost/link`` that begins with `https://` or `http://`.
public enum HTMLForm: String, CaseIterable, Hashable, Sendable {
    /// One element `section` of the class `compass-page`, with its style inside: for notebooks.
    ///
    /// It has its own background, and is dark in the dark themes of Jupyter, Visual Studio Code and Colab.
    case fragment
    /// A document with a head, to be shown by a browser or printed; it is dark if the system is.
    ///
    /// A policy such as `default-src 'none'; style-src 'unsafe-inline'` suffices: the only style is the
    /// element `style` with ``styleSheet``, so that its hash may take the place of `'unsafe-inline'`.
    case document

    /// The style sheet of both forms, the same for every page.
    public static var styleSheet: String { HTMLStyle.sheet.description }

    /// Returns the maximum number of rows of a list.
    func limit(_ limit: Int?) -> Int {
        switch self {
        case .fragment: max(limit ?? 20, 0)
        case .document: max(limit ?? 100, 0)
        }
    }
}
