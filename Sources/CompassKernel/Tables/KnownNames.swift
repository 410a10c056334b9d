/// A school or coach that a table of names lists or that only rows refer to.
package struct NamedID: Hashable, Sendable {
    /// The id.
    package var id: String
    /// The name; nil if the table does not list the id or has no name for it.
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
    package func schools(with ids: some Sequence<String>) -> [NamedID] {
        var known: Set<ForeignID> = []
        var schools: [NamedID] = []
        for row in 0..<count where known.insert(ForeignID(self.ids.string(row))).inserted {
            let name = names.string(row).flatMap { VisibleText.isBlank($0) ? nil : $0 }
            schools.append(NamedID(id: self.ids.string(row), name: name))
        }
        for id in ids where known.insert(ForeignID(id)).inserted {
            schools.append(NamedID(id: id, name: nil))
        }
        return schools
    }
}

extension TimelineItems {
    /// Returns the schools of the directory and of the items, in name order, then by id: the choices of a
    /// filter.
    ///
    /// - Complexity: O(s log s) for s schools.
    package func schools(in directory: SchoolDirectory) -> [(id: String, name: String)] {
        let known = directory.schools(with: tables.value.lanes.ids.compactMap { $0 })
        let names = known.map { $0.name ?? LaneDirectory.unknownName }
        return NameOrder.sorted(names: names, ids: known.map(\.id)).map { (known[$0].id, names[$0]) }
    }
}

extension SocialPosts {
    /// The schools of the directory and of the posts.
    package var knownSchools: [NamedID] { names.directory.schools(with: schoolNames.ids) }

    /// Returns the schools of the directory and of the posts with their number of posts, in name order, then
    /// by id: the choices of a filter.
    ///
    /// - Complexity: O(s) for s schools; the first time since the posts were bound O(s log s).
    public func schoolsInNameOrder() -> [NamedPostCount] {
        names.schoolsInNameOrder.map { school in
            NamedPostCount(
                id: school.id, name: school.name,
                postCount: school.code.map { posts.postCount(ofSchool: $0) } ?? 0)
        }
    }

    /// The coaches of the table of coaches and of the posts, with their names as far as they are known.
    package var knownCoaches: [NamedID] {
        var known: Set<ForeignID> = []
        let listed = names.coachTable.map { NamedID(id: $0.id, name: $0.fullName) }
        let others = coachNames.ids.map { NamedID(id: $0, name: nil) }
        return (listed + others).filter { known.insert(ForeignID($0.id)).inserted }
    }

    /// Returns the coaches of the table of coaches and of the posts with their number of posts, in name
    /// order, then by id: the choices of a filter.
    ///
    /// - Complexity: O(c log c) for c coaches.
    public func coachesInNameOrder() -> [NamedPostCount] {
        let known = knownCoaches
        let names = known.map { $0.name ?? CoachTable.unknownName }
        return rowsInNameOrder(known.map(\.id), names, coachNames) { posts.postCount(ofCoach: $0) }
    }

    /// Returns a row for each id with the number of its posts.
    private func rowsInNameOrder(
        _ ids: [String], _ names: [String], _ codes: CodeNames, postCount: (_ code: Int) -> Int
    ) -> [NamedPostCount] {
        NameOrder.sorted(names: names, ids: ids).map { index in
            let code = codes.code(of: ForeignID(ids[index]))
            return NamedPostCount(
                id: ids[index], name: names[index],
                postCount: code.map { postCount($0) } ?? 0)
        }
    }
}

extension RecruitingTimeline {
    /// The ids of the schools that rows of the timeline's tables refer to.
    package var schoolIDs: [String] { tables.value.lanes.ids.compactMap { $0 } }
}
