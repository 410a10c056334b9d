import ArgumentParser
import CompassProgram

/// `compass serve`: the pages for browsers, by the program `compass-serve`.
///
/// Its library for HTTP is not fetched by those who do not serve.
struct ServeCommand: ParsableCommand {
    static let configuration = ServeOptions.configuration

    @OptionGroup var options: ServeOptions

    func run() throws {
        // As they were parsed here: help and errors of arguments come from this program alone.
        try OtherProgram.serve.replaceThisProcess(for: "compass serve")
    }
}
