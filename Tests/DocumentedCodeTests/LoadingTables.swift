import CompassKernel

/// Reads posts whose searches never wait for an index.
func readPosts(_ path: String) throws(LoadError) -> PostTable {
    let options = LoadOptions(searchIndexing: .background)
    return try PostTable.load(contentsOf: path, options: options).table
}

/// Reads posts and schools from what the server has sent, away from the main actor.
@concurrent
func readPosts(
    _ postBytes: [UInt8], schools schoolBytes: [UInt8]
) async throws(LoadError) -> (social: SocialPosts, reports: [IngestReport]) {
    let (posts, postReport) = try PostTable.load(json: postBytes)
    let (schools, schoolReport) = try SchoolDirectory.load(json: schoolBytes)
    return (posts.bound(to: schools), [postReport, schoolReport])
}
