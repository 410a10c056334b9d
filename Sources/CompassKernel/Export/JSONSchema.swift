/// The form of the JSON that pages and reports are written in.
public enum JSONSchema {
    /// The version of the contract: the value of the key `schemaVersion`.
    public static let version = 1
}
