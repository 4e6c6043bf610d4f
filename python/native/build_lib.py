"""The module noslip._lib: every function of noslip.h, by cffi in API mode.

The declarations come from the headers, and the C compiler checks every one of them against the
headers again. Run as a program, it writes the C source.
"""

from __future__ import annotations

import sys
from pathlib import Path

from cffi import FFI

from declarations import declarations

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent

# functions of Python that C calls; `context` is a handle of the object they belong to
CALLBACKS = """
extern "Python" {
  bool python_monitor(void *context, noslip_run *run);
  bool python_progress(void *context, long done, long total);
  bool python_keep(void *context, const noslip_member_rows *rows);
}
"""


def output_declarations() -> str:
    """Return what native/output.h declares."""
    lines = (HERE / "output.h").read_text().splitlines()
    return "\n".join(line for line in lines if not line.startswith("#"))


def builder() -> FFI:
    """Return the builder of the module, from the headers as they are now."""
    ffi = FFI()
    ffi.cdef(declarations(SOURCE / "include"))
    ffi.cdef(output_declarations())
    ffi.cdef(CALLBACKS)
    ffi.set_source("noslip._lib", '#include "noslip.h"\n#include "output.h"\n',
                   py_limited_api=True)
    return ffi


if __name__ == "__main__":
    builder().emit_c_code(sys.argv[1])
