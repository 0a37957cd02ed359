"""Lets PyPI's PyTorch start on a machine without a GPU, without gigabytes of CUDA libraries.

python training/stubs.py SITE_PACKAGES

PyPI's wheel for Linux is linked against CUDA's libraries and does not load without them, though
nothing of them is used on a CPU. This writes a small library in place of each one that is missing:
every function that PyTorch asks for is there and says that there is no device. Needs a C compiler
and binutils, not PyTorch. Meant for a virtual environment that is thrown away.
"""

import argparse
import re
import subprocess
from pathlib import Path

NO_DEVICE = 100  # cudaErrorNoDevice
NAME = re.compile(r"^_?_?(cu|nv|nccl)")
LIBRARY = re.compile(r"^lib(cu|nv|nccl)")


def lines(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def wanted(folder):
    """For each library that is needed and not there: its functions, as {name: version or None}."""
    out, free, defined = {}, set(), set()
    for path in sorted(folder.glob("*.so*")):
        for line in lines("readelf", "-dW", path):
            if match := re.search(r"\(NEEDED\).*\[(.*)\]", line):
                if LIBRARY.match(match[1]) and not (folder / match[1]).exists():
                    out.setdefault(match[1], {})
        for line in lines("nm", "-D", path):
            kind, name = line.split()[-2:]
            name, _, version = name.partition("@")
            if kind not in "Uw":
                defined.add(name)
            elif version and LIBRARY.match(version):
                out.setdefault(version, {})[name] = version
            elif NAME.match(name):
                free.add(name)
    # A name without a version is found in whichever library has it.
    if out:
        out[min(out)] |= dict.fromkeys(sorted(free - defined))
    return out


def function(name):
    if name.endswith(("ErrorString", "ErrorName")):
        return f'const char* {name}(int error) {{ return "no CUDA here"; }}'
    return f"int {name}(void) {{ return {NO_DEVICE}; }}"


def write(folder, library, names):
    """Compiles the functions into a library. PyTorch asks for some of them with a version, which a script gives them."""
    command = ["cc", "-shared", "-fPIC", "-w", "-nostdlib", "-x", "c", "-", f"-Wl,-soname,{library}", "-o", folder / library]
    versions = {version for version in names.values() if version}
    script = folder / f"{library}.map"
    if versions:
        listed = {version: "; ".join(name for name in names if names[name] == version) for version in sorted(versions)}
        script.write_text("".join(f"{version} {{ global: {members}; }};\n" for version, members in listed.items()))
        command.append(f"-Wl,--version-script={script}")
    subprocess.run(command, input="\n".join(map(function, names)), text=True, check=True)
    script.unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser(description="Writes stand-ins for the CUDA libraries that PyTorch asks for and that are missing.")
    parser.add_argument("packages", metavar="SITE_PACKAGES", help="the folder that pip installs into")
    folder = Path(parser.parse_args().packages) / "torch" / "lib"
    if not folder.is_dir():
        parser.exit(2, f"{folder}: no such folder; expected a site-packages with PyTorch in it\n")
    for library, names in wanted(folder).items():
        write(folder, library, names)
        print(f"{library}: {len(names)} functions")


if __name__ == "__main__":
    main()
