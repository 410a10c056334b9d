import SupabaseTestSupport

/// The transport over which the live tests run here; Tests/NIOTransport has another one.
typealias LiveTransport = PlainWebSocketTransport
