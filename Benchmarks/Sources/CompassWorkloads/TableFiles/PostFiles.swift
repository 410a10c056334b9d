import BenchmarkHarness
import CompassKernel
import Foundation

/// Table files with the posts and schools of one dataset, which are removed with this object.
package final class PostFiles {
    /// The forms of a file of posts.
    package enum Form: String, CaseIterable, Sendable {
        case columns
        case searchIndex = "with the search index"
    }

    private let folder: URL

    /// Saves posts in each form.
    init(_ content: TableFile) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("compass-files-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("saved"), withIntermediateDirectories: true)
        content.posts?.prepareForSearch()
        for form in Form.allCases {
            try content.save(to: path(form), searchIndex: form == .searchIndex)
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The path of the file in a form.
    package func path(_ form: Form) -> String {
        folder.appendingPathComponent(form == .columns ? "columns.compass" : "indexed.compass").path
    }

    /// The size of the file in a form.
    package func byteCount(_ form: Form) throws -> Int { try WholeFile.byteCount(path(form)) }

    /// Lets the system forget the content of the file in a form, which is on the disk; elsewhere than on Linux
    /// it is measured as it is.
    package func dropFromCache(_ form: Form) throws { try WholeFile.dropFromCache(path(form)) }

    /// The path of a file that is written anew, in a folder of its own.
    var savedPath: String { folder.appendingPathComponent("saved/posts.compass").path }

    /// Opens the file in a form.
    package func open(
        _ form: Form, verify: TableFile.Verification = .read, options: LoadOptions = LoadOptions()
    ) throws -> SocialPosts {
        let file = try TableFile.open(path(form), verify: verify, options: options)
        guard let posts = file.posts, let schools = file.schools else {
            throw CheckFailure("\(path(form)) has no posts or no schools")
        }
        return posts.bound(to: schools)
    }
}
