import ArgumentParser

/// Options for additional output of text pages.
struct ListingOptions: ParsableArguments {
    @Flag(help: "Show the ids of what is listed in text output. JSON and CSV always have them.")
    var ids = false
}
