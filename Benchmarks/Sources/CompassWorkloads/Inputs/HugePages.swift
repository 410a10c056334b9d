import Foundation

/// Memory in pages of 2 MiB where the system has them, as that of the kernel's columns: with small pages, the first access
/// to each, and finding their addresses, would take longest.
final class HugePages {
    let bytes: UnsafeMutableRawBufferPointer

    init(byteCount: Int) {
        bytes = .allocate(byteCount: byteCount, alignment: 2 << 20)
        #if os(Linux)
            madvise(bytes.baseAddress, bytes.count, 14 /* MADV_HUGEPAGE */)
        #endif
    }

    deinit { bytes.deallocate() }
}
