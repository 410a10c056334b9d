import Foundation

/// The committed limits that detect regressions.
///
/// The file is JSON: for each group the build that made its figures, and for each subject, a workload or one
/// of its cases, the limits by metric. Keys are sorted, so a difference shows exactly the changed lines.
public struct Limits: Hashable, Sendable {
    /// The limits of one group.
    public struct Group: Hashable, Sendable {
        /// The build that made the figures.
        public var madeWith: BuildDescription
        /// Limits by subject and metric.
        public var limits: [String: [LimitMetric: Double]]

        /// Creates a group.
        public init(madeWith: BuildDescription, limits: [String: [LimitMetric: Double]]) {
            self.madeWith = madeWith
            self.limits = limits
        }
    }

    /// The groups that exist.
    public var groups: [LimitGroup: Group] = [:]

    /// Creates empty limits.
    public init() {}

    /// The version of the file format.
    public static let schemaVersion = 1

    /// Reads a file.
    ///
    /// - Throws: `CocoaError` if it cannot be read, `DecodingError` if it has another format.
    public static func load(contentsOf path: String) throws -> Limits {
        try JSONDecoder().decode(Limits.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Writes the file, replacing an existing one.
    public func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(self) + [0x0A]).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    /// Replaces a group's limits by those derived from figures.
    ///
    /// - Parameters:
    ///   - group: the group.
    ///   - figures: the measured figures.
    ///   - build: the build that was measured.
    ///   - isChosen: the subjects that were measured; the limits of others stay.
    public mutating func renew(
        _ group: LimitGroup, _ figures: [GateFigure], madeWith build: BuildDescription,
        isChosen: (_ subject: String) -> Bool = { _ in true }
    ) {
        let old = groups[group]?.limits ?? [:]
        var new = old.filter { !isChosen($0.key) }
        for figure in figures {
            new[figure.subject, default: [:]][figure.metric] = figure.metric.limit(
                for: figure.value, old: old[figure.subject]?[figure.metric])
        }
        groups[group] = Group(madeWith: build, limits: new)
    }
}

extension Limits: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// Writes the groups that exist.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Self.schemaVersion, forKey: Key("schemaVersion"))
        for (group, content) in groups { try container.encode(content, forKey: Key(group.rawValue)) }
    }

    /// Reads what ``encode(to:)`` writes; rejects anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let version = try container.decode(Int.self, forKey: Key("schemaVersion"))
        guard version == Self.schemaVersion else {
            throw DecodingError.dataCorruptedError(
                forKey: Key("schemaVersion"), in: container,
                debugDescription:
                    "schema version \(version); this program reads version \(Self.schemaVersion)")
        }
        for key in container.allKeys where key.stringValue != "schemaVersion" {
            guard let group = LimitGroup(rawValue: key.stringValue) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "no group is called \(key.stringValue)")
            }
            groups[group] = try container.decode(Group.self, forKey: key)
        }
    }
}

extension Limits.Group: Codable {
    private enum CodingKeys: String, CodingKey { case madeWith, limits }

    /// Writes the group.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(madeWith, forKey: .madeWith)
        try container.encode(
            limits.mapValues { values in
                Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
            }, forKey: .limits)
    }

    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        madeWith = try container.decode(BuildDescription.self, forKey: .madeWith)
        limits = try container.decode([String: [String: Double]].self, forKey: .limits).mapValues { values in
            var byMetric: [LimitMetric: Double] = [:]
            for (name, value) in values {
                guard let metric = LimitMetric(rawValue: name) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .limits, in: container, debugDescription: "no metric is called \(name)")
                }
                byMetric[metric] = value
            }
            return byMetric
        }
    }
}
