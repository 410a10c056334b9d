import Foundation
import SupabaseTestSupport
import XCTest

extension StandInServer {
    /// The running servers; skips the test where there are none, unless there must be some.
    static func running() throws -> StandInServer {
        if let server = StandInServer() { return server }
        if ProcessInfo.processInfo.environment["COMPASS_REQUIRE_SUPABASE"] == "1" {
            throw Failure("COMPASS_REQUIRE_SUPABASE is set, but COMPASS_SUPABASE_URL is not")
        }
        throw XCTSkip("no services here; run these tests with CI/supabase-run swift test")
    }
}
