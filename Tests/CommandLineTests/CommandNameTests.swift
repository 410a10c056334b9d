import Foundation
import XCTest

/// Commands that do not exist.
final class CommandNameTests: CommandLineTestCase {
    func testUnknownCommandsExit64AndTheNearestIsNamed() throws {
        for (arguments, name, nearest) in [
            (["socia", "d"], "socia", "social"), (["socia"], "socia", "social"),
            (["help", "socail"], "socail", "social"),
            (["repotr", "d", "--preset", "7d"], "repotr", "report"), (["fede"], "fede", "feed"),
            (["s"], "s", "social"),
            (["help", "time"], "time", "timeline"), (["school"], "school", "schools"),
            (["Social"], "Social", "social"),
            (["generat"], "generat", "generate"), (["datset", "--help"], "datset", "datasets"),
        ] {
            let run = try CommandLineRun.run(arguments)
            XCTAssertEqual(run.status, 64, "\(arguments)")
            XCTAssertEqual(
                run.errors,
                """
                Error: '\(name)' is not a command; the nearest one is '\(nearest)'.
                Usage: compass <subcommand>
                  See 'compass --help' for more information.

                """)
            XCTAssertEqual(run.text, "")
        }
        for arguments in [["help", "nothing"], ["nothing"], ["/path/to/data"], [""], ["é"]] {
            let run = try CommandLineRun.run(arguments)
            XCTAssertEqual(run.status, 64, "\(arguments)")
            XCTAssertTrue(run.errors.contains("is not a command; the nearest one is '"), run.errors)
        }
    }
}
