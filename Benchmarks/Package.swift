// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of the library never resolve or build it.
let package = Package(
    name: "compass-benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "compass-kernel", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    ],
    targets: [
        .target(name: "AllocationCounter"),
        .target(name: "BenchmarkHarness", dependencies: ["AllocationCounter"]),
        .executableTarget(
            name: "compass-bench",
            dependencies: [
                "BenchmarkHarness",
                .product(name: "CompassKernel", package: "compass-kernel"),
                .product(name: "CompassBaseline", package: "compass-kernel"),
                .product(name: "CompassSynthesis", package: "compass-kernel"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(name: "BenchmarkHarnessTests", dependencies: ["BenchmarkHarness"]),
    ],
    swiftLanguageModes: [.v6]
)
