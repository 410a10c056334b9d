/// The JSON format of pages and reports.
public enum JSONFormat {
    /// The version of the contract: the value of the key `schemaVersion`.
    public static let version = 1
}
