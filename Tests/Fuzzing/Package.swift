// swift-tools-version: 6.2
import PackageDescription

// A separate package, because it only links with the flags that CI/fuzz passes.
let package = Package(
    name: "compass-fuzzing",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "compass-kernel", path: "../..")],
    targets: [
        .executableTarget(
            name: "CompassFuzzer",
            dependencies: [
                .product(name: "CompassKernel", package: "compass-kernel"),
                .product(name: "CompassBaseline", package: "compass-kernel"),
                .product(name: "CompassTestSupport", package: "compass-kernel"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
