"""Pages in notebooks and in files."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path
from typing import Union

__all__ = ["Page", "escape"]


class Page:
    """One HTML file that needs nothing else; a notebook shows it in a frame of its own.

    Attributes
    ----------
    html : str
    """

    def __init__(self, html: str, height: int = 720) -> None:
        self.html = html
        self.height = height

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Write it."""
        Path(path).write_text(self.html, encoding="utf-8")

    def __str__(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return f"<noslip.Page of {len(self.html)} characters>"

    def _repr_html_(self) -> str:
        # its scripts run, and have nothing to do with the notebook
        return (f'<iframe sandbox="allow-scripts" style="width: 100%; border: 0" '
                f'height="{self.height}" srcdoc="{escape(self.html)}"></iframe>')
