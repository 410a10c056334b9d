"""Social Media Monitoring: flags, notes and deletions, messages about them, and sync."""

import pytest
from playwright.sync_api import expect

from browser import TEXTS, post, write_tables
from feed import feed, found, message, posts, stat, write_posts
from serving import serving

COMMON = TEXTS["common"]


class TestPostWishes:
    """Flags, notes and deletions show at once, and are undone when they are refused."""

    def flag(self, tab, index=0):
        return posts(tab).nth(index).locator(".tools button").first

    def test_flag(self, many):
        many.open("social")
        held = many.hold("/api/posts/post-0", "PATCH")
        self.flag(many).click()
        # At once: the request still waits.
        expect(self.flag(many)).to_have_text("Unflag")
        expect(self.flag(many)).to_have_attribute("aria-pressed", "true")
        expect(posts(many).first.locator(".badge").last).to_have_text("Flagged")
        expect(stat(many, "Flagged for Review")).to_have_text("2")
        held.wait(many.page).release()
        many.eventually(lambda: feed(many)["statistics"]["flaggedPosts"] == 2)
        assert held.routes == []
        many.reload()
        expect(self.flag(many)).to_have_text("Unflag")

    def test_only_the_last_wish_is_sent(self, many):
        many.open("social")
        held = many.hold("/api/posts/post-0", "PATCH")
        for _ in range(3):
            self.flag(many).click()
        held.wait(many.page)
        assert len(held.routes) == 1
        held.release()
        expect(self.flag(many)).to_have_text("Unflag")
        many.eventually(lambda: feed(many)["statistics"]["flaggedPosts"] == 2)
        assert len(many.asked("/api/posts/post-0", "PATCH")) == 1

    @pytest.mark.parametrize("kind", ["server", "forbidden", "rateLimited"])
    def test_refused(self, many, kind):
        many.open("social")
        many.fault("/api/posts/post-0", kind, count=1)
        self.flag(many).click()
        expect(message(many, "Your change could not be saved and was undone.")).to_be_visible()
        expect(self.flag(many)).to_have_text("Flag")
        expect(stat(many, "Flagged for Review")).to_have_text("1")

    def test_unsure_changes_are_looked_up(self, many):
        many.open("social")

        # The server carried it out, but its answer got lost.
        def lose(route):
            route.fetch()
            route.abort("connectionreset")

        many.route("/api/posts/post-0", lose)
        self.flag(many).click()
        many.eventually(lambda: feed(many)["statistics"]["flaggedPosts"] == 2)
        expect(self.flag(many)).to_have_text("Unflag")
        many.page.wait_for_timeout(200)
        expect(message(many, COMMON["changeUndone"])).to_have_count(0)

    def test_not_found(self, many):
        many.open("social")
        many.fault("/api/posts/post-0", "notFound")
        self.flag(many).click()
        expect(message(many, "Post not found")).to_be_visible()

    def test_signed_out(self, many):
        many.open("social")
        many.fault("/api/posts/post-0", "signedOut")
        self.flag(many).click()
        expect(many.page.get_by_role("heading", level=1, name="Sign In")).to_be_visible()

    def test_offline(self, many):
        many.open("social")
        with many.offline():
            self.flag(many).click()
            expect(message(many, "You're offline. Your change was not saved.")).to_be_visible()
            expect(self.flag(many)).to_have_text("Flag")
            expect(many.button("Sync new posts from Twitter and Instagram")).to_be_disabled()

    def test_notes(self, many):
        many.open("social")
        button = posts(many).first.get_by_role("button", name="Add Note")
        button.click()
        dialog = many.page.get_by_role("dialog", name="Notes: Author 0")
        field = dialog.get_by_label("Notes")
        expect(field).to_be_focused()
        expect(field).to_have_attribute("rows", "10")
        field.fill("Strong arm\nCall <b>soon</b>")
        dialog.get_by_role("button", name="Save").click()
        notes = posts(many).first.locator(".notes")
        expect(notes).to_contain_text("Strong arm\nCall <b>soon</b>", use_inner_text=True)
        expect(posts(many).first.get_by_role("button", name="Edit Note")).to_be_focused()
        many.eventually(lambda: feed(many)["posts"][0]["notes"] == "Strong arm\nCall <b>soon</b>")
        # Blank is none; Cancel and Escape change nothing.
        for leave in ["Cancel", "Escape", "Save"]:
            posts(many).first.get_by_role("button", name="Edit Note").click()
            field.fill("   \n ")
            many.press("Escape") if leave == "Escape" else dialog.get_by_role("button", name=leave).click()
            expect(dialog).to_have_count(0)
        expect(notes).to_be_hidden()
        many.eventually(lambda: feed(many)["posts"][0]["notes"] is None)

    def test_refused_notes_come_back_with_their_text(self, many):
        many.open("social")
        many.fault("/api/posts/post-0", "server", count=1)
        posts(many).first.get_by_role("button", name="Add Note").click()
        dialog = many.page.get_by_role("dialog")
        dialog.get_by_label("Notes").fill("Strong arm")
        dialog.get_by_role("button", name="Save").click()
        expect(dialog.get_by_label("Notes")).to_have_value("Strong arm")
        dialog.get_by_role("button", name="Save").click()
        many.eventually(lambda: feed(many)["posts"][0]["notes"] == "Strong arm")

    def delete(self, tab, index=0):
        posts(tab).nth(index).get_by_role("button", name="More", exact=True).click()
        tab.page.get_by_role("menuitem", name="Delete").click()
        return tab.page.get_by_role("alertdialog", name="Delete this post from your feed?")

    def test_delete_is_sent_after_five_seconds(self, many):
        many.hold_time()
        many.open("social", held=True)
        self.delete(many).get_by_role("button", name="Yes").click()
        expect(message(many, "Post deleted")).to_be_visible()
        expect(posts(many).first.locator("h2")).to_have_text("Author 1")
        expect(found(many)).to_have_text("129 posts")
        expect(stat(many, "Total Posts")).to_have_text("129")
        many.pass_time(4_999)
        assert feed(many)["matchCount"] == 130
        many.pass_time(1)
        expect(message(many, "Post deleted")).to_have_count(0)
        many.eventually(lambda: feed(many)["matchCount"] == 129)

    def test_delete_and_undo(self, many):
        many.hold_time()
        many.open("social", held=True)
        dialog = self.delete(many)
        dialog.get_by_role("button", name="No").click()
        expect(dialog).to_have_count(0)
        expect(posts(many).first.locator("h2")).to_have_text("Author 0")
        self.delete(many).get_by_role("button", name="Yes").click()
        expect(posts(many).first.locator("h2")).to_have_text("Author 1")
        many.button("Undo").click()
        expect(posts(many).first.locator("h2")).to_have_text("Author 0")
        expect(message(many, "Post deleted")).to_have_count(0)
        many.pass_time(10_000)
        assert many.asked("/api/posts/post-0", "DELETE") == []

    def test_a_deletion_is_sent_on_leaving(self, many):
        many.open("social")
        self.delete(many).get_by_role("button", name="Yes").click()
        many.find("header nav a[href='/activity']").click()
        many.eventually(lambda: feed(many)["matchCount"] == 129)

    def test_a_refused_deletion_puts_the_post_back(self, many):
        many.hold_time()
        many.open("social", held=True)
        many.fault("/api/posts/post-1", "server", method="DELETE")
        self.delete(many, 1).get_by_role("button", name="Yes").click()
        expect(posts(many).nth(1).locator("h2")).to_have_text("Author 2")
        many.pass_time(5_000)
        expect(posts(many).nth(1).locator("h2")).to_have_text("Author 1")
        expect(message(many, COMMON["changeUndone"])).to_be_visible()

    def test_a_server_that_accepts_no_changes(self, tab):
        tab.set_date()
        tab.open("social")
        expect(posts(tab)).to_have_count(50)
        # What is left of a post: the link to it, and "Read more".
        names = tab.find("article.post").get_by_role("button").all_inner_texts()
        assert set(names) <= {"Read more"}, names
        expect(tab.find("article.post .menu")).to_have_count(0)
        linked = [post for post in feed(tab, page_size=50)["posts"] if post["link"]]
        expect(tab.find("article.post").get_by_role("link", name="Open post")).to_have_count(len(linked))
        # To read the posts again changes none.
        tab.button("Sync new posts from Twitter and Instagram").click()
        expect(message(tab, "No new posts found. You're up to date!")).to_be_visible()

    def test_a_server_that_does_not_tell_whether_it_accepts_changes(self, tab):
        tab.fault("/api/status", "server")
        tab.open("social")
        self.flag(tab).click()
        expect(message(tab, COMMON["changeUndone"])).to_be_visible()
        expect(self.flag(tab)).to_have_text("Flag")

    def test_a_server_that_was_started_anew_with_changes(self, tabs, tmp_path):
        folder = write_tables(tmp_path / "data", social_media_posts=[post(number) for number in range(3)])
        with serving(folder) as server:
            tab = tabs(server).open("social")
            expect(posts(tab).first.locator(".tools button")).to_have_count(0)
        with serving(folder, "--allow-changes", port=server.port):
            # Soon after the server is there again.
            expect(self.flag(tab)).to_have_text("Flag")
            self.flag(tab).click()
            tab.eventually(lambda: feed(tab)["statistics"]["flaggedPosts"] == 1)

    def test_unflagged_posts_leave_the_flagged_list(self, many):
        many.open("/social?type=flagged")
        expect(posts(many)).to_have_count(1)
        self.flag(many).click()
        expect(posts(many)).to_have_count(0)
        many.sees("No posts match your filters")


