/// A part of a page: lines that scroll together, and that can be selected if it has an id.
struct PageBlock {
    var id: String?
    var lines: [StyledLine]

    init(id: String? = nil, _ lines: [StyledLine]) {
        self.id = id
        self.lines = lines
    }
}

/// The blocks of a page, whose lines are made once each, when they are visible.
struct PageBlocks {
    let count: Int
    /// Returns the id of a block; nil for one that cannot be selected.
    let id: (Int) -> String?
    private let makeLines: (Int) -> [StyledLine]
    private let made = Made()

    private final class Made {
        var lines: [Int: [StyledLine]] = [:]
    }

    init(count: Int, id: @escaping (Int) -> String?, lines: @escaping (Int) -> [StyledLine]) {
        self.count = count
        self.id = id
        makeLines = lines
    }

    init(_ blocks: [PageBlock]) {
        self.init(count: blocks.count, id: { blocks[$0].id }, lines: { blocks[$0].lines })
    }

    /// Returns the index of a block, searched from a place outwards: blocks seldom move far. Nil if there is none.
    func index(of id: String, near place: Int) -> Int? {
        var after = min(max(place, 0), count)
        var before = after
        while before > 0 || after < count {
            if after < count {
                if self.id(after) == id { return after }
                after += 1
            }
            if before > 0 {
                before -= 1
                if self.id(before) == id { return before }
            }
        }
        return nil
    }

    /// Returns the lines of a block.
    func lines(_ index: Int) -> [StyledLine] {
        if let lines = made.lines[index] { return lines }
        let lines = makeLines(index)
        made.lines[index] = lines
        return lines
    }
}

/// What is visible of a page's blocks, and which one is selected.
struct BlockScroller {
    /// The first visible line: that of a block.
    struct Place: Hashable, Comparable {
        var block = 0
        var line = 0

        static func < (left: Place, right: Place) -> Bool {
            left.block == right.block ? left.line < right.line : left.block < right.block
        }
    }

    private(set) var top = Place()
    private(set) var selectedID: String?
    private var selectedIndex = 0

    /// Whether the first line is visible.
    var isAtTop: Bool { top == Place() }

    // MARK: After changes of the blocks

    /// Finds the selected block again, after others came or went; if it went, its successor is selected.
    mutating func update(_ blocks: PageBlocks, height: Int) {
        guard blocks.count > 0 else {
            (top, selectedID, selectedIndex) = (Place(), nil, 0)
            return
        }
        if let selectedID {
            let index = blocks.index(of: selectedID, near: selectedIndex)
            select(index ?? nearestSelectable(min(selectedIndex, blocks.count - 1), blocks), blocks)
        }
        if top.block >= blocks.count { top = Place(block: blocks.count - 1, line: 0) }
        top.line = min(top.line, max(0, blocks.lines(top.block).count - 1))
        top = min(top, lastTop(blocks, height: height))
        if selectedID == nil { select(firstSelectable(in: visible(blocks, height: height), blocks), blocks) }
    }

    private func nearestSelectable(_ index: Int, _ blocks: PageBlocks) -> Int? {
        (index..<blocks.count).first { blocks.id($0) != nil }
            ?? (0..<index).last { blocks.id($0) != nil }
    }

    private func firstSelectable(in indices: Range<Int>, _ blocks: PageBlocks) -> Int? {
        indices.first { blocks.id($0) != nil }
    }

    /// Selects a block that has an id, or none, without scrolling.
    mutating func select(_ index: Int?, _ blocks: PageBlocks) {
        selectedIndex = index ?? 0
        selectedID = index.flatMap { blocks.id($0) }
    }

    /// Selects a block by its id, without scrolling.
    mutating func select(id: String, _ blocks: PageBlocks) {
        if let index = blocks.index(of: id, near: selectedIndex) { select(index, blocks) }
    }

    /// Returns the id of the selected block; if that is not visible, the first one that is gets selected.
    mutating func visibleSelection(_ blocks: PageBlocks, height: Int) -> String? {
        let visible = visible(blocks, height: height)
        if selectedID != nil, visible.contains(selectedIndex) { return selectedID }
        guard let index = firstSelectable(in: visible, blocks) else { return nil }
        select(index, blocks)
        return selectedID
    }

    /// Shows the first line, and selects the first block that can be selected.
    mutating func reset() { (top, selectedID, selectedIndex) = (Place(), nil, 0) }

    // MARK: Lines

    /// Calls `body` with each visible line, its row, and whether its block is selected.
    func forEachLine(
        _ blocks: PageBlocks, height: Int, _ body: (_ row: Int, StyledLine, _ isSelected: Bool) -> Void
    ) {
        var row = 0
        var place = top
        while row < height, place.block < blocks.count {
            let isSelected = selectedID != nil && place.block == selectedIndex
            for line in blocks.lines(place.block).dropFirst(place.line) where row < height {
                body(row, line, isSelected)
                row += 1
            }
            place = Place(block: place.block + 1, line: 0)
        }
    }

    /// The blocks of which a line is visible.
    func visible(_ blocks: PageBlocks, height: Int) -> Range<Int> {
        var row = -top.line
        var block = top.block
        while row < height, block < blocks.count {
            row += blocks.lines(block).count
            block += 1
        }
        return top.block..<block
    }

    /// Returns the block at a row; nil below the last one.
    func block(atRow row: Int, _ blocks: PageBlocks) -> Int? {
        var end = -top.line
        for block in top.block..<max(top.block, blocks.count) {
            end += blocks.lines(block).count
            if row < end { return block }
        }
        return nil
    }

