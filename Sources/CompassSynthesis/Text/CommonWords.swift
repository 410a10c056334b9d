/// The hand-written part of the vocabulary.
enum CommonWords {
    /// The most frequent words, most frequent first.
    static let english = """
        the to and a of in for our we at is on with this you are us great be all from team so it your his that \
        program coach season game camp class offer proud day new today congrats big player baseball recruiting \
        field work let week come out next commit home time future see best visit up more year was will first \
        opportunity get welcome family staff campus pitcher series win have an another my one good by what who \
        back young showcase summer tonight here athlete prospect blessed excited school state tournament can't \
        spring inning catcher outfielder infielder velocity hitting throwing video highlights live watch stats \
        official unofficial scholarship signing committed offered interested message open spots register link \
        weekend fall grind hustle culture championship conference victory run bats arms gpa grades academics \
        student leadership character effort velo mph exit sixty shortstop lefty righty roster travel bus \
        practice lift early late strong fast loud proudly grateful thank thanks appreciate support alumni
        """.split(separator: " ").map(String.init)

    /// Words that are hard to search because of case folding, accents or scripts, spread over the vocabulary.
    static let international = [
        "señor", "béisbol", "jardín", "José", "Muñoz", "Peña", "Núñez", "Ángel", "niño", "fútbol", "café",
        "entraîneur", "équipe", "saison", "Québec", "naïve", "façade", "Straße", "Größe", "Spaß", "Weiß",
        "İstanbul", "ılık", "IĞDIR", "Ódóς", "ΟΔΟΣ", "οδός", "λόγος", "ΣΊΣΥΦΟΣ", "Łódź", "Škoda", "Dvořák",
        "Ångström", "smørrebrød", "Þór", "Đorđević", "бейсбол", "тренер", "победа", "野球", "監督", "야구",
        "코치", "ｆｕｌｌｗｉｄｔｈ", "ﬁnal", "e\u{301}lite", "cafe\u{301}", "nin\u{303}o", "Zu\u{308}rich",
        "S\u{30C}koda",
    ]

    /// Openings of posts about recruiting.
    static let recruitingOpenings = [
        "Excited to announce", "Blessed to receive an offer", "Great talking with", "Official visit",
        "Camp registration is open", "Looking for", "Who's next?", "Class of 2027", "Class of 2028",
        "We have offered", "Proud to welcome", "National Signing Day", "Prospect camp", "DM us",
        "Uncommitted 2027 arms", "Come see us", "Fill out our questionnaire",
    ]

    /// Openings of other posts.
    static let generalOpenings = [
        "Final score", "Game day", "Big win", "Good morning", "First pitch at 6", "Practice report",
        "Happy birthday", "Walk-off!", "Road trip", "Rain delay", "Throwback", "What a week", "Team dinner",
        "Top of the 9th", "Back at it", "Film room", "Series opener", "Go!",
    ]

    /// Emoji, one extended grapheme cluster each: simple ones, presentation selectors, skin tones, sequences
    /// joined by ZERO WIDTH JOINER, keycaps and flags.
    static let emoji = [
        "⚾", "🔥", "💪", "🙌", "👏", "🎉", "💯", "🏆", "👀", "🚀", "😤", "🙏", "⚡", "😂", "🎯", "📈", "💙", "❤️", "✍️",
        "⚾️", "🏟️", "👍🏽", "💪🏿", "🙌🏻", "👏🏾", "🤝🏼", "🧢", "🥎", "☀️", "🌧️", "👨‍👩‍👧‍👦", "👩🏽‍🎓", "🏃🏿‍♂️", "🤾‍♀️", "🧑🏻‍🤝‍🧑🏿",
        "🏳️‍🌈", "🏴‍☠️", "❤️‍🔥", "👨🏾‍🏫", "1️⃣", "9️⃣", "#️⃣", "🇺🇸", "🇨🇦", "🇲🇽", "🇩🇴", "🇵🇷", "🇯🇵", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🎓", "📣", "🗓️",
    ]

    /// Texts that readers and printers often mishandle: backslashes, control characters, markup, look-alike
    /// spaces.
    static let oddities = [
        "¯\\_(ツ)_/¯", "\\o/", "C:\\camp", "a\\b", "<b>W</b>", "R&D", "&amp;", "\u{1}", "\u{1F}", "\u{8}",
        "\u{C}",
        "\u{7F}", "a\u{A0}b", "\u{2028}", "“quoted”", "‘so’", "=1+1", "+5", "@", "#", "100%", "50/50",
        "{\"k\":1}",
        "null", "O'Neil", "--", "…", "–", "½", "№1",
    ]
}
