import CompassProgram
import CompassSynthesis
import Foundation

extension Secrets {
    /// Claims that differ from token to token of one user.
    private static let changingClaims = ["exp", "iat", "nbf", "jti", "session_id", "amr", "auth_time"]

    /// A SHA-256 that stands for who reads, in hexadecimal digits: another user may see other rows.
    ///
    /// Of a JSON Web Token it covers the claims, except those that a renewed token has anew: so it stays when the token
    /// is renewed. Of other tokens it covers the token itself, and without one the key.
    var readerFingerprint: String {
        var hash = SHA256()
        if let token {
            if let claims = Self.lastingClaims(of: token) {
                hash.update("claims ".utf8)
                hash.update(claims)
            } else {
                hash.update("token \(token)".utf8)
            }
        } else if let apiKey {
            hash.update("key \(apiKey)".utf8)
        } else {
            hash.update("nobody".utf8)
        }
        return hash.finalize()
    }

    /// Returns the claims of a JSON Web Token by which a service distinguishes users; nil if it is none.
    private static func lastingClaims(of token: String) -> Data? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var text = parts[1].replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text),
            var claims = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        else { return nil }
        for name in changingClaims { claims[name] = nil }
        return try? JSONSerialization.data(withJSONObject: claims, options: .sortedKeys)
    }
}
