#!/bin/sh
# Build the kernel with AddressSanitizer and UBSan into a copy of the package, and run the kernel's tests on it.
set -eu
cd "$(dirname "$0")/.."
python=$(command -v "${PYTHON:-python3}")
case $python in /*) ;; *) python=$PWD/$python ;; esac
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r bluke_cli tests pyproject.toml "$copy"
rm -f "$copy"/bluke_cli/kernel/_kernel*.so
cd "$copy"
include=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
"${CC:-cc}" -std=c11 -Wall -Wextra -Werror -O1 -g -fPIC -shared -fno-sanitize-recover=all -fsanitize=address,undefined \
  "-I$include" bluke_cli/kernel/_kernel.c -o bluke_cli/kernel/_kernel.abi3.so
LD_PRELOAD=$("${CC:-cc}" -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=$copy \
  "$python" -m pytest -q -p no:cacheprovider tests/bots/test_search.py tests/bots/test_duel.py tests/kernel tests/audit/test_quick_text.py
