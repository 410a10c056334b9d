import ArgumentParser
import BenchmarkHarness

/// The effect of `--cpu`.
enum ProcessorOption {
    /// Binds this process and those that it starts; throws a usage error if that is impossible.
    static func bind(_ number: Int) throws {
        do { try ProcessorAffinity.bind(to: number) } catch {
            throw ValidationError("--cpu: \(error)")
        }
    }
}
