/// What a cluster takes for a page over many posts, from rates of one core.
///
/// Nodes read shards from storage over their network, or from their own disks, and each core works on its own
/// shard. Reading and computing overlap, so the slower of them bounds the time. The model leaves out what an
/// engine adds (starting tasks, waiting for the last one), and storage that is slower than the network.
public struct ScaleModel: Hashable, Sendable, Codable {
    /// The cluster and the posts.
    public struct Cluster: Hashable, Sendable, Codable {
        /// The posts of all shards.
        public var posts: Double
        /// The machines.
        public var nodes: Int
        /// The cores of a machine.
        public var coresPerNode: Int
        /// What a machine's network carries, in 10⁹ bits a second.
        public var networkGigabits: Double
        /// What a machine's own disks read, in 10⁹ bytes a second.
        public var diskGigabytes: Double
        /// The bytes of a shard, as lines of JSON.
        public var shardBytes: Double

        /// Creates a cluster.
        public init(
            posts: Double, nodes: Int, coresPerNode: Int, networkGigabits: Double, diskGigabytes: Double,
            shardBytes: Double
        ) {
            self.posts = posts
            self.nodes = nodes
            self.coresPerNode = coresPerNode
            self.networkGigabits = networkGigabits
            self.diskGigabytes = diskGigabytes
            self.shardBytes = shardBytes
        }
    }

    /// Where the bytes of a form come from.
    public enum Source: String, Hashable, Sendable, Codable {
        /// Storage that all machines reach over their network.
        case network
        /// Disks within the machines.
        case disks
    }

    /// How a figure was obtained.
    public enum Basis: String, Hashable, Sendable, Codable {
        /// Timed or counted in this run.
        case measured
        /// Derived from other figures.
        case computed
        /// Given by an option.
        case input
    }

    /// What a form of the posts takes.
    public struct Form: Hashable, Sendable, Codable {
        /// The form, such as `NDJSON`.
        public var name: String
        /// Where its bytes come from.
        public var source: Source
        /// The bytes of a post that are read.
        public var bytesPerPost: Double
        /// How these were obtained.
        public var bytesBasis: Basis
        /// The microseconds of one core for a post, partial answer included.
        public var coreMicrosPerPost: Double
        /// How these were obtained: computed if a measured and a given figure were added.
        public var coreBasis: Basis

        /// Creates a form.
        public init(
            name: String, source: Source, bytesPerPost: Double, bytesBasis: Basis, coreMicrosPerPost: Double,
            coreBasis: Basis
        ) {
            self.name = name
            self.source = source
            self.bytesPerPost = bytesPerPost
            self.bytesBasis = bytesBasis
            self.coreMicrosPerPost = coreMicrosPerPost
            self.coreBasis = coreBasis
        }
    }

    /// The computed bounds of a form.
    public struct Cost: Hashable, Sendable, Codable {
        /// What binds the time.
        public enum Bound: String, Hashable, Sendable, Codable {
            case cores
            case network
            case disks
        }

        /// The form.
        public let form: Form
        /// 10⁹ bytes that are read.
        public let gigabytes: Double
        /// Seconds of one core.
        public let coreSeconds: Double
        /// Seconds if only the cores bound the time.
        public let secondsByCores: Double
        /// Seconds if only the network or the disks bound the time.
        public let secondsBySource: Double
        /// What binds the time.
        public let bound: Bound
        /// The larger of both times.
        public let seconds: Double
    }

    /// The computed merge at the driver.
    public struct DriverCost: Hashable, Sendable, Codable {
        /// The number of shards.
        public let shards: Int
        /// 10⁶ bytes of their partial answers.
        public let megabytes: Double
        /// Seconds for which these occupy the driver's network.
        public let networkSeconds: Double
        /// Seconds of the driver's core to read, merge and finish all of them.
        public let flatSeconds: Double
        /// The answers that are merged in one group before, about the square root of their number.
        public let groupSize: Int
        /// Seconds to read and merge one group, and then the groups' answers, and to finish.
        public let twoLevelSeconds: Double
    }

    /// What reading and merging takes, from the measured merge.
    public struct Merge: Hashable, Sendable, Codable {
        /// The bytes of a partial answer.
        public var bytesPerPartial: Double
        /// Microseconds to read a partial answer and to merge it.
        public var microsPerPartial: Double
        /// Microseconds to finish the page.
        public var finishMicros: Double

        /// Creates the costs of a merge.
        public init(bytesPerPartial: Double, microsPerPartial: Double, finishMicros: Double) {
            self.bytesPerPartial = bytesPerPartial
            self.microsPerPartial = microsPerPartial
            self.finishMicros = finishMicros
        }
    }

    /// The cluster and the posts.
    public var cluster: Cluster

    /// Creates the model of a cluster.
    public init(_ cluster: Cluster) { self.cluster = cluster }

    /// Returns the bounds of a form.
    public func cost(of form: Form) -> Cost {
        let bytes = cluster.posts * form.bytesPerPost
        let coreSeconds = cluster.posts * form.coreMicrosPerPost / 1e6
        let byCores = coreSeconds / Double(cluster.nodes * cluster.coresPerNode)
        let bytesPerSecond =
            switch form.source {
            case .network: cluster.networkGigabits * 1e9 / 8
            case .disks: cluster.diskGigabytes * 1e9
            }
        let bySource = bytes / (bytesPerSecond * Double(cluster.nodes))
        let slowSource: Cost.Bound = form.source == .network ? .network : .disks
        return Cost(
            form: form, gigabytes: bytes / 1e9, coreSeconds: coreSeconds, secondsByCores: byCores,
            secondsBySource: bySource, bound: bySource > byCores ? slowSource : .cores,
            seconds: max(byCores, bySource))
    }

    /// Returns what the driver takes for the partial answers of all shards.
    ///
    /// - Parameters:
    ///   - merge: the measured merge.
    ///   - bytesPerPost: the bytes of a post as a line of JSON, by which shards are cut.
    public func driverCost(_ merge: Merge, bytesPerPost: Double) -> DriverCost {
        let shards = max((cluster.posts * bytesPerPost / cluster.shardBytes).rounded(.up), 1)
        let groupSize = shards.squareRoot().rounded(.up)
        let groups = (shards / groupSize).rounded(.up)
        let bytes = shards * merge.bytesPerPartial
        return DriverCost(
            shards: Int(shards), megabytes: bytes / 1e6,
            networkSeconds: bytes / (cluster.networkGigabits * 1e9 / 8),
            flatSeconds: (shards * merge.microsPerPartial + merge.finishMicros) / 1e6,
            groupSize: Int(groupSize),
            twoLevelSeconds: ((groupSize + groups) * merge.microsPerPartial + merge.finishMicros) / 1e6)
    }
}
