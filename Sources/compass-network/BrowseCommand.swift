import ArgumentParser
import CompassBrowse
import CompassPages
import CompassProgram
import CompassSupabase

/// `compass browse --source URL`.
struct BrowseCommand: ParsableCommand {
    static let configuration = BrowseOptions.configuration

    @OptionGroup var options: BrowseOptions

    func run() throws {
        guard let address = try options.address else {
            throw ValidationError("directories are shown by compass; '--source' is expected here.")
        }
        try Browsing.requireTerminal()
        let secrets = try Secrets(options.service)
        var configuration = SupabaseConfiguration(rest: address.url, apiKey: secrets.apiKey)
        configuration.schema = options.service.schema
        let source = SupabaseSource(
            configuration, session: FixedSession(secrets.token.map { SessionToken($0) }))
        let zone = try options.moment.resolvedZone()
        let now = options.moment.now == nil ? nil : options.moment.resolvedNow(in: zone)
        try Browsing.run(
            source,
            Browsing.Options(
                place: Browsing.Place(changes: "Changes are sent to the service", name: address.url),
                color: options.drawing.color, now: now, zone: zone))
    }
}
