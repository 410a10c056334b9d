import BenchmarkHarness
import CompassBaseline
import CompassKernel
import Foundation

/// Saves posts to a table file, and verifies the whole file.
package enum FileSave {
    package static let save = "file.save"
    package static let verify = "file.verify"
    /// The key of the time in which as many bytes are copied to a new file and synchronized.
    package static let copy = "copying as many bytes"
    /// The key of the time in which a new mapping of the file is read once.
    package static let plainPass = "one plain pass"

    static let workloads = [
        CompassWorkload(name: save, purpose: "saves posts to a table file, in place of an earlier one") {
            inputs, size in
            let inputs = try inputs.page(size)
            let files = try inputs.files()
            let (content, path) = (inputs.content, files.savedPath)
            let saved = try Data(contentsOf: URL(fileURLWithPath: files.path(.columns)))
            let kernel = QuestionCase(kernel: Call { _ in try content.save(to: path, searchIndex: false) }) {
                try content.save(to: path, searchIndex: false)
                try CheckFailure.unless(
                    try Data(contentsOf: URL(fileURLWithPath: path)) == saved,
                    "\(save): equal posts make another file")
                let opened = try TableFile.open(path, verify: .all).posts?.bound(to: inputs.schools)
                let posts = try inputs.careful().posts
                try PostComparison.check(save, opened ?? inputs.social, equals: posts, inputs)
            }
            var question = PreparedQuestion(rows: inputs.rows, cases: [kernel], bytesRead: saved.count)
            question.variants = [
                .init(name: copy, call: Call { _ in try WholeFile.replace(path, by: saved) })
            ]
            return question
        },
        CompassWorkload(name: verify, purpose: "opens a table file of posts and verifies all of its bytes") {
            inputs, size in
            let inputs = try inputs.page(size)
            let files = try inputs.files()
            let path = files.path(.searchIndex)
            let kernel = QuestionCase(kernel: Call { _ in try files.open(.searchIndex, verify: .all) }) {
                let opened = try files.open(.searchIndex, verify: .all)
                let posts = try inputs.careful().posts
                try PostComparison.check(verify, opened, equals: posts, inputs)
            }
            let byteCount = try WholeFile.byteCount(path)
            var question = PreparedQuestion(rows: inputs.rows, cases: [kernel], bytesRead: byteCount)
            question.variants = [
                .init(name: plainPass, call: Call { _ in try WholeFile.sum(path) })
            ]
            return question
        },
    ]
}
