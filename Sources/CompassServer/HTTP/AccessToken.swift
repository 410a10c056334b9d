import CompassProgram
import Synchronization

/// The secret that grants access to a server that other machines can reach, and the sessions of browsers that
/// know it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class AccessToken: Sendable {
    /// A minute with too many wrong tokens.
    package struct TooManyAttempts: Error {
        package let retryAfterSeconds: Int
    }

    /// The wrong tokens that one network may send in a minute.
    package static let attemptLimit = 10
    /// The networks whose attempts are remembered; of more, the oldest are forgotten.
    private static let networkLimit = 1_000
    private static let windowNanos: Int64 = 60_000_000_000

    private let token: [UInt8]
    /// What the cookie of a session has: not the token, so that a browser's store never holds it.
    private let session: [UInt8]
    /// The times of wrong tokens, by network.
    private let attempts = Mutex<[String: [Int64]]>([:])
    private let clockNanos: @Sendable () -> Int64

    /// - Parameters:
    ///   - token: the text that clients send.
    ///   - clockNanos: nanoseconds since an arbitrary moment.
    package init(
        _ token: String, clockNanos: @escaping @Sendable () -> Int64 = OperatingSystem.monotonicNanos
    ) {
        self.token = Array(token.utf8)
        session = Array(Self.random().utf8)
        self.clockNanos = clockNanos
    }

    /// Returns 32 random bytes in hexadecimal digits.
    package static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: (0..<64).map { _ in digits[Int(generator.next() & 15)] }, as: UTF8.self)
    }

    /// The value of a session's cookie.
    package var cookie: String { String(decoding: session, as: UTF8.self) }

    package func isSession(_ cookie: String) -> Bool { Self.isEqual(Array(cookie.utf8), session) }

    /// Returns whether a text is the token.
    ///
    /// The right token is always accepted: all clients of a proxy share its address, and one of them could
    /// otherwise keep the others out. The limit asks programs with a wrong token to slow down; what keeps
    /// guesses from success is the token's length.
    ///
    /// - Parameter peer: the address that sent it.
    /// - Throws: ``TooManyAttempts`` for a wrong one when that address's network has sent too many of them.
    package func accepts(_ text: String, from peer: String) throws(TooManyAttempts) -> Bool {
        if Self.isEqual(Array(text.utf8), token) { return true }
        let now = clockNanos()
        let network = PeerNetwork.of(peer)
        let wait: Int? = attempts.withLock { attempts in
            var recent = (attempts[network] ?? []).filter { now - $0 < Self.windowNanos }
            if recent.count >= Self.attemptLimit {
                return Int((Self.windowNanos - (now - recent[0])) / 1_000_000_000) + 1
            }
            recent.append(now)
            if attempts.count >= Self.networkLimit { Self.forgetOldest(of: &attempts, now) }
            attempts[network] = recent
            return nil
        }
        if let wait { throw TooManyAttempts(retryAfterSeconds: wait) }
        return false
    }

    private static func forgetOldest(of attempts: inout [String: [Int64]], _ now: Int64) {
        attempts = attempts.filter { now - ($0.value.last ?? 0) < windowNanos }
        guard attempts.count >= networkLimit else { return }
        let oldest = attempts.min { ($0.value.last ?? 0) < ($1.value.last ?? 0) }?.key
        if let oldest { attempts[oldest] = nil }
    }

    /// Compares two texts in a time that depends on their lengths alone.
    static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        var difference = left.count ^ right.count
        for index in 0..<max(left.count, right.count) {
            let a = index < left.count ? left[index] : 0
            let b = index < right.count ? right[index] : 0
            difference |= Int(a ^ b)
        }
        return difference == 0
    }
}
