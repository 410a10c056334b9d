"""Runs a notebook that shows every page, and checks what it shows, in a light and in a dark theme.

    python3 CI/notebook_pages.py DATA [FOLDER]

DATA is a data directory. nbconvert converts the notebook; FOLDER receives the results as light.html and dark.html, to
be looked at. All elements and texts of the pages must be in them.
"""

import pathlib
import re
import sys
from html.parser import HTMLParser

import nbformat
from nbclient import NotebookClient
from nbconvert import HTMLExporter

# Each cell, and a text of its page.
CELLS = {
    "Posts": "Total Posts",
    "Timeline": "Timeline List",
    "Activity": "Activity History",
    "Reports": "Schools by Status",
}


class Content(HTMLParser):
    """Start tags with their attributes and texts, in their order, however they are written."""

    def __init__(self, html):
        super().__init__()
        self.parts = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.parts.append(f"<{tag} {sorted(attributes)}>")

    def handle_data(self, text):
        if text.strip():
            self.parts.append(text.strip())

    def __str__(self):
        return "\n".join(self.parts)


def executed(folder):
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [
        nbformat.v4.new_markdown_cell("# Recruiting\n\nEvery page of the app, as the last value of a cell."),
        nbformat.v4.new_code_cell(f"from compass_kernel import {', '.join(CELLS)}\nfolder = {folder!r}"),
        *(nbformat.v4.new_code_cell(f"{name}.from_directory(folder)") for name in CELLS),
    ]
    return NotebookClient(notebook, timeout=240, kernel_name="python3").execute()


def fragments(notebook):
    shown = [
        output.data["text/html"]
        for cell in notebook.cells if cell.cell_type == "code"
        for output in cell.outputs if "text/html" in output.get("data", {})]
    if len(shown) != len(CELLS):
        sys.exit(f"notebook_pages: {len(shown)} of {len(CELLS)} pages are shown")
    for (name, text), html in zip(CELLS.items(), shown):
        if '<section class="compass-page"' not in html or text not in html:
            sys.exit(f"notebook_pages: {name} is shown without its page")
        if 'data-state="filled"' not in html:
            sys.exit(f"notebook_pages: {name} has nothing to show")
        if re.search(r"<script|javascript:| on[a-z]+=| style=", html):
            sys.exit(f"notebook_pages: {name} has a script or a style of its own")
    return shown


def main():
    folder = str(pathlib.Path(sys.argv[1]).resolve())
    target = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    notebook = executed(folder)
    shown = fragments(notebook)
    for theme in ("light", "dark"):
        document, _ = HTMLExporter(theme=theme).from_notebook_node(notebook)
        is_light = "true" if theme == "light" else "false"
        if f'data-jp-theme-light="{is_light}"' not in document:
            sys.exit(f"notebook_pages: the {theme} theme is not marked as the style sheet expects")
        content = str(Content(document))
        for name, html in zip(CELLS, shown):
            if str(Content(html)) not in content:
                sys.exit(f"notebook_pages: {name} is changed in the {theme} theme")
        if target:
            (target / f"{theme}.html").write_text(document, encoding="utf-8")
    print(f"notebook_pages: {len(shown)} pages, of {sum(map(len, shown))} characters")


if __name__ == "__main__":
    main()
