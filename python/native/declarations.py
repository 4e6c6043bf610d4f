"""The public headers as declarations for cffi: include/noslip/*.h is the only source."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import tempfile
from pathlib import Path

# what cffi has built in, so these headers are not needed
STANDARD_HEADERS = ("stdbool.h", "stddef.h", "stdint.h")


def preprocess(include: Path) -> str:
    """Return noslip.h with all it includes, without attributes and the headers of the system."""
    compiler = shlex.split(os.environ.get("CC", "cc"))
    with tempfile.TemporaryDirectory() as stubs:
        for name in STANDARD_HEADERS:
            Path(stubs, name).touch()
        # without __GNUC__ the headers use no attributes
        command = [*compiler, "-E", "-P", "-nostdinc", "-U__GNUC__", "-I", stubs,
                   "-I", str(include), str(include / "noslip.h")]
        return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


def without_bodies(text: str) -> str:
    """Drop functions with bodies: NAME of a header only calls NAME_sized, which bindings call."""
    kept, at = [], 0
    for start in re.finditer(r"static inline\b", text):
        kept.append(text[at:start.start()])
        at = text.index("{", start.end()) + 1
        depth = 1
        while depth > 0:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
    kept.append(text[at:])
    return "".join(kept)


def declarations(include: Path) -> str:
    """Return everything that include/noslip.h declares, as cffi reads it."""
    return without_bodies(preprocess(include))
