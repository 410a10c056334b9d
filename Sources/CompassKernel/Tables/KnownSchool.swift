/// A school that a directory lists or that only rows refer to.
package struct KnownSchool: Hashable, Sendable {
    /// The school's id.
    package var id: String
    /// The name in the directory; nil if the directory does not list the id or the school has no name.
    package var name: String?

    package init(id: String, name: String?) {
        self.id = id
        self.name = name
    }
}

extension SchoolDirectory {
    /// Returns the schools of the directory, then the ids that only rows refer to, each once.
    ///
    /// - Parameter ids: the ids that rows refer to, compared byte by byte.
    /// - Complexity: O(s + d) for s ids and d schools of the directory.
    package func schools(with ids: some Sequence<String>) -> [KnownSchool] {
        var known: Set<SchoolID> = []
        var schools: [KnownSchool] = []
        for row in 0..<count where known.insert(SchoolID(self.ids.string(row))).inserted {
            let name = names.string(row).flatMap { VisibleText.isBlank($0) ? nil : $0 }
            schools.append(KnownSchool(id: self.ids.string(row), name: name))
        }
        for id in ids where known.insert(SchoolID(id)).inserted {
            schools.append(KnownSchool(id: id, name: nil))
        }
        return schools
    }
}

extension SocialPosts {
    /// The schools of the directory and of the posts.
    package var knownSchools: [KnownSchool] { schoolNames.directory.schools(with: schoolNames.ids) }

    /// Returns the schools of the directory and of the posts with their number of posts, in name order, then
    /// by id: the choices of a filter.
    ///
    /// - Complexity: O(s log s) for s schools, plus the rows of one block of counts.
    public func schoolsInNameOrder() -> [SchoolPostCount] {
        let noTime = Timestamp(micros: 0)
        let active = analyticsPage(
            .all, asOf: noTime, in: .utc, topSchools: .max, recentPosts: 0, days: .last(0)
        ).topSchools
        let counts = Dictionary(
            active.map { (SchoolID($0.id), $0.postCount) }, uniquingKeysWith: { first, _ in first })
        let ids = knownSchools.map(\.id)
        let names = schoolNames.directory.names(of: ids, unknown: SchoolNames.unknown)
        return NameOrder.sorted(names: names, ids: ids).map { index in
            SchoolPostCount(
                id: ids[index], name: names[index], postCount: counts[SchoolID(ids[index])] ?? 0)
        }
    }
}

extension RecruitingTimeline {
    /// The ids of the schools that rows of the timeline's tables refer to.
    package var schoolIDs: [String] { tables.value.lanes.ids.compactMap { $0 } }
}
