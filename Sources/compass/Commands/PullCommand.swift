import ArgumentParser
import CompassProgram

/// `compass pull`: tables from a service, read by the program `compass-network`.
///
/// Networking on Linux requires libcurl, which this program does not link.
struct PullCommand: ParsableCommand {
    static let configuration = PullOptions.configuration

    @OptionGroup var options: PullOptions

    func run() throws {
        // As they were parsed here: help and errors of arguments come from this program alone.
        try OtherProgram.network.replaceThisProcess(for: "compass pull")
    }
}
