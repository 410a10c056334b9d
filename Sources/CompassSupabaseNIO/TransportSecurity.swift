#if NIO && !COMPASS_WITHOUT_TLS
    import NIOCore
    import NIOSSL

    /// TLS for the connections of one address.
    struct TransportSecurity {
        private let context: NIOSSLContext

        /// - Parameter certificateFile: a file of authorities in PEM that are trusted besides the system's.
        init(trusting certificateFile: String?) throws {
            var configuration = TLSConfiguration.makeClientConfiguration()
            if let certificateFile {
                configuration.additionalTrustRoots = [.file(certificateFile)]
            }
            context = try NIOSSLContext(configuration: configuration)
        }

        /// - Parameter host: the name that is sent to the server and that its certificate must have; nil for
        ///   an address, which is compared with that of the connection.
        func add(to pipeline: ChannelPipeline.SynchronousOperations, host: String?) throws {
            try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: host))
        }
    }
#elseif NIO
    import CompassSupabase
    import NIOCore

    /// Stands for TLS where `COMPASS_WITHOUT_TLS` was set when the package was built.
    struct TransportSecurity {
        init(trusting _: String?) throws {
            throw WebSocketError(reason: "this program was built without TLS: it cannot open wss: addresses")
        }

        func add(to _: ChannelPipeline.SynchronousOperations, host _: String?) throws {}
    }
#endif
