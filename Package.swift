// swift-tools-version: 6.2
import PackageDescription

// CI's server speaks only to services of its own machine, and compiling TLS takes minutes: CI sets this variable.
// Everyone else's server has TLS; CI/check-nio, of CI/test-slow, compiles and tests it.
let hasTLS = Context.environment["COMPASS_WITHOUT_TLS"] != "1"

let package = Package(
    name: "compass-kernel",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "CompassKernel", targets: ["CompassKernel"]),
        // The five pages as state, and where their tables come from.
        .library(name: "CompassPages", targets: ["CompassPages"]),
        // Tables and live changes of a Supabase project.
        .library(name: "CompassSupabase", targets: ["CompassSupabase"]),
        // Live changes on Linux; empty without the trait NIO.
        .library(name: "CompassSupabaseNIO", targets: ["CompassSupabaseNIO"]),
        .library(name: "CompassBaseline", targets: ["CompassBaseline"]),
        .library(name: "CompassSynthesis", targets: ["CompassSynthesis"]),
        // What tests, benchmarks and fuzzing share.
        .library(name: "CompassTestSupport", targets: ["CompassTestSupport"]),
        // Likewise, for the services that CI/supabase-run starts.
        .library(name: "SupabaseTestSupport", targets: ["SupabaseTestSupport"]),
        // What `CI/build-c-library` ships as libcompass.
        .library(name: "CompassC", type: .dynamic, targets: ["CompassC"]),
        .executable(name: "compass", targets: ["compass"]),
        // Starts from `compass`: the commands that require a network.
        .executable(name: "compass-network", targets: ["compass-network"]),
        // Starts from `compass`: the pages for browsers. Without the trait Serve it tells how to build it.
        .executable(name: "compass-serve", targets: ["compass-serve"]),
    ],
    traits: [
        .trait(
            name: "NIO",
            description: "WebSockets for live changes on Linux, with SwiftNIO; other users do not fetch it."),
        .trait(
            name: "Serve",
            description: "The server of `compass serve`, with Hummingbird; other users do not fetch it.",
            enabledTraits: ["NIO"]),
    ],
    dependencies: [
        // Of the CLI only: the library has no third-party dependency.
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        // Of CompassSupabaseNIO only.
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        // Of compass-serve only.
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        .target(name: "CompassKernel", dependencies: ["CCompassScan"]),
        // The loops of searching and reading that Swift cannot compile for AVX2, or that fetch memory ahead.
        .target(name: "CCompassScan"),
        .target(name: "CompassPages", dependencies: ["CompassKernel"]),
        .target(name: "CompassSupabase", dependencies: ["CompassPages", "CompassKernel"]),
        .target(
            name: "CompassSupabaseNIO",
            dependencies: ["CompassSupabase"]
                + ([
                    ("NIOCore", "swift-nio"), ("NIOPosix", "swift-nio"), ("NIOHTTP1", "swift-nio"),
                    ("NIOWebSocket", "swift-nio"),
                ] + (hasTLS ? [("NIOSSL", "swift-nio-ssl")] : []))
                .map { .product(name: $0.0, package: $0.1, condition: .when(traits: ["NIO"])) },
            swiftSettings: hasTLS ? [] : [.define("COMPASS_WITHOUT_TLS")]),
        .target(name: "CompassBaseline"),
        .target(name: "CompassSynthesis"),
        // The header of the C interface, and the functions that it declares.
        .target(name: "CCompass"),
        .target(name: "CompassC", dependencies: ["CCompass", "CompassKernel"]),
        // What the two programs share.
        .target(
            name: "CompassProgram",
            dependencies: [
                "CompassKernel", "CompassPages",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // The pages on a whole terminal.
        .target(name: "CompassBrowse", dependencies: ["CompassKernel", "CompassPages", "CompassProgram"]),
        // The pages for browsers: requests, routes and state, without a socket.
        .target(
            name: "CompassServer",
            dependencies: [
                "CCompass", "CCompassWeb", "CompassFiles", "CompassKernel", "CompassPages", "CompassProgram",
                "CompassSynthesis",
            ]),
        // The web app's files, inside of the program.
        .target(name: "CCompassWeb", exclude: ["app"]),
        // The socket, with a library that `compass` does not have.
        .executableTarget(
            name: "compass-serve",
            dependencies: [
                "CCompass", "CompassKernel", "CompassPages", "CompassProgram", "CompassServer",
                "CompassSupabase", "CompassSupabaseNIO",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
                + [
                    ("HummingbirdCore", "hummingbird"), ("HTTPTypes", "swift-http-types"),
                    ("Logging", "swift-log"), ("NIOCore", "swift-nio"), ("NIOHTTP1", "swift-nio"),
                    ("NIOPosix", "swift-nio"),
                    ("NIOHTTPTypes", "swift-nio-extras"), ("ServiceLifecycle", "swift-service-lifecycle"),
                    ("UnixSignals", "swift-service-lifecycle"),
                ].map { .product(name: $0.0, package: $0.1, condition: .when(traits: ["Serve"])) }),
        // A program of its own, because FoundationNetworking requires libcurl, which `compass` does not link.
        .executableTarget(
            name: "compass-network",
            dependencies: [
                "CompassBrowse", "CompassKernel", "CompassPages", "CompassProgram", "CompassSupabase",
                "CompassSynthesis", "CCompass",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            name: "compass",
            dependencies: [
                "CompassBrowse", "CompassFiles", "CompassKernel", "CompassPages", "CompassProgram",
                "CompassSynthesis",
                // For its version alone.
                "CCompass",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // The tables of a data directory, compressed or not.
        .target(
            name: "CompassFiles",
            dependencies: ["CompassKernel", "CompassProgram", "CompassSynthesis", "CZlib"],
            linkerSettings: [
                // By its file's name, so that the program runs where no zlib is; macOS has it everywhere.
                .linkedLibrary(":libz.a", .when(platforms: [.linux])),
                .linkedLibrary("z", .when(platforms: [.macOS])),
            ]),
        // Of the programs only, for compressed input: the library neither builds nor links it.
        .systemLibrary(name: "CZlib"),
        // Compares the kernel with the baseline, in tests, benchmarks and fuzzing.
        .target(
            name: "CompassTestSupport",
            dependencies: ["CompassKernel", "CompassBaseline"],
            path: "Tests/CompassTestSupport"),
        // Speaks to the stand-ins for a Supabase project, in tests and benchmarks.
        .target(
            name: "SupabaseTestSupport",
            dependencies: [
                "CompassSupabase", "CompassPages", "CompassKernel", "CompassSynthesis", "TestRandom",
            ],
            path: "Tests/SupabaseTestSupport",
            exclude: ["RecordedConversation.txt"]),
        // The random numbers of all tests.
        .target(name: "TestRandom", path: "Tests/TestRandom"),
        .testTarget(
            name: "CompassKernelTests", dependencies: ["CCompassScan", "CompassKernel", "TestRandom"],
            exclude: ["Export/HTML/Golden", "TableFiles/Golden"]),
        .testTarget(name: "CompassBaselineTests", dependencies: ["CompassBaseline", "TestRandom"]),
        .testTarget(
            name: "CompassPagesTests",
            dependencies: ["CompassPages", "CompassKernel", "CompassTestSupport", "TestRandom"],
            exclude: ["PageTexts.json"]),
        .testTarget(
            name: "CompassSupabaseTests",
            dependencies: [
                "CompassSupabase", "CompassPages", "CompassKernel", "CompassSynthesis", "CompassTestSupport",
                "SupabaseTestSupport", "TestRandom",
            ]),
        // Needs the services that CI/supabase-run starts; skips its tests where there are none.
        .testTarget(
            name: "SupabaseServerTests",
            dependencies: [
                "CompassSupabase", "CompassPages", "CompassKernel", "CompassSynthesis", "CompassTestSupport",
                "SupabaseTestSupport", "TestPrograms", "compass", "compass-network",
            ]),
        // Runs the programs that are built beside the tests.
        .target(name: "TestPrograms", path: "Tests/TestPrograms"),
        .testTarget(
            name: "PullTests",
            dependencies: [
                "compass", "compass-network", "CompassKernel", "CompassProgram", "TestPrograms", "TestRandom",
            ]),
        .testTarget(
            name: "CompassBrowseTests",
            dependencies: [
                "CompassBrowse", "CompassKernel", "CompassPages", "CompassProgram", "CompassSynthesis",
                "CompassTestSupport", "TestRandom",
            ],
            exclude: ["Screens"]),
        .testTarget(
            name: "CompassServerTests",
            dependencies: [
                "CompassServer", "CompassFiles", "CompassKernel", "CompassPages", "CompassProgram",
                "CompassSynthesis", "CompassTestSupport", "TestPrograms", "TestRandom", "compass",
            ]),
        .testTarget(name: "CompassSynthesisTests", dependencies: ["CompassSynthesis"]),
        .testTarget(name: "CompassCTests", dependencies: ["CCompass", "CompassC", "CompassKernel"]),
        .testTarget(
            name: "DifferentialTests",
            dependencies: [
                "CompassKernel", "CompassBaseline", "CompassSynthesis", "CompassTestSupport", "TestRandom",
            ]),
        .testTarget(
            name: "CompassKernelPerformanceTests",
            dependencies: [
                "CompassKernel", "CompassBaseline", "CompassSynthesis", "CompassTestSupport", "CCompass",
                "CompassC",
            ]),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "compass", "CompassFiles", "CompassProgram", "CCompass", "CompassKernel", "CompassSynthesis",
                "CompassTestSupport", "TestRandom",
            ],
            exclude: ["Screens"]),
        .testTarget(
            name: "ConformanceTests",
            dependencies: ["CompassKernel", "CompassBaseline", "CompassTestSupport"],
            exclude: ["Fixtures"]),
        // What the documentation's articles show; CI/check-examples holds them to it.
        .testTarget(
            name: "DocumentedCodeTests", dependencies: ["CompassKernel", "CompassPages", "CompassSupabase"]),
        // Needs the server that CI/test starts; skips its tests where there is none.
        .testTarget(name: "PostgreSQLTests", dependencies: ["compass", "CompassKernel", "TestPrograms"]),
    ],
    swiftLanguageModes: [.v6]
)