class TestTimedMessage:
    """A message lasts five seconds, which stand still under pointer and focus."""

    @pytest.fixture
    def told(self, many):
        many.hold_time()
        many.open("social", held=True)
        many.route(
            "/api/social/sync", lambda route: route.fulfill(json={"success": True, "message": None, "newPostCount": 0})
        )
        many.button("Sync new posts from Twitter and Instagram").click()
        expect(self.bar(many)).to_be_visible()
        return many

    def bar(self, tab):
        return message(tab, "No new posts found. You're up to date!")

    def test_five_seconds(self, told):
        told.pass_time(4_999)
        expect(self.bar(told)).to_be_visible()
        told.pass_time(1)
        expect(self.bar(told)).to_have_count(0)

    def test_under_the_pointer(self, told):
        told.pass_time(3_000)
        self.bar(told).hover()
        told.pass_time(60_000)
        expect(self.bar(told)).to_be_visible()
        told.page.mouse.move(2, 2)
        told.pass_time(1_999)
        expect(self.bar(told)).to_be_visible()
        told.pass_time(1)
        expect(self.bar(told)).to_have_count(0)

    def test_under_the_focus(self, told):
        close = self.bar(told).get_by_role("button", name="Close")
        close.focus()
        told.pass_time(60_000)
        expect(self.bar(told)).to_be_visible()
        told.find("h1").focus()
        told.pass_time(4_999)
        expect(self.bar(told)).to_be_visible()
        told.pass_time(1)
        expect(self.bar(told)).to_have_count(0)

    def test_closed_by_hand(self, told):
        self.bar(told).get_by_role("button", name="Close").click()
        expect(self.bar(told)).to_have_count(0)

    def test_is_announced(self, told):
        told.pass_time(50)
        told.hears("No new posts found. You're up to date!")


