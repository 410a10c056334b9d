"""Pictures of each page, light and dark, as README shows them: what is drawn is still what they show.

`COMPASS_RENEW_GOLDEN=1` takes them anew; look at each before they are committed.
"""

import io
import os

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import expect

from browser import FOLDER, PAGES

RENEWS = os.environ.get("COMPASS_RENEW_GOLDEN") == "1"
SCREENS = FOLDER / "Screens"
# Edges of letters differ a little from one version of the browser to the next.
STEP = 40
SHARE = 0.01
BYTES = 80_000


def reduced(picture):
    """Returns a picture in 256 colours: those of areas as they are, for the rest the nearest ones."""
    counts = sorted(picture.getcolors(maxcolors=picture.width * picture.height), reverse=True)
    exact = [colour for _, colour in counts[:144]]
    others = picture.quantize(112, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).getpalette()[: 3 * 112]
    palette = list(dict.fromkeys(exact + list(zip(*[iter(others)] * 3))))
    places = {colour: place for place, colour in enumerate(palette)}
    for _, colour in counts:
        if colour not in places:
            places[colour] = min(
                range(len(palette)),
                key=lambda place: sum((one - other) ** 2 for one, other in zip(colour, palette[place])),
            )
    result = Image.new("P", picture.size)
    result.putpalette([value for colour in palette for value in colour])
    data = picture.tobytes()
    result.putdata([places[tuple(data[at : at + 3])] for at in range(0, len(data), 3)])
    return result


@pytest.fixture
def server(offering):
    """Pages are looked at with all that they can offer."""
    return offering


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_picture(tabs, server, tmp_path, name, scheme):
    tab = tabs(server, color_scheme=scheme, viewport={"width": 1280, "height": 860})
    tab.set_date()
    tab.open(name)
    if name == "reports":
        tab.button("Last year preset").click()
        tab.find("button.generate").click()
        expect(tab.find(".report")).to_be_visible()
        tab.find("h1").focus()
    if name == "analytics":
        # With a choice, so that it is seen what a click does.
        tab.find(".bars button").nth(1).click()
        tab.expect_query(sentiment="positive")
        tab.page.evaluate("document.activeElement.blur()")
    tab.settled()
    tab.page.mouse.move(1, 1)
    tab.page.evaluate("document.fonts.ready")
    tab.page.wait_for_timeout(200)
    tab.page.evaluate("scrollTo(0, 0)")
    taken = Image.open(io.BytesIO(tab.page.screenshot(animations="disabled", caret="hide"))).convert("RGB")
    file = SCREENS / f"{name}-{scheme}.png"
    if RENEWS:
        SCREENS.mkdir(exist_ok=True)
        reduced(taken).save(file, optimize=True)
    assert file.stat().st_size <= BYTES, file.stat().st_size
    kept = Image.open(file).convert("RGB")
    assert taken.size == kept.size
    difference = ImageChops.difference(taken, kept)
    largest = ImageChops.lighter(ImageChops.lighter(*difference.split()[:2]), difference.split()[2])
    share = sum(largest.histogram()[STEP + 1 :]) / (taken.width * taken.height)
    if share >= SHARE:
        taken.save(tmp_path / file.name)
    assert share < SHARE, f"{100 * share:.1f} % of the pixels differ: {tmp_path / file.name}"
