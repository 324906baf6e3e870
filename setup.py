"""Build the kernel, one C file; without a compiler the package is installed without it. The rest: pyproject.toml."""

from setuptools import Extension, setup

KERNEL = Extension(
    "bluke_cli.rules._kernel",
    ["bluke_cli/rules/_kernel.c"],
    define_macros=[("Py_LIMITED_API", "0x030a0000")],
    extra_compile_args=["-O3", "-ffp-contract=off"],
    py_limited_api=True,
    optional=True,
)

setup(ext_modules=[KERNEL], options={"bdist_wheel": {"py_limited_api": "cp310"}})