class TestSocialFeedSync:
    def sync(self, tab):
        tab.button("Sync new posts from Twitter and Instagram").click()

    def test_syncing_then_what_came(self, many):
        many.open("social")
        write_posts(
            many, [post(0, id="new", post_date="2026-03-01T11:59:30Z", author_name="New", post_url=None)] + many.rows
        )
        held = many.hold("/api/social/sync", "POST")
        self.sync(many)
        held.wait(many.page)
        expect(many.button("Syncing...")).to_be_disabled()
        held.release()
        expect(message(many, "Synced 1 new post")).to_be_visible()
        expect(posts(many).first.locator("h2")).to_have_text("New")
        expect(many.button("Sync new posts from Twitter and Instagram")).to_have_text("Sync Posts")
        # Within ten seconds the server refuses the next one.
        self.sync(many)
        expect(message(many, "Please wait a few minutes before syncing again.")).to_be_visible()

    @pytest.mark.parametrize(
        "answer,text",
        [
            ({"success": True, "message": None, "newPostCount": 0}, "No new posts found. You're up to date!"),
            ({"success": True, "message": None, "newPostCount": 3}, "Synced 3 new posts"),
            ({"success": True, "message": "Fetched 3 posts", "newPostCount": 3}, "Fetched 3 posts"),
            ({"success": False, "message": "Twitter is away", "newPostCount": 0}, "Sync failed: Twitter is away"),
        ],
    )
    def test_answers(self, tab, answer, text):
        tab.open("social")
        tab.route("/api/social/sync", lambda route: route.fulfill(json=answer))
        self.sync(tab)
        expect(message(tab, text)).to_be_visible()

    @pytest.mark.parametrize(
        "kind,text",
        [
            ("server", "Sync failed: Server error. Please try again."),
            ("malformed", "Sync failed: The server's answer could not be read. Please try again."),
            ("connection", "Sync failed: Unable to load posts. Check your connection."),
            ("rateLimited", "Please wait a few minutes before syncing again."),
            ("forbidden", "Sync failed: You don't have access to this data."),
        ],
    )
    def test_failures(self, tab, kind, text):
        tab.open("social")
        tab.fault("/api/social/sync", kind)
        self.sync(tab)
        expect(message(tab, text)).to_be_visible()
        expect(tab.button("Sync new posts from Twitter and Instagram")).to_be_enabled()