    /// The place at the top when the last line is at the bottom.
    private func lastTop(_ blocks: PageBlocks, height: Int) -> Place {
        var rest = height
        for block in (0..<blocks.count).reversed() {
            let count = blocks.lines(block).count
            if count >= rest { return Place(block: block, line: count - rest) }
            rest -= count
        }
        return Place()
    }

    // MARK: Scrolling

    /// Moves the page by lines, downwards if positive; the selection stays where it is.
    mutating func scroll(by lines: Int, _ blocks: PageBlocks, height: Int) {
        guard blocks.count > 0 else { return }
        var rest = lines
        while rest > 0, top.block < blocks.count {
            let count = blocks.lines(top.block).count
            if top.line + rest < count {
                top.line += rest
                break
            }
            rest -= count - top.line
            top = Place(block: top.block + 1, line: 0)
        }
        while rest < 0, !isAtTop {
            if top.line + rest >= 0 {
                top.line += rest
                break
            }
            rest += top.line
            if top.block == 0 {
                top.line = 0
                break
            }
            // The line before the first one of a block is the last one of the block before.
            top = Place(block: top.block - 1, line: blocks.lines(top.block - 1).count)
        }
        // A place after the last block is after every other one.
        top = min(top, lastTop(blocks, height: height))
    }

    /// Moves by almost a screen, and selects what is then visible.
    mutating func page(by direction: Int, _ blocks: PageBlocks, height: Int) {
        let before = top
        scroll(by: direction * max(1, height - 2), blocks, height: height)
        let visible = visible(blocks, height: height)
        if top == before {
            // The end: the last one is selected, or the first.
            let candidates = visible.filter { blocks.id($0) != nil }
            select(direction > 0 ? candidates.last : candidates.first, blocks)
            return
        }
        let whole = visible.filter { blocks.id($0) != nil && isWhole($0, blocks, height: height) }
        let candidates = whole.isEmpty ? visible.filter { blocks.id($0) != nil } : whole
        if let index = direction > 0 ? candidates.first : candidates.last ?? candidates.first {
            select(index, blocks)
        }
    }

    private func isWhole(_ index: Int, _ blocks: PageBlocks, height: Int) -> Bool {
        guard let rows = rows(of: index, blocks) else { return false }
        return rows.lowerBound >= 0 && rows.upperBound <= height
    }

    /// The rows of a block relative to the top of the page; nil for one above it.
    private func rows(of index: Int, _ blocks: PageBlocks) -> Range<Int>? {
        guard index >= top.block else { return nil }
        var start = -top.line
        for block in top.block..<index { start += blocks.lines(block).count }
        return start..<start + blocks.lines(index).count
    }

    /// Shows the beginning, or the end.
    mutating func moveToEnd(_ isEnd: Bool, _ blocks: PageBlocks, height: Int) {
        top = isEnd ? lastTop(blocks, height: height) : Place()
        let index =
            isEnd
            ? (0..<blocks.count).last { blocks.id($0) != nil }
            : (0..<blocks.count).first { blocks.id($0) != nil }
        select(index, blocks)
    }

    /// Selects the next block, or the one before; scrolls by a line where none is near.
    mutating func move(by direction: Int, _ blocks: PageBlocks, height: Int) {
        let visible = visible(blocks, height: height)
        guard selectedID != nil else { return scroll(by: direction, blocks, height: height) }
        guard visible.contains(selectedIndex) else {
            // Something else was looked at meanwhile: it is continued there.
            let candidates = visible.filter { blocks.id($0) != nil }
            guard let index = direction > 0 ? candidates.first : candidates.last else {
                return scroll(by: direction, blocks, height: height)
            }
            select(index, blocks)
            return reveal(blocks, height: height)
        }
        // A block that is higher than the screen is read to its end first.
        if let rows = rows(of: selectedIndex, blocks) {
            let hasMore = direction > 0 ? rows.upperBound > height : rows.lowerBound < 0
            if hasMore { return scroll(by: direction, blocks, height: height) }
        } else if direction < 0 {
            return scroll(by: direction, blocks, height: height)
        }
        let next =
            direction > 0
            ? (selectedIndex + 1..<max(selectedIndex + 1, blocks.count)).first { blocks.id($0) != nil }
            : (0..<selectedIndex).last { blocks.id($0) != nil }
        guard let next, isNear(next, direction, blocks, height: height) else {
            return scroll(by: direction, blocks, height: height)
        }
        select(next, blocks)
        reveal(blocks, height: height)
    }

    /// Whether a block is visible, or begins right after what is.
    private func isNear(_ index: Int, _ direction: Int, _ blocks: PageBlocks, height: Int) -> Bool {
        if direction < 0 {
            guard index < top.block else { return true }
            // Charts between the two are scrolled past line by line.
            let between = (index + 1..<max(index + 1, top.block)).reduce(0) { $0 + blocks.lines($1).count }
            return between + top.line <= 2
        }
        guard let rows = rows(of: index, blocks) else { return true }
        return rows.lowerBound <= height + 2
    }

    /// Scrolls so far that the selected block is visible.
    mutating func reveal(_ blocks: PageBlocks, height: Int) {
        guard selectedID != nil, selectedIndex < blocks.count else { return }
        if selectedIndex < top.block || selectedIndex == top.block && top.line > 0 {
            top = Place(block: selectedIndex, line: 0)
            // The first one is shown with what is above it.
            if (0..<selectedIndex).allSatisfy({ blocks.id($0) == nil }) {
                let above = (0..<selectedIndex).reduce(0) { $0 + blocks.lines($1).count }
                if above + blocks.lines(selectedIndex).count <= height { top = Place() }
            }
            return
        }
        guard let rows = rows(of: selectedIndex, blocks) else { return }
        let hidden = rows.upperBound - height
        if hidden > 0 { scroll(by: min(hidden, rows.lowerBound), blocks, height: height) }
    }
}
