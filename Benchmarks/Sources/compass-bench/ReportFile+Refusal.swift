import BenchmarkHarness

extension ReportFile {
    /// The report in a file; where there is none, says why and ends the program.
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
