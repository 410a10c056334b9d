import ArgumentParser

/// The address of a PostgREST service, from a URL and the path of the service on its host.
package struct ServiceAddress: Hashable, Sendable {
    /// The path that is appended to a URL without one: where Supabase has its service.
    package static let usualPath = "/rest/v1"

    /// The address, without a slash at its end.
    package let url: String

    /// Reads a URL such as `https://project.supabase.co`.
    ///
    /// - Parameters:
    ///   - text: the URL. With a path, it is the service itself.
    ///   - restPath: the path that is appended to a URL without one; nil for ``usualPath``.
    /// - Throws: an error that tells what is accepted. It repeats nothing but the scheme: passwords are typed anywhere.
    package init(_ text: String, restPath: String? = nil) throws(ValidationError) {
        if text.contains("@") {
            throw ValidationError(
                "the URL must not contain '@', a user or a password; see '--api-key-file' and '--token-file'."
            )
        }
        let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) }
        guard let scheme else {
            let other = Self.scheme(of: text).map { ", not one with \($0)://" } ?? ""
            throw ValidationError("a URL that begins with https:// or http:// is expected\(other).")
        }
        let rest = text.dropFirst(scheme.count)
        // Later slashes may belong to a query.
        let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let path = rest.dropFirst(host.count)
        if path.contains("?") || path.contains("#") {
            throw ValidationError(
                "the URL must not contain '?' or '#': the address of the service without parameters is expected."
            )
        }
        guard !host.isEmpty, !host.hasPrefix(":"), Self.isPlain(host), Self.isPlain(path) else {
            throw ValidationError(
                "what follows \(scheme) is not a URL; one such as https://project.supabase.co is accepted.")
        }
        if let restPath {
            guard restPath.hasPrefix("/"), Self.isPlain(restPath[...]), !restPath.contains("?"),
                !restPath.contains("#")
            else {
                throw ValidationError(
                    "'--rest-path': a path such as \(Self.usualPath), or / for PostgREST alone, is accepted."
                )
            }
            if path.contains(where: { $0 != "/" }) {
                throw ValidationError(
                    "'--rest-path' is accepted only with a URL without a path: one with a path is the service itself."
                )
            }
        }
        let ownPath = Self.withoutSlashAtEnd(path)
        url =
            scheme + host
            + (ownPath.isEmpty ? Self.withoutSlashAtEnd((restPath ?? Self.usualPath)[...]) : ownPath)
    }

    /// Returns what stands before `://` if it is no more than the name of a scheme.
    private static func scheme(of text: String) -> Substring? {
        let name = text.prefix { $0.isASCII && $0.isLetter }
        return text.dropFirst(name.count).hasPrefix("://") && 1...10 ~= name.count ? name : nil
    }

    /// Whether a text has only characters that a URL may contain; others are to be percent-encoded.
    private static func isPlain(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { 0x21...0x7e ~= $0 && !#""<>\^`{|}"#.utf8.contains($0) }
    }

    private static func withoutSlashAtEnd(_ text: Substring) -> Substring {
        var text = text
        while text.last == "/" { text.removeLast() }
        return text
    }
}
