/// A page that has been shown, as the store knows it.
@MainActor
protocol StorePage: AnyObject {
    /// The network came or went.
    func networkChanged()
    /// All rows were dropped: another member of the family, or the end of the session.
    func storeReset()
}
