# The short way: `make demo` shows a run, `make test` runs the tests. Both install what they need
# on a fresh Debian. Everything they do is CMake with the presets of CMakePresets.json.

PRESET ?= test
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc 2>/dev/null || echo 2)

CMAKE := env -u MAKEFLAGS -u MFLAGS cmake
ifneq ($(shell command -v ninja 2>/dev/null),)
export CMAKE_GENERATOR ?= Ninja
endif

.PHONY: all release demo test sanitize fuzz studies gallery playground python bench peers format check-format install clean

all: release

release:
	@scripts/setup
	$(CMAKE) --preset release
	$(CMAKE) --build build/release -j $(JOBS)

demo: release
	@scripts/setup --demo
	@scripts/demo

# long runs in full, every pair of a model and a method: make test LONG=1; another build: make test
# PRESET=clang; the tests of one folder: make test CTEST="-L methods"
export NOSLIP_LONG := $(LONG)
test:
	@scripts/setup --test
	$(CMAKE) --preset $(PRESET) $(CONFIGURE)
	$(CMAKE) --build build/$(PRESET) -j $(JOBS)
	ctest --preset $(PRESET) -j $(JOBS) $(CTEST)

sanitize:
	@$(MAKE) --no-print-directory test PRESET=debug

# any bytes as a model, starting from models/ and fuzz/seeds/, as a study, and as a CSV or HDF5 file;
# each for so long: make fuzz FUZZ_SECONDS=3600
FUZZ_SECONDS ?= 60
fuzz:
	@scripts/setup --ci
	$(CMAKE) --preset fuzz
	$(CMAKE) --build build/fuzz -j $(JOBS) --target fuzz_model fuzz_script fuzz_csv fuzz_hdf5 \
	  fuzz_checkpoint
	@$(MAKE) --no-print-directory -j $(JOBS) fuzz-model fuzz-script fuzz-csv fuzz-hdf5 \
	  fuzz-checkpoint

# where to start from, longest input
fuzz-model: fuzz_from = models fuzz/seeds/model -max_len=4000
fuzz-script: fuzz_from = studies fuzz/seeds/script -max_len=3000
fuzz-csv:   fuzz_from = fuzz/seeds/csv -max_len=4000
fuzz-hdf5:  fuzz_from = fuzz/seeds/hdf5 -max_len=40000
fuzz-checkpoint: fuzz_from = fuzz/seeds/checkpoint -max_len=200
fuzz-%:
	mkdir -p build/fuzz/corpus/$*
	build/fuzz/fuzz/fuzz_$* -max_total_time=$(FUZZ_SECONDS) -timeout=120 -rss_limit_mb=3000 \
	  -print_final_stats=1 -artifact_prefix=build/fuzz/ build/fuzz/corpus/$* $(fuzz_from)

# all studies that come with noslip, their tables, numbers and pictures
studies: release
	build/release/noslip study all -o build/studies

# the pages of docs/gallery, with their pictures: one for each paper, and the notebooks
PAPERS = celledoni mclachlan_scovel jay_simeon martin_sato hilden
gallery: release
	for p in $(PAPERS); do build/release/noslip study --quiet --page docs/gallery/$$p.md \
	  $$(cd studies && ls -v $${p}_*.study | sed 's/.study$$//') || exit 1; done
	@$(MAKE) --no-print-directory python
	MPLBACKEND=Agg PYTHONPATH=build/release/python $$(sed -n 's/^NOSLIP_PYTHON_EXECUTABLE:STRING=//p' \
	  build/release/CMakeCache.txt) python/examples/pictures.py docs/gallery

# noslip in a browser, one page: build/playground/noslip.html
playground:
	@scripts/setup --playground
	$(CMAKE) --preset playground
	$(CMAKE) --build --preset playground -j $(JOBS)

# the Python package: PYTHONPATH=build/release/python
python:
	@scripts/setup --python
	$(CMAKE) --preset release -DNOSLIP_PYTHON=ON
	$(CMAKE) --build build/release -j $(JOBS) --target noslip_python
	@echo "export PYTHONPATH=$(CURDIR)/build/release/python  # with $$(sed -n \
	  's/^NOSLIP_PYTHON_EXECUTABLE:STRING=//p' build/release/CMakeCache.txt)"

bench: release
	build/release/bench/bench

# against Boost.odeint and SUNDIALS, where they are installed
peers:
	cmake --preset release -DNOSLIP_PEERS=ON
	cmake --build build/release --target peers
	build/release/bench/peers

format:
	@scripts/format

check-format:
	@scripts/format --check

install: release
	$(CMAKE) --install build/release --prefix $(PREFIX)

clean:
	rm -rf build
