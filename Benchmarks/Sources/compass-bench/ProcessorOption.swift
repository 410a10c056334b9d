import ArgumentParser
import BenchmarkHarness

/// What `--cpu` does.
enum ProcessorOption {
    /// Binds this process and those that it starts; a usage error where that cannot be.
    static func bind(_ number: Int) throws {
        do { try ProcessorAffinity.bind(to: number) } catch {
            throw ValidationError("--cpu: \(error)")
        }
    }
}
