/// The header fields that tell browsers what a response must not do.
package enum SecurityHeaders {
    /// What a page of the app may load: its own files, and nothing inline.
    package static let pagePolicy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
        base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'
        """

    /// What a drawing may do: show its own style, and nothing else.
    package static let documentPolicy = """
        default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; \
        frame-ancestors 'none'; sandbox
        """

    /// The same for a page with links to posts, which open in tabs of their own.
    package static let linkingPolicy = documentPolicy + " allow-popups allow-popups-to-escape-sandbox"

    private static let always: [(name: String, value: String)] = [
        ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"), ("cross-origin-resource-policy", "same-origin"),
    ]

    /// Adds the fields to a response; a policy that it has already is kept.
    package static func apply(to response: inout ServerResponse) {
        response.headers += always
        if !response.headers.contains(where: { $0.name == "content-security-policy" }) {
            response.headers.append(("content-security-policy", pagePolicy))
        }
    }
}
