import CompassKernel

/// The names by which browsers reach the server, and the origins of its pages.
///
/// A page of another site can make a browser send requests here, also under a name of its own that it lets
/// resolve to this machine (DNS rebinding). Such a request has the other site's name in its `Host`, or its
/// origin in `Origin`.
package struct ServerOrigins: Sendable, Hashable {
    /// The accepted values of `Host`, in lower case.
    package let hosts: Set<String>
    /// The accepted values of `Origin`, in lower case.
    package let origins: Set<String>

    /// Creates the names of a server.
    ///
    /// - Parameters:
    ///   - port: the port that it listens on.
    ///   - publicOrigin: the origin under which a proxy offers it, such as `https://compass.example.org`; nil
    ///     for none.
    package init(port: Int, publicOrigin: PublicOrigin? = nil) {
        var hosts: Set<String> = []
        var origins: Set<String> = []
        for name in ["127.0.0.1", "localhost", "[::1]"] {
            hosts.insert("\(name):\(port)")
            // Browsers leave out the port of the scheme.
            let origin = port == 80 ? "http://\(name)" : "http://\(name):\(port)"
            if port == 80 { hosts.insert(name) }
            origins.insert(origin)
        }
        if let publicOrigin {
            hosts.insert(publicOrigin.authority)
            origins.insert(publicOrigin.text)
        }
        self.hosts = hosts
        self.origins = origins
    }
}

/// The origin under which a proxy offers the server.
package struct PublicOrigin: Sendable, Hashable {
    /// The scheme, host and port as browsers write them, in lower case.
    package let text: String
    /// The host with its port, without that of the scheme.
    package let authority: String

    package var isSecure: Bool { text.hasPrefix("https://") }

    /// Reads an origin: `http` or `https`, a host, and a port where it is not the scheme's.
    ///
    /// Returns nil for anything else, for example an address with a path.
    package init?(_ text: String) {
        let lower = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { return nil }
        var authority = lower.dropFirst(scheme.count)
        let accepted: (UInt8) -> Bool = {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
                true
            default: false
            }
        }
        guard !authority.isEmpty, authority.first != ":", authority.utf8.allSatisfy(accepted) else {
            return nil
        }
        let ordinaryPort = scheme == "https://" ? ":443" : ":80"
        if authority.hasSuffix(ordinaryPort) { authority.removeLast(ordinaryPort.count) }
        self.authority = String(authority)
        self.text = scheme + authority
    }
}
