import Foundation

/// An index of closed intervals that the kernel's is compared with. Each call is for all windows, so that calls of the
/// protocol do not count.
protocol IntervalPeer {
    /// Calls `body` with the ids of the intervals that meet each window, in any order.
    func forEachWindow(_ windows: [ClosedRange<Int64>], _ body: (UnsafeBufferPointer<UInt32>) throws -> Void)
        rethrows

    /// Returns the sum of the numbers of intervals that meet each window.
    func totalCount(_ windows: [ClosedRange<Int64>]) -> Int
}

/// Builds the indexes of one peer.
struct IntervalPeerBuilder: Sendable {
    /// What it is called in a report.
    let name: String
    /// Returns a function that builds the index of closed intervals, whose ids are their places. What the peer's form of
    /// a column costs is not measured.
    let prepare: @Sendable (_ starts: [Int64], _ ends: [Int64]) -> () -> any IntervalPeer
}

extension ImplicitIntervalTree: IntervalPeer {
    static let builder = IntervalPeerBuilder(name: "tree") { starts, ends in
        { ImplicitIntervalTree(starts: starts, ends: ends) }
    }

    func forEachWindow(
        _ windows: [ClosedRange<Int64>], _ body: (UnsafeBufferPointer<UInt32>) throws -> Void
    ) rethrows {
        var found: [UInt32] = []
        for window in windows {
            ids(from: window.lowerBound, to: window.upperBound, into: &found)
            try found.withUnsafeBufferPointer(body)
        }
    }

    func totalCount(_ windows: [ClosedRange<Int64>]) -> Int {
        windows.reduce(0) { $0 + count(from: $1.lowerBound, to: $1.upperBound) }
    }
}

/// The library of `CI/build-superintervals`: an interval index in C++ of coordinates of 32 bits.
public struct SuperintervalsLibrary: @unchecked Sendable {
    // Sendable: a loaded library never changes, and is never unloaded.

    /// Why a library cannot be used.
    public struct Failure: Error, CustomStringConvertible {
        /// What is wrong with it.
        public let description: String
    }

    fileprivate typealias Build =
        @convention(c) (UnsafePointer<Int32>, UnsafePointer<Int32>, Int) -> UnsafeMutableRawPointer
    fileprivate typealias IDs =
        @convention(c) (
            UnsafeMutableRawPointer, Int32, Int32, UnsafeMutablePointer<UnsafePointer<UInt32>?>
        ) -> Int
    fileprivate typealias Count = @convention(c) (UnsafeMutableRawPointer, Int32, Int32) -> Int
    fileprivate typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void

    fileprivate let build: Build
    fileprivate let ids: IDs
    fileprivate let count: Count
    fileprivate let free: Free

    /// Loads the library at `path`.
    ///
    /// - Throws: ``Failure``.
    public init(path: String) throws {
        guard let library = dlopen(URL(fileURLWithPath: path).path, RTLD_NOW | RTLD_LOCAL) else {
            throw Failure(description: "superintervals cannot be loaded: \(String(cString: dlerror()))")
        }
        func function<Function>(_ name: String, as type: Function.Type) throws -> Function {
            guard let symbol = dlsym(library, "compass_superintervals_\(name)") else {
                throw Failure(
                    description: "\(path) is no library of CI/build-superintervals: it has no \(name)")
            }
            return unsafeBitCast(symbol, to: type)
        }
        build = try function("build", as: Build.self)
        ids = try function("ids", as: IDs.self)
        count = try function("count", as: Count.self)
        free = try function("free", as: Free.self)
    }

    var builder: IntervalPeerBuilder {
        IntervalPeerBuilder(name: "superintervals") { starts, ends in
            let (starts, ends) = (starts.map(Int32.init), ends.map(Int32.init))
            return { Index(self, starts: starts, ends: ends) }
        }
    }

    private final class Index: IntervalPeer {
        private let library: SuperintervalsLibrary
        private let handle: UnsafeMutableRawPointer

        init(_ library: SuperintervalsLibrary, starts: [Int32], ends: [Int32]) {
            self.library = library
            handle = library.build(starts, ends, starts.count)
        }

        deinit { library.free(handle) }

        func forEachWindow(
            _ windows: [ClosedRange<Int64>], _ body: (UnsafeBufferPointer<UInt32>) throws -> Void
        ) rethrows {
            for window in windows {
                var ids: UnsafePointer<UInt32>?
                let count = library.ids(handle, Int32(window.lowerBound), Int32(window.upperBound), &ids)
                try body(UnsafeBufferPointer(start: ids, count: count))
            }
        }

        func totalCount(_ windows: [ClosedRange<Int64>]) -> Int {
            windows.reduce(0) { $0 + library.count(handle, Int32($1.lowerBound), Int32($1.upperBound)) }
        }
    }
}
