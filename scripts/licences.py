#!/usr/bin/env python3
"""Lists the licences of all crates that tengen is built from, and fails where one is not on the list of deny.toml.

For machines without cargo-deny. Of a choice ("MIT OR GPL-3.0") one that is allowed is enough.
"""
import json
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
allowed = set(re.findall(r'^    "(.+)",$', (root / "deny.toml").read_text(), re.M))


def is_allowed(expression):
    """Whether an SPDX expression can be met with what is allowed. "/" is an old way to write OR."""
    words = re.findall(r"\(|\)|[^\s()/]+(?: WITH [^\s()]+)?|/", expression)
    python = {"OR": "or", "/": "or", "AND": "and", "(": "(", ")": ")"}
    return eval(" ".join(python.get(word, str(word in allowed)) for word in words))  # only these words can be in it


metadata = json.loads(subprocess.check_output(["cargo", "metadata", "--format-version", "1", "--locked"], cwd=root))
refused = []
for package in sorted(metadata["packages"], key=lambda package: package["name"]):
    licence = package["license"] or "none stated"
    good = is_allowed(licence)
    print(f"{package['name']:<28}{package['version']:<14}{licence}{'' if good else '   NOT ALLOWED'}")
    refused += [] if good else [package["name"]]
print(f"{len(metadata['packages'])} crates, {len(refused)} with a licence that is not allowed")
sys.exit(1 if refused else 0)
