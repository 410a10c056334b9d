import CompassKernel
import CompassPages
import XCTest

/// Payloads of tables other than posts.
final class RecordChangeTests: XCTestCase {
    private let row =
        #"{"id":"i","school_id":null,"coach_id":null,"type":"email","direction":null,"subject":"a, \"b\" ]}","#
        + #""content":null,"sentiment":null,"occurred_at":"2026-02-10T14:30:00+00:00","created_at":null}"#

    private func changes(_ json: String) throws -> [RecordChange<Interaction>] {
        try RecordChange<Interaction>.read(Array(json.utf8), of: .interactions)
    }

    private func payload(_ type: String, _ record: String, old: String = "null") -> String {
        #"{"type":"\#(type)", "record":\#(record) ,"old_record":\#(old),"errors":null}"#
    }

    func testRowsAreThoseOfALoad() throws {
        let table = try InteractionTable.load(json: Array("[\(row)]".utf8)).table
        let interaction = try XCTUnwrap(table.first)
        for type in ["INSERT", "UPDATE"] {
            XCTAssertEqual(try changes("[\(payload(type, row))]"), [.put(interaction)])
        }
        XCTAssertEqual(
            try changes(" [ \(payload("INSERT", row)) ,\n\(payload("DELETE", "{}", old: #"{"id":"x"}"#))] "),
            [.put(interaction), .removed(id: "x")])
        XCTAssertEqual(try changes("[]"), [])
    }

    /// An update lacks the columns that did not change and are stored out of line.
    func testAnUpdateWithoutAllColumnsIsIncomplete() throws {
        let part = row.replacingOccurrences(of: #""content":null,"#, with: "")
        XCTAssertEqual(try changes("[\(payload("UPDATE", part))]"), [.incomplete(id: "i")])
        // Of a new row nothing is left out; a column that is missing does not exist.
        guard case .put = try changes("[\(payload("INSERT", part))]").first else { return XCTFail("no row") }
    }

    func testARowThatCannotBeReadIsIncomplete() throws {
        let wrong = row.replacingOccurrences(of: "2026-02-10", with: "2026-02-30")
        XCTAssertEqual(try changes("[\(payload("INSERT", wrong))]"), [.incomplete(id: "i")])
    }

    func testPayloadsWithoutAnIDAreLeftOut() throws {
        for payload in [payload("DELETE", "{}"), payload("INSERT", "{}"), payload("INSERT", "null"), "{}"] {
            XCTAssertEqual(try changes("[\(payload)]"), [], payload)
        }
    }

    func testWhatIsNotAnArrayOfRowsIsRefused() {
        for text in ["", "[", "[{]", "7", #"[{"type":"INSERT"}"#, #"["a"]x"#] {
            XCTAssertThrowsError(try changes(text), text)
        }
    }
}
