# WebAssembly modules with the system interface WASI. CMake knows no such system; this file says that it is
# meant, and that nothing has to be set for it: only the target `playground` is built.
