// swift-tools-version: 6.2
import PackageDescription

// The tests run in the build that is measured, so that there is one only: of all modules these alone are opened to
// tests, and the kernel is compiled as it ships.
let testable: [SwiftSetting] = [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]

// A package of its own, so that users of the library never resolve or build it.
let package = Package(
    name: "compass-benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        // With its server, so that all that is optimised is compiled once; only CI builds it.
        .package(name: "compass-kernel", path: "..", traits: ["Serve"]),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", exact: "0.2.0"),
        // Without its default traits, which would replace the allocator a second time.
        .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
    ],
    targets: [
        .systemLibrary(
            name: "CJemalloc", pkgConfig: "jemalloc",
            providers: [.apt(["libjemalloc-dev"]), .brew(["jemalloc"])]),
        .target(name: "AllocationCounter", dependencies: ["CJemalloc"]),
        .target(name: "OptimizerBarrier"),
        .target(name: "MainActorHook"),
        .target(name: "ProcessorBinding"),
        .target(
            name: "BenchmarkHarness",
            dependencies: [
                "AllocationCounter", "OptimizerBarrier", "ProcessorBinding",
                .product(name: "Histogram", package: "hdrhistogram-swift"),
            ], swiftSettings: testable),
        .target(
            name: "CompassWorkloads",
            dependencies: [
                "BenchmarkHarness", "MainActorHook",
                .product(name: "CompassKernel", package: "compass-kernel"),
                .product(name: "CompassPages", package: "compass-kernel"),
                .product(name: "CompassBaseline", package: "compass-kernel"),
                .product(name: "CompassSynthesis", package: "compass-kernel"),
                .product(name: "CompassTestSupport", package: "compass-kernel"),
            ], swiftSettings: testable),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .target(
            name: "CompassPeers",
            dependencies: [
                "BenchmarkHarness", "CSQLite", "CompassWorkloads",
                .product(name: "CompassKernel", package: "compass-kernel"),
            ], swiftSettings: testable),
        .executableTarget(
            name: "compass-bench",
            dependencies: [
                "BenchmarkHarness", "CompassPeers", "CompassWorkloads",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // Needs the services that CI/supabase-run starts; CI/measure-source runs it.
        .executableTarget(
            name: "measure-source",
            dependencies: [
                "CompassKernel", "CompassPages", "CompassSupabase", "SupabaseTestSupport",
            ].map { .product(name: $0, package: "compass-kernel") }),
        // The tool looks for its targets in a folder of this name only.
        .executableTarget(
            name: "CompassSuite",
            dependencies: [
                "BenchmarkHarness", "CompassWorkloads",
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/CompassSuite",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
        .testTarget(name: "BenchmarkHarnessTests", dependencies: ["BenchmarkHarness"]),
        .testTarget(name: "CompassPeersTests", dependencies: ["CompassPeers"]),
        .testTarget(
            name: "CompassWorkloadsTests",
            dependencies: [
                "BenchmarkHarness", "CompassWorkloads",
                .product(name: "CompassKernel", package: "compass-kernel"),
                .product(name: "CompassBaseline", package: "compass-kernel"),
                .product(name: "CompassSynthesis", package: "compass-kernel"),
            ]),
        .testTarget(name: "BenchCommandTests", dependencies: ["compass-bench", "BenchmarkHarness"]),
        .testTarget(
            name: "CompassBenchTests",
            dependencies: [
                "compass-bench", "BenchmarkHarness",
                .product(name: "CompassSynthesis", package: "compass-kernel"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
