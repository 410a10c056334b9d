import CompassKernel
import CompassPages
import CompassSupabase
import Foundation
import SupabaseTestSupport

/// Measures the data source against the services that `CI/supabase-run` starts; every result is checked first.
@main
struct MeasureSource {
    /// The number of posts of the published goals.
    static let defaultPostCount = 100_000

    static func main() async throws {
        guard let server = StandInServer() else {
            FileHandle.standardError.write(
                Data("measure-source: no services here; start it with CI/measure-source\n".utf8))
            exit(69)
        }
        let postCount = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? defaultPostCount
        try await server.reset()
        try await server.insertPosts(postCount)
        print("\(postCount) posts, \(ProcessInfo.processInfo.activeProcessorCount) processors")
        try await Loading(server: server).measure()
        try await CatchingUp(server: server).measure()
        try await Latency(server: server).measure()
    }

    /// Prints a line of the results, with the goal if there is one.
    static func report(_ name: String, _ value: Double, _ unit: String, goal: Double? = nil) {
        let goalText = goal.map { String(format: "   goal %g: %@", $0, value <= $0 ? "met" : "MISSED") } ?? ""
        print(
            name.padding(toLength: 52, withPad: " ", startingAt: 0) + String(format: "%9.3f ", value) + unit
                + goalText)
    }

    /// Returns the seconds that `body` takes.
    static func seconds(_ body: () async throws -> Void) async rethrows -> Double {
        let start = ContinuousClock.now
        try await body()
        let duration = ContinuousClock.now - start
        return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }
}

extension [Double] {
    /// The value below which a fraction of the values lie; 0 for none.
    func percentile(_ fraction: Double) -> Double {
        isEmpty ? 0 : sorted()[Swift.min(count - 1, Int((Double(count) * fraction).rounded(.down)))]
    }
}
