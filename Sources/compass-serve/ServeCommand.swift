import ArgumentParser
import CompassProgram

/// `compass serve`.
struct ServeCommand: ParsableCommand {
    static let configuration = ServeOptions.configuration

    @OptionGroup var options: ServeOptions

    func run() throws {
        #if Serve
            try Serving(options).run()
        #else
            throw Failure(
                .unavailable,
                "this compass-serve was built without its server, which those who do not serve need not "
                    + "build; 'make serve', or 'swift build -c release --traits Serve --product "
                    + "compass-serve', builds it")
        #endif
    }
}
