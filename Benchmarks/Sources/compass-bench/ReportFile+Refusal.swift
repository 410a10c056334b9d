import BenchmarkHarness

extension ReportFile {
    /// Returns the report in a file; if there is none, prints the reason and ends the program.
    static func readOrRefuse(path: String) throws -> BenchmarkReport {
        do throws(ReportFile.Failure) {
            return try read(path: path)
        } catch {
            switch error {
            case .missing: throw Refusal(error.description, status: .missingInput).reported()
            case .unreadable: throw Refusal(error.description, status: .unreadableInput).reported()
            }
        }
    }
}
