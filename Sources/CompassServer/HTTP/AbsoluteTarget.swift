/// The target of a request that names its server, too (RFC 9112, 3.2.2): `GET http://localhost:8080/social`.
///
/// Clients of a proxy send it. Its server must be checked as `Host` is, of which it is to be a copy.
package enum AbsoluteTarget {
    /// Returns the server that a target names; nil for a target that names none, which is a path or `*`.
    ///
    /// The result is empty for a target of another form: that is no server's name.
    package static func authority(of target: String) -> String? {
        if target.hasPrefix("/") || target == "*" { return nil }
        let lower = target.lowercased()
        guard let scheme = ["http://", "https://"].first(where: lower.hasPrefix) else { return "" }
        return String(target.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    }
}
