import ArgumentParser
import CompassKernel

/// The option for tables that are kept between runs.
package struct CacheOptions: ParsableArguments {
    @Flag(
        help: """
            Keep tables that are read as table files in the cache folder of the user, and open these as long as the \
            files of the tables are as they were.
            """)
    package var cache = false

    package init() {}

    /// The cache; nil without the option, or if the environment names no folder for it.
    package var tableCache: TableCache? { cache ? .user : nil }
}

/// How tables are read that are kept between runs: all commands read a table alike, so that they share it.
package enum CachedReading {
    /// Returns the number of problems that are kept with a table, by its name.
    ///
    /// The timeline lists all rows of its tables that it leaves out; other pages only count them.
    package static func problemLimit(ofTable name: String) -> Int {
        ["events", "interactions", "offers", "school_status_history"].contains(name) ? .max : 0
    }
}
