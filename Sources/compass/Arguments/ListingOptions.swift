import ArgumentParser

/// What pages of text show beside what they usually do.
struct ListingOptions: ParsableArguments {
    @Flag(help: "Show the ids of what is listed in text output. JSON and CSV always have them.")
    var ids = false
}
