import BenchmarkHarness
import CompassWorkloads
import Foundation

/// The sizes at which the suite runs. The tool passes no arguments on, so an environment variable names them.
enum SuiteSizes {
    static let variable = "COMPASS_SUITE_SIZES"

    /// Returns the sizes that the variable names, smallest first; 10,000 posts if it is not set.
    static func chosen() throws -> [DatasetSize] {
        guard let text = ProcessInfo.processInfo.environment[variable] else { return [.tenThousand] }
        let sizes = try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
            guard let size = DatasetSize(rawValue: name.lowercased()) else {
                throw CheckFailure(
                    "\(variable) names the unknown size '\(name)'; known are \(DatasetSize.allNames)")
            }
            return size
        }
        return Set(sizes).sorted()
    }
}
