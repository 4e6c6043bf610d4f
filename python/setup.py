"""Build the package with CMake, and put what it has built into a wheel.

NOSLIP_CMAKE_ARGS are options for CMake, as -DNOSLIP_HDF5=OFF for a wheel that machines without
HDF5 can use.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent
BUILT = ("_lib.abi3.so", "_step.abi3.so", "bin/noslip", "models")  # beside the Python files


def version() -> str:
    """Return the version of noslip, which include/noslip/base.h has."""
    header = (SOURCE / "include" / "noslip" / "base.h").read_text()
    found = dict(re.findall(r"#define NOSLIP_VERSION_(MAJOR|MINOR|PATCH) ([0-9]+)", header))
    return f"{found['MAJOR']}.{found['MINOR']}.{found['PATCH']}"


def cmake_build(folder: Path) -> Path:
    """Build library, tool and modules, and return the package that came out."""
    options = shlex.split(os.environ.get("NOSLIP_CMAKE_ARGS", ""))
    subprocess.check_call(["cmake", "-S", SOURCE, "-B", folder, "-DCMAKE_BUILD_TYPE=Release",
                           "-DCMAKE_C_FLAGS_RELEASE=-O3 -DNDEBUG", "-DBUILD_TESTING=OFF",
                           "-DNOSLIP_PYTHON=ON", f"-DNOSLIP_PYTHON_EXECUTABLE={sys.executable}",
                           *options])
    subprocess.check_call(["cmake", "--build", folder, "--target", "noslip_python",
                           "-j", str(os.cpu_count() or 1)])
    return folder / "python" / "noslip"


class CMakeBuild(build_ext):
    """All modules in C at once, and what else the package has beside Python files."""

    def run(self) -> None:
        built = cmake_build(Path(self.build_temp).resolve() / "cmake")
        package = HERE / "noslip" if self.inplace else Path(self.build_lib, "noslip")
        for name in BUILT:
            (package / name).parent.mkdir(parents=True, exist_ok=True)
            if (built / name).is_dir():
                shutil.copytree(built / name, package / name, dirs_exist_ok=True)
            else:
                shutil.copy2(built / name, package / name)


setup(
    version=version(),
    ext_modules=[Extension("noslip._lib", [], py_limited_api=True)],  # not a wheel for any machine
    cmdclass={"build_ext": CMakeBuild},
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
