// swift-tools-version: 6.2
import PackageDescription

// A package of its own that uses the library with the trait NIO, as an app on Linux does: compiling what the trait
// brings takes minutes. CI/check-nio builds and runs it.
let package = Package(
    name: "nio-transport-tests",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "compass-kernel", path: "../..", traits: ["NIO"]),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    ],
    targets: [
        .testTarget(
            name: "NIOTransportTests",
            dependencies: [
                "CompassSupabaseNIO", "CompassSupabase", "CompassPages", "CompassKernel",
                "SupabaseTestSupport",
            ].map { .product(name: $0, package: "compass-kernel") }
                + ["NIOCore", "NIOPosix"].map { .product(name: $0, package: "swift-nio") })
    ],
    swiftLanguageModes: [.v6]
)
