import CompassSupabaseNIO

/// The transport over which the live tests run here.
typealias LiveTransport = NIOWebSocketTransport
