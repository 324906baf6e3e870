"""Build the kernel; without a compiler the package is installed without it. All else is in pyproject.toml."""

from pathlib import Path

from setuptools import Extension, setup

KERNEL = Extension(
    "bluke_cli.kernel._kernel",
    ["bluke_cli/kernel/_kernel.c"],
    depends=[str(header) for header in Path("bluke_cli/kernel").glob("*.h")],
    define_macros=[("Py_LIMITED_API", "0x030a0000")],
    extra_compile_args=["-O3", "-ffp-contract=off"],
    py_limited_api=True,
    optional=True,
)

setup(ext_modules=[KERNEL], options={"bdist_wheel": {"py_limited_api": "cp310"}})
