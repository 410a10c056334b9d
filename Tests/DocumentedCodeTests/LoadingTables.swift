import CompassKernel

/// Reads posts whose searches never wait for an index.
func readPosts(_ path: String) throws(LoadError) -> PostTable {
    let options = LoadOptions(searchIndexing: .background)
    return try PostTable.load(contentsOf: path, options: options).table
}

/// Reads posts, or opens those that were read before.
func readCachedPosts(_ path: String) throws(LoadError) -> PostTable {
    let options = LoadOptions(searchIndexing: .background, cache: .user)
    return try PostTable.load(contentsOf: path, options: options).table
}

/// Saves posts and schools where the next start opens them.
func saveSeason(_ posts: PostTable, _ schools: SchoolDirectory, _ path: String) throws(TableFileError) {
    try TableFile(posts: posts, schools: schools).save(to: path)
}

/// Opens the posts of the last start.
func openSeason(_ path: String) throws(TableFileError) -> SocialPosts? {
    let file = try TableFile.open(path)
    return file.posts?.bound(to: file.schools ?? .empty)
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
